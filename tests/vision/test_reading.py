"""The whole way from a photo to its tiles: by cards to the pixel, by real photos in tiles."""

from __future__ import annotations

import math

import cv2
import numpy as np
import pytest

from scoring.tiles import Tile
from tests.vision.cards import CardEngine, put, table
from vision.detector import Detector
from vision.evaluation.variants import turned
from vision.images import Photo, load_photo
from vision.reading import Reader, Settings, default_reader, read_tiles

HAND = ["1m", "2m", "3m", "4p", "5p", "6p", "7s", "8s", "9s", "E", "E", "E", "C", "C"]


def reader(**engine) -> Reader:
    return Reader(Detector(CardEngine(**engine)))


def laid(
    size: tuple[int, int],
    centre: tuple[float, float],
    tile_width: float,
    degrees: float,
    tiles: list[str] = HAND,
) -> tuple[Photo, dict[int, np.ndarray]]:
    """A photo of a row of cards, a hair apart, and each card's corners by its place."""
    picture = table(*size)
    along = np.array([math.cos(math.radians(degrees)), math.sin(math.radians(degrees))])
    corners = {}
    for i, code in enumerate(tiles):
        middle = centre + along * (i - (len(tiles) - 1) / 2) * tile_width * 1.12
        corners[i] = put(picture, Tile(code), tuple(middle), tile_width, tile_width * 1.35, degrees)
    return Photo(picture), corners


@pytest.mark.parametrize(
    ("size", "tile_width"),
    [((640, 640), 36), ((4032, 3024), 190), ((3024, 4032), 150), ((1600, 400), 80)],
)
def test_every_tile_of_a_level_row_with_its_corners(size, tile_width):
    photo, corners = laid(size, (size[0] / 2, size[1] / 2), tile_width, 0)
    reading = reader().read(photo)
    assert [d.tile.code for d in reading.detections] == HAND
    assert reading.size == size
    for i, detection in enumerate(reading.detections):
        assert np.array(detection.corners) == pytest.approx(corners[i], abs=0.06 * tile_width)


@pytest.mark.parametrize("degrees", [5, -20, 35, -44])
def test_the_corners_of_a_slanted_row_slant_with_it(degrees):
    photo, corners = laid((3000, 3000), (1500, 1500), 120, degrees)
    reading = reader().read(photo)
    assert [d.tile.code for d in reading.detections] == HAND
    for i, detection in enumerate(reading.detections):
        assert np.array(detection.corners) == pytest.approx(corners[i], abs=8)
        assert math.degrees(detection.angle) == pytest.approx(degrees, abs=2)


@pytest.mark.parametrize("degrees", [90, 180, 270, 60, 135])
def test_turned_rows_give_the_same_tiles_from_the_top_left(degrees):
    photo, corners = laid((3000, 3000), (1500, 1500), 120, degrees)
    reading = reader().read(photo)
    assert sorted(d.tile.code for d in reading.detections) == sorted(HAND)
    for detection in reading.detections:
        assert min(math.dist(detection.centre, c.mean(axis=0)) for c in corners.values()) < 6
        # Which way is up is unknown, so the first edge runs to the right in the photo.
        assert abs(math.degrees(detection.angle)) <= 46
        assert min(detection.width, detection.height) == pytest.approx(120, abs=8)


def test_small_tiles_in_a_large_photo_are_found_by_looking_closer():
    photo, _ = laid((4032, 3024), (700, 2500), 46, 3)
    engine = CardEngine()
    reading = Reader(Detector(engine)).read(photo)
    assert [d.tile.code for d in reading.detections] == HAND
    # 46 pixels are 7 in the first look, which the engine cannot see.
    assert any(max(call) > 640 for call in engine.calls)


def test_rows_of_different_size_and_slope_are_each_read_in_their_own_way():
    picture = table(4000, 3000)
    spread = [((2000, 2600), 180, 0, HAND), ((700, 500), 80, 30, HAND[:5])]
    for centre, width, degrees, tiles in spread:
        along = np.array([math.cos(math.radians(degrees)), math.sin(math.radians(degrees))])
        for i, code in enumerate(tiles):
            middle = centre + along * (i - len(tiles) / 2) * width * 1.12
            put(picture, Tile(code), tuple(middle), width, width * 1.35, degrees)
    reading = reader().read(Photo(picture))
    assert len(reading.regions) == 2
    assert sorted(d.tile.code for d in reading.detections) == sorted(HAND + HAND[:5])


