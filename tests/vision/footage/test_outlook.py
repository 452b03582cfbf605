"""The range of a hand's points over what a film does not show."""

from __future__ import annotations

from dataclasses import replace

import pytest

from scoring import Circumstances, InvalidHand, Tile, parse_hand, score
from tests.vision.laying import row
from vision.footage.outlook import Known, outlook
from vision.hand import read_hand

EAST, SOUTH = Tile("E"), Tile("S")
KNOWN = Known(EAST, SOUTH, False)


def read(notation: str, guessed: bool = False):
    """A reading of that hand, as a photo of it would give."""
    hand = parse_hand(notation).hand
    found = read_hand(row(" ".join(tile.code for tile in hand.tiles)))
    return replace(found, hand=hand, winning_tile_guessed=guessed)


@pytest.mark.parametrize(
    ("notation", "guessed", "known", "moving"),
    [
        ("345m456p567s234m22p", False, KNOWN, ()),
        ("345m456p567s234m22p", False, replace(KNOWN, self_drawn=None), ("self_drawn",)),
        ("345m456p567s234m22p", False, replace(KNOWN, seat_wind=None), ()),
        ("[EEE,1]345m456p567s22p", False, Known(None, SOUTH, False), ("prevalent_wind",)),
        ("[EEE,1]345m456p567s22p", False, Known(SOUTH, None, False), ("seat_wind",)),
        ("345m456p567s234m22p", True, KNOWN, ("winning_tile",)),
        (
            "[EEE,1]345m456p567s22p",
            False,
            Known(),
            ("prevalent_wind", "seat_wind", "self_drawn"),
        ),
    ],
)
def test_what_moves_the_points(notation, guessed, known, moving):
    found = outlook(read(notation, guessed), known)
    assert found.unknown == moving
    assert found.certain == (not moving)
    assert found.least.total <= found.most.total


def test_the_range_is_that_of_the_engine():
    hand = read("[EEE,1]345m456p567s22p").hand
    totals = [
        score(hand, Circumstances(Tile(prevalent), Tile(seat), drawn)).total
        for prevalent in "ESWN"
        for seat in "ESWN"
        for drawn in (False, True)
    ]
    found = outlook(read("[EEE,1]345m456p567s22p"))
    assert (found.least.total, found.most.total) == (min(totals), max(totals))


def test_everything_known_is_the_score():
    circumstances = Circumstances(EAST, SOUTH, True, last_wall_tile=True)
    found = outlook(read("345m456p567s234m22p"), Known.of(circumstances))
    assert found.least == found.most == score(found.least.hand, circumstances)


@pytest.mark.parametrize("codes", ["1m 2m 3m", "1m 4m 7m 1p 4p 7p 1s 4s 7s E E S S W", ""])
def test_no_win_under_any_circumstances(codes):
    with pytest.raises(InvalidHand):
        outlook(read_hand(row(codes) if codes else []))
