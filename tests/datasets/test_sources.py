"""Sources of real photos: folders, class orders, sessions, split, and what is refused."""

from __future__ import annotations

import csv
import re
from collections import Counter
from pathlib import Path

import pytest

from datasets import sources
from datasets.sources import ALAN_CHOI, KIM_WONG, LAST_THERAPY, SOURCES, TRAIN, VAL
from scoring.tiles import FLOWERS, PLAYING_TILES


def put(folder: Path, name: str, text: str = "0 0.5 0.5 0.1 0.1\n") -> None:
    """An empty picture file below `folder`/images with a label file."""
    for kind, file, content in (("images", f"{name}.jpg", ""), ("labels", f"{name}.txt", text)):
        (folder / kind).mkdir(parents=True, exist_ok=True)
        (folder / kind / file).write_text(content)


@pytest.mark.parametrize("source", SOURCES, ids=lambda source: source.name)
def test_class_orders_hold_every_tile_but_the_back(source):
    counts = Counter(source.classes)
    assert {tile.code for tile in (*PLAYING_TILES, *FLOWERS)} == set(counts)
    assert {counts[tile.code] for tile in PLAYING_TILES} == {1}
    # One publisher has a class for the whole flower and one for its print.
    assert {counts[tile.code] for tile in FLOWERS} == {2 if source.strips else 1}
    assert not source.names or len(source.names.split()) == len(source.classes)


@pytest.mark.parametrize(
    ("source", "index", "code"),
    [
        # Classes of boxes that the prepared photos hold under the tile on the right.
        *[(KIM_WONG, index, code) for index, code in {31: "e", 33: "f", 35: "h"}.items()],
        *[(KIM_WONG, index, code) for index, code in {37: "g", 39: "a", 45: "d"}.items()],
        *[(KIM_WONG, index, code) for index, code in {46: "E", 47: "N", 48: "S"}.items()],
        *[(KIM_WONG, index, code) for index, code in {27: "F", 28: "C", 29: "P"}.items()],
        *[(ALAN_CHOI, index, code) for index, code in {24: "P", 4: "E", 35: "g"}.items()],
        *[(ALAN_CHOI, index, code) for index, code in {30: "h", 10: "c", 28: "6s"}.items()],
        *[(ALAN_CHOI, index, code) for index, code in {37: "8p", 39: "9m", 14: "W"}.items()],
        *[(LAST_THERAPY, index, code) for index, code in {11: "3m", 37: "P", 6: "7s"}.items()],
        *[(LAST_THERAPY, index, code) for index, code in {29: "h", 31: "E", 36: "W"}.items()],
        *[(LAST_THERAPY, index, code) for index, code in {33: "N", 35: "S", 41: "d"}.items()],
    ],
)
def test_class_orders(source, index, code):
    assert source.classes[index] == code


def test_names_and_codes_of_classes_agree():
    suits = {"b": "s", "c": "m", "d": "p"}
    for name, code in zip(KIM_WONG.names.split(), KIM_WONG.classes, strict=True):
        if re.fullmatch(r"[bcd]\d", name):
            assert code == name[1] + suits[name[0]]
    suits = {"sb": "s", "sc": "m", "sd": "p"}
    for name, code in zip(ALAN_CHOI.names.split(), ALAN_CHOI.classes, strict=True):
        if name[:2] in suits:
            assert code == name[2] + suits[name[:2]]


def test_the_rules_give_the_prepared_photos_their_sessions_and_split(shared):
    with (shared / "photos" / "manifest.csv").open(newline="") as file:
        for row in csv.DictReader(file):
            source = KIM_WONG if row["session"].startswith("A/") else ALAN_CHOI
            rule = next(r for r in source.rules if re.match(r.pattern, row["original"]))
            assert (rule.session, rule.split) == (row["session"], row["image"].split("/")[0])


def test_a_clone_is_recognised_and_split_by_session(tmp_path):
    (tmp_path / "data").mkdir()
    (tmp_path / "data" / "data.yaml").write_text(f"names: {ALAN_CHOI.names.split()}\n")
    put(tmp_path / "data/valid", "hand_001_jpg.rf.0a1b")
    put(tmp_path / "data/valid", "367510082_144_478_n_jpg.rf.0a1b")
    put(tmp_path / "data/test", "363475411_151_401_n_jpg.rf.0a1b")
    put(tmp_path / "data/test", "hand_002_jpg.rf.0a1b")
    put(tmp_path / "data/test", "IMG_20231102_201313_jpg.rf.0a1b")
    put(tmp_path / "data/train", "hand_001_jpg.rf.0a1b")
    put(tmp_path / "data/train", "hand_001_jpg.rf.2c3d")
    pictures, refused = sources.pictures(tmp_path)
    assert {(p.original, p.session, p.split) for p in pictures} == {
        ("valid/hand_001", "B/hand", VAL),
        ("valid/367510082_144_478_n", "B/fb", TRAIN),
        ("test/363475411_151_401_n", "B/fb", VAL),
        ("test/IMG_20231102_201313", "B/case", TRAIN),
    }
    assert {p.classes for p in pictures} == {ALAN_CHOI.classes}
    assert sorted((r.reason, r.count) for r in refused) == [
        (sources.UNDECIDED, 1),
        (sources.MIRRORED, 2),
    ]


