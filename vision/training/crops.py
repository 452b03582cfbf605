"""Single tiles cut from labelled pictures, for the classifier that takes the second look.

A crop is cut as at run time (`vision.faces.square`) but `CONTEXT` times as wide as the tile's
longer side, so that training can turn, shift and scale it and still see what lies beside the tile.
Crops of the class NONE are places where no tile lies, or only part of one.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass, fields
from pathlib import Path
from zipfile import BadZipFile

import numpy as np

from scoring.tiles import TILES
from vision import labels
from vision.faces import NARROWEST, square
from vision.images import load_photo

CONTEXT = 2.0
SIDE = 128
NONE = len(TILES)

_WRITE_IT = "write it with `python -m datasets.crops`"

# A picture as (name of its session or tile set, RGB pixels, [(class index, corners (4, 2))]).
Labelled = tuple[str, np.ndarray, list[tuple[int, np.ndarray]]]


@dataclass(frozen=True)
class Crops:
    """`images` N x SIDE x SIDE x 3 uint8 RGB; `labels` N class indices; `aspects` N widths over
    heights of the tiles in the crops; `groups` N names of the tile set or session of each."""

    images: np.ndarray
    labels: np.ndarray
    aspects: np.ndarray
    groups: np.ndarray

    def __len__(self) -> int:
        return len(self.labels)

    def where(self, mask: np.ndarray) -> Crops:
        """The crops that `mask` (N booleans or indices) chooses."""
        return Crops(*(getattr(self, field.name)[mask] for field in fields(self)))

    def save(self, path: Path) -> None:
        path.parent.mkdir(parents=True, exist_ok=True)
        np.savez(path, **{field.name: getattr(self, field.name) for field in fields(self)})

    @classmethod
    def load(cls, path: Path) -> Crops:
        """Raises LabelError for a file that `save` did not write, or without a crop."""
        try:
            with np.load(path) as data:
                crops = cls(*(data[field.name] for field in fields(cls)))
        except (ValueError, KeyError, TypeError, EOFError, OSError, BadZipFile):
            raise labels.LabelError(
                f"{path} is no file of crops, or only part of one; {_WRITE_IT}."
            ) from None
        wrong = crops._wrong()
        if wrong:
            raise labels.LabelError(f"{path} {wrong}; {_WRITE_IT}.")
        if not len(crops):
            raise labels.LabelError(f"{path} holds no crop; leave it out.")
        return crops

    def _wrong(self) -> str:
        """What is not as the class says; empty if all is."""
        kinds = {"images": ("u", 4), "labels": ("iu", 1), "aspects": ("f", 1), "groups": ("U", 1)}
        for name, (kind, axes) in kinds.items():
            values = getattr(self, name)
            if values.dtype.kind not in kind or values.ndim != axes:
                return f"has {name} of another kind than crops have"
        if self.images.dtype != np.uint8 or self.images.shape[1:] != (SIDE, SIDE, 3):
            size = " x ".join(map(str, self.images.shape[1:]))
            return f"has pictures of {size} {self.images.dtype}, not of {SIDE} x {SIDE} x 3 uint8"
        counts = {name: len(getattr(self, name)) for name in kinds}
        if len(set(counts.values())) > 1:
            numbers = ", ".join(f"{count} {name}" for name, count in counts.items())
            return f"has not as many of everything ({numbers})"
        foreign = self.labels[(self.labels < 0) | (self.labels > NONE)]
        if len(foreign):
            return f"has a crop of class {foreign[0]}, but classes go from 0 to {NONE}"
        if not (np.isfinite(self.aspects) & (self.aspects > 0)).all():
            return "has an aspect that is no number above 0"
        return ""

    @classmethod
    def join(cls, parts: Iterable[Crops]) -> Crops:
        parts = list(parts)
        return cls(
            *(
                np.concatenate([getattr(part, field.name) for part in parts])
                for field in fields(cls)
            )
        )


def no_tiles(group: str) -> str:
    """The group of the places without a tile that a detector took for tiles in `group`."""
    return f"{group} mistakes"


def made_bare(group: str) -> str:
    """The group of the white dragons that were made of tiles of `group`."""
    return f"{group} blanks"


def check_sessions(wanted: Iterable[str], known: Iterable[str]) -> None:
    """Raises LabelError if there is a session to hold out that no picture is of: a name spelt
    wrong would otherwise be trained on and then measured as if it had not been."""
    known = sorted(known)
    for name in wanted:
        if name not in known:
            raise labels.LabelError(
                f"No picture is of the session {name}, so it cannot be held out; there are: "
                f"{', '.join(known) or 'none'}."
            )


def upright(box: tuple[float, float, float, float]) -> np.ndarray:
    """The corners (4, 2) of a box x1, y1, x2, y2."""
    x1, y1, x2, y2 = box
    return np.array([[x1, y1], [x2, y1], [x2, y2], [x1, y2]], float)


def gather(pictures: Iterable[Labelled]) -> Crops:
    """The crops of all labelled tiles of the pictures."""
    images, labels, aspects, groups = [], [], [], []
    for group, pixels, tiles in pictures:
        for label, corners in tiles:
            width, height = (
                np.hypot(*(corners[1] - corners[0])),
                np.hypot(*(corners[3] - corners[0])),
            )
            images.append(square(pixels, corners, SIDE, CONTEXT))
            labels.append(label)
            aspects.append(np.clip(width / max(height, 1e-6), NARROWEST, 1 / NARROWEST))
            groups.append(group)
    return Crops(
        np.array(images, np.uint8).reshape(-1, SIDE, SIDE, 3),
        np.array(labels, np.int64),
        np.array(aspects, np.float32),
        np.array(groups, dtype=str),
    )


def photos(folder: Path, wanted: Collection[Path] | None = None) -> Iterator[Labelled]:
    """The pictures of a YOLO folder, or only those whose paths are `wanted`, by session.

    Raises LabelError for labels that are none, ImageError for a photo that cannot be read.
    """
    known = labels.sessions(folder)
    for path in labels.pictures(folder):
        if wanted is not None and path not in wanted:
            continue
        photo = load_photo(path)
        tiles = [(tile.index, upright(box)) for tile, box in labels.read(path, photo.size)]
        yield known.get(path.resolve(), folder.name), photo.pixels, tiles
