"""The parts of a hand on the page: its tiles, its declared sets, its open questions."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from scoring import BACK, Meld, MeldKind, Tile
from vision.hand import Doubt

LIKELIEST = 3
# What is less likely than this is not worth offering.
WORTH_OFFERING = 0.01


class DraftError(ValueError):
    """An edit that cannot be made."""


class Place(Enum):
    """Where a tile lies, beside the declared sets."""

    standing = "standing"
    flowers = "flowers"
    unused = "unused"


@dataclass(frozen=True, slots=True)
class Piece:
    """One tile of a draft.

    id: stays the same through every edit. box: the detection it was read from, None for a tile that
    the visitor added. guesses: what it may be, with probabilities, the likeliest first.
    face_down: only its back is seen, and its set tells what it is.
    """

    id: int
    tile: Tile
    box: int | None = None
    guesses: tuple[tuple[Tile, float], ...] = ()
    face_down: bool = False

    @property
    def shown(self) -> Tile:
        """What the photo shows of it."""
        return BACK if self.face_down else self.tile

    @property
    def likeliest(self) -> tuple[Tile, ...]:
        """The tiles to offer first when this one is to be corrected, its own left out."""
        return tuple(
            tile
            for tile, probability in self.guesses
            if tile is not self.tile and probability >= WORTH_OFFERING
        )[:LIKELIEST]


@dataclass(frozen=True, slots=True)
class DraftMeld:
    """A declared set whose tiles can still change. source: as in `Meld`."""

    id: int
    kind: MeldKind
    pieces: tuple[Piece, ...]
    source: int | None = None

    def meld(self) -> Meld:
        source = None if self.kind is MeldKind.concealed_kong else self.source
        return Meld(self.kind, tuple(piece.tile for piece in self.pieces), source)


@dataclass(frozen=True, slots=True)
class Question:
    """Something the reading is unsure of. pieces: the tiles that it is about, by id."""

    doubt: Doubt
    pieces: tuple[int, ...] = ()
