"""The same photo under other circumstances, to see whether the same tiles are read."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass

import cv2
import numpy as np

from vision.detections import Detection

# Where a turned picture has no pixels: the grey that surrounds pictures in training as well.
BESIDE = (114, 114, 114)
GAMMA = 2.2


@dataclass(frozen=True, eq=False)
class Variant:
    """A changed picture, and the 2 x 3 matrix from the photo's pixels to its own."""

    pixels: np.ndarray
    matrix: np.ndarray

    def to_photo(self, detection: Detection) -> Detection:
        """The detection where it is in the photo itself."""
        inverse = cv2.invertAffineTransform(self.matrix)
        corners = np.array(detection.corners) @ inverse[:, :2].T + inverse[:, 2]
        return Detection(tuple(map(tuple, corners)), detection.confidence, detection.probabilities)


def turned(degrees: float) -> Callable[[np.ndarray], Variant]:
    """Clockwise, on a canvas that holds the whole turned picture."""

    def turn(pixels: np.ndarray) -> Variant:
        height, width = pixels.shape[:2]
        cos, sin = math.cos(math.radians(degrees)), math.sin(math.radians(degrees))
        size = np.array(
            [width * abs(cos) + height * abs(sin), width * abs(sin) + height * abs(cos)]
        )
        size = size.round().astype(int)
        matrix = np.array([[cos, -sin, 0.0], [sin, cos, 0.0]])
        old, new = (np.array([width, height]) - 1) / 2, (size - 1) / 2
        matrix[:, 2] = new - matrix[:, :2] @ old
        result = cv2.warpAffine(pixels, matrix, size.tolist(), borderValue=BESIDE)
        return Variant(result, matrix)

    return turn


def resized(factor: float) -> Callable[[np.ndarray], Variant]:
    def resize(pixels: np.ndarray) -> Variant:
        result = cv2.resize(pixels, None, fx=factor, fy=factor, interpolation=cv2.INTER_AREA)
        return Variant(result, np.array([[factor, 0.0, 0.0], [0.0, factor, 0.0]]))

    return resize


def jpeg(quality: int) -> Callable[[np.ndarray], Variant]:
    def compress(pixels: np.ndarray) -> Variant:
        _, data = cv2.imencode(".jpg", pixels[..., ::-1], [cv2.IMWRITE_JPEG_QUALITY, quality])
        return Variant(cv2.imdecode(data, cv2.IMREAD_COLOR)[..., ::-1], np.eye(2, 3))

    return compress


def exposed(stops: float) -> Callable[[np.ndarray], Variant]:
    """As if the shutter had been open 2 ** stops times as long."""

    def expose(pixels: np.ndarray) -> Variant:
        light = (np.arange(256) / 255) ** GAMMA * 2**stops
        table = np.clip(light, 0, 1) ** (1 / GAMMA) * 255
        return Variant(table.round().astype(np.uint8)[pixels], np.eye(2, 3))

    return expose


VARIANTS: dict[str, Callable[[np.ndarray], Variant]] = {
    "turned 90": turned(90),
    "turned 180": turned(180),
    "turned 270": turned(270),
    "turned 10": turned(10),
    "turned 35": turned(35),
    "half size": resized(0.5),
    "jpeg 40": jpeg(40),
    "darker": exposed(-1),
    "brighter": exposed(1),
}
AS_IT_IS = "as it is"
