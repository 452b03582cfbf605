"""Flowers boxed only on their print get the box of the tile around it."""

from __future__ import annotations

import numpy as np
import pytest

from datasets import flowers
from scoring.tiles import TILES, Tile
from vision.detector import Found

STRIP_CLASSES = frozenset({30})
TILE = (Tile("1m"), (10.0, 10.0, 40.0, 50.0))
OTHER = (Tile("2m"), (80.0, 10.0, 110.0, 50.0))
STRIP = (Tile("e"), (42.0, 12.0, 70.0, 24.0))


def found(*boxes: tuple[float, float, float, float]) -> Found:
    scores = np.zeros((len(boxes), len(TILES)), np.float32)
    scores[:, 38] = np.linspace(0.9, 0.5, len(boxes))
    return Found(np.array(boxes, np.float32).reshape(-1, 4), scores)


def test_a_strip_is_of_its_class_and_smaller_than_a_tile():
    whole = (Tile("e"), (42.0, 10.0, 72.0, 50.0))
    assert flowers.strips([TILE, STRIP], [9, 30], STRIP_CLASSES) == [1]
    assert flowers.strips([TILE, STRIP], [9, 31], STRIP_CLASSES) == []
    assert flowers.strips([TILE, whole], [9, 30], STRIP_CLASSES) == []
    assert flowers.strips([STRIP], [30], STRIP_CLASSES) == [0]


@pytest.mark.parametrize(
    ("case", "boxes", "expected"),
    [
        ("its tile", [(41, 10, 71, 50)], (41, 10, 71, 50)),
        ("the surer of two", [(41, 10, 71, 50), (40, 9, 73, 51)], (41, 10, 71, 50)),
        ("a find beside it", [(75, 60, 105, 100)], None),
        ("a find that is no larger", [(42, 12, 70, 24)], None),
        ("a find around two tiles", [(10, 10, 71, 50)], None),
        ("a find far too large", [(0, 0, 300, 200)], None),
        ("nothing", [], None),
    ],
)
def test_the_tile_that_a_strip_lies_in(case, boxes, expected):
    (whole,) = flowers.whole_tiles([TILE, STRIP, OTHER], [1], found(*boxes))
    assert (whole.tile, whole.strip) == STRIP
    assert whole.box == expected, case
