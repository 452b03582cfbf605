"""The score of a finished hand, with the reasons for every point that counts and that does not."""

from dataclasses import dataclass
from enum import Enum
from typing import NamedTuple

from scoring.fans import Fan, Sight, fan_named
from scoring.hand import Circumstances, Hand
from scoring.names import LANGUAGES, UnknownLanguage
from scoring.payments import Payment, payments
from scoring.readings import Reading, WaitForm, Win, readings
from scoring.rules import Rules
from scoring.search import COMBINING, Entry, Finding, Selection, book, removes
from scoring.status import HandStatus, InvalidHand, Problem, form_problems
from scoring.tile_text import format_tiles
from scoring.tiles import Tile

WAIT_FANS = {
    wait: fan_named(name)
    for wait, name in (
        (WaitForm.edge, "边张"),
        (WaitForm.closed, "坎张"),
        (WaitForm.pair, "单钓将"),
    )
}
FLOWERS = "花牌"
DEFAULT_CIRCUMSTANCES = Circumstances()
DEFAULT_RULES = Rules()
book(DEFAULT_RULES)  # arranged here, so that not even the first hand waits for it


class Cause(Enum):
    """Why a fan that was found is not counted, in English, simplified and traditional Chinese."""

    brought = (
        "no repetition: {by} always brings it along",
        "不重复：{by}必然带有此番",
        "不重複：{by}必然帶有此番",
    )
    excluded = (
        "not counted beside {by}",
        "{by}不计此番",
        "{by}不計此番",
    )
    taken_apart = (
        "no taking apart: its sets already make {by}",
        "不拆移：这几副已组成{by}",
        "不拆移：這幾副已組成{by}",
    )
    same_fan = (
        "no same fan twice: one of its sets already makes {by}",
        "不得相同：其中一副已组成{by}",
        "不得相同：其中一副已組成{by}",
    )
    combined_once = (
        "combine once: its sets are already joined, one of them by {by}",
        "套算一次：这几副已组合过，其中一副组成了{by}",
        "套算一次：這幾副已組合過，其中一副組成了{by}",
    )
    other_waits = (
        "the hand waited for other tiles too",
        "听牌不止一种",
        "聽牌不止一種",
    )


class CountedFan(NamedTuple):
    """A row of the score: `count` times `points` make `total`.

    `sets` are the tiles that make the fan: sets, the winning tile, or for a fan of the whole hand
    everything in it. Flowers known only by number are not among them.
    """

    fan: Fan
    count: int
    points: int
    sets: tuple[tuple[Tile, ...], ...]

    @property
    def total(self) -> int:
        return self.count * self.points


class DroppedFan(NamedTuple):
    """A fan that was found and is not counted. `by` is the counted fan that removed it, if any."""

    fan: Fan
    by: Fan | None
    cause: Cause
    sets: tuple[tuple[Tile, ...], ...]

    @property
    def reason(self) -> str:
        return self.reason_in("en")

    def reason_in(self, language: str = "en") -> str:
        """The cause as a sentence in "en", "zh-Hans" or "zh-Hant"."""
        if language not in LANGUAGES:
            raise UnknownLanguage(language)
        template = self.cause.value[("en", "zh-Hans", "zh-Hant").index(language)]
        return template.format(by=self.by.name(language) if self.by else "")


class Alternative(NamedTuple):
    """A reading of the hand that was not chosen, and its points without flowers."""

    reading: Reading
    points_without_flowers: int


@dataclass(frozen=True, slots=True)
class Score:
    """What a hand is worth and why.

    `total` is the sum of the rows in `fans`; `points_without_flowers` must reach the rules' minimum
    for the win to stand, which `reaches_minimum` says. `payments` is empty where it does not.
    """

    hand: Hand
    circumstances: Circumstances
    rules: Rules
    total: int
    points_without_flowers: int
    fans: tuple[CountedFan, ...]
    dropped: tuple[DroppedFan, ...]
    reading: Reading
    alternatives: tuple[Alternative, ...]

    @property
    def flower_points(self) -> int:
        return self.total - self.points_without_flowers

    @property
    def reaches_minimum(self) -> bool:
        return self.points_without_flowers >= self.rules.minimum

    @property
    def payments(self) -> tuple[Payment, ...]:
        if not self.reaches_minimum:
            return ()
        return payments(self.total, self.circumstances.self_drawn, self.rules.payment)

    def to_dict(self) -> dict:
        """The score as plain values for JSON."""
        return {
            "total": self.total,
            "points_without_flowers": self.points_without_flowers,
            "flower_points": self.flower_points,
            "reaches_minimum": self.reaches_minimum,
            "fans": [
                {
                    "number": row.fan.number,
                    "name": row.fan.chinese,
                    "english": row.fan.english,
                    "points": row.points,
                    "count": row.count,
                    "tiles": [format_tiles(tiles) for tiles in row.sets],
                }
                for row in self.fans
            ],
            "dropped": [
                {
                    "name": row.fan.chinese,
                    "by": row.by.chinese if row.by else None,
                    "reason": row.reason,
                }
                for row in self.dropped
            ],
            "reading": str(self.reading),
            "alternatives": [
                {
                    "reading": str(other.reading),
                    "points_without_flowers": other.points_without_flowers,
                }
                for other in self.alternatives
            ],
            "payments": [payment._asdict() for payment in self.payments],
            "status": [],
        }


