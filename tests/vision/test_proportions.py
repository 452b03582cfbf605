"""`vision.proportions`: stretched photos, brought back."""

from __future__ import annotations

import math

import cv2
import numpy as np
import pytest

from vision import proportions
from vision.images import Photo
from vision.proportions import Proportions
from vision.straighten import TALL


@pytest.mark.parametrize(
    ("width", "height", "count", "expected"),
    [
        (30, 40, 9, None),
        (40, 30, 9, None),
        (25, 45, 9, None),
        (15, 60, 9, (60 / 15 / TALL, 1.0)),
        (60, 15, 9, (1.0, 60 / 15 / TALL)),
        (2, 60, 9, (proportions.MOST_STRETCHED, 1.0)),
        (15, 60, 5, None),
    ],
)
def test_narrow_tiles_tell_of_a_stretched_photo(width, height, count, expected):
    left = np.arange(count) * width * 1.1
    found = np.stack([left, np.zeros(count), left + width, np.full(count, height)], axis=1)
    assert proportions.stretch(found) == (None if expected is None else pytest.approx(expected))


@pytest.mark.parametrize("degrees", [-40, -20, -3, 0, 1, 10, 35, 44])
def test_most_edges_tell_how_far_a_picture_was_turned(degrees):
    pixels = np.full((400, 600, 3), 90, np.uint8)
    for left in range(100, 500, 60):
        corners = cv2.boxPoints(((300 + (left - 300), 200), (40, 150), 0))
        turn = cv2.getRotationMatrix2D((300, 200), -degrees, 0.8)
        corners = corners @ turn[:, :2].T + turn[:, 2]
        cv2.fillPoly(pixels, [np.round(corners).astype(int)], (230, 230, 220), cv2.LINE_AA)
    assert math.degrees(proportions.slant(pixels)) == pytest.approx(degrees, abs=1)


@pytest.mark.parametrize("size", [(20, 30), (1, 1), (1, 60000), (2000, 1), (3, 9000)])
def test_a_picture_without_edges_does_not_lean(size):
    assert abs(proportions.slant(np.full((*size, 3), 7, np.uint8))) < math.radians(1)


@pytest.mark.parametrize(
    ("how", "size"),
    [
        (Proportions(), (40, 20)),
        (Proportions(0.0, (2.0, 1.0)), (80, 20)),
        (Proportions(math.pi / 2, (1.0, 1.0)), (20, 40)),
        (Proportions(math.radians(30), (1.0, 3.0)), (45, 112)),
        (Proportions(0.1, (1000.0, 1000.0)), (3741, 2139)),
    ],
)
def test_points_come_back_to_where_they_were(how, size):
    rng = np.random.default_rng(3)
    photo = Photo(rng.integers(0, 255, (20, 40, 3), np.uint8))
    whole = how.applied(photo)
    assert whole.photo.size == pytest.approx(size, abs=1)
    points = np.array([[0.0, 0.0], [40.0, 20.0], [13.0, 7.0]])
    there = points @ whole.matrix[:, :2].T + whole.matrix[:, 2]
    assert whole.to_original(there) == pytest.approx(points, abs=1e-6)
    assert (there >= -1).all()
    assert (there <= np.array(whole.photo.size) + 1).all()
