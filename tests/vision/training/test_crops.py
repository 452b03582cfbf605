"""Crops of single tiles from labelled pictures."""

import cv2
import numpy as np
import pytest

from scoring.tiles import TILES, Tile
from vision.faces import NARROWEST
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
