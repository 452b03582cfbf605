"""Tables for scoring many hands at once: one look-up answers what is asked of a
suit, of the honours, or of a combination of chows or pungs.

The counts of a suit's nine tiles, each 0 to 4, are the digits of a number to the base 5, its code;
so are those of the seven honours. All tables are made once, the combinations by the search itself.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from itertools import combinations, combinations_with_replacement
from operator import itemgetter
from typing import NamedTuple

import numpy as np

from scoring.fans import Sight
from scoring.search import COMBINING, Book, Combinations, Entry, LineUp
from scoring.tiles import PLAYING_TILES, Tile

SUIT_CODES = 5**9
HONOUR_CODES = 5**7
HONOUR_BASE = SUIT_CODES
"""Honours follow the suits in `Groups.facts`: an honour code is looked up this much higher."""

# What a row of `Groups.facts` holds, as (shift, mask).
FIRST = (0, (1 << 16) - 1)
MANY = (16, 7)
HOGS = (19, 7)
ODD = (22, 15)
KINDS = (26, (1 << 9) - 1)
WAITS = (35, (1 << 9) - 1)
HAS_PAIR = (44, 1)

# What a row of `Groups.bodies` holds. The three 7-bit masks of chows follow one another.
PUNGS = (0, (1 << 34) - 1)
PAIR = (34, 63)
NOT_OUTSIDE = (40, 1)
NOT_FIVE = (41, 1)
STARTS = (42, 127)

CHOW_BITS = 17
"""Chows are counted to the base 5 by where they start; each suit has this many bits."""
CHOW_MASK = (1 << CHOW_BITS) - 1
MOST_SETS = 4
FIVE = 4  # the place of a five in its suit


def field(values: np.ndarray, place: tuple[int, int]) -> np.ndarray:
    shift, mask = place
    return values >> shift & mask


class Groups(NamedTuple):
    """What there is to know of the tiles of one suit, and of the honours.

    facts:  by code, packed: the first of its ways to divide it into sets and at most one pair, how
            many there are, how many tiles occur four times and how many an odd number of times,
            which tiles occur, which tiles it waits for, whether it holds the pair.
    chows:  for each suit and way, the chows, counted as `CHOW_BITS` says.
    bodies: for each suit and way, packed: the pungs and the pair (its `Tile.index` plus 1), whether
            a part lacks terminals, or a five, and the chows' starts as a mask.
    """

    facts: np.ndarray
    chows: np.ndarray
    bodies: np.ndarray


@cache
def groups() -> Groups:
    suit_facts, chows, bodies = _suits()
    honour_facts, honour_bodies = _honours(bodies.shape[1])
    ways = bodies.shape[1]
    all_chows = np.zeros((4, ways + len(honour_bodies)), np.int64)
    all_bodies = np.zeros_like(all_chows)
    all_chows[:3, :ways] = chows
    all_bodies[:3, :ways] = bodies
    all_bodies[3, ways:] = honour_bodies
    return Groups(np.concatenate([suit_facts, honour_facts]), all_chows, all_bodies)


_SETS = np.zeros((16, 9), np.int64)
for _start in range(7):
    _SETS[_start, _start : _start + 3] = 1
for _rank in range(9):
    _SETS[7 + _rank, _rank] = 3
_TERMINAL_SET = np.array([start in (0, 6) for start in range(7)] + [r in (0, 8) for r in range(9)])
_FIVE_SET = np.array([2 <= start <= 4 for start in range(7)] + [r == FIVE for r in range(9)])
DIGITS = 5 ** np.arange(9)


def _suits() -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Facts by code, and for each suit the chows and bodies of all ways in the order of codes."""
    sets, pairs, counts = _ways_of_a_suit()
    facts = np.zeros(SUIT_CODES, np.int64)
    _put_waits(facts, counts, pairs, 9)
    usual = (counts <= 4).all(axis=1)
    sets, pairs, counts = sets[usual], pairs[usual], counts[usual]
    codes = counts @ DIGITS
    order = np.argsort(codes, kind="stable")
    sets, pairs, codes = sets[order], pairs[order], codes[order]
    distinct, first, many = np.unique(codes, return_index=True, return_counts=True)
    facts[distinct] |= first << FIRST[0] | many << MANY[0]
    facts[codes] |= (pairs > 0).astype(np.int64) << HAS_PAIR[0]
    facts |= _plain_facts(9)
    present = sets > 0
    starts = present[:, :7] @ (1 << np.arange(7))
    pungs = present[:, 7:] @ (1 << np.arange(9))
    has_pair = pairs > 0
    not_outside = (present & ~_TERMINAL_SET).any(axis=1) | (has_pair & ~np.isin(pairs, (1, 9)))
    not_five = (present & ~_FIVE_SET).any(axis=1) | (has_pair & (pairs != FIVE + 1))
    counted = sets[:, :7] @ DIGITS[:7]
    chows, bodies = [], []
    for suit in range(3):
        chows.append(counted << CHOW_BITS * suit)
        bodies.append(
            pungs << 9 * suit
            | np.where(has_pair, pairs + 9 * suit, 0) << PAIR[0]
            | not_outside.astype(np.int64) << NOT_OUTSIDE[0]
            | not_five.astype(np.int64) << NOT_FIVE[0]
            | starts << STARTS[0] + 7 * suit
        )
    return facts, np.array(chows), np.array(bodies)


