"""Where in a photo the tiles are, how their rows slope, and how to cut them out level.

`regions` groups boxes into patches of neighbouring tiles of one size and slope; `Region.cut` turns
such a patch level at a wanted scale, and `Region.to_photo` maps what is seen there back.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import cv2
import numpy as np

from vision import boxes

# Height over width of a tile's face seen from above.
TALL = 1.35
# How far from each other, in tile widths, the centres of tiles of one patch may be.
REACH = 2.6
# What is left around the outermost boxes, in tile widths, for tiles that the first look missed.
MARGIN = 1.6
# The largest ratio of tile sizes, and of slopes in radians, within one patch.
ALIKE = 1.8
PARALLEL = math.radians(6)


# Indices of the boxes in a patch, the slope of its rows and the width of its tiles.
Patch = tuple[np.ndarray, float, float]


@dataclass(frozen=True)
class Region:
    """A rectangle of the photo whose tiles share size and slope.

    centre: (x, y) in photo pixels. size: (length along the rows, length across), in photo pixels.
    angle: slope of the rows in radians, -pi/2 to pi/2, growing clockwise.
    tile_width: the usual width of a tile, in photo pixels.
    """

    centre: tuple[float, float]
    size: tuple[float, float]
    angle: float
    tile_width: float

    def _matrix(self, scale: float) -> np.ndarray:
        """The 2 x 3 matrix from photo pixels to the level cut."""
        cos, sin = math.cos(self.angle) * scale, math.sin(self.angle) * scale
        x, y = self.centre
        width, height = self.cut_size(scale)
        return np.array(
            [
                [cos, sin, width / 2 - cos * x - sin * y],
                [-sin, cos, height / 2 + sin * x - cos * y],
            ]
        )

    def cut_size(self, scale: float) -> tuple[int, int]:
        """Width and height in pixels of the cut at `scale` (cut pixels per photo pixel)."""
        return max(1, round(self.size[0] * scale)), max(1, round(self.size[1] * scale))

    def contains(self, points: np.ndarray, inset: float = 0.0) -> np.ndarray:
        """Which of the photo's points (n, 2) lie in this region, `inset` pixels from its edges."""
        cos, sin = math.cos(self.angle), math.sin(self.angle)
        level = (points - self.centre) @ np.array([[cos, -sin], [sin, cos]])
        return (np.abs(level) <= np.array(self.size) / 2 - inset).all(axis=1)

    def cut(self, pixels: np.ndarray, scale: float, padding: int) -> np.ndarray:
        """The level picture of this region: uint8 RGB of `cut_size`, `padding` beyond the photo."""
        matrix = self._matrix(scale)
        shrink = 2 ** max(0, math.floor(-math.log2(scale)))
        if shrink > 1:
            # warpAffine takes single pixels, so a picture shrunk by more than half would flicker.
            pixels, offset = self._neighbourhood(pixels)
            size = (max(1, pixels.shape[1] // shrink), max(1, pixels.shape[0] // shrink))
            ratio = np.array([pixels.shape[1] / size[0], pixels.shape[0] / size[1]])
            pixels = cv2.resize(pixels, size, interpolation=cv2.INTER_AREA)
            matrix[:, 2] += matrix[:, :2] @ (offset + (ratio - 1) / 2)
            matrix[:, :2] *= ratio
        return cv2.warpAffine(
            pixels,
            matrix,
            self.cut_size(scale),
            flags=cv2.INTER_LINEAR,
            borderMode=cv2.BORDER_CONSTANT,
            borderValue=(padding,) * 3,
        )

    def _neighbourhood(self, pixels: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """The part of the photo that the region touches, and where it begins."""
        (x, y), (w, h) = self.centre, self.size
        cos, sin = abs(math.cos(self.angle)), abs(math.sin(self.angle))
        half = np.array([w * cos + h * sin, w * sin + h * cos]) / 2 + 2
        low = np.maximum(0, np.floor(np.array([x, y]) - half)).astype(int)
        high = np.maximum(np.ceil(np.array([x, y]) + half).astype(int), low + 1)
        return pixels[low[1] : high[1], low[0] : high[0]], low.astype(float)

    def to_photo(self, points: np.ndarray, scale: float) -> np.ndarray:
        """Points (..., 2) of the cut at `scale`, in photo pixels."""
        matrix = self._matrix(scale)
        return (points - matrix[:, 2]) @ np.linalg.inv(matrix[:, :2]).T


def whole(size: tuple[int, int]) -> Region:
    """The region that is the whole photo of (width, height) `size`, as it is."""
    return Region((size[0] / 2, size[1] / 2), size, 0.0, math.nan)


def regions(found: np.ndarray) -> list[Region]:
    """Patches of neighbouring tiles: boxes (n, 4) of a whole photo in, the largest patch first."""
    patches = []
    for members in _neighbours(found):
        patch = found[members]
        angle = slope(patch)
        patches.append((members, angle, float(np.median(tile_widths(patch, angle)))))
    merged = _merged(found, patches)
    merged.sort(key=lambda patch: -len(patch[0]))
    return [_region(found[members], angle, width) for members, angle, width in merged]


def tile_widths(found: np.ndarray, angle: float) -> np.ndarray:
    """The widths of tiles, upright in rows of this slope, that fill axis-aligned boxes (n, 4)."""
    return np.sqrt(boxes.areas(found) / (TALL + (1 + TALL**2) / 2 * abs(math.sin(2 * angle))))


def slope(found: np.ndarray) -> float:
    """The direction of the rows that boxes (n, 4) form, -pi/2 to pi/2; 0 where there are none."""
    if len(found) < 2:
        return 0.0
    middle = boxes.centres(found)
    size = np.sqrt(boxes.areas(found))
    steps = middle[None] - middle[:, None]
    distance = np.hypot(*np.moveaxis(steps, 2, 0))
    usual = (size[None] + size[:, None]) / 2
    a, b = np.nonzero(np.triu((distance < 1.7 * usual) & (distance > 0.4 * usual), 1))
    if not len(a):
        return 0.0
    steps, weights = steps[a, b], (usual / np.maximum(distance, 1e-6))[a, b] ** 2
    directions = np.arctan2(steps[:, 1], steps[:, 0])
    candidates = np.radians(np.arange(-90, 90, 1.0))
    apart = _half_turn(directions[None] - candidates[:, None])
    density = np.exp(-0.5 * (apart / math.radians(5)) ** 2) @ weights
    best = candidates[density.argmax()]
    near = np.abs(_half_turn(directions - best)) < math.radians(12)
    if weights[near].sum() < 0.3 * weights.sum():
        return 0.0
    along = steps[near] * np.sign(steps[near] @ [math.cos(best), math.sin(best)])[:, None]
    total = along.sum(axis=0)
    return float(_half_turn(math.atan2(total[1], total[0])))


def _half_turn(angle):
    """The same line's direction from -pi/2 to pi/2."""
    return (angle + math.pi / 2) % math.pi - math.pi / 2


def _neighbours(found: np.ndarray) -> list[np.ndarray]:
    """Indices of boxes, in groups within reach of each other and of like size."""
    middle = boxes.centres(found)
    size = np.sqrt(boxes.areas(found) / TALL)
    distance = np.hypot(*np.moveaxis(middle[None] - middle[:, None], 2, 0))
    ratio = size[None] / np.maximum(size[:, None], 1e-6)
    near = (
        (distance < REACH * np.sqrt(size[None] * size[:, None])) & (ratio < 1.8) & (ratio > 1 / 1.8)
    )
    groups, left = [], set(range(len(found)))
    while left:
        group, edge = set(), {min(left)}
        while edge:
            group |= edge
            edge = set(np.nonzero(near[list(edge)].any(axis=0))[0].tolist()) - group
        groups.append(np.array(sorted(group)))
        left -= group
    return groups


def _merged(found: np.ndarray, patches: list[Patch]) -> list[Patch]:
    """Patches of like slope and size become one where one look costs little more than two."""
    patches = list(patches)
    for i, j in _pairs_to_try(len(patches)):
        if patches[i] is None or patches[j] is None:
            continue
        both = _joined(patches[i], patches[j])
        if both is None:
            continue
        area, *apart = (
            np.prod(_region(found[members], angle, width).size)
            for members, angle, width in (both, patches[i], patches[j])
        )
        if area < 1.3 * sum(apart):
            patches[i], patches[j] = None, both
    return [patch for patch in patches if patch is not None]


def _pairs_to_try(count: int) -> list[tuple[int, int]]:
    """Each earlier patch against each later one, which takes it in and goes on in its place."""
    return [(i, j) for i in range(count) for j in range(i + 1, count)]


def _joined(a: Patch, b: Patch) -> Patch | None:
    """Both patches as one, or None where size or slope forbid it; few tiles have no slope."""
    (members_a, angle_a, width_a), (members_b, angle_b, width_b) = a, b
    if abs(math.log(width_a / width_b)) > math.log(1.4):
        return None
    sloping = min(len(members_a), len(members_b)) > 3
    if sloping and abs(_half_turn(angle_a - angle_b)) > PARALLEL:
        return None
    members = np.concatenate([members_a, members_b])
    angle = angle_a if len(members_a) >= len(members_b) else angle_b
    width = (width_a * len(members_a) + width_b * len(members_b)) / len(members)
    return members, angle, width


def _region(found: np.ndarray, angle: float, tile_width: float) -> Region:
    middle = boxes.centres(found)
    cos, sin = math.cos(angle), math.sin(angle)
    level = middle @ np.array([[cos, -sin], [sin, cos]])
    reach = tile_width * (TALL / 2 + MARGIN)
    low, high = level.min(axis=0) - reach, level.max(axis=0) + reach
    x, y = (low + high) / 2
    centre = (float(cos * x - sin * y), float(sin * x + cos * y))
    return Region(centre, tuple(map(float, high - low)), angle, tile_width)
