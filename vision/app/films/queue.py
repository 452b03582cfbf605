"""Films wait for one another: one is scored at a time, by a process of its own."""

from __future__ import annotations

import os
import subprocess
import sys
import threading
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

import vision
from vision.app.films.sent import PROGRESS, Sent
from vision.footage.storage import load_json


@dataclass(frozen=True)
class Standing:
    """How far a film is. state: "waiting", "working", "done", "unreadable", "no_model" or "failed".

    before: films that come first. share: 0..1 of the work. left: seconds, None if unknown.
    reason: why there is no model.
    """

    state: str
    before: int = 0
    share: float = 0.0
    left: float | None = None
    reason: str = ""

    @property
    def on_its_way(self) -> bool:
        return self.state in ("waiting", "working")


class Queue:
    """The films of all visitors, the one that is being scored first."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._sent: list[Sent] = []
        self._process: subprocess.Popen | None = None
        self._thread: threading.Thread | None = None

    def add(self, sent: Sent) -> None:
        """Score a film once those before it are; one that is there already stays where it is."""
        with self._lock:
            if sent not in self._sent:
                (sent.folder / PROGRESS).unlink(missing_ok=True)
                self._sent.append(sent)
            if self._thread is None:
                self._thread = threading.Thread(target=self._work, daemon=True)
                self._thread.start()

    def drop(self, sent: Sent) -> None:
        """Score a film no further."""
        with self._lock:
            if self._sent[:1] == [sent] and self._process:
                self._process.kill()
                self._process.wait()
            elif sent in self._sent:
                self._sent.remove(sent)

    def standing(self, sent: Sent) -> Standing:
        """How far a film is. One that another server left unfinished has failed."""
        with self._lock:
            before = self._sent.index(sent) if sent in self._sent else None
        told = load_json(sent.folder / PROGRESS) or {}
        state = told.get("state", "failed")
        if before or (before == 0 and state == "failed"):
            return Standing("waiting", before)
        if state == "working" and before is None:
            return Standing("failed")
        try:
            share, left = float(told.get("share", 0.0)), told.get("left")
            seconds = None if left is None else float(left)
            return Standing(str(state), 0, share, seconds, str(told.get("reason", "")))
        except (TypeError, ValueError):
            return Standing("failed")

    def _work(self) -> None:
        while True:
            with self._lock:
                if not self._sent:
                    self._thread = None
                    return
                sent = self._sent[0]
                with suppress(OSError):
                    self._process = _started(sent)
            if self._process:
                self._process.wait()
            with self._lock:
                self._process = None
                self._sent.remove(sent)


def _started(sent: Sent) -> subprocess.Popen:
    root = str(Path(vision.__file__).parents[1])
    paths = os.pathsep.join(filter(None, (root, os.environ.get("PYTHONPATH"))))
    return subprocess.Popen(
        [sys.executable, "-m", "vision.app.films.task", str(sent.folder)],
        # It closes when this process ends, however that happens.
        stdin=subprocess.PIPE,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        env=os.environ | {"PYTHONPATH": paths},
    )


queue = Queue()