def test_a_clone_with_other_class_names_is_refused(tmp_path):
    put(tmp_path / "data/valid", "hand_001")
    (tmp_path / "data" / "data.yaml").write_text("names: [bs1, sd1, sc1]\n")
    with pytest.raises(sources.SourceError, match="other classes than alanchoi00"):
        sources.pictures(tmp_path)


def test_of_two_versions_of_a_photo_one_is_taken(tmp_path):
    put(tmp_path / "dataset/train", "hand_003_jpg.rf.aa")
    put(tmp_path / "dataset/train", "hand_003_jpg.rf.bb")
    (picture,), (refused,) = sources.pictures(tmp_path)
    assert (picture.path.stem, picture.session) == ("hand_003_jpg.rf.aa", "B/hand")
    assert refused.path.stem == "hand_003_jpg.rf.bb"


def test_strips_are_the_flower_classes_without_a_mark(tmp_path):
    put(tmp_path / "Datas/2/all", "IMG_3250_jpeg.rf.aa")
    put(tmp_path / "Datas/2/all", "00C43BBF-7D50-4347-B6D9_jpeg_jpg.rf.aa")
    pictures, _ = sources.pictures(tmp_path)
    assert {(p.session, p.split) for p in pictures} == {("A/mat32", TRAIN), ("A/hands", VAL)}
    names = KIM_WONG.names.split()
    assert {names[index] for index in pictures[0].strips} == {
        f"{k}{n}" for k in "fs" for n in "1234"
    }


def test_a_yolo_folder_brings_its_own_class_order_and_sessions(tmp_path):
    (tmp_path / "data.yaml").write_text("names: [E, 1m]\n")
    put(tmp_path / "train", "x")
    put(tmp_path / "val", "y")
    (tmp_path / "manifest.csv").write_text(
        "image,session,flowers_without_box,original\ntrain/images/x.jpg,C/table,2,photo-7\n"
    )
    first, second = sources.pictures(tmp_path)[0]
    assert (first.session, first.split, first.original) == ("C/table", TRAIN, "photo-7")
    assert (first.lacking, first.classes) == (2, ("E", "1m"))
    assert (second.session, second.split, second.lacking) == (tmp_path.name, VAL, 0)


def test_a_yolo_folder_with_foreign_classes_is_refused(tmp_path):
    (tmp_path / "data.yaml").write_text("names: [E, dot_1]\n")
    put(tmp_path / "train", "x")
    with pytest.raises(sources.SourceError, match="no tile codes, such as dot_1"):
        sources.pictures(tmp_path)


def test_saved_problem_cases_are_pictures_with_labels_beside_them(tmp_path):
    folder = tmp_path / "cases"
    folder.mkdir()
    for name in ("one.jpg", "one.txt", "two.png"):
        (folder / name).write_text("")
    (picture,), (refused,) = sources.pictures(folder)
    assert (picture.session, picture.split) == ("cases/cases", TRAIN)
    assert (refused.path.name, refused.reason) == ("two.png", "it has no label file")


def test_problem_cases_of_the_app_say_which_tiles_have_no_box(tmp_path):
    for name, added in (("one", "[]"), ("two", '["1m", "E"]')):
        put(tmp_path, name)
        (tmp_path / "corrections").mkdir(exist_ok=True)
        (tmp_path / "corrections" / f"{name}.json").write_text(f'{{"added": {added}}}')
    pictures, refused = sources.pictures(tmp_path)
    assert [(p.original, p.lacking) for p in pictures] == [("one", 0), ("two", 2)]
    assert refused == []
    (tmp_path / "corrections" / "one.json").write_text("{}")
    with pytest.raises(sources.SourceError, match=r"one\.json is no correction"):
        sources.pictures(tmp_path)


def test_what_is_no_source_is_refused_in_one_sentence(tmp_path):
    with pytest.raises(sources.SourceError, match="There is no folder"):
        sources.pictures(tmp_path / "missing")
    (tmp_path / "a.jpg").write_text("")
    with pytest.raises(sources.SourceError, match="is no source of labelled photos"):
        sources.pictures(tmp_path)
