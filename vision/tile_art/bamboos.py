"""The bamboos from 2 to 9 (the bird of the 1 is in birds.py)."""

from __future__ import annotations

import math
from functools import lru_cache

from vision.tile_art.birds import bird
from vision.tile_art.shapes import Shape, box, path, ring
from vision.tile_art.style import ArtStyle

_LONG, _SHORT = 160.0, 106.0
_UPPER, _LOWER = 106.0, 294.0


def _columns(xs, rows, length, ink="g"):
    return tuple((x, y, length, 0.0, ink) for y in rows for x in xs)


# x and y of the middle, length, degrees of turn clockwise and classic ink of each stick
PLACES: dict[int, tuple[tuple[float, float, float, float, str], ...]] = {
    2: _columns((150,), (_UPPER, _LOWER), _LONG),
    3: (*_columns((150,), (_UPPER,), _LONG), *_columns((92, 208), (_LOWER,), _LONG)),
    4: _columns((92, 208), (_UPPER, _LOWER), _LONG),
    5: (*_columns((66, 234), (_UPPER, _LOWER), _LONG), (150, 200, _LONG, 0.0, "r")),
    6: _columns((66, 150, 234), (_UPPER, _LOWER), _LONG),
    7: (
        *_columns((150,), (74,), _SHORT, "1"),
        *_columns((150,), (206,), _SHORT, "2"),
        *_columns((150,), (328,), _SHORT, "3"),
        *_columns((66, 234), (206, 328), _SHORT),
    ),
    # W above M: two upright sticks, and two between that meet in the middle of the tile.
    8: (
        *_columns((56, 244), (_UPPER, _LOWER), _LONG),
        (103, 110, 140, 40, "g"),
        (197, 110, 140, -40, "g"),
        (103, 290, 140, -40, "g"),
        (197, 290, 140, 40, "g"),
    ),
    9: (
        *_columns((66, 234), (76, 200, 324), _SHORT),
        *_columns((150,), (76, 200, 324), _SHORT, "r"),
    ),
}


def bamboos(rank: int, style: ArtStyle) -> list[Shape]:
    if rank == 1:
        return bird(style)
    green, blue, red = style.scheme("bamboo_inks")
    inks = {"g": green, "b": blue, "r": red}
    # In the 7 the scheme's own red stands for red wherever it is.
    inks |= {str(i + 1): inks.get(letter, style.black) for i, letter in enumerate(style.seven_inks)}
    width = 40 * style.bamboo_width * style.crowd
    shapes = []
    for x, y, length, turn, letter in PLACES[rank]:
        narrow = 0.92 if rank in (7, 8, 9) else 1.0
        for shape in _stick(style.bamboo, length, width * narrow):
            shapes.append(shape.turned(turn).moved(x, y).coloured(inks[letter]))
    return shapes


@lru_cache(maxsize=1024)
def _stick(design: str, length: float, width: float) -> tuple[Shape, ...]:
    """One stick, upright around 0, 0 and black."""
    return tuple(DESIGNS[design](length, width))


def _turned(profile, length, width, slits=()) -> Shape:
    """A stick of half width `profile(t)`, t from -1 to 1, with slits (top, bottom, half width)."""
    ts = [math.sin(math.pi / 2 * (i / 20 - 1)) for i in range(41)]
    right = [(profile(t) * width / 2, t * length / 2) for t in ts]
    outline = [*right, *((-x, y) for x, y in reversed(right))]
    data = "M" + "L".join(f"{x:.2f} {y:.2f}" for x, y in outline) + "Z"
    for top, bottom, half in slits:
        data += (
            f"M{-half} {top + half}Q{-half} {top} 0 {top}Q{half} {top} {half} {top + half}"
            f"L{half} {bottom - half}Q{half} {bottom} 0 {bottom}"
            f"Q{-half} {bottom} {-half} {bottom - half}Z"
        )
    return path(data, "#000000")


def _knotted(length, width, waist):
    """The profile of a stick with a knot at each end and in its middle."""
    knot = 0.84 * width / length

    def profile(t):
        half = waist
        for centre in (knot - 1, 0.0, 1 - knot):
            d = abs(t - centre) / (1.2 * knot)
            if d < 1:
                half = max(half, waist + (1 - waist) * math.sqrt(1 - d * d))
        end = (1 - abs(t)) / knot
        return half * math.sqrt(max(0.0, 1 - (1 - end) ** 2)) if end < 1 else half

    return profile


def _nodes(length, width):
    end, gap, half = length / 2 - 0.5 * width, 0.24 * width, 0.1 * width
    slits = (-end, -gap, half), (gap, end, half)
    return [_turned(_knotted(length, width, 0.62), length, width, slits)]


def _solid(length, width):
    width = 0.9 * width
    return [_turned(_knotted(length, width, 0.55), length, width)]


def _tube(length, width):
    end, half, width = length / 2 - 0.3 * width, 0.13 * width, 0.85 * width
    return [_turned(_knotted(length, width, 0.82), length, width, ((-end, end, half),))]


def _plain(length, width):
    w = 0.62 * width
    return [box(-w / 2, -length / 2, w, length, w / 2, "#000000")]


def _bones(length, width):
    """Two pieces with waists, a slit in each."""
    piece = length / 2 - 2
    end = piece / 2 - 0.24 * width

    def profile(t):
        corner = 1 if abs(t) < 0.93 else math.sqrt(1 - ((abs(t) - 0.93) / 0.1) ** 2)
        return (0.58 + 0.42 * t**4) * corner

    bone = _turned(profile, piece, 0.95 * width, ((-end, end, 0.12 * width),))
    return [bone.moved(0, y) for y in (-length / 4, length / 4)]


def _beads(length, width):
    """A chain of hollow beads."""
    n = max(3, round(length / (0.95 * width)))
    step = length / n
    bead = ring(0, 0, 1, 0.5, "#000000").mapped(0.4 * width, 0, 0, step / 2 + 1.5, 0, 0)
    return [bead.moved(0, step * (i + 0.5) - length / 2) for i in range(n)]


def _segments(length, width):
    """Three pieces that widen towards the joints."""
    step = length / 3
    piece = _turned(lambda t: 0.62 + 0.38 * abs(t) ** 3, step - 5, 0.8 * width)
    return [piece.moved(0, y) for y in (-step, 0, step)]


DESIGNS = {
    "nodes": _nodes,
    "solid": _solid,
    "tube": _tube,
    "plain": _plain,
    "bones": _bones,
    "beads": _beads,
    "segments": _segments,
}
