"""Engines: what they refuse in one sentence, and that all of them see the same tiles."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from scoring.tiles import TILES
from tests.vision.onnx_files import node, write_model
from vision import models
from vision.detector import Detector
from vision.engines import ModelError, open_engine
from vision.images import load_photo
from vision.resources import MissingResource, resource

NAMES = str({tile.index: tile.code for tile in TILES})
ROWS = 4 + len(TILES)


def detector_file(path: Path, names: str = NAMES, size=32, rows: int = ROWS, anchors=3) -> Path:
    """A network whose scores are the brightness of the picture's red, for every anchor alike."""
    return write_model(
        path,
        [
            node("GlobalAveragePool", ["images"], ["mean"]),
            node("Slice", ["mean", "zero", "one", "one"], ["red"]),
            node("Reshape", ["red", "flat"], ["scalar"]),
            node("Mul", ["scalar", "ones"], ["output0"]),
        ],
        {"images": (1, 3, size, size)},
        {"output0": (1, rows, anchors)},
        {
            "zero": np.array([0], np.int64),
            "one": np.array([1], np.int64),
            "flat": np.array([1, 1, 1], np.int64),
            "ones": np.ones((1, rows, anchors), np.float32),
        },
        {"names": names},
    )


def test_a_sound_file_runs(tmp_path):
    engine = open_engine(detector_file(tmp_path / "tiles.onnx"))
    assert engine.size == 32
    images = np.zeros((1, 3, 32, 32), np.float32)
    images[:, 0] = 0.25
    assert engine(images) == pytest.approx(np.full((1, ROWS, 3), 0.25))


def test_a_network_of_any_size_says_so(tmp_path):
    assert open_engine(detector_file(tmp_path / "any.onnx", size="side")).size is None


@pytest.mark.parametrize(
    ("names", "size", "rows", "message"),
    [
        ("", 32, ROWS, "was not trained for these 43 tiles"),
        ("{0: 'person', 1: 'bicycle'}", 32, 6, "was not trained for these 43 tiles"),
        (str(dict(enumerate(reversed([t.code for t in TILES])))), 32, ROWS, "in this order"),
        (NAMES, 32, 300, "was exported with NMS inside; export it without"),
    ],
)
def test_foreign_networks_are_refused(tmp_path, names, size, rows, message):
    path = detector_file(tmp_path / "foreign.onnx", names, size, rows)
    with pytest.raises(ModelError, match=message):
        open_engine(path)


@pytest.mark.parametrize("content", [b"", b"not a model", b"\x08\x08"])
def test_damaged_files_are_refused(tmp_path, content):
    path = tmp_path / "damaged.onnx"
    path.write_bytes(content)
    with pytest.raises(ModelError, match=r"damaged.onnx is no ONNX model|has other inputs"):
        open_engine(path)


def test_what_no_engine_can_do(tmp_path):
    path = detector_file(tmp_path / "tiles.onnx")
    with pytest.raises(ModelError, match="There is no model at"):
        open_engine(tmp_path / "none.onnx")
    with pytest.raises(ModelError, match="There is no engine tensorrt; choose one of onnx"):
        open_engine(path, "tensorrt")
    with pytest.raises(ModelError, match=r"cannot read tiles.onnx"):
        open_engine(path, "ultralytics")


def test_broken_weights_are_refused(tmp_path):
    pytest.importorskip("ultralytics", reason="needs the extra train")
    path = tmp_path / "broken.pt"
    path.write_bytes(b"no weights")
    with pytest.raises(ModelError, match="holds no weights"):
        open_engine(path)


@pytest.mark.parametrize(
    ("engine", "file"), [("openvino", models.FILES["tiles"]), ("ultralytics", "tiles.pt")]
)
def test_engines_agree(engine, file, shared):
    """The same detections, to a tenth of a pixel and a hundredth of a probability."""
    pytest.importorskip(engine, reason=f"needs the package {engine}")
    try:
        path = resource(f"models/{file}")
    except MissingResource:
        pytest.skip(f"needs the weights models/{file}")
    usual, other = Detector.open(), Detector.open(path, engine)
    photos = sorted((shared / "photos" / "val" / "images").glob("*.jpg"))[::30]
    seen = 0
    for photo in map(load_photo, photos):
        a, b = usual.detect(photo), other.detect(photo)
        assert [d.tile for d in a] == [d.tile for d in b]
        for one, two in zip(a, b, strict=True):
            assert np.array(one.corners) == pytest.approx(np.array(two.corners), abs=0.1)
            assert one.confidence == pytest.approx(two.confidence, abs=0.01)
            assert one.probabilities == pytest.approx(two.probabilities, abs=0.01)
        seen += len(a)
    assert seen > 20


def test_reading_leaves_nothing_behind_and_reports_to_nobody(tmp_path):
    """The runtime's makers get no report: it would first be kept below the user's home."""
    program = (
        "from vision.reading import default_reader; import numpy as np; "
        "from vision.images import Photo; "
        "default_reader().read(Photo(np.zeros((64, 64, 3), np.uint8)))"
    )
    kept = {k: v for k, v in os.environ.items() if k not in ("CI", "ORT_DISABLE_TELEMETRY")}
    home = {"HOME": str(tmp_path), "XDG_CACHE_HOME": str(tmp_path)}
    subprocess.run([sys.executable, "-c", program], env=kept | home, check=True)
    assert list(tmp_path.rglob("*")) == []
