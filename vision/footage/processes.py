"""Doing units of work in other processes, or here."""

from __future__ import annotations

import os
import signal
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from contextlib import contextmanager
from functools import partial
from multiprocessing import active_children, connection, get_context, parent_process

import cv2

# What networks and libraries are told, so that workers do not get in each other's way.
ONE_THREAD = {"OMP_NUM_THREADS": "1", "OPENBLAS_NUM_THREADS": "1"}


@contextmanager
def processes(workers: int) -> Iterator[Callable[..., Future]]:
    """A function that has units done, in processes of their own if there is more than one."""
    with _one_thread():
        if workers == 1:
            yield _here
            return
        pool = ProcessPoolExecutor(
            workers, mp_context=get_context("spawn"), initializer=_start_worker
        )
        others = active_children()
        try:
            yield partial(_submit, pool)
        except BaseException:
            for child in active_children():
                if child not in others:
                    child.kill()
            raise
        finally:
            pool.shutdown(wait=True, cancel_futures=True)


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


def _start_worker() -> None:
    cv2.setNumThreads(1)
    # Where it cannot be inherited.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    parent = parent_process()

    def follow() -> None:
        # A caller that was killed can tell nobody to stop.
        connection.wait([parent.sentinel])
        os._exit(1)

    threading.Thread(target=follow, daemon=True).start()
