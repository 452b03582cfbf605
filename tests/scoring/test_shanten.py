"""How far a hand is from each winning shape."""

import MahjongGB
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scoring.hand import Hand
from scoring.notation import parse_hand
from scoring.shanten import Goal, shanten
from scoring.tiles import PLAYING_TILES, Tile

STANDARD, PAIRS, ORPHANS = Goal.standard, Goal.seven_pairs, Goal.thirteen_orphans
LESSER, GREATER, STRAIGHT = (
    Goal.lesser_knitted,
    Goal.greater_knitted,
    Goal.knitted_straight,
)


@pytest.mark.parametrize(
    ("text", "shape", "expected"),
    [
        ("123456789mEEE2p2p", STANDARD, -1),
        ("123456789mEEE2p", STANDARD, 0),
        ("123456789mEE25p", STANDARD, 1),
        ("[EEE,1]123456789m2p2p", STANDARD, -1),
        ("[EEE,1][SSS,1][WWW,1][NNN,1]5p", STANDARD, 0),
        ("147m258p369sESWN", STANDARD, 8),
        ("1112345678999m", STANDARD, 0),
        # One tile that is gone does not count as a wait.
        ("234m345s333pEEEE", STANDARD, 1),
        ("[SSSS]123456m89pEE7p", STANDARD, -1),
        ("[777p,1]678p12399sEC", STANDARD, 1),
        ("[7777p][EEE,1]12399s68p", STANDARD, 1),
        ("1122334455667m", PAIRS, 0),
        ("11223344556677m", PAIRS, -1),
        ("1111222233334m", PAIRS, 0),
        ("147m258p369sESWN", PAIRS, 6),
        ("19m19s19pESWNCFP", ORPHANS, 0),
        ("19m19s19pESWNNFP", ORPHANS, 0),
        ("19m19s19pESWNNFPC", ORPHANS, -1),
        ("234m567s234pESWN", ORPHANS, 9),
        ("147m258p369sESWN", LESSER, 0),
        ("147m258p369sESWNC", LESSER, -1),
        ("147m258p369sEEEE", LESSER, 3),
        ("147m258p369sESWN", GREATER, 2),
        ("14m25p369sESWNCFP", GREATER, -1),
        ("147m258p369sEE12m", STRAIGHT, 0),
        ("147m258p369sEE123s", STRAIGHT, -1),
        ("[123s,1]147m258p369sE", STRAIGHT, 0),
        ("147m258p36sEE123s", STRAIGHT, 0),
    ],
)
def test_distance_by_shape(text, shape, expected):
    assert shanten(parse_hand(text).hand)[shape] == expected


@pytest.mark.parametrize(
    ("text", "shapes"),
    [
        ("123456789mEEE2p", set(Goal)),
        ("[123m,1]456789mEEE2p", {STANDARD, STRAIGHT}),
        ("[123m,1][456m,1]789mEEE2p", {STANDARD}),
    ],
)
def test_melds_close_the_shapes_that_must_be_concealed(text, shapes):
    assert set(shanten(parse_hand(text).hand)) == shapes


ORACLE = {
    STANDARD: MahjongGB.RegularShanten,
    PAIRS: MahjongGB.SevenPairsShanten,
    ORPHANS: MahjongGB.ThirteenOrphansShanten,
    LESSER: MahjongGB.HonorsAndKnittedTilesShanten,
    STRAIGHT: MahjongGB.KnittedStraightShanten,
}
ORACLE_SUITS = {"m": "W", "p": "B", "s": "T"}
ORACLE_HONOURS = dict(zip("ESWNCFP", ("F1", "F2", "F3", "F4", "J1", "J2", "J3"), strict=True))


def oracle_code(tile: Tile) -> str:
    return f"{ORACLE_SUITS[tile.suit]}{tile.rank}" if tile.is_suited else ORACLE_HONOURS[tile.code]


@st.composite
def waiting_tiles(draw):
    """13 tiles out of the four copies of each; few kinds, so that many hands are near a win."""
    kinds = draw(st.lists(st.sampled_from(PLAYING_TILES), min_size=5, max_size=34, unique=True))
    wall = draw(st.permutations([tile for tile in kinds for _ in range(4)]))
    return wall[:13]


@settings(max_examples=60)
@given(waiting_tiles())
def test_distances_agree_with_an_independent_program(tiles):
    found = shanten(Hand(tuple(tiles)))
    theirs = {
        shape: distance(tuple(map(oracle_code, tiles)))[0] for shape, distance in ORACLE.items()
    }
    # It counts on a fifth copy of a tile; we do not.
    assert all(found[shape] >= theirs[shape] for shape in theirs)
    if max(tiles.count(tile) for tile in tiles) < 4:
        assert {shape: found[shape] for shape in theirs} == theirs


@settings(max_examples=15)
@given(waiting_tiles())
def test_a_drawn_tile_helps_by_one_step_at_most(tiles):
    before = min(shanten(Hand(tuple(tiles))).values())
    after = [
        min(shanten(Hand((*tiles, tile))).values())
        for tile in PLAYING_TILES
        if tiles.count(tile) < 4
    ]
    assert min(after) == before - 1
    assert max(after) <= before
