"""Which detection is on which label."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from vision import boxes
from vision.detections import Detection
from vision.evaluation.labels import LabelledPhoto

IOU = 0.5


@dataclass(frozen=True)
class Matching:
    """Indices: pairs (label, detection), labels that nothing was found for, false detections.

    A detection in an area of unlabelled tiles is in none of these.
    """

    pairs: tuple[tuple[int, int], ...]
    missed: tuple[int, ...]
    false: tuple[int, ...]


def match(photo: LabelledPhoto, detections: Sequence[Detection], size: tuple[int, int]) -> Matching:
    """Match detections, in pixels of a photo of (width, height) `size`, with its labels.

    A detection is on a label if their axis-aligned boxes overlap by an IoU of 0.5 or more, or if
    each holds the centre of the other: a label drawn round a slanted tile is often too wide for
    the first. One detection goes to one label, the greatest overlap first, whatever the tiles.
    """
    scale = np.array([*size, *size], float)
    labels = np.array([label.box for label in photo.labels]).reshape(-1, 4) * scale
    found = np.array([detection.xyxy for detection in detections]).reshape(-1, 4)
    overlap = boxes.iou(labels, found)
    mutual = _holds(labels, found) & _holds(found, labels).T
    overlap[(overlap < IOU) & ~mutual] = 0.0
    pairs = []
    while overlap.size and overlap.max() > 0.0:
        label, detection = map(int, np.unravel_index(overlap.argmax(), overlap.shape))
        pairs.append((label, detection))
        overlap[label], overlap[:, detection] = 0.0, 0.0
    matched = {detection for _, detection in pairs}
    areas = np.array(photo.unlabelled).reshape(-1, 4) * scale
    excused = _holds(areas, found).any(axis=0)
    return Matching(
        tuple(sorted(pairs)),
        tuple(sorted(set(range(len(labels))) - {label for label, _ in pairs})),
        tuple(i for i in range(len(found)) if i not in matched and not excused[i]),
    )


def _holds(a: np.ndarray, b: np.ndarray) -> np.ndarray:
    """Whether box i of `a` holds the centre of box j of `b`, shape (len(a), len(b))."""
    x, y = boxes.centres(b).T
    return (a[:, None, 0] <= x) & (x <= a[:, None, 2]) & (a[:, None, 1] <= y) & (y <= a[:, None, 3])
