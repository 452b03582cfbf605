"""What a hand that is one tile short waits for, and what each tile would score."""

import json

import pytest
from hypothesis import given, settings

from scoring import (
    PLAYING_TILES,
    Circumstances,
    Hand,
    HandStatus,
    InvalidHand,
    Tile,
    parse_hand,
    parse_tiles,
    score,
)
from scoring.shanten import shanten
from scoring.waiting import TooManyKnown, WrongSize, waits
from tests.scoring.strategies import wins


def waits_of(text: str, known: str = "") -> list[str]:
    return [wait.tile.code for wait in waits(parse_hand(text).hand, known=parse_tiles(known))]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("[CCCC][FFFF][PPPP][NNNN]E", "E"),
        ("19m19s19pESWNCFP", "1m 9m 1p 9p 1s 9s E S W N C F P"),
        ("19m19s19pESWNNFP", "C"),
        ("22559m11sEESSPP", "9m"),
        ("47m28s369pESWCFP", "1m 5s N"),
        ("28m47s369pESWCCP", ""),
        ("1112345678999s", "1s 2s 3s 4s 5s 6s 7s 8s 9s"),
        ("3344455566667m", "2m 3m 4m 5m 7m 8m"),
        ("234m345s8889pEEE", "7p 9p"),
        # Seven pairs and four sets at once.
        ("2233445566778m", "2m 5m 8m"),
        # The hand holds all four of what would finish it.
        ("234m345s333pEEEE", ""),
        ("34444556789pPP", "7p P"),
        ("[SSSS]123m456p89s77m", "7s"),
        ("147m258p369s12mEE", "3m"),
        ("[123s,1]147m258p369sE", "E"),
        ("147m258p36s123mEE", "9s"),
    ],
)
def test_every_tile_that_wins_is_found_for_every_shape(text, expected):
    assert waits_of(text) == expected.split()


def test_answered_waits_agree(shared):
    cases = json.loads((shared / "scoring/waits.json").read_text())
    assert len(cases) == 20
    for case in cases:
        assert sorted(waits_of(case["hand"])) == sorted(case["waits"]), case["hand"]


@pytest.mark.parametrize(
    ("known", "unseen"),
    [
        ("", {"4m": 3, "7m": 4}),
        ("4m", {"4m": 2, "7m": 4}),
        ("444m77m", {"4m": 0, "7m": 2}),
        ("7777m", {"4m": 3, "7m": 0}),
        ("🀫abc", {"4m": 3, "7m": 4}),
    ],
)
def test_tiles_left_are_those_that_nobody_has_seen(known, unseen):
    hand = parse_hand("[234m,1]56m123p456s99s").hand
    found = waits(hand, known=parse_tiles(known))
    assert {wait.tile.code: wait.unseen for wait in found} == unseen


@pytest.mark.parametrize(
    ("text", "tile", "by_discard", "self_drawn", "last_discard", "last_draw"),
    [
        # 门前清 2, 平和 2, 断幺 2, 喜相逢 1; drawn 不求人 4 instead of 门前清.
        ("345m456p56s234m22p", "4s", 7, 9, 15, 17),
        # The same with 三色三步高 6 for 喜相逢.
        ("345m456p56s234m22p", "7s", 12, 14, 20, 22),
        # 平和 2, 喜相逢 1; 妙手回春 leaves no 自摸.
        ("[234m,1]56m123p456s99s", "4m", 3, 4, 11, 11),
    ],
)
def test_each_wait_has_its_score_by_the_way_the_tile_comes(
    text, tile, by_discard, self_drawn, last_discard, last_draw
):
    (wait,) = [wait for wait in waits(parse_hand(text).hand) if wait.tile is Tile(tile)]
    assert [
        wait.by_discard.total,
        wait.self_drawn.total,
        wait.last_discard.total,
        wait.last_draw.total,
    ] == [by_discard, self_drawn, last_discard, last_draw]


def test_a_wait_says_which_ways_reach_the_minimum():
    low, high = waits(parse_hand("345m456p56s234m22p").hand)
    assert not low.reaches_minimum
    assert low.self_drawn.reaches_minimum
    assert high.reaches_minimum
    assert low.to_dict()["by_discard"] == {
        "total": 7,
        "points_without_flowers": 7,
        "reaches_minimum": False,
        "fans": ["门前清", "平和", "断幺", "喜相逢"],
    }


@pytest.mark.parametrize(
    ("text", "known", "counts"),
    [
        ("[555p,1]123789m34p99s", "222p", True),
        ("[555p,1]123789m34p99s", "22p", False),
        # A copy in the hand is not open, so nobody can have the last one.
        ("[555p,1]123456789mE", "EEE", False),
        # One's own exposed pung shows the three others.
        ("[555p,1]123789m34p99s", "", False),
        ("[333p,1]123789m12p99s", "", True),
    ],
)
def test_the_last_of_its_kind_counts_when_three_lie_open(text, known, counts):
    (wait, *_) = waits(parse_hand(text).hand, known=parse_tiles(known))
    assert ("和绝张" in [row.fan.chinese for row in wait.by_discard.fans]) is counts


def test_winds_and_flowers_of_the_hand_count():
    hand, circumstances = parse_hand("[NNN,1]123456789p5s|NS0000|3")
    (wait,) = waits(hand, circumstances)
    fans = {row.fan.chinese: row.total for row in wait.by_discard.fans}
    assert (fans["圈风刻"], fans["花牌"]) == (2, 3)
    assert "门风刻" not in fans


@pytest.mark.parametrize(
    ("hand", "error", "message"),
    [
        (parse_hand("123456789mEEE2p2p").hand, WrongSize, "has 14 tiles where 13 are asked for"),
        (Hand(parse_tiles("123m")), InvalidHand, "the hand has 3 tiles"),
        (Hand(parse_tiles("11111m12345678p")), InvalidHand, "more than four of 1 Characters"),
    ],
)
def test_only_a_possible_hand_of_thirteen_tiles_waits(hand, error, message):
    with pytest.raises(error, match=message):
        waits(hand)


def test_more_than_four_copies_of_a_tile_are_refused():
    with pytest.raises(TooManyKnown, match=r"more than four of 2 Dots \(2p\)"):
        waits(parse_hand("123456789mEEE2p").hand, known=parse_tiles("2222p"))


@settings(max_examples=60)
@given(wins())
def test_waits_are_exactly_the_tiles_that_win(win):
    hand, circumstances = win
    standing = list(hand.concealed)
    standing.remove(hand.winning_tile)
    waiting = Hand(tuple(standing), hand.melds)
    winds = Circumstances(circumstances.prevalent_wind, circumstances.seat_wind)
    finished = {
        tile: Hand((*standing, tile), hand.melds, tile)
        for tile in PLAYING_TILES
        if waiting.tiles.count(tile) < 4
    }
    winning = [tile for tile in finished if finished[tile].status(winds) is HandStatus.OK]
    found = waits(waiting, winds)
    assert [wait.tile for wait in found] == winning
    assert hand.winning_tile in winning
    assert min(shanten(waiting).values()) == 0
    for wait in found[:1]:
        assert wait.by_discard.total == score(finished[wait.tile], winds).total
