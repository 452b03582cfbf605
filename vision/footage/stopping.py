"""Ending in order when the system asks for it, as `kill` and a shutdown do.

Loads nothing that takes long, so that it can be in force before what does.
"""

from __future__ import annotations

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager

# Like what a shell says of a process that a signal ended.
STOPPED = 128 + signal.SIGTERM


class Stopped(BaseException):
    """SIGTERM, as an exception, so that everything is tidied up."""


@contextmanager
def stoppable() -> Iterator[None]:
    """Raises Stopped when the process is to end, whatever else is made of it underway."""
    happened = False

    def stop(_signal: int, _frame: object) -> None:
        nonlocal happened
        happened = True
        raise Stopped

    is_main = threading.current_thread() is threading.main_thread()
    if not is_main or signal.getsignal(signal.SIGTERM) is not signal.SIG_DFL:
        yield
        return
    signal.signal(signal.SIGTERM, stop)
    try:
        yield
    except BaseException as error:
        # Some libraries make another error of it.
        if happened and not isinstance(error, Stopped):
            raise Stopped from error
        raise
    finally:
        signal.signal(signal.SIGTERM, signal.SIG_DFL)
