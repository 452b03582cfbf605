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
    assert "There is no photo A_hands_0041 in" in capsys.readouterr().err


def test_a_photo_without_labels_shows_no_tile(folder, capsys):
    (folder / "labels" / "A_hands_0041.txt").unlink()
    out = folder / "rows.csv"
    assert main(["evaluate", "hands", str(folder), "--labels", "--out", str(out)]) == 0
    with out.open(newline="", encoding="utf-8") as file:
        first = next(csv.DictReader(file))
    assert (first["found"], first["hand_exact"], first["status"]) == ("0", "False", "not a hand")
    assert "| all | 3 |" in capsys.readouterr().out
