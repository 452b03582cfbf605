"""The second opinion: a small network that names one tile from its own square crop.

The detector decides where tiles are; this decides better what is on them, because it sees each at a
scale of its own. It is optional: without `models/faces.onnx` readings rest on the detector alone.
"""

from __future__ import annotations

import json
import math
from dataclasses import dataclass, fields
from pathlib import Path

import cv2
import numpy as np

from scoring.tiles import TILES
from vision.engines import ModelError
from vision.engines.onnx import open_session

METADATA = "fanlens"
NO_TILE = "none"
# Width over height of the narrowest box that an unstretched tile fills; what is narrower was
# stretched, by a steep view or by whoever saved the picture, and is widened again.
NARROWEST = 0.62


@dataclass(frozen=True)
class FaceModel:
    """What the model file's metadata says, as JSON under the key "fanlens".

    classes: the 43 tile codes in order, then perhaps "none" for what is no tile.
    size: the side of its square input in pixels.
    margin: the crop's side over the longer side of the tile.
    turns: how many quarter turns of each crop are looked at and averaged: 1, 2 or 4.
    temperature: divides the logits, so that probabilities are calibrated.
    weight: 0..1, how much its logarithms count in the fusion; the detector's get the rest.
    """

    classes: tuple[str, ...]
    size: int
    margin: float
    turns: int
    temperature: float
    weight: float

    @classmethod
    def from_json(cls, text: str) -> FaceModel:
        """Raises ValueError for anything but a complete and possible description."""
        values = json.loads(text)
        model = cls(**{field.name: values[field.name] for field in fields(cls)})
        object.__setattr__(model, "classes", tuple(model.classes))
        codes = tuple(tile.code for tile in TILES)
        possible = (
            model.classes in (codes, (*codes, NO_TILE))
            and isinstance(model.size, int)
            and model.turns in (1, 2, 4)
            and model.size > 0
            and model.margin >= 1
            and model.temperature > 0
            and 0 <= model.weight <= 1
        )
        if not possible:
            raise ValueError("impossible values")
        return model


@dataclass(frozen=True, eq=False)
class Faces:
    """What is on n tiles: `tiles` (n, 43) probabilities that sum to 1, `no_tile` (n,) in 0..1,
    `up` (n, 4) the probability of each number of clockwise quarter turns that the tile's own top
    lies away from the crop's, or None from a model that does not know."""

    tiles: np.ndarray
    no_tile: np.ndarray
    up: np.ndarray | None


class FaceReader:
    """The loaded classifier, shared between threads once made.

    Input (n, 3, size, size) RGB in 0..1; output (n, classes) logits or probabilities and, from a
    model that can tell, a second output (n, 4): the logits of the tile's clockwise quarter turns.
    Raises ModelError for a file that is none.
    """

    def __init__(self, path: Path) -> None:
        self._session = open_session(path, outputs=2)
        try:
            text = self._session.get_modelmeta().custom_metadata_map[METADATA]
            self.model = FaceModel.from_json(text)
            source, result = self._session.get_inputs()[0], self._session.get_outputs()[0]
            if source.shape[1:] != [3, self.model.size, self.model.size]:
                raise ValueError("another input")
            if result.shape[-1] != len(self.model.classes):
                raise ValueError("another output")
        except (KeyError, ValueError, TypeError) as error:
            raise ModelError(
                f"{path.name} is no classifier of these tiles: its metadata do not describe one."
            ) from error
        self._input = source.name

    def read(self, pixels: np.ndarray, corners: np.ndarray) -> Faces:
        """What is on the tiles at `corners` (n, 4, 2) of a uint8 RGB picture."""
        model = self.model
        if not len(corners):
            return Faces(np.zeros((0, len(TILES))), np.zeros(0), None)
        crops = np.stack([square(pixels, quad, model.size, model.margin) for quad in corners])
        logits, ups = [], []
        for turn in range(0, 4, 4 // model.turns):
            turned = np.rot90(crops, turn, axes=(1, 2)).transpose(0, 3, 1, 2)
            blob = np.ascontiguousarray(turned, np.float32) / 255.0
            outputs = self._session.run(None, {self._input: blob})
            logits.append(_log_softmax(_as_logits(outputs[0]) / model.temperature))
            if len(outputs) > 1:
                # np.rot90 turned the crop anticlockwise, so its tile lies `turn` less clockwise.
                ups.append(np.roll(_log_softmax(outputs[1]), turn, axis=1))
        names = np.exp(_log_softmax(np.mean(logits, axis=0)))
        tiles = names[:, : len(TILES)]
        no_tile = 1.0 - tiles.sum(axis=1)
        tiles = tiles / np.maximum(tiles.sum(axis=1, keepdims=True), 1e-9)
        up = np.exp(_log_softmax(np.mean(ups, axis=0))) if ups else None
        return Faces(tiles, np.clip(no_tile, 0.0, 1.0), up)


def square(pixels: np.ndarray, corners: np.ndarray, size: int, margin: float) -> np.ndarray:
    """The crop round one tile: `size` x `size` x 3, level with its first edge, `margin` times as
    wide as its longer side, keeping its proportions unless they are narrower than NARROWEST;
    outside the picture its edge repeats."""
    across, down = corners[1] - corners[0], corners[3] - corners[0]
    width, height = max(math.hypot(*across), 1.0), max(math.hypot(*down), 1.0)
    side = margin * max(width, height)
    scale = size / side
    wider = max(1.0, NARROWEST * height / width)
    taller = max(1.0, NARROWEST * width / height)
    angle = math.atan2(across[1], across[0])
    cos, sin = math.cos(angle) * scale, math.sin(angle) * scale
    x, y = corners.mean(axis=0)
    half = side  # more than half a diagonal, so that the blur sees what lies beside the crop
    left, top = max(0, int(x - half)), max(0, int(y - half))
    patch = pixels[top : max(top + 1, int(y + half) + 1), left : max(left + 1, int(x + half) + 1)]
    if patch.size == 0:
        return np.zeros((size, size, 3), np.uint8)
    if scale < 0.6:
        # Plain bilinear sampling would alias where the crop shrinks a lot.
        patch = cv2.GaussianBlur(patch, (0, 0), 0.4 / scale)
    matrix = np.array([[cos * wider, sin * wider, 0.0], [-sin * taller, cos * taller, 0.0]])
    matrix[:, 2] = size / 2 - matrix[:, :2] @ [x - left, y - top]
    return cv2.warpAffine(
        patch, matrix, (size, size), flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE
    )


def fuse(detector: np.ndarray, faces: np.ndarray, weight: float) -> np.ndarray:
    """The log-linear mean of two sets of distributions (n, 43), `weight` on the second."""
    logs = (1 - weight) * np.log(detector + 1e-6) + weight * np.log(faces + 1e-6)
    return np.exp(_log_softmax(logs))


def _as_logits(values: np.ndarray) -> np.ndarray:
    """Exports that end in a softmax give probabilities; their logarithms are logits as well."""
    if values.min() >= 0.0 and np.allclose(values.sum(axis=1), 1.0, atol=1e-3):
        return np.log(values + 1e-9)
    return values


def _log_softmax(logits: np.ndarray) -> np.ndarray:
    shifted = logits - logits.max(axis=-1, keepdims=True)
    return shifted - np.log(np.exp(shifted).sum(axis=-1, keepdims=True))
