"""Every way to divide one suit, or the honours, into sets and at most one pair.

The answers depend only on the counts of nine (or seven) tiles and recur from hand to hand, so they
are kept: after a few thousand hands most questions are one dictionary look-up.
"""

from scoring.counts import BITS, MASK, UNITS, tiles_in
from scoring.parts import Part, chow, pair, pung
from scoring.tiles import PLAYING_TILES

HONOURS = 3

Split = tuple[Part | None, tuple[Part, ...]]
"""The pair, if there is one, and the concealed sets in tile order."""

_splits: tuple[dict[int, tuple[Split, ...]], ...] = ({}, {}, {}, {})
_waiting: tuple[dict[int, int], ...] = ({}, {}, {}, {})


def splits(group: int, key: int) -> tuple[Split, ...]:
    """All ways to divide the counts `key` of a group (0 m, 1 p, 2 s, 3 honours) completely.

    Empty when there is none. A pair is part of them exactly when the number of tiles asks for one.
    """
    known = _splits[group].get(key)
    if known is None:
        found: list[Split] = []
        beyond_sets = tiles_in(key) % 3
        if beyond_sets != 1:
            _divide(group, key, 0, beyond_sets == 2, None, (), found)
        known = _splits[group][key] = tuple(found)
    return known


def _divide(
    group: int,
    key: int,
    place: int,
    wants_pair: bool,
    the_pair: Part | None,
    sets: tuple[Part, ...],
    found: list[Split],
) -> None:
    """Settle the lowest remaining tile in every possible way, then the rest."""
    while key and not key & MASK:
        key >>= BITS
        place += 1
    if not key:
        found.append((the_pair, sets))
        return
    copies = key & MASK
    tile = PLAYING_TILES[9 * group + place]
    starts_chows = group != HONOURS and place <= 6
    for pungs in (0, 1):
        for pairs in (0, 1) if wants_pair else (0,):
            chows = copies - 3 * pungs - 2 * pairs
            if chows < 0 or (chows and not starts_chows):
                continue
            if chows > key >> BITS & MASK or chows > key >> 2 * BITS & MASK:
                continue
            _divide(
                group,
                (key >> BITS) - chows * (1 | 1 << BITS) if chows else key >> BITS,
                place + 1,
                wants_pair and not pairs,
                pair(tile) if pairs else the_pair,
                sets + (pung(tile),) * pungs + (chow(tile),) * chows,
                found,
            )


def waiting(group: int, key: int) -> int:
    """Which tiles of a group would make its counts divisible, as kinds in the lowest bits."""
    known = _waiting[group].get(key)
    if known is None:
        last = 7 if group == HONOURS else 9
        units = UNITS[:last] if tiles_in(key) % 3 else ()
        known = _waiting[group][key] = sum(unit for unit in units if splits(group, key + unit))
    return known
