"""Workers: who may stop them."""

from __future__ import annotations

import signal

import pytest

from vision.footage.processes import processes


@pytest.mark.skipif(not hasattr(signal, "pthread_sigmask"), reason="needs POSIX signals")
def test_workers_are_deaf_to_interruptions_from_their_start_and_the_caller_is_not():
    with processes(2) as submit:
        blocked = submit(signal.pthread_sigmask, signal.SIG_BLOCK, ()).result()
    assert signal.SIGINT in blocked
    assert signal.SIGINT not in signal.pthread_sigmask(signal.SIG_BLOCK, ())
