"""Contact sheets: every mistake with its surroundings, to see what to do next."""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np

from vision.evaluation.tiles import Mistake

CELL = 160
CAPTION = 34
COLUMNS = 8
ROWS = 12
# The tile's surroundings shown, in lengths of its longer side.
CONTEXT = 3.0

MISSED_COLOUR = (230, 60, 230)
MISREAD_COLOUR = (255, 150, 0)
FALSE_COLOUR = (60, 90, 255)


class ContactSheet:
    """Gathers mistakes, orange for misread, violet for missed, blue for made up."""

    def __init__(self) -> None:
        self._cells: list[tuple[tuple, np.ndarray]] = []

    def add(self, mistake: Mistake) -> None:
        order = (mistake.truth is None, mistake.read is None, -mistake.confidence)
        self._cells.append((order, _cell(mistake)))

    def write(self, folder: Path) -> list[Path]:
        """`mistakes-1.jpg` and so on, the most confident misreadings first; what was written."""
        cells = [cell for _, cell in sorted(self._cells, key=lambda entry: entry[0])]
        pages = []
        for start in range(0, len(cells), COLUMNS * ROWS):
            page = cells[start : start + COLUMNS * ROWS]
            page += [np.full_like(page[0], 255)] * (-len(page) % COLUMNS)
            lines = [np.hstack(page[i : i + COLUMNS]) for i in range(0, len(page), COLUMNS)]
            path = folder / f"mistakes-{len(pages) + 1}.jpg"
            cv2.imwrite(str(path), np.vstack(lines)[..., ::-1], [cv2.IMWRITE_JPEG_QUALITY, 85])
            pages.append(path)
        return pages


def _cell(mistake: Mistake) -> np.ndarray:
    left, top, right, bottom = mistake.box
    side = CONTEXT * max(right - left, bottom - top, 1.0)
    scale = CELL / side
    corner = np.array([(left + right - side) / 2, (top + bottom - side) / 2])
    matrix = np.array([[scale, 0, -corner[0] * scale], [0, scale, -corner[1] * scale]])
    picture = cv2.warpAffine(
        mistake.photo.pixels, matrix, (CELL, CELL), flags=cv2.INTER_AREA, borderValue=(114,) * 3
    )
    colour, words = _verdict(mistake)
    low = ((np.array([left, top]) - corner) * scale).astype(int).tolist()
    high = ((np.array([right, bottom]) - corner) * scale).astype(int).tolist()
    cv2.rectangle(picture, low, high, colour, 1, cv2.LINE_AA)
    cell = np.full((CELL + CAPTION, CELL, 3), 255, np.uint8)
    cell[:CELL] = picture
    for line, text in enumerate((words, mistake.row.photo[-22:])):
        place = (3, CELL + 13 + 15 * line)
        cv2.putText(cell, text, place, cv2.FONT_HERSHEY_SIMPLEX, 0.4, (0, 0, 0), 1, cv2.LINE_AA)
    return cell


def _verdict(mistake: Mistake) -> tuple[tuple[int, int, int], str]:
    if mistake.read is None:
        return MISSED_COLOUR, f"{mistake.truth} missed"
    if mistake.truth is None:
        return FALSE_COLOUR, f"{mistake.read} made up {mistake.confidence:.2f}"
    return MISREAD_COLOUR, f"{mistake.truth} read {mistake.read} {mistake.confidence:.2f}"
