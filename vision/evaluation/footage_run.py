"""One film through the footage pipeline, with what each stage of it took."""

from __future__ import annotations

import sys
import time
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np

from vision.evaluation.report import table
from vision.footage.analysis import Options, analyse, reader_for
from vision.footage.events import join
from vision.footage.segments import bounds
from vision.footage.values import Event, Stretch
from vision.footage.video import Film, Frame
from vision.images import Photo
from vision.reading import Reader, Reading

try:
    import resource
except ImportError:  # Windows counts memory otherwise
    resource = None

STAGES = ("decode", "grey", "photo", "locate", "read", "faces", "analyse", "join")


@dataclass(eq=False)
class Clock:
    """Seconds by stage, and what was read when."""

    seconds: Counter = field(default_factory=Counter)
    readings: list[tuple[float, Reading]] = field(default_factory=list)
    photo_time: float = 0.0

    def took(self, stage: str, started: float) -> None:
        self.seconds[stage] += time.perf_counter() - started


@dataclass(frozen=True, eq=False)
class TimedFrame:
    """A frame of a film whose conversions are counted."""

    frame: Frame
    clock: Clock

    @property
    def time(self) -> float:
        return self.frame.time

    @property
    def size(self) -> tuple[int, int]:
        return self.frame.size

    def grey(self, width: int) -> np.ndarray:
        started = time.perf_counter()
        grey = self.frame.grey(width)
        self.clock.took("grey", started)
        return grey

    def photo(self) -> Photo:
        started = time.perf_counter()
        photo = self.frame.photo()
        self.clock.took("photo", started)
        self.clock.photo_time = self.frame.time
        return photo


class TimedReader:
    """A reader whose readings are counted and, if `keep`, kept."""

    def __init__(self, reader: Reader, clock: Clock, keep: bool) -> None:
        self._reader, self._clock, self._keep = reader, clock, keep

    def read(self, photo: Photo) -> Reading:
        started = time.perf_counter()
        reading = self._reader.read(photo)
        self._clock.seconds.update(reading.seconds)
        rest = time.perf_counter() - started - sum(reading.seconds.values())
        self._clock.seconds["read"] += max(0.0, rest)
        if self._keep:
            self._clock.readings.append((self._clock.photo_time, reading))
        return reading

    def __getattr__(self, name: str):
        return getattr(self._reader, name)


@dataclass(frozen=True, eq=False)
class FilmRun:
    """What came of a film. seconds: by stage; processor: seconds of all cores; length: of the film;
    readings: the frames that were read, with their times, if they were kept; memory: megabytes that
    the process held at most, 0 where the system does not say."""

    events: tuple[Event, ...]
    stretches: tuple[Stretch, ...]
    seconds: dict[str, float]
    length: float
    readings: tuple[tuple[float, Reading], ...] = ()
    memory: int = 0
    processor: float = 0.0

    @property
    def took(self) -> float:
        return sum(self.seconds.values())


def run_film(
    path: Path, reader: Reader, options: Options | None = None, keep: bool = False
) -> FilmRun:
    """Analyse a film, segment by segment as the footage command does. Raises FootageError."""
    clock, options = Clock(), options or Options()
    film = Film.open(path)
    timed = TimedReader(reader_for(reader, film.size), clock, keep)
    stretches: list[Stretch] = []
    started, used = time.perf_counter(), time.process_time()
    for begin, end in bounds(film):
        frames = film.frames(begin, end, options.every, threads=1)
        stretches += analyse(_timed(frames, clock), timed, options)
    whole = time.perf_counter() - started
    clock.seconds["analyse"] = max(0.0, whole - sum(clock.seconds.values()))
    started = time.perf_counter()
    events = join(stretches)
    clock.took("join", started)
    seconds = {stage: clock.seconds[stage] for stage in STAGES}
    return FilmRun(
        tuple(events),
        tuple(stretches),
        seconds,
        film.duration,
        tuple(clock.readings),
        _memory(),
        time.process_time() - used,
    )


def _timed(frames: Iterable[Frame], clock: Clock) -> Iterator[TimedFrame]:
    frames = iter(frames)
    while True:
        started = time.perf_counter()
        frame = next(frames, None)
        clock.took("decode", started)
        if frame is None:
            return
        yield TimedFrame(frame, clock)


def _memory() -> int:
    """The most megabytes that this process held so far."""
    if resource is None:
        return 0
    most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return most // (1024 * 1024 if sys.platform == "darwin" else 1024)


def speed(runs: Sequence[FilmRun]) -> str:
    """In Markdown: how many times faster than real time, the stages' shares, the memory."""
    took, length = sum(run.took for run in runs), sum(run.length for run in runs)
    processor = sum(run.processor for run in runs) / max(length, 1e-9)
    shares = [
        f"{100 * sum(run.seconds[stage] for run in runs) / max(took, 1e-9):.0f} %"
        for stage in STAGES
    ]
    memory = max(run.memory for run in runs)
    return (
        f"## Speed\n\n{length / max(took, 1e-9):.1f} times real time: {length / 60:.1f} minutes of"
        f" film in {took / 60:.1f} minutes; {processor:.2f} seconds of processor time for each"
        f" second of film.\n\n{table(STAGES, [shares])}\n\nMemory: {memory} MB at"
        " the most.\n"
    )
