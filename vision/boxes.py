"""Arithmetic on axis-aligned boxes held as arrays of shape (n, 4): left, top, right, bottom."""

from __future__ import annotations

import numpy as np


def areas(boxes: np.ndarray) -> np.ndarray:
    """Shape (n,)."""
    return np.clip(boxes[:, 2:] - boxes[:, :2], 0, None).prod(axis=1)


def centres(boxes: np.ndarray) -> np.ndarray:
    """Shape (n, 2)."""
    return (boxes[:, :2] + boxes[:, 2:]) / 2


def overlaps(a: np.ndarray, b: np.ndarray) -> np.ndarray:
    """The areas that boxes of `a` and `b` share, shape (len(a), len(b))."""
    low = np.maximum(a[:, None, :2], b[None, :, :2])
    high = np.minimum(a[:, None, 2:], b[None, :, 2:])
    return np.clip(high - low, 0, None).prod(axis=2)


def iou(a: np.ndarray, b: np.ndarray) -> np.ndarray:
    """Intersection over union, shape (len(a), len(b))."""
    shared = overlaps(a, b)
    union = areas(a)[:, None] + areas(b)[None] - shared
    return shared / np.maximum(union, 1e-9)


def within(a: np.ndarray, b: np.ndarray) -> np.ndarray:
    """Shared area over the smaller of both areas, shape (len(a), len(b))."""
    smaller = np.minimum(areas(a)[:, None], areas(b)[None])
    return overlaps(a, b) / np.maximum(smaller, 1e-9)


def suppress(boxes: np.ndarray, confidences: np.ndarray, threshold: float) -> np.ndarray:
    """Non-maximum suppression: which boxes stay, the most confident first.

    A box goes when a more confident one that stays overlaps it by more than `threshold` (IoU).
    """
    order = np.argsort(-confidences, kind="stable")
    kept = []
    while order.size:
        best, order = order[0], order[1:]
        kept.append(best)
        order = order[iou(boxes[best][None], boxes[order])[0] <= threshold]
    return np.array(kept, dtype=int)
