"""What is wrong with a picture's labels, and what of them may be kept.

A label that is dropped leaves a hole: a place where a tile may lie that nobody labelled, which has
to be painted out before a detector is trained on the picture.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from scoring.tiles import Tile
from vision import boxes, labels
from vision.detections import Box

# Narrower than this, in pixels, and no face can be told from another.
LEAST_SIDE = 6.0
# A box that ends farther than this beyond the picture is clipped; it is dropped if less than
# VISIBLE of it lies inside.
SLACK = 0.5
VISIBLE = 0.5
# Lying, standing or seen aslant, tiles of one picture differ by less than this in aspect.
ASPECT = 4.0
# From how many tiles on a picture has a usual aspect.
ENOUGH = 3
SAME_PLACE = 0.65
# Part of the smaller of two boxes of one tile that lies in the other.
INSIDE = 0.9

DROPPED, CLIPPED, REPORTED = "dropped", "clipped", "reported"


@dataclass(frozen=True)
class Fault:
    """`action`: whether the label was dropped, clipped, or kept and only reported. `tile`: what
    the label says, as text. `box`: in pixels, None if the fault is the whole picture's."""

    action: str
    reason: str
    tile: str = ""
    box: Box | None = None


@dataclass(frozen=True)
class Checked:
    """tiles and their boxes in pixels; the class that the file gave each; what was wrong; holes."""

    tiles: tuple[tuple[Tile, Box], ...]
    indices: tuple[int, ...]
    faults: tuple[Fault, ...]
    holes: tuple[Box, ...]


def check(
    rows: Sequence[tuple[int, Box]], classes: Sequence[str], size: tuple[int, int]
) -> Checked:
    """Check labels as `vision.labels.parse` gives them. size: the picture's (width, height)."""
    faults: list[Fault] = []
    holes: list[Box] = []
    kept: list[tuple[int, Tile, Box]] = []

    def drop(reason: str, tile: str, box: Box, hole: bool = True) -> None:
        faults.append(Fault(DROPPED, reason, tile, box))
        if hole:
            holes.append(box)

    for index, part in rows:
        box = labels.scaled(part, *size)
        if not 0 <= index < len(classes):
            drop("unknown class", str(index), box)
            continue
        tile = Tile(classes[index])
        inside = _clipped(box, size)
        if _area(box) <= 0 or _area(inside) < VISIBLE * _area(box):
            drop("outside the picture", tile.code, box, hole=False)
        elif min(inside[2] - inside[0], inside[3] - inside[1]) < LEAST_SIDE:
            drop("too small to be read", tile.code, inside)
        else:
            if max(abs(a - b) for a, b in zip(box, inside, strict=True)) > SLACK:
                faults.append(Fault(CLIPPED, "reaches beyond the picture", tile.code, box))
            kept.append((index, tile, inside))

    for odd in _odd_aspects([box for _, _, box in kept], size):
        _, tile, box = kept[odd]
        drop("no tile's aspect", tile.code, box)
        kept[odd] = None
    kept = [label for label in kept if label is not None]

    again, unsure = _overlapping(kept)
    for place in sorted(again):
        _, tile, box = kept[place]
        drop("labelled twice", tile.code, box, hole=False)
    for place in sorted(unsure - again):
        _, tile, box = kept[place]
        drop("two different tiles in one place", tile.code, box)
    kept = [label for place, label in enumerate(kept) if place not in again | unsure]

    faults.extend(_too_many([tile for _, tile, _ in kept]))
    return Checked(
        tuple((tile, box) for _, tile, box in kept),
        tuple(index for index, _, _ in kept),
        tuple(faults),
        tuple(holes),
    )


def _clipped(box: Box, size: tuple[int, int]) -> Box:
    width, height = size
    left, top, right, bottom = box
    return max(left, 0.0), max(top, 0.0), min(right, float(width)), min(bottom, float(height))


def _area(box: Box) -> float:
    return max(box[2] - box[0], 0.0) * max(box[3] - box[1], 0.0)


def _odd_aspects(found: Sequence[Box], size: tuple[int, int]) -> list[int]:
    """Places of boxes far from the usual aspect that the picture's edge does not explain."""
    if len(found) < ENOUGH:
        return []
    array = np.array(found)
    aspects = np.log((array[:, 2] - array[:, 0]) / (array[:, 3] - array[:, 1]))
    at_edge = (array[:, :2] < 2).any(axis=1) | (array[:, 2:] > np.array(size) - 2).any(axis=1)
    odd = np.abs(aspects - np.median(aspects)) > np.log(ASPECT)
    return list(np.flatnonzero(odd & ~at_edge))


def _overlapping(kept: Sequence[tuple[int, Tile, Box]]) -> tuple[set[int], set[int]]:
    """Places of labels that say again what another says, and of those that contradict another."""
    array = np.array([box for _, _, box in kept]).reshape(-1, 4)
    shared, inside = boxes.iou(array, array), boxes.within(array, array)
    again, unsure = set(), set()
    for later in range(len(kept)):
        for earlier in range(later):
            same_tile = kept[later][1] is kept[earlier][1]
            if same_tile and (
                shared[earlier, later] > SAME_PLACE or inside[earlier, later] > INSIDE
            ):
                # The larger box is the one around the whole tile.
                smaller = later if _area(kept[later][2]) <= _area(kept[earlier][2]) else earlier
                again.add(smaller)
            elif not same_tile and shared[earlier, later] > SAME_PLACE:
                unsure |= {earlier, later}
    return again, unsure


def _too_many(tiles: Sequence[Tile]) -> list[Fault]:
    """More of a kind than one set holds: a wrong label, or a picture of more than one set."""
    return [
        Fault(REPORTED, f"{count} of one tile in one picture", tile.code)
        for tile, count in sorted(Counter(tiles).items())
        if not tile.is_back and count > (1 if tile.is_flower else 4)
    ]
