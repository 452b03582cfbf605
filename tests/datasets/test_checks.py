"""What is wrong with labels, and what becomes of them."""

from __future__ import annotations

import pytest

from datasets import checks
from datasets.checks import CLIPPED, DROPPED, REPORTED
from scoring.tiles import Tile

CLASSES = ("1m", "2m", "a", "P")
SIZE = (200, 100)


def row(index: int, left: float, top: float, right: float, bottom: float):
    """A label from pixels of a picture of SIZE."""
    return index, (left / 200, top / 100, right / 200, bottom / 100)


ROW = [row(0, x, 10, x + 20, 40) for x in (20, 50, 80)]


@pytest.mark.parametrize(
    ("rows", "faults", "kept", "holes"),
    [
        (ROW, [], 3, 0),
        ([*ROW, row(7, 110, 10, 130, 40)], [(DROPPED, "unknown class")], 3, 1),
        ([*ROW, row(-1, 110, 10, 130, 40)], [(DROPPED, "unknown class")], 3, 1),
        ([*ROW, row(1, 195, 10, 215, 40)], [(DROPPED, "outside the picture")], 3, 0),
        ([*ROW, row(1, 60, 10, 60, 40)], [(DROPPED, "outside the picture")], 3, 0),
        ([*ROW, row(1, 185, 10, 203, 40)], [(CLIPPED, "reaches beyond the picture")], 4, 0),
        ([*ROW, row(1, 110, 10, 114, 14)], [(DROPPED, "too small to be read")], 3, 1),
        ([*ROW, row(1, 110, 20, 190, 40)], [(DROPPED, "no tile's aspect")], 3, 1),
        # At the picture's edge only a piece of the tile shows.
        ([*ROW, row(1, 110, 93, 135, 100)], [], 4, 0),
        ([*ROW, row(0, 21, 10, 41, 40)], [(DROPPED, "labelled twice")], 3, 0),
        ([*ROW, row(0, 23, 15, 37, 35)], [(DROPPED, "labelled twice")], 3, 0),
        (
            [*ROW, row(1, 21, 10, 41, 40)],
            [(DROPPED, "two different tiles in one place")] * 2,
            2,
            2,
        ),
        (
            [*ROW, *[row(0, x, 50, x + 20, 80) for x in (20, 50)]],
            [(REPORTED, "5 of one tile in one picture")],
            5,
            0,
        ),
        (
            [row(2, x, 10, x + 20, 40) for x in (20, 50)],
            [(REPORTED, "2 of one tile in one picture")],
            2,
            0,
        ),
    ],
)
def test_each_fault_and_what_stays(rows, faults, kept, holes):
    checked = checks.check(rows, CLASSES, SIZE)
    assert [(fault.action, fault.reason) for fault in checked.faults] == faults
    assert len(checked.tiles) == len(checked.indices) == kept
    assert len(checked.holes) == holes


def test_boxes_come_out_in_pixels_inside_the_picture():
    ((tile, box),) = checks.check([row(3, -4, 20, 16, 50)], CLASSES, SIZE).tiles
    assert tile is Tile("P")
    assert box == pytest.approx((0, 20, 16, 50))


def test_of_a_tile_labelled_twice_the_larger_box_stays():
    rows = [row(0, 23, 15, 37, 35), row(0, 20, 10, 40, 40)]
    ((_, box),) = checks.check(rows, CLASSES, SIZE).tiles
    assert box == pytest.approx((20, 10, 40, 40))


def test_a_stretched_picture_has_an_aspect_of_its_own():
    rows = [row(0, x, 10, x + 8, 90) for x in (20, 40, 60, 80)]
    assert checks.check(rows, CLASSES, SIZE).faults == ()
