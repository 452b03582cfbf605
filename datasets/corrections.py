"""Labels of the sources that are known to be wrong, and what they should say.

`corrections.csv` holds one label a line: the picture's stem in the prepared photos, the box in
parts of the picture's sides, what the label `was` and what it `is`. An empty `was` adds a tile that
nobody labelled; an empty `is` takes a label away. Only pictures to train on are corrected: what is
measured stays as it was published.
"""

from __future__ import annotations

import csv
from collections import defaultdict
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from scoring.tiles import Tile
from vision import boxes
from vision.detections import Box

FILE = Path(__file__).with_name("corrections.csv")
COLUMNS = ("image", "left", "top", "right", "bottom", "was", "is")
SAME_PLACE = 0.5


class CorrectionError(ValueError):
    """A line of the corrections that cannot be used; the message names it."""


@dataclass(frozen=True)
class Correction:
    """`box` in parts of the picture's sides; `was` and `now` are tile codes or empty."""

    box: Box
    was: str
    now: str


def load(path: Path = FILE) -> dict[str, list[Correction]]:
    """The corrections of each picture, by its stem. Raises CorrectionError."""
    found: dict[str, list[Correction]] = defaultdict(list)
    with path.open(newline="", encoding="utf-8") as file:
        for number, row in enumerate(csv.DictReader(file), 2):
            try:
                box = tuple(float(row[side]) for side in COLUMNS[1:5])
                for code in (row["was"], row["is"]):
                    if code:
                        Tile(code)
            except (KeyError, TypeError, ValueError) as error:
                raise CorrectionError(f"{path.name}, line {number} is no correction.") from error
            if row["was"] == row["is"] or not (box[0] < box[2] and box[1] < box[3]):
                raise CorrectionError(f"{path.name}, line {number} corrects nothing.")
            found[row["image"]].append(Correction(box, row["was"], row["is"]))
    return dict(found)


def correct(
    rows: list[tuple[int, Box]], classes: tuple[str, ...], corrections: list[Correction]
) -> tuple[list[tuple[int, Box]], int]:
    """Corrected rows (class, box in parts of the sides), and how many corrections found their
    label. One whose label is not there, because this version of the picture differs, is left out.
    """
    rows, done = list(rows), 0
    for correction in corrections:
        if not correction.was:
            rows.append((classes.index(correction.now), correction.box))
            done += 1
            continue
        place = _find(rows, classes, correction)
        if place is None:
            continue
        done += 1
        if correction.now:
            rows[place] = (classes.index(correction.now), rows[place][1])
        else:
            del rows[place]
    return rows, done


def _find(
    rows: list[tuple[int, Box]], classes: tuple[str, ...], correction: Correction
) -> int | None:
    if not rows:
        return None
    overlap = boxes.iou(np.array([correction.box]), np.array([box for _, box in rows]))[0]
    for place in np.argsort(-overlap):
        index = rows[place][0]
        if overlap[place] < SAME_PLACE:
            return None
        if 0 <= index < len(classes) and classes[index] == correction.was:
            return int(place)
    return None
