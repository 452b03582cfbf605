"""`score_many` gives the totals of `score`, whatever the hands."""

import subprocess
import sys

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import scoring.bulk
from scoring import (
    HOUSE_FANS,
    PRESETS,
    Circumstances,
    Hand,
    InvalidHand,
    Rules,
    Tile,
    WrongType,
    format_hand,
    parse_hand,
    parse_tiles,
    score,
)
from scoring.bulk import score_many
from tests.scoring.strategies import SHAPES, wins

EAST = Circumstances()


@pytest.mark.parametrize(
    ("text", "total"),
    [
        ("[EEE,1][SSSS,1]55pWWWNNN|EE1000", 98),
        ("1112223334445m5m", 137),
        ("1122334455667m7m", 88),
        ("19m19s119pESWNFPC|EE1000", 89),
        ("14m25p369sESWNCFP", 24),
        ("147m258p36sESWNCF", 12),
        ("147m258p369s123mEE|EE1000", 17),
        ("[1111m][2222m,1]345m678p9p9p|EE0000|3", 11),
        ("[234m,1][555m,1]567m5557p6p|EE0011", 23),
    ],
)
def test_totals_of_every_shape(text, total):
    hand, circumstances = parse_hand(text, Rules())
    assert score_many([hand], circumstances) == [total]


def differences(pairs, rules):
    totals = score_many(
        [hand for hand, _ in pairs], [circumstances for _, circumstances in pairs], rules
    )
    return [
        (format_hand(hand, circumstances), total, expected)
        for (hand, circumstances), total in zip(pairs, totals, strict=True)
        if total != (expected := score(hand, circumstances, rules).total)
    ]


@settings(max_examples=25)
@given(st.lists(wins(), min_size=1, max_size=12))
def test_totals_are_those_of_score(pairs):
    assert differences(pairs, Rules()) == []


@pytest.mark.parametrize("shape", SHAPES)
def test_totals_are_those_of_score_in_every_shape(shape):
    @settings(max_examples=5)
    @given(st.lists(wins(shape), min_size=5, max_size=12))
    def check(pairs):
        assert differences(pairs, Rules()) == []

    check()


OTHER_RULES = {
    **{name: rules for name, rules in PRESETS.items() if name not in ("national", "136")},
    "every other choice": Rules(
        fully_concealed_special_hands=True,
        two_concealed_kongs=8,
        mixed_kongs="2+1",
        concealed_kongs_beside_three=True,
        nine_gates_pungs="none",
        triple_pung_of_terminals=False,
        knitted_straight_waits=False,
        upper_and_upper_four=True,
        voided_suit_beside_big_sets=False,
        derived_last_tile=False,
    ),
    "choices that columns do not know": Rules(hogs_in_special_pairs=False, exhausted_waits=False),
    "a house fan": Rules(house_fans=HOUSE_FANS[:1]),
}


@pytest.mark.parametrize("name", OTHER_RULES)
def test_totals_follow_the_rules(name):
    @settings(max_examples=5)
    @given(st.lists(wins(), min_size=5, max_size=12))
    def check(pairs):
        assert differences(pairs, OTHER_RULES[name]) == []

    check()


def test_long_lists_are_taken_in_parts(monkeypatch):
    monkeypatch.setattr(scoring.bulk, "AT_ONCE", 3)
    texts = ["1112223334445m5m", "[EEE,1][SSSS,1]55pWWWNNN", "19m19s119pESWNFPC"] * 3
    pairs = [parse_hand(text) for text in texts[:8]]
    assert differences(pairs, Rules()) == []


def test_no_hands_have_no_totals():
    assert score_many([]) == []


BAD = [
    Hand(parse_tiles("123m"), winning_tile=Tile("1m")),
    Hand(parse_tiles("123456789mEEE22p")),
    Hand(parse_tiles("123456789mEEE22p"), winning_tile=Tile("9p")),
    Hand(parse_tiles("11111m111222333p"), winning_tile=Tile("1m")),
    Hand(parse_tiles("123456789mEEE2pa"), winning_tile=Tile("1m")),
    Hand(parse_tiles("123456789mEEE25p"), winning_tile=Tile("1m")),
    Hand(parse_tiles("123456789mEEE22p"), winning_tile=Tile("1m"), flower_count=9),
    Hand(parse_tiles("123456789mEEE22p"), winning_tile=Tile("1m"), flower_count=-(10**30)),
    Hand(parse_tiles("123456789mEEE22p"), winning_tile=Tile("1m"), flowers=parse_tiles("aa")),
    Hand(parse_tiles("123456789mEEE22p"), winning_tile=Tile("1m"), flowers=parse_tiles("1m")),
    Hand(parse_tiles("22p"), parse_hand("[123m,1][456m,1][789m,1][EEE]1m").hand.melds * 2),
]


@pytest.mark.parametrize("hand", BAD)
def test_a_hand_that_cannot_be_is_refused_and_named(hand):
    good = parse_hand("123456789mEEE2p2p").hand
    with pytest.raises(InvalidHand) as alone:
        score(hand)
    with pytest.raises(InvalidHand) as among:
        score_many([good, hand, good])
    assert among.value.problems == alone.value.problems
    assert among.value.__notes__ == ["This is hand number 2 of 3."]


@pytest.mark.parametrize(
    ("text", "circumstances"),
    [
        ("123456789mEEE2p2p", Circumstances(prevalent_wind=Tile("C"))),
        ("123456789mEEE2p2p", Circumstances(self_drawn=True, kong_replacement=True)),
        ("[EEEE]123456789m2p2p", Circumstances(kong_replacement=True)),
        ("123456789mEEE2p2p", Circumstances(robbed_kong=True)),
        ("123456m22pEEE45s6s", Circumstances(robbed_kong=True, self_drawn=True)),
        ("123456789mEEE2p2p", Circumstances(last_of_kind=True)),
    ],
)
def test_circumstances_that_cannot_be_are_refused(text, circumstances):
    hand = parse_hand(text).hand
    with pytest.raises(InvalidHand):
        score_many([hand], circumstances)


GOOD = parse_hand("123456789mEEE2p2p").hand


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ((None,), "the hands must be a sequence, not None"),
        ((GOOD,), "the hands must be a sequence, not a Hand"),
        (([GOOD, None],), "None is no Hand"),
        (([GOOD, "11m"],), "'11m' is no Hand"),
        (([parse_hand("123m456p789sEEE55p")],), "a ParsedHand is no Hand"),
        (([GOOD], 5), "the circumstances must be a sequence, not 5"),
        (([GOOD], [None]), "None is no Circumstances"),
        (([GOOD], None, "national"), "'national' is no Rules"),
    ],
)
def test_what_is_no_hand_at_all_is_refused_in_one_sentence(arguments, message):
    with pytest.raises(WrongType, match=f"^{message}"):
        score_many(*arguments)


def test_a_wrong_value_among_many_is_counted_out():
    with pytest.raises(WrongType) as refusal:
        score_many([GOOD] * 5000 + [None, GOOD])
    assert refusal.value.__notes__ == ["This is number 5001 of 5002."]


def test_each_hand_needs_its_circumstances():
    hand = parse_hand("123456789mEEE2p2p").hand
    with pytest.raises(ValueError, match="3 circumstances for 2 hands"):
        score_many([hand, hand], [EAST] * 3)


def test_only_scoring_many_hands_needs_numpy():
    code = (
        "import sys, scoring\n"
        "assert 'numpy' not in sys.modules\n"
        "scoring.score_many\n"
        "assert 'numpy' in sys.modules\n"
    )
    subprocess.run([sys.executable, "-c", code], check=True)
