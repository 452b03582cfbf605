"""Which tiles may form a finished hand: a check fast enough to be asked thousands of times a photo.

The rules themselves are in `scoring`; this says only whether a shape wins, not what it is worth.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from itertools import permutations

PLAYING = 34
SUITS = (slice(0, 9), slice(9, 18), slice(18, 27))
HONOURS = slice(27, 34)
ORPHANS = (0, 8, 9, 17, 18, 26, *range(27, 34))
KNITTED = tuple(
    tuple(9 * suit + rank for suit, first in enumerate(firsts) for rank in range(first, 9, 3))
    for firsts in permutations(range(3))
)


def wins(standing: Sequence[int], melds: int) -> bool:
    """Whether standing tiles (34 counts, the winning tile among them) beside melds win."""
    standing = tuple(standing)
    if sum(standing) + 3 * melds != 14:
        return False
    if _sets_and_pair(standing):
        return True
    if melds == 0 and (_seven_pairs(standing) or _orphans(standing) or _knitted(standing)):
        return True
    return melds <= 1 and _knitted_straight(standing)


def waits(standing: Sequence[int], melds: int) -> tuple[int, ...]:
    """The tile indices that complete 13 tiles, a meld counting as three; none if not ready."""
    standing = list(standing)
    found = []
    for tile in range(PLAYING):
        if standing[tile] < 4:
            standing[tile] += 1
            if wins(standing, melds):
                found.append(tile)
            standing[tile] -= 1
    return tuple(found)


def _sets_and_pair(standing: tuple[int, ...]) -> bool:
    pairs = 0
    for suit in SUITS:
        counts = standing[suit]
        left = sum(counts) % 3
        if left == 1:
            return False
        pairs += left == 2
        if not _divides(counts, left == 2):
            return False
    for count in standing[HONOURS]:
        if count % 3 == 1:
            return False
        pairs += count == 2
    return pairs == 1


@lru_cache(maxsize=1 << 16)
def _divides(counts: tuple[int, ...], pair: bool) -> bool:
    """Whether one suit's tiles divide into sets, and a pair if asked for."""
    if not pair:
        return _sets(counts)
    for rank, count in enumerate(counts):
        if count >= 2:
            rest = list(counts)
            rest[rank] -= 2
            if _sets(tuple(rest)):
                return True
    return False


@lru_cache(maxsize=1 << 16)
def _sets(counts: tuple[int, ...]) -> bool:
    left = list(counts)
    for rank in range(9):
        chows = left[rank] % 3
        if chows:
            if rank > 6 or left[rank + 1] < chows or left[rank + 2] < chows:
                return False
            left[rank + 1] -= chows
            left[rank + 2] -= chows
    return True


def _seven_pairs(standing: tuple[int, ...]) -> bool:
    return all(count % 2 == 0 for count in standing)


def _orphans(standing: tuple[int, ...]) -> bool:
    return all(standing[tile] for tile in ORPHANS)


def _knitted(standing: tuple[int, ...]) -> bool:
    """Fourteen different tiles: honours, and of each suit only its third of a knitted straight."""
    if max(standing) > 1:
        return False
    suited = [tile for tile in range(27) if standing[tile]]
    return any(all(tile in knitted for tile in suited) for knitted in KNITTED)


def _knitted_straight(standing: tuple[int, ...]) -> bool:
    for knitted in KNITTED:
        if all(standing[tile] for tile in knitted):
            rest = list(standing)
            for tile in knitted:
                rest[tile] -= 1
            if _sets_and_pair(tuple(rest)):
                return True
    return False
