"""PyMahjongGB, another engine for the same rules, asked about our values."""

import pytest

from scoring import Circumstances, Hand, Meld, MeldKind, Tile

MahjongGB = pytest.importorskip("MahjongGB", reason="the differential test needs PyMahjongGB")

# It writes W for characters, B for dots, T for bamboos, F1..F4 for winds and J1..J3 for dragons.
_SUITS = {"m": "W", "p": "B", "s": "T"}
_PACKS = {MeldKind.chow: "CHI", MeldKind.pung: "PENG"}


def _code(tile: Tile) -> str:
    if tile.is_suited:
        return f"{_SUITS[tile.suit]}{tile.rank}"
    honours = "ESWN" if tile.is_wind else "CFP"
    return f"{'F' if tile.is_wind else 'J'}{honours.index(tile.code) + 1}"


def _pack(meld: Meld) -> tuple[str, str, int]:
    kind = _PACKS.get(meld.kind, "GANG")
    tile = meld.tiles[1] if meld.is_chow else meld.tiles[0]
    return (kind, _code(tile), 0 if meld.is_concealed else meld.source or 1)


def _wind(tile: Tile) -> int:
    return "ESWN".index(tile.code) if tile.is_wind else tile.index


def arguments(hand: Hand, circumstances: Circumstances) -> tuple:
    """What `MahjongGB.MahjongFanCalculator` is given for a finished hand."""
    standing = list(hand.concealed)
    standing.remove(hand.winning_tile)
    return (
        tuple(_pack(meld) for meld in hand.melds),
        tuple(_code(tile) for tile in standing),
        _code(hand.winning_tile),
        hand.number_of_flowers,
        circumstances.self_drawn,
        circumstances.last_of_kind,
        circumstances.kong_replacement or circumstances.robbed_kong,
        circumstances.last_wall_tile,
        _wind(circumstances.seat_wind),
        _wind(circumstances.prevalent_wind),
    )


def fans(hand: Hand, circumstances: Circumstances) -> dict[str, int]:
    """The points of each fan that PyMahjongGB counts, by its Chinese name there."""
    counted = MahjongGB.MahjongFanCalculator(*arguments(hand, circumstances), True)
    return {name: points * count for points, count, name, _ in counted}
