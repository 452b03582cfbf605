"""Rows as they lie: where each tile is in its row, and where the row has gaps."""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from vision.layout.chains import Chain
from vision.layout.frames import Frames

# A tile on its side is as long along the row as its neighbours are across it.
TURNED_RATIO = 1.33
# Gaps below this, in tile widths, are the noise of boxes that are drawn a little too small.
SMALLEST_GAP = 0.13
CERTAIN_GAP = 0.3
CLEAR_JUMP = 0.05


@dataclass(frozen=True)
class Slot:
    """One tile in its row.

    index: its position among the detections. x, y: its centre on the table, in tile widths.
    gap: the free space before it in its row, in tile widths (0 for the first).
    bend: how far it lies off the row's line, in tile heights, positive downwards.
    turned: whether it lies on its side. tilt: radians against its row.
    scale: the root of its area, in tile widths.
    """

    index: int
    x: float
    y: float
    gap: float
    bend: float
    turned: bool
    tilt: float
    scale: float


@dataclass(frozen=True)
class Group:
    """Tiles of one row that lie together, in order. row: the row's place in the layout."""

    row: int
    slots: tuple[Slot, ...]

    def __len__(self) -> int:
        return len(self.slots)

    @property
    def indices(self) -> tuple[int, ...]:
        """The positions of its detections, in order."""
        return tuple(slot.index for slot in self.slots)

    @property
    def gap(self) -> float:
        """The free space before the group, in tile widths; 0 for the first of its row."""
        return self.slots[0].gap

    @cached_property
    def centre(self) -> tuple[float, float]:
        """The mean of its tiles' centres on the table, in tile widths."""
        n = len(self.slots)
        return sum(s.x for s in self.slots) / n, sum(s.y for s in self.slots) / n


@dataclass(frozen=True)
class Row:
    """One line of tiles, left to right as they are read."""

    groups: tuple[Group, ...]
    angle: float

    @cached_property
    def slots(self) -> tuple[Slot, ...]:
        """All tiles of the row, in order."""
        return tuple(slot for group in self.groups for slot in group.slots)

    def __len__(self) -> int:
        return len(self.slots)


def measure_row(flat: Frames, chain: Chain, number: int, names: np.ndarray) -> Row:
    """The row of a chain. flat: frames in the table's plane; names: what to call their indices."""
    which = np.array(chain)
    heading = _heading(flat, which)
    if heading[0] < -0.17 or (abs(heading[0]) <= 0.17 and heading[1] < 0):
        which, heading = which[::-1], -heading
    n = len(which)
    direction = np.broadcast_to(heading, (n, 2))
    along, across = flat.extents(which, direction)
    position = flat.centres[which] @ heading
    sideways = flat.centres[which] @ np.array([-heading[1], heading[0]])
    bend = sideways - _line(position, sideways)
    turned = _turned(along, across)
    gaps = _gaps(position, sideways, along, turned, _lean(flat, heading))
    tilt = _tilts(flat, which, heading, along, across, turned)
    depth = max(float(np.median(across)), 1e-9)
    slots = [
        Slot(
            index=int(names[i]),
            x=float(flat.centres[i, 0]),
            y=float(flat.centres[i, 1]),
            gap=float(gaps[k]),
            bend=float(bend[k]) / depth,
            turned=bool(turned[k]),
            tilt=float(tilt[k]),
            scale=float(flat.size[i]),
        )
        for k, i in enumerate(which)
    ]
    threshold = _threshold(gaps[1:])
    groups: list[list[Slot]] = []
    for slot in slots:
        if not groups or slot.gap > threshold:
            groups.append([])
        groups[-1].append(slot)
    angle = math.atan2(heading[1], heading[0])
    return Row(tuple(Group(number, tuple(group)) for group in groups), angle)


def _heading(flat: Frames, which: np.ndarray) -> np.ndarray:
    if len(which) < 2:
        return np.array([1.0, 0.0])
    points = flat.centres[which]
    if len(which) == 2:
        heading = points[1] - points[0]
    else:
        centred = points - points.mean(axis=0)
        heading = np.linalg.svd(centred, full_matrices=False)[2][0]
        if heading @ (points[-1] - points[0]) < 0:
            heading = -heading
    return heading / max(float(np.hypot(*heading)), 1e-9)


def _lean(flat: Frames, heading: np.ndarray) -> float:
    """How far upright boxes may fall short of the step between touching tiles in this direction."""
    if not flat.upright.any():
        return 0.0
    return 0.5 * abs(math.sin(2 * math.atan2(heading[1], heading[0])))


