"""Labelled pictures in YOLO's form: which text file belongs to a picture, and what its lines say.

A line is a class and a box: centre x, centre y, width, height as parts of the picture's sides. A
class with four or more corners, x and y in turn, is read as the box around them. A picture whose
file is missing or empty shows no tile.
"""

from __future__ import annotations

import csv
import math
import re
from collections.abc import Iterable
from pathlib import Path

from scoring.tiles import TILES, Tile
from vision.detections import Box

SUFFIXES = frozenset(
    {".jpg", ".jpeg", ".png", ".webp", ".heic", ".heif", ".avif", ".bmp", ".tif", ".tiff", ".gif"}
)
MANIFEST = "manifest.csv"
CLASSES = "data.yaml"


class LabelError(ValueError):
    """A label file that does not say what it should; the message names the file and the line."""


def pictures(folder: Path) -> list[Path]:
    """The picture files anywhere below `folder`, in order. Raises LabelError if there are none."""
    if folder.is_file():
        raise LabelError(f"{folder} is a file; give the folder of the pictures.")
    if not folder.is_dir():
        raise LabelError(f"There is no folder {folder}.")
    found = [p for p in folder.rglob("*") if p.suffix.lower() in SUFFIXES and p.is_file()]
    if not found:
        raise LabelError(f"There are no pictures in {folder}.")
    return sorted(found)


def label_file(picture: Path) -> Path:
    """Where a picture's labels are: under `labels` if it lies under `images`, else beside it."""
    parts = list(picture.with_suffix(".txt").parts)
    for place in range(len(parts) - 2, -1, -1):
        if parts[place] == "images":
            parts[place] = "labels"
            break
    return Path(*parts)


def sessions(folder: Path) -> dict[Path, str]:
    """The capture session of every picture, by its resolved path, that a manifest.csv in the
    folder or the one above it names."""
    folder = folder.resolve()
    return {**_manifest(folder.parent), **_manifest(folder)}


def _manifest(folder: Path) -> dict[Path, str]:
    manifest = folder / MANIFEST
    if not manifest.is_file():
        return {}
    rows = csv.DictReader(_text_of(manifest).splitlines(), restval="")
    if not {"image", "session"} <= set(rows.fieldnames or ()):
        raise LabelError(f"{manifest} needs the columns image and session.")
    return {(folder / row["image"]).resolve(): row["session"] for row in rows}


def _text_of(path: Path) -> str:
    try:
        return path.read_text("utf-8-sig")
    except UnicodeDecodeError as error:
        raise LabelError(f"{path} is no text; save it as UTF-8.") from error
    except OSError as error:
        raise LabelError(
            f"{path} cannot be read ({error.strerror}); give a file that can."
        ) from error


def class_names(data: Path) -> list[str]:
    """The class names in a YOLO data.yaml, in order: a list or numbered entries, on one line or on
    many. Raises LabelError if there are none."""
    text = _text_of(data)
    found = re.search(r"^names:\s*(.*?)(?=^[^\s-]|\Z)", text, re.MULTILINE | re.DOTALL)
    body = re.sub(r"#.*", "", found[1]) if found else ""
    numbered = re.findall(r"""["']?(\d+)["']?\s*:\s*["']?([^\s"',}]+)""", body)
    if numbered:
        by_number = {int(number): name for number, name in numbered}
        names = [by_number[number] for number in sorted(by_number)]
        if sorted(by_number) != list(range(len(names))):
            names = []
    else:
        names = re.findall(r"""[^\s"',\[\]]+""", re.sub(r"^\s*-\s", " ", body, flags=re.MULTILINE))
    if not names:
        raise LabelError(f"{data} names no classes.")
    return names


def parse(text: str, name: str = "The label file") -> list[tuple[int, Box]]:
    """(class, (left, top, right, bottom) as parts of the picture's sides) of every line.

    Neither the class nor the box is checked against anything. Raises LabelError for a line that is
    no label.
    """
    rows = []
    for number, line in enumerate(text.splitlines(), 1):
        words = line.split()
        if not words:
            continue
        try:
            index, values = int(words[0]), [float(word) for word in words[1:]]
            if not all(map(math.isfinite, values)):
                raise ValueError
        except ValueError as error:
            raise LabelError(
                f"{name}, line {number}: {line[:40]!r} is no label; write a class and a box of "
                "four numbers."
            ) from error
        if len(values) in (4, 5):
            x, y, width, height = values[:4]
            box = (x - width / 2, y - height / 2, x + width / 2, y + height / 2)
        elif len(values) >= 8 and len(values) % 2 == 0:
            xs, ys = values[::2], values[1::2]
            box = (min(xs), min(ys), max(xs), max(ys))
        else:
            raise LabelError(
                f"{name}, line {number}: a label is a class and a box of four numbers, "
                f"not {len(values)}; correct the line."
            )
        rows.append((index, box))
    return rows


def render(rows: Iterable[tuple[int, Box]]) -> str:
    """The text that `parse` reads, from classes and boxes as parts of the picture's sides."""
    lines = []
    for index, (left, top, right, bottom) in rows:
        values = ((left + right) / 2, (top + bottom) / 2, right - left, bottom - top)
        lines.append(f"{index} " + " ".join(f"{value:.6f}" for value in values) + "\n")
    return "".join(lines)


def scaled(box: Box, width: float, height: float) -> Box:
    """A box in parts of the sides as a box in pixels; the inverse with 1 / width, 1 / height."""
    left, top, right, bottom = box
    return left * width, top * height, right * width, bottom * height


def read(picture: Path, size: tuple[int, int]) -> list[tuple[Tile, Box]]:
    """The labelled tiles of a picture of `size` (width, height), boxes in its pixels.

    Raises LabelError for a line that is no label, whose class is none of the 43 tiles, or whose box
    has no area inside the picture.
    """
    path = label_file(picture)
    if not path.is_file():
        return []
    text = _text_of(path)
    rows = parse(text, str(path))
    numbers = [number for number, line in enumerate(text.splitlines(), 1) if line.split()]
    for number, (index, (left, top, right, bottom)) in zip(numbers, rows, strict=True):
        if max(left, 0) >= min(right, 1) or max(top, 0) >= min(bottom, 1):
            raise LabelError(
                f"{path}, line {number}: the box has no area inside the picture; correct the line."
            )
        if not 0 <= index < len(TILES):
            raise LabelError(
                f"{path}, line {number}: class {index} is none of the {len(TILES)} tiles; "
                f"use 0 to {len(TILES) - 1}."
            )
    return [(TILES[index], scaled(box, *size)) for index, box in rows]
