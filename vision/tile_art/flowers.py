"""The eight flower tiles: a picture, the name and a number."""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import lru_cache
from random import Random

from vision.tile_art.shapes import Shape, blob, brush, circle, curve, line, path, polygon
from vision.tile_art.style import ArtStyle
from vision.tile_art.text import written

NAMES = dict(zip("abcdefgh", "春夏秋冬梅蘭竹菊", strict=True))
_SEASONS = "abcd"
_LEFT, _RIGHT = 28.0, 188.0


def flower(code: str, style: ArtStyle) -> list[Shape]:
    pen = Pen(style)
    sprig = style.flower_picture == "sprig" and code in "abcdeh"
    shapes = _sprig(code, pen) if sprig else PICTURES[code](pen)
    if style.flower_picture == "pot":
        shapes = [shape.scaled(0.74, 150, 150) for shape in shapes] + _pot(pen)
    if style.flower_mirror:
        shapes = [shape.mirrored(150) for shape in shapes]
    if style.flower_layout == "picture":
        return [shape.scaled(1.08, 150, 264).moved(0, -60) for shape in shapes]
    return [*shapes, *_words(code, style)]


def _words(code: str, style: ArtStyle) -> list[Shape]:
    season = code in _SEASONS
    name_at, number_at = (_RIGHT, _LEFT) if season != style.flower_mirror else (_LEFT, _RIGHT)
    name_ink = style.season_name_ink if season else style.plant_name_ink
    number_ink = style.season_number_ink if season else style.plant_number_ink
    shapes: list[Shape] = []
    if style.flower_layout in ("name+number", "name"):
        box, small = (name_at, 28, 84, 92), style.replace(bold=style.bold / 2)
        shapes += written(style.flower_hand, NAMES[code], box, style.ink(name_ink), small)
    if style.flower_layout in ("name+number", "number"):
        number = style.numbers["abcdefgh".index(code)]
        hand, sign, ink = style.index_hand, number, style.ink(number_ink)
        if season and style.season_numerals == "chinese":
            hand, sign = style.flower_hand, "一二三四"[int(number) - 1]
            shapes += written(hand, sign, (number_at, 28, 84, 84), ink, style, ink_box=False)
        else:
            shapes += written(hand, sign, (number_at + 11, 36, 62, 76), ink, style, bold=0)
    return shapes


