"""Labelled photos in YOLO format: `images/`, `labels/`, perhaps `manifest.csv` and `data.yaml`."""

from __future__ import annotations

import csv
import json
import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from scoring.tiles import TILES, Tile

Box = tuple[float, float, float, float]

IMAGE_SUFFIXES = frozenset(
    (".jpg", ".jpeg", ".png", ".webp", ".heic", ".heif", ".avif", ".bmp", ".tif", ".tiff", ".gif")
)
MANIFEST = "manifest.csv"
CLASSES = "data.yaml"


class LabelError(ValueError):
    """Labels that cannot be used; the message names the file, the line and the remedy."""


@dataclass(frozen=True)
class Label:
    """A tile and its box, left, top, right, bottom as parts of the photo's width and height."""

    tile: Tile
    box: Box


@dataclass(frozen=True)
class LabelledPhoto:
    """A photo's path, the session it belongs to, its labels, and the areas (boxes like a label's)
    where it shows tiles that nobody labelled."""

    path: Path
    session: str
    labels: tuple[Label, ...]
    unlabelled: tuple[Box, ...] = ()


def load_folder(folder: Path, unlabelled: Mapping[str, list] | None = None) -> list[LabelledPhoto]:
    """The labelled photos of `folder`, in the order of their names.

    A `manifest.csv` in the folder or above it gives each photo's session; without one the folder's
    name does. `unlabelled` maps a photo's stem to its areas of unlabelled tiles. A photo without a
    file of labels shows no tiles. Raises LabelError.
    """
    images = folder / "images"
    if not images.is_dir():
        raise LabelError(f"{folder} has no folder images; give a folder with images/ and labels/.")
    paths = sorted(path for path in images.iterdir() if path.suffix.lower() in IMAGE_SUFFIXES)
    if not paths:
        raise LabelError(f"{images} holds no photos.")
    check_class_order(folder)
    sessions = _sessions(folder)
    unlabelled = unlabelled or {}
    return [
        LabelledPhoto(
            path,
            sessions.get(path.resolve(), folder.name),
            read_labels(folder / "labels" / f"{path.stem}.txt"),
            tuple(tuple(map(float, area)) for area in unlabelled.get(path.stem, ())),
        )
        for path in paths
    ]


def read_labels(path: Path) -> tuple[Label, ...]:
    """The labels in one YOLO file: class, centre x, centre y, width, height. Raises LabelError."""
    if not path.is_file():
        return ()
    labels = []
    for number, line in enumerate(path.read_text("utf-8").splitlines(), 1):
        if not line.strip():
            continue
        try:
            index, x, y, width, height = line.split()
            x, y, width, height = map(float, (x, y, width, height))
            tile = TILES[int(index)] if int(index) >= 0 else TILES[len(TILES)]
        except (ValueError, IndexError) as error:
            raise LabelError(
                f"{path.name}, line {number}: write a class from 0 to {len(TILES) - 1} and the "
                "centre, width and height of its box as parts of the picture."
            ) from error
        box = (x - width / 2, y - height / 2, x + width / 2, y + height / 2)
        labels.append(Label(tile, box))
    return tuple(labels)


def load_unlabelled(path: Path) -> dict[str, list]:
    """Areas of unlabelled tiles by photo stem, from JSON. Raises LabelError."""
    try:
        areas = json.loads(path.read_text("utf-8"))
        sound = all(len(area) == 4 for boxes in areas.values() for area in boxes)
    except (OSError, ValueError, TypeError, AttributeError) as error:
        raise LabelError(f"{path} is no JSON file of areas by photo.") from error
    if not sound:
        raise LabelError(f"{path}: an area is left, top, right, bottom as parts of the picture.")
    return areas


def check_class_order(folder: Path) -> None:
    """Raises LabelError if a `data.yaml` here or one level up orders the classes otherwise."""
    for path in (folder / CLASSES, folder.parent / CLASSES):
        if not path.is_file():
            continue
        _, _, names = path.read_text("utf-8").partition("names:")
        numbered = re.findall(r"^\s+(\d+):\s*[\"']?([^\"'\s]+)", names, re.MULTILINE)
        listed = re.findall(r"[\"']?(\w+)[\"']?", names) if not numbered else []
        codes = [name for _, name in sorted(numbered, key=lambda pair: int(pair[0]))] or listed
        if codes != [tile.code for tile in TILES]:
            raise LabelError(f"{path} orders the classes otherwise; convert its labels first.")
        return


def _sessions(folder: Path) -> dict[Path, str]:
    for path in (folder / MANIFEST, folder.parent / MANIFEST):
        if path.is_file():
            with path.open(encoding="utf-8", newline="") as file:
                rows = list(csv.DictReader(file))
            if rows and not {"image", "session"} <= rows[0].keys():
                raise LabelError(f"{path} needs the columns image and session.")
            return {(path.parent / row["image"]).resolve(): row["session"] for row in rows}
    return {}
