"""Hands and circumstances as columns of numbers."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from functools import cache
from itertools import chain, count, repeat
from operator import attrgetter
from typing import NamedTuple

import numpy as np

from scoring.bulk.tables import NOT_FIVE, NOT_OUTSIDE, chow_key
from scoring.hand import Circumstances, Hand
from scoring.melds import MeldKind
from scoring.rules import Rules
from scoring.status import FULL_HAND, MOST_FLOWERS
from scoring.tiles import PLAYING_TILES, TILES, Tile

COLUMNS = len(TILES) + 1
NO_TILE = len(TILES)
MOST_MELDS = 4
WIND = 27  # the index of the first wind

_concealed = attrgetter("concealed")
_melds = attrgetter("melds")
_winning_tile = attrgetter("winning_tile")
_flowers = attrgetter("flowers")
_flower_count = attrgetter("flower_count")
_index = attrgetter("index")
_meld = attrgetter("kind._value_", "tiles")
_how = attrgetter(
    "prevalent_wind.index",
    "seat_wind.index",
    "self_drawn",
    "last_of_kind",
    "last_wall_tile",
    "kong_replacement",
    "robbed_kong",
)

# A suit's nine counts, and the honours' seven, become the digits of one number to the base 5.
_CODES = np.zeros((34, 4), np.float32)
for _tile in PLAYING_TILES:
    _group, _place = divmod(_tile.index, 9)
    _CODES[_tile.index, _group] = 5**_place


_FLOWER_COUNTS = {None: 0} | {number: number for number in range(MOST_FLOWERS + 1)}


class Batch(NamedTuple):
    """Columns with one row for each hand. `standing` and `all_tiles` have an axis of four more: the
    codes of the three suits and of the honours.

    ordinary:  whether the hand and its circumstances are without fault, up to the winning shape.
    melds, exposed, exposed_kongs, concealed_kongs: how many.
    chows, bodies: what the melds add to those of a reading (see `tables.Groups`).
    tile, held, open_copies: the winning tile, how often it stands, how often it lies in melds.
    """

    ordinary: np.ndarray
    standing: np.ndarray
    all_tiles: np.ndarray
    melds: np.ndarray
    exposed: np.ndarray
    exposed_kongs: np.ndarray
    concealed_kongs: np.ndarray
    chows: np.ndarray
    bodies: np.ndarray
    tile: np.ndarray
    held: np.ndarray
    open_copies: np.ndarray
    flowers: np.ndarray
    prevalent_wind: np.ndarray
    seat_wind: np.ndarray
    self_drawn: np.ndarray
    last_of_kind: np.ndarray
    last_wall_tile: np.ndarray
    kong_replacement: np.ndarray
    robbed_kong: np.ndarray


class _Melds(NamedTuple):
    """Every legal meld by its number from 1; 0 is no meld, the last number is an illegal one."""

    numbers: dict[tuple[str, tuple[Tile, ...]], int]
    tiles: np.ndarray
    chows: np.ndarray
    bodies: np.ndarray
    sizes: np.ndarray


EXPOSED, EXPOSED_KONGS, CONCEALED_KONGS, ILLEGAL = 0, 4, 8, 12  # shifts in `_Melds.sizes`


@cache
def _known_melds() -> _Melds:
    numbers: dict[tuple[str, tuple[Tile, ...]], int] = {}
    tiles, chows, bodies, sizes = [[NO_TILE] * 4], [0], [0], [0]

    def add(kind: MeldKind, held: tuple[Tile, ...], chow: int, body: int) -> None:
        numbers[kind.value, held] = len(tiles)
        tiles.append([tile.index for tile in held] + [NO_TILE] * (4 - len(held)))
        chows.append(chow)
        outside = any(tile.is_terminal or tile.is_honour for tile in held)
        five = any(tile.rank == 5 for tile in held)
        bodies.append(body | (not outside) << NOT_OUTSIDE[0] | (not five) << NOT_FIVE[0])
        sizes.append(
            (kind is not MeldKind.concealed_kong) << EXPOSED
            | (kind in (MeldKind.exposed_kong, MeldKind.added_kong)) << EXPOSED_KONGS
            | (kind is MeldKind.concealed_kong) << CONCEALED_KONGS
        )

    for tile in PLAYING_TILES:
        index = tile.index
        if tile.is_suited and tile.rank <= 7:
            add(MeldKind.chow, PLAYING_TILES[index : index + 3], chow_key(index), 0)
        for kind in MeldKind:
            if kind is not MeldKind.chow:
                add(kind, (tile,) * (4 if kind.is_kong else 3), 0, 1 << index)
    tiles.append([NO_TILE] * 4)
    return _Melds(
        numbers,
        np.array(tiles),
        np.array([*chows, 0], np.int64),
        np.array([*bodies, 0], np.int64),
        np.array([*sizes, 1 << ILLEGAL], np.int64),
    )


def batch(hands: Sequence[Hand], circumstances: Sequence[Circumstances], rules: Rules) -> Batch:
    """The columns of some hands; ``circumstances`` has one for each of them, or one for all."""
    number = len(hands)
    standing = list(map(_concealed, hands))
    sizes = np.fromiter(map(len, standing), np.int64, number)
    counts = _counts(
        np.fromiter(map(_index, chain.from_iterable(standing)), np.int64, sizes.sum()), sizes
    )
    of_melds, melds, chows, bodies, meld_sizes = _melds_of(hands)
    all_counts = counts[:, :34] + of_melds
    tile = _winning_tiles(hands)
    rows = np.arange(number)
    held = counts[rows, tile]
    flowers, flowers_fit = _flowers_of(hands, rules)
    how = _circumstances_of(circumstances, number)
    kongs = meld_sizes >> EXPOSED_KONGS & 7, meld_sizes >> CONCEALED_KONGS & 7
    winds, self_drawn, last_of_kind, last_wall_tile, replacement, robbed = (
        how[:2],
        *(how[2:].astype(bool)),
    )
    open_copies = of_melds[rows, np.minimum(tile, 33)]
    ordinary = (
        (sizes + 3 * melds == FULL_HAND)
        & (meld_sizes >> ILLEGAL == 0)
        & ~_any_in_row(all_counts > 4)
        & ~_any_in_row(counts[:, 34:] > 0)
        & (tile < 34)
        & (held > 0)
        & flowers_fit
        & ((winds >= WIND) & (winds < WIND + 4)).all(axis=0)
        & ~(replacement & (~self_drawn | (kongs[0] + kongs[1] == 0)))
        & ~(robbed & (self_drawn | (held + open_copies > 1)))
        & ~(last_of_kind & (held > 1))
    )
    if not rules.robbed_kong_on_last_tile:
        ordinary &= ~(robbed & last_wall_tile)
    return Batch(
        ordinary=ordinary,
        standing=_codes(counts),
        all_tiles=_codes(all_counts),
        melds=melds,
        exposed=meld_sizes >> EXPOSED & 7,
        exposed_kongs=kongs[0],
        concealed_kongs=kongs[1],
        chows=chows,
        bodies=bodies,
        tile=tile,
        held=held,
        open_copies=open_copies,
        flowers=flowers,
        prevalent_wind=winds[0],
        seat_wind=winds[1],
        self_drawn=self_drawn,
        last_of_kind=last_of_kind,
        last_wall_tile=last_wall_tile,
        kong_replacement=replacement,
        robbed_kong=robbed,
    )


def _counts(indices: np.ndarray, sizes: np.ndarray) -> np.ndarray:
    """How many of each kind, one row for each of the runs that ``indices`` consists of."""
    places = np.repeat(np.arange(0, len(sizes) * COLUMNS, COLUMNS), sizes) + indices
    return np.bincount(places, minlength=len(sizes) * COLUMNS).reshape(-1, COLUMNS)


def _any_in_row(faults: np.ndarray) -> np.ndarray:
    # Faults are rare, and looking for one in all rows at once is far quicker than row by row.
    return faults.any(axis=1) if faults.any() else np.zeros(len(faults), bool)


def _codes(counts: np.ndarray) -> np.ndarray:
    return (counts[:, :34].astype(np.float32) @ _CODES).T.astype(np.int64)


def _melds_of(hands: Sequence[Hand]) -> tuple[np.ndarray, ...]:
    """Counts of the melds' tiles, and the number, chows, bodies and sizes of the melds."""
    known = _known_melds()
    illegal = len(known.sizes) - 1
    melds = list(map(_melds, hands))
    number = np.fromiter(map(len, melds), np.int64, len(melds))
    given = known.numbers.get
    flat = np.fromiter(
        map(given, map(_meld, chain.from_iterable(melds)), repeat(illegal)), np.int64, number.sum()
    )
    rows = np.repeat(np.arange(len(melds)), number)
    places = np.arange(len(flat)) - np.repeat(np.cumsum(number) - number, number)
    table = np.zeros((len(melds), MOST_MELDS), np.int64)
    fits = places < MOST_MELDS
    table[rows[fits], places[fits]] = flat[fits]
    tiles = known.tiles[table].reshape(len(melds), -1)
    counts = _counts(tiles.ravel(), np.full(len(melds), tiles.shape[1]))
    return (
        counts[:, :34],
        number,
        known.chows[table].sum(axis=1),
        np.bitwise_or.reduce(known.bodies[table], axis=1),
        known.sizes[table].sum(axis=1),
    )


