"""Crops of single tiles from labelled pictures."""

import dataclasses

import cv2
import numpy as np
import pytest

from scoring.tiles import TILES, Tile
from vision.faces import NARROWEST
from vision.labels import LabelError
from vision.training.crops import CONTEXT, SIDE, Crops, gather, photos, upright
from vision.training.drawn import drawn


def test_a_crop_shows_its_tile_in_the_middle_at_its_size():
    picture = np.zeros((200, 300, 3), np.uint8)
    picture[60:140, 100:160] = 255  # a tile 60 wide, 80 high
    crops = gather([("set", picture, [(3, upright((100, 60, 160, 140)))])])
    assert crops.images.shape == (1, SIDE, SIDE, 3)
    assert crops.labels.tolist() == [3]
    assert crops.groups.tolist() == ["set"]
    assert crops.aspects[0] == pytest.approx(60 / 80)
    tile = crops.images[0, :, :, 0] > 127
    assert tile.any(axis=1).sum() == pytest.approx(SIDE / CONTEXT, abs=1)
    assert tile.any(axis=0).sum() == pytest.approx(SIDE / CONTEXT * 60 / 80, abs=1)


@pytest.mark.parametrize(
    ("box", "aspect"),
    [
        ((0, 0, 60, 80), 60 / 80),
        ((0, 0, 80, 60), 80 / 60),
        ((0, 0, 20, 80), NARROWEST),
        ((0, 0, 80, 20), 1 / NARROWEST),
    ],
)
def test_what_was_stretched_is_widened_again(box, aspect):
    crops = gather([("set", np.zeros((100, 100, 3), np.uint8), [(0, upright(box))])])
    assert crops.aspects[0] == pytest.approx(aspect)


def test_crops_survive_saving_and_choosing(tmp_path):
    crops = gather(drawn(1))
    crops.save(tmp_path / "deep" / "crops.npz")
    again = Crops.load(tmp_path / "deep" / "crops.npz")
    assert (again.images == crops.images).all()
    both = Crops.join([crops, again.where(again.labels < 9)])
    assert len(both) == len(crops) + 9


@pytest.mark.parametrize(
    ("name", "change", "words"),
    [
        ("labels", lambda values: np.full_like(values, 99), "has a crop of class 99, but classes"),
        ("labels", lambda values: values - 1, "has a crop of class -1, but classes go from 0 to"),
        ("labels", lambda values: values + 0.5, "has labels of another kind than crops have"),
        ("images", lambda values: values[:, ::2, ::2], "has pictures of 64 x 64 x 3 uint8, not of"),
        ("images", lambda values: values.astype(np.uint16), "has pictures of 128 x 128 x 3 uint16"),
        ("images", lambda values: values[..., 0], "has images of another kind than crops have"),
        ("aspects", lambda values: values[:2], "has not as many of everything (3 images, 3 labels"),
        ("aspects", lambda values: values * np.nan, "has an aspect that is no number above 0"),
        ("groups", lambda values: np.arange(3), "has groups of another kind than crops have"),
    ],
)
def test_crops_that_cannot_be_are_refused(name, change, words, tmp_path):
    crops = gather(drawn(1)).where(np.arange(3))
    assert crops.labels[0] == 0
    path = tmp_path / "crops.npz"
    dataclasses.replace(crops, **{name: change(getattr(crops, name))}).save(path)
    with pytest.raises(LabelError) as caught:
        Crops.load(path)
    assert str(caught.value).startswith(f"{path} {words}")
    assert str(caught.value).endswith("; write it with `python -m datasets.crops`.")


def test_a_drawn_picture_holds_every_face_once():
    ((group, pixels, tiles),) = drawn(1)
    assert group == "drawn"
    assert pixels.dtype == np.uint8
    assert sorted(index for index, _ in tiles) == list(range(len(TILES) - 1))
    for _, corners in tiles:
        assert (corners >= 0).all()
        assert (corners <= [pixels.shape[1], pixels.shape[0]]).all()


def test_photos_are_read_with_labels_and_sessions(tmp_path):
    for part in ("images", "labels"):
        (tmp_path / part).mkdir()
    cv2.imwrite(str(tmp_path / "images" / "a.png"), np.zeros((100, 200, 3), np.uint8))
    (tmp_path / "labels" / "a.txt").write_text("4 0.5 0.5 0.1 0.4\n")
    (tmp_path / "manifest.csv").write_text("image,session\nimages/a.png,kitchen\n")
    ((session, pixels, tiles),) = photos(tmp_path)
    assert session == "kitchen"
    assert pixels.shape == (100, 200, 3)
    assert TILES[tiles[0][0]] == Tile("5m")
    assert np.allclose(tiles[0][1], upright((90, 30, 110, 70)))
    assert list(photos(tmp_path, wanted=[])) == []


def test_crops_of_no_tiles_join():
    assert len(Crops.join([gather([]), gather(drawn(1))])) == 42