def _ways_of_a_suit() -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Up to four sets and a pair: how often each set occurs, the pair's rank or 0, the tiles.

    One tile may occur five times, which no hand holds but a hand may wait for by its form.
    """
    sets = layer = np.zeros((1, 16), np.int64)
    for _ in range(MOST_SETS):
        layer = np.unique((layer[:, None] + np.eye(16, dtype=np.int64)).reshape(-1, 16), axis=0)
        layer = layer[((layer @ _SETS) <= 5).all(axis=1)]
        sets = np.concatenate([sets, layer])
    pair_counts = np.concatenate([np.zeros((1, 9), np.int64), 2 * np.eye(9, dtype=np.int64)])
    counts = ((sets @ _SETS)[:, None] + pair_counts).reshape(-1, 9)
    sets, pairs = np.repeat(sets, 10, axis=0), np.tile(np.arange(10), len(sets))
    possible = (counts <= 5).all(axis=1) & ((counts == 5).sum(axis=1) <= 1)
    return sets[possible], pairs[possible], counts[possible]


def _put_waits(facts: np.ndarray, counts: np.ndarray, pairs: np.ndarray, tiles: int) -> None:
    """For every way and every tile of it: without that tile, the code waits for it."""
    for place in range(tiles):
        short = counts.copy()
        short[:, place] -= 1
        possible = ((short >= 0) & (short <= 4)).all(axis=1)
        codes = short[possible] @ DIGITS[:tiles]
        facts[codes] |= 1 << WAITS[0] + place


def _plain_facts(tiles: int) -> np.ndarray:
    """The facts that only ask how often each tile occurs."""
    copies = np.arange(5)
    facts = np.zeros(1, np.int64)
    for place in range(tiles):
        of_tile = (
            (copies == 4).astype(np.int64) << HOGS[0]
            | (copies & 1) << ODD[0]
            | (copies > 0).astype(np.int64) << KINDS[0] + place
        )
        facts = (of_tile[:, None] + facts).ravel()
    return facts


def _honours(first_way: int) -> tuple[np.ndarray, np.ndarray]:
    """Facts by code, and the bodies of all ways, which are numbered from ``first_way``."""
    ways = []
    for number in range(MOST_SETS + 1):
        for pungs in combinations(range(7), number):
            for pair in (None, *range(7)):
                counts = np.zeros(7, np.int64)
                counts[list(pungs)] += 3
                if pair is not None:
                    counts[pair] += 2
                ways.append((counts, sum(1 << p for p in pungs), 0 if pair is None else pair + 28))
    counts = np.array([way[0] for way in ways])
    pungs = np.array([way[1] for way in ways], np.int64)
    pairs = np.array([way[2] for way in ways], np.int64)
    facts = np.zeros(HONOUR_CODES, np.int64)
    _put_waits(facts, counts, pairs, 7)
    usual = (counts <= 4).all(axis=1)
    counts, pungs, pairs = counts[usual], pungs[usual], pairs[usual]
    codes = counts @ DIGITS[:7]
    facts[codes] |= np.arange(first_way, first_way + len(codes)) << FIRST[0] | 1 << MANY[0]
    facts[codes] |= (pairs > 0).astype(np.int64) << HAS_PAIR[0]
    facts |= _plain_facts(7)
    any_part = ((pungs > 0) | (pairs > 0)).astype(np.int64)
    return facts, pungs << 27 | pairs << PAIR[0] | any_part << NOT_FIVE[0]


# -- combinations -----------------------------------------------------------------------------


class Combined(NamedTuple):
    """What chows or pungs combine to under one rule set, in the order of ``keys``.

    keys:   the combinations, ascending: chows counted as `CHOW_BITS` says, pungs as a mask.
    points: of the best legal line-up.
    drops:  by the name of a fan, whether that line-up removes it.
    beside: by the name of a fan that removes some of them, the points left beside it.
    """

    keys: np.ndarray
    points: np.ndarray
    drops: dict[str, np.ndarray]
    beside: dict[str, np.ndarray]


def chow_key(index: int) -> int:
    return 5 ** (index % 9) << CHOW_BITS * (index // 9)


def pung_key(index: int) -> int:
    return 1 << index


def combined_chows(book: Book) -> Combined:
    starts = [9 * suit + start for suit in range(3) for start in range(7)]
    kinds = [
        kind
        for size in range(MOST_SETS + 1)
        for kind in combinations_with_replacement(starts, size)
    ]
    return _combined(book, Sight.chows, kinds, chow_key, book.combine_chows)


def combined_pungs(book: Book) -> Combined:
    kinds = [kind for size in range(MOST_SETS + 1) for kind in combinations(range(27), size)]
    return _combined(book, Sight.pungs, kinds, pung_key, book.combine_pungs)


def _combined(
    book: Book,
    sight: Sight,
    kinds: list[tuple[int, ...]],
    key_of: Callable[[int], int],
    combine: Callable[[tuple[Tile, ...]], Combinations],
) -> Combined:
    """Searches one combination of each form: no fan of combined sets asks which suit is which or
    how high they stand, only how they stand to one another."""
    removers = {
        entry.fan.chinese: entry
        for entry in book.entries.values()
        if entry.fan.sight not in COMBINING
        and any(victim.fan.sight is sight for victim in entry.removes)
    }
    searched: dict[tuple, tuple[int, frozenset[str], tuple[int, ...]]] = {}
    rows = []
    for kind in kinds:
        lowest = min((i % 9 for i in kind), default=0)
        form = tuple(
            sorted(tuple(i % 9 - lowest for i in kind if i // 9 == suit) for suit in range(3))
        )
        if form not in searched:
            tiles = tuple(PLAYING_TILES[9 * suit + i] for suit in range(3) for i in form[suit])
            searched[form] = _best_line_up(combine(tiles), list(removers.values()))
        rows.append((sum(map(key_of, kind)), *searched[form]))
    rows.sort(key=itemgetter(0))
    keys, points, dropped, beside = zip(*rows, strict=True)
    return Combined(
        np.array(keys, np.int64),
        np.array(points, np.uint8),
        {
            name: np.array([name in names for names in dropped])
            for name in frozenset().union(*dropped)
        },
        dict(zip(removers, np.array(beside, np.uint8).T, strict=True)),
    )


def _best_line_up(
    possible: Combinations, removers: list[Entry]
) -> tuple[int, frozenset[str], tuple[int, ...]]:
    def points(line_up: LineUp, removed: int = 0) -> int:
        entries = [possible.found[index][0] for index in line_up.indices]
        return sum(entry.points for entry in entries if not entry.bit & removed)

    best = max(possible.line_ups, key=points)
    drops = frozenset(
        victim.fan.chinese
        for index in best.indices
        for victim in possible.found[index][0].removes
        if victim.fan.sight not in COMBINING
    )
    beside = tuple(
        max(points(line_up, remover.victims) for line_up in possible.line_ups)
        for remover in removers
    )
    return points(best), drops, beside
