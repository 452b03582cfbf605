"""A tile as pixels."""

from __future__ import annotations

import math
from functools import lru_cache

import cv2
import numpy as np

from scoring.tiles import Tile
from vision.tile_art.face import drawing
from vision.tile_art.shapes import HEIGHT, WIDTH
from vision.tile_art.style import DEFAULT, ArtStyle

_FRACTION_BITS = 4
_FRACTION = 1 << _FRACTION_BITS


def raster(
    tile: Tile, height_px: int, style: ArtStyle = DEFAULT, *, body: bool = True
) -> np.ndarray:
    """The tile as RGBA, uint8, height_px × round(0.75 · height_px) × 4, straight alpha.

    Without `body` only the ink is drawn, on transparent pixels. ValueError if height_px < 8.
    """
    if height_px < 8:
        raise ValueError(f"a tile {height_px} px high cannot be drawn: ask for 8 px or more")
    width_px = round(height_px * WIDTH / HEIGHT)
    oversampling = _oversampling(height_px)
    fine = np.zeros((height_px * oversampling, width_px * oversampling, 4), np.uint8)
    for points, colour, thickness in _polygons(tile, style, body, fine.shape[1], fine.shape[0]):
        if thickness:
            cv2.polylines(fine, points, False, colour, thickness, cv2.LINE_8, _FRACTION_BITS)
        else:
            cv2.fillPoly(fine, points, colour, cv2.LINE_8, _FRACTION_BITS)
    # Every fine pixel is opaque or 0, so their mean has colours weighted by alpha.
    mean = cv2.resize(fine, (width_px, height_px), interpolation=cv2.INTER_AREA)
    alpha = mean[..., 3]
    partly = (alpha > 0) & (alpha < 255)
    mean[partly, :3] = np.minimum(
        255, np.rint(mean[partly, :3] * (255.0 / alpha[partly])[:, None])
    ).astype(np.uint8)
    return mean


def _oversampling(height_px: int) -> int:
    """How many fine rows make a row: smooth edges at any size, thin lines at small ones."""
    return max(2, min(4, math.ceil(1200 / height_px)), math.ceil(400 / height_px))


@lru_cache(maxsize=512)
def _polygons(tile: Tile, style: ArtStyle, body: bool, width: int, height: int):
    sx, sy = width / WIDTH * _FRACTION, height / HEIGHT * _FRACTION
    prepared = []
    for shape in drawing(tile, style, body):
        # Fine pixel i covers i to i + 1; OpenCV puts its centre at i.
        placed = shape.mapped(sx, 0, 0, sy, -_FRACTION / 2, -_FRACTION / 2)
        points = np.rint(placed.points()).astype(np.int32)
        polygons = [points[start:end] for start, end in shape.outline.flat[1]]
        # Without a body, what shows the face shows whatever the ink is laid on.
        clear = not body and shape.colour == style.face
        colour = (0, 0, 0, 0) if clear else (*bytes.fromhex(shape.colour[1:]), 255)
        thickness = max(1, round(shape.stroke * height / HEIGHT)) if shape.stroke else 0
        prepared.append((polygons, colour, thickness))
    return prepared
