"""Changed photos: what changes, and that detections find their way back."""

from __future__ import annotations

import numpy as np
import pytest

from scoring.tiles import Tile
from tests.vision.cards import CardEngine, put, table
from vision.detector import Detector
from vision.evaluation.variants import VARIANTS
from vision.images import Photo
from vision.reading import Reader


def picture() -> np.ndarray:
    pixels = table(640, 480)
    put(pixels, Tile("3p"), (200, 300), 60, 80)
    return pixels


@pytest.mark.parametrize("name", [name for name in VARIANTS if name not in ("darker", "brighter")])
def test_what_is_seen_in_a_variant_lies_where_it_is_in_the_photo(name):
    variant = VARIANTS[name](picture())
    (seen,) = Reader(Detector(CardEngine())).read(Photo(variant.pixels)).detections
    assert variant.to_photo(seen).centre == pytest.approx((200, 300), abs=2)


@pytest.mark.parametrize(
    ("name", "size"),
    [
        ("turned 90", (640, 480, 3)),
        ("turned 180", (480, 640, 3)),
        ("half size", (240, 320, 3)),
        ("jpeg 40", (480, 640, 3)),
    ],
)
def test_the_whole_picture_is_kept(name, size):
    assert VARIANTS[name](picture()).pixels.shape == size


def test_a_quarter_turn_is_exact():
    turned = VARIANTS["turned 90"](picture()).pixels
    assert np.array_equal(turned, np.rot90(picture(), -1))


@pytest.mark.parametrize(
    ("name", "value", "expected"),
    [("darker", 255, 186), ("darker", 100, 73), ("brighter", 100, 137), ("brighter", 250, 255)],
)
def test_a_stop_halves_or_doubles_the_light(name, value, expected):
    pixels = VARIANTS[name](np.full((2, 2, 3), value, np.uint8)).pixels
    assert (pixels == expected).all()
