"""Slow films of real tables, from frames of their streams that are many seconds apart."""

from __future__ import annotations

import csv
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np

from datasets.films.config import FilmConfig
from datasets.films.shots import Shot, View
from datasets.films.stills import ShownHand, Still, content, finished_by_labels, framed
from datasets.films.story import SAFE, Quality, Story
from vision.images import load_photo
from vision.labels import MANIFEST, read

SESSION = "A/stream4"
SIZE = (1280, 720)
RATE = 5.0
SECONDS = 6.0
# Two frames are of one table when their colours are nearer than this (0 alike, 1 nothing alike).
NEAR = 0.6


@dataclass(frozen=True, eq=False)
class StreamFrame:
    """A still of a stream: its photo's name, and its tiles with boxes in pixels of the still."""

    still: Still
    tiles: tuple[str, ...]


def stream_stories(
    photos: Path, seed: int, config: FilmConfig
) -> Iterator[tuple[str, Story, dict]]:
    """For each table its name, its film, and as facts when which frame is shown and what it shows.

    Every frame stays for SECONDS. Raises ValueError where there are none.
    """
    tables = _tables(photos)
    rng = np.random.default_rng([2027, seed])
    crf = float(np.mean(config.quality.stream_crf))
    quality = Quality("stream", SIZE, RATE, False, crf, 2.0, False)
    for number, frames in enumerate(tables):
        shots, shown = [], []
        for k, frame in enumerate(frames):
            still = framed(frame.still, SIZE, SAFE, all_tiles=True)
            drift = View(*rng.uniform(0.495, 0.505, 2), zoom=1.01)
            shots.append(Shot(still, SECONDS, View(zoom=1.01), drift, (0.0, SECONDS)))
            boxes = np.concatenate([still.corners.min(1), still.corners.max(1)], axis=1)
            shown.append(
                {
                    "photo": still.name,
                    "start": k * SECONDS,
                    "end": (k + 1) * SECONDS,
                    "tiles": [
                        {"tile": tile, "box": [round(float(v), 1) for v in box]}
                        for tile, box in zip(frame.tiles, boxes, strict=True)
                    ],
                }
            )
        story = Story("stream", quality, tuple(shots), None, None)
        yield f"table-{number + 1}", story, {"frames": shown}


def _tables(photos: Path) -> list[list[StreamFrame]]:
    """The frames of each table, in the order in which they were taken."""
    manifest = next(
        (p / MANIFEST for p in (photos, photos.parent) if (p / MANIFEST).is_file()), None
    )
    if manifest is None:
        raise ValueError(f"{photos} has no {MANIFEST} in it or above it: give a folder of photos.")
    with manifest.open(encoding="utf-8") as file:
        taken = {
            Path(row["image"]).stem: row["original"]
            for row in csv.DictReader(file)
            if row["session"] == SESSION
        }
    paths = sorted(
        (p for p in (photos / "images").glob("*") if p.stem in taken),
        key=lambda path: [int(n) if n.isdigit() else 0 for n in taken[path.stem].split("-")],
    )
    if not paths:
        raise ValueError(f"{photos} holds no frames of {SESSION}: give a folder that does.")
    tables: list[list[StreamFrame]] = []
    seen: list[tuple[np.ndarray, list[StreamFrame]]] = []
    for path in paths:
        picture = load_photo(path).pixels
        labels = read(path, picture.shape[1::-1])
        left, top, right, bottom = content(picture)
        boxes = np.array([box for _, box in labels]).reshape(-1, 4)
        quads = boxes[:, [0, 1, 2, 1, 2, 3, 0, 3]].reshape(-1, 4, 2) - (left, top)
        picture = np.ascontiguousarray(picture[top:bottom, left:right])
        tiles = [tile for tile, _ in labels]
        kind, hands = "hand in play", ()
        if finished_by_labels(tiles, boxes):
            flowers = tuple(tile for tile in tiles if tile.is_flower)
            others = tuple(tile for tile in tiles if not tile.is_flower)
            kind, hands = "finished", (ShownHand(others, (), flowers, None, quads),)
        still = Still(picture, path.stem, kind, hands, quads)
        frame = StreamFrame(still, tuple(tile.code for tile in tiles))
        colours = _colours(picture)
        near = [
            (cv2.compareHist(c, colours, cv2.HISTCMP_BHATTACHARYYA), k)
            for k, (c, _) in enumerate(seen)
        ]
        if near and min(near)[0] < NEAR:
            table = seen[min(near)[1]][1]
        else:
            table = []
            tables.append(table)
        table.append(frame)
        seen.append((colours, table))
    return tables


def _colours(picture: np.ndarray) -> np.ndarray:
    """A histogram of a picture's hues and saturations, which its table has the most part in."""
    hsv = cv2.cvtColor(picture, cv2.COLOR_RGB2HSV)
    return cv2.calcHist([hsv], [0, 1], None, [12, 6], [0, 180, 0, 256])
