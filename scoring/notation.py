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

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from scoring.checks import wrong_type
from scoring.hand import Circumstances, Hand
from scoring.melds import Meld, MeldKind
from scoring.rules import Rules
from scoring.slips import Slip
from scoring.status import FULL_HAND, HandStatus, InvalidHand, Problem, form_problems
from scoring.tile_text import (
    TILE_OF_SIGN,
    NotationError,
    Placed,
    Sign,
    format_tiles,
    placed_tiles,
    plain,
    signs_of,
)
from scoring.tiles import Tile

# An added kong's seat is written 4 higher than that of the pung it was.
ADDED = 4


class ParsedHand(NamedTuple):
    hand: Hand
    circumstances: Circumstances


@dataclass
class _Reading:
    """A hand's text on its way to values, with the place of everything that can be wrong."""

    standing: list[Placed] = field(default_factory=list)
    melds: list[Meld] = field(default_factory=list)
    meld_places: list[list[Placed]] = field(default_factory=list)
    winner: Placed | None = None
    end: int = 0
    circumstances: Circumstances = field(default_factory=Circumstances)
    circumstance_places: list[int] = field(default_factory=list)
    flowers: list[Placed] = field(default_factory=list)
    flower_count: int | None = None
    flower_count_place: int = 0


def parse_hand(text: str, rules: Rules | None = None) -> ParsedHand:
    """The hand and circumstances that ``text`` names; winds are east where it names none.

    Refused with a NotationError that gives the position: what is no notation, and what no player
    can hold by ``rules`` (too many tiles, five of a kind, contradictory circumstances); the latter
    has an InvalidHand with all problems as its cause. Without rules, what only some rules allow is
    refused too. Whether the hand wins is for `score` to say.
    """
    fields, start = [], 0
    for part in plain(text).split("|"):
        fields.append((part, start))
        start += len(part) + 1
    if len(fields) > 3:
        raise NotationError(Slip.third_bar, fields[3][1] - 1)
    reading = _Reading()
    _read_tiles(reading, *fields[0])
    if len(fields) > 1:
        _read_circumstances(reading, *fields[1])
    if len(fields) > 2:
        _read_flowers(reading, *fields[2])
    return _checked(reading, rules)


def parse_circumstances(text: str) -> Circumstances:
    """The circumstances alone, such as "ES1000". Raises NotationError."""
    reading = _Reading()
    _read_circumstances(reading, plain(text), 0)
    return reading.circumstances


# A robbed kong on the last tile is a win by some rules and impossible by others.
_STRICT = Rules(robbed_kong_on_last_tile=False)
# What text may say of a hand that is no finished one, or whose winning tile nobody knows.
_UNFINISHED = HandStatus.INCOMPLETE | HandStatus.NO_WINNING_TILE


def _checked(reading: _Reading, rules: Rules | None) -> ParsedHand:
    hand = Hand(
        concealed=tuple(tile for tile, _ in reading.standing),
        melds=tuple(reading.melds),
        winning_tile=reading.winner and reading.winner.tile,
        flowers=tuple(tile for tile, _ in reading.flowers),
        flower_count=reading.flower_count,
    )
    problems = tuple(
        problem
        for problem in form_problems(hand, reading.circumstances, rules or _STRICT)
        if problem.flag not in _UNFINISHED
    )
    if problems:
        first = problems[0]
        undecided = rules is None and first.flag is HandStatus.ROBBED_KONG_ON_LAST_TILE
        wrong = Slip.robbed_by_some_rules if undecided else first
        raise NotationError(wrong, _place_of(first, reading)) from InvalidHand(problems)
    return ParsedHand(hand, reading.circumstances)


def _place_of(problem: Problem, reading: _Reading) -> int:
    """Where the text says what a problem is about."""
    flag = problem.flag
    if flag is HandStatus.NOT_PLAYING_TILES:
        return next(place for tile, place in reading.standing if tile in problem.tiles)
    if flag is HandStatus.WRONG_COUNT:
        room = FULL_HAND - 3 * len(reading.melds)
        if room < 0:
            return reading.meld_places[4][0].position
        return reading.standing[room].position if len(reading.standing) > room else reading.end
    if flag is HandStatus.TOO_MANY_COPIES:
        everything = [
            *reading.standing,
            *(placed for meld in reading.meld_places for placed in meld),
        ]
        copies = sorted(place for tile, place in everything if tile is problem.tiles[0])
        return copies[4]
    if flag is HandStatus.REPEATED_FLOWERS:
        return [place for tile, place in reading.flowers if tile is problem.tiles[0]][1]
    if flag in HandStatus.TOO_MANY_FLOWERS | HandStatus.FLOWERS_NOT_USED:
        return reading.flowers[0].position if reading.flowers else reading.flower_count_place
    sign = 3 if flag is HandStatus.LAST_OF_KIND_HELD else 5
    return reading.circumstance_places[sign]


