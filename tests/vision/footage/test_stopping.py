"""SIGTERM: in order, with one line, whatever is going on."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests.vision.footage.games import WIN, game
from vision.footage.stopping import Stopped, stoppable

pytestmark = pytest.mark.skipif(os.name == "nt", reason="needs POSIX signals")


@pytest.mark.parametrize("made_of_it", [None, ImportError, KeyboardInterrupt])
def test_the_signal_is_an_exception_whatever_is_made_of_it(made_of_it):
    def work():
        try:
            os.kill(os.getpid(), signal.SIGTERM)
            time.sleep(9)
        except Stopped:
            if made_of_it is None:
                raise
            raise made_of_it from None

    with pytest.raises(Stopped), stoppable():
        work()
    assert signal.getsignal(signal.SIGTERM) is signal.SIG_DFL


def test_other_errors_and_other_handlers_are_left_alone():
    with pytest.raises(ZeroDivisionError), stoppable():
        _ = 1 / 0
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    try:
        with stoppable():
            os.kill(os.getpid(), signal.SIGTERM)
    finally:
        signal.signal(signal.SIGTERM, signal.SIG_DFL)


@pytest.fixture(scope="module")
def film(tmp_path_factory) -> Path:
    return game(tmp_path_factory.mktemp("films") / "game.mp4", [WIN] * 3, seconds=20)


@pytest.mark.slow
@pytest.mark.parametrize("workers", [1, 2])
@pytest.mark.parametrize("whole_group", [False, True])
def test_a_call_ends_with_one_line_and_leaves_nothing_behind(workers, whole_group, film, tmp_path):
    out = tmp_path / "out"
    call = [sys.executable, "-m", "vision.main", "footage", str(film), "--out", str(out)]
    process = subprocess.Popen(
        [*call, "--workers", str(workers)],
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
        cwd=Path(__file__).resolve().parents[3],
    )
    begun = time.monotonic()
    while not (out / "game").exists() and time.monotonic() - begun < 60:
        time.sleep(0.1)
    time.sleep(1)
    send = os.killpg if whole_group else os.kill
    send(process.pid, signal.SIGTERM)
    # Until nobody holds the other end: all workers too are gone.
    _, error = process.communicate(timeout=60)
    assert process.returncode == 143
    assert error == "fanlens: Stopped; the same command goes on from here.\n"
    assert list(out.rglob(".*.partial")) == []
