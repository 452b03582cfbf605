"""Names and numbers in a picture: beside the tiles, wherever rows of them lie."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from vision.draw import SURE
from vision.footage.planes import label
from vision.footage.strip import PANEL
from vision.footage.tags import Named, Tags

SIZE = (1280, 720)
WIDTH, HEIGHT = 60, 80
NAMES = [f"{n}{suit}" for suit in "mps" for n in range(1, 10)] * 2


def hand(rows, left: float, top: float, number: str = "1", turned: float = 0.0) -> Named:
    """Touching rows of so many tiles, turned by degrees around their upper left corner."""
    corners = []
    for row, count in enumerate(rows):
        for column in range(count):
            x, y = column * WIDTH, row * HEIGHT
            corners.append([(x, y), (x + WIDTH, y), (x + WIDTH, y + HEIGHT), (x, y + HEIGHT)])
    angle = np.radians(turned)
    turn = np.array([[np.cos(angle), np.sin(angle)], [-np.sin(angle), np.cos(angle)]])
    places = np.array(corners, float) @ turn + (left, top)
    return Named(places, NAMES[: len(places)], [SURE] * len(places), number, PANEL)


def moved(one: Named, by: tuple[float, float], scale: float = 1.0) -> Named:
    return Named(one.corners * scale + by, one.names, one.colours, one.number, one.ground)


def painted(hands, size=SIZE) -> np.ndarray:
    """Where tiles are, but for their edges, (height, width)."""
    picture = np.zeros(size[::-1], np.uint8)
    for one in hands:
        middles = one.corners.mean(axis=1, keepdims=True)
        inner = middles + 0.88 * (one.corners - middles)
        for quad in inner:
            cv2.fillConvexPoly(picture, np.rint(quad).astype(np.int32), 1)
    return picture > 0


def check(hands, placed, size=SIZE) -> None:
    """Everything is inside the picture, and hides nothing."""
    hidden = painted(hands, size)
    for planes, x, y in placed:
        tall, wide = planes[0].shape
        assert 0 <= x <= size[0] - wide
        assert 0 <= y <= size[1] - tall
        assert x % 2 == y % 2 == 0
        assert not hidden[y : y + tall, x : x + wide].any()
        hidden[y : y + tall, x : x + wide] = True


# How many names stand by themselves, and how many rows in one.
ARRANGED = {
    "one row": ([hand([14], 200, 300)], 14, 0),
    "one row at the top": ([hand([14], 200, 4)], 14, 0),
    "one row at the bottom": ([hand([14], 200, 720 - HEIGHT - 4)], 14, 0),
    "one row from edge to edge": ([hand([14], 4, 300)], 14, 0),
    "two rows": ([hand([7, 7], 200, 300)], 14, 0),
    "two rows at the top": ([hand([7, 7], 200, 2)], 7, 1),
    "three rows": ([hand([5, 5, 4], 300, 200)], 10, 1),
    "four rows": ([hand([4, 4, 3, 3], 300, 200)], 8, 2),
    "two hands one below the other": ([hand([14], 200, 200), hand([14], 200, 280, "2")], 28, 0),
    "two hands one beside the other": (
        [hand([7, 7], 100, 200), hand([7, 7], 522, 200, "2")],
        28,
        0,
    ),
    "three hands": ([hand([9], 200, 200 + HEIGHT * n, str(n)) for n in range(3)], 18, 1),
    "turned": ([hand([7, 7], 200, 300, turned=20)], 14, 0),
    "turned the other way": ([hand([7, 7], 300, 200, turned=-30)], 14, 0),
    "upright": ([hand([7, 7], 600, 100, turned=90)], 14, 0),
    "upside down": ([hand([7, 7], 900, 500, turned=180)], 14, 0),
}


@pytest.mark.parametrize("name", ARRANGED)
def test_no_tile_is_hidden_and_every_name_is_there(name):
    hands, single, rows = ARRANGED[name]
    placed = Tags(SIZE).place(hands)
    check(hands, placed)
    assert len(placed) == single + rows + len(hands)
    longest = max(label(n, SURE, 30)[0].shape[1] for n in NAMES)
    assert sum(planes[0].shape[1] > longest for planes, *_ in placed) == rows


def test_names_lie_at_the_outer_edge_of_their_tile():
    (one,) = ARRANGED["two rows"][0]
    placed = Tags(SIZE).place([one])[:14]
    for (planes, x, y), corners in zip(placed, one.corners, strict=True):
        tall, wide = planes[0].shape
        assert x + wide / 2 == pytest.approx(corners[:, 0].mean(), abs=2)
        above = corners[0, 1] == 300
        edge = y + tall if above else y
        assert edge == pytest.approx(corners[0, 1] if above else corners[2, 1], abs=4)


def test_a_number_lies_beside_its_hand_though_boxes_are_not_all_turned_as_the_row_is():
    one = hand([14], 60, 200, turned=18)
    for tile in (2, 4, 5, 8, 9):
        low, high = one.corners[tile].min(axis=0), one.corners[tile].max(axis=0)
        one.corners[tile] = [low, (high[0], low[1]), high, (low[0], high[1])]
    placed = Tags(SIZE).place([one])
    check([one], placed)
    planes, x, y = placed[-1]
    assert planes[0].shape[0] > 30
    assert np.abs(one.corners - (x, y)).max(axis=2).min() < 60


@pytest.mark.parametrize("name", ARRANGED)
def test_what_is_placed_moves_with_the_tiles(name):
    hands = ARRANGED[name][0]
    tags = Tags(SIZE)
    before = tags.place(hands)
    after = tags.place([moved(one, (2, 2)) for one in hands])
    check([moved(one, (2, 2)) for one in hands], after)
    if len(before) == len(after) and "edge" not in name and "bottom" not in name:
        assert [(x + 2, y + 2) for _, x, y in before] == [(x, y) for _, x, y in after]


def test_nothing_is_hidden_while_the_camera_moves():
    tags, hands = Tags(SIZE), [hand([7, 7], 100, 200), hand([9], 560, 330, "2")]
    for step in range(20):
        seen = [moved(one, (36.0 * step, -15.0 * step), 1 + step / 30) for one in hands]
        check(seen, tags.place(seen))


def test_what_finds_no_room_is_left_out():
    hands = [hand([10, 10, 10], 0, 0)]
    placed = Tags((600, 240)).place(hands)
    assert placed == []
    check(hands, Tags((640, 300)).place(hands), (640, 300))


@pytest.mark.parametrize("size", [(2, 2), (64, 36), (320, 180)])
def test_small_pictures_have_the_names_that_find_room(size):
    tags = Tags(size)
    for step in range(3):
        small = [moved(hand([7, 7], 50, 50), (step, 0), 0.2)]
        check(small, tags.place(small), size)
