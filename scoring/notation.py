"""Hands as text: `[melds]standing tiles|QMzjlk|flowers`, read and written.

    [EEE,1][SSSS,1]55pWWWNNN|EE1000

Tiles      1m..9m characters (万), 1p..9p dots (筒), 1s..9s bamboos (条), E S W N winds, C F P red,
           green and white dragon; a suit letter stands for all digits before it.
Melds      [234s,1] chow, [555p,2] pung, [7777s,2] exposed kong, the number naming the seat that
           gave the tile: 1 upper, 2 opposite, 3 lower; 5, 6, 7 an added kong from 1, 2, 3;
           [7777s] a concealed kong. Of a kong from an unknown seat, 0 is exposed, 4 added.
Winner     the last standing tile; or what stands alone between a `+` and the end or a bracket,
           `?` for an unknown tile. A hand with one tile less waits.
QMzjlk     prevalent wind, seat wind, and four signs 0 or 1: z self-drawn, j last of its kind,
           l last tile of the wall, k kong (with z out on a replacement, without z robbing a kong).
Flowers    letters a..h (春夏秋冬梅兰竹菊), or how many.

Reading is forgiving: spaces, full-width signs, the Unicode mahjong tiles, and Chinese
(`一二三万 东东 白白`, simplified or traditional). Writing is exact: what `format_hand` writes,
`parse_hand` reads back as the same values.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from itertools import groupby
from typing import NamedTuple

from scoring.hand import Circumstances, Hand
from scoring.melds import Meld, MeldKind
from scoring.tiles import BACK, CODES, FLOWER_CODES, Tile

FULL_HAND = 14
# An added kong's seat is written 4 higher than that of the pung it was.
ADDED = 4


class NotationError(ValueError):
    """Text that is no hand. ``position`` is the index of the offending sign in the text."""

    def __init__(self, message: str, position: int) -> None:
        super().__init__(f"at character {position + 1}: {message}")
        self.message = message
        self.position = position


class ParsedHand(NamedTuple):
    hand: Hand
    circumstances: Circumstances


# -- signs ------------------------------------------------------------------------------------

_FULL_WIDTH = {0xFF01 + i: 0x21 + i for i in range(0x5E)} | {
    ord(odd): plain for odd, plain in {"【": "[", "】": "]", "、": ",", "｜": "|"}.items()
}

_SUIT_SIGNS = {"m": "m万萬", "p": "p筒饼餅", "s": "s条條索"}
_DIGITS = {sign: rank for rank, sign in enumerate("一二三四五六七八九", 1)} | {
    str(rank): rank for rank in range(1, 10)
}
_SUITS = {sign: suit for suit, signs in _SUIT_SIGNS.items() for sign in signs}
_TILES = {
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
_SIGN = re.compile("|".join(sorted(map(re.escape, _TILES), key=len, reverse=True)) + "|.", re.S)


class _Sign(NamedTuple):
    text: str
    position: int


def _signs(text: str, start: int = 0) -> list[_Sign]:
    """The signs of ``text`` with their positions; a Chinese name of two characters is one sign."""
    signs = []
    at = 0
    while at < len(text):
        match = _SKIPPED.match(text, at)
        if not match:
            match = _SIGN.match(text, at)
            signs.append(_Sign(match[0], start + at))
        at = match.end()
    return signs


class _Placed(NamedTuple):
    """A tile and where the text names it."""

    tile: Tile
    position: int


def _placed_tiles(signs: Iterable[_Sign]) -> list[_Placed]:
    """Tiles in the order of the text. Raises NotationError at a sign that names none."""
    placed: list[_Placed] = []
    digits: list[_Sign] = []
    for sign in signs:
        if sign.text in _DIGITS:
            digits.append(sign)
        elif sign.text in _SUITS:
            if not digits:
                raise NotationError(f"the suit {sign.text} has no digits before it", sign.position)
            suit = _SUITS[sign.text]
            placed += [_Placed(Tile(f"{_DIGITS[d.text]}{suit}"), d.position) for d in digits]
            digits = []
        elif sign.text not in _TILES:
            raise NotationError(_no_tile(sign.text), sign.position)
        elif digits:
            break
        else:
            placed.append(_Placed(_TILES[sign.text], sign.position))
    if digits:
        raise NotationError(
            f"the number {digits[0].text} has no suit: write m, p or s after it",
            digits[0].position,
        )
    return placed


def _no_tile(sign: str) -> str:
    if sign == "0":
        return "no tile has the number 0"
    if sign == "z":
        return "z is no suit: write the honours as E S W N C F P"
    return f"{sign} is no tile: use 1-9 with m, p or s, and E S W N C F P"


def parse_tiles(text: str) -> tuple[Tile, ...]:
    """Every tile of ``text`` in its order, flowers (a..h) included. Raises NotationError."""
    return tuple(placed.tile for placed in _placed_tiles(_signs(text.translate(_FULL_WIDTH))))


# -- reading a hand ---------------------------------------------------------------------------


@dataclass
class _Reading:
    """A hand's text on its way to values, with the place of everything that can be wrong."""

    standing: list[_Placed] = field(default_factory=list)
    melds: list[Meld] = field(default_factory=list)
    meld_places: list[list[_Placed]] = field(default_factory=list)
    winner: _Placed | None = None
    end: int = 0
    circumstances: Circumstances = field(default_factory=Circumstances)
    circumstance_places: list[int] = field(default_factory=list)
    flowers: list[_Placed] = field(default_factory=list)
    flower_count: int | None = None
    flower_count_place: int = 0


