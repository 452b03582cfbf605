"""The geometry of single tiles: how far each reaches in the direction of a row.

A tile's corners may follow its edges, or be the upright box around it. An upright box tells the
tile's sides only together with the direction in which the tile lies, so every length here is asked
for a direction.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np

from vision.detections import Detection

# Real tiles are about a third longer than wide. Used only where a box cannot tell: an upright box
# around a tile that lies at 45 degrees has the same shape for every tile.
USUAL_ASPECT = 4 / 3
ASPECT_WEIGHT = 0.3
# No tile is smaller, in pixels or tile widths, so that nothing is divided by nothing.
SMALLEST = 1e-6
# Below and above these a tile's extent along the row against the one across it says which side
# faces the row; between them perspective may have made a tile look square.
CLEARLY_NARROW, CLEARLY_WIDE = 0.8, 1.25


class Frames:
    """The frames of n tiles as arrays.

    centres: (n, 2) pixels. sides: (n, 2, 2) the vectors of the top edge and of the left edge.
    upright: (n,) whether the corners are an axis-aligned box. size: (n,) the root of the area.
    """

    def __init__(self, centres: np.ndarray, sides: np.ndarray, confidence: np.ndarray) -> None:
        self.centres = centres
        self.sides = sides
        self.confidence = confidence
        area = np.abs(sides[:, 0, 0] * sides[:, 1, 1] - sides[:, 0, 1] * sides[:, 1, 0])
        self.size = np.sqrt(np.maximum(area, 1e-6))
        lean = np.abs(sides[:, 0, 1]) + np.abs(sides[:, 1, 0])
        level = (sides[:, 0, 0] > 0) & (sides[:, 1, 1] > 0)
        self.upright = level & (lean < 1e-6 * self.size)

    @classmethod
    def of(cls, detections: Sequence[Detection]) -> Frames:
        """The frames of detections, in their order."""
        quads = np.array([d.corners for d in detections], dtype=float).reshape(-1, 4, 2)
        top = (quads[:, 1] - quads[:, 0] + quads[:, 2] - quads[:, 3]) / 2
        left = (quads[:, 3] - quads[:, 0] + quads[:, 2] - quads[:, 1]) / 2
        confidence = np.array([d.confidence for d in detections], dtype=float)
        return cls(quads.mean(axis=1), np.stack([top, left], axis=1), confidence)

    def select(self, which: np.ndarray) -> Frames:
        """The frames at some positions."""
        return Frames(self.centres[which], self.sides[which], self.confidence[which])

    def mapped(self, matrix: np.ndarray) -> Frames:
        """The frames after a linear map of the plane. Upright boxes stay so under diagonal maps."""
        return Frames(self.centres @ matrix.T, self.sides @ matrix.T, self.confidence)

    def lying_along(self, angle: float) -> Frames:
        """The frames with the sides of the tiles that upright boxes hold if those lie along or
        across a direction, in radians."""
        boxed = np.nonzero(self.upright)[0]
        # The top edge is the one of both that runs to the right, as that of an upright box does.
        turn = (angle + math.pi / 4) % (math.pi / 2) - math.pi / 4
        top, left = np.array([[math.cos(turn), math.sin(turn)], [-math.sin(turn), math.cos(turn)]])
        along, across = self.extents(boxed, np.broadcast_to(top, (len(boxed), 2)))
        sides = self.sides.copy()
        sides[boxed] = np.stack([along[:, None] * top, across[:, None] * left], axis=1)
        return Frames(self.centres, sides, self.confidence)

    def __len__(self) -> int:
        return len(self.centres)

    def extents(self, which: np.ndarray, direction: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """How far the tiles `which` reach along unit vectors `direction` (…, 2) and across them.

        An upright box is taken to hold a tile that lies along or across the direction.
        """
        sides = self.sides[which]
        boxed = _extents_in_box(
            np.abs(sides[..., 0, 0]), np.abs(sides[..., 1, 1]), np.abs(direction)
        )
        across = np.stack([-direction[..., 1], direction[..., 0]], axis=-1)
        turned = _chord(sides, direction), _chord(sides, across)
        upright = self.upright[which]
        along = np.where(upright, boxed[0], turned[0])
        across = np.where(upright, boxed[1], turned[1])
        return np.maximum(along, SMALLEST), np.maximum(across, SMALLEST)

    def misalignment(self, which: np.ndarray, direction: np.ndarray) -> np.ndarray:
        """The angle (radians, 0 to pi/4) between a direction and the tile's nearest edge.

        Zero for upright boxes, which do not tell.
        """
        sides = self.sides[which]
        unit = sides / np.maximum(np.linalg.norm(sides, axis=-1, keepdims=True), 1e-9)
        cosine = np.abs(np.einsum("...kd,...d->...k", unit, direction)).max(axis=-1)
        return np.where(self.upright[which], 0.0, np.arccos(np.clip(cosine, 0, 1)))

    def faces_along(self, which: np.ndarray, direction: np.ndarray) -> np.ndarray:
        """Whether the tile's top edge rather than its side lies in the direction."""
        sides = self.sides[which]
        unit = sides / np.maximum(np.linalg.norm(sides, axis=-1, keepdims=True), 1e-9)
        cosine = np.abs(np.einsum("...kd,...d->...k", unit, direction))
        return cosine[..., 0] >= cosine[..., 1]


def _chord(sides: np.ndarray, direction: np.ndarray) -> np.ndarray:
    """The length of the line through a parallelogram's centre in a direction."""
    (ax, ay), (bx, by) = np.moveaxis(sides, (-2, -1), (0, 1))
    dx, dy = np.moveaxis(direction, -1, 0)
    area = ax * by - ay * bx
    area = np.where(np.abs(area) < 1e-6, 1e-6, area)
    return 1 / np.maximum(
        np.maximum(np.abs((dx * by - dy * bx) / area), np.abs((ax * dy - ay * dx) / area)), 1e-9
    )


def _extents_in_box(
    width: np.ndarray, height: np.ndarray, direction: np.ndarray
) -> tuple[np.ndarray, np.ndarray]:
    """The sides (along, across) of the tile in a box width x height, lying along a direction.

    Least squares of  width = c along + s across,  height = s along + c across,  drawn towards the
    usual aspect as the direction nears 45 degrees, where the two equations become one.
    """
    c, s = direction[..., 0], direction[..., 1]
    pull = ASPECT_WEIGHT * (2 * s * c) ** 2
    # Near 45 degrees nothing says which side lies along the row; rows of upright tiles are usual.
    aa = 1 + pull * USUAL_ASPECT**2
    bb = 1 + pull
    ab = 2 * s * c - pull * USUAL_ASPECT
    ra = c * width + s * height
    rb = s * width + c * height
    determinant = np.maximum(aa * bb - ab * ab, 1e-6)
    along = (ra * bb - rb * ab) / determinant
    across = (rb * aa - ra * ab) / determinant
    smallest = 0.2 * np.minimum(width, height)
    return np.maximum(along, smallest), np.maximum(across, smallest)
