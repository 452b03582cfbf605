"""Problem cases: a folder that the evaluation reads, with what the visitor put right."""

import io
import json

import numpy as np
import pytest
from PIL import Image

from scoring import Tile
from tests.vision.app.readings import drafted, row
from vision.app import cases
from vision.app.cases import TooManyCases, save_case
from vision.app.photos import PhotoRead, View, jpeg
from vision.evaluation.labels import load_folder


@pytest.fixture
def photo():
    pixels = np.full((500, 800, 3), 90, np.uint8)
    detections, read, draft = drafted(row("234m456p678sEEE99p"))
    out = io.BytesIO()
    Image.fromarray(pixels).save(out, "PNG")
    return PhotoRead(
        id="x",
        data=out.getvalue(),
        view=View(),
        preview=jpeg(pixels),
        size=(800, 500),
        detections=tuple(detections),
        read=read,
        draft=draft,
        flaws=(),
        seconds=0.0,
    )


def test_a_case_is_a_labelled_photo_with_the_correction(tmp_path, photo):
    draft = photo.draft.with_tile(0, Tile("9m"))
    folder = save_case(tmp_path, photo, draft)
    (case,) = load_folder(folder)
    read = [label.tile.code for label in case.labels]
    assert read == ["9m", "3m", "4m", "4p", "5p", "6p", "6s", "7s", "8s", "E", "E", "E", "9p", "9p"]
    assert case.labels[0].box == pytest.approx(
        (100 / 800, 300 / 500, 140 / 800, 356 / 500), abs=1e-5
    )
    (written,) = (folder / "corrections").iterdir()
    told = json.loads(written.read_text("utf-8"))
    assert told["changed"] == [{"box": 0, "read": "2m", "is": "9m"}]
    assert (told["read"]["concealed"][0], told["corrected"]["concealed"][0]) == ("2m", "9m")
    assert told["corrected"]["circumstances"]["seat_wind"] == "E"


def test_tiles_without_a_box_are_told_but_not_labelled(tmp_path, photo):
    draft = photo.draft.adding(Tile("a"))
    folder = save_case(tmp_path, photo, draft)
    (case,) = load_folder(folder)
    assert len(case.labels) == 14
    (written,) = (folder / "corrections").iterdir()
    assert json.loads(written.read_text("utf-8"))["added"] == ["a"]


def test_every_case_has_its_own_name_and_the_folder_its_bound(tmp_path, photo, monkeypatch):
    monkeypatch.setattr(cases, "MOST_CASES", 3)
    for _ in range(3):
        folder = save_case(tmp_path, photo, photo.draft)
    assert len(load_folder(folder)) == 3
    with pytest.raises(TooManyCases, match="move some of them elsewhere"):
        save_case(tmp_path, photo, photo.draft)


def test_a_hand_that_contradicts_itself_can_be_saved_too(tmp_path, photo):
    draft = photo.draft.with_tile(0, Tile("back")).with_circumstances(kong_replacement=True)
    folder = save_case(tmp_path, photo, draft)
    (case,) = load_folder(folder)
    assert case.labels[0].tile is Tile("back")
