"""From what a photo was read as to a draft of it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from scoring import Meld, Tile
from vision.app.draft.draft import Draft
from vision.app.draft.values import LIKELIEST, DraftMeld, Piece, Question
from vision.detections import Detection
from vision.hand import ReadHand, Role


def draft_of_reading(detections: Sequence[Detection], read: ReadHand) -> Draft:
    """The draft of a photo: every detection in its group, and the reading's questions."""

    def piece(box: int, tile: Tile) -> Piece:
        detection = detections[box]
        ranked = [(detection.tile, detection.tile_probability), *detection.runners_up]
        return Piece(box, tile, box, tuple(ranked[: LIKELIEST + 1]))

    standing: list[Piece] = []
    flowers: list[Piece] = []
    melds: list[DraftMeld] = []
    winner = None
    number = len(detections)
    for group in read.groups:
        pieces = [piece(b, t) for b, t in zip(group.boxes, group.tiles, strict=True)]
        if group.role is Role.meld:
            pieces = _faces(pieces, group.meld)
            melds.append(DraftMeld(number, group.meld.kind, tuple(pieces), group.meld.source))
            number += 1
        elif group.role is Role.flowers:
            flowers += pieces
        else:
            standing += pieces
            if group.role is Role.winning_tile:
                winner = pieces[-1].id
    if winner is None and read.winning_tile is not None:
        winner = next((p.id for p in reversed(standing) if p.tile is read.winning_tile), None)
    return Draft(
        standing=tuple(standing),
        melds=tuple(melds),
        flowers=tuple(flowers),
        unused=tuple(piece(box, read.tiles[box]) for box in read.unused),
        winner=winner,
        questions=tuple(Question(doubt, doubt.boxes) for doubt in read.doubts),
    )


def _faces(pieces: list[Piece], meld: Meld) -> list[Piece]:
    """The tiles of a set that lie face down, as what the set says they are."""
    hidden = list(meld.tiles)
    for piece in pieces:
        if piece.tile in hidden:
            hidden.remove(piece.tile)
    return [
        replace(piece, tile=hidden.pop(0), face_down=True)
        if piece.tile.is_back and hidden
        else piece
        for piece in pieces
    ]
