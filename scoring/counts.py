"""Tile counts packed into one integer: five bits for each of the 34 playing tiles.

Hands are compared, added and searched as such integers, because Python's big-integer arithmetic
handles all 34 counters in one step. Five bits cannot overflow in a hand, not even a wrong one.
"""

from collections.abc import Iterable

from scoring.tiles import PLAYING_TILES, SUITS, Tile

BITS = 5
MASK = (1 << BITS) - 1
SUIT_BITS = 9 * BITS
SUIT_MASK = (1 << SUIT_BITS) - 1

UNITS: tuple[int, ...] = tuple(1 << (BITS * index) for index in range(34))
"""`UNITS[i]` is one copy of the tile of index i; as a set of kinds, that tile."""

ONES = sum(UNITS)


def pack(tiles: Iterable[Tile]) -> int:
    """The packed counts of playing tiles."""
    return sum([UNITS[tile.index] for tile in tiles])


def unpack(packed: int) -> tuple[Tile, ...]:
    """The tiles of packed counts, in index order."""
    return tuple(
        tile for tile in PLAYING_TILES for _ in range((packed >> (BITS * tile.index)) & MASK)
    )


def kinds_in(packed: int) -> int:
    """Which tiles occur, as packed counts of 0 and 1."""
    return (packed | packed >> 1 | packed >> 2 | packed >> 3 | packed >> 4) & ONES


def four_or_more(packed: int) -> int:
    """Which tiles occur four times or more."""
    return (packed >> 2 | packed >> 3 | packed >> 4) & ONES


def five_or_more(packed: int) -> int:
    """Which tiles occur five times or more."""
    return (packed >> 2 & (packed | packed >> 1) | packed >> 3 | packed >> 4) & ONES


def kinds(ranks: str = "", suits: Iterable[str] = SUITS, honours: str = "") -> int:
    """A set of kinds: these ranks in these suits, and these honours."""
    codes = [rank + suit for suit in suits for rank in ranks] + list(honours)
    return sum(UNITS[Tile(code).index] for code in codes)


def tiles_in(packed: int) -> int:
    """How many tiles there are, up to 30: 32 leaves 1 when divided by 31, so the digits add up."""
    return packed % MASK


def suit_key(packed: int, group: int) -> int:
    """The counts of one suit (0 m, 1 p, 2 s) or of the honours (3), moved to the lowest bits."""
    return packed >> (SUIT_BITS * group) & SUIT_MASK
