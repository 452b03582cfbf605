"""The same photo twice, also if one copy was turned, recoloured or cut by its publisher.

A fingerprint (what is bright and dark in the middle of a picture) finds candidates at any of 60
angles; a candidate is the same photo if most of its details lie where one affine map puts them.
Another photo of the same table, however alike, shares few details on its tiles.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np

from vision.images import ImageError, load_photo

SIDE = 96
RADIUS = 40
STEP = 7
TILTS = range(-21, 22, 3)
# Correlation of two fingerprints from which details are compared.
ALIKE = 0.9
DETAILS = 800
# A copy keeps nine details in ten; two photos of one table, taken in turn, three at most.
SAME = 0.6
FEWEST = 60


@dataclass(frozen=True)
class Twin:
    """`copy` is the same photo as `original`."""

    original: Path
    copy: Path
    share: float


def twins(originals: Sequence[Path], others: Sequence[Path]) -> list[Twin]:
    """The pictures among `others` that are the same photo as one of `originals`.

    Files that cannot be read are like nothing.
    """
    small, originals = _all_small(originals)
    others_small, others = _all_small(others)
    if not small or not others_small:
        return []
    marks = np.array([_fingerprint(image) for image in others_small])
    alike = np.full((len(originals), len(others)), -1.0)
    for quarter in range(4):
        for tilt in TILTS:
            turned = np.array([_fingerprint(_turned(image, quarter, tilt)) for image in small])
            np.maximum(alike, turned @ marks.T, out=alike)
    details: dict[Path, tuple] = {}
    found = []
    for row, column in np.argwhere(alike > ALIKE):
        pair = originals[row], others[column]
        for path in pair:
            if path not in details:
                details[path] = _details(path)
        share = _shared_details(*(details[path] for path in pair))
        if share > SAME:
            found.append(Twin(*pair, share))
    return found


def _grey(path: Path) -> np.ndarray:
    return cv2.cvtColor(load_photo(path).pixels, cv2.COLOR_RGB2GRAY)


def _all_small(paths: Sequence[Path]) -> tuple[list[np.ndarray], list[Path]]:
    images, readable = [], []
    for path in paths:
        try:
            images.append(_small(path))
            readable.append(path)
        except ImageError:
            continue
    return images, readable


def _small(path: Path) -> np.ndarray:
    """The picture without its black borders, SIDE x SIDE float."""
    grey = _grey(path)
    lit = grey > 12
    rows, columns = np.flatnonzero(lit.any(axis=1)), np.flatnonzero(lit.any(axis=0))
    if len(rows) and len(columns):
        grey = grey[rows[0] : rows[-1] + 1, columns[0] : columns[-1] + 1]
    return cv2.resize(grey, (SIDE, SIDE), interpolation=cv2.INTER_AREA).astype(np.float32)


def _turned(image: np.ndarray, quarter: int, tilt: float) -> np.ndarray:
    image = np.ascontiguousarray(np.rot90(image, quarter))
    centre = (SIDE - 1) / 2
    matrix = cv2.getRotationMatrix2D((centre, centre), tilt, 1)
    return cv2.warpAffine(image, matrix, (SIDE, SIDE), borderMode=cv2.BORDER_REPLICATE)


_AWAY = np.hypot(*(np.mgrid[:SIDE, :SIDE] - (SIDE - 1) / 2))


def _fingerprint(image: np.ndarray) -> np.ndarray:
    """A unit vector: brightness within a circle, its mean taken away."""
    values = cv2.GaussianBlur(image, (0, 0), 2)[_AWAY < RADIUS][::STEP]
    values = values - values.mean()
    return values / max(float(np.linalg.norm(values)), 1e-6)


def _details(path: Path) -> tuple:
    points, marks = cv2.ORB_create(DETAILS).detectAndCompute(_grey(path), None)
    return np.float32([point.pt for point in points]), marks


def _shared_details(first: tuple, second: tuple) -> float:
    """The share of matching details that one affine map explains; 0 if too few match at all."""
    if first[1] is None or second[1] is None:
        return 0.0
    matches = cv2.BFMatcher(cv2.NORM_HAMMING, crossCheck=True).match(first[1], second[1])
    matches = [match for match in matches if match.distance < 50]
    if len(matches) < FEWEST:
        return 0.0
    cv2.setRNGSeed(0)
    _, agree = cv2.estimateAffine2D(
        first[0][[match.queryIdx for match in matches]],
        second[0][[match.trainIdx for match in matches]],
        ransacReprojThreshold=4,
    )
    return 0.0 if agree is None else float(agree.sum()) / len(matches)
