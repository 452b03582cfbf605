"""Contact sheets of what an import changed, to look at before training on it."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import cv2
import numpy as np

from vision.detections import Box
from vision.images import load_photo

if TYPE_CHECKING:
    from datasets.real import Imported

SIDE = 420
COLUMNS, ROWS = 4, 3
BACKGROUND = 40
LABELLED, CHANGED, OLD = (255, 0, 255), (0, 200, 255), (255, 160, 0)


def page(cells: Sequence[np.ndarray], columns: int = COLUMNS) -> np.ndarray:
    """Pictures of one size in rows."""
    cells = [*cells, *[np.full_like(cells[0], BACKGROUND)] * (-len(cells) % columns)]
    rows = [np.hstack(cells[k : k + columns]) for k in range(0, len(cells), columns)]
    return np.vstack(rows)


def cell(
    pixels: np.ndarray, marks: Sequence[tuple[Box, tuple, str]], caption: str, side: int = SIDE
) -> np.ndarray:
    """A picture in a square of `side` pixels with boxes (box, colour, word) drawn on it."""
    height, width = pixels.shape[:2]
    scale = side / max(height, width)
    size = max(1, round(width * scale)), max(1, round(height * scale))
    small = cv2.resize(pixels, size, interpolation=cv2.INTER_AREA)
    for box, colour, word in marks:
        left, top, right, bottom = (round(value * scale) for value in box)
        cv2.rectangle(small, (left, top), (right, bottom), colour, 1)
        if word:
            cv2.putText(small, word, (left, top - 2), 0, 0.35, colour, 1, cv2.LINE_AA)
    square = np.full((side, side, 3), BACKGROUND, np.uint8)
    square[: size[1], : size[0]] = small
    cv2.putText(square, caption, (3, 12), 0, 0.4, (255, 255, 0), 1, cv2.LINE_AA)
    return square


class Pages:
    """Writes `masked-N.jpg` (before and after, side by side) and `flowers-N.jpg` to a folder."""

    def __init__(self, folder: Path) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        self._folder = folder
        self._cells: dict[str, list[np.ndarray]] = {"masked": [], "flowers": []}
        self._written = dict.fromkeys(self._cells, 0)

    def add(self, imported: Imported) -> None:
        if not imported.masked and not imported.adopted and not imported.wholes:
            return
        picture = imported.picture
        before = load_photo(picture.path).pixels
        marks = [(box, LABELLED, "") for _, box in imported.tiles]
        if imported.masked or imported.adopted:
            marks += [(box, CHANGED, "") for box in imported.masked]
            after = before if imported.pixels is None else imported.pixels
            named = [(box, LABELLED, tile.code) for tile, box in imported.adopted]
            self._put("masked", cell(before, marks, picture.stem))
            self._put("masked", cell(after, named, ""))
        if imported.wholes:
            marks = [(whole.strip, OLD, "") for whole in imported.wholes]
            marks += [
                (whole.box, CHANGED, whole.tile.code) for whole in imported.wholes if whole.box
            ]
            self._put("flowers", cell(before, marks, picture.stem))

    def close(self) -> None:
        for kind in self._cells:
            self._flush(kind)

    def _put(self, kind: str, made: np.ndarray) -> None:
        self._cells[kind].append(made)
        if len(self._cells[kind]) == COLUMNS * ROWS:
            self._flush(kind)

    def _flush(self, kind: str) -> None:
        if self._cells[kind]:
            self._written[kind] += 1
            path = self._folder / f"{kind}-{self._written[kind]}.jpg"
            cv2.imwrite(str(path), page(self._cells[kind])[..., ::-1])
            self._cells[kind] = []