def _winning_tiles(hands: Sequence[Hand]) -> np.ndarray:
    tiles = list(map(_winning_tile, hands))
    if None in tiles:
        return np.array([NO_TILE if tile is None else tile.index for tile in tiles])
    return np.fromiter(map(_index, tiles), np.int64, len(hands))


def _flowers_of(hands: Sequence[Hand], rules: Rules) -> tuple[np.ndarray, np.ndarray]:
    """How many flowers each hand has, and whether they can be."""
    counts, listed = list(map(_flower_count, hands)), list(map(_flowers, hands))
    numbers = np.fromiter(map(_FLOWER_COUNTS.get, counts, repeat(-1)), np.int64, len(hands))
    fits = numbers >= 0
    if any(listed):
        for row, flowers in enumerate(listed):
            if flowers:
                numbers[row] = len(flowers)
                distinct = {flower for flower in flowers if flower.is_flower}
                fits[row] = counts[row] in (None, len(distinct)) and len(distinct) == len(flowers)
    if not rules.flowers:
        fits &= numbers == 0
    return numbers, fits


def _circumstances_of(circumstances: Iterable[Circumstances], number: int) -> np.ndarray:
    """A row for each of the seven values of Circumstances, winds as `Tile.index`."""
    known: defaultdict[tuple, int] = defaultdict(count().__next__)
    kinds = list(map(known.__getitem__, map(_how, circumstances)))
    columns = np.array(list(known), np.int64).T
    return np.broadcast_to(columns[:, kinds], (len(columns), number))
