"""Which tiles may form a finished hand, asked thousands of times a photo."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from scoring import TILES
from scoring.counts import UNITS, tiles_in
from scoring.readings import waiting_kinds

HAND = 14


@lru_cache(maxsize=1 << 15)
def wins(standing: tuple[int, ...], melds: int) -> bool:
    """Whether standing tiles (34 counts, the winning tile among them) beside melds win by form."""
    packed = _packed(standing)
    if tiles_in(packed) + 3 * melds != HAND:
        return False
    last = next(unit for unit, count in zip(UNITS, standing, strict=True) if count)
    return bool(waiting_kinds(packed - last, melds) & last)


@lru_cache(maxsize=1 << 15)
def waits(standing: tuple[int, ...], melds: int) -> tuple[int, ...]:
    """The tile indices that complete 13 tiles, a meld counting as three; none if not ready."""
    found = waiting_kinds(_packed(standing), melds)
    return tuple(t for t, unit in enumerate(UNITS) if found & unit and standing[t] < 4)


def is_chow(tiles: Sequence[int]) -> bool:
    """Whether tile indices, in any order, are three of one suit in a row."""
    first = min(tiles)
    run = sorted(tiles) == [first, first + 1, first + 2]
    return run and TILES[first].is_suited and TILES[first].rank < 8


def _packed(standing: tuple[int, ...]) -> int:
    return sum(unit * count for unit, count in zip(UNITS, standing, strict=True))