def test_a_network_of_fixed_size_reads_the_same():
    photo, _ = laid((4032, 3024), (2000, 1500), 190, 12)
    fixed, free = reader(size=640).read(photo), reader().read(photo)
    assert [d.tile for d in fixed.detections] == [d.tile for d in free.detections]
    for a, b in zip(fixed.detections, free.detections, strict=True):
        assert np.array(a.corners) == pytest.approx(np.array(b.corners), abs=8)


def test_what_only_one_look_sees_counts_for_less():
    class Flickering(CardEngine):
        """Sees nothing when it looks again."""

        def __call__(self, images):
            raw = super().__call__(images)
            return raw if len(self.calls) == 1 else np.zeros_like(raw)

    photo, _ = laid((640, 640), (320, 320), 36, 0)
    settings = Settings(confidence=0.0)
    steady = Reader(Detector(CardEngine()), settings=settings).read(photo)
    flickering = Reader(Detector(Flickering()), settings=settings).read(photo)
    assert len(steady.detections) == len(flickering.detections) == len(HAND)
    for a, b in zip(steady.detections, flickering.detections, strict=True):
        assert 0 < b.confidence < 0.8 * a.confidence


def test_an_empty_table_has_no_tiles():
    reading = reader().read(Photo(table(800, 600)))
    assert reading.detections == ()
    assert reading.regions == ()
    assert set(reading.seconds) == {"locate", "read", "faces"}


def test_reading_twice_gives_equal_values():
    photo, _ = laid((900, 700), (450, 350), 50, 8)
    assert reader().read(photo) == reader().read(photo)


@pytest.mark.parametrize("name", ["A_hands_0003", "B_fb_1083", "B_hand_1059"])
def test_real_photos_give_the_same_tiles_whichever_way_up(name, shared):
    photo = load_photo(shared / "photos" / "val" / "images" / f"{name}.jpg")
    upright = sorted(d.tile.code for d in read_tiles(photo).detections)
    assert len(upright) >= 14
    for quarters in (1, 2, 3):
        turned = Photo(np.ascontiguousarray(np.rot90(photo.pixels, quarters)))
        assert sorted(d.tile.code for d in read_tiles(turned).detections) == upright


@pytest.mark.parametrize("size", [(1, 1), (1, 2000), (2000, 1), (2, 2100), (10, 33000)])
def test_a_picture_as_thin_as_a_thread_shows_no_tiles(size):
    rng = np.random.default_rng(1)
    assert read_tiles(Photo(rng.integers(0, 255, (*size, 3), np.uint8))).detections == ()


def test_the_reader_is_opened_once():
    assert default_reader() is default_reader()


@pytest.mark.parametrize(("width", "height"), [(640, 2000), (2600, 640)])
def test_a_stretched_photo_is_read_in_its_proportions(width, height):
    photo, corners = laid((1200, 1200), (600, 600), 60, 0)
    stretched = cv2.resize(photo.pixels, (width, height), interpolation=cv2.INTER_AREA)
    reading = reader().read(Photo(stretched))
    assert [d.tile.code for d in reading.detections] == HAND
    assert reading.size == (width, height)
    factors = np.array([width, height]) / 1200
    for i, detection in enumerate(reading.detections):
        assert np.array(detection.corners) == pytest.approx(corners[i] * factors, abs=10)


@pytest.mark.parametrize("degrees", [-20, 10, 35, 75])
def test_a_stretched_photo_that_was_turned_is_read_in_its_proportions(shared, degrees):
    """Every tile of B_fb_1120 is twelve times as tall as wide."""
    photo = load_photo(shared / "photos/val/images/B_fb_1120.jpg")
    reading = read_tiles(Photo(turned(degrees)(photo.pixels).pixels))
    names = " ".join(sorted(detection.tile.code for detection in reading.detections))
    assert names == "6s 6s 7s 7s 7s 8s 8s 8s P P P S S S"
