"""Rows as they lie: where each tile is in its row, and where the row has gaps."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from vision.layout.chains import Chain
from vision.layout.frames import USUAL_ASPECT, Frames

# A tile on its side is as long along the row as its neighbours are across it.
TURNED_RATIO = 1.3
# Gaps below this, in tile widths, are the noise of boxes that are drawn a little too small.
SMALLEST_GAP = 0.13
CERTAIN_GAP = 0.3
CLEAR_JUMP = 0.05
# A chain of at most so many tiles, none of which touch, is chance.
LOOSE = 4


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

    @property
    def width(self) -> float:
        """How wide a tile is here, against the photo's usual one."""
        return self.scale / math.sqrt(USUAL_ASPECT)


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


def measure_rows(flat: Frames, chains: Sequence[Chain], names: np.ndarray) -> tuple[Row, ...]:
    """The rows of chains. flat: frames in the table's plane; names: what to call their indices.

    A chain in which no two tiles lie together is no row: its tiles become rows of one.
    """
    lines = [_Line.of(flat, chain) for chain in chains]
    ratios = [ratio for line in lines if len(line.which) > 3 for ratio in line.ratio[line.plain]]
    usual = float(np.quantile(ratios, 0.4)) if ratios else 1.0
    rows: list[Row] = []
    for line in lines:
        gaps = line.gaps(usual)
        # Few steps tell nothing of how much the boxes of a row waver.
        few = len(gaps) <= LOOSE
        threshold = CERTAIN_GAP if few else _threshold(gaps[1:])
        if len(gaps) > 1 and few and (gaps[1:] > threshold).all():
            alone = [_Line.of(flat, (int(i),)) for i in line.which]
            rows += [
                _row(flat, one, np.zeros(1), 1.0, len(rows) + k, names)
                for k, one in enumerate(alone)
            ]
        else:
            rows.append(_row(flat, line, gaps, threshold, len(rows), names))
    return tuple(rows)


@dataclass(frozen=True)
class _Line:
    """A chain along its heading, with what its boxes say.

    which: indices in order. ratio, plain: per step, its length over what boxes that touch would
    make, and whether neither of its tiles lies on its side. lean: see `_lean`. The rest per tile.
    """

    which: np.ndarray
    heading: np.ndarray
    position: np.ndarray
    sideways: np.ndarray
    along: np.ndarray
    across: np.ndarray
    turned: np.ndarray
    width: np.ndarray
    ratio: np.ndarray
    plain: np.ndarray
    lean: float

    @classmethod
    def of(cls, flat: Frames, chain: Chain) -> _Line:
        which = np.array(chain)
        heading = _heading(flat, which)
        if heading[0] < -0.17 or (abs(heading[0]) <= 0.17 and heading[1] < 0):
            which, heading = which[::-1], -heading
        direction = np.broadcast_to(heading, (len(which), 2))
        along, across = flat.extents(which, direction)
        position = flat.centres[which] @ heading
        sideways = flat.centres[which] @ np.array([-heading[1], heading[0]])
        turned = _turned(along, across, position)
        straight = ~turned
        width = along.copy()
        if straight.any():
            width[straight] = _smooth(along[straight], position[straight])
        touching = np.maximum((width[1:] + width[:-1]) / 2, 1e-9)
        return cls(
            which,
            heading,
            position,
            sideways,
            along,
            across,
            turned,
            width,
            np.diff(position) / touching,
            straight[1:] & straight[:-1],
            _lean(flat, heading),
        )

    def gaps(self, usual: float) -> np.ndarray:
        """The free space before each tile, in tile widths; usual: the ratio of the photo's rows.

        Boxes are drawn a little smaller than tiles, and upright boxes mislead where a row leans;
        both act on a whole row alike, so its closest neighbours say what touching looks like.
        """
        gaps = np.zeros(len(self.which))
        if len(gaps) > 1:
            straight = ~self.turned
            unit = float(np.median(self.width[straight] if straight.any() else self.width))
            touching = (self.width[1:] + self.width[:-1]) / 2
            gaps[1:] = (self.ratio - self._reference(usual)) * touching / unit
        return gaps

    def _reference(self, usual: float) -> np.ndarray:
        """The ratio of touching tiles, at each step."""
        largest = 1.15 + self.lean
        few = np.full(len(self.ratio), float(np.clip(usual, 0.9, largest)))
        steps = self.plain if self.plain.sum() >= 6 or len(self.ratio) < 8 else self.plain | True
        ratio = self.ratio[steps]
        if len(ratio) < 2:
            return few
        if len(ratio) < 6:
            few[:] = np.clip(np.quantile(ratio, 0.3), 0.85, largest)
            return few
        middle = (self.position[1:] + self.position[:-1]) / 2
        slope = _slope(ratio, middle[steps])
        flat = ratio - slope * middle[steps]
        close = np.abs(flat - np.quantile(flat, 0.3)) < 0.25
        if not close.any():
            return few
        slope = _slope(ratio[close], middle[steps][close])
        flat = ratio[close] - slope * middle[steps][close]
        reference = slope * middle + float(np.quantile(flat, 0.4))
        return reference + np.clip(reference.mean(), 0.85, largest) - reference.mean()


