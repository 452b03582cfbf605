"""The contact sheet: a picture of every finished hand with its time and its points."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import cv2
import numpy as np
from PIL import Image, ImageDraw

from vision.draw import Colour
from vision.footage.lettering import font, listed, shortened, wrapped
from vision.footage.progress import clock
from vision.footage.storage import store, writing_to
from vision.footage.texts import text

SHEET = "sheet.jpg"
COLUMNS, ROWS = 4, 25
MARGIN = 8
# Below a picture: so many lines, their height, and that of letters.
LINES, LINE, LETTERS = 6, 19, 14
CELL, PICTURE, CAPTION = 320, 180, 3 + LINES * LINE + MARGIN
INK, PALE, DOUBT, PAPER = (25, 25, 25), (110, 110, 110), (200, 90, 0), (255, 255, 255)
QUALITY = 88


def write_sheets(folder: Path, rows: Sequence[tuple[dict, str]], language: str) -> list[Path]:
    """Write sheet.jpg, and sheet-2.jpg and so on where one does not hold all hands; deleted ones
    are left out. rows: lines of the list, each with the language of its words. language: of a sheet
    without any. Returns what was written. Raises NotWritten."""
    shown = [(row, words) for row, words in rows if row["state"] != "deleted"]
    pages = [shown[n : n + COLUMNS * ROWS] for n in range(0, len(shown), COLUMNS * ROWS)] or [[]]
    written = []
    for number, page in enumerate(pages, start=1):
        path = folder / (SHEET if number == 1 else f"sheet-{number}.jpg")
        picture = _page(folder, page, language)
        store(path, lambda p, picture=picture: picture.save(p, "JPEG", quality=QUALITY))
        written.append(path)
    for old in folder.glob("sheet-*.jpg"):
        if old not in written:
            with writing_to(old):
                old.unlink()
    return written


def _page(folder: Path, rows: Sequence[tuple[dict, str]], language: str) -> Image.Image:
    lines = max(1, -(-len(rows) // COLUMNS))
    page = Image.new("RGB", (COLUMNS * CELL, lines * (PICTURE + CAPTION)), PAPER)
    if not rows:
        none = text("none_found", language)
        ImageDraw.Draw(page).text((MARGIN, MARGIN), none, PALE, font(18))
    for number, (row, words) in enumerate(rows):
        left = number % COLUMNS * CELL
        top = number // COLUMNS * (PICTURE + CAPTION)
        _draw(page, folder, row, words, (left, top))
    return page


def _draw(
    page: Image.Image, folder: Path, row: dict, language: str, corner: tuple[int, int]
) -> None:
    pen, (left, top) = ImageDraw.Draw(page), corner
    width = CELL - 2 * MARGIN
    try:
        with Image.open(folder / row["thumbnail"]) as file:
            picture = file.convert("RGB")
        picture.thumbnail((width, PICTURE - MARGIN))
        x = left + (CELL - picture.width) // 2
        page.paste(picture, (x, top + MARGIN + (PICTURE - MARGIN - picture.height) // 2))
    except OSError:
        pen.text((left + MARGIN, top + MARGIN), text("no_picture", language), PALE, font(14))
    for number, (line, colour) in enumerate(_caption(row, language, width)):
        place = (left + MARGIN, top + PICTURE + 3 + LINE * number)
        pen.text(place, line, colour, font(LETTERS))


def _caption(row: dict, language: str, width: float) -> list[tuple[str, Colour]]:
    """At most `LINES` lines with their colours: time and status, the film, the tiles, and all room
    that is left for what the hand is worth."""
    names = [row["state"]] if row["state"] != "found" else row["status"]
    status = text("and", language).join(text(name, language) for name in names)
    # Where notation may be broken.
    tiles = (row["tiles"] or " ".join(row["concealed"])).replace("[", " [").strip()
    lines = [
        (shortened(f"{row['id']}  {clock(row['best'])}  {status}", LETTERS, width), INK),
        *((line, PALE) for line in wrapped(row["film"], LETTERS, width, 2)),
        *((line, INK) for line in wrapped(tiles, LETTERS, width, 2)),
    ]
    left = LINES - len(lines)
    if row["points_least"] is None:
        return [*lines, *((line, DOUBT) for line in wrapped(worth(row), LETTERS, width, left))]
    parts = [_points(row), *(fan["name"] for fan in row["fans"])]
    fans = listed(parts, "  ", lambda count: f"+ {count}", LETTERS, width, left)
    return [*lines, *((line, INK) for line in fans)]


def _points(row: dict) -> str:
    least, most = row["points_least"], row["points_most"]
    return str(least) if least == most else f"{least}–{most}"


def worth(row: dict) -> str:
    """A hand's points and fans in a few words."""
    if row["points_least"] is None:
        return "; ".join([*row["doubts"], *([row["refusal"]] if row["refusal"] else [])]) or "?"
    return "  ".join([_points(row), *(fan["name"] for fan in row["fans"])])


def cut_out(pixels: np.ndarray, box: Sequence[float], width: int = 480) -> np.ndarray:
    """The surroundings of a box (left, top, right, bottom) in RGB pixels, `width` pixels wide and
    in the proportions of the sheet's cells."""
    high, wide = pixels.shape[:2]
    left, top, right, bottom = box
    ratio = PICTURE / CELL
    across = min(1.15 * max(right - left, (bottom - top) / ratio, 16.0), wide, high / ratio)
    x = round(min(max((left + right - across) / 2, 0.0), wide - across))
    y = round(min(max((top + bottom - across * ratio) / 2, 0.0), high - across * ratio))
    piece = pixels[y : y + max(1, round(across * ratio)), x : x + max(1, round(across))]
    way = cv2.INTER_AREA if across > width else cv2.INTER_LINEAR
    return cv2.resize(piece, (width, round(width * ratio)), interpolation=way)
