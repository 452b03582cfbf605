"""Doing units of work in other processes, or here, and hearing from them how far they are."""

from __future__ import annotations

import os
import signal
import threading
import time
from collections.abc import Callable, Collection, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from contextlib import contextmanager
from multiprocessing import active_children, connection, get_context, parent_process
from multiprocessing.connection import Connection

import cv2

# What networks and libraries are told, so that workers do not get in each other's way.
ONE_THREAD = {"OMP_NUM_THREADS": "1", "OPENBLAS_NUM_THREADS": "1"}
# How often a unit tells how far it is, in seconds.
TELL_EVERY = 0.2
# Told which unit it is and how far: here, or to the process that started this one.
Tell = Callable[[str, float], None]
_tell: Tell | None = None
_told_at = 0.0


def tell(unit: str, far: float) -> None:
    """Called by a unit as often as it likes: how far it is, in any measure."""
    global _told_at
    now = time.monotonic()
    if _tell and now - _told_at >= TELL_EVERY:
        _told_at = now
        _tell(unit, far)


class Workers:
    """Have units done, and wait for them."""

    def __init__(self, pool: ProcessPoolExecutor | None, news: Connection | None, told: Tell):
        self._pool, self._news, self._told = pool, news, told

    def submit(self, function: Callable, *arguments: object) -> Future:
        """A unit as soon as a process is free; at once, and until it is done, if this is the
        only one."""
        return (
            _submit(self._pool, function, *arguments) if self._pool else _here(function, *arguments)
        )

    def wait(self, running: Collection[Future]) -> set[Future]:
        """Those that are done, at least one, hearing meanwhile how far the others are."""
        while True:
            done, _ = wait(running, TELL_EVERY, FIRST_COMPLETED)
            while self._news and self._news.poll():
                self._told(*self._news.recv())
            if done:
                return done


@contextmanager
def processes(workers: int, told: Tell = lambda unit, far: None) -> Iterator[Workers]:
    """Processes of their own for units if there is more than one. told: called in this thread with
    what they `tell`."""
    with _one_thread():
        if workers == 1:
            with _telling(told):
                yield Workers(None, None, told)
            return
        # No queue, whose locks would outlive a process that is killed.
        news, line = connection.Pipe(duplex=False)
        pool = ProcessPoolExecutor(
            workers,
            mp_context=get_context("spawn"),
            initializer=_start_worker,
            initargs=(line,),
        )
        others = active_children()
        try:
            yield Workers(pool, news, told)
        except BaseException:
            for child in active_children():
                if child not in others:
                    child.kill()
            raise
        finally:
            pool.shutdown(wait=True, cancel_futures=True)
            news.close()
            line.close()


@contextmanager
def _telling(told: Tell | None) -> Iterator[None]:
    global _tell
    before, _tell = _tell, told
    try:
        yield
    finally:
        _tell = before


def _submit(pool: ProcessPoolExecutor, function: Callable, *arguments: object) -> Future:
    """The first time, the workers start here: deaf to Ctrl-C from their very beginning, which they
    inherit, since the caller decides when to stop."""
    if not hasattr(signal, "pthread_sigmask"):
        return pool.submit(function, *arguments)
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        return pool.submit(function, *arguments)
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _here(function: Callable, *arguments: object) -> Future:
    future: Future = Future()
    try:
        future.set_result(function(*arguments))
    except Exception as error:
        future.set_exception(error)
    return future


@contextmanager
def _one_thread() -> Iterator[None]:
    before = {name: os.environ.get(name) for name in ONE_THREAD}
    threads = cv2.getNumThreads()
    os.environ.update(ONE_THREAD)
    cv2.setNumThreads(1)
    try:
        yield
    finally:
        cv2.setNumThreads(threads)
        for name, value in before.items():
            if value is None:
                del os.environ[name]
            else:
                os.environ[name] = value


def _start_worker(line: Connection) -> None:
    global _tell
    # Short messages are written whole, whoever else writes.
    _tell = lambda unit, far: line.send((unit, far))  # noqa: E731
    cv2.setNumThreads(1)
    # Where it cannot be inherited.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    parent = parent_process()

    def follow() -> None:
        # A caller that was killed can tell nobody to stop.
        connection.wait([parent.sentinel])
        os._exit(1)

    threading.Thread(target=follow, daemon=True).start()
