"""Labels that a classifier contradicts come out as lines for corrections.csv, the surest first."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from datasets import corrections, doubts
from datasets.real import data_yaml
from scoring.tiles import TILES, Tile
from vision.faces import Faces

ROW = "0 0.1 0.5 0.1 0.4\n1 0.3 0.5 0.1 0.4\n2 0.5 0.5 0.1 0.4\n"


@pytest.fixture
def folder(tmp_path):
    """A row of 1m, 2m and 3m by its labels."""
    for kind in ("images", "labels"):
        (tmp_path / "train" / kind).mkdir(parents=True)
    cv2.imwrite(str(tmp_path / "train/images/row.jpg"), np.full((100, 200, 3), 128, np.uint8))
    (tmp_path / "train/labels/row.txt").write_text(ROW)
    (tmp_path / "data.yaml").write_text(data_yaml())
    return tmp_path


def reading(*seen: tuple[str, float, float]):
    """Reads tile, its probability, and the doubt that there is one, whatever the pixels show."""

    def read(pixels: np.ndarray, corners: np.ndarray) -> Faces:
        assert corners.shape == (len(seen), 4, 2)
        assert np.allclose(corners[0], [[10, 30], [30, 30], [30, 70], [10, 70]])
        tiles = np.full((len(seen), len(TILES)), 1e-3)
        for row, (code, probability, _) in zip(tiles, seen, strict=True):
            row[Tile(code).index] = probability
        return Faces(tiles, np.array([doubt for *_, doubt in seen]), None)

    return read


def test_what_is_contradicted_and_what_is_not(folder):
    found = list(doubts.find(folder, reading(("1m", 0.9, 0), ("7s", 0.9, 0), ("3m", 0.9, 0.95))))
    assert [(doubt.was.code, doubt.now and doubt.now.code) for doubt in found] == [
        ("2m", "7s"),
        ("3m", None),
    ]
    assert found[0].strength == pytest.approx(0.899, abs=1e-3)


def test_an_unsure_classifier_contradicts_nothing(folder):
    seen = reading(("9m", 0.3, 0), ("7s", 0.9, 0.7), ("3m", 0.9, 0.5))
    assert list(doubts.find(folder, seen)) == []


def test_lines_can_be_used_as_corrections(folder, tmp_path):
    found = list(doubts.find(folder, reading(("1m", 0.9, 0), ("7s", 0.9, 0), ("3m", 0.9, 0.95))))
    lines = [",".join(row) for row in [list(corrections.COLUMNS), *doubts.rows(found)]]
    path = tmp_path / "corrections.csv"
    path.write_text("\n".join(lines) + "\n")
    wrong, none = corrections.load(path)["row"]
    assert (wrong.was, wrong.now) == ("2m", "7s")
    assert (none.was, none.now) == ("3m", "")
    assert wrong.box == pytest.approx((0.25, 0.3, 0.35, 0.7))


def test_pages_show_every_doubt(folder):
    found = list(doubts.find(folder, reading(("9m", 0.9, 0), ("7s", 0.9, 0), ("3m", 0.9, 0))))
    (page,) = doubts.pages(found)
    assert page.shape == (doubts.SIDE, doubts.SIDE * doubts.COLUMNS_OF_PAGE, 3)


def test_a_missing_folder_or_model_gets_one_sentence(folder, tmp_path, capsys):
    out = str(tmp_path / "out")
    assert doubts.main([str(tmp_path / "missing"), "--out", out]) == 2
    assert "There is no folder" in capsys.readouterr().err
    given = [str(folder / "train"), "--out", out, "--model", str(tmp_path / "no.onnx")]
    assert doubts.main(given) == 2
    assert capsys.readouterr().err.startswith("datasets.doubts: no.onnx is no ONNX model")


def test_sheets_go_to_a_folder_apart_from_the_pictures(folder, tmp_path, capsys):
    (tmp_path / "file").write_text("")
    for out, words in (
        (folder / "train", "is the same as"),
        (folder / "train/doubts", "lies in"),
        (tmp_path / "file", "cannot be a folder"),
    ):
        assert doubts.main([str(folder / "train"), "--out", str(out)]) == 2
        assert capsys.readouterr().err.startswith(f"datasets.doubts: --out {out} {words}")
    assert not (folder / "train/doubts").exists()