def _row(
    flat: Frames, line: _Line, gaps: np.ndarray, threshold: float, number: int, names: np.ndarray
) -> Row:
    bend = (line.sideways - _fitted(line.position, line.sideways)) / max(
        float(np.median(line.across)), 1e-9
    )
    tilt = _tilts(flat, line)
    groups: list[list[Slot]] = []
    for k, i in enumerate(line.which):
        if not groups or gaps[k] > threshold:
            groups.append([])
        groups[-1].append(
            Slot(
                index=int(names[i]),
                x=float(flat.centres[i, 0]),
                y=float(flat.centres[i, 1]),
                gap=float(gaps[k]),
                bend=float(bend[k]),
                turned=bool(line.turned[k]),
                tilt=float(tilt[k]),
                scale=float(flat.size[i]),
            )
        )
    angle = math.atan2(line.heading[1], line.heading[0])
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


def _fitted(position: np.ndarray, sideways: np.ndarray) -> np.ndarray:
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


def _turned(along: np.ndarray, across: np.ndarray, position: np.ndarray) -> np.ndarray:
    ratio = np.log(along / np.maximum(across, 1e-9))
    usual = _smooth(ratio, position) if len(ratio) > 2 else -math.log(USUAL_ASPECT)
    return ratio > usual + math.log(TURNED_RATIO)


def _smooth(values: np.ndarray, position: np.ndarray) -> np.ndarray:
    """A robust straight line through values: perspective makes a row's tiles grow steadily."""
    if len(values) < 4:
        return np.full(len(values), float(np.median(values)))
    slope = _slope(values, position)
    return slope * position + float(np.median(values - slope * position))


def _slope(values: np.ndarray, position: np.ndarray) -> float:
    """The median slope between values some way apart; 0 for fewer than four."""
    n = len(values)
    if n < 4:
        return 0.0
    i, j = np.triu_indices(n, k=max(1, n // 3))
    run = position[j] - position[i]
    apart = run > 1e-9
    return float(np.median((values[j] - values[i])[apart] / run[apart])) if apart.any() else 0.0


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


def _tilts(flat: Frames, line: _Line) -> np.ndarray:
    """How far each tile is turned against its row, in radians between -pi/4 and pi/4."""
    which, along, across = line.which, line.along, line.across
    if len(which) < 2:
        return np.zeros(len(which))
    top = flat.sides[which, 0]
    row = math.atan2(line.heading[1], line.heading[0])
    angle = np.arctan2(top[:, 1], top[:, 0]) - row
    angle = (angle + math.pi / 4) % (math.pi / 2) - math.pi / 4
    boxed = flat.upright[which]
    plain = boxed & ~line.turned
    if (~boxed).sum() > 2:
        angle = angle - float(np.median(angle[~boxed]))
    angle[boxed] = 0.0
    if plain.sum() > 2:
        w, h = float(np.median(along[plain])), float(np.median(across[plain]))
        # The upright box of a tile tilted by t is wider by about h sin t and higher by w sin t.
        wider = (along - w) / max(h, 1e-9)
        higher = (across - h) / max(w, 1e-9)
        grown = np.arcsin(np.clip(np.minimum(wider, higher), 0.0, 0.7))
        angle[plain] = grown[plain]
    return angle
