"""Crops of our own drawings: what keeps a classifier tuned to one set from forgetting the rest."""

from __future__ import annotations

from collections.abc import Iterator

import cv2
import numpy as np

from scoring.tiles import BACK, TILES
from vision.tile_art import random_style, raster
from vision.training.crops import Labelled, upright

HEIGHT = 96
WIDTH = 72


def drawn(designs: int, seed: int = 0) -> Iterator[Labelled]:
    """A picture for each of `designs` random designs: all its faces in random rows on a table."""
    rng = np.random.default_rng(seed)
    tiles = [tile for tile in TILES if tile != BACK]
    for _ in range(designs):
        style = random_style(rng)
        columns = 7
        rows = -(-len(tiles) // columns)
        table = rng.integers(20, 200, 3).astype(np.float32)
        size = ((rows + 1) * HEIGHT * 3 // 2, (columns + 1) * WIDTH)
        pixels = np.full((*size, 3), table) + rng.normal(0, 8, (*size, 1))
        placed = []
        for place, index in enumerate(rng.permutation(len(tiles))):
            row, column = divmod(place, columns)
            face = raster(tiles[index], HEIGHT, style)
            height, width = face.shape[:2]
            left = WIDTH // 2 + column * width
            top = HEIGHT // 2 + row * HEIGHT * 3 // 2
            alpha = face[:, :, 3:] / 255.0
            patch = pixels[top : top + height, left : left + width]
            patch[:] = patch * (1 - alpha) + face[:, :, :3] * alpha
            corners = upright((left, top, left + width, top + height))
            placed.append((tiles[index].index, corners))
        yield "drawn", cv2.convertScaleAbs(pixels), placed
