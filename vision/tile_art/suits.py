"""Characters, circles and bamboos."""

from __future__ import annotations

import math

from vision.tile_art.birds import BIRDS
from vision.tile_art.glyphs import fitted, glyph
from vision.tile_art.shapes import Shape, circle, path, ring
from vision.tile_art.style import ArtStyle

_LETTERS = {"g": "green", "b": "blue", "r": "red", "k": "black"}
NUMERALS = "一二三四五六七八九"


def suit_ink(style: ArtStyle, scheme: str, letter: str) -> str:
    """The colour that `scheme` puts in the place of letter g, b or r."""
    return style.ink(_LETTERS[scheme["gbr".index(letter)]])


def characters(rank: int, style: ArtStyle) -> list[Shape]:
    numeral = style.five if rank == 5 else NUMERALS[rank - 1]
    wan = "萬" if style.traditional else "万"
    top = glyph(style.numeral_hand, numeral, 62, 22, 176, 176, style.ink(style.numeral_ink))
    below = fitted(style.wan_hand, wan, 62, 196, 176, 176, style.ink(style.wan_ink))
    return [top, below]


# --- circles

CIRCLES: dict[int, tuple[tuple[float, float, float, str], ...]] = {
    2: ((150, 112, 62, "g"), (150, 288, 62, "b")),
    3: ((80, 88, 48, "g"), (150, 200, 48, "r"), (220, 312, 48, "b")),
    4: ((90, 106, 52, "g"), (210, 106, 52, "b"), (90, 294, 52, "b"), (210, 294, 52, "g")),
    5: (
        (80, 84, 44, "g"),
        (220, 84, 44, "b"),
        (150, 200, 44, "r"),
        (80, 316, 44, "b"),
        (220, 316, 44, "g"),
    ),
    6: tuple((x, y, 45, "g" if y < 150 else "r") for y in (82, 224, 322) for x in (99, 201)),
    7: (
        (66, 62, 37, "g"),
        (150, 99, 37, "g"),
        (234, 136, 37, "g"),
        *((x, y, 43, "r") for y in (236, 332) for x in (100, 200)),
    ),
    8: tuple((x, y, 43, "b") for y in (62, 154, 246, 338) for x in (101, 199)),
    9: tuple(
        (x, y, 41, ink) for y, ink in ((78, "g"), (200, "r"), (322, "b")) for x in (62, 150, 238)
    ),
}


def circles(rank: int, style: ArtStyle) -> list[Shape]:
    if rank == 1:
        return WHEELS[style.wheel](style)
    return [
        shape
        for x, y, r, letter in CIRCLES[rank]
        for shape in CIRCLE_DESIGNS[style.circle](
            x, y, r, suit_ink(style, style.circle_inks, letter), style
        )
    ]


def _rings(x, y, r, ink, style):
    return [
        ring(x, y, r, 0.78 * r, ink),
        ring(x, y, 0.6 * r, 0.38 * r, ink),
        circle(x, y, 0.2 * r, ink),
    ]


CIRCLE_DESIGNS = {"rings": _rings}


def petals(x, y, inner, outer, n, width, colour, phase=0.0):
    """A ring of n leaf-shaped petals."""
    shapes = []
    for i in range(n):
        a = 2 * math.pi * (i + phase) / n
        c, s = math.cos(a), math.sin(a)
        mid, half = (inner + outer) / 2, width / 2

        def at(u, v, c=c, s=s):
            return f"{x + u * c - v * s:.2f} {y + u * s + v * c:.2f}"

        shapes.append(
            path(
                f"M{at(inner, 0)}C{at(mid, half)} {at(outer, half)} {at(outer, 0)}"
                f"C{at(outer, -half)} {at(mid, -half)} {at(inner, 0)}Z",
                colour,
            )
        )
    return shapes


