"""Scores one film that was given to the page: `python -m vision.app.films.task FOLDER`.

A process of its own, so that the page stays quick; it ends with the one that started it, and goes
on where it stopped when it is started again.
"""

from __future__ import annotations

import os
import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path

from vision.app.films.sent import FILM, PROGRESS, RESULTS, Sent, load_sent
from vision.engines import ModelError
from vision.footage.opening import FootageError
from vision.footage.progress import Progress
from vision.footage.storage import store_json
from vision.footage.work import Job, run

# Seconds of film between two reports, and of time between two writings of one.
SEGMENT, EVERY = 20.0, 0.5


class Reported(Progress):
    """Progress that another process can see."""

    def __init__(self, report: Callable[[float, float | None], None]) -> None:
        super().__init__(open(os.devnull, "w"))  # noqa: SIM115
        self._report, self._told = report, 0.0

    def add(self, seconds: float, what: str = "") -> None:
        super().add(seconds, what)
        if time.monotonic() - self._told >= EVERY:
            self._told = time.monotonic()
            share = min(1.0, self._done / self._total) if self._total else 0.0
            self._report(share, self.remaining)


def score_film(sent: Sent, workers: int = 1) -> None:
    """Find the hands of a film; how far it is, and what came of it, stands in PROGRESS."""
    told = sent.folder / PROGRESS

    def report(share: float, left: float | None) -> None:
        store_json(told, {"state": "working", "share": round(share, 3), "left": left})

    report(0.0, None)
    try:
        job = Job(sent.terms, segment=SEGMENT)
        summary = run([sent.film], sent.folder / RESULTS, job, workers, Reported(report))
    except ModelError as error:
        store_json(told, {"state": "no_model", "reason": str(error)})
    except (FootageError, OSError):
        store_json(told, {"state": "failed"})
    else:
        store_json(told, {"state": "done" if summary.films else "unreadable"})
        if summary.films and sent.film.is_relative_to(sent.folder / FILM):
            # What was sent is in the film with the hands drawn in.
            sent.film.unlink(missing_ok=True)


def _end_with_the_page() -> None:
    sys.stdin.buffer.read()
    os._exit(1)


if __name__ == "__main__":
    threading.Thread(target=_end_with_the_page, daemon=True).start()
    score_film(load_sent(Path(sys.argv[1])), max(1, (os.cpu_count() or 1) - 1))
