"""Painting out tiles without a label: which, and what stays as it is."""

from __future__ import annotations

import numpy as np
import pytest

from datasets import masking
from scoring.tiles import TILES
from vision.detector import Found


def found(*entries: tuple[tuple[float, float, float, float], float]) -> Found:
    scores = np.zeros((len(entries), len(TILES)), np.float32)
    scores[:, 5] = [confidence for _, confidence in entries]
    return Found(np.array([box for box, _ in entries], np.float32), scores)


LABEL = (100.0, 100.0, 130.0, 140.0)


@pytest.mark.parametrize(
    ("case", "box", "confidence", "expected"),
    [
        ("far from all labels", (200, 100, 230, 140), 0.5, True),
        ("unsure", (200, 100, 230, 140), 0.2, False),
        ("the labelled tile itself", (101, 101, 131, 141), 0.9, False),
        ("a piece of the labelled tile", (105, 120, 125, 140), 0.9, False),
        ("a neighbour of the labelled tile", (130, 100, 160, 140), 0.9, True),
        ("the labelled tile's flank", (100, 140, 130, 155), 0.9, False),
    ],
)
def test_what_counts_as_a_tile_without_a_label(case, box, confidence, expected):
    seen = masking.unlabelled(found((box, confidence)), [LABEL])
    assert (len(seen) == 1) is expected, case


def test_of_a_heap_the_unsure_tiles_go_too():
    heap = found(((0, 0, 30, 40), 0.6), ((35, 5, 65, 45), 0.12), ((300, 0, 330, 40), 0.12))
    assert masking.unlabelled(heap, []).boxes.tolist() == [[0, 0, 30, 40], [35, 5, 65, 45]]


def test_a_closer_look_is_taken_only_where_the_first_sees_something():
    heap = found(((200, 0, 230, 40), 0.5))
    rest = found(((235, 0, 265, 40), 0.4), ((201, 1, 231, 41), 0.9))
    asked = []

    def look(pixels, scale, threshold):
        asked.append(scale)
        return {1.0: first, 2.0: rest}[scale]

    pixels = np.zeros((300, 300, 3), np.uint8)
    first = heap
    assert len(masking.find(look, pixels, [LABEL])) == 2
    assert asked == [1.0, 2.0]
    first = found((LABEL, 0.9))
    assert len(masking.find(look, pixels, [LABEL])) == 0
    assert asked == [1.0, 2.0, 1.0]


def test_painting_shows_what_lies_around_and_keeps_labels():
    pixels = np.full((120, 160, 3), (20, 120, 60), np.uint8)
    pixels[40:80, 40:70] = 250
    pixels[40:80, 70:100] = 240
    painted = masking.paint_out(pixels, [(40, 40, 70, 80)], [(70, 40, 100, 80)], seed=1)
    middle = painted[50:70, 46:60].reshape(-1, 3).astype(float)
    assert np.abs(middle - (20, 120, 60)).max() < 60
    assert (painted[40:80, 70:100] == 240).all()
    assert (painted[:30] == pixels[:30]).all()
    assert (pixels[50, 50] == 250).all()


def test_painting_is_the_same_each_time():
    pixels = np.random.default_rng(0).integers(0, 255, (60, 60, 3)).astype(np.uint8)
    holes = [(10.0, 10.0, 30.0, 30.0)]
    again = [masking.paint_out(pixels, holes, [], seed) for seed in (3, 3, 4)]
    assert (again[0] == again[1]).all()
    assert (again[0] != again[2]).any()


def test_a_picture_of_nothing_but_holes_stays_a_picture():
    pixels = np.full((20, 20, 3), 90, np.uint8)
    assert masking.paint_out(pixels, [(-5.0, -5.0, 30.0, 30.0)], [], 0).shape == pixels.shape
