"""Which detection is on which label: by overlap, by centres, one to one."""

from __future__ import annotations

from pathlib import Path

import pytest

from scoring.tiles import Tile
from vision.detections import Detection
from vision.evaluation.labels import Label, LabelledPhoto
from vision.evaluation.matching import match

E, S = Tile("E"), Tile("S")


def photo(*boxes: tuple, unlabelled: tuple = ()) -> LabelledPhoto:
    """Boxes in pixels of a photo of 100 by 100."""
    labels = tuple(Label(E, tuple(value / 100 for value in box)) for box in boxes)
    return LabelledPhoto(Path("p.jpg"), "s", labels, unlabelled)


@pytest.mark.parametrize(
    ("label", "found", "matched"),
    [
        ((10, 10, 40, 50), (10, 10, 40, 50), True),
        ((10, 10, 40, 50), (12, 14, 42, 54), True),
        # Less than half in common, but each centre in the other's box: a slanted tile's wide label.
        ((10, 10, 60, 60), (22, 22, 48, 48), True),
        # A neighbour's box, and one that only holds the label.
        ((10, 10, 40, 50), (41, 10, 71, 50), False),
        ((10, 10, 20, 20), (10, 10, 90, 90), False),
    ],
)
def test_a_detection_is_on_a_label(label, found, matched):
    matching = match(photo(label), [Detection.of_tile(S, found)], (100, 100))
    assert bool(matching.pairs) == matched
    assert (matching.missed, matching.false) == (((), ()) if matched else ((0,), (0,)))


def test_one_label_takes_one_detection_the_nearest():
    found = [Detection.of_tile(S, (14, 14, 44, 54)), Detection.of_tile(S, (10, 11, 40, 50))]
    matching = match(photo((10, 10, 40, 50)), found, (100, 100))
    assert matching.pairs == ((0, 1),)
    assert matching.false == (0,)


def test_boxes_scale_with_the_photo():
    matching = match(
        photo((10, 10, 40, 50)), [Detection.of_tile(S, (40, 20, 160, 100))], (400, 200)
    )
    assert matching.pairs == ((0, 0),)


def test_detections_on_unlabelled_tiles_are_excused():
    shown = photo((10, 10, 40, 50), unlabelled=((0.5, 0.0, 1.0, 1.0),))
    found = [Detection.of_tile(S, box) for box in ((60, 60, 80, 90), (10, 60, 30, 90))]
    matching = match(shown, found, (100, 100))
    assert matching.missed == (0,)
    assert matching.false == (1,)


def test_nothing_matches_nothing():
    matching = match(photo(), [], (100, 100))
    assert matching == type(matching)((), (), ())
