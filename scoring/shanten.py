"""How many tiles a hand is away from a winning shape, for every shape of the rules.

A hand's distance is the least number of tiles it must still draw, and shanten is one less: -1 is a
winning shape, 0 is ready. Only tiles that the hand does not hold all four of can be drawn, so a
hand whose sole missing tile lies four times in its own melds is not ready.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from enum import Enum
from functools import lru_cache
from itertools import permutations, product

from scoring.hand import Hand
from scoring.tiles import Tile

COPIES = 4
SUIT_SLICES = (slice(0, 9), slice(9, 18), slice(18, 27))
HONOURS = slice(27, 34)
ORPHANS = (0, 8, 9, 17, 18, 26, *range(27, 34))
# The knitted tiles: 147, 258 and 369, each in a suit of its own, as places 0..26.
KNITTED = tuple(
    tuple(9 * suit + rank for suit, first in enumerate(firsts) for rank in range(first, 9, 3))
    for firsts in permutations(range(3))
)

Counts = tuple[int, ...]


class Shape(Enum):
    """The shapes that win. The values are the names shown to a reader."""

    standard = "four sets and a pair"
    seven_pairs = "seven pairs"
    thirteen_orphans = "thirteen orphans"
    lesser_knitted = "honours and knitted tiles"
    greater_knitted = "seven honours and knitted tiles"
    knitted_straight = "knitted straight"


def shanten(hand: Hand) -> Mapping[Shape, int]:
    """The shanten of ``hand`` for each shape that its melds leave open.

    The hand has 13 or 14 tiles, a meld counting as three; with 14 the best discard is assumed.
    """
    standing, melded = counts(hand.concealed), counts(_melded(hand))
    return {
        shape: distance - 1
        for shape, distance in distances(standing, melded, len(hand.melds)).items()
    }


def _melded(hand: Hand) -> list[Tile]:
    return [tile for meld in hand.melds for tile in meld.tiles]


def counts(tiles: Sequence[Tile]) -> Counts:
    """How many of each of the 34 playing tiles, by `Tile.index`."""
    found = Counter(tile.index for tile in tiles)
    return tuple(found[index] for index in range(34))


def distances(standing: Counts, melded: Counts, melds: int) -> Mapping[Shape, int]:
    """Tiles still to be drawn for each shape; both counts are of 34 tiles, `melds` of sets."""
    found = {Shape.standard: _sets_and_pair(standing, melded, 4 - melds)}
    if melds <= 1:
        found[Shape.knitted_straight] = min(
            _knitted_straight(knitted, standing, melded, melds) for knitted in KNITTED
        )
    if melds == 0:
        honours = sum(map(bool, standing[HONOURS]))
        knitted = max(sum(bool(standing[place]) for place in places) for places in KNITTED)
        found[Shape.seven_pairs] = 7 - sum(count // 2 for count in standing)
        orphans = [standing[place] for place in ORPHANS]
        found[Shape.thirteen_orphans] = 14 - sum(map(bool, orphans)) - (max(orphans) > 1)
        found[Shape.lesser_knitted] = 14 - min(honours + knitted, 14)
        found[Shape.greater_knitted] = 14 - honours - min(knitted, 7)
    return found


def _knitted_straight(knitted: Sequence[int], standing: Counts, melded: Counts, melds: int) -> int:
    missing = 0
    rest, used = list(standing), list(melded)
    for place in knitted:
        if melded[place] == COPIES:
            return NEVER
        missing += not rest[place]
        rest[place] = max(rest[place] - 1, 0)
        used[place] += 1
    return missing + _sets_and_pair(tuple(rest), tuple(used), 1 - melds)


# -- sets and a pair --------------------------------------------------------------------------

NEVER = 99
Needs = tuple[tuple[int, int], ...]


def _sets_and_pair(standing: Counts, used: Counts, sets: int) -> int:
    """Tiles to draw for ``sets`` sets and a pair; ``used`` copies lie elsewhere."""
    needs = _honour_needs(standing[HONOURS], used[HONOURS])
    for suit in SUIT_SLICES:
        needs = _both(needs, _suit_needs(standing[suit], used[suit]))
    return needs[sets][True]


def _both(left: Needs, right: Needs) -> Needs:
    """What two groups of tiles need together, by number of sets and whether there is a pair."""
    return tuple(
        (
            min(left[k][0] + right[sets - k][0] for k in range(sets + 1)),
            min(
                min(left[k][0] + right[sets - k][1], left[k][1] + right[sets - k][0])
                for k in range(sets + 1)
            ),
        )
        for sets in range(5)
    )


@lru_cache(maxsize=1 << 16)
def _suit_needs(standing: Counts, used: Counts) -> Needs:
    """Tiles that one suit must draw for 0..4 sets without and with the pair.

    Goes up the ranks; a state says how many chows began one and two ranks below, and what is
    complete so far. Three chows alike are three pungs, so two alike are enough to try.
    """
    states = {(0, 0, 0, False): 0}
    for rank, (have, gone) in enumerate(zip(standing, used, strict=True)):
        following: dict[tuple[int, int, int, bool], int] = {}
        for (one_below, two_below, sets, pair), cost in states.items():
            for begun, pung, eyes in product(
                range(3 if rank < 7 else 1), (0, 1), (0, 1) if not pair else (0,)
            ):
                total = sets + begun + pung
                wanted = one_below + two_below + begun + 3 * pung + 2 * eyes
                if total > 4 or wanted > COPIES - gone:
                    continue
                state = (begun, one_below, total, pair or bool(eyes))
                price = cost + max(wanted - have, 0)
                if price < following.get(state, NEVER):
                    following[state] = price
        states = following
    return tuple(
        tuple(states.get((0, 0, sets, pair), NEVER) for pair in (False, True)) for sets in range(5)
    )


@lru_cache(maxsize=1 << 16)
def _honour_needs(standing: Counts, used: Counts) -> Needs:
    needs: Needs = ((0, NEVER), *((NEVER, NEVER),) * 4)
    for have, gone in zip(standing, used, strict=True):
        left = COPIES - gone
        pung = max(3 - have, 0) if left >= 3 else NEVER
        pair = max(2 - have, 0) if left >= 2 else NEVER
        needs = _both(needs, ((0, pair), (pung, NEVER), *((NEVER, NEVER),) * 3))
    return needs
