"""Films of single frames of streams: what several looks at a frame add to one look.

Each frame stays in the film for some seconds. Its tiles as the stretch has them, voted by all
frames of film that were read, are held against its labels, and so is each of those frames alone.
"""

from __future__ import annotations

import csv
from collections.abc import Mapping, Sequence
from dataclasses import astuple, dataclass, fields
from pathlib import Path

import numpy as np

from scoring import Tile
from vision.boxes import iou
from vision.detections import Detection
from vision.evaluation.footage_run import FilmRun
from vision.evaluation.report import share, table

# A tile is where its label is from this overlap (IoU) on.
SAME_PLACE = 0.4
# A hand's row is read when so many of its tiles are found.
ROW = 0.9


@dataclass(frozen=True)
class StreamRow:
    """One frame of a stream. tiles: labelled; found: of these by voting, whatever they were read
    as; voted: read right by voting; best, mean: by the best frame of film alone and by all of them
    on the average; reads: how many were read."""

    film: str
    photo: str
    tiles: int
    found: int
    voted: int
    best: int
    mean: float
    reads: int

    @property
    def row_read(self) -> bool:
        return self.found >= ROW * self.tiles


def stream_rows(name: str, frames: Sequence[Mapping], run: FilmRun) -> list[StreamRow]:
    """A row for each frame of a stream that a film shows."""
    rows = []
    for frame in frames:
        start, end = frame["start"], frame["end"]
        tiles = [Tile(entry["tile"]) for entry in frame["tiles"]]
        boxes = np.array([entry["box"] for entry in frame["tiles"]], float).reshape(-1, 4)
        alone = [
            _right(tiles, boxes, reading.detections)[1]
            for time, reading in run.readings
            if start <= time < end
        ]
        voting = [
            stretch for stretch in run.stretches if start <= stretch.best < end and stretch.places
        ]
        found, voted = max(
            (_right(tiles, boxes, stretch.detections) for stretch in voting),
            key=lambda counts: counts[::-1],
            default=(0, 0),
        )
        rows.append(
            StreamRow(
                name,
                frame["photo"],
                len(tiles),
                found,
                voted,
                max(alone, default=0),
                round(sum(alone) / len(alone), 2) if alone else 0.0,
                len(alone),
            )
        )
    return rows


def _right(
    tiles: Sequence[Tile], boxes: np.ndarray, detections: Sequence[Detection]
) -> tuple[int, int]:
    """How many labelled tiles have a detection in their place, and how many of those are right."""
    if not detections or not tiles:
        return 0, 0
    near = iou(boxes, np.array([d.xyxy for d in detections], float))
    found = right = 0
    while near.max() >= SAME_PLACE:
        t, d = np.unravel_index(near.argmax(), near.shape)
        found += 1
        right += detections[d].tile is tiles[t]
        near[t], near[:, d] = 0.0, 0.0
    return found, right


def write_csv(rows: Sequence[StreamRow], path: Path) -> None:
    """One line a frame."""
    with path.open("w", newline="", encoding="utf-8") as file:
        writer = csv.writer(file)
        writer.writerow([field.name for field in fields(StreamRow)])
        writer.writerows(astuple(row) for row in rows)


def summary(rows: Sequence[StreamRow]) -> str:
    """In Markdown: by film and for all."""
    films = sorted({row.film for row in rows})
    groups = [(name, [row for row in rows if row.film == name]) for name in films]
    if len(groups) > 1:
        groups.append(("all", list(rows)))
    return (
        "## Frames of streams\n\n"
        + table(
            (
                "film",
                "frames",
                "rows read",
                "tiles right by voting",
                "by the best single frame",
                "by a single frame, mean",
                "voting no worse than the best",
            ),
            ((name, *_counts(group)) for name, group in groups),
        )
        + "\n"
    )


def _counts(rows: Sequence[StreamRow]) -> tuple[str | int, ...]:
    tiles = sum(row.tiles for row in rows)
    return (
        len(rows),
        share(sum(row.row_read for row in rows), len(rows)),
        share(sum(row.voted for row in rows), tiles),
        share(sum(row.best for row in rows), tiles),
        f"{100 * sum(row.mean for row in rows) / max(tiles, 1):.1f} %",
        share(sum(row.voted >= row.best for row in rows), len(rows)),
    )
