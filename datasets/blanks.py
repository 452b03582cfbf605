"""White dragons that bear nothing, made of labelled tiles by taking the ink off.

Most sets frame their white dragon; where it is bare, it looks like the flank of a standing tile,
and few labelled photos show one. A tile of any set without its ink is what such a set would show.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import cv2
import numpy as np

from datasets.synth.faces import body_planes
from scoring.tiles import BACK, Tile
from vision.training.crops import Labelled, made_bare, upright

WHITE_DRAGON = Tile("P")
# The shortest side of a tile that is worth it, pixels.
SMALLEST = 20
# Ink differs from the bare body by so much, and leaves so much of the face bare.
INK, LEAST_BARE = 18.0, 0.3


def body(face: np.ndarray) -> np.ndarray:
    """The colour of the bare body at each pixel of `face` (h, w, 3 uint8), float32: planes fitted
    to its brightest part."""
    height, width = face.shape[:2]
    y, x = np.mgrid[-1 : 1 : height * 1j, -1 : 1 : width * 1j]
    basis = np.stack([np.ones_like(x), x, y], -1).reshape(-1, 3)
    colours = face.reshape(-1, 3).astype(np.float64)
    planes = body_planes(colours, basis, dull=0.6, near=10.0, share=0.3)
    return (basis @ planes).reshape(face.shape).astype(np.float32)


def bare(face: np.ndarray, rng: np.random.Generator) -> np.ndarray | None:
    """The face of a tile (h, w, 3 uint8) without its ink; None where that cannot be told from what
    lies beside the tile.

    Ink is what differs from the body and does not reach the edges, as the tile's rim, its shadow
    and its neighbours do.
    """
    height, width = face.shape[:2]
    smooth = body(face)
    differs = np.abs(face - smooth).max(axis=-1) > INK
    _, parts = cv2.connectedComponents(differs.astype(np.uint8), connectivity=8)
    rim = max(1, round(0.04 * min(height, width)))
    inner = np.zeros((height, width), bool)
    inner[rim:-rim, rim:-rim] = True
    ink = differs & ~np.isin(parts, np.unique(parts[~inner & differs]))
    middle = (slice(height // 4, height - height // 4), slice(width // 4, width - width // 4))
    if (differs & ~ink)[middle].any() or not ink[middle].any() or differs.mean() > 1 - LEAST_BARE:
        return None
    wide = cv2.dilate(ink.astype(np.uint8), np.ones((3, 3), np.uint8), iterations=max(1, rim // 2))
    mask = cv2.GaussianBlur(wide.astype(np.float32), (0, 0), 0.8)[..., None]
    grain = float(np.std((face - smooth)[~differs])) if (~differs).any() else 0.0
    plain = smooth + rng.normal(0, min(grain, 6.0), face.shape)
    return np.clip(face * (1 - mask) + plain * mask, 0, 255).astype(np.uint8)


def blanks(pictures: Iterable[Labelled], seed: int = 0) -> Iterator[Labelled]:
    """Pictures with one of their tiles made bare, only that one labelled, as a white dragon; in a
    group of their own."""
    rng = np.random.default_rng(seed)
    for group, pixels, tiles in pictures:
        inked = [c for label, c in tiles if label not in (WHITE_DRAGON.index, BACK.index)]
        if not inked:
            continue
        corners = inked[rng.integers(len(inked))]
        x1, y1 = np.maximum(np.round(corners.min(axis=0)).astype(int), 0)
        x2, y2 = np.round(corners.max(axis=0)).astype(int)
        face = pixels[y1:y2, x1:x2]
        changed = bare(face, rng) if min(face.shape[:2]) >= SMALLEST else None
        if changed is not None:
            pixels = pixels.copy()
            pixels[y1:y2, x1:x2] = changed
            yield made_bare(group), pixels, [(WHITE_DRAGON.index, upright((x1, y1, x2, y2)))]
