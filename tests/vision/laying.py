"""Tiles laid out by hand for tests: rows of codes as detections, in pixels."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence

from scoring import Tile
from vision.detections import Detection, certain

WIDTH, HEIGHT = 60.0, 80.0


def tile(
    code: str,
    x: float,
    y: float,
    *,
    angle: float = 0.0,
    scale: float = 1.0,
    confidence: float = 0.95,
    probabilities: Sequence[float] | None = None,
) -> Detection:
    """One tile with its centre at (x, y), turned clockwise by an angle in degrees."""
    c, s = math.cos(math.radians(angle)), math.sin(math.radians(angle))
    w, h = WIDTH * scale / 2, HEIGHT * scale / 2
    around = ((-w, -h), (w, -h), (w, h), (-w, h))
    corners = tuple((x + c * u - s * v, y + s * u + c * v) for u, v in around)
    return Detection(corners, confidence, probabilities or certain(Tile(code)))


def row(
    text: str, x: float = 0.0, y: float = 0.0, *, angle: float = 0.0, bend: float = 0.0
) -> list[Detection]:
    """Tiles side by side from (x, y) on, in a direction of `angle` degrees.

    text: codes parted by spaces. `_` is a gap of a third of a tile, `.` one of a whole tile; `~`
    after a code lays it on its side, `/` leans it by 20 degrees. bend: how far the row's middle
    lies off its ends, in pixels.
    """
    c, s = math.cos(math.radians(angle)), math.sin(math.radians(angle))
    marks = text.split()
    total = max(1.0, len(marks) * WIDTH)
    along, found = 0.0, []
    for mark in marks:
        if mark in "_.":
            along += WIDTH * (1 / 3 if mark == "_" else 1.0)
            continue
        code = mark.rstrip("~/")
        on_side = mark.endswith("~")
        reach = HEIGHT if on_side else WIDTH
        u = along + reach / 2
        v = (HEIGHT - WIDTH) / 2 if on_side else 0.0
        v += 4 * bend * (u / total) * (1 - u / total)
        turn = angle + (90.0 if on_side else 20.0 if mark.endswith("/") else 0.0)
        found.append(tile(code, x + c * u - s * v, y + s * u + c * v, angle=turn))
        along += reach
    return found


def boxed(detections: Iterable[Detection]) -> list[Detection]:
    """The same tiles as upright boxes, as a detector gives them that knows no angles."""
    return [Detection.from_box(d.xyxy, d.confidence, d.probabilities) for d in detections]


def torn(likely: dict[str, float]) -> tuple[float, ...]:
    """Tile probabilities by code; what is left is spread over all tiles."""
    rest = (1.0 - sum(likely.values())) / 43
    values = [rest] * 43
    for code, probability in likely.items():
        values[Tile(code).index] += probability
    return tuple(values)
