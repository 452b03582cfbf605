"""`fanlens evaluate hands`: the summary and the rows behind it."""

from __future__ import annotations

import csv
import json
import shutil

import pytest

from vision.main import main

NAMES = ("A_hands_0041", "A_hands_0048", "B_hand_1059")


@pytest.fixture
def folder(shared, tmp_path):
    """Three photos with their truth and their labels."""
    for part, suffix in (("images", "jpg"), ("labels", "txt")):
        (tmp_path / part).mkdir()
        for name in NAMES:
            shutil.copy(shared / "photos" / "val" / part / f"{name}.{suffix}", tmp_path / part)
    listed = json.loads((shared / "hands" / "truth.json").read_text("utf-8"))
    chosen = [entry for entry in listed if entry["photo"] in NAMES]
    (tmp_path / "truth.json").write_text(json.dumps(chosen), "utf-8")
    return tmp_path


@pytest.mark.parametrize("options", [[], ["--labels"]])
def test_summary_and_rows(folder, options, capsys):
    out = folder / "rows.csv"
    assert main(["evaluate", "hands", str(folder), "--out", str(out), *options]) == 0
    text = capsys.readouterr().out
    assert "| A/hands | 2 | 100.0 % (28/28" in text
    assert "| all | 3 |" in text
    with out.open(newline="", encoding="utf-8") as file:
        rows = list(csv.DictReader(file))
    assert [row["photo"] for row in rows] == list(NAMES)
    assert [row["status"] for row in rows] == ["confirmed"] * 3
    assert {row["hand_exact"] for row in rows} == {"True"}
    assert (rows[0]["winning_tile_right"], rows[1]["grouping_exact"]) == ("True", "True")
    assert {float(row["hand"]) > 0 for row in rows} == {True}


def test_photos_elsewhere(folder, capsys):
    assert main(["evaluate", "hands", str(folder), "--photos", str(folder / "labels")]) == 2
    told = capsys.readouterr().err.splitlines()
    for name, sentence in zip(NAMES, told, strict=False):
        assert sentence.startswith(f"fanlens: There is no photo {name} in")
    assert told[3:] == ["fanlens: None of these photos could be measured."]


def _cut(folder):
    photo = folder / "images" / "A_hands_0041.jpg"
    photo.write_bytes(photo.read_bytes()[:9999])


def _take_away(folder):
    (folder / "images" / "A_hands_0041.jpg").unlink()


def _mislabel(folder):
    (folder / "labels" / "A_hands_0041.txt").write_text("0 0 0 1 1\n0 half\n")


def _list_no_hand(folder):
    listed = json.loads((folder / "truth.json").read_text("utf-8"))
    listed[0]["concealed"] = ["10m"]
    (folder / "truth.json").write_text(json.dumps(listed), "utf-8")


def _list_a_meld_that_is_none(folder):
    listed = json.loads((folder / "truth.json").read_text("utf-8"))
    listed[0]["melds"] = [{"kind": "pong", "tiles": ["C", "C", "C"]}]
    (folder / "truth.json").write_text(json.dumps(listed), "utf-8")


@pytest.mark.parametrize(
    ("damage", "options", "sentence"),
    [
        (_cut, [], "A_hands_0041.jpg is damaged or cut off; send the whole photo again."),
        (_cut, ["--labels"], "A_hands_0041.jpg is damaged or cut off; send the whole photo again."),
        (_take_away, [], "There is no photo A_hands_0041 in"),
        (_mislabel, ["--labels"], "A_hands_0041.txt, line 2: '0 half' is no label; write"),
        (_list_no_hand, [], "truth.json is no true hand: in concealed, unknown tile '10m'"),
        (_list_a_meld_that_is_none, [], """a meld's kind is "pong", not one of kong"""),
    ],
)
def test_what_cannot_be_read_is_named_and_the_others_are_measured(
    folder, damage, options, sentence, capsys
):
    damage(folder)
    out = folder / "rows.csv"
    assert main(["evaluate", "hands", str(folder), "--out", str(out), *options]) == 2
    printed, told = capsys.readouterr()
    assert told.startswith("fanlens: ")
    assert told.count("\n") == 1
    assert sentence in told
    assert "| all | 2 |" in printed
    assert "## Not measured\n\n1 of 3 photos:\n\n- " + told.removeprefix("fanlens: ") in printed
    with out.open(newline="", encoding="utf-8") as file:
        assert [row["photo"] for row in csv.DictReader(file)] == list(NAMES[1:])


def test_a_place_where_nothing_can_be_written_is_named_before_any_photo_is_read(folder, capsys):
    _cut(folder)
    taken = folder / "truth.json"
    assert main(["evaluate", "hands", str(folder), "--out", str(taken / "rows.csv")]) == 2
    assert capsys.readouterr().err == (
        f"fanlens: --out {taken} cannot be a folder (File exists); name another.\n"
    )


def test_a_photo_without_labels_shows_no_tile(folder, capsys):
    (folder / "labels" / "A_hands_0041.txt").unlink()
    out = folder / "rows.csv"
    assert main(["evaluate", "hands", str(folder), "--labels", "--out", str(out)]) == 0
    with out.open(newline="", encoding="utf-8") as file:
        first = next(csv.DictReader(file))
    assert (first["found"], first["hand_exact"], first["status"]) == ("0", "False", "not a hand")
    assert "| all | 3 |" in capsys.readouterr().out
