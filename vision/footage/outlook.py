"""What a hand scores when the film does not show how it was won: the range of its points."""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import product

from scoring import Circumstances, Hand, InvalidHand, Rules, Score, Tile, score
from scoring.engine import DEFAULT_RULES
from vision.hand import ReadHand

UNKNOWN = ("prevalent_wind", "seat_wind", "self_drawn", "winning_tile")
WINDS = tuple(Tile(code) for code in "ESWN")


@dataclass(frozen=True)
class Known:
    """What is known of how hands were won, as in `Circumstances`; None for what is not."""

    prevalent_wind: Tile | None = None
    seat_wind: Tile | None = None
    self_drawn: bool | None = None
    last_of_kind: bool = False
    last_wall_tile: bool = False
    kong_replacement: bool = False
    robbed_kong: bool = False

    @classmethod
    def of(cls, circumstances: Circumstances) -> Known:
        """Everything known."""
        return cls(**{name: getattr(circumstances, name) for name in cls.__dataclass_fields__})


@dataclass(frozen=True)
class Outlook:
    """The least and the most that a hand may score, and which of `UNKNOWN` move its points."""

    least: Score
    most: Score
    unknown: tuple[str, ...]

    @property
    def certain(self) -> bool:
        """Whether nothing that is unknown moves the points."""
        return self.least.total == self.most.total


def outlook(read: ReadHand, known: Known = Known(), rules: Rules = DEFAULT_RULES) -> Outlook:
    """The outlook of a finished hand over all that is unknown: winds, how the tile came, and which
    one it was where nothing shows it.

    Raises InvalidHand, with every problem, for a hand that wins under no circumstances.
    """
    if read.hand is None:
        # An empty hand says by itself what is wrong with it.
        return _outlook([Hand(())], known, rules)
    hands = [read.hand]
    if read.winning_tile_guessed:
        tiles = dict.fromkeys((read.hand.winning_tile, *read.hand.concealed))
        hands = [replace(read.hand, winning_tile=tile) for tile in tiles if tile]
    return _outlook(hands, known, rules)


def _outlook(hands: list[Hand], known: Known, rules: Rules) -> Outlook:
    ways = {
        "prevalent_wind": _ways(known.prevalent_wind, WINDS),
        "seat_wind": _ways(known.seat_wind, WINDS),
        "self_drawn": _ways(known.self_drawn, (False, True)),
        "winning_tile": tuple(range(len(hands))),
    }
    found: dict[tuple, Score] = {}
    refusal: InvalidHand | None = None
    for key in product(*ways.values()):
        prevalent, seat, drawn, winner = key
        circumstances = Circumstances(
            prevalent,
            seat,
            drawn,
            known.last_of_kind,
            known.last_wall_tile,
            known.kong_replacement,
            known.robbed_kong,
        )
        try:
            found[key] = score(hands[winner], circumstances, rules)
        except InvalidHand as error:
            refusal = refusal or error
    if not found:
        raise refusal
    moving = tuple(name for at, name in enumerate(UNKNOWN) if _moves(found, at))
    ranked = sorted(found.values(), key=lambda value: value.total)
    return Outlook(ranked[0], ranked[-1], moving)


def _ways(value: object, all_values: tuple) -> tuple:
    return all_values if value is None else (value,)


def _moves(found: dict[tuple, Score], at: int) -> bool:
    """Whether the points change with one part of the key alone."""
    totals: dict[tuple, set[int]] = {}
    for key, value in found.items():
        totals.setdefault(key[:at] + key[at + 1 :], set()).add(value.total)
    return any(len(points) > 1 for points in totals.values())