def _line(position: np.ndarray, sideways: np.ndarray) -> np.ndarray:
    """The row's line at each tile: straight for short rows, else slightly bent, robustly fitted."""
    n = len(position)
    if n < 3:
        return sideways.copy()
    x = position - position.mean()
    x = x / max(float(np.abs(x).max()), 1e-9)
    columns = np.vander(x, 3 if n >= 6 else 2)
    weights = np.ones(n)
    fitted = sideways
    for _ in range(4):
        scaled = columns * weights[:, None]
        coefficients = np.linalg.lstsq(scaled, sideways * weights, rcond=None)[0]
        fitted = columns @ coefficients
        residual = np.abs(sideways - fitted)
        spread = max(1.5 * float(np.median(residual)), 1e-3 * (1 + float(np.abs(sideways).max())))
        weights = np.sqrt(1 / np.maximum(1.0, residual / spread))
    return fitted


def _turned(along: np.ndarray, across: np.ndarray) -> np.ndarray:
    ratio = along / np.maximum(across, 1e-9)
    usual = float(np.median(ratio)) if len(ratio) > 2 else 1 / TURNED_RATIO
    return ratio > usual * TURNED_RATIO


def _smooth(values: np.ndarray, position: np.ndarray) -> np.ndarray:
    """A robust straight line through values: perspective makes a row's tiles grow steadily."""
    n = len(values)
    if n < 4:
        return np.full(n, float(np.median(values)))
    i, j = np.triu_indices(n, k=max(1, n // 3))
    run = position[j] - position[i]
    slopes = (values[j] - values[i])[run > 1e-9] / run[run > 1e-9]
    slope = float(np.median(slopes)) if len(slopes) else 0.0
    return slope * position + float(np.median(values - slope * position))


def _gaps(
    position: np.ndarray, sideways: np.ndarray, along: np.ndarray, turned: np.ndarray, lean: float
) -> np.ndarray:
    """The free space before each tile, in tile widths.

    Boxes are drawn a little smaller than tiles, and upright boxes mislead where a row leans; both
    act on a whole row alike, so the closest neighbours of the row say what touching looks like.
    """
    n = len(position)
    gaps = np.zeros(n)
    if n < 2:
        return gaps
    straight = ~turned
    width = along.copy()
    if straight.any():
        line = _smooth(along[straight], position[straight])
        width[straight] = line
    usual = float(np.median(width[straight])) if straight.any() else float(np.median(width))
    step = np.diff(position)
    touching = np.maximum((width[1:] + width[:-1]) / 2, 1e-9)
    ratio = step / touching
    plain = straight[1:] & straight[:-1]
    reference = _reference(ratio, plain, (position[1:] + position[:-1]) / 2, 1.15 + lean)
    gaps[1:] = (step - reference * touching) / usual
    return gaps


def _reference(
    ratio: np.ndarray, plain: np.ndarray, middle: np.ndarray, largest: float
) -> np.ndarray:
    """The step between touching tiles over their width, all along the row."""
    if not plain.any():
        return np.ones(len(ratio))
    level = float(np.clip(np.quantile(ratio[plain], 0.3), 0.85, largest))
    close = plain & (np.abs(ratio - level) < 0.25)
    if close.sum() < 6:
        return np.full(len(ratio), level)
    trend = _smooth(ratio[close], middle[close])
    slope = (trend[-1] - trend[0]) / max(middle[close][-1] - middle[close][0], 1e-9)
    flat = ratio - slope * middle
    return slope * middle + float(np.quantile(flat[close], 0.4))


def _threshold(gaps: np.ndarray) -> float:
    """The gap, in tile widths, above which two neighbours belong to different groups."""
    order = np.sort(gaps)
    best, threshold = CLEAR_JUMP, CERTAIN_GAP
    below = np.concatenate([[0.0], order[:-1]]) if len(order) else order
    for low, high in zip(below, order, strict=True):
        low, high = max(float(low), 0.0), min(float(high), CERTAIN_GAP)
        if high > SMALLEST_GAP and high - low > best:
            best, threshold = high - low, (low + high) / 2
    return threshold


def _tilts(
    flat: Frames,
    which: np.ndarray,
    heading: np.ndarray,
    along: np.ndarray,
    across: np.ndarray,
    turned: np.ndarray,
) -> np.ndarray:
    """How far each tile is turned against its row, in radians between -pi/4 and pi/4."""
    n = len(which)
    if n < 2:
        return np.zeros(n)
    top = flat.sides[which, 0]
    row = math.atan2(heading[1], heading[0])
    angle = np.arctan2(top[:, 1], top[:, 0]) - row
    angle = (angle + math.pi / 4) % (math.pi / 2) - math.pi / 4
    angle = angle - float(np.median(angle))
    boxed = flat.upright[which]
    if boxed.any():
        straight = ~turned
        w = float(np.median(along[straight])) if straight.any() else float(np.median(along))
        h = float(np.median(across[straight])) if straight.any() else float(np.median(across))
        # The upright box of a tile tilted by t is wider by about h sin t and higher by w sin t.
        wider = (along - w) / max(h, 1e-9)
        higher = (across - h) / max(w, 1e-9)
        grown = np.arcsin(np.clip(np.minimum(wider, higher), 0.0, 0.7))
        angle = np.where(boxed, np.where(turned, 0.0, grown), angle)
    return angle
