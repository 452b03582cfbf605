"""Patches of tiles: their slope, their size, and cuts that map back to the photo exactly."""

from __future__ import annotations

import math

import numpy as np
import pytest

from scoring.tiles import Tile
from tests.vision.cards import put, table
from vision.straighten import Region, regions, slope, tile_widths, whole


def around(corners: np.ndarray) -> tuple[float, ...]:
    return (*corners.min(axis=0), *corners.max(axis=0))


def row(
    count: int, degrees: float, start: tuple[float, float], width: float = 40, pitch: float = 1.0
) -> np.ndarray:
    """The boxes around tiles laid in a row that slopes by `degrees`."""
    angle = math.radians(degrees)
    along = np.array([math.cos(angle), math.sin(angle)])
    across = np.array([-along[1], along[0]])
    boxes = []
    for i in range(count):
        middle = np.array(start) + along * i * width * pitch
        half = np.array([along * width, across * width * 1.35]) / 2
        corners = np.array([middle + a * half[0] + b * half[1] for a in (-1, 1) for b in (-1, 1)])
        boxes.append(around(corners))
    return np.array(boxes)


@pytest.mark.parametrize("degrees", [0, 10, -10, 35, -35, 45, 60, 89, -89])
@pytest.mark.parametrize("count", [3, 14])
def test_the_slope_of_a_row(degrees, count):
    found = slope(row(count, degrees, (400, 400)))
    apart = (math.degrees(found) - degrees + 90) % 180 - 90
    assert apart == pytest.approx(0, abs=1.0)


def test_two_rows_slope_together():
    found = np.concatenate([row(14, 20, (100, 100)), row(9, 20, (85, 155))])
    assert math.degrees(slope(found)) == pytest.approx(20, abs=1.5)


def test_scattered_tiles_have_no_slope():
    spots = np.random.default_rng(3).uniform(0, 2000, (12, 2))
    assert slope(np.concatenate([spots, spots + 40], axis=1)) == 0.0
    assert slope(np.zeros((0, 4))) == 0.0
    assert slope(np.array([[0, 0, 30, 40]])) == 0.0


@pytest.mark.parametrize("degrees", [0, 15, 45, 70, 90])
def test_the_width_of_tiles_from_the_boxes_around_them(degrees):
    widths = tile_widths(row(5, degrees, (300, 300)), math.radians(degrees))
    assert widths == pytest.approx(40, abs=1)


@pytest.mark.parametrize(
    ("rows", "expected"),
    [
        ([], 0),
        ([row(14, 5, (100, 100))], 1),
        ([row(14, 5, (100, 100)), row(6, 5, (100, 220))], 1),
        # Another slope, another size, another corner of the table: another look.
        ([row(14, 0, (100, 100)), row(14, 40, (1500, 1500))], 2),
        ([row(14, 0, (100, 100), width=40), row(14, 0, (100, 400), width=90)], 2),
        ([row(14, 0, (100, 100)), row(5, 0, (3000, 2500))], 2),
    ],
)
def test_patches(rows, expected):
    boxes = np.concatenate(rows) if rows else np.zeros((0, 4))
    found = regions(boxes)
    assert len(found) == expected
    centres = (boxes[:, :2] + boxes[:, 2:]) / 2
    held = sum(region.contains(centres).astype(int) for region in found) if found else np.array([])
    assert (held >= 1).all()


def test_a_patch_leaves_room_for_tiles_that_were_missed():
    boxes = row(14, 0, (500, 300))
    (region,) = regions(boxes[1:-1])
    assert region.tile_width == pytest.approx(40, abs=1)
    assert region.contains((boxes[[0, -1], :2] + boxes[[0, -1], 2:]) / 2).all()


@pytest.mark.parametrize("degrees", [0, 12, -35, 80, -90])
@pytest.mark.parametrize("scale", [0.2, 0.45, 1.0, 2.5])
def test_a_cut_is_level_and_maps_back(degrees, scale):
    picture = table(900, 700)
    corners = put(picture, Tile("7s"), (430, 370), 120, 160, degrees)
    region = Region((430.0, 370.0), (300.0, 260.0), math.radians(degrees), 120.0)
    cut = region.cut(picture, scale, 114)
    assert cut.shape[1::-1] == region.cut_size(scale)
    red = cut[..., 0] > 130
    left, right = np.nonzero(red.any(axis=0))[0][[0, -1]]
    top, bottom = np.nonzero(red.any(axis=1))[0][[0, -1]]
    box = np.array([[left, top], [right + 1, top], [right + 1, bottom + 1], [left, bottom + 1]])
    back = region.to_photo(box.astype(float), scale)
    assert back == pytest.approx(corners, abs=1.5 + 1.5 / scale)


def test_beyond_the_photo_a_cut_is_padding():
    region = Region((0.0, 0.0), (100.0, 100.0), 0.0, 20.0)
    cut = region.cut(np.full((200, 200, 3), 250, np.uint8), 1.0, 114)
    assert (cut[:40, :40] == 114).all()
    assert (cut[60:, 60:] == 250).all()


def test_the_whole_photo_is_a_region():
    region = whole((640, 480))
    points = np.array([[0, 0], [640, 480], [641, 10], [-1, 10]], float)
    assert region.contains(points).tolist() == [True, True, False, False]
    assert region.contains(points + 5, inset=4).tolist() == [True, False, False, True]
