"""Every reading of every hand of a batch, as columns of numbers."""

from __future__ import annotations

from itertools import permutations
from typing import NamedTuple

import numpy as np

from scoring.bulk.batch import Batch
from scoring.bulk.tables import (
    DIGITS,
    FIRST,
    HAS_PAIR,
    HONOUR_BASE,
    KINDS,
    MANY,
    ODD,
    PAIR,
    PUNGS,
    STARTS,
    WAITS,
    Groups,
    field,
    groups,
)
from scoring.status import FULL_HAND

STANDARD, STRAIGHT, PAIRS, ORPHANS, KNITTED = range(5)
FULL_MASK = (1 << 9) - 1
HONOUR_KINDS = (1 << 7) - 1
TERMINALS = 1 | 1 << 8


class Readings(NamedTuple):
    """One row for each reading; `hand` is the row of its hand in the batch.

    shape:      STANDARD, STRAIGHT, PAIRS, ORPHANS or KNITTED.
    chows, bodies: as in `tables.Groups`, for the whole hand. Special shapes have a body of 0.
    hidden:     how many pungs and kongs are concealed.
    wait:       whether the winning tile makes an edge, closed or pair wait that counts.
    pair_wait:  whether that is a pair wait.
    """

    hand: np.ndarray
    shape: np.ndarray
    chows: np.ndarray
    bodies: np.ndarray
    hidden: np.ndarray
    wait: np.ndarray
    pair_wait: np.ndarray


# Which of 147, 258, 369 a suit's tiles contain, or fit into, as a mask of three bits.
_KNITTED = [1 << first | 1 << first + 3 | 1 << first + 6 for first in range(3)]
_masks = np.arange(512)
_CONTAINS = sum(((_masks & k) == k).astype(np.int64) << i for i, k in enumerate(_KNITTED))
_FITS_INTO = sum(((_masks & ~k) == 0).astype(np.int64) << i for i, k in enumerate(_KNITTED))
_ORDERS = tuple(permutations(range(3)))
_KNITTED_CODES = np.array([sum(5 ** (first + step) for step in (0, 3, 6)) for first in range(3)])
# By the three suits' masks, the first order that gives each suit one of them, or -1.
_ORDER = np.full((8, 8, 8), -1)
for _number, _order in reversed(list(enumerate(_ORDERS))):
    for _m in range(8):
        for _p in range(8):
            for _s in range(8):
                if all(mask >> first & 1 for mask, first in zip((_m, _p, _s), _order, strict=True)):
                    _ORDER[_m, _p, _s] = _number

# By the mask of a suit's chow starts and a rank: 1 if a chow holds it, 2 if that waits on one tile.
_IN_CHOW = np.zeros((128, 9), np.int64)
for _starts in range(128):
    for _start in (start for start in range(7) if _starts >> start & 1):
        _IN_CHOW[_starts, _start : _start + 3] |= 1
        _IN_CHOW[_starts, _start + 1] |= 2
        if _start == 0:
            _IN_CHOW[_starts, 2] |= 2
        if _start == 6:
            _IN_CHOW[_starts, 6] |= 2


def readings(hands: Batch, knitted_straight_waits: bool) -> Readings:
    known = groups()
    facts = known.facts[_lookup(hands.standing)]
    kinds = field(facts, KINDS)
    found = [_divided(hands, np.flatnonzero(hands.ordinary), hands.standing, facts, STANDARD)]
    few_melds = hands.ordinary & (hands.melds <= 1)
    contains = _CONTAINS[kinds[:3]]
    orders = _ORDER[contains[0], contains[1], contains[2]]
    rows = np.flatnonzero(few_melds & (orders >= 0))
    if len(rows):
        straight = _straight(hands, rows, orders[rows])
        if not knitted_straight_waits:
            straight.wait[:] = False
        found.append(straight)
    concealed = hands.ordinary & (hands.melds == 0)
    odd = field(facts, ODD).sum(axis=0)
    found.append(_special(np.flatnonzero(concealed & (odd == 0)), PAIRS))
    orphans = (kinds[:3] == TERMINALS).all(axis=0) & (kinds[3] == HONOUR_KINDS)
    found.append(_special(np.flatnonzero(concealed & orphans), ORPHANS))
    fits = _FITS_INTO[kinds[:3]]
    all_differ = np.bitwise_count(kinds).sum(axis=0) == FULL_HAND
    knitted = concealed & all_differ & (_ORDER[fits[0], fits[1], fits[2]] >= 0)
    found.append(_special(np.flatnonzero(knitted), KNITTED))
    return Readings(*(np.concatenate(columns) for columns in zip(*found, strict=True)))


