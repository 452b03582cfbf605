"""Flowers whose box covers only what is printed in a corner get the box of the whole tile.

A model says where whole tiles are; a strip takes the tile in which it lies.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from scoring.tiles import Tile
from vision import boxes
from vision.detections import Box
from vision.detector import Found

# A strip has less than this part of the area that tiles of its picture have.
STRIP = 0.8
# The look that finds whole tiles: network pixels per picture pixel, and the least confidence.
SCALE, CONFIDENCE = 1.0, 0.15
# The part of a strip that lies in its tile.
HELD = 0.75
# A whole tile's area against that of the picture's other tiles.
LEAST, MOST = 0.5, 2.0


@dataclass(frozen=True)
class Whole:
    """A strip and the box of its tile, None where no tile was found for it."""

    tile: Tile
    strip: Box
    box: Box | None


def strips(
    tiles: Sequence[tuple[Tile, Box]], indices: Sequence[int], classes: frozenset[int]
) -> list[int]:
    """Places of the labels that are strips: of a class that may be, and too small for a tile."""
    areas = boxes.areas(np.array([box for _, box in tiles]).reshape(-1, 4))
    whole = [area for area, index in zip(areas, indices, strict=True) if index not in classes]
    usual = float(np.median(whole)) if whole else np.inf
    return [
        place
        for place, index in enumerate(indices)
        if index in classes and areas[place] < STRIP * usual
    ]


def whole_tiles(
    tiles: Sequence[tuple[Tile, Box]], places: Sequence[int], seen: Found
) -> list[Whole]:
    """For each strip at `places`, the box among `seen` that holds it and holds no other label."""
    known = np.array([box for _, box in tiles]).reshape(-1, 4)
    others = [place for place in range(len(tiles)) if place not in places]
    usual = float(np.median(boxes.areas(known[others]))) if others else 0.0
    areas = boxes.areas(seen.boxes)
    possible = np.ones(len(seen), bool)
    if usual:
        possible = (areas > LEAST * usual) & (areas < MOST * usual)
    possible &= boxes.overlaps(seen.boxes, known[others]).sum(axis=1) < 0.3 * areas
    found = []
    for place in places:
        tile, strip = tiles[place]
        area = max(float(boxes.areas(known[place : place + 1])[0]), 1e-9)
        held = boxes.overlaps(seen.boxes, known[place : place + 1])[:, 0] > HELD * area
        held &= possible & (areas > area)
        if not held.any():
            found.append(Whole(tile, strip, None))
            continue
        best = int(np.argmax(np.where(held, seen.confidences, -1.0)))
        found.append(Whole(tile, strip, tuple(float(v) for v in seen.boxes[best])))
    return found
