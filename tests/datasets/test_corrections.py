"""Corrections of labels: what the file may say, and what is done with it."""

from __future__ import annotations

import pytest

from datasets import corrections
from datasets.corrections import Correction, CorrectionError
from vision import labels

CLASSES = ("1m", "2m", "E")
LEFT, RIGHT, FREE = (0.1, 0.1, 0.2, 0.3), (0.3, 0.1, 0.4, 0.3), (0.5, 0.1, 0.6, 0.3)
HEAD = "image,left,top,right,bottom,was,is\n"


@pytest.mark.parametrize(
    ("correction", "rows", "done"),
    [
        (Correction(LEFT, "1m", "E"), [(2, LEFT), (1, RIGHT)], 1),
        (Correction((0.11, 0.1, 0.21, 0.3), "1m", "E"), [(2, LEFT), (1, RIGHT)], 1),
        (Correction(LEFT, "1m", ""), [(1, RIGHT)], 1),
        (Correction(FREE, "", "E"), [(0, LEFT), (1, RIGHT), (2, FREE)], 1),
        # Another tile there, or none: this is another version of the picture.
        (Correction(LEFT, "2m", "E"), [(0, LEFT), (1, RIGHT)], 0),
        (Correction(FREE, "1m", "E"), [(0, LEFT), (1, RIGHT)], 0),
    ],
)
def test_a_correction(correction, rows, done):
    given = [(0, LEFT), (1, RIGHT)]
    assert corrections.correct(given, CLASSES, [correction]) == (rows, done)
    assert given == [(0, LEFT), (1, RIGHT)]


def test_a_picture_without_labels_can_be_given_some():
    assert corrections.correct([], CLASSES, [Correction(LEFT, "1m", "E")]) == ([], 0)
    assert corrections.correct([], CLASSES, [Correction(LEFT, "", "E")]) == ([(2, LEFT)], 1)


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("a,0.1,0.1,0.2,0.3,1m,x", "line 2 is no correction"),
        ("a,0.1,0.1,0.2,,1m,2m", "line 2 is no correction"),
        ("a,0.1,0.1", "line 2 is no correction"),
        ("a,0.1,0.1,0.2,0.3,1m,1m", "line 2 corrects nothing"),
        ("a,0.1,0.1,0.2,0.3,,", "line 2 corrects nothing"),
        ("a,0.2,0.1,0.1,0.3,1m,2m", "line 2 corrects nothing"),
    ],
)
def test_a_line_that_cannot_be_used_is_named(tmp_path, line, message):
    (tmp_path / "corrections.csv").write_text(HEAD + line + "\n")
    with pytest.raises(CorrectionError, match=message):
        corrections.load(tmp_path / "corrections.csv")


def test_every_correction_finds_its_label_in_the_prepared_photos(shared):
    codes = tuple(labels.class_names(shared / "photos" / "data.yaml"))
    for stem, entries in corrections.load().items():
        path = shared / "photos" / "train" / "labels" / f"{stem}.txt"
        rows = labels.parse(path.read_text(), path.name)
        _, done = corrections.correct(rows, codes, entries)
        assert done == len(entries), stem
