"""The units of work: one segment of one film, in, and one file of results, out.

`analyse_segment` and `draw_segment` share nothing with each other or with other segments, so that
any number of processes or machines can call them, in any order and again after a failure: what is
there already and fits its key is not done again.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass
from functools import cache, cached_property
from pathlib import Path

import vision
from vision import models
from vision.engines import ModelError
from vision.footage.analysis import Options, analyse, reader_for
from vision.footage.annotate import annotated, captions, drawn_values
from vision.footage.frames import Frame
from vision.footage.review import Listed
from vision.footage.storage import checksum, digest, load_json, store_json
from vision.footage.values import FootageValueError, Stretch
from vision.footage.video import Film
from vision.footage.writing import ENCODING, picture_size, write_part
from vision.reading import Reader, default_reader

SEGMENT_SECONDS = 60.0
# Whose code says what is found and how it is drawn.
_PACKAGES = ("", "engines", "footage", "hand", "layout")
_SAMPLE = 1 << 20
OnTime = Callable[[float], None]


@dataclass(frozen=True)
class Models:
    """Which networks read. model: another detector than the one of Fanlens. engine: what runs it.

    None for the usual ones.
    """

    model: Path | None = None
    engine: str | None = None

    def open(self) -> Reader:
        """Raises ModelError."""
        if self.model or self.engine:
            return Reader.open(self.model, self.engine)
        return default_reader()

    @cached_property
    def checksum(self) -> str:
        """Differs for networks that may read otherwise. Raises ModelError."""
        if self.model and not self.model.is_file():
            raise ModelError(f"There is no model at {self.model}.")
        files = [self.model or models.find("tiles"), models.find("faces")]
        return checksum(self.engine, [digest(path) if path else None for path in files])


@dataclass(frozen=True)
class Segment:
    """A stretch of a film, from `start` up to `end` seconds, None for the film's end.

    key: of everything that its results depend on. path: of the file of results.
    """

    film: Film
    start: float
    end: float | None
    key: str
    path: Path

    @property
    def seconds(self) -> float:
        """How long it is, by the film's header."""
        end = self.film.duration if self.end is None else self.end
        return max(0.0, end - self.start)


@dataclass(frozen=True)
class SegmentResult:
    """What was found in a segment. frames: how many were looked at. last: the time of the last,
    None if there was none. damaged: where parts of the file were passed over, in seconds."""

    stretches: tuple[Stretch, ...]
    frames: int
    last: float | None
    damaged: tuple[float, ...]


