"""A finished (or waiting) hand and the circumstances of the win."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from scoring.checks import WrongType, shown
from scoring.melds import Meld, as_tiles
from scoring.tiles import Tile

if TYPE_CHECKING:
    from scoring.rules import Rules
    from scoring.status import HandStatus, Problem

EAST = Tile("E")


@dataclass(frozen=True, slots=True)
class Hand:
    """What a player holds.

    concealed:    all standing tiles, the winning tile among them, kept in index order.
    melds:        declared sets in the order of declaration.
    winning_tile: one of `concealed`; None for a hand that waits or whose last tile is unknown.
    flowers:      flower tiles, kept in index order.
    flower_count: how many flowers, for a hand whose flowers are known only by number.

    The constructor only settles types. `status` and `problems` say what breaks the rules.
    """

    concealed: tuple[Tile, ...]
    melds: tuple[Meld, ...] = ()
    winning_tile: Tile | None = None
    flowers: tuple[Tile, ...] = ()
    flower_count: int | None = None

    def __post_init__(self) -> None:
        object.__setattr__(self, "concealed", as_tiles(self.concealed, "the concealed tiles"))
        object.__setattr__(self, "flowers", as_tiles(self.flowers, "the flowers"))
        try:
            melds = tuple(self.melds)
        except TypeError:
            raise WrongType(
                f"the melds of a hand must be a sequence of Meld values, not {shown(self.melds)}"
            ) from None
        for meld in melds:
            if not isinstance(meld, Meld):
                raise WrongType(f"the melds of a hand must be Meld values, not {shown(meld)}")
        object.__setattr__(self, "melds", melds)
        if self.winning_tile is not None and not isinstance(self.winning_tile, Tile):
            raise WrongType(
                f"the winning tile must be a Tile or None, not {shown(self.winning_tile)}"
            )
        count = self.flower_count
        if count is not None and (not isinstance(count, int) or isinstance(count, bool)):
            raise WrongType(
                f"the number of flowers must be a whole number or None, not {shown(count)}"
            )

    @property
    def number_of_flowers(self) -> int:
        return len(self.flowers) if self.flower_count is None else self.flower_count

    def status(
        self, circumstances: Circumstances | None = None, rules: Rules | None = None
    ) -> HandStatus:
        """The flags of all problems (`HandStatus`); `HandStatus.OK` for a hand that wins."""
        from scoring.status import HandStatus

        flags = HandStatus.OK
        for problem in self.problems(circumstances, rules):
            flags |= problem.flag
        return flags

    def problems(
        self, circumstances: Circumstances | None = None, rules: Rules | None = None
    ) -> tuple[Problem, ...]:
        """Every problem of the hand as a finished one, each with its message (`Problem`)."""
        from scoring.status import problems_of

        return problems_of(self, circumstances, rules)

    @property
    def tiles(self) -> tuple[Tile, ...]:
        """Every playing tile of the hand: the standing ones, then those of the melds."""
        tiles = self.concealed
        for meld in self.melds:
            tiles += meld.tiles
        return tiles


@dataclass(frozen=True, slots=True)
class Circumstances:
    """How the hand was won.

    last_of_kind:     the three other tiles like the winning one lay open on the table (和绝张).
    last_wall_tile:   the win was on the last tile of the wall, or on the discard after it.
    kong_replacement: the winning tile replaced a kong (杠上开花); goes with `self_drawn`.
    robbed_kong:      the winning tile was added to a pung by another player (抢杠和).
    """

    prevalent_wind: Tile = EAST
    seat_wind: Tile = EAST
    self_drawn: bool = False
    last_of_kind: bool = False
    last_wall_tile: bool = False
    kong_replacement: bool = False
    robbed_kong: bool = False

    def __post_init__(self) -> None:
        for field in ("prevalent_wind", "seat_wind"):
            if not isinstance(getattr(self, field), Tile):
                what = field.replace("_", " ")
                raise WrongType(f"the {what} must be a Tile, not {shown(getattr(self, field))}")
        for field in (
            "self_drawn",
            "last_of_kind",
            "last_wall_tile",
            "kong_replacement",
            "robbed_kong",
        ):
            value = getattr(self, field)
            if value not in (0, 1):
                raise WrongType(f"{field} must be true or false, not {shown(value)}")
            object.__setattr__(self, field, bool(value))
