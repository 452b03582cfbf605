"""What an evaluation holds readings against: photos, their labels, their sessions."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from scoring.tiles import TILES, Tile
from vision.detections import Box
from vision.evaluation.json_file import shown, values_in
from vision.labels import CLASSES, LabelError, class_names, pictures, read, sessions
from vision.refusing import Refuse, stop


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


def load_folder(
    folder: Path, unlabelled: Mapping[str, list] | None = None, refuse: Refuse = stop
) -> list[LabelledPhoto]:
    """The labelled photos below `folder`, in order.

    A `manifest.csv` in the folder or above it gives each photo's session; without one the folder's
    name does. `unlabelled` maps a photo's stem to its areas of unlabelled tiles. A photo whose
    labels cannot be read is left out if `refuse` takes its LabelError. Raises LabelError, also for
    areas of other photos alone.
    """
    paths = pictures(folder)
    if unlabelled and unlabelled.keys().isdisjoint(path.stem for path in paths):
        none = " and others, none of them a" if len(unlabelled) > 1 else ", no"
        raise LabelError(
            f"The unlabelled areas are of {next(iter(unlabelled))}{none} photo in {folder}; name "
            "the photos as their files, without ending."
        )
    check_class_order(folder)
    known = sessions(folder)
    unlabelled = unlabelled or {}
    found = []
    for path in paths:
        try:
            labels = tuple(Label(tile, box) for tile, box in read(path, (1, 1)))
        except LabelError as error:
            refuse(error)
            continue
        session = known.get(path.resolve(), folder.name)
        areas = tuple(tuple(map(float, area)) for area in unlabelled.get(path.stem, ()))
        found.append(LabelledPhoto(path, session, labels, areas))
    return found


def load_unlabelled(path: Path) -> dict[str, list]:
    """Areas of unlabelled tiles by photo stem, from JSON. Raises LabelError."""
    areas = values_in(path, "unlabelled areas", "name a file of them", LabelError)
    if not isinstance(areas, dict):
        raise LabelError(
            f"{path} holds {shown(areas)}, no areas by photo; "
            'write {"photo": [[left, top, right, bottom]]}.'
        )
    for name, boxes in areas.items():
        if not isinstance(boxes, list):
            raise LabelError(f"{path}: {name} has {shown(boxes)}, no list of areas; correct it.")
        for box in boxes:
            if not _is_area(box):
                raise LabelError(
                    f"{path}: {name} has {shown(box)}, but an area is left, top, right, bottom as "
                    "parts of the picture's sides, from 0 to 1; correct it."
                )
    return areas


def _is_area(box: object) -> bool:
    if not isinstance(box, list) or len(box) != 4:
        return False
    if not all(type(side) in (int, float) and 0 <= side <= 1 for side in box):
        return False
    left, top, right, bottom = box
    return left < right and top < bottom


def check_class_order(folder: Path) -> None:
    """Raises LabelError if a `data.yaml` here or one level up orders the classes otherwise."""
    for path in (folder / CLASSES, folder.parent / CLASSES):
        if not path.is_file():
            continue
        if class_names(path) != [tile.code for tile in TILES]:
            raise LabelError(f"{path} orders the classes otherwise; convert its labels first.")
        return
