"""Characters as a style writes them."""

from __future__ import annotations

import math

from vision.tile_art.glyphs import fitted, glyph, has
from vision.tile_art.shapes import Shape
from vision.tile_art.style import ArtStyle

# Hands whose gaps would close if their strokes grew.
_HEAVY = frozenset({"block", "poster", "wedge", "hei"})
SIMPLIFIED = {"萬": "万", "東": "东", "發": "发", "蘭": "兰"}


def form(hand: str, character: str, style: ArtStyle) -> str:
    """The form of a traditional character that the style asks for, or that the hand has."""
    simplified = SIMPLIFIED.get(character, character)
    wanted, other = (character, simplified) if style.traditional else (simplified, character)
    return wanted if has(hand, wanted) else other


def written(
    hand: str,
    character: str,
    box: tuple[float, float, float, float],
    colour: str,
    style: ArtStyle,
    *,
    ink_box: bool = True,
    stretch: float = 1.15,
    bold: float | None = None,
) -> list[Shape]:
    """A character in the box x, y, width, height: its ink, or its em box, fills the box.

    `bold` overrides the style's own.
    """
    x, y, w, h = box
    if style.widen != 1:
        x, w = x + w / 2 * (1 - style.widen), w * style.widen
    character = form(hand, character, style)
    if ink_box:
        shape = fitted(hand, character, x, y, w, h, colour, stretch * max(1, style.widen))
    else:
        shape = glyph(hand, character, x, y, w, h, colour)
    if style.slant:
        lean = math.tan(math.radians(style.slant))
        shape = shape.mapped(1, 0, -lean, 1, lean * (y + h / 2), 0)
    if bold is None:
        bold = 0.0 if hand in _HEAVY else style.bold
    return [shape, shape.stroked(bold)] if bold > 0 else [shape]
