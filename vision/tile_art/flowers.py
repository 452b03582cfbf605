"""The eight flower tiles: a picture, the name and a number."""

from __future__ import annotations

import math

from vision.tile_art.glyphs import fitted
from vision.tile_art.shapes import Shape, blob, brush, circle, curve, path
from vision.tile_art.style import ArtStyle

NAMES = dict(zip("abcdefgh", "春夏秋冬梅蘭竹菊", strict=True))
NUMBERS = dict(zip("abcdefgh", "12341243", strict=True))


def flower(code: str, style: ArtStyle) -> list[Shape]:
    season = code in "abcd"
    name = NAMES[code]
    if name == "蘭" and not style.traditional:
        name = "兰"
    name_x, number_x = (188, 34) if season else (30, 204)
    name_ink, number_ink = (style.red, style.black) if season else (style.black, style.red)
    return [
        *PICTURES[code](style),
        fitted(style.flower_hand, name, name_x, 30, 84, 92, name_ink),
        fitted(style.index_hand, NUMBERS[code], number_x, 36, 62, 78, number_ink),
    ]


def _leaf(x, y, length, degrees, colour, width=0.4):
    half = length * width / 2
    shape = path(f"M0 0Q{length / 2} {-2 * half} {length} 0Q{length / 2} {2 * half} 0 0Z", colour)
    return shape.turned(degrees, 0, 0).moved(x, y)


def _blossom(x, y, r, n, colour, style, heart=0.3):
    shapes = [
        circle(
            x + 0.58 * r * math.sin(2 * math.pi * i / n),
            y - 0.58 * r * math.cos(2 * math.pi * i / n),
            r * min(0.46, 1.9 / n),
            colour,
        )
        for i in range(n)
    ]
    shapes.append(circle(x, y, 0.5 * r, colour))
    shapes.append(circle(x, y, heart * r, style.face))
    shapes.append(circle(x, y, heart * 0.5 * r, colour))
    return shapes


def _spring(style):
    g, r = style.green, style.red
    shapes = [brush([(96, 372), (130, 330), (146, 268)], [12, 10, 8], g)]
    shapes += [_leaf(126, 334, 84, d, g) for d in (-30, 190)]
    shapes += [_leaf(140, 300, 76, d, g) for d in (-12, 212)]
    for n, radius, colour in ((8, 62, r), (6, 40, style.face), (6, 34, r)):
        shapes += [
            circle(
                150 + 0.62 * radius * math.cos(2 * math.pi * (i + 0.5) / n),
                208 + 0.62 * radius * math.sin(2 * math.pi * (i + 0.5) / n),
                0.42 * radius,
                colour,
            )
            for i in range(n)
        ]
        shapes.append(circle(150, 208, 0.62 * radius, colour))
    shapes.append(circle(150, 208, 12, style.face))
    return shapes


def _summer(style):
    g, r = style.green, style.red
    shapes = [brush([(150, 250), (148, 300), (150, 360)], [9, 9, 10], g)]
    for side in (-1, 1):
        shapes.append(_leaf(150, 232, 108, 90 - side * 78, r, 0.42))
        shapes.append(_leaf(150, 244, 116, 90 - side * 118 if side > 0 else 208, r, 0.42))
    shapes.append(_leaf(150, 250, 120, -90, style.face, 0.6))
    shapes.append(_leaf(150, 250, 116, -90, r, 0.48))
    shapes.append(blob([(44, 330), (96, 312), (150, 330), (96, 352)], g))
    shapes.append(blob([(162, 352), (214, 330), (264, 350), (212, 372)], g))
    return shapes


def _autumn(style):
    g, r = style.green, style.red
    shapes = [curve([(70, 372), (116, 316), (150, 240), (196, 168)], g, 9)]
    for x, y, d in (
        (88, 346, -95),
        (104, 330, -5),
        (128, 292, -120),
        (138, 266, 10),
        (160, 222, -130),
        (178, 196, 0),
    ):
        shapes.append(_leaf(x, y, 66, d, g, 0.42))
    for x, y in ((78, 226), (196, 286), (226, 232)):
        shapes.append(circle(x, y, 30, r))
        shapes.append(circle(x - 9, y - 9, 7, style.face))
    return shapes


