"""Our totals against those of PyMahjongGB, and the hands that it should not have accepted."""

from dataclasses import replace

import pytest
from hypothesis import HealthCheck, given, settings

from scoring import (
    Circumstances,
    Hand,
    HandStatus,
    InvalidHand,
    Meld,
    MeldKind,
    Tile,
    format_hand,
    parse_hand,
    parse_tiles,
    score,
)
from tests.scoring import oracle
from tests.scoring.strategies import wins

THIN = [HealthCheck.too_slow, HealthCheck.filter_too_much]


def assert_equal_totals(hand: Hand, circumstances: Circumstances) -> None:
    ours = score(hand, circumstances)
    told = circumstances
    if any(row.fan.chinese == "和绝张" for row in ours.fans):
        # We see for ourselves that the three others lie in the player's own sets; it must be told.
        told = replace(circumstances, last_of_kind=True)
    theirs = oracle.fans(hand, told)
    assert ours.total == sum(theirs.values()), (
        f"{format_hand(hand, circumstances)}: ours "
        f"{[(row.fan.chinese, row.total) for row in ours.fans]}, theirs {theirs}"
    )


@pytest.mark.parametrize(
    ("shape", "hands"),
    [
        ("four sets and a pair", 280),
        ("knitted straight", 80),
        ("seven pairs", 80),
        ("nine gates", 20),
        ("honours and knitted tiles", 20),
        ("thirteen orphans", 20),
    ],
)
def test_totals_agree_on_every_shape(shape, hands):
    @settings(max_examples=hands, suppress_health_check=THIN)
    @given(wins(shape))
    def check(win):
        assert_equal_totals(*win)

    check()


@pytest.mark.slow
@settings(max_examples=20_000, suppress_health_check=THIN)
@given(wins())
def test_totals_agree_on_many_hands(win):
    assert_equal_totals(*win)


WRONGLY_ACCEPTED = {
    "five copies of a tile": (
        Hand(parse_tiles("22222333444555m"), (), Tile("2m")),
        Circumstances(),
        HandStatus.TOO_MANY_COPIES,
    ),
    "a fifth copy in a meld": (
        Hand(
            parse_tiles("234m345p678s99s"),
            (Meld(MeldKind.concealed_kong, parse_tiles("2222m")),),
            Tile("9s"),
        ),
        Circumstances(),
        HandStatus.TOO_MANY_COPIES,
    ),
    "255 flowers": (
        replace(parse_hand("123456789m55p789s").hand, flower_count=255),
        Circumstances(),
        HandStatus.TOO_MANY_FLOWERS,
    ),
    "a seat wind that is none": (
        parse_hand("123456789m55p789s").hand,
        Circumstances(seat_wind=Tile("C")),
        HandStatus.UNKNOWN_WIND,
    ),
    "a prevalent wind that is none": (
        parse_hand("123456789m55p789s").hand,
        Circumstances(prevalent_wind=Tile("1m")),
        HandStatus.UNKNOWN_WIND,
    ),
    "a chow of winds": (
        Hand(
            parse_tiles("123456789m55p"), (Meld(MeldKind.chow, parse_tiles("ESW"), 1),), Tile("5p")
        ),
        Circumstances(),
        HandStatus.IMPOSSIBLE_CHOW,
    ),
    "a chow of dragons": (
        Hand(
            parse_tiles("123456789m55p"), (Meld(MeldKind.chow, parse_tiles("CFP"), 1),), Tile("5p")
        ),
        Circumstances(),
        HandStatus.IMPOSSIBLE_CHOW,
    ),
    "a kong's replacement without a kong": (
        parse_hand("123456789m55p789s").hand,
        Circumstances(self_drawn=True, kong_replacement=True),
        HandStatus.KONG_REPLACEMENT_WITHOUT_KONG,
    ),
    "a robbed kong of a tile that the hand holds": (
        parse_hand("123456m55p78999s9s").hand,
        Circumstances(robbed_kong=True),
        HandStatus.ROBBED_KONG_HELD,
    ),
    "the last of its kind with another one concealed": (
        parse_hand("[234s,1][234s,1][234s,1][234s,1]6s6s").hand,
        Circumstances(last_of_kind=True),
        HandStatus.LAST_OF_KIND_HELD,
    ),
}


@pytest.mark.parametrize(
    ("hand", "circumstances", "flags"), WRONGLY_ACCEPTED.values(), ids=WRONGLY_ACCEPTED
)
def test_hands_that_the_other_engine_wrongly_accepts_are_refused(hand, circumstances, flags):
    assert oracle.fans(hand, circumstances)
    assert hand.status(circumstances) == flags
    with pytest.raises(InvalidHand) as refusal:
        score(hand, circumstances)
    assert {problem.flag for problem in refusal.value.problems} == set(flags)
