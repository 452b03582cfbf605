"""Tiles counted photo by photo: one row each, from which every table is made."""

from __future__ import annotations

import csv
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

import numpy as np

from vision.detections import Detection
from vision.evaluation.labels import LabelledPhoto
from vision.evaluation.matching import match
from vision.evaluation.variants import AS_IT_IS, VARIANTS, Variant
from vision.images import ImageError, Photo, load_photo
from vision.reading import Reading
from vision.refusing import Refuse, stop

MISSED = "-"
STAGES = ("load", "locate", "read", "faces")


class ReadsPhotos(Protocol):
    """Our own `vision.reading.Reader`, or an adapter to somebody else's."""

    def read(self, photo: Photo) -> Reading: ...


@dataclass(frozen=True)
class Row:
    """What came of one photo. `truth` are the labels' codes, `read` for each of them the code that
    was read or MISSED, `false` the codes found where no tile is; seconds by stage. `sides` are the
    shorter sides of the labels' boxes, pixels of the photo."""

    photo: str
    session: str
    variant: str
    truth: tuple[str, ...]
    read: tuple[str, ...]
    false: tuple[str, ...]
    seconds: tuple[float, ...]
    sides: tuple[float, ...]

    @property
    def tiles(self) -> int:
        return len(self.truth)

    @property
    def found(self) -> int:
        return sum(code != MISSED for code in self.read)

    @property
    def right(self) -> int:
        return sum(a == b for a, b in zip(self.truth, self.read, strict=True))

    @property
    def exact(self) -> bool:
        """Every tile right and nothing besides."""
        return self.right == self.tiles and not self.false


@dataclass(frozen=True, eq=False)
class Mistake:
    """A tile missed, misread or made up, and where: `box` in pixels of the photo."""

    row: Row
    photo: Photo
    box: tuple[float, float, float, float]
    truth: str | None
    read: str | None
    confidence: float


def evaluate(
    photos: Sequence[LabelledPhoto],
    reader: ReadsPhotos,
    variants: Iterable[str] = (),
    progress: Callable[[int, int], None] = lambda done, total: None,
    refuse: Refuse = stop,
) -> Iterator[tuple[Row, list[Mistake]]]:
    """A row and the mistakes for each photo as it is and in each of the named variants.

    A photo that cannot be read is left out if `refuse` takes its ImageError.
    """
    variants = tuple(variants)
    with_backs = {
        photo.session for photo in photos if any(label.tile.is_back for label in photo.labels)
    }
    for done, labelled in enumerate(photos):
        progress(done, len(photos))
        started = time.perf_counter()
        try:
            photo = load_photo(labelled.path)
        except ImageError as error:
            refuse(error)
            continue
        load = time.perf_counter() - started
        for name in (AS_IT_IS, *variants):
            change = VARIANTS[name] if name != AS_IT_IS else _unchanged
            changed = change(photo.pixels)
            reading = reader.read(Photo(changed.pixels))
            found = [changed.to_photo(detection) for detection in reading.detections]
            # Most sessions leave their backs unlabelled: there they are neither right nor wrong.
            if labelled.labels and labelled.session not in with_backs:
                found = [detection for detection in found if not detection.tile.is_back]
            seconds = {"load": load, **reading.seconds}
            yield _judge(labelled, photo, name, found, seconds)
    progress(len(photos), len(photos))


def _unchanged(pixels: np.ndarray) -> Variant:
    return Variant(pixels, np.eye(2, 3))


def _judge(
    labelled: LabelledPhoto,
    photo: Photo,
    variant: str,
    found: Sequence[Detection],
    seconds: dict[str, float],
) -> tuple[Row, list[Mistake]]:
    matching = match(labelled, found, photo.size)
    read = [MISSED] * len(labelled.labels)
    for label, detection in matching.pairs:
        read[label] = found[detection].tile.code
    width, height = photo.size
    boxes = [
        (box[0] * width, box[1] * height, box[2] * width, box[3] * height)
        for box in (label.box for label in labelled.labels)
    ]
    row = Row(
        labelled.path.stem,
        labelled.session,
        variant,
        tuple(label.tile.code for label in labelled.labels),
        tuple(read),
        tuple(found[i].tile.code for i in matching.false),
        tuple(round(seconds.get(stage, 0.0), 4) for stage in STAGES),
        tuple(round(min(x2 - x1, y2 - y1), 1) for x1, y1, x2, y2 in boxes),
    )
    mistakes = [Mistake(row, photo, boxes[i], row.truth[i], None, 0.0) for i in matching.missed]
    for label, i in matching.pairs:
        if row.truth[label] != row.read[label]:
            mistakes.append(
                Mistake(
                    row, photo, boxes[label], row.truth[label], read[label], found[i].confidence
                )
            )
    mistakes += [
        Mistake(row, photo, found[i].xyxy, None, found[i].tile.code, found[i].confidence)
        for i in matching.false
    ]
    return row, mistakes


def write_csv(rows: Iterable[Row], path: Path) -> None:
    """One line per photo and variant; tiles as codes, and the shorter sides of their
    boxes in pixels, with spaces between."""
    with path.open("w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file)
        columns = ["photo", "session", "variant", "tiles", "found", "right", "false_tiles", "exact"]
        writer.writerow(
            [*columns, *(f"{stage}_s" for stage in STAGES), "truth", "read", "false", "sides"]
        )
        for row in rows:
            counts = [row.tiles, row.found, row.right, len(row.false), int(row.exact)]
            codes = [" ".join(part) for part in (row.truth, row.read, row.false)]
            codes.append(" ".join(map(str, row.sides)))
            writer.writerow([row.photo, row.session, row.variant, *counts, *row.seconds, *codes])
