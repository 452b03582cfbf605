"""Every way to divide one suit, or the honours, into sets and at most one pair.

The answers depend only on the counts of nine (or seven) tiles and recur from hand to hand, so they
are kept: after a few thousand hands most questions are one dictionary look-up.
"""

from collections.abc import Iterator

from scoring.counts import BITS, MASK, UNITS, tiles_in
from scoring.parts import Part, chow, pair, pung
from scoring.tiles import PLAYING_TILES

HONOURS = 3

Split = tuple[Part | None, tuple[Part, ...]]
"""The pair, if there is one, and the concealed sets in tile order."""

_Plan = tuple[int | None, tuple[tuple[bool, int], ...]]
"""The place of the pair, and for each set whether it is a chow and the place of its lowest tile."""

_plans: tuple[dict[int, tuple[_Plan, ...]], ...] = ({}, {})
_waits: tuple[dict[int, int], ...] = ({}, {})
_splits: tuple[dict[int, tuple[Split, ...]], ...] = ({}, {}, {}, {})


def splits(group: int, key: int) -> tuple[Split, ...]:
    """All ways to divide the counts `key` of a group (0 m, 1 p, 2 s, 3 honours) completely.

    Empty when there is none. A pair is part of them exactly when the number of tiles asks for one.
    """
    known = _splits[group].get(key)
    if known is None:
        has_chows = group != HONOURS
        plans = _plans[has_chows].get(key)
        if plans is None:
            plans = _plans[has_chows][key] = tuple(_divide_all(key, has_chows))
        tiles = PLAYING_TILES[9 * group : 9 * group + 9]
        known = _splits[group][key] = tuple(
            (
                None if pair_place is None else pair(tiles[pair_place]),
                tuple([(chow if is_chow else pung)(tiles[place]) for is_chow, place in sets]),
            )
            for pair_place, sets in plans
        )
    return known


def _divide_all(key: int, has_chows: bool) -> Iterator[_Plan]:
    beyond_sets = tiles_in(key) % 3
    if beyond_sets != 1:
        yield from _divide(key, 0, has_chows, beyond_sets == 2)


def _divide(key: int, place: int, has_chows: bool, wants_pair: bool) -> Iterator[_Plan]:
    """Settles the lowest tile in every possible way, then the rest."""
    while key and not key & MASK:
        key >>= BITS
        place += 1
    if not key:
        yield None, ()
        return
    copies = key & MASK
    rest = key >> BITS
    for pungs in (0, 1):
        for pairs in (0, 1) if wants_pair else (0,):
            chows = copies - 3 * pungs - 2 * pairs
            if chows < 0 or (chows and not has_chows):
                continue
            if chows > rest & MASK or chows > rest >> BITS & MASK:
                continue
            own = ((False, place),) * pungs + ((True, place),) * chows
            for pair_place, sets in _divide(
                rest - chows * (1 | 1 << BITS), place + 1, has_chows, wants_pair and not pairs
            ):
                yield place if pairs else pair_place, own + sets


def waiting(group: int, key: int) -> int:
    """Which tiles of a group would make its counts divisible, as kinds in the lowest bits."""
    has_chows = group != HONOURS
    known = _waits[has_chows].get(key)
    if known is None:
        units = UNITS[: 9 if has_chows else 7] if tiles_in(key) % 3 else ()
        known = _waits[has_chows][key] = sum(
            unit for unit in units if any(True for _ in _divide_all(key + unit, has_chows))
        )
    return known
