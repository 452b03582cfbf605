"""Fit how both networks' evidence and a place's company make it a tile (`vision.certainty`)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np

from vision import boxes, quads
from vision.certainty import Weights
from vision.evaluation.labels import LabelledPhoto
from vision.evaluation.matching import IOU
from vision.images import load_photo
from vision.reading import Reader

# Keeps the fit finite where a column alone tells tiles from all else.
RIDGE = 1e-2
STEPS = 50


def gather(
    photos: Sequence[LabelledPhoto], reader: Reader
) -> Iterator[tuple[np.ndarray, np.ndarray]]:
    """For each photo, completely labelled, the evidence (n, 4) of all places that any look takes
    for a tile, and which of them are on a label (n,)."""
    for labelled in photos:
        photo = load_photo(labelled.path)
        places = reader.places(photo)
        if places.evidence is None:
            continue
        truth = np.array([label.box for label in labelled.labels]).reshape(-1, 4)
        truth = truth * [*photo.size, *photo.size]
        on = boxes.iou(truth, quads.around(places.corners)) >= IOU
        yield places.evidence, on.any(axis=0)


def fit(evidence: np.ndarray, is_tile: np.ndarray) -> Weights:
    """The weights of a logistic regression of `is_tile` (n,) on `evidence` (n, 4)."""
    known = np.column_stack([np.ones(len(evidence)), evidence])
    weights = np.zeros(known.shape[1])
    for _ in range(STEPS):
        p = 1 / (1 + np.exp(-np.clip(known @ weights, -30, 30)))
        slope = known.T @ (is_tile - p) - RIDGE * weights
        curve = (known * (p * (1 - p))[:, None]).T @ known + RIDGE * np.eye(len(weights))
        weights += np.linalg.solve(curve, slope)
    return Weights(*(round(float(weight), 2) for weight in weights))
