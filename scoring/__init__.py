"""Score Chinese Official (国标, MCR) mahjong hands."""

from scoring.hand import Circumstances, Hand
from scoring.melds import Meld, MeldKind
from scoring.tiles import BACK, FLOWERS, PLAYING_TILES, TILES, Tile

__all__ = [
    "BACK",
    "FLOWERS",
    "PLAYING_TILES",
    "TILES",
    "Circumstances",
    "Hand",
    "Meld",
    "MeldKind",
    "Tile",
]
