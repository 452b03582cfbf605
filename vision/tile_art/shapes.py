"""The few primitives that every drawing is made of.

A drawing is a list of `Shape` in face units (x right, y down; a face is `WIDTH` × `HEIGHT`). Each
shape is an outline, filled by the even-odd rule or stroked with round ends, in one opaque colour,
so that an SVG renderer and a polygon filler give the same picture.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

import numpy as np

WIDTH, HEIGHT = 300.0, 400.0

_TOKEN = re.compile(r"[A-Za-z]|-?\d*\.?\d+")
_ARGUMENTS = {"M": 2, "L": 2, "Q": 4, "C": 6, "Z": 0}
_CURVE_STEPS = 8

Point = tuple[float, float]


@dataclass(frozen=True)
class Shape:
    """`segments`: (verb, coordinates) with absolute verbs M L Q C Z. `colour`: "#rrggbb".

    `stroke` is the line width of a stroked shape, or 0 for a filled one. `raised` shapes are the
    tile's body rather than ink in it: the engraved look leaves them alone.
    """

    segments: tuple[tuple[str, tuple[float, ...]], ...]
    colour: str
    stroke: float = 0.0
    raised: bool = False

    def moved(self, dx: float, dy: float) -> Shape:
        return self.mapped(1, 0, 0, 1, dx, dy)

    def scaled(self, s: float, cx: float = 0.0, cy: float = 0.0) -> Shape:
        return self.mapped(s, 0, 0, s, cx - s * cx, cy - s * cy)

    def turned(self, degrees: float, cx: float, cy: float) -> Shape:
        c, s = math.cos(math.radians(degrees)), math.sin(math.radians(degrees))
        return self.mapped(c, s, -s, c, cx - c * cx + s * cy, cy - s * cx - c * cy)

    def mapped(self, a: float, b: float, c: float, d: float, e: float, f: float) -> Shape:
        """x' = a·x + c·y + e, y' = b·x + d·y + f (the order of SVG's matrix)."""
        segments = tuple(
            (
                verb,
                tuple(
                    v
                    for x, y in zip(xy[0::2], xy[1::2], strict=True)
                    for v in (a * x + c * y + e, b * x + d * y + f)
                ),
            )
            for verb, xy in self.segments
        )
        size = math.sqrt(abs(a * d - b * c))
        return replace(self, segments=segments, stroke=self.stroke * size)

    def coloured(self, colour: str) -> Shape:
        return replace(self, colour=colour)

    def path_data(self) -> str:
        """The `d` attribute of an SVG path."""
        return "".join(verb + " ".join(_number(v) for v in xy) for verb, xy in self.segments)

    def polygons(self) -> tuple[np.ndarray, ...]:
        """The outline flattened to float arrays of n × 2 points, one for each subpath."""
        return _flatten(self.segments)


def _number(value: float) -> str:
    return f"{value:.1f}".removesuffix(".0").replace("-0.", "-.") if abs(value) >= 0.05 else "0"


@lru_cache(maxsize=20000)
def _flatten(segments) -> tuple[np.ndarray, ...]:
    polygons: list[np.ndarray] = []
    points: list[Point] = []
    for verb, xy in segments:
        if verb == "M":
            if len(points) > 1:
                polygons.append(np.array(points))
            points = [xy]
        elif verb == "L":
            points.append(xy)
        elif verb == "Z":
            points.append(points[0])
        else:
            control = np.array([points[-1], *zip(xy[0::2], xy[1::2], strict=True)])
            points.extend(map(tuple, _WEIGHTS[verb] @ control))
    if len(points) > 1:
        polygons.append(np.array(points))
    return tuple(polygons)


def _bernstein(degree: int) -> np.ndarray:
    t = np.arange(1, _CURVE_STEPS + 1)[:, None] / _CURVE_STEPS
    k = np.arange(degree + 1)
    return np.array([math.comb(degree, i) for i in k]) * t**k * (1 - t) ** (degree - k)


_WEIGHTS = {"Q": _bernstein(2), "C": _bernstein(3)}


def path(data: str, colour: str, stroke: float = 0.0) -> Shape:
    """A shape from SVG path data with the verbs M L H V Q C Z, absolute or relative."""
    return Shape(parse(data), colour, stroke)


@lru_cache(maxsize=4000)
def parse(data: str) -> tuple[tuple[str, tuple[float, ...]], ...]:
    tokens = _TOKEN.findall(data)
    segments: list[tuple[str, tuple[float, ...]]] = []
    at = start = (0.0, 0.0)
    verb, i = "", 0
    while i < len(tokens):
        if tokens[i].isalpha():
            verb, i = tokens[i], i + 1
        relative, kind = verb.islower(), verb.upper()
        if kind == "Z":
            segments.append(("Z", ()))
            at = start
            continue
        if kind in "HV":
            value, i = float(tokens[i]), i + 1
            x, y = at
            if kind == "H":
                at = (value + x if relative else value, y)
            else:
                at = (x, value + y if relative else value)
            segments.append(("L", at))
            continue
        count = _ARGUMENTS[kind]
        xy = [float(v) for v in tokens[i : i + count]]
        i += count
        if relative:
            xy = [v + at[k % 2] for k, v in enumerate(xy)]
        at = (xy[-2], xy[-1])
        if kind == "M":
            start, verb = at, "l" if relative else "L"
        segments.append((kind, tuple(xy)))
    return tuple(segments)


def polygon(points: Iterable[Point], colour: str) -> Shape:
    first, *rest = points
    return Shape((("M", first), *(("L", p) for p in rest), ("Z", ())), colour)


def line(points: Iterable[Point], colour: str, stroke: float) -> Shape:
    first, *rest = points
    return Shape((("M", first), *(("L", p) for p in rest)), colour, stroke)


def curve(points: Sequence[Point], colour: str, stroke: float) -> Shape:
    """A smooth line through all `points`."""
    return Shape(_smooth(points), colour, stroke)


def blob(points: Sequence[Point], colour: str) -> Shape:
    """A filled smooth closed outline through all `points`."""
    return Shape(_smooth(points, closed=True), colour)


def brush(points: Sequence[Point], widths: Sequence[float], colour: str) -> Shape:
    """A filled stroke along the smooth line through `points`, `widths` wide at each of them."""
    spine = _flatten(_smooth(points))[0]
    at = np.linspace(0, 1, len(spine))
    half = np.interp(at, np.linspace(0, 1, len(widths)), widths) / 2
    tangent = np.gradient(spine, axis=0)
    tangent /= np.maximum(np.linalg.norm(tangent, axis=1, keepdims=True), 1e-9)
    normal = tangent[:, ::-1] * (-1, 1)
    left, right = spine + normal * half[:, None], spine - normal * half[:, None]
    return polygon([tuple(map(float, p)) for p in (*left, *right[::-1])], colour)


def _smooth(points: Sequence[Point], closed: bool = False):
    """Catmull-Rom splines as cubic segments."""
    n = len(points)

    def at(i: int) -> Point:
        return points[i % n] if closed else points[min(max(i, 0), n - 1)]

    segments = [("M", tuple(points[0]))]
    for i in range(n if closed else n - 1):
        (x0, y0), (x1, y1), (x2, y2), (x3, y3) = at(i - 1), at(i), at(i + 1), at(i + 2)
        c1 = (x1 + (x2 - x0) / 6, y1 + (y2 - y0) / 6)
        c2 = (x2 - (x3 - x1) / 6, y2 - (y3 - y1) / 6)
        segments.append(("C", (*c1, *c2, x2, y2)))
    if closed:
        segments.append(("Z", ()))
    return tuple(segments)


def ellipse(cx: float, cy: float, rx: float, ry: float, colour: str, stroke: float = 0.0) -> Shape:
    return Shape(_ellipse(cx, cy, rx, ry), colour, stroke)


def circle(cx: float, cy: float, r: float, colour: str, stroke: float = 0.0) -> Shape:
    return ellipse(cx, cy, r, r, colour, stroke)


def ring(cx: float, cy: float, outer: float, inner: float, colour: str) -> Shape:
    return Shape(_ellipse(cx, cy, outer, outer) + _ellipse(cx, cy, inner, inner), colour)


def _ellipse(cx: float, cy: float, rx: float, ry: float):
    kx, ky = rx * 0.5523, ry * 0.5523
    return (
        ("M", (cx + rx, cy)),
        ("C", (cx + rx, cy + ky, cx + kx, cy + ry, cx, cy + ry)),
        ("C", (cx - kx, cy + ry, cx - rx, cy + ky, cx - rx, cy)),
        ("C", (cx - rx, cy - ky, cx - kx, cy - ry, cx, cy - ry)),
        ("C", (cx + kx, cy - ry, cx + rx, cy - ky, cx + rx, cy)),
        ("Z", ()),
    )


def box(
    x: float, y: float, w: float, h: float, r: float, colour: str, stroke: float = 0.0
) -> Shape:
    """A rectangle with corners of radius `r`."""
    return Shape(_box(x, y, w, h, r), colour, stroke)


def frame(x: float, y: float, w: float, h: float, r: float, thick: float, colour: str) -> Shape:
    """The border of a rounded rectangle, `thick` wide, inside x, y, w, h."""
    t = thick
    inner = _box(x + t, y + t, w - 2 * t, h - 2 * t, max(r - t, 0))
    return Shape(_box(x, y, w, h, r) + inner, colour)


def _box(x: float, y: float, w: float, h: float, r: float):
    r = min(r, w / 2, h / 2)
    if r <= 0:
        return (
            ("M", (x, y)),
            ("L", (x + w, y)),
            ("L", (x + w, y + h)),
            ("L", (x, y + h)),
            ("Z", ()),
        )
    k = r * 0.4477
    return (
        ("M", (x + r, y)),
        ("L", (x + w - r, y)),
        ("C", (x + w - k, y, x + w, y + k, x + w, y + r)),
        ("L", (x + w, y + h - r)),
        ("C", (x + w, y + h - k, x + w - k, y + h, x + w - r, y + h)),
        ("L", (x + r, y + h)),
        ("C", (x + k, y + h, x, y + h - k, x, y + h - r)),
        ("L", (x, y + r)),
        ("C", (x, y + k, x + k, y, x + r, y)),
        ("Z", ()),
    )


def bounds(shapes: Iterable[Shape]) -> tuple[float, float, float, float]:
    """x1, y1, x2, y2 around the shapes, strokes included."""
    low, high = [], []
    for shape in shapes:
        for points in shape.polygons():
            low.append(points.min(axis=0) - shape.stroke / 2)
            high.append(points.max(axis=0) + shape.stroke / 2)
    (x1, y1), (x2, y2) = np.min(low, axis=0), np.max(high, axis=0)
    return float(x1), float(y1), float(x2), float(y2)
