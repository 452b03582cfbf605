"""The finished hands of a picture, and what is none."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.vision.laying import row, tile, torn
from vision.footage.hands import find_hands, may_hold_a_hand

WON = "1m 2m 3m 4p 5p 6p 7s 7s 7s E E E C C"
LESS = "1m 2m 3m 4p 5p 6p 7s 7s 7s C C"
WON_TOO = "2m 3m 4m 5p 6p 7p 2s 2s 2s W W W P P"
WAITING = "1m 2m 3m 4p 5p 6p 7s 7s 7s E E E C"
MIXED = "1m 4m 8m 2p 5p 9p 3s 6s 6s E S W N C"
DISCARDS = ["1p 9s F 2s 8m N", "5s 5m 9p 1s 3p 7m", "W 8s 2m 6m"]


def discards(x, y):
    return [d for k, text in enumerate(DISCARDS) for d in row(text, x, y + 82 * k)]


@pytest.mark.parametrize(
    ("laid", "expected"),
    [
        (row(WON), [WON]),
        (row(WON + " . a b"), [WON + " a b"]),
        (row("1m 2m 3m 4p 5p 6p E E E C . 7s~ 7s 7s _ C"), [WON]),
        (row(LESS) + row("2p 2p~ 2p 2p", 60, -110), [LESS + " 2p 2p 2p 2p"]),
        (row(LESS) + row("back 2p 2p back", 60, -150), [LESS + " 2p 2p 2p 2p"]),
        # a hand being played, and what is none
        (row(WAITING), []),
        (row(MIXED), []),
        (discards(0, 0), []),
        (row("back " * 14), []),
        (row("back " + WAITING), []),
        ([], []),
    ],
)
def test_one(laid, expected):
    shown = [
        sorted(t.code for t in (*hand.read.hand.tiles, *hand.read.hand.flowers))
        for hand in find_hands(laid)
    ]
    assert shown == [sorted(text.split()) for text in expected]


def test_four_players():
    table = [
        *row(WON, 0, 800),
        *row(WON_TOO, 0, -300),
        *row(WAITING, 1100, -150, angle=90),
        *row(MIXED, -300, 650, angle=-90),
        *discards(220, 150),
    ]
    hands = find_hands(table)
    assert sorted(len(hand.used) for hand in hands) == [14, 14]
    shown = [{tile.code for tile in hand.read.hand.tiles} for hand in hands]
    assert set(WON.split()) in shown
    assert set(WON_TOO.split()) in shown


@pytest.mark.parametrize("apart", [100, 138, 180, 220])
def test_flowers_are_told_from_a_neighbours_hand_that_is_no_farther(apart):
    """Laid out as in a film of four players whose flowers lie in a row before each hand."""
    table = [
        *row(WON, 0, 800),
        *row("b d f g", 20, 800 - apart),
        *row(MIXED, -90, -80, angle=90),
        *row(WON_TOO, 0, -300),
        *row("a c", 20, -300 + apart),
    ]
    shown = [
        [tile.code for tile in (*hand.read.hand.tiles, *hand.read.hand.flowers)]
        for hand in find_hands(table)
    ]
    expected = [WON + " b d f g", WON_TOO + " a c"]
    assert sorted(map(sorted, shown)) == sorted(sorted(text.split()) for text in expected)


@pytest.mark.parametrize("apart", [220, 300, 480])
@pytest.mark.parametrize("off", [-1, 0, 1])
def test_a_flower_between_two_hands_is_the_nearest_ones_alone(apart, off):
    table = [*row(WON), *row(WON_TOO, 0, apart), *row("a", 180, apart / 2 + off)]
    first, second = sorted(find_hands(table), key=lambda hand: hand.used)
    assert (28 in first.used) + (28 in second.used) == 1
    assert off == 0 or (28 in first.used) == (off < 0)


def test_a_row_of_flowers_is_one_hands_also_where_it_reaches_far_off():
    (hand,) = find_hands([*row(WON), *row("a b c d", 0, 200), *row("e f", 4 * 60, 200)])
    assert len(hand.read.flowers) == 6
    (hand,) = find_hands([*row(WON), *row("a b c d", 14 * 60 + 150, 0)])
    assert len(hand.read.flowers) == 4


@settings(max_examples=15)
@given(
    gap=st.sampled_from([180, 220, 260, 400]),
    flowers=st.dictionaries(
        st.integers(-1, 13),
        st.tuples(st.sampled_from("abcdefgh"), st.sampled_from([0, 0, -1, 1, 40])),
        max_size=4,
    ),
)
def test_every_place_belongs_to_one_hand_at_most(gap, flowers):
    """Two hands, and flowers in between that are often as far from both."""
    table = [*row(WON), *row(WON_TOO, 0, gap)]
    table += [tile(code, 30 + 60 * x, gap / 2 + off) for x, (code, off) in flowers.items()]
    used = [box for hand in find_hands(table) for box in hand.used]
    assert len(used) == len(set(used))


def test_boxes_are_those_of_the_hand_and_beside_it():
    table = [*discards(0, -700), *row(WON)]
    (hand,) = find_hands(table)
    assert hand.boxes == hand.used == tuple(range(16, 30))
    assert hand.read.confirmed


@pytest.mark.parametrize(("true", "seen", "won"), [(0.2, 0.7, True), (0.005, 0.95, False)])
def test_rules_do_not_bend_what_is_clear(true, seen, won):
    laid = row(WON)
    unsure = torn({"3m": true, "8m": seen})
    object.__setattr__(laid[2], "probabilities", unsure)
    assert bool(find_hands(laid)) == won


@pytest.mark.parametrize(
    ("laid", "may"),
    [(row(WON), True), (row(WAITING), False), (row("1m 2m 3m " + " . . . . . 4m" * 11), False)],
)
def test_may_hold_a_hand(laid, may):
    assert may_hold_a_hand(laid) == may
