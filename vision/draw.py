"""Detections drawn over their photo."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

import cv2
import numpy as np

from vision.detections import Detection
from vision.images import Photo

Colour = tuple[int, int, int]

SURE, DOUBTFUL = (0, 170, 80), (255, 140, 0)
# Below this, what a tile is or whether it is one deserves a second glance.
DOUBT = 0.6
INK = (255, 255, 255)


def draw(photo: Photo, detections: Iterable[Detection]) -> np.ndarray:
    """The photo's pixels (uint8 RGB) with each tile framed and named: green where the reading is
    sure, orange where it is in doubt. The frame's thick side is the top edge of the corners."""
    picture = photo.pixels.copy()
    for detection in detections:
        sure = min(detection.confidence, detection.tile_probability) >= DOUBT
        frame(picture, detection, SURE if sure else DOUBTFUL, detection.tile.code)
    return picture


def frame(picture: np.ndarray, detection: Detection, colour: Colour, name: str) -> None:
    """Draw one tile's frame and name into a picture."""
    line = max(1, round(detection.width / 30))
    corners = np.array(detection.corners).round().astype(np.int32)
    cv2.polylines(picture, [corners], True, colour, line, cv2.LINE_AA)
    cv2.line(picture, corners[0].tolist(), corners[1].tolist(), colour, 2 * line, cv2.LINE_AA)
    _name(picture, detection, colour, name)


def _name(picture: np.ndarray, detection: Detection, colour: Colour, name: str) -> None:
    size = max(0.35, detection.width / 70)
    thick = max(1, round(1.6 * size))
    font = cv2.FONT_HERSHEY_SIMPLEX
    (width, height), drop = cv2.getTextSize(name, font, size, thick)
    left, top, _, _ = (round(value) for value in detection.xyxy)
    base = max(height + 2, top)
    cv2.rectangle(picture, (left, base - height - 3), (left + width, base + drop // 2), colour, -1)
    cv2.putText(picture, name, (left, base - 1), font, size, INK, thick, cv2.LINE_AA)


def write(photo: Photo, detections: Iterable[Detection], path: Path) -> None:
    """Draw into a picture file; its suffix says the format. Raises ValueError if that fails."""
    save(draw(photo, detections), path)


def save(picture: np.ndarray, path: Path) -> None:
    """Write uint8 RGB pixels; the suffix says the format. Raises ValueError if that fails."""
    if not (path.suffix.isascii() and cv2.haveImageWriter(f"picture{path.suffix}")):
        raise ValueError(f"{path} has no suffix of a picture; write to a .jpg or .png.")
    try:
        written, encoded = cv2.imencode(path.suffix, picture[..., ::-1])
    except cv2.error:
        written = False
    if not written:
        raise ValueError(f"{path} cannot hold a picture of this size; write to a .png.")
    try:
        # OpenCV would end the process over a name that is no UTF-8.
        path.write_bytes(encoded)
    except OSError as error:
        raise ValueError(
            f"{path} cannot be written; choose a folder that exists and may be written to."
        ) from error
