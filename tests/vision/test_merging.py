"""Many sightings, each tile once: who wins, who votes, and what a look that missed it says."""

from __future__ import annotations

import math

import numpy as np
import pytest

from scoring.tiles import TILES, Tile
from vision.merging import Look, Scales, covered, merge
from vision.straighten import Region, whole

SCALES = Scales(best=40.0, tolerance=2.0)
PHOTO = (1000, 1000)

Sighting = tuple[str, float, float, float, float, float]


def quad(x: float, y: float, width: float, height: float, degrees: float = 0.0) -> np.ndarray:
    angle = math.radians(degrees)
    turn = np.array([[math.cos(angle), math.sin(angle)], [-math.sin(angle), math.cos(angle)]])
    half = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]]) * [width / 2, height / 2]
    return half @ turn + [x, y]


def look(*sightings: Sighting, scale: float = 1.0, region: Region | None = None) -> Look:
    """Sightings are (tile, confidence, centre x, centre y, width, height)."""
    corners = np.array([quad(*place) for _, _, *place in sightings]).reshape(-1, 4, 2)
    scores = np.zeros((len(sightings), len(TILES)))
    for i, (code, confidence, *_) in enumerate(sightings):
        scores[i, Tile(code).index] = confidence
    return Look(region or whole(PHOTO), scale, corners, scores)


def merged(*looks: Look, least: float = 0.0) -> list[tuple[str, float]]:
    """(tile, confidence) from left to right."""
    corners, scores = merge(list(looks), SCALES, least)
    order = np.argsort(corners.mean(axis=1)[:, 0], kind="stable")
    return [(TILES[scores[i].argmax()].code, round(float(scores[i].sum()), 3)) for i in order]


def test_one_look_is_itself():
    seen = look(("E", 0.9, 100, 100, 40, 54), ("S", 0.6, 140, 100, 40, 54))
    assert merged(seen) == [("E", 0.9), ("S", 0.6)]


def test_looks_at_one_scale_are_averaged():
    first = look(("3m", 0.9, 100, 100, 40, 54))
    again = look(("2m", 0.5, 102, 99, 41, 55))
    assert merged(first, again) == [("3m", pytest.approx(0.7, abs=0.01))]


def test_a_look_that_missed_a_tile_speaks_against_it():
    assert merged(look(("E", 0.9, 100, 100, 40, 54)), look()) == [("E", pytest.approx(0.45))]


@pytest.mark.parametrize(
    "nothing",
    [("S", 0.0, 300, 100, 40, 54), ("S", 0.6, 300, 100, 0, 54)],
    ids=["no score at all", "no width"],
)
def test_a_sighting_of_nothing_is_none(nothing):
    seen = look(("E", 0.9, 100, 100, 40, 54), nothing)
    assert merged(seen) == [("E", 0.9)]


def test_the_look_at_the_best_scale_counts_most():
    # 40 pixels are 10 in the first look, a quarter of the best scale.
    small = look(("W", 1.0, 100, 100, 40, 54), scale=0.25)
    best = look(("E", 0.6, 100, 100, 40, 54))
    ((tile, confidence),) = merged(small, best)
    assert tile == "E"
    assert confidence == pytest.approx(0.6, abs=0.02)


def test_the_corners_are_those_of_the_best_scale():
    small = look(("E", 0.9, 104, 104, 48, 60), scale=0.25)
    best = look(("E", 0.9, 100, 100, 40, 54))
    corners, _ = merge([small, best], SCALES)
    assert corners[0] == pytest.approx(quad(100, 100, 40, 54))


def test_a_look_has_no_say_outside_its_region():
    elsewhere = Region((700.0, 700.0), (300.0, 300.0), 0.0, 40.0)
    seen = look(("E", 0.9, 100, 100, 40, 54))
    assert merged(seen, look(region=elsewhere)) == [("E", pytest.approx(0.9, abs=1e-4))]


def test_a_look_that_saw_half_of_a_tile_has_no_say():
    # The region ends in the middle of the tile.
    beside = Region((200.0, 100.0), (200.0, 200.0), 0.0, 40.0)
    seen = look(("E", 0.9, 100, 100, 40, 54))
    assert merged(seen, look(region=beside)) == [("E", pytest.approx(0.9, abs=1e-4))]


def row(*skipped: int) -> list[Sighting]:
    """Eight tiles of one size in a row; 40 wide."""
    return [("E", 0.9, 100 + 42 * i, 100, 40, 54) for i in range(8) if i not in skipped]


def test_halves_lose_against_the_tile_of_its_neighbours_size():
    halves = [("2s", 0.95, 259, 100, 22, 54), ("2s", 0.95, 277, 100, 22, 54)]
    whole_tile = ("4s", 0.5, 268, 100, 40, 54)
    found = merged(look(*row(4), *halves, whole_tile))
    assert [tile for tile, _ in found] == ["E"] * 4 + ["4s"] + ["E"] * 3


def test_halves_say_that_there_is_a_tile_but_not_which():
    one = look(*row(4), ("4s", 0.5, 268, 100, 40, 54))
    other = look(*row(4), ("2s", 0.9, 259, 100, 22, 54), ("2s", 0.9, 277, 100, 22, 54))
    found = merged(one, other)
    assert found[4] == ("4s", pytest.approx(0.7, abs=0.05))
    assert len(found) == 8


def test_a_box_over_two_tiles_loses_against_them():
    both = ("4s", 0.95, 247, 100, 82, 54)
    found = merged(
        look(*row(3, 4), ("2s", 0.6, 226, 100, 40, 54), ("2s", 0.6, 268, 100, 40, 54), both)
    )
    assert [tile for tile, _ in found] == ["E"] * 3 + ["2s"] * 2 + ["E"] * 3


@pytest.mark.parametrize("degrees", [0, 20, 45, 70])
def test_slanted_neighbours_do_not_exclude_each_other(degrees):
    along = np.array([math.cos(math.radians(degrees)), math.sin(math.radians(degrees))])
    boxes = []
    for i in range(5):
        corners = quad(*(along * 42 * i + 200), 40, 54, degrees)
        (left, top), (right, bottom) = corners.min(axis=0), corners.max(axis=0)
        boxes.append(("E", 0.9, (left + right) / 2, (top + bottom) / 2, right - left, bottom - top))
    assert len(merged(look(*boxes))) == 5


def test_a_tile_half_hidden_behind_another_is_still_a_tile():
    behind = ("N", 0.8, 184, 73, 40, 26)
    assert ("N", 0.8) in merged(look(*row(), behind))


def test_less_than_the_least_is_left_out():
    seen = look(("E", 0.9, 100, 100, 40, 54), ("S", 0.1, 300, 100, 40, 54))
    assert merged(seen, least=0.2) == [("E", 0.9)]


def test_nothing_seen_is_nothing():
    corners, scores = merge([look()], SCALES)
    assert corners.shape == (0, 4, 2)
    assert scores.shape == (0, len(TILES))


def test_a_tile_on_ground_that_surer_ones_hold_is_none():
    corners = np.stack([quad(100, 100, 40, 54), quad(140, 100, 40, 54), quad(120, 100, 38, 50)])
    assert covered(corners, np.array([0.9, 0.9, 0.7])).tolist() == [False, False, True]
    assert covered(corners, np.array([0.7, 0.7, 0.9])).tolist() == [False, False, False]
    corners[2] += [0, 40]
    assert not covered(corners, np.array([0.9, 0.9, 0.7])).any()
