"""The few primitives that every drawing is made of.

A drawing is a list of `Shape` in face units (x right, y down; a face is `WIDTH` × `HEIGHT`). Each
shape is an outline, filled by the even-odd rule or stroked with round ends, in one opaque colour,
so that an SVG renderer and a polygon filler give the same picture. Moving and turning a shape only
changes its matrix: outlines are flattened once, whatever number of designs share them.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import NamedTuple

import numpy as np

WIDTH, HEIGHT = 300.0, 400.0

_TOKEN = re.compile(r"[A-Za-z]|-?\d*\.?\d+")
_ARGUMENTS = {"M": 2, "L": 2, "Q": 4, "C": 6, "Z": 0}
_CURVE_STEPS = {"Q": 6, "C": 12}

Point = tuple[float, float]
Segments = tuple[tuple[str, tuple[float, ...]], ...]
Matrix = tuple[float, float, float, float, float, float]
_STILL: Matrix = (1.0, 0.0, 0.0, 1.0, 0.0, 0.0)


@dataclass(frozen=True, eq=False)
class Outline:
    """Subpaths as (verb, coordinates) with the absolute verbs M L Q C Z."""

    segments: Segments

    @cached_property
    def flat(self) -> tuple[np.ndarray, tuple[tuple[int, int], ...]]:
        """All points of the flattened outline, n × 2, and where each subpath starts and ends."""
        flat: list[float] = []
        starts: list[int] = []
        for verb, xy in self.segments:
            if verb == "M":
                starts.append(len(flat) // 2)
                flat.extend(xy)
            elif verb == "L":
                flat.extend(xy)
            elif verb == "Z":
                flat.extend(flat[2 * starts[-1] : 2 * starts[-1] + 2])
            else:
                controls = np.array((*flat[-2:], *xy)).reshape(-1, 2)
                flat.extend((_WEIGHTS[verb] @ controls).ravel().tolist())
        ends = (*starts[1:], len(flat) // 2)
        return np.array(flat).reshape(-1, 2), tuple(zip(starts, ends, strict=True))


def _bernstein(degree: int, steps: int) -> np.ndarray:
    t = np.arange(1, steps + 1)[:, None] / steps
    k = np.arange(degree + 1)
    return np.array([math.comb(degree, i) for i in k]) * t**k * (1 - t) ** (degree - k)


_WEIGHTS = {"Q": _bernstein(2, _CURVE_STEPS["Q"]), "C": _bernstein(3, _CURVE_STEPS["C"])}


class Shape(NamedTuple):
    """An outline in a colour "#rrggbb".

    `stroke` is the line width of a stroked shape, or 0 for a filled one. `matrix` is a, b, c, d, e,
    f in SVG's order: x' = a·x + c·y + e, y' = b·x + d·y + f.
    """

    outline: Outline
    colour: str
    stroke: float = 0.0
    matrix: Matrix = _STILL

    def moved(self, dx: float, dy: float) -> Shape:
        a, b, c, d, e, f = self.matrix
        return Shape(self.outline, self.colour, self.stroke, (a, b, c, d, e + dx, f + dy))

    def scaled(self, s: float, cx: float = 0.0, cy: float = 0.0) -> Shape:
        return self.mapped(s, 0, 0, s, cx - s * cx, cy - s * cy)

    def turned(self, degrees: float, cx: float = 0.0, cy: float = 0.0) -> Shape:
        c, s = math.cos(math.radians(degrees)), math.sin(math.radians(degrees))
        return self.mapped(c, s, -s, c, cx - c * cx + s * cy, cy - s * cx - c * cy)

    def mirrored(self, x: float) -> Shape:
        """Left and right changed about the upright line at x."""
        return self.mapped(-1, 0, 0, 1, 2 * x, 0)

    def mapped(self, a: float, b: float, c: float, d: float, e: float, f: float) -> Shape:
        """With another matrix applied after its own; lines grow with the area."""
        a0, b0, c0, d0, e0, f0 = self.matrix
        matrix = (
            a * a0 + c * b0,
            b * a0 + d * b0,
            a * c0 + c * d0,
            b * c0 + d * d0,
            a * e0 + c * f0 + e,
            b * e0 + d * f0 + f,
        )
        stroke = self.stroke * math.sqrt(abs(a * d - b * c)) if self.stroke else 0.0
        return Shape(self.outline, self.colour, stroke, matrix)

    def coloured(self, colour: str) -> Shape:
        return Shape(self.outline, colour, self.stroke, self.matrix)

    def stroked(self, width: float) -> Shape:
        return Shape(self.outline, self.colour, width, self.matrix)

    def path_data(self) -> str:
        """The `d` attribute of an SVG path, in tenths of a face unit."""
        a, b, c, d, e, f = self.matrix
        parts: list[str] = []
        at = start = (0, 0)
        for verb, xy in self.outline.segments:
            tenths = [
                (round(10 * (a * x + c * y + e)), round(10 * (b * x + d * y + f)))
                for x, y in zip(xy[0::2], xy[1::2], strict=True)
            ]
            if verb == "Z":
                parts.append("z")
                at = start
                continue
            origin = (0, 0) if verb == "M" else at
            numbers = [
                _tenth(v - o) for point in tenths for v, o in zip(point, origin, strict=True)
            ]
            parts.append((verb if verb == "M" else verb.lower()) + " ".join(numbers))
            at = tenths[-1]
            if verb == "M":
                start = at
        return "".join(parts).replace(" -", "-")

    def points(self) -> np.ndarray:
        """All points of the flattened outline, n × 2; `outline.flat` tells its subpaths apart."""
        a, b, c, d, e, f = self.matrix
        return self.outline.flat[0] @ ((a, b), (c, d)) + (e, f)


def _tenth(value: int) -> str:
    """Tenths as short as SVG allows: 5 is .5, 20 is 2."""
    whole, tenth = divmod(abs(value), 10)
    text = f"{whole or ''}.{tenth}" if tenth else str(whole)
    return f"-{text}" if value < 0 else text


def path(data: str, colour: str, stroke: float = 0.0) -> Shape:
    """A shape from SVG path data with the verbs M L H V Q C Z, absolute or relative."""
    return Shape(parse(data), colour, stroke)


@lru_cache(maxsize=4000)
def parse(data: str) -> Outline:
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
    return Outline(tuple(segments))


def polygon(points: Iterable[Point], colour: str) -> Shape:
    first, *rest = points
    return Shape(Outline((("M", first), *(("L", p) for p in rest), ("Z", ()))), colour)


def line(points: Iterable[Point], colour: str, stroke: float) -> Shape:
    first, *rest = points
    return Shape(Outline((("M", first), *(("L", p) for p in rest))), colour, stroke)


def curve(points: Sequence[Point], colour: str, stroke: float) -> Shape:
    """A smooth line through all `points`."""
    return Shape(Outline(_smooth(points)), colour, stroke)


def blob(points: Sequence[Point], colour: str) -> Shape:
    """A filled smooth closed outline through all `points`."""
    return Shape(Outline(_smooth(points, closed=True)), colour)


def brush(points: Sequence[Point], widths: Sequence[float], colour: str) -> Shape:
    """A filled stroke along the smooth line through `points`, `widths` wide at each of them."""
    spine = Outline(_smooth(points)).flat[0]
    at = np.linspace(0, 1, len(spine))
    half = np.interp(at, np.linspace(0, 1, len(widths)), widths) / 2
    tangent = np.gradient(spine, axis=0)
    tangent /= np.maximum(np.linalg.norm(tangent, axis=1, keepdims=True), 1e-9)
    normal = tangent[:, ::-1] * (-1, 1)
    left, right = spine + normal * half[:, None], spine - normal * half[:, None]
    return polygon(np.vstack((left, right[::-1])).tolist(), colour)


def _smooth(points: Sequence[Point], closed: bool = False) -> Segments:
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


def ellipse(cx: float, cy: float, rx: float, ry: float, colour: str) -> Shape:
    return Shape(_DISC, colour, 0.0, (rx, 0.0, 0.0, ry, cx, cy))


def circle(cx: float, cy: float, r: float, colour: str) -> Shape:
    return ellipse(cx, cy, r, r, colour)


def ring(cx: float, cy: float, outer: float, inner: float, colour: str) -> Shape:
    return Shape(_unit_ring(round(inner / outer, 4)), colour, 0.0, (outer, 0.0, 0.0, outer, cx, cy))


def _round(r: float) -> Segments:
    k = r * 0.5523
    return (
        ("M", (r, 0)),
        ("C", (r, k, k, r, 0, r)),
        ("C", (-k, r, -r, k, -r, 0)),
        ("C", (-r, -k, -k, -r, 0, -r)),
        ("C", (k, -r, r, -k, r, 0)),
        ("Z", ()),
    )


_DISC = Outline(_round(1.0))


@lru_cache(maxsize=256)
def _unit_ring(hole: float) -> Outline:
    return Outline(_round(1.0) + _round(hole))


def box(x: float, y: float, w: float, h: float, r: float, colour: str) -> Shape:
    """A rectangle with corners of radius `r`."""
    return Shape(Outline(_box(x, y, w, h, r)), colour)


def frame(x: float, y: float, w: float, h: float, r: float, thick: float, colour: str) -> Shape:
    """The border of a rounded rectangle, `thick` wide, inside x, y, w, h."""
    t = thick
    inner = _box(x + t, y + t, w - 2 * t, h - 2 * t, max(r - t, 0))
    return Shape(Outline(_box(x, y, w, h, r) + inner), colour)


def _box(x: float, y: float, w: float, h: float, r: float) -> Segments:
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
