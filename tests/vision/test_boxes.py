"""Box arithmetic, by tables of boxes whose answer is known."""

from __future__ import annotations

import numpy as np
import pytest

from vision import boxes


def array(*rows: tuple) -> np.ndarray:
    return np.array(rows, float).reshape(-1, 4)


@pytest.mark.parametrize(
    ("a", "b", "iou", "within"),
    [
        ((0, 0, 10, 10), (0, 0, 10, 10), 1.0, 1.0),
        ((0, 0, 10, 10), (10, 0, 20, 10), 0.0, 0.0),
        ((0, 0, 10, 10), (5, 0, 15, 10), 1 / 3, 0.5),
        ((0, 0, 10, 10), (2, 2, 4, 4), 0.04, 1.0),
        ((0, 0, 0, 0), (0, 0, 10, 10), 0.0, 0.0),
    ],
)
def test_overlap(a, b, iou, within):
    assert boxes.iou(array(a), array(b))[0, 0] == pytest.approx(iou)
    assert boxes.within(array(a), array(b))[0, 0] == pytest.approx(within)


def test_no_boxes_overlap_none():
    assert boxes.iou(array(), array((0, 0, 1, 1))).shape == (0, 1)
    assert boxes.areas(array()).shape == (0,)
    assert len(boxes.suppress(array(), np.array([]), 0.5)) == 0


@pytest.mark.parametrize(
    ("confidences", "threshold", "kept"),
    [
        # Two boxes of one tile, their IoU a good 0.8, and a neighbour.
        ((0.9, 0.8, 0.7), 0.5, [0, 2]),
        ((0.8, 0.9, 0.7), 0.5, [1, 2]),
        ((0.7, 0.8, 0.9), 0.5, [2, 1]),
        ((0.9, 0.8, 0.7), 0.9, [0, 1, 2]),
    ],
)
def test_suppression_keeps_the_most_confident_of_each_tile(confidences, threshold, kept):
    found = array((0, 0, 30, 40), (2, 0, 32, 40), (31, 0, 61, 40))
    assert boxes.suppress(found, np.array(confidences), threshold).tolist() == kept
