"""Arithmetic on tiles held as corners: arrays of shape (n, 4, 2), convex, in order around."""

from __future__ import annotations

import cv2
import numpy as np


def of_boxes(boxes: np.ndarray) -> np.ndarray:
    """Upright boxes (n, 4) as corners, clockwise from the top left."""
    return boxes[:, [0, 1, 2, 1, 2, 3, 0, 3]].reshape(-1, 4, 2).astype(float)


def around(quads: np.ndarray) -> np.ndarray:
    """The upright boxes (n, 4) around them: left, top, right, bottom."""
    return np.concatenate([quads.min(axis=1), quads.max(axis=1)], axis=1).reshape(-1, 4)


def areas(quads: np.ndarray) -> np.ndarray:
    """Shape (n,), at least a pixel each."""
    a, b = quads[:, 2] - quads[:, 0], quads[:, 3] - quads[:, 1]
    return np.maximum(np.abs(a[:, 0] * b[:, 1] - a[:, 1] * b[:, 0]) / 2, 1.0)


def short_sides(quads: np.ndarray) -> np.ndarray:
    """The lengths (n,) of the shorter of the sides at the first corner."""
    across = np.hypot(*(quads[:, 1] - quads[:, 0]).T)
    down = np.hypot(*(quads[:, 3] - quads[:, 0]).T)
    return np.minimum(across, down)


def shared(a: np.ndarray, b: np.ndarray) -> float:
    """The area that two tiles (4, 2) share."""
    return cv2.intersectConvexConvex(a.astype(np.float32), b.astype(np.float32))[0]
