"""Outlines of the characters on tiles, in several hands (README.md names their fonts)."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path

from vision.tile_art.shapes import Shape, parse

PATH = Path(__file__).with_name("glyphs.json")
EM = 500
CHARACTERS = "一二三四五伍六七八九万萬东東南西北中發发春夏秋冬梅兰蘭竹菊"
SYMBOLS = "123456789BCDEFGHNPRSW"


@cache
def hands() -> dict[str, dict[str, str]]:
    """Path data by hand and character; a hand may lack traditional or simplified forms."""
    return json.loads(PATH.read_text(encoding="utf-8"))


def has(hand: str, character: str) -> bool:
    return character in hands()[hand]


@cache
def em_outline(hand: str, character: str) -> Shape:
    """The outline as the font sets it, in an em of `EM` × `EM`, black."""
    return Shape(parse(hands()[hand][character]), "#000000")


@cache
def ink_box(hand: str, character: str) -> tuple[float, float, float, float]:
    """x1, y1, x2, y2 of the ink in the em."""
    points = em_outline(hand, character).points()
    return (*map(float, points.min(axis=0)), *map(float, points.max(axis=0)))


def glyph(hand: str, character: str, x: float, y: float, w: float, h: float, colour: str) -> Shape:
    """The character's em box laid on the box x, y, w, h: 一 keeps its place and its flatness."""
    outline = em_outline(hand, character)
    return outline.mapped(w / EM, 0, 0, h / EM, x, y).coloured(colour)


def fitted(
    hand: str,
    character: str,
    x: float,
    y: float,
    w: float,
    h: float,
    colour: str,
    stretch: float = 1.15,
) -> Shape:
    """The character's ink centred in the box and as large as fits, stretched at most so much."""
    x1, y1, x2, y2 = ink_box(hand, character)
    sx, sy = w / (x2 - x1), h / (y2 - y1)
    sx, sy = min(sx, sy * stretch), min(sy, sx * stretch)
    dx, dy = x + w / 2 - sx * (x1 + x2) / 2, y + h / 2 - sy * (y1 + y2) / 2
    return em_outline(hand, character).mapped(sx, 0, 0, sy, dx, dy).coloured(colour)
