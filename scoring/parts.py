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

    def __reduce__(self) -> tuple:
        return (_interned, (self.kind, self.tiles, self.is_concealed))

    def __str__(self) -> str:
        return format_tiles(self.tiles)


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


def _both(kind: PartKind, sets: list[tuple[Tile, ...]]) -> tuple[tuple[Part, ...], ...]:
    """The exposed and the concealed part for each tile, by its index."""
    return tuple(
        tuple(_part(kind, tiles, concealed) for tiles in sets) for concealed in (False, True)
    )


# A chow cannot start at an eight, a nine or an honour: what stands there is never asked for.
_CHOWS = _both(PartKind.chow, [PLAYING_TILES[tile.index :][:3] for tile in PLAYING_TILES])
_PUNGS = _both(PartKind.pung, [(tile,) * 3 for tile in PLAYING_TILES])
_KONGS = _both(PartKind.kong, [(tile,) * 4 for tile in PLAYING_TILES])
_PAIRS = _both(PartKind.pair, [(tile,) * 2 for tile in PLAYING_TILES])


def chow(lowest: Tile, is_concealed: bool = True) -> Part:
    return _CHOWS[is_concealed][lowest.index]


def pung(tile: Tile, is_concealed: bool = True) -> Part:
    return _PUNGS[is_concealed][tile.index]


def kong(tile: Tile, is_concealed: bool) -> Part:
    return _KONGS[is_concealed][tile.index]


def pair(tile: Tile) -> Part:
    return _PAIRS[True][tile.index]


@cache
def knitted(tiles: tuple[Tile, ...]) -> Part:
    return _part(PartKind.knitted, tiles, True)


@cache
def orphans(tiles: tuple[Tile, ...]) -> Part:
    return _part(PartKind.orphans, tiles, True)


def _interned(kind: PartKind, tiles: tuple[Tile, ...], is_concealed: bool) -> Part:
    if kind is PartKind.knitted:
        return knitted(tiles)
    if kind is PartKind.orphans:
        return orphans(tiles)
    table = {
        PartKind.chow: _CHOWS,
        PartKind.pung: _PUNGS,
        PartKind.kong: _KONGS,
        PartKind.pair: _PAIRS,
    }
    return table[kind][is_concealed][tiles[0].index]


def of_meld(meld: Meld) -> Part:
    """The part that a (legal) declared set makes."""
    lowest = meld.tiles[0]
    if meld.kind is MeldKind.chow:
        return chow(lowest, is_concealed=False)
    if meld.kind is MeldKind.pung:
        return pung(lowest, is_concealed=False)
    return kong(lowest, is_concealed=meld.is_concealed)
