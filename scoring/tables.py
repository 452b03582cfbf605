"""Scores, waits and advice as tables for a person to read, in three languages."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import zip_longest
from unicodedata import east_asian_width

from scoring.advice import Advice, Discard
from scoring.engine import Score
from scoring.fans import Fan
from scoring.names import LANGUAGES, UnknownLanguage
from scoring.shanten import Goal
from scoring.tile_text import format_tiles
from scoring.tiles import Tile
from scoring.waiting import Wait

# English, simplified and traditional Chinese.
_WORDS: dict[str, tuple[str, str, str]] = {
    "fan": ("Fan", "番种", "番種"),
    "points": ("Points", "分", "分"),
    "count": ("Times", "次", "次"),
    "sum": ("Sum", "计", "計"),
    "sets": ("Made of", "组成", "組成"),
    "total": ("Total", "合计", "合計"),
    "reading": ("Read as", "拆法", "拆法"),
    "others": ("Also", "其他拆法", "其他拆法"),
    "lost": ("Not counted", "不计", "不計"),
    "because": ("Because", "原因", "原因"),
    "stands": (
        "{points} points without flowers: a win.",
        "不计花牌{points}分：可以和牌。",
        "不計花牌{points}分：可以和牌。",
    ),
    "falls_short": (
        "{points} points without flowers: no win, which takes {minimum}.",
        "不计花牌{points}分：不足{minimum}分，不能和牌。",
        "不計花牌{points}分：不足{minimum}分，不能和牌。",
    ),
    "drawn": (
        "Self-drawn: each of the three others pays {other}, the winner receives {winner}.",
        "自摸：三家各付{other}，和牌者得{winner}。",
        "自摸：三家各付{other}，和牌者得{winner}。",
    ),
    "discarded": (
        "By discard: the discarder pays {discarder}, the two others {other} each, the winner "
        "receives {winner}.",
        "点和：点炮者付{discarder}，另两家各付{other}，和牌者得{winner}。",
        "點和：點炮者付{discarder}，另兩家各付{other}，和牌者得{winner}。",
    ),
    "tile": ("Tile", "牌", "牌"),
    "left": ("Left", "余", "餘"),
    "by_discard": ("By discard", "点和", "點和"),
    "self_drawn": ("Self-drawn", "自摸", "自摸"),
    "last_discard": ("Last discard", "海底捞月", "海底撈月"),
    "last_draw": ("Last draw", "妙手回春", "妙手回春"),
    "low": (
        "Points in brackets do not reach the {minimum} that a win takes.",
        "括号内的分数不足{minimum}分，不能和牌。",
        "括號內的分數不足{minimum}分，不能和牌。",
    ),
    "discard": ("Discard", "打", "打"),
    "helps": ("Then helps", "进张", "進張"),
    "waits": ("Then waits for", "听", "聽"),
    "expected": ("Expected", "期望", "期望"),
    "won": ("The hand is complete.", "已成和牌牌型。", "已成和牌牌型。"),
    "ready": ("The hand is ready.", "已听牌。", "已聽牌。"),
    "away": (
        "{shanten} from ready: {goals}.",
        "距听牌{shanten}步：{goals}。",
        "距聽牌{shanten}步：{goals}。",
    ),
    Goal.standard.name: ("four sets and a pair", "四副一将", "四副一將"),
    Goal.seven_pairs.name: ("seven pairs", "七对", "七對"),
    Goal.thirteen_orphans.name: ("thirteen orphans", "十三幺", "十三么"),
    Goal.lesser_knitted.name: ("honours and knitted tiles", "全不靠", "全不靠"),
    Goal.greater_knitted.name: ("seven honours and knitted tiles", "七星不靠", "七星不靠"),
    Goal.knitted_straight.name: ("knitted straight", "组合龙", "組合龍"),
}
_ORDER = ("en", "zh-Hans", "zh-Hant")


def _say(key: str, language: str, **values: object) -> str:
    if language not in LANGUAGES:
        raise UnknownLanguage(language)
    return _WORDS[key][_ORDER.index(language)].format(**values)


def width(text: str) -> int:
    """Columns that a text takes in a terminal, where Chinese signs take two."""
    return sum(2 if east_asian_width(sign) in "WF" else 1 for sign in text)


def grid(rows: Iterable[Sequence[str]], right: Iterable[int] = ()) -> list[str]:
    """Rows as lines with aligned columns; those numbered in ``right`` end flush."""
    rows = [list(row) for row in rows]
    widths = [max(map(width, column)) for column in zip_longest(*rows, fillvalue="")]
    flush = set(right)
    lines = []
    for row in rows:
        cells = []
        for place, cell in enumerate(row):
            space = " " * (widths[place] - width(cell))
            cells.append(space + cell if place in flush else cell + space)
        lines.append("  ".join(cells).rstrip())
    return lines


def _fan(fan: Fan, language: str) -> str:
    return f"{fan.chinese} {fan.english}" if language == "en" else fan.name(language)


def _tiles(sets: Iterable[tuple[Tile, ...]]) -> str:
    return " ".join(format_tiles(tiles) for tiles in sets)


def score_table(score: Score, language: str = "en") -> str:
    """What counts, what does not and why, the verdict and the payments, as lines of text."""

    def say(key: str, **values: object) -> str:
        return _say(key, language, **values)

    whole = tuple(part.tiles for part in score.reading.parts)
    head = [say("fan"), say("points"), say("count"), say("sum"), say("sets")]
    rows = [
        [
            _fan(row.fan, language),
            str(row.points),
            str(row.count),
            str(row.total),
            "" if row.sets == whole else _tiles(row.sets),
        ]
        for row in score.fans
    ]
    total = [say("total"), "", "", str(score.total), ""]
    lines = grid([head, *rows, total], right=(1, 2, 3))
    rule = "-" * max(map(width, lines))
    lines = [lines[0], rule, *lines[1:-1], rule, lines[-1], ""]
    lines.append(f"{say('reading')}: {score.reading}")
    for other in score.alternatives:
        lines.append(f"{say('others')}: {other.reading} ({other.points_without_flowers})")
    verdict = "stands" if score.reaches_minimum else "falls_short"
    lines.append(say(verdict, points=score.points_without_flowers, minimum=score.rules.minimum))
    if score.payments:
        amounts = {payment.player: abs(payment.amount) for payment in score.payments}
        lines.append(say("drawn" if "discarder" not in amounts else "discarded", **amounts))
    if score.dropped:
        lost = Counter((_fan(row.fan, language), row.reason_in(language)) for row in score.dropped)
        rows = [
            [f"{fan} ×{times}" if times > 1 else fan, reason]
            for (fan, reason), times in lost.items()
        ]
        lines += ["", *grid([[say("lost"), say("because")], *rows])]
    return "\n".join(lines)


def waits_table(advice: Advice, waits: Sequence[Wait], minimum: int, language: str = "en") -> str:
    """How far a hand of 13 tiles is, and each tile that it waits for with its scores."""
    lines = [_distance(advice, language)]
    if waits:
        keys = ("tile", "left", "by_discard", "self_drawn", "last_discard", "last_draw")
        rows = [
            [_tile(wait.tile, language), str(wait.unseen), *map(_points, _values(wait))]
            for wait in waits
        ]
        lines += ["", *grid([[_say(key, language) for key in keys], *rows], right=range(1, 6))]
        if not all(value.reaches_minimum for wait in waits for value in _values(wait)):
            lines += ["", _say("low", language, minimum=minimum)]
    return "\n".join(lines)


def _values(wait: Wait) -> tuple[Score, ...]:
    return (wait.by_discard, wait.self_drawn, wait.last_discard, wait.last_draw)


def _points(score: Score) -> str:
    # A reached total carries a space where others have their closing bracket.
    return f"{score.total} " if score.reaches_minimum else f"({score.total})"


def _tile(tile: Tile, language: str) -> str:
    return f"{tile.code} {tile.name(language)}"


def _distance(advice: Advice, language: str) -> str:
    if advice.shanten < 0:
        return _say("won", language)
    if advice.shanten == 0:
        return _say("ready", language)
    goals = [goal.name for goal, steps in advice.by_goal.items() if steps == advice.shanten]
    names = ", " if language == "en" else "、"
    return _say(
        "away",
        language,
        shanten=advice.shanten,
        goals=names.join(_say(goal, language) for goal in goals),
    )


def advice_table(advice: Advice, language: str = "en") -> str:
    """How far a hand of 14 tiles is, and the discards that keep it so, the best first."""
    ready = any(discard.shanten == 0 for discard in advice.discards)
    keys = ("discard", "left", "waits", "expected") if ready else ("discard", "left", "helps")
    rows = [
        [
            _tile(discard.tile, language),
            str(discard.unseen),
            _draws(discard),
            *([f"{discard.expected:.2f}"] if ready else []),
        ]
        for discard in advice.discards
    ]
    table = grid([[_say(key, language) for key in keys], *rows], right=(1, 3))
    return "\n".join([_distance(advice, language), "", *table])


def _draws(discard: Discard) -> str:
    return " ".join(f"{draw.tile}×{draw.unseen}" for draw in discard.draws)
