"""How far a hand is from winning, and which tile to discard."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace

from scoring.hand import Circumstances, Hand
from scoring.melds import as_tiles
from scoring.rules import Rules
from scoring.shanten import Counts, Goal, distance, held, open_goals
from scoring.status import FULL_HAND
from scoring.tiles import PLAYING_TILES, Tile
from scoring.waiting import COPIES, Wait, check_size, seen_elsewhere, waits, winds_of

PLAYERS = 4


@dataclass(frozen=True, slots=True)
class Draw:
    """A tile that brings the hand one step nearer, and how many copies nobody has seen."""

    tile: Tile
    unseen: int


@dataclass(frozen=True, slots=True)
class Discard:
    """A tile to part with, and what that leaves.

    shanten:  of the 13 tiles that stay.
    draws:    the tiles that bring them nearer.
    waits:    the same with their scores, when the hand is ready.
    expected: points that the next tile nobody has seen is worth on average, when the hand is ready.
    """

    tile: Tile
    shanten: int
    draws: tuple[Draw, ...]
    waits: tuple[Wait, ...]
    expected: float

    @property
    def unseen(self) -> int:
        return sum(draw.unseen for draw in self.draws)

    def to_dict(self) -> dict:
        """The discard as plain values for JSON."""
        return {
            "tile": self.tile.code,
            "shanten": self.shanten,
            "unseen": self.unseen,
            "expected": round(self.expected, 3),
            "draws": [{"tile": draw.tile.code, "unseen": draw.unseen} for draw in self.draws],
            "waits": [wait.to_dict() for wait in self.waits],
        }


@dataclass(frozen=True, slots=True)
class Advice:
    """`shanten` of the hand, also by goal, and the `discards` that keep it, the best first."""

    shanten: int
    by_goal: Mapping[Goal, int]
    discards: tuple[Discard, ...]

    def to_dict(self) -> dict:
        """The advice as plain values for JSON."""
        return {
            "shanten": self.shanten,
            "by_goal": {goal.name: steps for goal, steps in self.by_goal.items()},
            "discards": [discard.to_dict() for discard in self.discards],
        }


def advise(
    hand: Hand,
    circumstances: Circumstances | None = None,
    rules: Rules | None = None,
    known: Iterable[Tile] = (),
) -> Advice:
    """What a hand of 13 or 14 tiles, a meld counting as three, is short of.

    With 14 tiles, `discards` are those after which the hand is as near to winning as it can be: the
    ready ones by the points to expect, others by the number of tiles that help. ``known`` are tiles
    that lie open on the table beside the hand's own. Raises InvalidHand for a hand that cannot be,
    WrongSize for one of another size, TooManyKnown for more than four copies of a tile.
    """
    winds = winds_of(circumstances)
    rules = rules or Rules()
    check_size(hand, winds, rules, FULL_HAND - 1, FULL_HAND)
    known = as_tiles(known, "the known tiles")
    seen_elsewhere(hand, known)
    standing, melded, melds = held(hand)
    by_goal = {goal: distance(goal, standing, melded, melds) - 1 for goal in open_goals(melds)}
    found: list[Discard] = []
    if len(hand.concealed) + 3 * melds == FULL_HAND:
        left = {tile: _changed(standing, tile, -1) for tile in dict.fromkeys(hand.concealed)}
        near = {tile: _nearest(rest, melded, melds) for tile, rest in left.items()}
        best = min(steps for steps, _ in near.values())
        found = [
            _discard(hand, tile, left[tile], best, goals, winds, rules, known)
            for tile, (steps, goals) in near.items()
            if steps == best
        ]
        found.sort(key=lambda discard: (-discard.expected, -discard.unseen, discard.tile.index))
    return Advice(min(by_goal.values()), by_goal, tuple(found))


def _changed(counts: Counts, tile: Tile, by: int) -> Counts:
    index = tile.index
    return (*counts[:index], counts[index] + by, *counts[index + 1 :])


def _nearest(standing: Counts, melded: Counts, melds: int) -> tuple[int, tuple[Goal, ...]]:
    """The least shanten, and the goals that have it."""
    steps = {goal: distance(goal, standing, melded, melds) - 1 for goal in open_goals(melds)}
    least = min(steps.values())
    return least, tuple(goal for goal in steps if steps[goal] == least)


def _discard(
    hand: Hand,
    tile: Tile,
    rest: Counts,
    steps: int,
    goals: tuple[Goal, ...],
    winds: Circumstances,
    rules: Rules,
    known: tuple[Tile, ...],
) -> Discard:
    concealed = list(hand.concealed)
    concealed.remove(tile)
    left = replace(hand, concealed=tuple(concealed), winning_tile=None)
    # The tile itself lies on the table then.
    gone = seen_elsewhere(left, (*known, tile))
    _, melded, melds = held(hand)
    unseen = [
        COPIES - rest[kind.index] - melded[kind.index] - gone[kind.index] for kind in PLAYING_TILES
    ]
    draws = tuple(
        Draw(kind, unseen[kind.index])
        for kind in PLAYING_TILES
        if rest[kind.index] + melded[kind.index] < COPIES
        and any(distance(goal, _changed(rest, kind, 1), melded, melds) == steps for goal in goals)
    )
    found = waits(left, winds, rules, (*known, tile)) if steps == 0 else ()
    worth = sum(wait.unseen * _worth(wait) for wait in found)
    return Discard(tile, steps, draws, found, worth / (sum(unseen) or 1))


def _worth(wait: Wait) -> float:
    """Points on average: one in four tiles is drawn by oneself, and too low a win is none."""
    drawn, discarded = (
        value.total if value.reaches_minimum else 0 for value in (wait.self_drawn, wait.by_discard)
    )
    return (drawn + (PLAYERS - 1) * discarded) / PLAYERS
