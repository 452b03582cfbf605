"""The selection of fans is the best legal one: checked against trying everything.

The rules of selection are written out here once more, plainly and slowly, as the principles word
them, and the best legal selection is found by trying all.
"""

from itertools import combinations, permutations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scoring import FANS, Fan, Rules, Sight, parse_hand, score
from scoring.fans import Scope
from scoring.readings import Win, readings
from scoring.search import Finding, book, independent
from tests.scoring.strategies import wins

BY_NAME = {fan.chinese: fan for fan in FANS}


def _company(fan: Fan) -> list:
    """What a fan brings along, and what that brings along."""
    found = []
    for removal in fan.brought:
        found += [removal, *_company(BY_NAME[removal.fan])]
    return found


def _keeps_out(one: Finding, other: Finding, findings: list[Finding]) -> bool:
    """Whether counting one fan forbids the other, by repetition or by the default list."""
    sight = one.entry.fan.sight
    for removal in (*one.entry.fan.excluded(), *_company(one.entry.fan)):
        if removal.fan != other.entry.fan.chinese:
            continue
        if removal.scope is Scope.every:
            return True
        if removal.scope is Scope.one:
            return other is next(found for found in findings if found.entry is other.entry)
        if sight in (Sight.chows, Sight.pungs) and other.entry.fan.sight is sight:
            return set(other.places) <= set(one.places)
        if one.parts is None or set(other.parts) <= set(one.parts):
            return True
    return False


def _can_be_combined(fans: list[Finding]) -> bool:
    """Whether some order of the fans respects principles 2, 3 and 5.

    Each fan either takes sets that no fan has used, or joins sets not yet used to exactly one that
    is; and a set that made a fan does not make the same fan again.
    """
    for order in permutations(fans):
        used: set[int] = set()
        legal = True
        for place, fan in enumerate(order):
            again = [other for other in order[:place] if other.entry is fan.entry]
            legal &= len(used & set(fan.places)) <= 1
            legal &= all(set(other.places).isdisjoint(fan.places) for other in again)
            used |= set(fan.places)
        if legal:
            return True
    return not fans


def _best_points(findings: list[Finding], forbidden: set[frozenset[int]]) -> int:
    """The points of the best legal selection. Whole branches are skipped only where even all that
    is left in them could not do better."""
    best = 0

    def grow(chosen: tuple[int, ...], points: int, start: int) -> None:
        nonlocal best
        best = max(best, points)
        left = sum(finding.entry.points for finding in findings[start:])
        for place in range(start, len(findings)):
            if points + left <= best:
                return
            finding = findings[place]
            left -= finding.entry.points
            if any(frozenset((place, other)) in forbidden for other in chosen):
                continue
            grown = (*chosen, place)
            if not finding.places or _hang_together([findings[other] for other in grown]):
                grow(grown, points + finding.entry.points, place + 1)

    grow((), 0, 0)
    return best


def _hang_together(fans: list[Finding]) -> bool:
    return all(
        _can_be_combined([fan for fan in fans if fan.entry.fan.sight is sight])
        for sight in (Sight.chows, Sight.pungs)
    )


@settings(max_examples=80)
@given(wins("four sets and a pair"))
def test_no_legal_selection_is_worth_more(win):
    fans = book(Rules())
    for reading in readings(
        Win(*win, derive_last_of_kind=True), exhausted_waits=True, knitted_straight_waits=True
    ):
        selection = fans.best(reading)
        found = sorted(selection.counted + selection.lost, key=lambda one: -one.entry.points)
        forbidden = {
            frozenset((place, other))
            for place, one in enumerate(found)
            for other, two in enumerate(found)
            if place != other and _keeps_out(one, two, found)
        }
        assert selection.points == sum(finding.entry.points for finding in selection.counted)
        assert selection.points == _best_points(found, forbidden), str(reading)


@given(st.lists(st.integers(0, 20), min_size=1, max_size=9), st.randoms(use_true_random=False))
def test_the_heaviest_places_without_rivals_are_found(weights, random):
    count = len(weights)
    rivals = [0] * count
    for one, other in combinations(range(count), 2):
        if random.random() < 0.4:
            rivals[one] |= 1 << other
            rivals[other] |= 1 << one
    points, chosen = independent(rivals, weights, list(range(count)), (1 << count) - 1)
    assert points == sum(weights[place] for place in range(count) if chosen >> place & 1)
    assert not any(chosen >> place & 1 and rivals[place] & chosen for place in range(count))
    assert points == max(
        sum(weights[place] for place in picked)
        for size in range(count + 1)
        for picked in combinations(range(count), size)
        if not any(rivals[one] >> other & 1 for one, other in combinations(picked, 2))
    )


@pytest.mark.parametrize(
    ("principle", "hand", "fans"),
    [
        (
            "what a counted fan brings along is not counted, other copies of it are",
            "[CCC,1][999m,1]FFF123m55s",
            "双箭刻 幺九刻 缺一门 单钓将",
        ),
        (
            "the sets of one fan are not taken apart: three chows of 清龙 make no 连六",
            "[123m,1]456789m555pEE",
            "清龙 缺一门 单钓将",
        ),
        (
            "the same chow does not make 喜相逢 twice, so the other one is 一般高",
            "[234m,1][234m,1]234p777sEE",
            "一般高 喜相逢 单钓将",
        ),
        (
            "of several readings the highest counts: chows and not pungs",
            "[234p,1]22233344m55s4m",
            "一色三同顺 平和 断幺 喜相逢",
        ),
        (
            "four chows give three links at most, though there are four pairs that match",
            "234567s23456p33m7p",
            "门前清 平和 断幺 喜相逢 连六 连六",
        ),
        (
            "beside a fan of three chows the fourth may be combined once",
            "[123s,1][456m,1][789p,1]78sEE9s",
            "花龙 喜相逢",
        ),
        (
            "not every big fan is a fan of the best reading: 48 and 24 beat 24, 24 and 24",
            "22223333444455m",
            "一色四同顺 清一色 门前清 平和 断幺",
        ),
    ],
)
def test_the_five_principles(principle, hand, fans):
    result = score(*parse_hand(hand))
    counted = [row.fan.chinese for row in result.fans for _ in range(row.count)]
    assert sorted(counted) == sorted(fans.split())
