"""ultralytics: reads a `.pt` file as training left it (extra `train`)."""

from __future__ import annotations

import threading
from pathlib import Path

import numpy as np
import torch
from ultralytics import YOLO

from vision.engines import ModelError, check_classes


class UltralyticsEngine:
    """A detector's weights, run by PyTorch on the CPU in float32."""

    size = None

    def __init__(self, path: Path) -> None:
        try:
            model = YOLO(str(path), task="detect")
            names, network = model.names, model.model.float().eval()
        except Exception as error:
            raise ModelError(f"{path.name} holds no weights that ultralytics can load.") from error
        check_classes(names, path)
        head = network.model[-1]
        if hasattr(head, "end2end"):
            # Its one-to-one branch drops all but the best tile of each box.
            head.end2end = False
        self._network = network.fuse()
        self._lock = threading.Lock()

    def __call__(self, images: np.ndarray) -> np.ndarray:
        # The head keeps its anchors between calls, so one thread at a time.
        with self._lock, torch.inference_mode():
            raw = self._network(torch.from_numpy(images))
        return (raw[0] if isinstance(raw, tuple | list) else raw).numpy()