def _lookup(codes: np.ndarray) -> np.ndarray:
    looked_up = codes.copy()
    looked_up[3] += HONOUR_BASE
    return looked_up


def _special(rows: np.ndarray, shape: int) -> Readings:
    nothing = np.zeros(len(rows), np.int64)
    always = np.ones(len(rows), bool)
    return Readings(rows, np.full(len(rows), shape), nothing, nothing, nothing, always, always)


def _straight(hands: Batch, rows: np.ndarray, orders: np.ndarray) -> Readings:
    """Readings with a knitted straight: the tiles beside it, divided."""
    firsts = np.array(_ORDERS)[orders].T
    codes = hands.standing[:, rows]
    codes[:3] -= _KNITTED_CODES[firsts]
    rest = np.zeros((4, len(hands.tile)), np.int64)
    rest[:, rows] = codes
    facts = np.zeros_like(rest)
    facts[:, rows] = groups().facts[_lookup(codes)]
    return _divided(hands, rows, rest, facts, STRAIGHT)


def _divided(
    hands: Batch, rows: np.ndarray, codes: np.ndarray, facts: np.ndarray, shape: int
) -> Readings:
    """All divisions into sets and one pair of the tiles with these codes, for some rows."""
    known = groups()
    facts = facts[:, rows]
    many = field(facts, MANY)
    pairs = field(facts, HAS_PAIR).sum(axis=0)
    number = many.prod(axis=0) * (pairs == 1)
    hand = np.repeat(rows, number)
    first = np.repeat(field(facts, FIRST), number, axis=1)
    ways = np.arange(len(hand)) - np.repeat(np.cumsum(number) - number, number)
    if (number > 1).any():
        many = np.repeat(many, number, axis=1)
        for group in range(3):
            first[group] += ways % many[group]
            ways //= many[group]
    chows, bodies = hands.chows[hand], hands.bodies[hand]
    own = np.zeros_like(bodies)
    for group in range(4):
        if group < 3:
            chows += known.chows[group, first[group]]
        own |= known.bodies[group, first[group]]
    tile, self_drawn = hands.tile[hand], hands.self_drawn[hand]
    wait, pair_wait, outside_pungs = _waits(hands, known, hand, codes, own, tile, shape)
    if shape == STRAIGHT:
        group, place = np.divmod(tile, 9)
        straight = hands.standing[group, hand] - codes[group, hand]
        outside_pungs |= straight // DIGITS[place] % 5 > 0
    pungs = own & PUNGS[1]
    opened = ~self_drawn & ~outside_pungs & (pungs >> tile & 1).astype(bool)
    hidden = np.bitwise_count(pungs) + hands.concealed_kongs[hand] - opened
    return Readings(hand, np.full(len(hand), shape), chows, bodies | own, hidden, wait, pair_wait)


def _waits(
    hands: Batch,
    known: Groups,
    hand: np.ndarray,
    codes: np.ndarray,
    own: np.ndarray,
    tile: np.ndarray,
    shape: int,
) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Whether there is a wait that counts, whether by the pair, and whether the winning tile fits
    a concealed chow or the pair."""
    group, place = np.divmod(tile, 9)
    starts = np.where(group < 3, own >> STARTS[0] + 7 * group, 0) & STARTS[1]
    in_chow = _IN_CHOW[starts, place]
    by_pair = field(own, PAIR) == tile + 1
    by_chow = (in_chow & 2).astype(bool)
    wait = by_chow | by_pair
    asked = np.flatnonzero(wait)
    some, group, place = hand[asked], group[asked], place[asked]
    short = codes[group, some] - DIGITS[place]
    facts = known.facts[np.where(group == 3, short + HONOUR_BASE, short)]
    only = (field(facts, WAITS) == 1 << place) & (field(facts, MANY) == 0)
    if shape == STANDARD:
        odd = field(known.facts[_lookup(codes[:, some])], ODD).sum(axis=0)
        only &= ~((hands.melds[some] == 0) & (odd == 2) & (hands.held[some] & 1).astype(bool))
    wait[asked] = only
    return wait, by_pair & ~by_chow, (in_chow > 0) | by_pair
