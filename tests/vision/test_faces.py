"""The classifier of single faces: its description is checked, its crops and turns are exact."""

from __future__ import annotations

import json
import math

import numpy as np
import pytest

from scoring.tiles import TILES, Tile
from tests.vision.cards import put, table
from tests.vision.onnx_files import node, write_model
from vision.engines import ModelError
from vision.faces import FaceModel, FaceReader, fuse, square

CODES = [tile.code for tile in TILES]
SIZE = 16
DESCRIPTION = {
    "classes": [*CODES, "none"],
    "size": SIZE,
    "margin": 1.0,
    "turns": 4,
    "temperature": 1.0,
    "weight": 0.6,
}


def face_file(path, description=None, up: bool = False, text: str | None = None, classes=44):
    """A classifier by mean colour: the more red, the more 1m; the more green, the more 2m. Its
    second output says which of the four edges is the brightest: the tile's own top."""
    weights = np.zeros((3, classes), np.float32)
    weights[0, 0] = weights[1, 1] = 20.0
    nodes = [
        node("GlobalAveragePool", ["crops"], ["mean"]),
        node("Flatten", ["mean"], ["flat"]),
        node("MatMul", ["flat", "weights"], ["logits"]),
    ]
    outputs = {"logits": ("n", classes)}
    tensors = {"weights": weights}
    if up:
        edges = np.zeros((3 * SIZE * SIZE, 4), np.float32)
        image = edges.reshape(3, SIZE, SIZE, 4)
        image[:, 0, :, 0] = image[:, :, -1, 1] = image[:, -1, :, 2] = image[:, :, 0, 3] = 1.0
        tensors["edges"] = edges
        nodes += [node("Flatten", ["crops"], ["all"]), node("MatMul", ["all", "edges"], ["up"])]
        outputs["up"] = ("n", 4)
    text = json.dumps(description or DESCRIPTION) if text is None else text
    return write_model(
        path, nodes, {"crops": ("n", 3, SIZE, SIZE)}, outputs, tensors, {"fanlens": text}
    )


def upright(width: float = 30, height: float = 40, x: float = 50, y: float = 50) -> np.ndarray:
    return np.array([[x, y], [x + width, y], [x + width, y + height], [x, y + height]], float)


def test_probabilities_come_from_the_network(tmp_path):
    reader = FaceReader(face_file(tmp_path / "faces.onnx"))
    picture = np.zeros((200, 200, 3), np.uint8)
    picture[:, :100, 0] = 255
    picture[:, 100:, 1] = 255
    faces = reader.read(picture, np.stack([upright(x=20), upright(x=140)]))
    assert faces.tiles.argmax(axis=1).tolist() == [0, 1]
    assert faces.tiles.sum(axis=1) == pytest.approx([1, 1])
    assert faces.no_tile == pytest.approx([0, 0], abs=0.01)
    assert faces.up is None


def test_no_tiles_are_no_work(tmp_path):
    faces = FaceReader(face_file(tmp_path / "faces.onnx")).read(table(9, 9), np.zeros((0, 4, 2)))
    assert faces.tiles.shape == (0, len(TILES))


def test_probabilities_of_an_export_with_softmax_are_understood():
    values = np.array([[2.0, 1.0, 0.0]])
    soft = np.exp(values) / np.exp(values).sum()
    from vision.faces import _as_logits, _log_softmax

    assert _log_softmax(_as_logits(soft)) == pytest.approx(_log_softmax(values), abs=1e-6)


@pytest.mark.parametrize("turns", [1, 2, 4])
@pytest.mark.parametrize(
    ("edge", "quarter"), [("top", 0), ("right", 1), ("bottom", 2), ("left", 3)]
)
def test_the_own_top_of_a_tile_is_told_from_any_turn(tmp_path, turns, edge, quarter):
    reader = FaceReader(face_file(tmp_path / "f.onnx", DESCRIPTION | {"turns": turns}, up=True))
    picture = np.zeros((100, 100, 3), np.uint8)
    window = (slice(30, 70), slice(30, 70))
    bright = {
        "top": np.s_[:8, :],
        "right": np.s_[:, -8:],
        "bottom": np.s_[-8:, :],
        "left": np.s_[:, :8],
    }[edge]
    picture[window][bright] = 255
    faces = reader.read(picture, upright(40, 40, 30, 30)[None])
    assert faces.up.argmax(axis=1).tolist() == [quarter]


@pytest.mark.parametrize(
    "change",
    [
        {"classes": CODES[::-1]},
        {"size": 0},
        {"size": "64"},
        {"turns": 3},
        {"margin": 0.5},
        {"temperature": 0},
        {"weight": 1.5},
    ],
)
def test_impossible_descriptions_are_refused(change):
    with pytest.raises((ValueError, TypeError)):
        FaceModel.from_json(json.dumps(DESCRIPTION | change))


@pytest.mark.parametrize(
    "options",
    [
        {"text": ""},
        {"text": "[]"},
        {"text": json.dumps({"size": 16})},
        {"description": DESCRIPTION | {"size": 32}},
        {"description": DESCRIPTION | {"classes": CODES}},
        {"classes": 10},
    ],
)
def test_a_file_that_is_no_classifier_of_tiles_is_refused(tmp_path, options):
    path = face_file(tmp_path / "other.onnx", **options)
    with pytest.raises(ModelError, match=r"other.onnx is no classifier of these tiles"):
        FaceReader(path)


@pytest.mark.parametrize("degrees", [0, 20, 90, 180, 275])
@pytest.mark.parametrize("scale", [0.5, 1, 7])
def test_a_crop_is_level_centred_and_keeps_proportions(degrees, scale):
    picture = table(round(400 * scale), round(400 * scale))
    middle = (200 * scale, 200 * scale)
    corners = put(picture, Tile("5p"), middle, 60 * scale, 80 * scale, degrees)
    crop = square(picture, corners, 64, 1.25)
    red = crop[..., 0] > 150
    columns, rows = np.nonzero(red.any(axis=0))[0], np.nonzero(red.any(axis=1))[0]
    # The longer side fills 64 / 1.25 pixels, the shorter three quarters of that.
    assert len(rows) == pytest.approx(51, abs=2)
    assert len(columns) == pytest.approx(38, abs=3)
    assert columns.mean() == pytest.approx(31.5, abs=1.2)
    assert rows.mean() == pytest.approx(31.5, abs=1.2)


def test_beyond_the_picture_its_edge_repeats():
    picture = np.full((50, 50, 3), 200, np.uint8)
    assert (square(picture, upright(30, 40, -15, -20), 32, 1.2) == 200).all()
    assert square(picture, upright(30, 40, 500, 500), 32, 1.2).shape == (32, 32, 3)


@pytest.mark.parametrize(
    ("weight", "expected"),
    [(0.0, [0.8, 0.2]), (1.0, [0.1, 0.9]), (0.5, [math.sqrt(0.08), math.sqrt(0.18)])],
)
def test_fusion_is_the_weighted_mean_of_logarithms(weight, expected):
    fused = fuse(np.array([[0.8, 0.2]]), np.array([[0.1, 0.9]]), weight)
    assert fused[0] == pytest.approx(np.array(expected) / sum(expected), abs=1e-4)
