"""Boxes of several frames become places: what flickers goes, what is hidden for a while stays."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from scoring import Tile
from tests.vision.laying import row, tile, torn
from vision.footage.tracks import FrameReading, contradict, log_mean, pool
from vision.footage.values import NOT_SEEN, moved

ROW = row("1m 2m 3m 4p 5p 6p 7s 7s 7s E E E C C", 100, 200)
SIZE = (1200, 600)


def shifted(detections, dx=0.0, dy=0.0, scale=1.0):
    motion = (scale, 0.0, dx, 0.0, scale, dy)
    return [replace(d, corners=moved(d.corners, motion)) for d in detections]


def reading(detections, time=0.0, dx=0.0, dy=0.0, **more):
    motion = (1.0, 0.0, dx, 0.0, 1.0, dy)
    return FrameReading(time, tuple(detections), SIZE, motion, **more)


def codes(pooled):
    return " ".join(place.tile.code for place in pooled.places)


WHOLE = " ".join(d.tile.code for d in ROW)


@pytest.mark.parametrize(
    ("told", "real"),
    [
        ((0, 0), (0, 0)),
        ((40, -20), (40, -20)),
        # small pictures tell the camera's motion only roughly
        ((45, -10), (40, -20)),
        ((60, 0), (75, 5)),
    ],
)
def test_a_camera_that_moves(told, real):
    frames = [reading(ROW), reading(shifted(ROW, *real), 1.0, *told)]
    pooled = pool(frames)
    assert codes(pooled) == WHOLE
    assert all(place.seen == 2 for place in pooled.places)
    there = moved(pooled.places[0].corners, pooled.motions[1])
    assert np.allclose(there, moved(ROW[0].corners, (1, 0, real[0], 0, 1, real[1])), atol=1.0)


def test_a_zoom():
    zoomed = shifted(ROW, -100, -40, 1.2)
    frame = FrameReading(1.0, tuple(zoomed), (1400, 600), (1.19, 0, -98, 0, 1.19, -38))
    pooled = pool([replace(reading(ROW), size=(1400, 600)), frame])
    assert codes(pooled) == WHOLE
    assert all(place.seen == 2 for place in pooled.places)


FALSE = tile("9p", 500, 420)


@pytest.mark.parametrize(
    ("frames", "expected"),
    [
        # a box of one frame in three is nothing
        ([ROW, [*ROW, FALSE], ROW], WHOLE),
        # a tile missed in one frame of three is one
        ([ROW, ROW[:-1], ROW], WHOLE),
        # in one of two: as sure as it looked
        ([ROW, ROW[:-1]], WHOLE),
        ([ROW, [*ROW, replace(FALSE, confidence=0.66)]], WHOLE),
        # one that lies on another is none
        ([ROW, [*ROW[:-1], tile("C", *np.add(ROW[-1].centre, (18, 0)))]], WHOLE),
        ([[], ROW, ROW], WHOLE),
        ([[], []], ""),
    ],
)
def test_what_is_kept(frames, expected):
    assert codes(pool([reading(f, float(t)) for t, f in enumerate(frames)])) == expected


def test_hidden_for_a_while():
    hand = np.zeros((60, 120), bool)
    hand[:, 69:] = True  # the right part of the picture, where the last four tiles lie
    hidden = reading(ROW[:10], 1.0, moving=hand)
    missed = reading(ROW[:10], 1.0)
    frames = [reading(ROW), hidden, replace(hidden, time=2.0), replace(hidden, time=3.0)]
    assert codes(pool(frames)) == WHOLE
    frames = [reading(ROW), missed, replace(missed, time=2.0), replace(missed, time=3.0)]
    assert codes(pool(frames)) == " ".join(WHOLE.split()[:10])


def test_out_of_the_picture():
    narrow = [reading(ROW), *(reading(shifted(ROW[:11], 400), t, 400.0) for t in (1.0, 2.0, 3.0))]
    assert codes(pool(narrow)) == WHOLE


def test_evidence_is_put_together():
    unsure = replace(ROW[4], probabilities=torn({"5p": 0.4, "2p": 0.55}))
    sure = replace(ROW[4], probabilities=torn({"5p": 0.9}))
    frames = [
        reading([*ROW[:4], d, *ROW[5:]], float(t)) for t, d in enumerate((unsure, sure, unsure))
    ]
    place = pool(frames).places[4]
    assert [Tile("2p").index, Tile("5p").index, Tile("2p").index] == list(place.tiles)
    assert place.tile is Tile("5p")


def test_the_best_frame_agrees_most_and_is_sharpest():
    other = [replace(ROW[0], probabilities=torn({"9s": 0.7})), *ROW[1:]]
    frames = [reading(f, float(t)) for t, f in enumerate((other, ROW, ROW[1:], ROW, ROW))]
    frames[0] = replace(frames[0], sharpness=9.0)
    frames[3] = replace(frames[3], sharpness=2.0)
    pooled = pool(frames)
    assert pooled.best == 3
    assert pooled.places[0].tiles[2] == NOT_SEEN


def test_corners_that_begin_elsewhere():
    turned = [replace(d, corners=d.corners[2:] + d.corners[:2]) for d in ROW]
    pooled = pool([reading(ROW), reading(turned, 1.0), reading(ROW, 2.0)])
    assert np.allclose([p.corners for p in pooled.places], [d.corners for d in ROW], atol=0.01)


@pytest.mark.parametrize(
    ("now", "moving", "contradicts"),
    [
        (ROW, None, False),
        ([tile("9m", *ROW[0].centre), *ROW[1:]], None, True),
        ([replace(ROW[0], probabilities=torn({"9m": 0.6})), *ROW[1:]], None, False),
        ([*ROW, FALSE], None, True),
        ([*ROW, replace(FALSE, confidence=0.7)], None, False),
        (ROW[:-1], None, True),
        (ROW[:-1], np.ones((10, 20), bool), False),
    ],
)
def test_what_contradicts(now, moving, contradicts):
    before = [reading(ROW), reading(ROW, 1.0)]
    assert contradict(pool(before), before, reading(now, 2.0, moving=moving)) == contradicts


def test_log_mean():
    mean = log_mean(np.array([[0.9, 0.1], [0.1, 0.9], [0.1, 0.9]]), np.ones(3))
    assert mean.sum() == pytest.approx(1.0)
    assert mean[1] == pytest.approx(9 ** (1 / 3) / (1 + 9 ** (1 / 3)), abs=1e-4)