def _winter(style):
    g, r = style.green, style.red
    shapes = [brush([(60, 376), (120, 330), (140, 270), (214, 214)], [15, 12, 10, 6], style.black)]
    shapes.append(brush([(128, 316), (186, 312), (240, 330)], [10, 8, 5], style.black))
    for x, y, a in ((206, 218, 26), (120, 240, 30), (178, 276, 26), (236, 318, 24), (84, 312, 24)):
        shapes += _blossom(x, y, a, 5, r, style)
    for x, y in ((60, 200), (250, 262), (40, 262), (150, 196)):
        for d in (0, 60, 120):
            c, s = 15 * math.cos(math.radians(d)), 15 * math.sin(math.radians(d))
            shapes.append(curve([(x - c, y - s), (x + c, y + s)], g, 4.5))
    return shapes


def _plum(style):
    r = style.red
    shapes = [
        brush(
            [(48, 376), (96, 320), (150, 300), (196, 240), (206, 160)],
            [17, 15, 12, 9, 5],
            style.black,
        ),
        brush([(150, 300), (204, 312), (258, 296)], [10, 8, 5], style.black),
        brush([(98, 318), (84, 270), (92, 220)], [10, 8, 5], style.black),
    ]
    for x, y, a in (
        (200, 172, 27),
        (160, 246, 42),
        (92, 214, 30),
        (252, 292, 28),
        (218, 346, 34),
        (112, 340, 30),
    ):
        shapes += _blossom(x, y, a, 5, r, style)
    return shapes


def _orchid(style):
    g, r = style.green, style.red
    shapes = [
        brush(points, widths, g)
        for points, widths in (
            ([(150, 376), (120, 270), (56, 214), (34, 236)], [16, 14, 9, 3]),
            ([(150, 376), (146, 250), (196, 170), (262, 150)], [16, 15, 10, 3]),
            ([(150, 376), (190, 286), (246, 252), (270, 268)], [15, 13, 9, 3]),
            ([(150, 376), (108, 330), (58, 312), (32, 330)], [14, 12, 8, 3]),
            ([(150, 376), (206, 346), (250, 342)], [13, 9, 3]),
        )
    ]
    shapes.append(curve([(148, 370), (134, 260), (138, 190)], g, 5))
    for x, y in ((138, 182), (196, 236), (96, 250)):
        shapes += [_leaf(x, y, 34, d, r, 0.55) for d in (-90, -18, 54, 126, 198)]
        shapes.append(circle(x, y, 6, style.face))
    return shapes


def _bamboo(style):
    g = style.green
    shapes = []
    for x, top, w in ((118, 152, 24), (168, 178, 20)):
        y = 372
        while y > top + 20:
            length = min(62, y - top)
            left, right, middle, upper = x - w / 2, x + w / 2, y - length / 2, y - length + 5
            shapes.append(
                path(
                    f"M{left} {y}Q{left + 5} {middle} {left} {upper}"
                    f"L{right} {upper}Q{right - 5} {middle} {right} {y}Z",
                    g,
                )
            )
            y -= length
    for x, y, lean in ((186, 196, 0), (100, 238, 180), (186, 268, 8), (100, 306, 172)):
        for d in (-28, 6, 40):
            turn = d if lean < 90 else 180 - d
            shapes.append(_leaf(x, y, 78, turn, g, 0.28))
    return shapes


def _chrysanthemum(style):
    g, r = style.green, style.red
    shapes = [brush([(150, 240), (146, 310), (120, 376)], [10, 10, 12], g)]
    shapes += [_leaf(146, 322, 96, d, g, 0.46) for d in (-24, 204)]
    shapes += [_leaf(136, 350, 80, d, g, 0.4) for d in (4, 176)]
    for n, inner, outer, width in ((16, 26, 80, 21), (10, 14, 48, 20)):
        if n == 10:
            shapes.append(circle(150, 218, 52, style.face))
        for i in range(n):
            a = 360 * (i + (n == 10) / 2) / n
            c, s = math.cos(math.radians(a)), math.sin(math.radians(a))
            shapes.append(
                curve(
                    [(150 + inner * c, 218 + inner * s), (150 + outer * c, 218 + outer * s)],
                    r,
                    width * 0.9,
                )
            )
    shapes.append(circle(150, 218, 12, style.face))
    return shapes


PICTURES = dict(
    zip(
        "abcdefgh",
        (_spring, _summer, _autumn, _winter, _plum, _orchid, _bamboo, _chrysanthemum),
        strict=True,
    )
)