@dataclass(frozen=True)
class Pen:
    """Parts of plants, filled or in lines as the style has it."""

    style: ArtStyle

    @property
    def lines(self) -> bool:
        return self.style.flower_art == "line"

    @property
    def width(self) -> float:
        return self.style.line_width

    @property
    def inks(self) -> tuple[str, str, str]:
        return self.style.scheme("flower_inks")

    def stem(self, points, widths, ink) -> list[Shape]:
        if self.lines and max(widths) < 12:
            return [curve(points, ink, self.width)]
        return [brush(points, widths, ink)]

    def _part(self, shape: Shape) -> list[Shape]:
        """A filled part; in lines it hides what lies behind it just the same."""
        if self.lines:
            return [shape.coloured(self.style.face), shape.stroked(0.85 * self.width)]
        return [shape]

    def leaf(self, x, y, length, degrees, ink, width=0.4) -> list[Shape]:
        return self._part(
            _LEAF.mapped(length, 0, 0, length * width, 0, 0)
            .turned(degrees)
            .moved(x, y)
            .coloured(ink)
        )

    def disc(self, x, y, r, ink) -> list[Shape]:
        return self._part(circle(x, y, r - 0.4 * self.width * self.lines, ink))

    def outline(self, points, ink) -> list[Shape]:
        return self._part(blob(points, ink))

    def blossom(self, x, y, r, n, ink) -> list[Shape]:
        """Round petals around a heart, seen from above."""
        if self.lines:
            heart = self.disc(x, y, 0.36 * r, ink)
            return [*self._part(_scallops(n).scaled(r).moved(x, y).coloured(ink)), *heart]
        distance, petal = 0.58 * r, r * min(0.46, 2 / n)
        angles = (2 * math.pi * i / n for i in range(n))
        return [
            *(
                circle(x + distance * math.sin(a), y - distance * math.cos(a), petal, ink)
                for a in angles
            ),
            circle(x, y, 0.5 * r, ink),
            circle(x, y, 0.28 * r, self.style.face),
            circle(x, y, 0.15 * r, ink),
        ]

    def peony(self, x, y, r, ink) -> list[Shape]:
        """Two rings of petals around a heart."""
        outer = _scallops(8).scaled(r).moved(x, y)
        inner = _scallops(6).scaled(0.6 * r).moved(x, y)
        if self.lines:
            heart = self.disc(x, y, 0.2 * r, ink)
            return [*self._part(outer.coloured(ink)), *self._part(inner.coloured(ink)), *heart]
        return [
            outer.coloured(ink),
            inner.scaled(1.16, x, y).coloured(self.style.face),
            inner.coloured(ink),
            circle(x, y, 0.17 * r, self.style.face),
        ]

    def daisy(self, x, y, r, n, ink) -> list[Shape]:
        """Thin petals, two rings of them if there are many."""
        shapes = []
        rings = ((n, 0.3, 1.0), (n * 5 // 8, 0.15, 0.56)) if n > 10 else ((n, 0.32, 1.0),)
        for k, (count, inner, outer) in enumerate(rings):
            if k:
                shapes.append(circle(x, y, 0.64 * r, self.style.face))
            for i in range(count):
                a = 2 * math.pi * (i + 0.5 * k) / count
                c, s = r * math.cos(a), r * math.sin(a)
                if self.lines:
                    at, length = (x + inner * c, y + inner * s), (outer - inner) * r
                    shapes += self.leaf(*at, length, math.degrees(a), ink, 0.5)
                else:
                    ends = [(x + u * c, y + u * s) for u in (inner, outer - 0.1)]
                    width = min(0.27, 5.2 * (inner + outer) / 2 / count) * r
                    shapes.append(line(ends, ink, width))
        return [*shapes, circle(x, y, 0.14 * r, ink if self.lines else self.style.face)]

    def tulip(self, x, y, r, ink) -> list[Shape]:
        left = [(-0.1, 0.9), (-0.8, 0.3), (-0.75, -0.8), (-0.3, -0.3), (0, -1.0)]
        right = [(-u, v) for u, v in left[-2::-1]]
        shapes = self.outline([(x + u * r, y + v * r) for u, v in (*left, *right)], ink)
        if self.lines:
            shapes.append(line([(x, y - 0.8 * r), (x, y + 0.3 * r)], ink, 0.7 * self.width))
        return shapes


_LEAF = path("M0 0Q.5 -1 1 0Q.5 1 0 0Z", "#000000")


@lru_cache
def _scallops(n: int) -> Shape:
    """The outline of n round petals, the first at the top, in a circle of radius 1."""
    half = math.pi / n
    data = ""
    for i in range(n):
        middle = 2 * half * i - math.pi / 2
        (x1, y1), (x2, y2) = (
            (0.74 * math.cos(a), 0.74 * math.sin(a)) for a in (middle - half, middle + half)
        )
        # Control points beyond the rim make a bump as high as the circle.
        reach = (1 - 0.25 * 0.74 * math.cos(half)) / 0.75
        spread = half * 0.95
        (u1, v1), (u2, v2) = (
            (reach * math.cos(a) / math.cos(spread), reach * math.sin(a) / math.cos(spread))
            for a in (middle - spread, middle + spread)
        )
        if not data:
            data = f"M{x1:.4f} {y1:.4f}"
        data += f"C{u1:.4f} {v1:.4f} {u2:.4f} {v2:.4f} {x2:.4f} {y2:.4f}"
    return path(data + "Z", "#000000")


# --- pictures: they stand below the words, from about y = 140 to 378


def _spring(pen: Pen) -> list[Shape]:
    g, _, r = pen.inks
    return [
        *pen.stem([(104, 376), (134, 332), (148, 268)], [11, 10, 9], g),
        *pen.leaf(132, 342, 92, -28, g),
        *pen.leaf(132, 342, 92, 190, g),
        *pen.leaf(144, 302, 84, -6, g),
        *pen.leaf(144, 302, 80, 216, g),
        *pen.peony(150, 210, 68, r),
    ]


def _summer(pen: Pen) -> list[Shape]:
    g, _, r = pen.inks
    petals = []
    if pen.lines:
        for turn in (-12, -168, -48, -132, -90):
            petals += pen.leaf(150, 258, 112, turn, r, 0.46)
    else:
        for turn in (-12, -168, -48, -132):
            petals += pen.leaf(150, 256, 116, turn, r, 0.46)
        petals += pen.leaf(150, 260, 126, -90, pen.style.face, 0.6)
        petals += pen.leaf(150, 258, 120, -90, r, 0.46)
    return [
        *pen.stem([(150, 256), (146, 300), (152, 372)], [9, 9, 10], g),
        *petals,
        *pen.outline([(34, 332), (88, 310), (140, 332), (88, 354)], g),
        *pen.outline([(166, 350), (218, 328), (270, 350), (218, 372)], g),
    ]


def _autumn(pen: Pen) -> list[Shape]:
    g, _, r = pen.inks
    shapes = pen.stem([(70, 376), (116, 318), (150, 240), (204, 160)], [11, 10, 9, 5], g)
    for x, y, turn in (
        (90, 350, -100),
        (104, 334, -4),
        (128, 294, -128),
        (140, 268, 14),
        (160, 224, -136),
        (180, 194, 8),
    ):
        shapes += pen.leaf(x, y, 72, turn, g, 0.44)
    for x, y in ((66, 236), (206, 288), (238, 226)):
        shapes += pen.disc(x, y, 32, r)
        shapes.append(circle(x - 9, y - 9, 6.5, r if pen.lines else pen.style.face))
    return shapes


def _winter(pen: Pen) -> list[Shape]:
    _, b, r = pen.inks
    shapes = [
        brush([(52, 378), (112, 338), (142, 278), (226, 196)], [17, 14, 11, 5], pen.style.black),
        brush([(118, 332), (184, 322), (252, 338)], [11, 9, 5], pen.style.black),
    ]
    for x, y, size in (
        (220, 204, 32),
        (108, 262, 34),
        (184, 266, 34),
        (246, 332, 30),
        (164, 338, 28),
    ):
        shapes += pen.blossom(x, y, size, 5, r)
    for x, y in ((58, 196), (256, 262), (38, 292), (140, 180)):
        for turn in (0, 60, 120):
            c, s = 19 * math.cos(math.radians(turn)), 19 * math.sin(math.radians(turn))
            shapes.append(curve([(x - c, y - s), (x + c, y + s)], b, 5.5))
    return shapes


def _plum(pen: Pen) -> list[Shape]:
    _, _, r = pen.inks
    shapes = [
        brush(
            [(44, 378), (96, 320), (150, 300), (198, 240), (210, 152)],
            [20, 17, 14, 10, 5],
            pen.style.black,
        ),
        brush([(150, 300), (204, 316), (262, 300)], [12, 9, 5], pen.style.black),
        brush([(98, 318), (82, 270), (92, 214)], [12, 9, 5], pen.style.black),
    ]
    for x, y, size in (
        (206, 166, 31),
        (156, 238, 48),
        (84, 214, 35),
        (254, 286, 32),
        (212, 348, 36),
        (118, 348, 30),
    ):
        shapes += pen.blossom(x, y, size, 5, r)
    return shapes


def _orchid(pen: Pen) -> list[Shape]:
    g, _, r = pen.inks
    shapes = [
        brush(points, widths, g)
        for points, widths in (
            ([(150, 378), (120, 270), (62, 206), (34, 232)], [18, 17, 11, 3]),
            ([(150, 378), (146, 250), (192, 166), (266, 146)], [18, 18, 12, 3]),
            ([(150, 378), (190, 286), (246, 252), (274, 272)], [17, 16, 11, 3]),
            ([(150, 378), (108, 330), (58, 312), (28, 334)], [16, 14, 10, 3]),
            ([(150, 378), (206, 346), (260, 346)], [15, 11, 3]),
        )
    ]
    shapes.append(curve([(148, 370), (132, 260), (136, 182)], g, 6))
    shapes.append(curve([(150, 370), (166, 300), (204, 236)], g, 6))
    for x, y in ((136, 172), (206, 230), (90, 262)):
        for turn in (-90, -18, 54, 126, 198):
            shapes += pen.leaf(x, y, 38, turn, r, 0.56)
        shapes.append(circle(x, y, 7, pen.style.face))
    return shapes


def _bamboo(pen: Pen) -> list[Shape]:
    g, _, _ = pen.inks
    shapes: list[Shape] = []
    for x, top, w in ((116, 146, 28), (172, 184, 24)):
        y = 376.0
        while y > top + 20:
            piece = min(60.0, y - top)
            left, right, middle, upper = x - w / 2, x + w / 2, y - piece / 2, y - piece + 6
            data = (
                f"M{left} {y}Q{left + 6} {middle} {left} {upper}"
                f"L{right} {upper}Q{right - 6} {middle} {right} {y}Z"
            )
            shapes.append(path(data, g, 0.8 * pen.width if pen.lines else 0.0))
            y -= piece
    for x, y, rightwards in (
        (190, 206, True),
        (98, 214, False),
        (190, 286, True),
        (98, 300, False),
    ):
        for turn in (-34, 2, 38):
            shapes += pen.leaf(x, y, 80, turn if rightwards else 180 - turn, g, 0.3)
    return shapes


def _chrysanthemum(pen: Pen) -> list[Shape]:
    g, _, r = pen.inks
    return [
        *pen.stem([(150, 240), (148, 310), (122, 378)], [11, 11, 12], g),
        *pen.leaf(148, 330, 106, -22, g, 0.46),
        *pen.leaf(146, 334, 106, 204, g, 0.46),
        *pen.leaf(134, 362, 78, 8, g, 0.4),
        *pen.daisy(150, 222, 88, 16, r),
    ]


PICTURES = dict(
    zip(
        "abcdefgh",
        (_spring, _summer, _autumn, _winter, _plum, _orchid, _bamboo, _chrysanthemum),
        strict=True,
    )
)


def _sprig(code: str, pen: Pen) -> list[Shape]:
    """Some red flower among some leaves, as makers draw it: another one for each seed."""
    chance = Random(f"{pen.style.sprig_seed} {code}")
    g, _, r = pen.inks
    lean = chance.uniform(-60, 60)
    foot = (150 - lean, 376.0)
    x, y = 150 + lean * chance.uniform(0.0, 0.5), chance.uniform(190, 240)
    middle = ((foot[0] + x) / 2 + chance.uniform(-26, 26), (foot[1] + y) / 2)
    shapes = pen.stem([foot, middle, (x, y)], [12, 10, 8], g)
    for _ in range(chance.randint(1, 4)):
        t = chance.uniform(0.1, 0.75)
        at = (foot[0] + (x - foot[0]) * t, foot[1] + (y - foot[1]) * t)
        turn, size = chance.uniform(-70, 10), chance.uniform(60, 105)
        shape = chance.uniform(0.26, 0.5)
        shapes += pen.leaf(*at, size, turn, g, shape)
        shapes += pen.leaf(*at, size, 180 - turn + chance.uniform(-20, 20), g, shape)
    if chance.random() < 0.4:
        for side in (-1, 1):
            points = [(foot[0], 372), (150 + 60 * side, 352), (150 + 116 * side, 366)]
            shapes += pen.stem(points, [10, 9, 4], g)
    if chance.random() < 0.5:
        tip = (min(max(x + chance.choice((-1, 1)) * chance.uniform(50, 90), 50), 250), 164.0)
        shapes += pen.stem([middle, ((x + tip[0]) / 2, 200), tip], [7, 6, 5], g)
        shapes += pen.disc(*tip, 15, r)
    size = chance.uniform(48, 66)
    kinds = {"e": (0,), "h": (2,)}.get(code, (0, 1, 2, 3))
    kind = chance.choice(kinds)
    if kind == 0:
        shapes += pen.blossom(x, y, size, 5 if code == "e" else chance.randint(5, 8), r)
    elif kind == 1:
        shapes += pen.peony(x, y, size, r)
    elif kind == 2:
        shapes += pen.daisy(x, y, size * 1.1, chance.choice((9, 14, 16)), r)
    else:
        shapes += pen.tulip(x, y, size * 0.95, r)
    return shapes


def _pot(pen: Pen) -> list[Shape]:
    _, b, _ = pen.inks
    body = [(96, 322), (204, 322), (188, 374), (112, 374)]
    if pen.lines:
        return [
            curve([(88, 318), (212, 318)], b, pen.width),
            *(curve(list(ends), b, pen.width) for ends in ((body[0], body[3]), (body[1], body[2]))),
            curve([body[3], body[2]], b, pen.width),
        ]
    return [
        polygon(body, b),
        curve([(90, 318), (210, 318)], b, 14),
        curve([(108, 344), (150, 350), (192, 344)], pen.style.face, 5),
    ]
