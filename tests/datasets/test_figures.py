"""The tables of datasets/README.md are counted from what an import wrote, all of them."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from datasets import figures
from datasets.real import data_yaml
from datasets.sheets import page
from vision import labels


@pytest.fixture
def folder(tmp_path):
    """What an import of three pictures writes."""
    for name, text in {
        "train/a": "0 0.5 0.5 0.1 0.2\n0 0.2 0.5 0.1 0.2\n42 0.8 0.5 0.2 0.3\n",
        "train/b": "34 0.5 0.5 0.1 0.2\n",
        "val/c": "",
    }.items():
        split, stem = name.split("/")
        for kind in ("images", "labels"):
            (tmp_path / split / kind).mkdir(parents=True, exist_ok=True)
        cv2.imwrite(str(tmp_path / split / "images" / f"{stem}.jpg"), np.zeros((100, 200, 3)))
        (tmp_path / split / "labels" / f"{stem}.txt").write_text(text)
    (tmp_path / "data.yaml").write_text(data_yaml())
    (tmp_path / "manifest.csv").write_text(
        "image,session,boxes\ntrain/images/a.jpg,A/home,3\ntrain/images/b.jpg,A/home,1\n"
        "val/images/c.jpg,B/fb,0\n"
    )
    (tmp_path / "report.csv").write_text(
        "split,session,image,action,reason,tile,left,top,right,bottom\n"
        "train,A/home,a,painted out,a tile without a label,1m,1,1,2,2\n"
        "train,A/home,a,painted out,a tile without a label,2m,1,1,2,2\n"
        "train,A/home,a,labelled by the models,a tile without a label,3m,1,1,2,2\n"
        "train,A/home,b,corrected,a label known to be wrong,,,,,\n"
        "train,A/home,b,reported,5 of one tile in one picture,1m,,,,\n"
        "train,B/fb,x,left out,the same photo as c of val,,,,,\n"
    )
    return tmp_path


def blocks(*names: str) -> str:
    marks = [f"Text.\n<!-- figures: {name} -->\nold\n<!-- end -->\n" for name in names]
    return "# Title\n" + "".join(marks)


def test_sessions(folder):
    _, home, total, fb, all_val = figures.sessions(figures.Import(folder))
    assert home == ["train", "A/home", 2, 4, 20, 1, 2, 1]
    assert total == ["train", "**all**", 2, 4, 20, 1, 2, 1]
    assert fb == ["val", "B/fb", 1, 0, "", "", "", ""]
    assert all_val == ["val", "**all**", 1, 0, "", "", "", ""]


def test_tiles(folder):
    table = figures.tiles(figures.Import(folder))
    assert {len(row) for row in table} == {9}
    cells = [cell for row in table for cell in row]
    assert {"1m: 2 / 0", "9s: 0 / 0", "P: 0 / 0", "a: 1 / 0", "back: 1 / 0"} <= set(cells)


def test_changes(folder):
    assert figures.changes(figures.Import(folder))[1:] == [
        ["corrected", "a label known to be wrong", 1],
        ["labelled by the models", "a tile without a label", 1],
        ["left out", "the same photo as one of val", 1],
        ["painted out", "a tile without a label", 2],
        ["reported", "some of one tile in one picture", 1],
    ]


def test_tables_are_written_between_their_marks_and_nothing_else(folder):
    text = blocks(*figures.TABLES)
    new = figures.rebuild(text, figures.Import(folder))
    assert "old" not in new
    assert "| train | A/home | 2 | 4 | 20 | 1 | 2 | 1 |" in new
    assert figures.BLOCK.sub("", new) == figures.BLOCK.sub("", text)
    assert figures.rebuild(new, figures.Import(folder)) == new


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (blocks("sessions", "tiles", "changes"), "no place for the figures faults"),
        (blocks(*figures.TABLES, "weather"), "Nothing counts the figures weather"),
    ],
)
def test_a_table_without_a_place_or_a_place_without_a_table_is_refused(folder, text, message):
    with pytest.raises(figures.FigureError, match=message):
        figures.rebuild(text, figures.Import(folder))


def test_the_readme_has_a_place_for_every_table():
    names = [name for _, name, _ in figures.BLOCK.findall(figures.README.read_text("utf-8"))]
    assert sorted(names) == sorted(figures.TABLES)


def test_the_command_writes_checks_and_complains(folder, tmp_path, capsys):
    readme = tmp_path / "README.md"
    readme.write_text(blocks(*figures.TABLES))
    arguments = [str(folder), "--readme", str(readme)]
    assert figures.main([*arguments, "--check"]) == 1
    assert figures.main(arguments) == 0
    assert figures.main([*arguments, "--check"]) == 0
    assert figures.main([str(tmp_path / "train"), "--readme", str(readme)]) == 2
    assert "lacks manifest.csv" in capsys.readouterr().err


def test_the_figures_count_the_prepared_photos_as_their_manifest_does(shared):
    """The README's own numbers hold for the photos that they are counted from."""
    rows = labels.sessions(shared / "photos")
    measured = [path for path in rows if path.parts[-3] == "val"]
    text = figures.README.read_text("utf-8")
    assert f"| val | **all** | {len(measured)} |" in text


def test_a_page_is_filled_up_to_whole_rows():
    cells = [np.full((4, 4, 3), value, np.uint8) for value in range(5)]
    assert page(cells, columns=3).shape == (8, 12, 3)
