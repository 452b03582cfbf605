"""Plain coloured cards instead of tiles, and an engine that reads them.

The engine obeys the contract of `vision.engines.Engine` and has a network's weaknesses: it sees
boxes only, answers several times for each card, and is blind to cards that are too small. So the
way a photo takes through detector and reading can be tested to the pixel.
"""

from __future__ import annotations

import math

import cv2
import numpy as np

from scoring.tiles import TILES, Tile

TABLE = (40, 90, 60)
# Tiles of the cards, by colour: the blue channel is the tile's index times five.
RED = 230


def colour(tile: Tile) -> tuple[int, int, int]:
    return RED, 40, 5 * tile.index


def table(width: int, height: int) -> np.ndarray:
    return np.full((height, width, 3), TABLE, np.uint8)


def put(
    picture: np.ndarray,
    tile: Tile,
    centre: tuple[float, float],
    width: float,
    height: float,
    degrees: float = 0.0,
) -> np.ndarray:
    """Paint a card, turned clockwise, and return its corners from its own top left."""
    angle = math.radians(degrees)
    turn = np.array([[math.cos(angle), math.sin(angle)], [-math.sin(angle), math.cos(angle)]])
    half = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]]) * [width / 2, height / 2]
    corners = half @ turn + centre
    cv2.fillConvexPoly(
        picture, (corners * 16).round().astype(np.int32), colour(tile), cv2.LINE_AA, 4
    )
    return corners


class CardEngine:
    """Finds red cards at least `blind` pixels wide; `size` fixes its input as a network's is."""

    def __init__(self, size: int | None = None, blind: float = 10.0) -> None:
        self.size = size
        self.blind = blind
        self.calls: list[tuple[int, int]] = []

    def __call__(self, images: np.ndarray) -> np.ndarray:
        assert images.dtype == np.float32
        assert images.ndim == 4
        assert images.shape[1] == 3
        picture = (images[0].transpose(1, 2, 0) * 255).round().astype(np.uint8)
        height, width = picture.shape[:2]
        assert height % 32 == 0
        assert width % 32 == 0
        assert self.size in (None, height)
        self.calls.append((width, height))
        red = (picture[..., 0].astype(int) - picture[..., 1] > 100).astype(np.uint8)
        _, _, stats, centres = cv2.connectedComponentsWithStats(red)
        columns = [np.zeros(4 + len(TILES))]
        for i in range(1, len(stats)):
            left, top, box_width, box_height, _ = stats[i]
            if min(box_width, box_height) < self.blind:
                continue
            x, y = centres[i]
            blue = float(picture[int(y), int(x), 2])
            tile = min(len(TILES) - 1, round(blue / 5))
            for wobble, confidence in ((0.0, 0.8), (1.0, 0.7), (-1.0, 0.6)):
                column = np.zeros(4 + len(TILES))
                column[:4] = (
                    left + box_width / 2 + wobble,
                    top + box_height / 2,
                    box_width,
                    box_height,
                )
                column[4 + tile] = confidence
                column[4 + (tile + 1) % len(TILES)] = 0.1
                columns.append(column)
        return np.array(columns, np.float32).T[None]
