"""Workers: who may stop them, and who hears how far they are."""

from __future__ import annotations

import signal

import pytest

from vision.footage.processes import processes, tell


@pytest.mark.skipif(not hasattr(signal, "pthread_sigmask"), reason="needs POSIX signals")
def test_workers_are_deaf_to_interruptions_from_their_start_and_the_caller_is_not():
    with processes(2) as pool:
        blocked = pool.submit(signal.pthread_sigmask, signal.SIG_BLOCK, ()).result()
    assert signal.SIGINT in blocked
    assert signal.SIGINT not in signal.pthread_sigmask(signal.SIG_BLOCK, ())


@pytest.mark.parametrize("workers", [1, 2])
def test_how_far_a_unit_is_is_heard_before_it_is_done(workers):
    heard = []
    with processes(workers, lambda *told: heard.append(told)) as pool:
        running = [pool.submit(tell, "unit", 0.5)]
        assert pool.wait(running) == set(running)
        assert heard == [("unit", 0.5)]
    tell("unit", 0.7)
    assert len(heard) == 1
