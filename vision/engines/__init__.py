"""What runs a detector's network: ONNX Runtime, OpenVINO or ultralytics, all behind `Engine`.

An engine knows tensors only. Letterbox, thresholds and NMS are the detector's, so that every engine
finds the same tiles.
"""

from __future__ import annotations

from pathlib import Path
from typing import Protocol

import numpy as np

from scoring.tiles import TILES


class ModelError(ValueError):
    """A model that is missing, damaged or made for something else; the message says what to do."""


class Engine(Protocol):
    """A loaded network, callable from several threads at once.

    size: the side of its square input if that is fixed, None if any multiple of `STRIDE` will do.
    """

    size: int | None

    def __call__(self, images: np.ndarray) -> np.ndarray:
        """From float32 RGB images in 0..1, (n, 3, height, width), to the raw (n, 4 + 43, anchors):
        centre x, centre y, width and height in input pixels, then one score per tile."""
        ...


STRIDE = 32
ENGINES = ("onnx", "openvino", "ultralytics")


def open_engine(path: Path, engine: str | None = None) -> Engine:
    """The engine for a model file: `engine` by name, or the usual one for the file's kind.

    Raises ModelError for a file that is no detector of these tiles, and for an engine that is not
    installed or cannot read it.
    """
    if not path.is_file():
        raise ModelError(f"There is no model at {path}.")
    usual = "ultralytics" if path.suffix == ".pt" else "onnx"
    name = engine or usual
    if name not in ENGINES:
        raise ModelError(f"There is no engine {name}; choose one of {', '.join(ENGINES)}.")
    if (name == "ultralytics") != (path.suffix == ".pt"):
        raise ModelError(f"The engine {name} cannot read {path.name}; leave the engine out.")
    if name == "onnx":
        from vision.engines.onnx import OnnxEngine as Chosen
    elif name == "openvino":
        from vision.engines.openvino import OpenvinoEngine as Chosen
    else:
        from vision.engines.ultralytics import UltralyticsEngine as Chosen
    return Chosen(path)


def check_classes(names: object, path: Path) -> None:
    """Raises ModelError unless `names` (a list, or a mapping from index) are the tiles in order."""
    codes = [names[key] for key in sorted(names)] if isinstance(names, dict) else names
    expected = [tile.code for tile in TILES]
    if codes != expected:
        raise ModelError(
            f"{path.name} was not trained for these {len(expected)} tiles: its classes are not "
            "1m to 9m, 1p to 9p, 1s to 9s, E S W N, C F P, a to h, back, in this order."
        )
