"""How far a hand is from winning, and which tile to discard."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scoring import PLAYING_TILES, Hand, InvalidHand, Tile, parse_hand, parse_tiles
from scoring.advice import advise
from scoring.shanten import Goal
from scoring.waiting import TooManyKnown, waits


@pytest.mark.parametrize(
    ("text", "shanten", "best"),
    [
        # Nine waits against two or five.
        ("1112345678999m5m", -1, "5m"),
        # Ready only without the lone dot.
        ("123m456p778s99sEE2p", 0, "2p"),
        # A knitted straight stays ready.
        ("147m258p369sEE12m9s", 0, "9s"),
        # Two-sided before closed, though both leave 99s as the pair.
        ("123m456p345s99s46mE", 0, "E"),
        # The wait that is worth more, though as many tiles finish it: 清龙.
        ("123456789m1p2pEE5p", 0, "5p"),
        # Towards honours and knitted tiles: the second east is of no use.
        ("19m28s3467pEESWCF", 3, "E"),
    ],
)
def test_the_best_discard_stands_first(text, shanten, best):
    advice = advise(parse_hand(text).hand)
    assert (advice.shanten, advice.discards[0].tile.code) == (shanten, best)


@pytest.mark.parametrize(
    ("text", "draws"),
    [
        ("123m456p789s99s46mE", {"5m": 4}),
        ("123m456p234s99sEE5p", {"9s": 2, "E": 2}),
        ("123m456p234s1199s5p", {"1s": 2, "9s": 2}),
    ],
)
def test_a_discard_tells_the_tiles_that_help(text, draws):
    best = advise(parse_hand(text).hand).discards[0]
    assert {draw.tile.code: draw.unseen for draw in best.draws} == draws


def test_known_tiles_are_not_drawn_any_more():
    hand = parse_hand("123m456p234s99sEE5p").hand
    (best, *_) = advise(hand, known=parse_tiles("E99s")).discards
    assert {draw.tile.code: draw.unseen for draw in best.draws} == {"9s": 0, "E": 1}


def test_what_is_expected_weighs_points_by_the_tiles_left():
    """清龙 16 with 门前清 2 and more on 5p: by discard 3 of 4 times, drawn 1 of 4."""
    hand = parse_hand("123456789mEEE5p9s").hand
    ready = {discard.tile.code: discard for discard in advise(hand).discards}
    (wait,) = ready["9s"].waits
    unseen = 34 * 4 - 14
    value = (3 * wait.by_discard.total + wait.self_drawn.total) / 4
    assert wait.reaches_minimum
    assert ready["9s"].expected == pytest.approx(3 * value / unseen)


def test_a_win_below_the_minimum_is_worth_nothing():
    """无字, 喜相逢 and 平和 make 3 points by discard, 5 drawn."""
    best = advise(parse_hand("[234m,1]56m123p456s99sE").hand).discards[0]
    assert best.waits
    assert best.expected == 0


def test_thirteen_tiles_have_a_distance_and_nothing_to_discard():
    advice = advise(parse_hand("123456789mEE25p").hand)
    assert (advice.shanten, advice.discards) == (1, ())
    assert advice.by_goal[Goal.standard] == 1


def test_advice_is_plain_values_for_json():
    advice = advise(parse_hand("123m456p234s99sEE5p").hand).to_dict()
    assert advice["by_goal"]["seven_pairs"] == 3
    assert advice["discards"][0]["tile"] == "5p"
    assert advice["discards"][0]["draws"] == [
        {"tile": "9s", "unseen": 2},
        {"tile": "E", "unseen": 2},
    ]
    assert advice["discards"][0]["waits"][0]["by_discard"]["total"] > 0


@pytest.mark.parametrize(
    ("hand", "known", "error"),
    [
        (Hand(parse_tiles("123m")), "", InvalidHand),
        (Hand(parse_tiles("123456789m1234p"), winning_tile=Tile("E")), "", InvalidHand),
        (parse_hand("123456789mEEE25p").hand, "EE", TooManyKnown),
    ],
)
def test_impossible_hands_are_refused(hand, known, error):
    with pytest.raises(error):
        advise(hand, known=parse_tiles(known))


@st.composite
def nearly_ready(draw):
    """14 tiles of few kinds, which are often a discard away from ready."""
    kinds = draw(st.lists(st.sampled_from(PLAYING_TILES), min_size=5, max_size=9, unique=True))
    return draw(st.permutations([tile for tile in kinds for _ in range(4)]))[:14]


@settings(max_examples=25)
@given(nearly_ready())
def test_the_discards_are_those_that_leave_most(tiles):
    hand = Hand(tuple(tiles))
    advice = advise(hand)
    ready = set()
    for tile in set(tiles):
        left = list(tiles)
        left.remove(tile)
        if waits(Hand(tuple(left))):
            ready.add(tile)
    if ready:
        assert {discard.tile for discard in advice.discards} == ready
        assert {discard.shanten for discard in advice.discards} == {0}
        assert advice.shanten <= 0
    else:
        assert advice.shanten == advice.discards[0].shanten > 0
    for discard in advice.discards:
        assert [draw.tile for draw in discard.draws] == [wait.tile for wait in discard.waits] or (
            discard.shanten > 0
        )
    order = [(discard.expected, discard.unseen) for discard in advice.discards]
    assert order == sorted(order, reverse=True)
