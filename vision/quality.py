"""What is wrong with a photo as a photo of tiles: too dark, too blurred, cut off, or empty."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from enum import Enum

import cv2
import numpy as np

from vision.detections import Detection
from vision.images import Photo, shrunk

SIDE = 800
# The brightest twentieth of a photo whose tiles can be told apart is brighter than this (0..255).
DARK = 55.0
# Tiles have sharp ink: below this, the strongest edges of a photo are smeared over many pixels.
BLUR = 0.10
# A picture with less contrast than this (0..255) shows nothing that could be blurred.
FLAT = 30
EDGE = 2.0
FEW = 5


class Flaw(Enum):
    """A cause for which a reading fails, in the order in which it should be told."""

    dark = "dark"
    blurred = "blurred"
    no_tiles = "no_tiles"
    cut_off = "cut_off"


def flaws(
    photo: Photo, detections: Sequence[Detection], spare: Collection[int] = ()
) -> tuple[Flaw, ...]:
    """The flaws of a photo in which these tiles were found.

    spare: the positions of tiles that the hand does without, which may be cut off.
    Darkness and blur count only where few tiles were found: a photo that is read well is good.
    """
    found = []
    if len(detections) < FEW:
        grey = _grey(photo)
        if np.percentile(grey, 95) < DARK:
            found.append(Flaw.dark)
        elif np.ptp(grey) > FLAT and sharpness(grey) < BLUR:
            found.append(Flaw.blurred)
    if not detections:
        found.append(Flaw.no_tiles)
    elif any(_at_edge(photo, tile) for k, tile in enumerate(detections) if k not in spare):
        found.append(Flaw.cut_off)
    return tuple(found)


def sharpness(grey: np.ndarray) -> float:
    """How steep the steepest edges of a grey picture are: the change from one pixel to the next as
    a part of the picture's contrast, 0..1."""
    values = grey.astype(np.float32)
    contrast = float(np.percentile(values, 99) - np.percentile(values, 1))
    steps = np.abs(np.diff(values, axis=1))
    return float(np.percentile(steps, 99.5)) / max(contrast, 1.0)


def _grey(photo: Photo) -> np.ndarray:
    return cv2.cvtColor(shrunk(photo.pixels, SIDE), cv2.COLOR_RGB2GRAY)


def _at_edge(photo: Photo, detection: Detection) -> bool:
    left, top, right, bottom = detection.xyxy
    return left < EDGE or top < EDGE or right > photo.width - EDGE or bottom > photo.height - EDGE
