"""From bytes to a draft: what is refused, and by which cause; views."""

import io

import numpy as np
import pillow_heif
import pytest
from PIL import Image

from tests.vision.app.readings import drafted, row
from vision.app.photos import (
    PREVIEW_SIDE,
    UnreadablePhoto,
    View,
    example,
    jpeg,
    open_view,
    spare,
)


def encoded(image, kind="JPEG", **options):
    out = io.BytesIO()
    image.save(out, kind, **options)
    return out.getvalue()


@pytest.fixture(scope="module")
def small():
    return Image.open(io.BytesIO(example())).resize((400, 300))


@pytest.fixture(scope="module")
def heic(small):
    out = io.BytesIO()
    pillow_heif.from_pillow(small).save(out, quality=60)
    return out.getvalue()


def test_files_that_are_no_photo_are_refused_by_cause(small, heic):
    picture = encoded(small)
    bomb = encoded(Image.new("1", (15000, 15000)), "PNG")
    causes = {
        "image_empty": b"",
        "image_not_a_picture": b"%PDF-1.7 no picture at all",
        "image_damaged": picture[: len(picture) // 2],
        "image_heic": heic[: len(heic) // 2],
        "image_too_large": bomb,
    }
    found = {}
    for wanted, data in causes.items():
        with pytest.raises(UnreadablePhoto) as error:
            open_view(data)
        found[wanted] = error.value.cause
    assert found == {cause: cause for cause in causes}


@pytest.mark.parametrize("kind", ["html", "svg", "zip"])
def test_a_file_that_is_something_else_is_no_picture_whatever_its_name_says(kind):
    starts = {"html": b"<html><script>1</script>", "svg": b"<svg onload='x()'/>", "zip": b"PK\3\4"}
    with pytest.raises(UnreadablePhoto) as error:
        open_view(starts[kind] + bytes(200))
    assert error.value.cause == "image_not_a_picture"


def test_a_heic_photo_opens(heic):
    assert open_view(heic).size == (400, 300)


@pytest.mark.parametrize(
    ("view", "size"),
    [
        (View(), (400, 300)),
        (View(1), (300, 400)),
        (View(2), (400, 300)),
        (View(0, (0.25, 0.0, 0.75, 0.5)), (200, 150)),
        (View(1, (0.0, 0.5, 1.0, 1.0)), (300, 200)),
        (View(0, (0.999, 0.999, 0.9999, 0.9999)), (1, 1)),
    ],
)
def test_a_view_turns_and_then_crops(small, view, size):
    assert open_view(encoded(small, "PNG"), view).size == size


def test_a_quarter_turn_goes_clockwise():
    pixels = np.zeros((20, 40, 3), np.uint8)
    pixels[:, :20] = 255
    data = encoded(Image.fromarray(pixels), "PNG")
    turned = open_view(data, View(1)).pixels
    assert turned[0, 0, 0] == 255
    assert turned[-1, 0, 0] == 0


def test_a_preview_is_never_larger_than_it_may_be():
    pixels = np.zeros((100, 5000, 3), np.uint8)
    assert Image.open(io.BytesIO(jpeg(pixels, PREVIEW_SIDE))).size == (PREVIEW_SIDE, 28)


@pytest.mark.parametrize(
    ("rows", "without"),
    [
        (["234m456p678sEEE99p"], []),
        (["234m456p678sEEE99p", "1s"], [14]),
        (["234m456p678sEEE9p", "1s"], []),
        (["1s"], []),
    ],
)
def test_a_hand_does_without_tiles_only_where_none_of_its_own_is_missing(rows, without):
    lying = [row(tiles, top=300 - 260 * k, left=100 + 700 * k) for k, tiles in enumerate(rows)]
    _, read, _ = drafted(*lying)
    assert list(spare(read)) == without