def _read_tiles(reading: _Reading, text: str, start: int) -> None:
    signs = signs_of(text, start)
    if not signs:
        raise NotationError(Slip.no_tiles, start)
    reading.end = signs[-1].position + len(signs[-1].text)
    last_plus: Sign | None = None
    at = 0
    while at < len(signs):
        sign = signs[at]
        if sign.text == "]":
            raise NotationError(Slip.closes_none, sign.position)
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
                raise NotationError(Slip.second_plus, sign.position)
            last_plus = sign
            _read_winner(reading, sign, run)
        else:
            reading.standing += placed_tiles(run)
    if not last_plus and len(reading.standing) + 3 * len(reading.melds) == FULL_HAND:
        reading.winner = reading.standing[-1] if reading.standing else None


def _read_winner(reading: _Reading, plus: Sign, run: Sequence[Sign]) -> None:
    if [sign.text for sign in run] == ["?"]:
        return
    placed = placed_tiles(run)
    if len(placed) != 1:
        raise NotationError(Slip.after_plus, placed[1].position if placed else plus.position)
    reading.winner = placed[0]
    reading.standing += placed


def _closing(signs: Sequence[Sign], start: int) -> int:
    for at in range(start, len(signs)):
        if signs[at].text == "]":
            return at
    raise NotationError(Slip.never_closed, signs[start].position)


def _read_meld(reading: _Reading, opening: Sign, inside: Sequence[Sign], closing: Sign) -> None:
    comma = next((at for at, sign in enumerate(inside) if sign.text == ","), len(inside))
    placed = placed_tiles(inside[:comma])
    if not placed:
        raise NotationError(Slip.empty_meld, opening.position)
    for size in range(1, len(placed) + 1):
        if not _begins_a_set([tile for tile, _ in placed[:size]]):
            written = format_tiles([tile for tile, _ in placed])
            raise NotationError(Slip.no_meld, placed[size - 1].position, tiles=written)
    if len(placed) < 3:
        raise NotationError(Slip.short_meld, closing.position)
    tiles = tuple(tile for tile, _ in placed)
    digit = None
    if comma < len(inside):
        seat = inside[comma + 1 :]
        allowed = "0123" if len(tiles) == 3 else "01234567"
        wrong = next((sign for sign in seat if sign.text not in allowed), None)
        if wrong or len(seat) != 1:
            place = (wrong or (seat[1] if len(seat) > 1 else inside[comma])).position
            raise NotationError(Slip.seat if len(tiles) == 3 else Slip.seat_of_kong, place)
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
    signs = signs_of(text, start)
    for sign in signs[:2]:
        if sign.text not in TILE_OF_SIGN or not TILE_OF_SIGN[sign.text].is_wind:
            raise NotationError(Slip.no_wind, sign.position, sign=sign.shown)
    for sign in signs[2:6]:
        if sign.text not in ("0", "1"):
            raise NotationError(Slip.no_answer, sign.position, sign=sign.shown)
    if len(signs) != 6:
        place = signs[6].position if len(signs) > 6 else start + len(text)
        raise NotationError(Slip.circumstances, place)
    drawn, last_of_kind, last_wall_tile, kong = (sign.text == "1" for sign in signs[2:])
    reading.circumstances = Circumstances(
        prevalent_wind=TILE_OF_SIGN[signs[0].text],
        seat_wind=TILE_OF_SIGN[signs[1].text],
        self_drawn=drawn,
        last_of_kind=last_of_kind,
        last_wall_tile=last_wall_tile,
        kong_replacement=kong and drawn,
        robbed_kong=kong and not drawn,
    )
    reading.circumstance_places = [sign.position for sign in signs]


def _read_flowers(reading: _Reading, text: str, start: int) -> None:
    signs = signs_of(text, start)
    if not signs:
        raise NotationError(Slip.no_flowers, start)
    if all(sign.text in "0123456789" for sign in signs):
        # More digits than these are too many flowers all the same.
        reading.flower_count = int("".join(sign.text for sign in signs[:3]))
        reading.flower_count_place = signs[0].position
        return
    for sign in signs:
        if sign.text not in TILE_OF_SIGN or not TILE_OF_SIGN[sign.text].is_flower:
            raise NotationError(Slip.no_flower, sign.position, sign=sign.shown)
        reading.flowers.append(Placed(TILE_OF_SIGN[sign.text], sign.position))


def _format_meld(meld: Meld) -> str:
    seat = meld.source or 0
    if meld.kind is MeldKind.added_kong:
        seat += ADDED
    written = meld.source or meld.kind in (MeldKind.exposed_kong, MeldKind.added_kong)
    return f"[{format_tiles(meld.tiles)}{f',{seat}' if written else ''}]"


def format_hand(hand: Hand, circumstances: Circumstances | None = None) -> str:
    """``hand`` in the notation; with ``circumstances`` or flowers also the parts after the bars.

    Raises ValueError for what the notation has no words for: kong circumstances that contradict
    `self_drawn`, a flower count beside flowers or below 0.
    """
    if not isinstance(hand, Hand):
        raise wrong_type(hand, Hand)
    if circumstances is not None and not isinstance(circumstances, Circumstances):
        raise wrong_type(circumstances, Circumstances)
    if hand.number_of_flowers < 0:
        raise ValueError(f"a hand cannot have {hand.flower_count} flowers: there are 0 to 8")
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