def bounds(film: Film, seconds: float = SEGMENT_SECONDS) -> list[tuple[float, float | None]]:
    """Where a film's segments begin and end; the last takes whatever there is."""
    count = max(1, int(film.duration // seconds))
    starts = [n * seconds for n in range(count)]
    return list(zip(starts, [*starts[1:], None], strict=True))


def fingerprint(path: Path) -> list:
    """Plain values that tell a file from another one, or from itself when it has changed."""
    status = path.stat()
    digest = hashlib.sha256()
    with path.open("rb") as file:
        digest.update(file.read(_SAMPLE))
        file.seek(max(0, status.st_size - _SAMPLE))
        digest.update(file.read(_SAMPLE))
    return [status.st_size, status.st_mtime_ns, digest.hexdigest()]


def segments_of(
    film: Film, folder: Path, models: Models, options: Options, seconds: float = SEGMENT_SECONDS
) -> list[Segment]:
    """The units of a film's analysis; results go to `folder`."""
    seen_as = [list(film.size), asdict(film.turn)]
    values = (_code(), fingerprint(film.path), seen_as, asdict(options), models.checksum)
    return [
        Segment(film, start, end, checksum(values, start, end), folder / f"{number:04}.json")
        for number, (start, end) in enumerate(bounds(film, seconds))
    ]


def analyse_segment(
    segment: Segment,
    reader: Reader,
    options: Options,
    threads: int = 1,
    on_time: OnTime = lambda _: None,
) -> None:
    """Find the stretches of one segment and store them. on_time: told how many of its seconds are
    done. Raises FootageError or NotWritten."""
    damaged: list[float] = []
    count, last = 0, None

    def counted(frames):
        nonlocal count, last
        for frame in frames:
            count, last = count + 1, frame.time
            on_time(frame.time - segment.start)
            yield frame

    frames = segment.film.frames(
        segment.start, segment.end, options.every, threads, on_damage=damaged.append
    )
    reader = reader_for(reader, segment.film.size)
    stretches = analyse(counted(frames), reader, options)
    store_json(
        segment.path,
        {
            "key": segment.key,
            "start": segment.start,
            "end": segment.end,
            "frames": count,
            "last": None if last is None else round(last, 3),
            "damaged": sorted({round(time, 1) for time in damaged}),
            "stretches": [stretch.to_dict() for stretch in stretches],
        },
    )


def load_segment(segment: Segment) -> SegmentResult | None:
    """What was stored of a segment; None where there is nothing, or something else."""
    values = load_json(segment.path)
    if values is None or values.get("key") != segment.key:
        return None
    try:
        return SegmentResult(
            tuple(map(Stretch.from_dict, values["stretches"])),
            int(values["frames"]),
            values["last"],
            tuple(values["damaged"]),
        )
    except (KeyError, TypeError, FootageValueError):
        return None


def parts_of(
    film: Film, folder: Path, hands: Sequence[Listed], seconds: float = SEGMENT_SECONDS
) -> list[Segment]:
    """The units of drawing the hands into a film; a part's name holds its key."""
    common = (_code(), fingerprint(film.path), ENCODING, list(picture_size(film)))
    parts = []
    for number, (start, end) in enumerate(bounds(film, seconds)):
        shown = [drawn_values(hand) for hand in hands if _overlaps(hand, start, end)]
        key = checksum(common, start, end, shown)
        parts.append(Segment(film, start, end, key, folder / f"{number:04}-{key}.mp4"))
    return parts


def draw_segment(
    part: Segment,
    hands: Sequence[Listed],
    threads: int = 1,
    on_time: OnTime = lambda _: None,
) -> None:
    """Write one part of the film with the hands drawn in. on_time: as in `analyse_segment`. Raises
    FootageError or NotWritten."""

    def watched(frames: Iterable[Frame]) -> Iterator[Frame]:
        for frame in frames:
            on_time(frame.time - part.start)
            yield frame

    size = picture_size(part.film)
    shown = captions(shown_in(part, hands), size)
    frames = part.film.frames(part.start, part.end, threads=threads)
    write_part(part.path, part.film, annotated(watched(frames), shown, size))
    store_json(_mark_of(part), {"sha256": digest(part.path)})


def is_drawn(part: Segment) -> bool:
    """Whether a part is there and as `draw_segment` left it."""
    mark = load_json(_mark_of(part))
    return mark is not None and mark.get("sha256") == digest(part.path) is not None


def _mark_of(part: Segment) -> Path:
    return part.path.with_suffix(".json")


def frame_at(film: Film, time: float) -> Frame | None:
    """The picture at a time that was rounded to milliseconds."""
    return next(film.frames(max(0.0, time - 0.0006), threads=1), None)


def shown_in(part: Segment, hands: Sequence[Listed]) -> list[Listed]:
    """The hands that are in view in a part."""
    return [hand for hand in hands if _overlaps(hand, part.start, part.end)]


def _overlaps(hand: Listed, start: float, end: float | None) -> bool:
    return hand.event.end >= start and (end is None or hand.event.start < end)


@cache
def _code() -> str:
    """Differs between versions of Fanlens that may find or draw something else."""
    root = Path(vision.__file__).parent
    files = [file for name in _PACKAGES for file in sorted((root / name).glob("*.py"))]
    return checksum([digest(file) for file in files])
