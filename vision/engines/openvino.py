"""OpenVINO: the same ONNX file, faster on Intel processors (extra `openvino`)."""

from __future__ import annotations

import threading
from pathlib import Path

import numpy as np
import openvino

from vision.engines.onnx import OnnxEngine


class OpenvinoEngine:
    """A detector exported to ONNX without NMS, run by OpenVINO in float32."""

    def __init__(self, path: Path) -> None:
        # OpenVINO keeps no class names; ONNX Runtime reads and checks the file's description.
        self.size = OnnxEngine(path).size
        hints = {"PERFORMANCE_HINT": "LATENCY", "INFERENCE_PRECISION_HINT": "f32"}
        self._model = openvino.Core().compile_model(str(path), "CPU", hints)
        self._requests = threading.local()

    def __call__(self, images: np.ndarray) -> np.ndarray:
        # A request holds its own tensors, so threads must not share one.
        if not hasattr(self._requests, "own"):
            self._requests.own = self._model.create_infer_request()
        (raw,) = self._requests.own.infer([images]).values()
        return np.array(raw, np.float32)
