"""Tiles that lie in a picture without a label: find them with a model, and paint them out.

Many real photos show discards, walls and other hands that nobody labelled. A detector trained on
them as they are would learn not to see such tiles.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

import cv2
import numpy as np

from vision import boxes
from vision.detections import Box
from vision.detector import Found

# Network pixels per picture pixel of the looks: hands at the first, far discards at the second.
SCALES = (1.0, 2.0)
# From this confidence on, something without a label is painted out; beside it, from LIKELY on:
# discards lie in heaps, and of a heap a model is sure of some tiles only.
SURE, LIKELY = 0.3, 0.1
# How near that is, between centres, in sides of the sure one.
BESIDE = 2.0
# The part of a find that labels may cover; more, and it is a labelled tile or a piece of one.
COVERED = 0.2
# A find that touches a label and has less than this part of its area is that tile's flank.
FLANK = 0.7
TOUCHING = 3.0
# How far beyond its box a tile is painted over, as a part of the box's shorter side.
MARGIN = 0.15
# What lies this near to a label stays as it is, in pixels.
RESPECT = 2
# Overlap of one tile in two looks.
SAME = 0.5

# A detector's look: pixels, scale and least confidence in, what it sees out.
Look = Callable[[np.ndarray, float, float], Found]


def find(look: Look, pixels: np.ndarray, labelled: Sequence[Box]) -> Found:
    """The tiles of a picture that have no label, most confident first.

    A second, closer and dearer look is taken only where the first sees anything without a label:
    it finds the rest of a heap, and hardly ever a heap that was not seen at all.
    """
    parts = []
    for scale in SCALES:
        seen = look(pixels, scale, LIKELY)
        parts.append(seen)
        if not _alone(seen, labelled).any():
            break
    seen = Found.joined(parts)
    return unlabelled(seen[boxes.suppress(seen.boxes, seen.confidences, SAME)], labelled)


def unlabelled(seen: Found, labelled: Sequence[Box]) -> Found:
    """Those of `seen` that are tiles without a label, as far as the model can be trusted."""
    known = np.array(labelled, np.float64).reshape(-1, 4)
    areas = np.maximum(boxes.areas(seen.boxes), 1e-9)
    around = known + np.array([-TOUCHING, -TOUCHING, TOUCHING, TOUCHING])
    touching = boxes.overlaps(seen.boxes, around) > 0
    flank = (touching & (areas[:, None] < FLANK * boxes.areas(known))).any(axis=1)
    seen = seen[_alone(seen, labelled) & ~flank]
    sure = seen[seen.confidences >= SURE]
    sides = np.sqrt(boxes.areas(sure.boxes))
    away = boxes.centres(seen.boxes)[:, None] - boxes.centres(sure.boxes)[None]
    beside = (np.hypot(*away.transpose(2, 0, 1)) < BESIDE * sides[None]).any(axis=1)
    return seen[beside & (seen.confidences >= LIKELY)]


def _alone(seen: Found, labelled: Sequence[Box]) -> np.ndarray:
    known = np.array(labelled, np.float64).reshape(-1, 4)
    covered = boxes.overlaps(seen.boxes, known).sum(axis=1)
    return covered <= COVERED * np.maximum(boxes.areas(seen.boxes), 1e-9)


def paint_out(
    pixels: np.ndarray, holes: Sequence[Box], labelled: Sequence[Box], seed: int
) -> np.ndarray:
    """A copy of `pixels` (uint8 RGB) in which `holes` show what lies around them, softly.

    Labelled boxes keep their pixels and lend none. The filling is smooth and carries the picture's
    own grain, so that no edge tells a detector where something was.
    """
    height, width = pixels.shape[:2]
    hole = np.zeros((height, width), np.uint8)
    for left, top, right, bottom in holes:
        margin = MARGIN * min(right - left, bottom - top)
        _fill(hole, (left - margin, top - margin, right + margin, bottom + margin), 1)
    kept = np.zeros_like(hole)
    for left, top, right, bottom in labelled:
        _fill(kept, (left - RESPECT, top - RESPECT, right + RESPECT, bottom + RESPECT), 1)
    known = ((hole == 0) & (kept == 0)).astype(np.float32)
    hole[kept > 0] = 0
    if not hole.any():
        return pixels.copy()
    smooth = _fill_in(pixels.astype(np.float32), known)
    random = np.random.default_rng(seed)
    smooth += random.normal(0, _grain(pixels, known), (height, width, 1))
    blend = cv2.GaussianBlur(hole.astype(np.float32), (0, 0), 1.5) * (hole > 0)
    mixed = pixels + (smooth - pixels) * blend[:, :, None]
    return np.clip(np.round(mixed), 0, 255).astype(np.uint8)


def _fill(mask: np.ndarray, box: Box, value: int) -> None:
    left, top = (max(0, int(np.floor(v))) for v in box[:2])
    right, bottom = (max(0, int(np.ceil(v))) for v in box[2:])
    mask[top:bottom, left:right] = value


def _fill_in(image: np.ndarray, known: np.ndarray) -> np.ndarray:
    """Unknown pixels from coarser and coarser means of the known ones around them."""
    height, width = known.shape
    if known.all() or min(height, width) <= 2:
        whole = known[:, :, None]
        mean = (image * whole).sum(axis=(0, 1)) / max(float(known.sum()), 1.0)
        return np.where(whole > 0, image, mean).astype(np.float32)
    size = (width + 1) // 2, (height + 1) // 2
    weight = cv2.resize(known, size, interpolation=cv2.INTER_AREA)
    colour = cv2.resize(image * known[:, :, None], size, interpolation=cv2.INTER_AREA)
    colour /= np.maximum(weight, 1e-6)[:, :, None]
    coarse = _fill_in(colour, (weight > 1e-6).astype(np.float32))
    finer = cv2.resize(coarse, (width, height), interpolation=cv2.INTER_LINEAR)
    return image * known[:, :, None] + finer * (1 - known[:, :, None])


def _grain(pixels: np.ndarray, known: np.ndarray) -> float:
    """How much neighbouring pixels of the plain parts differ by chance."""
    grey = cv2.cvtColor(pixels, cv2.COLOR_RGB2GRAY).astype(np.float32)
    rough = np.abs(grey - cv2.GaussianBlur(grey, (0, 0), 1.0))
    plain = rough[(known > 0) & (grey > 12)]
    return float(1.5 * np.median(plain)) if plain.size else 0.0
