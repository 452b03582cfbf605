"""White dragons that bear nothing, made of tiles that bear something."""

import cv2
import numpy as np
import pytest

from datasets.blanks import bare, blanks
from scoring.tiles import BACK, Tile
from vision.training.crops import upright

BODY = (226, 222, 210)


def tile(*strokes, body=BODY):
    """A face of 60 x 80 pixels with dark rectangles x1, y1, x2, y2 on it."""
    face = np.full((80, 60, 3), body, np.uint8)
    for x1, y1, x2, y2 in strokes:
        cv2.rectangle(face, (x1, y1), (x2, y2), (30, 40, 120), -1)
    return face


@pytest.mark.parametrize(
    "face",
    [
        tile((20, 15, 40, 65)),
        tile((8, 8, 16, 20), (28, 30, 34, 70), (40, 60, 52, 70)),
        np.clip(tile((20, 15, 40, 65)) * np.linspace(0.6, 1.0, 60)[None, :, None], 0, 255),
    ],
    ids=["one stroke", "several", "in uneven light"],
)
def test_the_ink_is_taken_off_and_the_light_stays(face):
    face = face.astype(np.uint8)
    plain = bare(face, np.random.default_rng(0))
    edge = face[40:41, 2:58:55].astype(int)
    assert np.abs(plain[40:41, 2:58:55].astype(int) - edge).max() < 8
    between = np.linspace(face[40, 2].mean(), face[40, 57].mean(), 56)
    assert np.abs(plain[40, 2:58].mean(axis=1) - between).max() < 12


@pytest.mark.parametrize(
    "face",
    [tile(), tile((0, 30, 60, 50)), tile((4, 4, 56, 76))],
    ids=["no ink", "ink from edge to edge", "ink nearly everywhere"],
)
def test_where_ink_and_surroundings_cannot_be_told_apart_nothing_is_made(face):
    assert bare(face, np.random.default_rng(0)) is None


@pytest.mark.parametrize(
    ("label", "made"), [("3m", 1), ("P", 0), ("back", 0)], ids=["inked", "white dragon", "back"]
)
def test_one_tile_of_a_picture_becomes_a_white_dragon_in_a_group_of_its_own(label, made):
    picture = np.full((120, 160, 3), (40, 110, 60), np.uint8)
    picture[20:100, 50:110] = tile((20, 15, 40, 65))
    index = (BACK if label == "back" else Tile(label)).index
    found = list(blanks([("set", picture, [(index, upright((50, 20, 110, 100)))])]))
    assert len(found) == made
    for group, pixels, tiles in found:
        assert group == "set blanks"
        assert [label for label, _ in tiles] == [Tile("P").index]
        assert pixels[60, 80].min() > 190
        assert (pixels[:20] == picture[:20]).all()
    assert picture[60, 80].max() < 130
