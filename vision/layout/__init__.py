"""From the tiles of one photo to rows and groups, by geometry alone.

`arrange` never looks at what is on a tile. It finds the lines in which tiles lie, at any angle and
slightly bent, measures the gaps in tile widths, and says of every tile how it lies in its row:
upright or on its side, straight or tilted, in line or pushed out of it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from vision.detections import Detection
from vision.layout.chains import find_chains
from vision.layout.frames import Frames
from vision.layout.plane import table_plane
from vision.layout.rows import Group, Row, Slot, measure_rows

__all__ = ["Group", "Layout", "Row", "Slot", "arrange"]

# Two boxes with centres this near (in tile widths) are one tile found twice.
SAME_TILE = 0.3


@dataclass(frozen=True)
class Layout:
    """How the tiles of a photo lie.

    rows: the longest and tidiest first. groups: all groups of all rows. unused: positions of
    detections that lie on a more confident one and so are no tile of their own. Every detection is
    in exactly one group or in `unused`.
    """

    rows: tuple[Row, ...]
    groups: tuple[Group, ...]
    unused: tuple[int, ...]


def arrange(detections: Sequence[Detection]) -> Layout:
    """The rows and groups in which the detections lie. Any number of detections, also none."""
    if not detections:
        return Layout((), (), ())
    frames = Frames.of(detections)
    doubles = _doubles(frames)
    kept = np.array([i for i in range(len(detections)) if i not in doubles])
    flat, angle = table_plane(frames.select(kept))
    rows = measure_rows(flat, find_chains(flat, angle), kept)
    groups = tuple(group for row in rows for group in row.groups)
    return Layout(rows, groups, tuple(sorted(doubles)))


def _doubles(frames: Frames) -> set[int]:
    n = len(frames)
    distance = np.linalg.norm(frames.centres[:, None] - frames.centres[None], axis=-1)
    short = np.linalg.norm(frames.sides, axis=-1).min(axis=-1)
    near = distance < SAME_TILE * np.minimum(short[:, None], short[None])
    doubles: set[int] = set()
    for i in np.argsort(-frames.confidence, kind="stable"):
        if int(i) not in doubles:
            doubles.update(int(j) for j in range(n) if near[i, j] and j != i)
    return doubles
