"""Sets that lie apart from the standing tiles: chows, pungs and kongs."""

from dataclasses import dataclass
from enum import Enum
from operator import attrgetter

from scoring.checks import WrongType, shown
from scoring.names import name_of
from scoring.tiles import Tile

by_index = attrgetter("index")


def only_tiles(values: object, what: str) -> tuple[Tile, ...]:
    """`values` as a tuple of tiles; WrongType when one of them is no tile."""
    if isinstance(values, str):
        raise WrongType(f"{what} must be tiles, not the text {shown(values)}: parse it first")
    try:
        tiles = tuple(values)
    except TypeError:
        raise WrongType(f"{what} must be a sequence of tiles, not {shown(values)}") from None
    for tile in tiles:
        if not isinstance(tile, Tile):
            raise WrongType(f"{what} must hold tiles, not {shown(tile)}: make one with Tile('1m')")
    return tiles


def as_tiles(values: object, what: str) -> tuple[Tile, ...]:
    """`values` as a tuple of tiles in index order; WrongType when one of them is no tile."""
    return tuple(sorted(only_tiles(values, what), key=by_index))


class MeldKind(Enum):
    chow = "chow"
    pung = "pung"
    exposed_kong = "exposed_kong"
    added_kong = "added_kong"
    concealed_kong = "concealed_kong"

    @property
    def is_kong(self) -> bool:
        return self not in (MeldKind.chow, MeldKind.pung)

    def name_in(self, language: str = "en") -> str:
        """The kind's name in "zh-Hans", "zh-Hant" or "en"."""
        return name_of(self.value, language)


@dataclass(frozen=True, slots=True)
class Meld:
    """A declared set.

    `tiles` are kept in index order. `source` is the seat that gave the claimed tile: 1 the upper
    (left) neighbour, 2 opposite, 3 the lower (right) neighbour, None unknown or concealed.
    Whether the tiles make such a set is reported by `Hand.problems`, not here.
    """

    kind: MeldKind
    tiles: tuple[Tile, ...]
    source: int | None = None

    def __post_init__(self) -> None:
        try:
            object.__setattr__(self, "kind", MeldKind(self.kind))
        except ValueError:
            kinds = ", ".join(kind.value for kind in MeldKind)
            raise ValueError(
                f"unknown kind of meld {shown(self.kind)}: use one of {kinds}"
            ) from None
        object.__setattr__(self, "tiles", as_tiles(self.tiles, "the tiles of a meld"))
        if self.source not in (None, 1, 2, 3) or isinstance(self.source, bool | float):
            raise ValueError(
                f"a meld cannot come from seat {shown(self.source)}: use 1 upper, 2 opposite, "
                "3 lower, or None"
            )

    @property
    def is_kong(self) -> bool:
        return self.kind.is_kong

    @property
    def is_concealed(self) -> bool:
        return self.kind is MeldKind.concealed_kong

    @property
    def is_chow(self) -> bool:
        return self.kind is MeldKind.chow