def _blossom(style):
    x, y, r = 150, 200, 118
    green, blue, red = (suit_ink(style, style.circle_inks, c) for c in "gbr")
    return [
        ring(x, y, r, 0.9 * r, blue),
        *petals(x, y, 0.5 * r, 0.84 * r, 12, 0.36 * r, green),
        ring(x, y, 0.46 * r, 0.38 * r, red),
        *petals(x, y, 0.08 * r, 0.33 * r, 6, 0.26 * r, red, 0.5),
        circle(x, y, 0.07 * r, red),
    ]


WHEELS = {"blossom": _blossom}

# --- bamboos: x, y of the middle, length, lean in degrees, ink

_L2, _L3 = 158.0, 104.0


def _columns(xs, rows, length):
    return tuple((x, y, length, 0.0, "g") for y in rows for x in xs)


BAMBOOS: dict[int, tuple[tuple[float, float, float, float, str], ...]] = {
    2: _columns((150,), (108, 292), _L2),
    3: (*_columns((150,), (108,), _L2), *_columns((90, 210), (292,), _L2)),
    4: _columns((90, 210), (108, 292), _L2),
    5: (*_columns((72, 228), (108, 292), _L2), (150, 200, _L2, 0.0, "r")),
    6: _columns((72, 150, 228), (108, 292), _L2),
    7: (
        (150, 74, _L3, 0.0, "r"),
        *_columns((72, 150, 228), (206, 328), _L3),
    ),
    8: (),
    9: tuple(
        (x, y, _L3, 0.0, "r" if x == 150 else "g") for y in (78, 200, 322) for x in (72, 150, 228)
    ),
}
BAMBOOS[8] = (
    *((x, y, 140, 0.0, "g") for y in (100, 300) for x in (58, 242)),
    *((x, 104, 112, lean, "g") for x, lean in ((106, 42.0), (194, -42.0))),
    *((x, 296, 112, lean, "g") for x, lean in ((106, -42.0), (194, 42.0))),
)


def bamboos(rank: int, style: ArtStyle) -> list[Shape]:
    if rank == 1:
        return BIRDS[style.bird](style)
    shapes = []
    for x, y, length, lean, letter in BAMBOOS[rank]:
        ink = suit_ink(style, style.bamboo_inks, letter)
        for shape in BAMBOO_DESIGNS[style.bamboo](length, ink):
            shapes.append((shape.turned(lean, 0, 0) if lean else shape).moved(x, y))
    return shapes


def _outline(profile, length: float, steps: int = 48):
    """The closed outline of an upright stick; `profile` is its half width at -1 (top) to 1."""
    ts = [math.sin(math.pi / 2 * (2 * i / steps - 1)) for i in range(steps + 1)]
    right = [(profile(t), t * length / 2) for t in ts]
    return [*right, *((-w, y) for w, y in reversed(right))]


def _with_slits(points, slits, ink):
    data = "M" + "L".join(f"{x:.2f} {y:.2f}" for x, y in points) + "Z"
    for y1, y2, half in slits:
        data += (
            f"M{-half} {y1 + half}Q{-half} {y1} 0 {y1}Q{half} {y1} {half} {y1 + half}"
            f"L{half} {y2 - half}Q{half} {y2} 0 {y2}Q{-half} {y2} {-half} {y2 - half}Z"
        )
    return [path(data, ink)]


def _nodes(length, ink):
    half = 17.0
    knob = 2 * 15.0 / length

    def profile(t):
        w = 0.66
        for centre in (-1 + knob, 0.0, 1 - knob):
            d = abs(t - centre) / (1.25 * knob)
            if d < 1:
                w = max(w, 0.66 + 0.34 * math.sqrt(1 - d * d))
        ends = (1 - abs(t)) / knob
        if ends < 1:
            w *= math.sqrt(max(0.0, 1 - (1 - ends) ** 2))
        return half * w

    a = length / 2
    slits = [(-a + 20, -9, 3.4), (9, a - 20, 3.4)]
    return _with_slits(_outline(profile, length), slits, ink)


BAMBOO_DESIGNS = {"nodes": _nodes}
