"""The nine circles."""

from __future__ import annotations

import math

from vision.tile_art.shapes import Shape, circle, line, path, ring
from vision.tile_art.style import ArtStyle

# x, y, radius and classic ink of each circle
PLACES: dict[int, tuple[tuple[float, float, float, str], ...]] = {
    2: ((150, 108, 64, "g"), (150, 292, 64, "b")),
    3: ((78, 84, 50, "g"), (150, 200, 50, "r"), (222, 316, 50, "b")),
    4: ((88, 104, 54, "g"), (212, 104, 54, "b"), (88, 296, 54, "b"), (212, 296, 54, "g")),
    5: (
        (78, 82, 46, "g"),
        (222, 82, 46, "b"),
        (150, 200, 46, "r"),
        (78, 318, 46, "b"),
        (222, 318, 46, "g"),
    ),
    6: tuple((x, y, 46, "g" if y < 150 else "r") for y in (80, 224, 322) for x in (98, 202)),
    7: (
        (64, 60, 38, "g"),
        (150, 98, 38, "g"),
        (236, 136, 38, "g"),
        *((x, y, 44, "r") for y in (236, 332) for x in (99, 201)),
    ),
    8: tuple((x, y, 44, "b") for y in (62, 154, 246, 338) for x in (100, 200)),
    9: tuple(
        (x, y, 42, ink) for y, ink in ((76, "g"), (200, "r"), (324, "b")) for x in (61, 150, 239)
    ),
}


def circles(rank: int, style: ArtStyle) -> list[Shape]:
    if rank == 1:
        return WHEELS[style.wheel](150, 200, 122, style)
    green, blue, red = style.scheme("circle_inks")
    inks = {"g": green, "b": blue, "r": red}
    if rank in (6, 7) and style.six_red_on_top:
        inks = {"g": red, "r": green}
    draw = DESIGNS[style.circle]
    shapes = []
    for x, y, r, letter in PLACES[rank]:
        eye = style.ink(style.eye_ink) if style.eye_ink else inks[letter]
        shapes += draw(x, y, r * style.crowd, inks[letter], eye, style)
    return shapes


def petals(x, y, inner, outer, n, width, colour, phase=0.0, stroke=0.0):
    """n drops around a centre, pointed inwards."""
    half, middle = width / 2, (inner + outer) / 2
    drop = path(
        f"M{inner} 0C{middle} {half} {outer} {half} {outer} 0"
        f"C{outer} {-half} {middle} {-half} {inner} 0Z",
        colour,
        stroke,
    )
    return [drop.turned(360 * (i + phase) / n, 0, 0).moved(x, y) for i in range(n)]


def spokes(x, y, inner, outer, n, width, colour, phase=0.0):
    shapes = []
    for i in range(n):
        c, s = _direction((i + phase) / n)
        ends = [(x + inner * c, y + inner * s), (x + outer * c, y + outer * s)]
        shapes.append(line(ends, colour, width))
    return shapes


def beads(x, y, distance, r, n, colour, phase=0.0):
    """n discs around a centre."""
    return [
        circle(x + distance * c, y + distance * s, r, colour)
        for c, s in (_direction((i + phase) / n) for i in range(n))
    ]


def _direction(turns: float) -> tuple[float, float]:
    return math.cos(2 * math.pi * turns), math.sin(2 * math.pi * turns)


# --- one circle of 2 to 9: x, y, radius, ink, ink of the centre


def _rings(x, y, r, ink, eye, style):
    return [
        ring(x, y, r, 0.78 * r, ink),
        ring(x, y, 0.6 * r, 0.38 * r, ink),
        circle(x, y, 0.2 * r, eye),
    ]


def _thin_rings(x, y, r, ink, eye, style):
    return [
        ring(x, y, r, 0.88 * r, ink),
        ring(x, y, 0.72 * r, 0.6 * r, ink),
        ring(x, y, 0.44 * r, 0.32 * r, eye),
        circle(x, y, 0.14 * r, eye),
    ]


def _bullseye(x, y, r, ink, eye, style):
    return [ring(x, y, r, 0.7 * r, ink), circle(x, y, 0.4 * r, eye)]


def _eye(x, y, r, ink, eye, style):
    return [ring(x, y, r, 0.52 * r, ink), circle(x, y, 0.26 * r, eye)]


def _spokes(x, y, r, ink, eye, style):
    return [
        ring(x, y, r, 0.84 * r, ink),
        *spokes(x, y, 0.42 * r, 0.68 * r, 8, 0.13 * r, ink),
        ring(x, y, 0.34 * r, 0.2 * r, eye),
        circle(x, y, 0.09 * r, eye),
    ]


def _clover(x, y, r, ink, eye, style):
    return [
        circle(x, y, r, ink),
        *petals(x, y, 0.14 * r, 0.8 * r, 4, 0.72 * r, style.face, 0.5),
        circle(x, y, 0.16 * r, eye),
    ]


def _blossom(x, y, r, ink, eye, style):
    return [
        *petals(x, y, 0.3 * r, r, 8, 0.62 * r, ink),
        ring(x, y, 0.3 * r, 0.14 * r, eye),
    ]


