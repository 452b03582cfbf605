"""The nine characters: a numeral over 萬."""

from __future__ import annotations

from functools import cache

from vision.tile_art.glyphs import EM, ink_box
from vision.tile_art.shapes import Shape
from vision.tile_art.style import ArtStyle
from vision.tile_art.text import written

NUMERALS = "一二三四五六七八九"
_TOP, _BOTTOM, _GAP = 20.0, 378.0, 4.0


def characters(rank: int, style: ArtStyle) -> list[Shape]:
    numeral = style.five if rank == 5 else NUMERALS[rank - 1]
    upper = (_BOTTOM - _TOP - _GAP) * style.numeral_share
    lower = _BOTTOM - _TOP - _GAP - upper
    box = _numeral_box(style.numeral_hand, upper)
    ink = style.ink(style.numeral_ink)
    wan_box = (52, _BOTTOM - lower, 196, lower)
    return [
        *written(style.numeral_hand, numeral, box, ink, style, ink_box=False),
        *written(style.wan_hand, "萬", wan_box, style.ink(style.wan_ink), style),
    ]


@cache
def _numeral_box(hand: str, height: float) -> tuple[float, float, float, float]:
    """The em box that makes 五 fill most of the height: some hands leave their em half empty."""
    x1, y1, x2, y2 = ink_box(hand, "五")
    sy = 0.8 * height / (y2 - y1)
    sx = min(1.12 * sy, 204 / (x2 - x1))
    return 150 - sx * (x1 + x2) / 2, _TOP + height / 2 - sy * (y1 + y2) / 2, sx * EM, sy * EM
