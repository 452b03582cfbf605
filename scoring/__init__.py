"""Score Chinese Official (国标, MCR) mahjong hands."""

from scoring.advice import Advice, Discard, advise
from scoring.checks import WrongType
from scoring.engine import Alternative, Cause, CountedFan, DroppedFan, Score, score
from scoring.fans import FANS, HOUSE_FANS, Fan, Sight
from scoring.hand import Circumstances, Hand
from scoring.melds import Meld, MeldKind
from scoring.notation import ParsedHand, format_hand, parse_circumstances, parse_hand
from scoring.payments import Payment, payments
from scoring.rules import OPTIONS, PRESETS, Rules, UnknownRules
from scoring.status import HandStatus, InvalidHand, Problem
from scoring.tile_text import NotationError, format_tiles, parse_tiles
from scoring.tiles import BACK, FLOWERS, PLAYING_TILES, TILES, Tile, UnknownTile
from scoring.waiting import Wait, waits

__all__ = [
    "BACK",
    "FANS",
    "FLOWERS",
    "HOUSE_FANS",
    "OPTIONS",
    "PLAYING_TILES",
    "PRESETS",
    "TILES",
    "Advice",
    "Alternative",
    "Cause",
    "Circumstances",
    "CountedFan",
    "Discard",
    "DroppedFan",
    "Fan",
    "Hand",
    "HandStatus",
    "InvalidHand",
    "Meld",
    "MeldKind",
    "NotationError",
    "ParsedHand",
    "Payment",
    "Problem",
    "Rules",
    "Score",
    "Sight",
    "Tile",
    "UnknownRules",
    "UnknownTile",
    "Wait",
    "WrongType",
    "advise",
    "format_hand",
    "format_tiles",
    "parse_circumstances",
    "parse_hand",
    "parse_tiles",
    "payments",
    "score",
    "score_many",
    "waits",
]


def __getattr__(name: str) -> object:
    # Only this call needs numpy, so it is loaded when it is asked for.
    if name == "score_many":
        from scoring.bulk import score_many

        return score_many
    raise AttributeError(f"module 'scoring' has no attribute {name!r}")
