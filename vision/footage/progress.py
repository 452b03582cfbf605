"""How far a long call is, on standard error: a bar on a terminal, a line now and then elsewhere."""

from __future__ import annotations

import math
import sys
import time
from dataclasses import dataclass
from pathlib import Path
from typing import TextIO

WIDTH = 30
# Between two lines where there is no terminal, in seconds; on one the bar moves this often.
LINE_EVERY, BAR_EVERY = 30.0, 0.2


def clock(seconds: float) -> str:
    """h:mm:ss."""
    whole = int(seconds)
    return f"{whole // 3600}:{whole // 60 % 60:02}:{whole % 60:02}"


class Progress:
    """Counts seconds of film that are done, or what is worth as much work.

    What an earlier call had done counts, but not for how fast the rest will go.
    """

    def __init__(self, out: TextIO | None = None) -> None:
        self._total = self._done = self._before = 0.0
        self._out = sys.stderr if out is None else out
        self._is_terminal = bool(getattr(self._out, "isatty", lambda: False)())
        self._begun = self._shown = time.monotonic()

    def add(self, seconds: float, what: str = "") -> None:
        """So much more is done; what: the film that it belongs to."""
        self._done += seconds
        now = time.monotonic()
        if now - self._shown >= (BAR_EVERY if self._is_terminal else LINE_EVERY):
            self._shown = now
            self._show(what)

    def expect(self, seconds: float) -> None:
        """So much more is to be done."""
        self._total += seconds

    def skip(self, seconds: float) -> None:
        """So much of it was done before."""
        self._done += seconds
        self._before += seconds

    def say(self, text: str) -> None:
        """A line of its own."""
        self._clear()
        print(text, file=self._out, flush=True)

    def finish(self) -> None:
        """Take the bar away."""
        self._clear()

    @property
    def remaining(self) -> float | None:
        """Seconds, None as long as nothing was done."""
        fresh = self._done - self._before
        if fresh <= 0:
            return None
        return (time.monotonic() - self._begun) * max(0.0, self._total - self._done) / fresh

    def _show(self, what: str) -> None:
        share = min(1.0, self._done / self._total) if self._total else 1.0
        left = "" if self.remaining is None else f", {clock(self.remaining)} left"
        if self._is_terminal:
            bar = "#" * round(WIDTH * share)
            print(f"\r\x1b[K[{bar:<{WIDTH}}] {share:4.0%}{left} {what}", end="", file=self._out)
            self._out.flush()
        else:
            print(f"{share:4.0%}{left} {what}".rstrip(), file=self._out, flush=True)

    def _clear(self) -> None:
        if self._is_terminal:
            print("\r\x1b[K", end="", file=self._out, flush=True)


@dataclass
class _Unit:
    film: str
    seconds: float
    weight: float
    done: float = 0.0


class Units:
    """Counts the units of work that are being done, by the files that they write."""

    def __init__(self, progress: Progress | None) -> None:
        self._progress = progress
        self._units: dict[str, _Unit] = {}

    def begin(self, path: Path, film: str, seconds: float, weight: float) -> str:
        """A unit of so many seconds of a film, each of which counts `weight`; returns its name."""
        self._units[str(path)] = _Unit(film, seconds, weight)
        return str(path)

    def told(self, name: str, seconds: float) -> None:
        """So many of a unit's seconds are done; of one that has ended, this comes too late."""
        unit = self._units.get(name)
        if unit and self._progress:
            more = min(max(unit.done, seconds), unit.seconds) - unit.done
            unit.done += more
            self._progress.add(unit.weight * more, unit.film)

    def end(self, name: str) -> None:
        """All of it is done."""
        self.told(name, math.inf)
        del self._units[name]
