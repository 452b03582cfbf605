"""The nine characters: a numeral over 萬."""

from __future__ import annotations

from vision.tile_art.shapes import Shape
from vision.tile_art.style import ArtStyle
from vision.tile_art.text import written

NUMERALS = "一二三四五六七八九"
_TOP, _BOTTOM, _GAP = 20.0, 378.0, 4.0


def characters(rank: int, style: ArtStyle) -> list[Shape]:
    numeral = style.five if rank == 5 else NUMERALS[rank - 1]
    upper = (_BOTTOM - _TOP - _GAP) * style.numeral_share
    lower = _BOTTOM - _TOP - _GAP - upper
    width = min(upper * 1.12, 210)
    numeral_box = (150 - width / 2, _TOP, width, upper)
    wan_box = (52, _BOTTOM - lower, 196, lower)
    return [
        *written(
            style.numeral_hand,
            numeral,
            numeral_box,
            style.ink(style.numeral_ink),
            style,
            ink_box=False,
        ),
        *written(style.wan_hand, "萬", wan_box, style.ink(style.wan_ink), style),
    ]
