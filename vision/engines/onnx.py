"""ONNX Runtime on the CPU: what runs the models that come with Fanlens."""

from __future__ import annotations

import ast
import os
from pathlib import Path

import numpy as np
import onnxruntime

from vision.engines import ModelError, check_classes


def open_session(path: Path, outputs: int = 1) -> onnxruntime.InferenceSession:
    """A session for a model with one input and at most so many outputs. Raises ModelError."""
    onnxruntime.disable_telemetry_events()
    options = onnxruntime.SessionOptions()
    options.log_severity_level = 3
    # Where several processes share the cores, each is told how many threads it may have.
    threads = os.environ.get("OMP_NUM_THREADS", "")
    options.intra_op_num_threads = int(threads) if threads.isdecimal() else 0
    try:
        session = onnxruntime.InferenceSession(
            str(path), options, providers=["CPUExecutionProvider"]
        )
    except Exception as error:
        raise ModelError(f"{path.name} is no ONNX model that can be loaded.") from error
    if len(session.get_inputs()) != 1 or not 1 <= len(session.get_outputs()) <= outputs:
        raise ModelError(f"{path.name} has other inputs and outputs than a model of tiles.")
    return session


class OnnxEngine:
    """A detector exported to ONNX without NMS."""

    def __init__(self, path: Path) -> None:
        self._session = open_session(path)
        check_classes(_names(self._session), path)
        (source,), (result,) = self._session.get_inputs(), self._session.get_outputs()
        self._input = source.name
        self._dtype = np.float16 if source.type == "tensor(float16)" else np.float32
        height, width = source.shape[2:]
        self.size = height if isinstance(height, int) else None
        if height != width and self.size is not None:
            raise ModelError(f"{path.name} takes {width} x {height} pixels; a square is needed.")
        if len(result.shape) != 3 or result.shape[1] == 300:
            raise ModelError(f"{path.name} was exported with NMS inside; export it without.")

    def __call__(self, images: np.ndarray) -> np.ndarray:
        (raw,) = self._session.run(None, {self._input: images.astype(self._dtype, copy=False)})
        return raw.astype(np.float32, copy=False)


def _names(session: onnxruntime.InferenceSession) -> object:
    try:
        return ast.literal_eval(session.get_modelmeta().custom_metadata_map.get("names", ""))
    except (ValueError, SyntaxError):
        return None
