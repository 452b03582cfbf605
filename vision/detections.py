"""One tile seen in a photo: where it lies and what may be on it.

`Detection` is the only shape in which any engine's output leaves the detector; everything after it
(reading, layout, hand, page) works on these values and never on a network's tensors.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from scoring.tiles import TILES, Tile

Point = tuple[float, float]
Box = tuple[float, float, float, float]


class DetectionError(ValueError):
    """A detection whose values cannot be what it claims."""


@dataclass(frozen=True)
class Detection:
    """A tile in the upright photo.

    corners: four (x, y) in pixels of the upright photo, clockwise, beginning at the tile's own
        top-left as it is read, so corners[0] -> corners[1] is the tile's top edge. Where the tile's
        own "up" is unknown they begin at the top-left of the picture, and a first edge longer than
        the second then says that the tile lies on its side.
    confidence: 0..1, that there is a tile at all.
    probabilities: one per tile in `Tile.index` order, summing to 1: what the tile is, given that
        there is one.
    Raises DetectionError if any of these does not hold.
    """

    corners: tuple[Point, Point, Point, Point]
    confidence: float
    probabilities: tuple[float, ...]

    def __post_init__(self) -> None:
        corners = tuple((float(x), float(y)) for x, y in self.corners)
        probabilities = tuple(map(float, self.probabilities))
        confidence = float(self.confidence)
        if len(corners) != 4 or not all(map(math.isfinite, sum(corners, ()))):
            raise DetectionError("A detection needs four corners with finite coordinates.")
        if not 0.0 <= confidence <= 1.0:
            raise DetectionError(f"A detection's confidence is between 0 and 1, not {confidence}.")
        if len(probabilities) != len(TILES):
            raise DetectionError(
                f"A detection needs {len(TILES)} tile probabilities, not {len(probabilities)}."
            )
        if not (min(probabilities) >= 0.0 and abs(sum(probabilities) - 1.0) < 1e-3):
            raise DetectionError("A detection's tile probabilities must be positive and sum to 1.")
        object.__setattr__(self, "corners", corners)
        object.__setattr__(self, "confidence", confidence)
        object.__setattr__(self, "probabilities", probabilities)

    @classmethod
    def from_box(cls, box: Box, confidence: float, probabilities: Sequence[float]) -> Detection:
        """A detection from an axis-aligned box (left, top, right, bottom)."""
        left, top, right, bottom = box
        corners = ((left, top), (right, top), (right, bottom), (left, bottom))
        return cls(corners, confidence, tuple(probabilities))

    @classmethod
    def of_tile(cls, tile: Tile, box: Box, confidence: float = 1.0) -> Detection:
        """A detection that leaves no doubt about its tile: a label, or a user's correction."""
        return cls.from_box(box, confidence, certain(tile))

    @cached_property
    def tile(self) -> Tile:
        """The most probable tile."""
        return TILES[max(range(len(TILES)), key=self.probabilities.__getitem__)]

    @property
    def tile_probability(self) -> float:
        """The probability of `tile`."""
        return self.probabilities[self.tile.index]

    @cached_property
    def runners_up(self) -> list[tuple[Tile, float]]:
        """The other tiles with their probabilities, the most probable first, zeros left out."""
        others = [t for t in TILES if t is not self.tile and self.probabilities[t.index] > 0.0]
        others.sort(key=lambda t: -self.probabilities[t.index])
        return [(t, self.probabilities[t.index]) for t in others]

    @cached_property
    def xyxy(self) -> Box:
        """The axis-aligned box around the corners: left, top, right, bottom."""
        xs, ys = zip(*self.corners, strict=True)
        return min(xs), min(ys), max(xs), max(ys)

    @property
    def centre(self) -> Point:
        """The mean of the corners."""
        xs, ys = zip(*self.corners, strict=True)
        return sum(xs) / 4, sum(ys) / 4

    @cached_property
    def _sides(self) -> tuple[float, float]:
        a, b, c, d = self.corners
        return (math.dist(a, b) + math.dist(d, c)) / 2, (math.dist(b, c) + math.dist(a, d)) / 2

    @property
    def width(self) -> float:
        """The length of the short side, in pixels."""
        return min(self._sides)

    @property
    def height(self) -> float:
        """The length of the long side, in pixels."""
        return max(self._sides)

    @property
    def angle(self) -> float:
        """The direction of the top edge in radians, 0 to the right, growing clockwise."""
        (x1, y1), (x2, y2) = self.corners[:2]
        return math.atan2(y2 - y1, x2 - x1)

    def to_dict(self) -> dict:
        """Plain values for JSON: tile, confidence, corners and the tiles that may be meant."""
        ranked = [(self.tile, self.tile_probability), *self.runners_up]
        return {
            "tile": self.tile.code,
            "confidence": round(self.confidence, 4),
            "corners": [[round(x, 2), round(y, 2)] for x, y in self.corners],
            "probabilities": {t.code: round(p, 4) for t, p in ranked if p >= 0.0005},
        }

    @classmethod
    def from_dict(cls, values: dict) -> Detection:
        """The inverse of `to_dict`, up to its rounding. Raises ValueError for foreign values."""
        try:
            probabilities = [0.0] * len(TILES)
            for code, probability in values["probabilities"].items():
                probabilities[Tile(code).index] = float(probability)
            total = sum(probabilities)
            corners = tuple((x, y) for x, y in values["corners"])
            return cls(corners, values["confidence"], tuple(p / total for p in probabilities))
        except (KeyError, TypeError, AttributeError, ZeroDivisionError) as error:
            raise DetectionError(
                "A detection needs 'corners', 'confidence' and 'probabilities' by tile code."
            ) from error


def certain(tile: Tile) -> tuple[float, ...]:
    """The distribution that leaves no doubt about `tile`."""
    return tuple(float(other is tile) for other in TILES)
