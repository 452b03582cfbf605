"""Photos counted one by one: rows, mistakes, and a CSV from which tables can be made."""

from __future__ import annotations

import csv

import numpy as np
import pytest
from PIL import Image

from scoring.tiles import Tile
from tests.vision.cards import CardEngine, put, table
from vision.detector import Detector
from vision.evaluation.labels import load_folder
from vision.evaluation.sheet import CAPTION, CELL, ContactSheet
from vision.evaluation.tiles import MISSED, Row, evaluate, write_csv
from vision.reading import Reader


def row(truth: str, read: str, false: str = "") -> Row:
    times = (0.1, 0.2, 0.3, 0.0)
    codes = map(tuple, (truth.split(), read.split(), false.split()))
    return Row("p", "s", "as it is", *codes, times, (40.0,) * len(truth.split()))


@pytest.mark.parametrize(
    ("truth", "read", "false", "found", "right", "exact"),
    [
        ("1m 2m E", "1m 2m E", "", 3, 3, True),
        ("1m 2m E", "1m 3m E", "", 3, 2, False),
        ("1m 2m E", "1m - E", "", 2, 2, False),
        ("1m 2m E", "1m 2m E", "C", 3, 3, False),
        ("", "", "", 0, 0, True),
    ],
)
def test_a_row_counts(truth, read, false, found, right, exact):
    counted = row(truth, read, false)
    assert (counted.tiles, counted.found, counted.right) == (len(truth.split()), found, right)
    assert counted.exact is exact


@pytest.fixture
def folder(tmp_path):
    """One photo of three cards: a right one, a misread one, one made up, and a label missed."""
    pixels = table(640, 640)
    for code, x in (("1m", 100), ("5p", 250), ("E", 400)):
        put(pixels, Tile(code), (x, 300), 60, 80)
    for part in ("images", "labels"):
        (tmp_path / part).mkdir()
    Image.fromarray(pixels).save(tmp_path / "images" / "cards.png")
    lines = [(Tile("1m"), 100), (Tile("6p"), 250), (Tile("W"), 550)]
    (tmp_path / "labels" / "cards.txt").write_text(
        "".join(f"{t.index} {x / 640} {300 / 640} {60 / 640} {80 / 640}\n" for t, x in lines)
    )
    return tmp_path


def reader() -> Reader:
    return Reader(Detector(CardEngine()))


def test_every_mistake_is_told(folder):
    ((counted, mistakes),) = evaluate(load_folder(folder), reader())
    assert counted.truth == ("1m", "6p", "W")
    assert counted.read == ("1m", "5p", MISSED)
    assert counted.false == ("E",)
    assert counted.sides == (60.0, 60.0, 60.0)
    told = [(mistake.truth, mistake.read) for mistake in mistakes]
    assert sorted(told, key=str) == [("6p", "5p"), ("W", None), (None, "E")]
    assert all(0 <= value <= 640 for mistake in mistakes for value in mistake.box)


def test_variants_are_rows_of_their_own(folder):
    rows = [r for r, _ in evaluate(load_folder(folder), reader(), ["turned 90", "half size"])]
    assert [r.variant for r in rows] == ["as it is", "turned 90", "half size"]
    assert {r.read for r in rows} == {("1m", "5p", MISSED)}


def test_backs_count_only_where_backs_are_labelled(folder):
    pixels = np.array(Image.open(folder / "images" / "cards.png"))
    put(pixels, Tile("back"), (400, 500), 60, 80)
    Image.fromarray(pixels).save(folder / "images" / "cards.png")
    ((counted, _),) = evaluate(load_folder(folder), reader())
    assert counted.false == ("E",)
    with (folder / "labels" / "cards.txt").open("a") as file:
        file.write(f"{Tile('back').index} {100 / 640} {560 / 640} {60 / 640} {80 / 640}\n")
    ((counted, _),) = evaluate(load_folder(folder), reader())
    assert sorted(counted.false) == ["E", "back"]


def test_the_csv_holds_everything(tmp_path):
    path = tmp_path / "photos.csv"
    write_csv([row("1m 2m", "1m -", "C E")], path)
    with path.open(newline="", encoding="utf-8") as file:
        (line,) = csv.DictReader(file)
    assert line["truth"].split() == ["1m", "2m"]
    assert line["read"].split() == ["1m", "-"]
    assert line["false"].split() == ["C", "E"]
    assert [line[c] for c in ("tiles", "found", "right", "false_tiles", "exact")] == list("21120")
    assert float(line["locate_s"]) == 0.2
    assert line["sides"].split() == ["40.0", "40.0"]


def test_the_contact_sheet_shows_every_mistake(folder, tmp_path):
    sheet = ContactSheet()
    ((_, mistakes),) = evaluate(load_folder(folder), reader())
    for mistake in mistakes * 50:
        sheet.add(mistake)
    pages = sheet.write(tmp_path)
    assert [page.name for page in pages] == ["mistakes-1.jpg", "mistakes-2.jpg"]
    first = np.array(Image.open(pages[0]))
    assert first.shape == (12 * (CELL + CAPTION), 8 * CELL, 3)
    # The misread card, which goes first, with its blue of a 5p in the middle of the cell.
    assert first[CELL // 2, CELL // 2, 0] > 200
    assert ContactSheet().write(tmp_path) == []
