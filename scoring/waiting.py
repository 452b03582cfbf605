"""What a hand that is one tile short waits for, and what each tile would score."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

from scoring.checks import wrong_type
from scoring.counts import UNITS, four_or_more, pack
from scoring.engine import Score, score
from scoring.hand import Circumstances, Hand
from scoring.melds import as_tiles
from scoring.readings import waiting_kinds
from scoring.rules import Rules
from scoring.status import FULL_HAND, HandStatus, InvalidHand, form_problems
from scoring.tiles import PLAYING_TILES, Tile

COPIES = 4


class TooManyKnown(ValueError):
    """Tiles said to lie on the table of which the hand holds too many."""


class WrongSize(ValueError):
    """A finished hand where one that waits is asked for, or the other way round."""


@dataclass(frozen=True, slots=True)
class Wait:
    """A tile that wins, how many copies nobody has seen, and its score by the way it comes.

    The last two are the wins on the last tile of the wall and on the discard after it. A tile of
    which three lie open counts 和绝张 in all of them.
    """

    tile: Tile
    unseen: int
    by_discard: Score
    self_drawn: Score
    last_discard: Score
    last_draw: Score

    @property
    def reaches_minimum(self) -> bool:
        """Whether the tile wins whoever it comes from."""
        return self.by_discard.reaches_minimum

    def to_dict(self) -> dict:
        """The wait as plain values for JSON."""
        return {
            "tile": self.tile.code,
            "unseen": self.unseen,
            **{
                way: {
                    "total": value.total,
                    "points_without_flowers": value.points_without_flowers,
                    "reaches_minimum": value.reaches_minimum,
                    "fans": [row.fan.chinese for row in value.fans for _ in range(row.count)],
                }
                for way, value in (
                    ("by_discard", self.by_discard),
                    ("self_drawn", self.self_drawn),
                    ("last_discard", self.last_discard),
                    ("last_draw", self.last_draw),
                )
            },
        }


def waits(
    hand: Hand,
    circumstances: Circumstances | None = None,
    rules: Rules | None = None,
    known: Iterable[Tile] = (),
) -> tuple[Wait, ...]:
    """Every tile that finishes a hand of 13 tiles, a meld counting as three, in index order.

    Of ``circumstances`` only the winds matter. ``known`` are tiles that lie open on the table,
    beside the hand's own. A tile of which the hand itself holds all four is none of the answers;
    one whose copies have all been seen elsewhere is, with `unseen` 0. Raises InvalidHand for a hand
    that cannot be, WrongSize for one of another size, TooManyKnown for over four copies of a tile.
    """
    winds = winds_of(circumstances)
    rules = rules or Rules()
    check_size(hand, winds, rules, FULL_HAND - 1)
    gone = seen_elsewhere(hand, known)
    own = pack(hand.tiles)
    kinds = waiting_kinds(pack(hand.concealed), len(hand.melds)) & ~four_or_more(own)
    return tuple(
        _wait(hand, tile, gone[tile.index], winds, rules)
        for tile in PLAYING_TILES
        if kinds & UNITS[tile.index]
    )


def winds_of(circumstances: Circumstances | None) -> Circumstances:
    """The winds alone of some circumstances."""
    if circumstances is None:
        return Circumstances()
    if not isinstance(circumstances, Circumstances):
        raise wrong_type(circumstances, Circumstances)
    return Circumstances(circumstances.prevalent_wind, circumstances.seat_wind)


def check_size(hand: Hand, winds: Circumstances, rules: Rules, *sizes: int) -> None:
    """Raises InvalidHand for a hand that cannot be, or WrongSize for one of another size."""
    problems = tuple(
        problem
        for problem in form_problems(hand, winds, rules)
        if problem.flag not in (HandStatus.INCOMPLETE, HandStatus.NO_WINNING_TILE)
    )
    if problems:
        raise InvalidHand(problems)
    size = len(hand.concealed) + 3 * len(hand.melds)
    if size not in sizes:
        raise WrongSize(
            f"the hand has {size} tiles where {' or '.join(map(str, sizes))} are asked for "
            "(a kong counts as three)"
        )


def seen_elsewhere(hand: Hand, known: Iterable[Tile]) -> list[int]:
    """How many copies of each playing tile lie open beside the hand, by `Tile.index`."""
    gone = [0] * len(PLAYING_TILES)
    for tile in as_tiles(known, "the known tiles"):
        if tile.index < len(gone):
            gone[tile.index] += 1
    for tile in PLAYING_TILES:
        if gone[tile.index] + hand.tiles.count(tile) > COPIES:
            raise TooManyKnown(
                f"more than four of {tile.name()} ({tile}) in the hand and among the known tiles: "
                "name only tiles beside the hand's own"
            )
    return gone


def _wait(hand: Hand, tile: Tile, gone: int, winds: Circumstances, rules: Rules) -> Wait:
    open_copies = gone + sum(meld.tiles.count(tile) for meld in hand.melds)
    finished = replace(hand, concealed=(*hand.concealed, tile), winning_tile=tile)
    last_of_kind = open_copies == COPIES - 1 and tile not in hand.concealed

    def value(**how: bool) -> Score:
        return score(finished, replace(winds, last_of_kind=last_of_kind, **how), rules)

    return Wait(
        tile=tile,
        unseen=COPIES - gone - hand.tiles.count(tile),
        by_discard=value(),
        self_drawn=value(self_drawn=True),
        last_discard=value(last_wall_tile=True),
        last_draw=value(last_wall_tile=True, self_drawn=True),
    )
