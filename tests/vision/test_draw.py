"""Drawings show every tile's frame and keep the photo."""

from __future__ import annotations

import os

import numpy as np
import pytest
from PIL import Image

from scoring.tiles import Tile
from tests.vision.cards import table
from vision.detections import Detection
from vision.draw import DOUBTFUL, SURE, draw, write
from vision.images import Photo

BOX = (40, 60, 100, 140)


@pytest.mark.parametrize(("confidence", "colour"), [(0.9, SURE), (0.4, DOUBTFUL)])
def test_frames_say_whether_the_reading_is_sure(confidence, colour):
    photo = Photo(table(200, 200))
    drawn = draw(photo, [Detection.of_tile(Tile("3m"), BOX, confidence)])
    assert drawn[139:142, 70].tolist().count(list(colour)) >= 1
    assert drawn[100, 39:42].tolist().count(list(colour)) >= 1
    assert np.array_equal(photo.pixels, table(200, 200))
    assert np.array_equal(drawn[150:], photo.pixels[150:])


def test_tiles_at_the_edge_can_be_drawn():
    photo = Photo(table(50, 50))
    drawn = draw(photo, [Detection.of_tile(Tile("back"), (-20, -30, 400, 300))])
    assert drawn.shape == photo.pixels.shape


def test_writing(tmp_path):
    photo = Photo(table(80, 60))
    write(photo, [], tmp_path / "out.png")
    assert np.array_equal(np.array(Image.open(tmp_path / "out.png")), photo.pixels)
    with pytest.raises(ValueError, match=r"no suffix of a picture; write to a \.jpg"):
        write(photo, [], tmp_path / "out.txt")
    with pytest.raises(ValueError, match="cannot be written; choose a folder that exists"):
        write(photo, [], tmp_path / "none" / "out.jpg")
    with pytest.raises(ValueError, match="cannot hold a picture of this size"):
        write(Photo(np.zeros((1, 70_000, 3), np.uint8)), [], tmp_path / "long.jpg")


def test_a_name_that_is_no_unicode_can_be_written_to(tmp_path):
    path = tmp_path / os.fsdecode(b"\xff.png")
    write(Photo(table(80, 60)), [], path)
    assert Image.open(path).size == (80, 60)
