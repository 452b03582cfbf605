"""Tiles: 43 of them, one object each."""

import copy
import pickle

import pytest

from scoring import BACK, FLOWERS, PLAYING_TILES, TILES, Tile, UnknownTile


def test_tiles_stand_in_the_class_order_of_the_model():
    codes = " ".join(tile.code for tile in TILES)
    assert codes == (
        "1m 2m 3m 4m 5m 6m 7m 8m 9m 1p 2p 3p 4p 5p 6p 7p 8p 9p 1s 2s 3s 4s 5s 6s 7s 8s 9s "
        "E S W N C F P a b c d e f g h back"
    )
    assert [tile.index for tile in TILES] == list(range(43))
    assert (*PLAYING_TILES, *FLOWERS, BACK) == TILES
    assert (len(PLAYING_TILES), len(FLOWERS)) == (34, 8)


@pytest.mark.parametrize(
    ("code", "suit", "rank", "facts"),
    [
        ("1m", "m", 1, {"is_suited", "is_terminal"}),
        ("5p", "p", 5, {"is_suited"}),
        ("9s", "s", 9, {"is_suited", "is_terminal"}),
        ("N", None, None, {"is_honour", "is_wind"}),
        ("C", None, None, {"is_honour", "is_dragon"}),
        ("h", None, None, {"is_flower"}),
        ("back", None, None, {"is_back"}),
    ],
)
def test_what_a_tile_is(code, suit, rank, facts):
    tile = Tile(code)
    assert (tile.suit, tile.rank, str(tile)) == (suit, rank, code)
    assert {name for name in dir(Tile) if name.startswith("is_") and getattr(tile, name)} == facts


@pytest.mark.parametrize("tile", TILES, ids=str)
def test_a_tile_is_always_the_same_object(tile):
    assert Tile(tile.code) is tile
    assert pickle.loads(pickle.dumps(tile)) is tile
    assert copy.copy(tile) is tile
    assert copy.deepcopy([tile])[0] is tile


def test_tiles_sort_by_index():
    assert sorted(sorted(TILES, key=str)) == list(TILES)
    assert Tile("9s") < Tile("E") <= Tile("E") < Tile("a")


def test_tiles_and_other_things_have_no_order():
    with pytest.raises(TypeError):
        Tile("1m") < "2m"  # noqa: B015


def test_a_tile_cannot_be_changed():
    with pytest.raises(AttributeError, match="cannot be changed"):
        Tile("1m").rank = 2
    with pytest.raises(AttributeError, match="cannot be changed"):
        del Tile("1m").rank
    assert Tile("1m").rank == 1


@pytest.mark.parametrize("code", ["0m", "10m", "m1", "1z", "e1", "", "B", 5, None])
def test_an_unknown_code_is_refused(code):
    with pytest.raises(UnknownTile, match="use 1m to 9m, 1p to 9p, 1s to 9s"):
        Tile(code)
