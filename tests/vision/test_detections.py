"""A detection says where a tile is, which way up, and what it may be."""

from __future__ import annotations

import json
import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.tiles import TILES, Tile
from vision.detections import Detection, DetectionError, certain

SQUARE = ((0, 0), (30, 0), (30, 40), (0, 40))


def between(first: str, second: str, share: float) -> tuple[float, ...]:
    values = [0.0] * len(TILES)
    values[Tile(first).index], values[Tile(second).index] = share, 1 - share
    return tuple(values)


def test_the_most_probable_tile_and_its_runners_up():
    detection = Detection(SQUARE, 0.8, between("3m", "2m", 0.7))
    assert detection.tile is Tile("3m")
    assert detection.tile_probability == pytest.approx(0.7)
    assert detection.runners_up == [(Tile("2m"), pytest.approx(0.3))]


@pytest.mark.parametrize(
    ("corners", "xyxy", "centre", "width", "height", "degrees"),
    [
        (SQUARE, (0, 0, 30, 40), (15, 20), 30, 40, 0),
        (((30, 0), (30, 40), (0, 40), (0, 0)), (0, 0, 30, 40), (15, 20), 30, 40, 90),
        (((30, 40), (0, 40), (0, 0), (30, 0)), (0, 0, 30, 40), (15, 20), 30, 40, 180),
        (((0, 10), (10, 0), (30, 20), (20, 30)), (0, 0, 30, 30), (15, 15), 200**0.5, 800**0.5, -45),
    ],
)
def test_geometry_follows_the_corners(corners, xyxy, centre, width, height, degrees):
    detection = Detection(corners, 1.0, certain(Tile("E")))
    assert detection.xyxy == pytest.approx(xyxy)
    assert detection.centre == pytest.approx(centre)
    assert (detection.width, detection.height) == pytest.approx((width, height))
    turn = math.degrees(detection.angle) - degrees
    assert math.cos(math.radians(turn)) == pytest.approx(1)


def test_a_box_begins_at_the_top_left():
    detection = Detection.of_tile(Tile("back"), (1, 2, 3, 5))
    assert detection.corners == ((1, 2), (3, 2), (3, 5), (1, 5))
    assert detection.confidence == 1.0
    assert detection.tile is Tile("back")


@pytest.mark.parametrize(
    ("corners", "confidence", "probabilities", "message"),
    [
        (SQUARE[:3], 1.0, certain(Tile("E")), "four corners"),
        (((math.nan, 0), *SQUARE[1:]), 1.0, certain(Tile("E")), "finite"),
        (SQUARE, 1.1, certain(Tile("E")), "between 0 and 1"),
        (SQUARE, math.nan, certain(Tile("E")), "between 0 and 1"),
        (SQUARE, 1.0, (1.0,), "43 tile probabilities, not 1"),
        (SQUARE, 1.0, (0.5,) * len(TILES), "sum to 1"),
        (SQUARE, 1.0, (-1.0, 2.0, *(0.0,) * 41), "positive"),
    ],
)
def test_impossible_values_are_refused(corners, confidence, probabilities, message):
    with pytest.raises(DetectionError, match=message):
        Detection(corners, confidence, probabilities)


def test_equal_values_are_equal_detections():
    assert Detection.of_tile(Tile("E"), (0, 0, 1, 1)) == Detection.of_tile(Tile("E"), (0, 0, 1, 1))
    assert len({Detection.of_tile(Tile("E"), (0, 0, 1, 1)) for _ in range(3)}) == 1


@given(
    st.lists(st.floats(0, 1), min_size=len(TILES), max_size=len(TILES)).filter(
        lambda v: sum(v) > 1
    ),
    st.floats(0, 1),
    st.tuples(*[st.tuples(st.floats(-5000, 5000), st.floats(-5000, 5000))] * 4),
)
def test_json_gives_back_the_detection(weights, confidence, corners):
    total = sum(weights)
    detection = Detection(corners, confidence, tuple(w / total for w in weights))
    copy = Detection.from_dict(json.loads(json.dumps(detection.to_dict())))
    assert copy.confidence == pytest.approx(detection.confidence, abs=1e-4)
    for corner, original in zip(copy.corners, detection.corners, strict=True):
        assert corner == pytest.approx(original, abs=0.01)
    assert copy.probabilities == pytest.approx(detection.probabilities, abs=3e-3)


@pytest.mark.parametrize("values", [{}, {"corners": SQUARE}, [], None, {"probabilities": 3}])
def test_foreign_json_is_refused(values):
    with pytest.raises(DetectionError, match="needs 'corners'"):
        Detection.from_dict(values)
