"""How many tiles a hand is away from a winning shape, for every shape of the rules.

A hand's distance is the least number of tiles it must still draw, and shanten is one less: -1 is a
winning shape, 0 is ready. Only tiles that the hand does not hold all four of can be drawn, so a
hand whose sole missing tile lies four times in its own melds is not ready.
"""

from __future__ import annotations

from collections.abc import Sequence
from enum import Enum
from functools import cache, lru_cache
from itertools import product

from scoring.counts import unpack
from scoring.hand import Hand
from scoring.readings import KNITTED_STRAIGHTS, ORPHANS
from scoring.tiles import Tile

COPIES = 4
SUITS = (slice(0, 9), slice(9, 18), slice(18, 27))
HONOURS = slice(27, 34)
ORPHAN_PLACES = tuple(tile.index for tile in unpack(ORPHANS))
KNITTED_PLACES = tuple(
    tuple(tile.index for tile in unpack(straight)) for straight in KNITTED_STRAIGHTS
)

Counts = tuple[int, ...]


class Goal(Enum):
    """What a hand can grow into: the winning shapes, the two knitted hands apart."""

    standard = "four sets and a pair"
    seven_pairs = "seven pairs"
    thirteen_orphans = "thirteen orphans"
    lesser_knitted = "honours and knitted tiles"
    greater_knitted = "seven honours and knitted tiles"
    knitted_straight = "knitted straight, a set and a pair"


def shanten(hand: Hand) -> dict[Goal, int]:
    """The shanten of ``hand`` for each goal that its melds leave open.

    The hand has 13 or 14 tiles, a meld counting as three; with 14 the best discard is assumed.
    """
    standing, melded, melds = held(hand)
    return {goal: distance(goal, standing, melded, melds) - 1 for goal in open_goals(melds)}


def held(hand: Hand) -> tuple[Counts, Counts, int]:
    """Counts of the standing tiles, counts of the melds' tiles, and the number of melds."""
    melded = [tile for meld in hand.melds for tile in meld.tiles]
    return counts(hand.concealed), counts(melded), len(hand.melds)


def counts(tiles: Sequence[Tile]) -> Counts:
    """How many of each of the 34 playing tiles, by `Tile.index`."""
    found = [0] * 34
    for tile in tiles:
        found[tile.index] += 1
    return tuple(found)


@cache
def open_goals(melds: int) -> tuple[Goal, ...]:
    """The goals of a hand with so many melds: one leaves the knitted straight, more do not."""
    if melds == 0:
        return tuple(Goal)
    return (Goal.standard, Goal.knitted_straight) if melds == 1 else (Goal.standard,)


def distance(goal: Goal, standing: Counts, melded: Counts, melds: int) -> int:
    """Tiles still to be drawn for one goal; see `held` for what is given."""
    if goal is Goal.standard:
        return _sets_and_pair(standing, melded, 4 - melds)
    if goal is Goal.knitted_straight:
        return min(_straight(places, standing, melded, melds) for places in KNITTED_PLACES)
    if goal is Goal.seven_pairs:
        return 7 - sum([count // 2 for count in standing])
    if goal is Goal.thirteen_orphans:
        orphans = [standing[place] for place in ORPHAN_PLACES]
        return 14 - sum(map(bool, orphans)) - (max(orphans) > 1)
    honours = sum(map(bool, standing[HONOURS]))
    knitted = max(sum([bool(standing[place]) for place in places]) for places in KNITTED_PLACES)
    if goal is Goal.lesser_knitted:
        return 14 - min(honours + knitted, 14)
    return 14 - honours - min(knitted, 7)


def _straight(places: Sequence[int], standing: Counts, melded: Counts, melds: int) -> int:
    missing = 0
    rest, used = list(standing), list(melded)
    for place in places:
        if melded[place] == COPIES:
            return NEVER
        missing += not rest[place]
        rest[place] = max(rest[place] - 1, 0)
        used[place] += 1
    return missing + _sets_and_pair(tuple(rest), tuple(used), 1 - melds)


# -- sets and a pair --------------------------------------------------------------------------

NEVER = 99
Needs = tuple[tuple[int, int], ...]
NOTHING: tuple[int, int] = (NEVER, NEVER)


def _sets_and_pair(standing: Counts, used: Counts, sets: int) -> int:
    """Tiles to draw for ``sets`` sets and a pair; ``used`` copies lie elsewhere."""
    needs = _honour_needs(standing[HONOURS], used[HONOURS])
    for suit in SUITS:
        needs = _both(needs, _suit_needs(standing[suit], used[suit]))
    return needs[sets][True]


def _both(left: Needs, right: Needs) -> Needs:
    """What two groups of tiles need together, by number of sets and whether there is a pair."""
    return tuple(
        [
            (
                min([left[k][0] + right[sets - k][0] for k in range(sets + 1)]),
                min(
                    [
                        min(left[k][0] + right[sets - k][1], left[k][1] + right[sets - k][0])
                        for k in range(sets + 1)
                    ]
                ),
            )
            for sets in range(5)
        ]
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
        choices = tuple(product(range(3 if rank < 7 else 1), (0, 1), (0, 1)))
        for (one_below, two_below, sets, pair), cost in states.items():
            for begun, pung, eyes in choices:
                total = sets + begun + pung
                wanted = one_below + two_below + begun + 3 * pung + 2 * eyes
                if total > 4 or wanted > COPIES - gone or (eyes and pair):
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
    needs: Needs = ((0, NEVER), NOTHING, NOTHING, NOTHING, NOTHING)
    for have, gone in zip(standing, used, strict=True):
        left = COPIES - gone
        pung = max(3 - have, 0) if left >= 3 else NEVER
        pair = max(2 - have, 0) if left >= 2 else NEVER
        needs = _both(needs, ((0, pair), (pung, NEVER), NOTHING, NOTHING, NOTHING))
    return needs
