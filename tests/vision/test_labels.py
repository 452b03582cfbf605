"""YOLO label files: which belongs to a picture, what its lines say, and what is refused."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.tiles import Tile
from vision import labels


@pytest.mark.parametrize(
    ("picture", "expected"),
    [
        ("set/train/images/a.jpg", "set/train/labels/a.txt"),
        ("images/images/a.b.png", "images/labels/a.b.txt"),
        ("cases/photo.jpg", "cases/photo.txt"),
        ("images.jpg", "images.txt"),
    ],
)
def test_labels_lie_under_labels_or_beside_the_picture(picture, expected):
    assert labels.label_file(Path(picture)) == Path(expected)


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("3 0.5 0.5 0.2 0.4", (3, (0.4, 0.3, 0.6, 0.7))),
        ("3 0.5 0.5 0.2 0.4 0.91", (3, (0.4, 0.3, 0.6, 0.7))),
        ("42 0.1 0.2 0.4 0.1 0.5 0.6 0.2 0.7", (42, (0.1, 0.1, 0.5, 0.7))),
        ("-1 2 0.5 0.2 0.4", (-1, (1.9, 0.3, 2.1, 0.7))),
    ],
)
def test_a_line_is_a_class_and_a_box(line, expected):
    ((index, box),) = labels.parse("\n" + line + "\n\n")
    assert index == expected[0]
    assert box == pytest.approx(expected[1])


@pytest.mark.parametrize(
    "line",
    [
        "1m 0.5 0.5 0.2 0.4",
        "3 0.5 0.5 0.2",
        "3",
        "3 a b c d",
        "3 0.1 0.1 0.2 0.2 0.3 0.3",
        "3 nan 0.5 0.2 0.4",
        "3 0.5 0.5 inf 0.4",
    ],
)
def test_what_is_no_label_is_named_with_file_and_line(line):
    with pytest.raises(labels.LabelError, match=r"a\.txt, line 2: .*; (write|correct) .+\."):
        labels.parse("1 0.5 0.5 0.1 0.1\n" + line, "a.txt")


sides = st.tuples(st.floats(0, 1), st.floats(0, 1)).map(sorted).filter(lambda s: s[1] - s[0] > 0.01)


@given(st.lists(st.tuples(st.integers(0, 42), sides, sides), max_size=5))
def test_what_is_rendered_is_parsed_back(rows):
    given_rows = [(index, (x[0], y[0], x[1], y[1])) for index, x, y in rows]
    again = labels.parse(labels.render(given_rows))
    assert [index for index, _ in again] == [index for index, _ in given_rows]
    for (_, box), (_, expected) in zip(again, given_rows, strict=True):
        assert box == pytest.approx(expected, abs=2e-6)


def test_read_gives_tiles_and_pixels(tmp_path):
    picture = tmp_path / "images" / "a.jpg"
    (tmp_path / "labels").mkdir()
    (tmp_path / "labels" / "a.txt").write_text("9 0.5 0.25 0.1 0.1\n")
    ((tile, box),) = labels.read(picture, (200, 100))
    assert tile is Tile("1p")
    assert box == pytest.approx((90, 20, 110, 30))
    assert labels.read(tmp_path / "images" / "without.jpg", (200, 100)) == []
    (tmp_path / "labels" / "a.txt").write_text("\n0 0 0 1 1\n\n43 0.5 0.25 0.1 0.1\n")
    with pytest.raises(
        labels.LabelError, match=r"a\.txt, line 4: class 43 is none of .* use 0 to 42"
    ):
        labels.read(picture, (200, 100))


@pytest.mark.parametrize(
    "line", ["0 0.5 0.5 0.0 0.1", "0 0.5 0.5 -0.2 0.1", "0 7 7 0.1 0.1", "0 0.5 -0.1 0.1 0.1"]
)
def test_boxes_without_area_in_the_picture_are_refused(tmp_path, line):
    (tmp_path / "labels").mkdir()
    (tmp_path / "labels" / "a.txt").write_text("0 0.5 0.5 0.1 0.1\n" + line + "\n")
    with pytest.raises(labels.LabelError, match=r"a\.txt, line 2: the box has no area"):
        labels.read(tmp_path / "images" / "a.jpg", (200, 100))


def test_sessions_come_from_the_manifest(tmp_path):
    assert labels.sessions(tmp_path) == {}
    (tmp_path / "manifest.csv").write_text("image,session,boxes\nval/images/a.jpg,A/home,3\n")
    known = {tmp_path / "val" / "images" / "a.jpg": "A/home"}
    assert labels.sessions(tmp_path) == labels.sessions(tmp_path / "val") == known
    (tmp_path / "manifest.csv").write_text("name,boxes\na,3\n")
    with pytest.raises(labels.LabelError, match="needs the columns image and session"):
        labels.sessions(tmp_path)


@pytest.mark.parametrize(
    "read",
    [
        labels.class_names,
        lambda file: labels.sessions(file.parent),
        lambda file: labels.read(file, (9, 9)),
    ],
)
def test_files_that_are_no_text_are_named(tmp_path, read):
    for name in (labels.CLASSES, labels.MANIFEST, "data.txt"):
        (tmp_path / name).write_bytes(b"\x87\xff\x00")
    with pytest.raises(labels.LabelError, match=r"is no text; save it as UTF-8\."):
        read(tmp_path / labels.CLASSES)


def test_pictures_are_found_below_the_folder(tmp_path):
    (tmp_path / "b").mkdir()
    for name in ("b/2.PNG", "1.heic", "1.txt", "notes.md"):
        (tmp_path / name).write_bytes(b"")
    assert labels.pictures(tmp_path) == [tmp_path / "1.heic", tmp_path / "b" / "2.PNG"]
    with pytest.raises(labels.LabelError, match="There is no folder"):
        labels.pictures(tmp_path / "missing")
    (tmp_path / "empty").mkdir()
    with pytest.raises(labels.LabelError, match="There are no pictures"):
        labels.pictures(tmp_path / "empty")


@pytest.mark.parametrize(
    "text",
    [
        "path: .\nnames: ['1m', '2m', E]\nnc: 3\n",
        'train: x\nnames: {"0": "1m", "1": "2m", "2": "E"}\n',
        "names:\n  0: \"1m\"\n  2: E  # east\n  1: '2m'\n\nroboflow:\n  version: 4\n",
        "nc: 3\nnames:\n- 1m\n- '2m'\n- E\n",
    ],
)
def test_class_names_are_read_from_every_way_to_write_them(tmp_path, text):
    (tmp_path / "data.yaml").write_text(text)
    assert labels.class_names(tmp_path / "data.yaml") == ["1m", "2m", "E"]


@pytest.mark.parametrize("text", ["nc: 3\n", "names: []\n", "names:\n  0: 1m\n  2: E\n"])
def test_class_names_that_are_missing_or_leave_a_gap_are_refused(tmp_path, text):
    (tmp_path / "data.yaml").write_text(text)
    with pytest.raises(labels.LabelError, match="names no classes"):
        labels.class_names(tmp_path / "data.yaml")