def _coin(x, y, r, ink, eye, style):
    a, b = 0.62 * r, 0.3 * r
    hole = f"M{x - b} {y - b}h{2 * b}v{2 * b}h{-2 * b}Z"
    rim = f"M{x - a} {y}C{x - a} {y - 0.55 * a} {x - 0.55 * a} {y - a} {x} {y - a}"
    rim += f"C{x + 0.55 * a} {y - a} {x + a} {y - 0.55 * a} {x + a} {y}"
    rim += f"C{x + a} {y + 0.55 * a} {x + 0.55 * a} {y + a} {x} {y + a}"
    rim += f"C{x - 0.55 * a} {y + a} {x - a} {y + 0.55 * a} {x - a} {y}Z"
    return [ring(x, y, r, 0.8 * r, ink), path(rim + hole, eye)]


def _disc(x, y, r, ink, eye, style):
    return [
        ring(x, y, r, 0.34 * r, ink),
        ring(x, y, 0.66 * r, 0.56 * r, style.face),
        circle(x, y, 0.18 * r, eye),
    ]


DESIGNS = {
    "rings": _rings,
    "thin-rings": _thin_rings,
    "bullseye": _bullseye,
    "eye": _eye,
    "spokes": _spokes,
    "clover": _clover,
    "blossom": _blossom,
    "coin": _coin,
    "disc": _disc,
}

# --- the big wheel of the 1: x, y, radius


def _wheel_blossom(x, y, r, style):
    green, blue, red = style.scheme("circle_inks")
    return [
        ring(x, y, r, 0.9 * r, blue),
        *petals(x, y, 0.5 * r, 0.84 * r, 12, 0.38 * r, green),
        ring(x, y, 0.46 * r, 0.38 * r, red),
        *petals(x, y, 0.08 * r, 0.33 * r, 6, 0.26 * r, red, 0.5),
        circle(x, y, 0.07 * r, red),
    ]


def _wheel_target(x, y, r, style):
    green, blue, red = style.scheme("circle_inks")
    return [
        ring(x, y, 0.92 * r, 0.76 * r, blue),
        ring(x, y, 0.74 * r, 0.5 * r, green),
        ring(x, y, 0.47 * r, 0.38 * r, red),
    ]


def _wheel_sunflower(x, y, r, style):
    green, _, red = style.scheme("circle_inks")
    return [
        *petals(x, y, 0.5 * r, r, 14, 0.44 * r, green, stroke=0.06 * r),
        ring(x, y, 0.48 * r, 0.42 * r, green),
        ring(x, y, 0.34 * r, 0.27 * r, red),
        ring(x, y, 0.2 * r, 0.13 * r, red),
        circle(x, y, 0.06 * r, red),
    ]


def _wheel_cog(x, y, r, style):
    green, blue, red = style.scheme("circle_inks")
    return [
        ring(x, y, r, 0.93 * r, green),
        *spokes(x, y, 0.68 * r, 0.82 * r, 26, 0.07 * r, green),
        ring(x, y, 0.6 * r, 0.54 * r, green),
        ring(x, y, 0.46 * r, 0.37 * r, red),
        *spokes(x, y, 0.14 * r, 0.28 * r, 10, 0.06 * r, red),
        circle(x, y, 0.08 * r, blue),
    ]


def _wheel_rosette(x, y, r, style):
    green, _, red = style.scheme("circle_inks")
    return [
        ring(x, y, r, 0.36 * r, green),
        ring(x, y, 0.92 * r, 0.86 * r, style.face),
        *petals(x, y, 0.42 * r, 0.8 * r, 10, 0.34 * r, style.face),
        circle(x, y, 0.3 * r, red),
        *beads(x, y, 0.15 * r, 0.07 * r, 4, style.face, 0.5),
    ]


def _wheel_coin(x, y, r, style):
    green, blue, red = style.scheme("circle_inks")
    return [
        ring(x, y, r, 0.86 * r, blue),
        *beads(x, y, 0.73 * r, 0.07 * r, 20, green),
        *_coin(x, y, 0.58 * r, red, red, style),
    ]


def _wheel_spokes(x, y, r, style):
    green, blue, red = style.scheme("circle_inks")
    return [
        ring(x, y, r, 0.86 * r, green),
        *spokes(x, y, 0.46 * r, 0.76 * r, 16, 0.07 * r, blue),
        ring(x, y, 0.4 * r, 0.28 * r, red),
        circle(x, y, 0.15 * r, red),
    ]


def _wheel_daisy(x, y, r, style):
    green, blue, red = style.scheme("circle_inks")
    return [
        *petals(x, y, 0.36 * r, r, 16, 0.3 * r, green),
        ring(x, y, 0.34 * r, 0.26 * r, blue),
        circle(x, y, 0.18 * r, red),
    ]


WHEELS = {
    "blossom": _wheel_blossom,
    "target": _wheel_target,
    "sunflower": _wheel_sunflower,
    "cog": _wheel_cog,
    "rosette": _wheel_rosette,
    "coin": _wheel_coin,
    "spokes": _wheel_spokes,
    "daisy": _wheel_daisy,
}
