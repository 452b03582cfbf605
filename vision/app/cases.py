"""Photos that were read wrongly, kept as a data set: `fanlens evaluate tiles FOLDER` reads it.

images/NAME.jpg       the photo as it was read
labels/NAME.txt       its tiles as corrected, in YOLO's form
corrections/NAME.json what was read, what it became, and the hand
"""

from __future__ import annotations

import json
import secrets
from collections.abc import Iterable
from dataclasses import asdict
from datetime import UTC, datetime
from pathlib import Path

from scoring import Tile
from vision import labels
from vision.app.draft import Draft, Piece
from vision.app.photos import PhotoRead, jpeg, open_view

FOLDER = "cases"
MOST_CASES = 1000
QUALITY = 92


class TooManyCases(ValueError):
    """The folder holds as many cases as it may."""

    def __init__(self) -> None:
        super().__init__(f"{MOST_CASES} cases are kept already: move some of them elsewhere.")


def save_case(folder: Path, photo: PhotoRead, draft: Draft) -> Path:
    """Writes the photo, the labels and the correction; returns the data set's folder.

    Raises TooManyCases, or OSError where nothing can be written.
    """
    places = {name: folder / FOLDER / name for name in ("images", "labels", "corrections")}
    for place in places.values():
        place.mkdir(parents=True, exist_ok=True)
    if sum(1 for _ in places["images"].iterdir()) >= MOST_CASES:
        raise TooManyCases
    name = f"{datetime.now(UTC):%Y%m%d-%H%M%S}-{secrets.token_hex(3)}"
    pixels = open_view(photo.data, photo.view).pixels
    (places["images"] / f"{name}.jpg").write_bytes(jpeg(pixels, quality=QUALITY))
    (places["labels"] / f"{name}.txt").write_text(labels_of(photo, draft), "utf-8")
    (places["corrections"] / f"{name}.json").write_text(
        json.dumps(correction(photo, draft), ensure_ascii=False, indent=1), "utf-8"
    )
    return folder / FOLDER


def labels_of(photo: PhotoRead, draft: Draft) -> str:
    """The boxes of the photo with the tiles that the visitor left or put there."""
    width, height = photo.size
    return labels.render(
        (
            piece.shown.index,
            labels.scaled(photo.detections[piece.box].xyxy, 1 / width, 1 / height),
        )
        for piece in sorted(draft.pieces, key=lambda piece: piece.id)
        if piece.box is not None
    )


def correction(photo: PhotoRead, draft: Draft) -> dict:
    """What was read and what it became, as plain values."""
    return {
        "read": _described(photo.draft),
        "corrected": _described(draft),
        "status": list(photo.read.status.names),
        "size": list(photo.size),
        "tiles": [detection.to_dict() for detection in photo.detections],
        "changed": [
            {"box": piece.box, "read": photo.read.tiles[piece.box].code, "is": piece.shown.code}
            for piece in draft.pieces
            if piece.box is not None and piece.shown is not photo.read.tiles[piece.box]
        ],
        "added": [piece.tile.code for piece in draft.pieces if piece.box is None],
    }


def _described(draft: Draft) -> dict:
    """A hand as plain values, also one that no notation has words for."""
    return {
        "concealed": _codes(draft.standing),
        "melds": [{"kind": meld.kind.value, "tiles": _codes(meld.pieces)} for meld in draft.melds],
        "flowers": _codes(draft.flowers),
        "unused": _codes(draft.unused),
        "winning_tile": _codes(piece for piece in draft.standing if piece.id == draft.winner),
        "circumstances": {
            name: value.code if isinstance(value, Tile) else value
            for name, value in asdict(draft.circumstances).items()
        },
    }


def _codes(pieces: Iterable[Piece]) -> list[str]:
    return [piece.tile.code for piece in pieces]