def score(
    hand: Hand,
    circumstances: Circumstances = DEFAULT_CIRCUMSTANCES,
    rules: Rules = DEFAULT_RULES,
) -> Score:
    """The highest legal score of a finished hand.

    Raises InvalidHand, with every problem, for a hand that is none or that does not win.
    """
    problems = form_problems(hand, circumstances, rules)
    if problems:
        raise InvalidHand(problems)
    win = Win(hand, circumstances, rules.derived_last_tile)
    found = readings(win, rules.exhausted_waits, rules.knitted_straight_waits)
    if not found:
        raise InvalidHand((Problem(HandStatus.NOT_A_WIN),))
    fans = book(rules)
    ranked = []
    for reading in found:
        selection = fans.best(reading)
        at_end = fans.at_end(win, selection.points)
        points = selection.points
        for entry, count in at_end:
            if entry.fan.chinese != FLOWERS:
                points += count * entry.points
        ranked.append((points, reading, selection, at_end))
    if len(ranked) > 1:
        ranked.sort(key=lambda candidate: candidate[0], reverse=True)
    points, reading, selection, at_end = ranked[0]
    rows = _rows(reading, selection, at_end)
    return Score(
        hand=hand,
        circumstances=circumstances,
        rules=rules,
        total=sum([row.count * row.points for row in rows]),
        points_without_flowers=points,
        fans=rows,
        dropped=_dropped(reading, selection),
        reading=reading,
        alternatives=tuple(
            [
                Alternative(other, other_points)
                for other_points, other, _, _ in ranked[1:]
                if other.parts != reading.parts
            ]
        ),
    )


def _rows(
    reading: Reading, selection: Selection, at_end: list[tuple[Entry, int]]
) -> tuple[CountedFan, ...]:
    grouped: dict[Entry, list[Finding]] = {}
    for finding in selection.counted:
        grouped.setdefault(finding.entry, []).append(finding)
    whole = _whole(reading)
    rows = []
    for entry, findings in grouped.items():
        sets = _sets(findings[0], reading, whole)
        for finding in findings[1:]:
            sets += _sets(finding, reading, whole)
        rows.append((entry.rank, CountedFan(entry.fan, len(findings), entry.points, sets)))
    for entry, count in at_end:
        sets = _flowers(reading.win.hand) if entry.fan.chinese == FLOWERS else whole
        rows.append((entry.rank, CountedFan(entry.fan, count, entry.points, sets)))
    rows.sort()
    return tuple([row for _, row in rows])


def _dropped(reading: Reading, selection: Selection) -> tuple[DroppedFan, ...]:
    whole = _whole(reading)
    rows = []
    for finding in selection.lost:
        by, cause = _cause(finding, selection.counted)
        sets = _sets(finding, reading, whole)
        rows.append(DroppedFan(finding.entry.fan, by, cause, sets))
    if reading.wait is not None and not reading.only_wait:
        fan = WAIT_FANS[reading.wait]
        rows.append(DroppedFan(fan, None, Cause.other_waits, ((reading.win.tile,),)))
    return tuple(rows)


def _sets(
    finding: Finding, reading: Reading, whole: tuple[tuple[Tile, ...], ...]
) -> tuple[tuple[Tile, ...], ...]:
    """The tiles that make a fan: its sets, the winning tile, or the whole hand."""
    if finding.parts is not None:
        return tuple([part.tiles for part in finding.parts])
    if finding.entry.fan.sight is Sight.ending:
        return ((reading.win.tile,),)
    return whole


def _whole(reading: Reading) -> tuple[tuple[Tile, ...], ...]:
    return tuple([part.tiles for part in reading.parts])


def _flowers(hand: Hand) -> tuple[tuple[Tile, ...], ...]:
    return tuple((flower,) for flower in hand.flowers)


def _cause(lost: Finding, counted: list[Finding]) -> tuple[Fan | None, Cause]:
    """The counted fan that keeps a lost one out, and on what ground."""
    entry = lost.entry
    for finding in counted:
        if finding.entry.victims & entry.bit and removes(finding, lost):
            fan = finding.entry.fan
            return fan, Cause.brought if finding.entry.company & entry.bit else Cause.excluded
    sight = entry.fan.sight
    if sight in COMBINING:
        sharing = [
            finding
            for finding in counted
            if finding.entry.fan.sight is sight and not set(lost.places).isdisjoint(finding.places)
        ]
        for finding in sharing:
            if set(lost.places) <= set(finding.places):
                brought = entry.fan.chinese in finding.entry.fan.brings
                return finding.entry.fan, Cause.brought if brought else Cause.taken_apart
        for finding in sharing:
            if finding.entry is entry:
                return entry.fan, Cause.same_fan
        if sharing:
            return sharing[0].entry.fan, Cause.combined_once
    for finding in counted:
        if finding.entry.bit & entry.victims and removes(lost, finding):
            return finding.entry.fan, Cause.excluded
    raise AssertionError(f"{entry.fan.chinese} was left out without a reason")
