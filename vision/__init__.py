"""From photos of mahjong tiles to hands."""

import os

# Unless told otherwise before they are imported, ONNX Runtime and ultralytics report to their
# makers what is run with them, and mark the computer for it. Nothing that is read here leaves it.
os.environ["ORT_DISABLE_TELEMETRY"] = "1"
os.environ["YOLO_OFFLINE"] = "True"
