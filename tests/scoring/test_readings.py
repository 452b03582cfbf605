"""How hands are divided, where the winning tile belongs, and what they waited for."""

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring import PLAYING_TILES, parse_hand, parse_tiles
from scoring.counts import (
    UNITS,
    five_or_more,
    four_or_more,
    kinds,
    kinds_in,
    pack,
    tiles_in,
    unpack,
)
from scoring.readings import WaitForm, Win, readings, waiting_kinds
from scoring.splits import splits

held = st.lists(st.sampled_from(PLAYING_TILES), max_size=18)


# -- counts -------------------------------------------------------------------------------------


@given(held)
def test_packed_counts_say_what_a_counter_says(tiles):
    packed, copies = pack(tiles), Counter(tiles)
    assert unpack(packed) == tuple(sorted(tiles))
    assert tiles_in(packed) == len(tiles)
    for limit, found in ((1, kinds_in), (4, four_or_more), (5, five_or_more)):
        assert found(packed) == sum(UNITS[tile.index] for tile in copies if copies[tile] >= limit)


def test_kinds_are_named_by_ranks_suits_and_honours():
    assert unpack(kinds("19", "ms", "EP")) == parse_tiles("19m19sEP")
    assert unpack(kinds("5")) == parse_tiles("5m5p5s")


# -- dividing -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("ranks", "ways"),
    [
        ("123", ["123"]),
        ("111222333", ["111 222 333", "123 123 123"]),
        ("11122233344", ["111 222 333 44", "123 123 123 44", "11 123 234 234"]),
        ("2344", []),
        ("12", []),
        ("1111222233334", []),
    ],
)
def test_a_suit_is_divided_in_every_way(ranks, ways):
    key = sum(UNITS[int(rank) - 1] for rank in ranks)
    found = {
        " ".join(
            sorted("".join(str(tile.rank) for tile in part.tiles) for part in (*sets, pair) if part)
        )
        for pair, sets in splits(1, key)
    }
    assert found == {" ".join(sorted(way.split())) for way in ways}


@pytest.mark.parametrize(
    ("hand", "shapes"),
    [
        ("[123m,1]456p789sEEESS", ["standard"]),
        ("112233m445566p77s", ["seven_pairs", "standard"]),
        ("1133557799m1177s", ["seven_pairs"]),
        ("19m19p19sESWNCFPP", ["thirteen_orphans"]),
        ("147m36s258pESWNCF", ["knitted"]),
        ("147m258s369p456m99m", ["knitted_straight"]),
        ("[456m,1]147m258s369p99m", ["knitted_straight"]),
        ("22223333444455m", ["seven_pairs", "standard", "standard", "standard"]),
    ],
)
def test_every_shape_is_found(hand, shapes):
    assert sorted(reading.shape.name for reading in _readings(hand)) == shapes


def _readings(text: str):
    return readings(
        Win(*parse_hand(text), derive_last_of_kind=True),
        exhausted_waits=True,
        knitted_straight_waits=True,
    )


# -- the winning tile ---------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("hand", "wait", "only"),
    [
        ("[123m,1]456p12sEEESS3s", WaitForm.edge, True),
        ("[123m,1]456p89sEEESS7s", WaitForm.edge, True),
        ("[123m,1]456p13sEEESS2s", WaitForm.closed, True),
        ("[123m,1]4556s567m789p5s", WaitForm.closed, True),
        ("[123m,1]456p789sEEES+S", WaitForm.pair, True),
        ("[123m,1]456p23sEEESS1s", None, None),
        ("[123m,1]456p12345sEE3s", WaitForm.edge, False),
        ("[123m,1]456p45567sEE6s", WaitForm.closed, False),
        ("[123m,1]444p56pEEESS7p", None, None),
        ("445566m2277779s8s", WaitForm.closed, False),
        ("13347s12369m258p3m", WaitForm.edge, True),
    ],
)
def test_the_wait_follows_from_what_the_tile_completes(hand, wait, only):
    first = _readings(hand)[0]
    assert (first.wait, first.only_wait) == (wait, only)


@pytest.mark.parametrize(
    ("hand", "hidden"),
    [
        ("111m333s789pEE55p5p", 2),
        ("111m333s789pEE55p5p|EE1000", 3),
        ("111m333s789p555pE+E", 3),
        ("[111m,1]333s789p555pE+E", 2),
        ("[1111m]333s789p555pE+E", 3),
        ("333s55546pEE789p+5p", 2),
    ],
)
def test_a_pung_completed_by_a_discard_is_not_hidden(hand, hidden):
    assert max(len(reading.hidden) for reading in _readings(hand)) == hidden


# -- waiting ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("standing", "melds", "waits"),
    [
        ("1112345678999s", 0, "123456789s"),
        ("2345678999s", 1, "124578s"),
        ("22559m11sEESSPP", 0, "9m"),
        ("19m19s19pESWNCFP", 0, "19m19p19sESWNCFP"),
        ("19m19s19pESWNNFP", 0, "C"),
        ("47m28s369pESWCFP", 0, "1m5sN"),
        ("28m47s369pESWCCP", 0, ""),
        ("147m258s369p12m55p", 0, "3m"),
        ("147m258s36p456m55p", 0, "9p"),
        ("147m258s369p5m", 1, "5m"),
        ("234m345s333pEEEE", 0, "E"),
        ("445566m2277779s", 0, "89s"),
        ("E", 4, "E"),
    ],
)
def test_what_a_hand_waits_for_by_its_form(standing, melds, waits):
    found = waiting_kinds(pack(parse_tiles(standing)), melds)
    assert unpack(found) == parse_tiles(waits)


@given(
    st.lists(st.sampled_from(parse_tiles("123456789m1258pEC")), min_size=13, max_size=13).filter(
        lambda tiles: max(Counter(tiles).values()) <= 4
    )
)
def test_a_tile_is_waited_for_when_it_makes_a_win(tiles):
    waits = waiting_kinds(pack(tiles), 0)
    for tile in PLAYING_TILES:
        if tiles.count(tile) < 4:
            finished = f"{''.join(one.code for one in sorted(tiles))}{tile}"
            assert bool(_readings(finished)) == bool(waits & UNITS[tile.index])
