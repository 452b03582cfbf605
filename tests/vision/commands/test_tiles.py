"""`fanlens tiles` on real photos: lines, JSON, drawings and refusals."""

from __future__ import annotations

import json

import pytest
from PIL import Image

from vision.detections import Detection
from vision.main import main


@pytest.fixture(scope="module")
def photo(shared):
    return shared / "photos" / "val" / "images" / "B_hand_1059.jpg"


def test_a_line_names_the_tiles_from_left_to_right(photo, capsys):
    assert main(["tiles", str(photo)]) == 0
    name, count, tiles = capsys.readouterr().out.strip().split(": ")
    assert name == str(photo)
    assert count == "14 tiles"
    # A tile in doubt is followed by what else it may be.
    names = [tile.split("/")[0] for tile in tiles.split()]
    assert " ".join(names) == "6s 6s 6s 8m 8m 8m 7p 7p 7p F F F C C"


def test_json_gives_back_the_detections(photo, capsys):
    assert main(["tiles", "--json", str(photo), str(photo)]) == 0
    first, second = json.loads(capsys.readouterr().out)
    assert first["size"] == [640, 640]
    assert first["tiles"] == second["tiles"]
    tiles = [Detection.from_dict(values) for values in first["tiles"]]
    assert [d.tile.code for d in tiles[:3]] == ["6s", "6s", "6s"]
    assert all(0 <= x <= 640 and 0 <= y <= 640 for d in tiles for x, y in d.corners)


def test_drawing_one_photo_and_several(photo, tmp_path, capsys):
    assert main(["tiles", str(photo), "--draw", str(tmp_path / "out.jpg")]) == 0
    assert Image.open(tmp_path / "out.jpg").size == (640, 640)
    assert main(["tiles", str(photo), str(photo), "--draw", str(tmp_path / "drawn")]) == 0
    assert Image.open(tmp_path / "drawn" / "B_hand_1059.jpg").size == (640, 640)
    assert main(["tiles", str(photo), str(photo), "--draw", str(tmp_path / "out.jpg")]) == 2
    assert "is one file for 2 photos; give a folder" in capsys.readouterr().err


@pytest.fixture
def tables(tmp_path):
    """Two pictures of one name in two folders."""
    for folder in ("a", "b"):
        (tmp_path / folder).mkdir()
        Image.new("RGB", (64, 48), (40, 90, 60)).save(tmp_path / folder / "table.jpg")
    return [tmp_path / "a" / "table.jpg", tmp_path / "b" / "table.jpg"]


@pytest.mark.parametrize("command", ["tiles", "read"])
def test_drawings_of_photos_with_one_name_all_stay(command, tables, tmp_path):
    assert main([command, *map(str, tables), "--draw", str(tmp_path / "out")]) == 0
    assert sorted(path.name for path in (tmp_path / "out").iterdir()) == [
        "table-2.jpg",
        "table.jpg",
    ]


@pytest.mark.parametrize("command", ["tiles", "read"])
@pytest.mark.parametrize(
    ("out", "sentence"),
    [
        ("a/table.jpg", "would replace the photo; name another file."),
        ("a/../a", "is where the photos are; give a folder of its own."),
    ],
)
def test_no_drawing_replaces_a_photo(command, out, sentence, tables, tmp_path, capsys):
    before = tables[0].read_bytes()
    assert main([command, str(tables[0]), "--draw", str(tmp_path / out)]) == 2
    assert capsys.readouterr().err == f"fanlens: --draw {tmp_path / out} {sentence}\n"
    assert tables[0].read_bytes() == before


@pytest.mark.parametrize("command", ["tiles", "read"])
def test_a_drawing_that_cannot_be_written_loses_no_reading(command, tables, tmp_path, capsys):
    arguments = [command, "--json", str(tables[0]), "--draw", str(tmp_path / "none" / "out.jpg")]
    assert main(arguments) == 2
    captured = capsys.readouterr()
    assert [values["photo"] for values in json.loads(captured.out)] == [str(tables[0])]
    assert "cannot be written; choose a folder that exists" in captured.err


def test_a_bad_photo_does_not_stop_the_others(photo, tmp_path, capsys):
    (tmp_path / "bad.jpg").write_bytes(b"")
    assert main(["tiles", str(tmp_path / "bad.jpg"), str(photo)]) == 2
    captured = capsys.readouterr()
    assert captured.out.count("\n") == 1
    assert captured.err == "fanlens: bad.jpg is empty (0 bytes); send the photo again.\n"


def test_a_photo_without_tiles(tmp_path, capsys):
    Image.new("RGB", (640, 480), (40, 90, 60)).save(tmp_path / "table.png")
    assert main(["tiles", str(tmp_path / "table.png")]) == 0
    assert capsys.readouterr().out == f"{tmp_path / 'table.png'}: no tiles\n"


def test_a_model_that_is_none(photo, tmp_path, capsys):
    (tmp_path / "other.onnx").write_bytes(b"no model")
    assert main(["tiles", str(photo), "--model", str(tmp_path / "other.onnx")]) == 2
    assert capsys.readouterr().err == "fanlens: other.onnx is no ONNX model that can be loaded.\n"
