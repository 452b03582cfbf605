"""The 43 things a player can hold: 34 playing tiles, 8 flowers and the back of a tile.

`Tile("1m")` always returns the same object, so tiles compare by identity, sort in the class order
of the recognition model (`Tile.index`) and survive pickling and copying as themselves.
"""

from functools import total_ordering

from scoring.names import name_of

SUITS = ("m", "p", "s")
WIND_CODES = ("E", "S", "W", "N")
DRAGON_CODES = ("C", "F", "P")
FLOWER_CODES = ("a", "b", "c", "d", "e", "f", "g", "h")
BACK_CODE = "back"

CODES = (
    *(f"{rank}{suit}" for suit in SUITS for rank in range(1, 10)),
    *WIND_CODES,
    *DRAGON_CODES,
    *FLOWER_CODES,
    BACK_CODE,
)


class UnknownTile(ValueError):
    """A code that names no tile."""

    def __init__(self, code: object) -> None:
        super().__init__(
            f"unknown tile {code!r}: use 1m to 9m, 1p to 9p, 1s to 9s, "
            "E S W N, C F P, a to h for flowers, or back"
        )


@total_ordering
class Tile:
    """One kind of tile. Immutable; equal tiles are the same object.

    Attributes
    ----------
    code:  "1m".."9m", "1p".."9p", "1s".."9s", "E" "S" "W" "N", "C" "F" "P", "a".."h" or "back".
    index: 0..42, the place in `TILES`.
    suit:  "m" (characters, 万), "p" (dots, 筒), "s" (bamboos, 条), or None.
    rank:  1..9, or None.
    """

    __slots__ = (
        "code",
        "index",
        "is_back",
        "is_dragon",
        "is_flower",
        "is_honour",
        "is_suited",
        "is_terminal",
        "is_wind",
        "rank",
        "suit",
    )

    code: str
    index: int
    suit: str | None
    rank: int | None
    is_suited: bool
    is_wind: bool
    is_dragon: bool
    is_honour: bool
    is_terminal: bool
    is_flower: bool
    is_back: bool

    def __new__(cls, code: str) -> "Tile":
        tile = _BY_CODE.get(code) if isinstance(code, str) else None
        if tile is None:
            raise UnknownTile(code)
        return tile

    def __setattr__(self, attribute: str, value: object) -> None:
        raise AttributeError(f"a tile cannot be changed: {attribute}")

    def __delattr__(self, attribute: str) -> None:
        raise AttributeError(f"a tile cannot be changed: {attribute}")

    def __reduce__(self) -> tuple:
        return (Tile, (self.code,))

    def __copy__(self) -> "Tile":
        return self

    def __deepcopy__(self, memo: dict) -> "Tile":
        return self

    def __lt__(self, other: object) -> bool:
        if not isinstance(other, Tile):
            return NotImplemented
        return self.index < other.index

    def __str__(self) -> str:
        return self.code

    def __repr__(self) -> str:
        return f"Tile({self.code!r})"

    def name(self, language: str = "en") -> str:
        """The tile's name in "zh-Hans", "zh-Hant" or "en"."""
        return name_of(self.code, language)


def _make(code: str, index: int) -> Tile:
    suit, rank = (code[1], int(code[0])) if code[0].isdigit() else (None, None)
    values = {
        "code": code,
        "index": index,
        "suit": suit,
        "rank": rank,
        "is_suited": suit is not None,
        "is_wind": code in WIND_CODES,
        "is_dragon": code in DRAGON_CODES,
        "is_honour": code in WIND_CODES or code in DRAGON_CODES,
        "is_terminal": rank in (1, 9),
        "is_flower": code in FLOWER_CODES,
        "is_back": code == BACK_CODE,
    }
    tile = object.__new__(Tile)
    for attribute, value in values.items():
        object.__setattr__(tile, attribute, value)
    return tile


_BY_CODE: dict[str, Tile] = {code: _make(code, index) for index, code in enumerate(CODES)}

TILES: tuple[Tile, ...] = tuple(_BY_CODE.values())
PLAYING_TILES: tuple[Tile, ...] = TILES[:34]
WINDS: tuple[Tile, ...] = TILES[27:31]
DRAGONS: tuple[Tile, ...] = TILES[31:34]
FLOWERS: tuple[Tile, ...] = TILES[34:42]
BACK: Tile = TILES[42]
