"""One look: letterbox, windows, suppression and votes, seen through cards of known place."""

from __future__ import annotations

import json

import numpy as np
import pytest

from scoring.tiles import TILES, Tile
from tests.vision.cards import CardEngine, put, table
from vision.detections import Detection
from vision.detector import WINDOW, Detector, Found, main
from vision.images import Photo


def codes(found: Found) -> list[str]:
    return [TILES[i].code for i in found.scores.argmax(axis=1)]


def row(width: int, height: int, tiles: str, size: tuple[float, float], y: float) -> np.ndarray:
    picture = table(width, height)
    step = width / (len(tiles.split()) + 1)
    for i, code in enumerate(tiles.split(), 1):
        put(picture, Tile(code), (i * step, y), *size)
    return picture


@pytest.mark.parametrize("size", [None, 640])
@pytest.mark.parametrize(("width", "height"), [(640, 640), (1280, 500), (500, 1280), (333, 77)])
def test_boxes_are_in_pixels_of_the_picture_whatever_its_shape(size, width, height):
    picture = table(width, height)
    tile_width, tile_height = width / 16, height / 4
    put(picture, Tile("3s"), (width * 0.3, height * 0.6), tile_width, tile_height)
    found = Detector(CardEngine(size)).look(picture, 640 / max(width, height), 0.3)
    assert codes(found) == ["3s"]
    left, top, right, bottom = found.boxes[0]
    slack = 2.5 * max(width, height) / 640
    assert (left + right) / 2 == pytest.approx(width * 0.3, abs=slack)
    assert (top + bottom) / 2 == pytest.approx(height * 0.6, abs=slack)
    assert right - left == pytest.approx(tile_width, abs=2 * slack)
    assert bottom - top == pytest.approx(tile_height, abs=2 * slack)


def test_a_tile_is_found_once_and_votes_keep_its_confidence():
    found = Detector(CardEngine()).look(row(640, 320, "E S W", (40, 60), 160), 1.0, 0.3)
    assert sorted(codes(found)) == ["E", "S", "W"]
    assert found.confidences == pytest.approx([0.9] * 3)


@pytest.mark.parametrize("size", [None, 640])
def test_a_picture_larger_than_the_window_is_looked_at_in_windows(size):
    engine = CardEngine(size)
    tiles = [tile.code for tile in TILES[:13]]
    wide = row(3000, 900, " ".join(tiles), (90, 110), 450)
    found = Detector(engine).look(wide, 1.0, 0.3)
    assert sorted(codes(found)) == sorted(tiles)
    assert found.boxes[:, 2] - found.boxes[:, 0] == pytest.approx(90, abs=3)
    assert len(engine.calls) > 1
    assert max(max(call) for call in engine.calls) <= (size or WINDOW)


def test_a_tile_wider_than_the_strip_that_windows_share_is_still_found():
    picture = table(2400, 600)
    put(picture, Tile("P"), (1200, 300), 500, 550)
    found = Detector(CardEngine(640)).look(picture, 1.0, 0.3)
    assert set(codes(found)) == {"P"}


def test_nothing_is_found_where_nothing_is():
    found = Detector(CardEngine()).look(table(300, 200), 1.0, 0.3)
    assert len(found) == 0
    assert found.scores.shape == (0, len(TILES))
    assert found.confidences.shape == (0,)


def test_a_line_of_pixels_is_a_picture():
    for shape in ((1, 5000, 3), (5000, 1, 3), (1, 1, 3)):
        detector = Detector(CardEngine())
        assert detector.detect(Photo(np.zeros(shape, np.uint8))) == ()


def test_detections_come_with_their_whole_distribution():
    (detection,) = Detector(CardEngine()).detect(Photo(row(640, 640, "4p", (60, 80), 320)))
    assert detection.tile is Tile("4p")
    assert detection.confidence == pytest.approx(0.9)
    assert [tile.code for tile, _ in detection.runners_up] == ["5p"]
    assert sum(detection.probabilities) == pytest.approx(1.0)


def test_the_module_alone_prints_json(shared, capsys):
    photo = shared / "photos" / "val" / "images" / "B_hand_1059.jpg"
    assert main([str(photo)]) == 0
    tiles = [Detection.from_dict(values) for values in json.loads(capsys.readouterr().out)]
    assert len(tiles) >= 12


def test_the_module_alone_refuses_in_one_sentence(tmp_path, capsys):
    assert main([str(tmp_path / "none.jpg")]) == 2
    assert main([]) == 2
    assert capsys.readouterr().err.count("\n") == 2
