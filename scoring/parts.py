"""What a reading divides a hand into: chows, pungs, kongs, the pair, and the special bodies.

Parts are interned: the same part is always the same object, so they are compared by identity.
"""

from dataclasses import dataclass
from enum import Enum
from functools import cache

from scoring.melds import Meld, MeldKind
from scoring.tile_text import format_tiles
from scoring.tiles import PLAYING_TILES, Tile


class PartKind(Enum):
    chow = "chow"
    pung = "pung"
    kong = "kong"
    pair = "pair"
    knitted = "knitted"
    orphans = "orphans"


@dataclass(frozen=True, eq=False, slots=True)
class Part:
    """One part of a reading.

    `tile` is the lowest tile, `rank` and `suit` are its own (None for honours and for the special
    bodies). `is_pung` holds for kongs too. `is_outside`: holds a terminal or an honour.
    """

    kind: PartKind
    tiles: tuple[Tile, ...]
    is_concealed: bool
    tile: Tile
    suit: str | None
    rank: int | None
    is_chow: bool
    is_pung: bool
    is_kong: bool
    is_outside: bool
    has_five: bool

    def __str__(self) -> str:
        return format_tiles(self.tiles)


@cache
def _part(kind: PartKind, tiles: tuple[Tile, ...], is_concealed: bool) -> Part:
    lowest = tiles[0]
    ordinary = kind not in (PartKind.knitted, PartKind.orphans)
    return Part(
        kind=kind,
        tiles=tiles,
        is_concealed=is_concealed,
        tile=lowest,
        suit=lowest.suit if ordinary else None,
        rank=lowest.rank if ordinary else None,
        is_chow=kind is PartKind.chow,
        is_pung=kind in (PartKind.pung, PartKind.kong),
        is_kong=kind is PartKind.kong,
        is_outside=ordinary and any(tile.is_terminal or tile.is_honour for tile in tiles),
        has_five=ordinary and any(tile.rank == 5 for tile in tiles),
    )


def chow(lowest: Tile, is_concealed: bool = True) -> Part:
    start = lowest.index
    return _part(PartKind.chow, PLAYING_TILES[start : start + 3], is_concealed)


def pung(tile: Tile, is_concealed: bool = True) -> Part:
    return _part(PartKind.pung, (tile,) * 3, is_concealed)


def kong(tile: Tile, is_concealed: bool) -> Part:
    return _part(PartKind.kong, (tile,) * 4, is_concealed)


def pair(tile: Tile) -> Part:
    return _part(PartKind.pair, (tile,) * 2, True)


def knitted(tiles: tuple[Tile, ...]) -> Part:
    return _part(PartKind.knitted, tiles, True)


def orphans(tiles: tuple[Tile, ...]) -> Part:
    return _part(PartKind.orphans, tiles, True)


def of_meld(meld: Meld) -> Part:
    """The part that a (legal) declared set makes."""
    lowest = meld.tiles[0]
    if meld.kind is MeldKind.chow:
        return chow(lowest, is_concealed=False)
    if meld.kind is MeldKind.pung:
        return pung(lowest, is_concealed=False)
    return kong(lowest, is_concealed=meld.is_concealed)
