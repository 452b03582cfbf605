"""Labels that the classifier of faces contradicts: where to look for wrong ones.

`python -m datasets.doubts DIR --out FOLDER` reads every labelled tile of a folder that
`datasets.real` wrote and writes `doubts.csv`, in the form of `corrections.csv`, the surest first,
and pages of pictures to judge them by. A line that the eye confirms belongs into
`corrections.csv`; most are mistakes of the classifier.
"""

from __future__ import annotations

import argparse
import csv
import sys
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np

from datasets import sheets
from datasets.corrections import COLUMNS
from scoring.tiles import TILES, Tile
from vision import labels, models
from vision.detections import Box
from vision.engines import ModelError
from vision.evaluation.labels import load_folder
from vision.faces import FaceReader, Faces
from vision.images import load_photo
from vision.labels import LabelError
from vision.outputs import OutError, apart, made_folder

# How much more probable than the label another tile has to be.
MARGIN = 0.4
# From this doubt on there may be no tile at all.
NO_TILE = 0.9
PAGE = 60
SIDE = 150
COLUMNS_OF_PAGE = 10
CONTEXT = 1.7


@dataclass(frozen=True)
class Doubt:
    """A label, in parts of the picture's sides, and what the classifier sees there instead: a
    tile, or None for nothing. `strength` is 0..1."""

    path: Path
    box: Box
    was: Tile
    now: Tile | None
    strength: float


Read = Callable[[np.ndarray, np.ndarray], Faces]


def find(folder: Path, read: Read) -> Iterator[Doubt]:
    """The doubts about the labels in `folder`. read: as `FaceReader.read`. Raises LabelError."""
    for photo in load_folder(folder):
        if not photo.labels:
            continue
        pixels = load_photo(photo.path).pixels
        height, width = pixels.shape[:2]
        boxes = np.array([labels.scaled(label.box, width, height) for label in photo.labels])
        faces = read(pixels, boxes[:, [[0, 1], [2, 1], [2, 3], [0, 3]]])
        for label, tiles, no_tile in zip(photo.labels, faces.tiles, faces.no_tile, strict=True):
            best = int(np.argmax(tiles))
            margin = float(tiles[best] - tiles[label.tile.index]) * float(1 - no_tile)
            if no_tile > NO_TILE:
                yield Doubt(photo.path, label.box, label.tile, None, float(no_tile))
            elif margin > MARGIN:
                yield Doubt(photo.path, label.box, label.tile, TILES[best], margin)


def rows(doubts: Iterable[Doubt]) -> list[list[str]]:
    """Lines for corrections.csv."""
    return [
        [
            doubt.path.stem,
            *(f"{value:.4f}" for value in doubt.box),
            doubt.was.code,
            doubt.now.code if doubt.now else "",
        ]
        for doubt in doubts
    ]


def pages(doubts: list[Doubt]) -> Iterator[np.ndarray]:
    """Pictures (RGB) of the doubted labels with their surroundings."""
    for start in range(0, len(doubts), PAGE):
        yield sheets.page([_cell(doubt) for doubt in doubts[start : start + PAGE]], COLUMNS_OF_PAGE)


def _cell(doubt: Doubt) -> np.ndarray:
    pixels = load_photo(doubt.path).pixels
    left, top, right, bottom = labels.scaled(doubt.box, pixels.shape[1], pixels.shape[0])
    scale = SIDE / (CONTEXT * max(right - left, bottom - top, 1.0))
    corner = SIDE / 2 - scale * (left + right) / 2, SIDE / 2 - scale * (top + bottom) / 2
    matrix = np.array([[scale, 0, corner[0]], [0, scale, corner[1]]])
    cut = cv2.warpAffine(pixels, matrix, (SIDE, SIDE), flags=cv2.INTER_CUBIC)
    box = (
        *(scale * left + corner[0], scale * top + corner[1]),
        *(scale * right + corner[0], scale * bottom + corner[1]),
    )
    seen = doubt.now.code if doubt.now else "no tile"
    made = sheets.cell(cut, [(box, sheets.LABELLED, "")], doubt.path.stem, SIDE)
    words = f"{doubt.was.code} or {seen} {doubt.strength:.2f}"
    cv2.putText(made, words, (3, SIDE - 5), 0, 0.4, (255, 255, 0), 1, cv2.LINE_AA)
    return made


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(
        prog="python -m datasets.doubts",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("folder", type=Path, metavar="DIR", help="what datasets.real wrote")
    parser.add_argument("--out", type=Path, required=True, metavar="FOLDER")
    parser.add_argument("--model", type=Path, help="the classifier (default: models/faces.onnx)")
    options = parser.parse_args(arguments)
    try:
        apart(options.out, [options.folder])
        made_folder(options.out)
        model = options.model or models.find("faces")
        if model is None:
            raise ModelError("There is no classifier in models/; name one with --model.")
        found = list(find(options.folder, FaceReader(model).read))
    except (LabelError, ModelError, OutError) as error:
        print(f"datasets.doubts: {error}", file=sys.stderr)
        return 2
    found.sort(key=lambda doubt: -doubt.strength)
    with (options.out / "doubts.csv").open("w", newline="", encoding="utf-8") as file:
        csv.writer(file, lineterminator="\n").writerows([COLUMNS, *rows(found)])
    for number, made in enumerate(pages(found), 1):
        cv2.imwrite(str(options.out / f"doubts-{number}.jpg"), made[..., ::-1])
    print(f"{len(found)} labels in doubt: {options.out}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