def parse_hand(text: str) -> ParsedHand:
    """The hand and circumstances that ``text`` names; winds are east where it names none.

    Refused with a NotationError that gives the position: what is no notation, and what no player
    can hold (too many tiles, five of a kind, contradictory circumstances). Whether the hand wins
    is for `score` to say.
    """
    fields, start = [], 0
    for part in text.translate(_FULL_WIDTH).split("|"):
        fields.append((part, start))
        start += len(part) + 1
    if len(fields) > 3:
        raise NotationError("one bar too many: nothing follows the flowers", fields[3][1] - 1)
    reading = _Reading()
    _read_tiles(reading, *fields[0])
    if len(fields) > 1:
        _read_circumstances(reading, *fields[1])
    if len(fields) > 2:
        _read_flowers(reading, *fields[2])
    return _checked(reading)


def _checked(reading: _Reading) -> ParsedHand:
    hand = Hand(
        concealed=tuple(tile for tile, _ in reading.standing),
        melds=tuple(reading.melds),
        winning_tile=reading.winner and reading.winner.tile,
        flowers=tuple(tile for tile, _ in reading.flowers),
        flower_count=reading.flower_count,
    )
    return ParsedHand(hand, reading.circumstances)


def _read_tiles(reading: _Reading, text: str, start: int) -> None:
    signs = _signs(text, start)
    if not signs:
        raise NotationError("there are no tiles here", start)
    reading.end = signs[-1].position + len(signs[-1].text)
    last_plus: _Sign | None = None
    at = 0
    while at < len(signs):
        sign = signs[at]
        if sign.text == "]":
            raise NotationError("this bracket closes none", sign.position)
        if sign.text == "[":
            close = _closing(signs, at)
            _read_meld(reading, sign, signs[at + 1 : close], signs[close])
            at = close + 1
            continue
        start_of_run = at + (sign.text == "+")
        at = next(
            (i for i in range(start_of_run, len(signs)) if signs[i].text in "[]+"), len(signs)
        )
        run = signs[start_of_run:at]
        if sign.text == "+":
            if last_plus:
                raise NotationError("a second + : only one tile wins", sign.position)
            last_plus = sign
            _read_winner(reading, sign, run)
        else:
            reading.standing += _placed_tiles(run)
    if not last_plus and len(reading.standing) + 3 * len(reading.melds) == FULL_HAND:
        reading.winner = reading.standing[-1] if reading.standing else None


def _read_winner(reading: _Reading, plus: _Sign, run: Sequence[_Sign]) -> None:
    if [sign.text for sign in run] == ["?"]:
        return
    placed = _placed_tiles(run)
    if len(placed) != 1:
        raise NotationError(
            "after + stands the one tile that won, or ? for unknown",
            placed[1].position if placed else plus.position,
        )
    reading.winner = placed[0]
    reading.standing += placed


def _closing(signs: Sequence[_Sign], start: int) -> int:
    for at in range(start, len(signs)):
        if signs[at].text == "]":
            return at
    raise NotationError("this bracket is never closed", signs[start].position)


def _read_meld(reading: _Reading, opening: _Sign, inside: Sequence[_Sign], closing: _Sign) -> None:
    comma = next((at for at, sign in enumerate(inside) if sign.text == ","), len(inside))
    placed = _placed_tiles(inside[:comma])
    if not placed:
        raise NotationError("these brackets hold no tiles", opening.position)
    for size in range(1, len(placed) + 1):
        if not _begins_a_set([tile for tile, _ in placed[:size]]):
            raise NotationError(
                f"{format_tiles([tile for tile, _ in placed])} is neither chow, pung nor kong",
                placed[size - 1].position,
            )
    if len(placed) < 3:
        raise NotationError("a meld has three or four tiles", closing.position)
    tiles = tuple(tile for tile, _ in placed)
    digit = None
    if comma < len(inside):
        seat = inside[comma + 1 :]
        allowed = "0123" if len(tiles) == 3 else "01234567"
        wrong = next((sign for sign in seat if sign.text not in allowed), None)
        if wrong or len(seat) != 1:
            place = (wrong or (seat[1] if len(seat) > 1 else inside[comma])).position
            raise NotationError(
                "the seat after the comma is 1 upper, 2 opposite or 3 lower"
                + ("" if len(tiles) == 3 else ", and 5, 6 or 7 for a kong added to a pung"),
                place,
            )
        digit = int(seat[0].text)
    if tiles[0] != tiles[1]:
        kind = MeldKind.chow
    elif len(tiles) == 3:
        kind = MeldKind.pung
    elif digit is None:
        kind = MeldKind.concealed_kong
    else:
        kind = MeldKind.exposed_kong if digit < ADDED else MeldKind.added_kong
    reading.melds.append(Meld(kind, tiles, (digit or 0) % ADDED or None))
    reading.meld_places.append(placed)


