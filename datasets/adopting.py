"""Tiles that lie in a picture without a label, named by the models where those are sure.

Discards, walls and other hands show tiles at angles and distances that labelled hands lack, and
nearly all real tiles that lie face down. Where the reader would stake more than its usual on one,
training profits more from its label than from a hole in the picture; and what the reader takes for
no tile at all is better learnt as such than painted over.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from scoring.tiles import TILES, Tile
from vision import boxes, quads
from vision.detections import Box
from vision.images import Photo
from vision.reading import Reader

# The certainty that a place is a tile, and the probability of its likeliest kind, from which it
# gets that label; wrong labels cost a training more than holes.
CERTAIN, NAMED = 0.9, 0.9
# The certainty below which it is none.
UNLIKELY = 0.05
# Overlap by which a find is a place of the reader.
SAME = 0.5


@dataclass(frozen=True)
class Judged:
    """What the reader thinks of a find: which `tile` it is, or that it `stays` as it is, no tile.

    Neither is said where it is not sure or saw nothing."""

    tile: Tile | None = None
    stays: bool = False


def judge(reader: Reader, pixels: np.ndarray, finds: Sequence[Box]) -> list[Judged]:
    """What the reader thinks of each of `finds`, boxes in `pixels` (uint8 RGB)."""
    if not len(finds):
        return []
    places = reader.places(Photo(pixels))
    if not len(places.sure):
        return [Judged()] * len(finds)
    overlaps = boxes.iou(np.asarray(finds, np.float64), quads.around(places.corners))
    judged = []
    for row in overlaps:
        place = int(row.argmax())
        certain, tiles = places.sure[place], places.tiles[place]
        if row[place] < SAME:
            judged.append(Judged())
        elif certain >= CERTAIN and tiles.max() >= NAMED:
            judged.append(Judged(TILES[int(tiles.argmax())]))
        else:
            judged.append(Judged(stays=bool(certain < UNLIKELY)))
    return judged
