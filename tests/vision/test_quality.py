"""Why a photo cannot be read well: flaws, each with its own advice."""

import numpy as np
import pytest
from PIL import Image, ImageFilter

from vision.app.photos import example
from vision.detections import Detection
from vision.images import Photo, load_photo
from vision.quality import Flaw, flaws

BLANK = (1.0,) + (0.0,) * 42


def boxes(photo, *places):
    return [Detection.from_box(place, 0.9, BLANK) for place in places]


@pytest.mark.parametrize(
    ("change", "expected"),
    [
        (lambda image: image, (Flaw.no_tiles,)),
        (lambda image: image.point(lambda v: v // 12), (Flaw.dark, Flaw.no_tiles)),
        (lambda image: image.filter(ImageFilter.GaussianBlur(14)), (Flaw.blurred, Flaw.no_tiles)),
        (lambda image: Image.new("RGB", image.size, "white"), (Flaw.no_tiles,)),
    ],
)
def test_why_nothing_was_found(change, expected):
    photo = load_photo(example())
    changed = Photo(np.asarray(change(Image.fromarray(photo.pixels))))
    assert flaws(changed, ()) == expected


def test_a_tile_at_the_edge_is_cut_off():
    photo = Photo(np.zeros((300, 400, 3), np.uint8))
    inside = [(50 + 40 * k, 100, 90 + 40 * k, 150) for k in range(6)]
    assert flaws(photo, boxes(photo, *inside)) == ()
    assert flaws(photo, boxes(photo, *inside, (361, 100, 400, 150))) == (Flaw.cut_off,)


@pytest.mark.parametrize(
    ("spare", "expected"), [((), (Flaw.cut_off,)), ((5,), (Flaw.cut_off,)), ((6,), ())]
)
def test_a_tile_that_the_hand_does_without_may_be_cut_off(spare, expected):
    photo = Photo(np.zeros((300, 400, 3), np.uint8))
    inside = [(50 + 40 * k, 100, 90 + 40 * k, 150) for k in range(6)]
    assert flaws(photo, boxes(photo, *inside, (361, 100, 400, 150)), spare) == expected