def _begins_a_set(tiles: Sequence[Tile]) -> bool:
    if not all(tile.is_suited or tile.is_honour for tile in tiles):
        return False
    if len(set(tiles)) == 1:
        return len(tiles) <= 4
    ranks = {tile.rank for tile in tiles if tile.is_suited}
    return (
        len(tiles) == len(ranks) <= 3
        and len({tile.suit for tile in tiles}) == 1
        and max(ranks) - min(ranks) <= 2
    )


def _read_circumstances(reading: _Reading, text: str, start: int) -> None:
    signs = _signs(text, start)
    wanted = "two winds and four signs 0 or 1, as in EE1000"
    for sign in signs[:2]:
        if sign.text not in _TILES or not _TILES[sign.text].is_wind:
            raise NotationError(
                f"{sign.text} is no wind: after the bar stand {wanted}", sign.position
            )
    for sign in signs[2:6]:
        if sign.text not in ("0", "1"):
            raise NotationError(
                f"{sign.text} is neither 0 nor 1: after the bar stand {wanted}", sign.position
            )
    if len(signs) != 6:
        place = signs[6].position if len(signs) > 6 else start + len(text)
        raise NotationError(f"after the bar stand {wanted}", place)
    drawn, last_of_kind, last_wall_tile, kong = (sign.text == "1" for sign in signs[2:])
    reading.circumstances = Circumstances(
        prevalent_wind=_TILES[signs[0].text],
        seat_wind=_TILES[signs[1].text],
        self_drawn=drawn,
        last_of_kind=last_of_kind,
        last_wall_tile=last_wall_tile,
        kong_replacement=kong and drawn,
        robbed_kong=kong and not drawn,
    )
    reading.circumstance_places = [sign.position for sign in signs]


def _read_flowers(reading: _Reading, text: str, start: int) -> None:
    signs = _signs(text, start)
    if not signs:
        raise NotationError("after the second bar stand the flowers, a to h, or how many", start)
    if all(sign.text in "0123456789" for sign in signs):
        reading.flower_count = int("".join(sign.text for sign in signs))
        reading.flower_count_place = signs[0].position
        return
    for sign in signs:
        if sign.text not in _TILES or not _TILES[sign.text].is_flower:
            raise NotationError(f"{sign.text} is no flower: use a to h, or how many", sign.position)
        reading.flowers.append(_Placed(_TILES[sign.text], sign.position))


# -- writing ----------------------------------------------------------------------------------


def format_tiles(tiles: Iterable[Tile]) -> str:
    """Tiles in the order given, neighbours of one suit behind one letter: `123mEE`."""
    return "".join(
        "".join(str(tile.rank) for tile in run) + suit
        if suit
        else "".join(_BACK_SIGN if tile.is_back else tile.code for tile in run)
        for suit, run in ((suit, list(run)) for suit, run in groupby(tiles, lambda t: t.suit))
    )


def _format_meld(meld: Meld) -> str:
    seat = meld.source or 0
    if meld.kind is MeldKind.added_kong:
        seat += ADDED
    written = meld.source or meld.kind in (MeldKind.exposed_kong, MeldKind.added_kong)
    return f"[{format_tiles(meld.tiles)}{f',{seat}' if written else ''}]"


def format_hand(hand: Hand, circumstances: Circumstances | None = None) -> str:
    """``hand`` in the notation; with ``circumstances`` or flowers also the parts after the bars.

    Raises ValueError for what the notation has no words for: kong circumstances that contradict
    `self_drawn`, and a flower count beside flowers.
    """
    standing = list(hand.concealed)
    winner = ""
    if hand.winning_tile in standing:
        standing.remove(hand.winning_tile)
        winner = format_tiles([hand.winning_tile])
    elif len(standing) + 3 * len(hand.melds) == FULL_HAND:
        winner = "+?"
    text = "".join(map(_format_meld, hand.melds)) + format_tiles(standing) + winner
    has_flowers = bool(hand.flowers) or hand.flower_count is not None
    if circumstances is None and not has_flowers:
        return text
    c = circumstances or Circumstances()
    if (c.kong_replacement and not c.self_drawn) or (c.robbed_kong and c.self_drawn):
        raise ValueError("a kong's replacement is self-drawn and a robbed kong is not")
    signs = (c.self_drawn, c.last_of_kind, c.last_wall_tile, c.kong_replacement or c.robbed_kong)
    text += f"|{c.prevalent_wind}{c.seat_wind}{''.join('01'[sign] for sign in signs)}"
    if hand.flowers and hand.flower_count is not None:
        raise ValueError("flowers are written either by letter or by count, not both")
    if has_flowers:
        text += f"|{format_tiles(hand.flowers) or hand.flower_count}"
    return text
