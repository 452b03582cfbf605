"""The crops that the classifier is trained on, from folders of labelled pictures."""

import cv2
import numpy as np
import pytest

from datasets.crops import MISTAKEN_EACH, main, mistakes, scenes, with_nones
from datasets.synth.__main__ import write_all
from datasets.synth.config import Config
from scoring.tiles import BACK, Tile
from vision.detector import Found
from vision.training.crops import NONE, Crops, upright


class Sees:
    """A detector that sees these boxes, each as a tile with a confidence, on any picture."""

    def __init__(self, *seen):
        self.seen = seen

    def look(self, pixels, scale, confidence):
        scores = np.zeros((len(self.seen), 43), np.float32)
        for row, (_, tile, sure) in zip(scores, self.seen, strict=True):
            row[tile.index] = sure
        return Found(np.array([box for box, _, _ in self.seen], np.float32).reshape(-1, 4), scores)


TILE = (100, 100, 140, 160)
DIE = (300, 100, 340, 140)
ON_TILE = (105, 100, 145, 160)
FLANK = (100, 150, 140, 190)


@pytest.mark.parametrize(
    ("labelled", "seen", "taken"),
    [
        ([TILE], [(ON_TILE, "3p", 0.9)], []),
        ([TILE], [(ON_TILE, "3p", 0.9), (DIE, "5p", 0.2)], [DIE]),
        ([TILE], [(DIE, "back", 0.9)], []),
        ([TILE], [(FLANK, "P", 0.4)], [FLANK]),
        ([], [(DIE, "5p", 0.1), (TILE, "1m", 0.3)], [TILE, DIE]),
        ([], [], []),
    ],
    ids=["a tile", "a die beside it", "a back beside it", "its flank", "no tile at all", "nothing"],
)
def test_what_the_detector_takes_for_tiles_is_labelled_none(labelled, seen, taken):
    picture = ("set", np.zeros((300, 400, 3), np.uint8), [(3, upright(box)) for box in labelled])
    found = list(mistakes([picture], Sees(*((box, Tile(t), sure) for box, t, sure in seen))))
    assert [group for group, _, _ in found] == ["set mistakes"] * bool(taken)
    places = [(label, (*c[0], *c[2])) for _, _, tiles in found for label, c in tiles]
    assert places == [(NONE, box) for box in taken]


def test_few_of_one_pictures_mistakes_and_fewer_that_look_like_backs():
    many = [((12 * k, 0, 12 * k + 10, 10), Tile("1p"), 0.5) for k in range(30)]
    ((_, _, found),) = mistakes([("set", np.zeros((20, 400, 3), np.uint8), [])], Sees(*many))
    assert len(found) == MISTAKEN_EACH
    backs = [(box, BACK, 0.5) for box, _, _ in many]
    ((_, _, found),) = mistakes([("set", np.zeros((20, 400, 3), np.uint8), [])], Sees(*backs))
    assert 0 < len(found) < MISTAKEN_EACH


def test_scenes_give_their_readable_tiles_and_places_beside_them(tmp_path):
    write_all(2, 5, Config(size=320), tmp_path, 1, "rows")
    made = list(scenes(tmp_path))
    assert [group for group, _, _ in made] == [tmp_path.name] * 2
    assert all(pixels.shape[2] == 3 and tiles for _, pixels, tiles in made)
    for (_, pixels, tiles), (_, _, more) in zip(made, with_nones(made), strict=True):
        assert [label for label, _ in more[: len(tiles)]] == [label for label, _ in tiles]
        assert {label for label, _ in more[len(tiles) :]} <= {NONE}
        for _, corners in tiles:
            area = cv2.contourArea(corners.astype(np.float32))
            assert 0 < area < pixels.shape[0] * pixels.shape[1]


@pytest.fixture
def photo(tmp_path, monkeypatch):
    """A folder "photos" with one photo of one tile, in the folder where the command runs."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "photos").mkdir()
    cv2.imwrite("photos/a.png", np.zeros((64, 64, 3), np.uint8))
    (tmp_path / "photos/a.txt").write_text("4 0.5 0.5 0.5 0.5\n")
    return tmp_path / "photos/a.png"


def test_the_command_writes_the_crops_of_photos(photo):
    assert main(["photos", "--out", "deep/c.npz"]) == 0
    crops = Crops.load(photo.parent.parent / "deep/c.npz")
    assert (crops.labels.tolist(), crops.groups.tolist()) == ([4], ["photos"])


def _label(text):
    return lambda photo: photo.with_suffix(".txt").write_text(text)


def _make_scene(photo):
    (photo.parent / "truth").mkdir()
    (photo.parent / "truth/a.json").write_text('{"tiles": [{}]}')
    photo.rename(photo.with_suffix(".jpg"))
    (photo.parent / "images").mkdir()
    photo.with_suffix(".jpg").rename(photo.parent / "images/a.jpg")


@pytest.mark.parametrize(
    ("damage", "options", "words"),
    [
        (lambda photo: photo.unlink(), [], "There are no pictures in photos."),
        (lambda photo: photo.parent.rename("other"), [], "There is no folder photos."),
        (lambda photo: photo.write_bytes(b"junk"), [], "a.png is no photo that can be read"),
        (_label("99 0.5 0.5 0.5 0.5"), [], "a.txt, line 1: class 99 is none of the 43 tiles"),
        (_label("4 0.5 0.5 0 0.5"), [], "a.txt, line 1: the box has no area inside the picture"),
        (_label("4 0.5"), [], "a.txt, line 1: a label is a class and a box of four numbers"),
        (_label(""), [], "Not one crop came of these folders; give photos of tiles."),
        (lambda photo: None, ["--blanks"], "give photos of tiles large and clear enough to take"),
        (
            lambda photo: (photo.parent / "data.yaml").write_text("names: [E, 1m]"),
            [],
            "data.yaml orders the classes otherwise; convert its labels first.",
        ),
        (_make_scene, [], "a.json is no truth of a scene; make the scenes again"),
        (_make_scene, ["--mistakes", "junk.pt"], "takes a detector as .onnx, not junk.pt"),
        (_make_scene, ["--mistakes", "no.onnx"], "There is no model at no.onnx."),
        (lambda photo: None, ["--mistakes", "no.onnx"], "--mistakes needs a folder made by"),
        (lambda photo: None, ["--out", "c.foo"], "--out c.foo does not end in .npz; name it so."),
        (lambda photo: None, ["--out", "photos"], "--out photos does not end in .npz; name it so."),
        (lambda photo: photo.with_name("d.npz").mkdir(), ["--out", "photos/d.npz"], "is a folder;"),
        (lambda photo: None, ["--out", "photos/a.png/c.npz"], "photos/a.png cannot be a folder"),
    ],
)
def test_what_gives_no_crops_is_refused_in_one_sentence(damage, options, words, photo, capsys):
    damage(photo)
    with pytest.raises(SystemExit) as stopped:
        main(["photos", "--out", "c.npz", *options])
    assert stopped.value.code == 2
    assert words in capsys.readouterr().err.splitlines()[-1]
    assert not list(photo.parent.parent.glob("c.*"))
