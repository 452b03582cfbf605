"""Photos that somebody stretched, and perhaps turned as well, and how to bring them back.

No view makes every tile of a row twelve times as tall as wide, but a program that wants square
pictures does. Detectors know no such tiles.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import cv2
import numpy as np

from vision.detector import PADDING
from vision.images import Photo, shrunk
from vision.straighten import TALL

# Boxes narrower than this (width over height, or the reverse) are of a stretched photo; a few
# boxes prove nothing.
NARROW = 0.5
ENOUGH = 6
MOST_STRETCHED = 3.0
# A photo that is brought back to its proportions grows no larger than this, unless it was.
MOST_PIXELS = 8_000_000

# Where most edges run is looked for in a picture of this longer side, pixels, by directions of so
# many degrees; they are smoothed, as edges of one direction never agree exactly.
_SIDE = 512
_STEP, _SMOOTH, _NEAR = 0.5, 2.0, 3.0


@dataclass(frozen=True)
class Proportions:
    """How a photo is brought back: turned anticlockwise by `angle` radians, then widened and
    heightened by `factors`."""

    angle: float = 0.0
    factors: tuple[float, float] = (1.0, 1.0)

    def times(self, factors: np.ndarray) -> Proportions:
        """The same, widened and heightened further."""
        x, y = np.array(self.factors) * factors
        return Proportions(self.angle, (float(x), float(y)))

    def applied(self, photo: Photo) -> Whole:
        """The photo brought back, no larger than MOST_PIXELS unless it was."""
        if self == Proportions():
            return Whole(photo, np.eye(2, 3))
        cos, sin = math.cos(self.angle), math.sin(self.angle)
        matrix = np.diag(self.factors) @ np.array([[cos, sin], [-sin, cos]])
        edges = np.array([[0, 0], [1, 0], [1, 1], [0, 1]]) * photo.size @ matrix.T
        size = np.ptp(edges, axis=0)
        shrink = min(1.0, math.sqrt(max(MOST_PIXELS, math.prod(photo.size)) / size.prod()))
        size = np.maximum(np.ceil(size * shrink), 1).astype(int).tolist()
        if self.angle == 0:
            # Nothing moves but by the factors, rounded to whole pixels.
            scale = np.array(size) / photo.size
            pixels = cv2.resize(photo.pixels, size, interpolation=cv2.INTER_LINEAR)
            return Whole(Photo(pixels), np.column_stack([np.diag(scale), np.zeros(2)]))
        matrix = np.column_stack([matrix, -edges.min(axis=0)]) * shrink
        pixels = cv2.warpAffine(photo.pixels, matrix, size, borderValue=(PADDING,) * 3)
        return Whole(Photo(pixels), matrix)


@dataclass(frozen=True, eq=False)
class Whole:
    """A photo brought back to its proportions, and the 2 x 3 matrix from the pixels of what it was
    to its own."""

    photo: Photo
    matrix: np.ndarray

    def to_original(self, points: np.ndarray) -> np.ndarray:
        """Points (..., 2) of the photo where they were."""
        return (points - self.matrix[:, 2]) @ np.linalg.inv(self.matrix[:, :2]).T


def stretch(found: np.ndarray) -> np.ndarray | None:
    """By how much a photo whose tiles fill boxes (n, 4) must be widened and heightened, (2,), to
    have its proportions back; None if it has them."""
    if len(found) < ENOUGH:
        return None
    width, height = np.median(found[:, 2:] - found[:, :2], axis=0)
    narrow = min(width / height, height / width)
    if narrow >= NARROW:
        return None
    factor = min(1 / (TALL * narrow), MOST_STRETCHED)
    return np.array([factor, 1.0] if width < height else [1.0, factor])


def slant(pixels: np.ndarray) -> float:
    """How far most edges of a picture (uint8 RGB) lean from its sides, clockwise, in radians from
    -pi/4 to pi/4."""
    grey = shrunk(cv2.cvtColor(pixels, cv2.COLOR_RGB2GRAY), _SIDE)
    grey = cv2.GaussianBlur(grey.astype(np.float32), (0, 0), 1.0)
    across, down = cv2.Sobel(grey, cv2.CV_32F, 1, 0), cv2.Sobel(grey, cv2.CV_32F, 0, 1)
    steps = round(90 / _STEP)
    direction = (np.degrees(np.arctan2(down, across)) % 90 / _STEP).astype(int) % steps
    counts = np.bincount(direction.ravel(), np.hypot(across, down).ravel(), minlength=steps)
    apart = np.arange(steps)
    apart = np.minimum(apart, steps - apart) * _STEP
    smooth = np.fft.irfft(
        np.fft.rfft(counts) * np.fft.rfft(np.exp(-0.5 * (apart / _SMOOTH) ** 2)), steps
    )
    best = int(smooth.argmax())
    offsets = np.arange(-round(_NEAR / _STEP), round(_NEAR / _STEP) + 1)
    weights = counts[(best + offsets) % steps]
    degrees = (best + 0.5 + offsets @ weights / max(weights.sum(), 1e-9)) * _STEP
    return math.radians((degrees + 45) % 90 - 45)
