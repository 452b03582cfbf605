"""Tiles as text, in every form that people type them.

A suit letter stands for all digits before it: `123m55p`. Understood beside the codes of `Tile` are
spaces, full-width signs, the Unicode mahjong tiles, and Chinese, simplified or traditional:
`一二三万 东东 白白`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import partial
from itertools import groupby
from typing import NamedTuple, Protocol

from scoring.checks import wrong_type
from scoring.melds import only_tiles
from scoring.slips import Slip
from scoring.tiles import BACK, CODES, FLOWER_CODES, Tile


class Wrong(Protocol):
    """What is wrong: a `Slip` of the text, or a `Problem` of the hand that it names."""

    def message(self, language: str, **values: object) -> str: ...


_PLACES = {
    "en": "at character {number}: {message}",
    "zh-Hans": "第{number}个字符：{message}",
    "zh-Hant": "第{number}個字元：{message}",
}


class NotationError(ValueError):
    """Text that is no hand. ``position`` is the index of the offending sign in the text."""

    def __init__(self, wrong: Wrong, position: int, **values: object) -> None:
        self.wrong, self.position, self.values = wrong, position, values
        super().__init__(self.sentence_in("en"))

    def __reduce__(self) -> tuple:
        return (partial(NotationError, **self.values), (self.wrong, self.position))

    @property
    def message(self) -> str:
        """What is wrong, without the position."""
        return self.message_in("en")

    def message_in(self, language: str = "en") -> str:
        """The same in "en", "zh-Hans" or "zh-Hant"."""
        return self.wrong.message(language, **self.values)

    def sentence_in(self, language: str = "en") -> str:
        """What is wrong and where, in one of these languages."""
        message = self.message_in(language)
        return _PLACES[language].format(number=self.position + 1, message=message)


FULL_WIDTH = {0xFF01 + i: 0x21 + i for i in range(0x5E)} | {
    ord(odd): plain for odd, plain in {"【": "[", "】": "]", "、": ",", "｜": "|"}.items()
}

_SUIT_SIGNS = {"m": "m万萬", "p": "p筒饼餅", "s": "s条條索"}
_DIGITS = {sign: rank for rank, sign in enumerate("一二三四五六七八九", 1)} | {
    str(rank): rank for rank in range(1, 10)
}
_SUITS = {sign: suit for suit, signs in _SUIT_SIGNS.items() for sign in signs}
TILE_OF_SIGN = {
    **{code: Tile(code) for code in CODES if len(code) == 1},
    **{sign: Tile(code) for sign, code in zip("东南西北中发白", "ESWNCFP", strict=True)},
    **{sign: Tile(code) for sign, code in zip("東發", "EF", strict=True)},
    **{
        sign + wind: Tile(code)
        for sign, code in zip("东東南西北", "EESWN", strict=True)
        for wind in "风風"
    },
    "红中": Tile("C"),
    "紅中": Tile("C"),
    "白板": Tile("P"),
    "发财": Tile("F"),
    "發財": Tile("F"),
    **{sign: Tile(code) for sign, code in zip("春夏秋冬梅兰竹菊", FLOWER_CODES, strict=True)},
    "蘭": Tile("f"),
    # U+1F000 on: winds, dragons, characters, bamboos, dots, the two rows of flowers, joker, back.
    **{chr(0x1F000 + i): Tile(code) for i, code in enumerate("ESWNCFP")},
    **{chr(0x1F007 + i): Tile(f"{i + 1}m") for i in range(9)},
    **{chr(0x1F010 + i): Tile(f"{i + 1}s") for i in range(9)},
    **{chr(0x1F019 + i): Tile(f"{i + 1}p") for i in range(9)},
    **{chr(0x1F022 + i): Tile(code) for i, code in enumerate("efgh")},
    **{chr(0x1F026 + i): Tile(code) for i, code in enumerate("abcd")},
    chr(0x1F02B): BACK,
}
_BACK_SIGN = chr(0x1F02B)
_SKIPPED = re.compile(r"[\s\ufe0e\ufe0f]+")
_SIGN = re.compile(
    "|".join(sorted(map(re.escape, TILE_OF_SIGN), key=len, reverse=True)) + "|.", re.S
)


def plain(text: str) -> str:
    """The text with plain signs for full-width ones. Raises WrongType for what is no text."""
    if not isinstance(text, str):
        raise wrong_type(text, str)
    return text.translate(FULL_WIDTH)


# All tiles of a set by their longest names, apart, are shorter.
LONGEST_TEXT = 10_000


class Sign(NamedTuple):
    text: str
    position: int

    @property
    def shown(self) -> str:
        """The sign for a message, which no control character may change."""
        return self.text if self.text.isprintable() else f"U+{ord(self.text):04X}"


def signs_of(text: str, start: int = 0) -> list[Sign]:
    """The signs of ``text`` with their positions; a Chinese name of two characters is one sign.

    Raises NotationError for a text that no tiles can need.
    """
    if len(text) > LONGEST_TEXT:
        raise NotationError(Slip.too_long, LONGEST_TEXT, limit=LONGEST_TEXT)
    signs = []
    at = 0
    while at < len(text):
        match = _SKIPPED.match(text, at)
        if not match:
            match = _SIGN.match(text, at)
            signs.append(Sign(match[0], start + at))
        at = match.end()
    return signs


class Placed(NamedTuple):
    """A tile and where the text names it."""

    tile: Tile
    position: int


def placed_tiles(signs: Iterable[Sign]) -> list[Placed]:
    """Tiles in the order of the text. Raises NotationError at a sign that names none."""
    placed: list[Placed] = []
    digits: list[Sign] = []
    for sign in signs:
        if sign.text in _DIGITS:
            digits.append(sign)
        elif sign.text in _SUITS:
            if not digits:
                raise NotationError(Slip.suit_alone, sign.position, sign=sign.text)
            suit = _SUITS[sign.text]
            placed += [Placed(Tile(f"{_DIGITS[d.text]}{suit}"), d.position) for d in digits]
            digits = []
        elif sign.text not in TILE_OF_SIGN:
            slip = {"0": Slip.number_zero, "z": Slip.suit_z}.get(sign.text, Slip.no_tile)
            raise NotationError(slip, sign.position, sign=sign.shown)
        elif digits:
            break
        else:
            placed.append(Placed(TILE_OF_SIGN[sign.text], sign.position))
    if digits:
        raise NotationError(Slip.number_alone, digits[0].position, sign=digits[0].text)
    return placed


def parse_tiles(text: str) -> tuple[Tile, ...]:
    """Every tile of ``text`` in its order, flowers (a..h) included. Raises NotationError."""
    return tuple(placed.tile for placed in placed_tiles(signs_of(plain(text))))


def format_tiles(tiles: Iterable[Tile]) -> str:
    """Tiles in the order given, neighbours of one suit behind one letter: `123mEE`."""
    return "".join(
        "".join(str(tile.rank) for tile in run) + suit
        if suit
        else "".join(_BACK_SIGN if tile.is_back else tile.code for tile in run)
        for suit, run in (
            (suit, list(run))
            for suit, run in groupby(only_tiles(tiles, "what is written"), lambda t: t.suit)
        )
    )
