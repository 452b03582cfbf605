"""Folders of labelled photos: sessions, class order and unlabelled areas."""

from __future__ import annotations

import json

import pytest
from PIL import Image

from scoring.tiles import TILES, Tile
from vision.evaluation.labels import Label, check_class_order, load_folder, load_unlabelled
from vision.labels import LabelError

ORDER = [tile.code for tile in TILES]


@pytest.fixture
def folder(tmp_path):
    """Two photos in `val`, the manifest one level up."""
    for part in ("images", "labels"):
        (tmp_path / "val" / part).mkdir(parents=True)
    for name, lines in (("a", "0 0.5 0.5 0.2 0.4\n"), ("b", "")):
        Image.new("RGB", (64, 64)).save(tmp_path / "val" / "images" / f"{name}.jpg")
        (tmp_path / "val" / "labels" / f"{name}.txt").write_text(lines)
    return tmp_path / "val"


def test_labels_and_sessions(folder):
    (folder.parent / "manifest.csv").write_text("image,session\nval/images/a.jpg,A/felt\n")
    first, second = load_folder(folder)
    assert first.session == "A/felt"
    assert first.labels == (Label(Tile("1m"), pytest.approx((0.4, 0.3, 0.6, 0.7))),)
    assert (second.session, second.labels) == ("val", ())


def test_unlabelled_areas_belong_to_their_photo(folder):
    first, second = load_folder(folder, {"a": [[0, 0, 0.5, 1]]})
    assert first.unlabelled == ((0.0, 0.0, 0.5, 1.0),)
    assert second.unlabelled == ()


def numbered(codes: list[str]) -> str:
    return "names:\n" + "".join(f'  {i}: "{code}"\n' for i, code in enumerate(codes))


@pytest.mark.parametrize(
    ("text", "sound"),
    [
        (numbered(ORDER), True),
        ("nc: 43\nnames: [" + ", ".join(f"'{code}'" for code in ORDER) + "]\n", True),
        (numbered(ORDER[::-1]), False),
        (numbered(ORDER[:34]), False),
        ("names: [dog, cat]", False),
    ],
)
@pytest.mark.parametrize("where", [".", ".."])
def test_another_order_of_classes_is_refused(folder, text, sound, where):
    (folder / where / "data.yaml").write_text(text)
    if sound:
        check_class_order(folder)
    else:
        with pytest.raises(LabelError, match="orders the classes otherwise; convert its labels"):
            load_folder(folder)


@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        (None, "cannot be read (No such file or directory); name a file of them."),
        (b"", "is no JSON file of unlabelled areas: what stands at line 1, column 1 is no JSON;"),
        (b"\xff\xd8\xff", "is no JSON file of unlabelled areas; give one, as UTF-8."),
        (b"[]", "holds [], no areas by photo; write {"),
        (b'{"a": 1}', "a has 1, no list of areas; correct it."),
        (b'{"a": [[0, 0, 1, 1], 1]}', "a has 1, but an area is left, top, right, bottom"),
        (b'{"a": [[0, 0, 1]]}', "a has [0, 0, 1], but an area is left, top, right, bottom"),
        (b'{"a": [[0, 0, "1", 1]]}', 'a has [0, 0, "1", 1], but an area'),
        (b'{"a": [[0, 0, 64, 48]]}', "a has [0, 0, 64, 48], but an area"),
        (b'{"a": [[0, 0.5, 1, 0.5]]}', "a has [0, 0.5, 1, 0.5], but an area"),
        (b'{"a": [[0, 0, NaN, 1]]}', "a has [0, 0, NaN, 1], but an area"),
        (b'{"a": [], "a": []}', 'gives "a" twice in {"a": []}; take one out.'),
    ],
)
def test_foreign_areas_are_refused(tmp_path, content, sentence):
    path = tmp_path / "areas.json"
    if content is not None:
        path.write_bytes(content)
    with pytest.raises(LabelError) as caught:
        load_unlabelled(path)
    assert str(caught.value).startswith(f"{path}")
    assert sentence in str(caught.value)


def test_areas_of_other_photos_alone_are_refused(folder):
    load_folder(folder, {})
    load_folder(folder, {"a": [], "c": []})
    with pytest.raises(LabelError, match=r"areas are of a\.jpg, no photo in"):
        load_folder(folder, {"a.jpg": [[0, 0, 1, 1]]})
    with pytest.raises(LabelError, match="areas are of c and others, none of them a photo in"):
        load_folder(folder, {"c": [], "d": []})


def test_areas_are_read(tmp_path):
    path = tmp_path / "areas.json"
    path.write_text(json.dumps({"a": [[0, 0, 1, 1]]}))
    assert load_unlabelled(path) == {"a": [[0, 0, 1, 1]]}
