"""The models that come with Fanlens are the ones that their manifest names, or nothing runs."""

from __future__ import annotations

import json
import os
import subprocess
import sys

import pytest

from vision import models
from vision.engines import ModelError


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """A folder of models with a sound manifest, in place of our own."""
    (tmp_path / "tiles.onnx").write_bytes(b"weights of tiles")
    (tmp_path / "faces.onnx").write_bytes(b"weights of faces")
    models.write_manifest(tmp_path)
    monkeypatch.setattr(models, "resource", lambda name: tmp_path)
    return tmp_path


def edit(folder, **values) -> None:
    path = folder / models.MANIFEST
    manifest = json.loads(path.read_text())
    manifest["tiles"].update(values)
    path.write_text(json.dumps(manifest))


def test_verified_models_are_found(folder):
    assert models.find("tiles") == folder / "tiles.onnx"
    assert models.find("faces") == folder / "faces.onnx"


def test_the_classifier_is_optional(folder):
    (folder / "faces.onnx").unlink()
    models.write_manifest(folder)
    assert models.find("faces") is None


def test_a_manifest_needs_the_detector(folder):
    (folder / "tiles.onnx").unlink()
    with pytest.raises(ModelError, match=r"There is no tiles.onnx in"):
        models.write_manifest(folder)


def _described_again(folder):
    """`python -m vision.models` with the folder that the environment names."""
    return subprocess.run(
        [sys.executable, "-m", "vision.models"],
        env={**os.environ, models.ELSEWHERE: str(folder)},
        capture_output=True,
        text=True,
        check=False,
    )


def test_a_change_of_ones_own_models_is_described_where_they_lie(folder):
    (folder / "tiles.onnx").write_bytes(b"other weights")
    with pytest.raises(ModelError, match=r"run python -m vision\.models if the change is yours"):
        models.find("tiles", folder)
    assert _described_again(folder).stdout == f"{folder / models.MANIFEST}\n"
    assert models.find("tiles", folder) == folder / "tiles.onnx"


def test_a_folder_without_models_is_named_in_one_sentence(tmp_path):
    done = _described_again(tmp_path)
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr == f"There is no tiles.onnx in {tmp_path}.\n"


@pytest.mark.parametrize(
    ("harm", "message"),
    [
        (lambda f: (f / "tiles.onnx").unlink(), "models/tiles.onnx is missing"),
        (lambda f: (f / "tiles.onnx").write_bytes(b"short"), "damaged or another model"),
        (lambda f: (f / "tiles.onnx").write_bytes(b"Weights of tiles"), "its checksum differs"),
        (lambda f: (f / "models.json").unlink(), "models/models.json is missing"),
        (lambda f: (f / "models.json").write_text("{"), "models/models.json is damaged"),
        (lambda f: (f / "models.json").write_text("[]"), "models/models.json is damaged"),
        (lambda f: (f / "models.json").write_text("{}"), "models/models.json is damaged"),
        (lambda f: edit(f, classes=["1m"]), "was made for other tiles"),
    ],
)
def test_anything_else_is_refused_in_one_sentence(folder, harm, message):
    harm(folder)
    with pytest.raises(ModelError, match=message) as refusal:
        models.find("tiles")
    assert "get a complete copy of models/" in str(refusal.value)
    assert "\n" not in str(refusal.value)


def test_another_folder_is_called_by_its_name(tmp_path, monkeypatch):
    monkeypatch.setenv(models.ELSEWHERE, str(tmp_path / "club"))
    with pytest.raises(ModelError) as refusal:
        models.find("tiles")
    assert str(refusal.value) == (
        f"{tmp_path / 'club' / 'models.json'} is missing; make its folder again, or leave "
        "FANLENS_MODELS out to use the models of Fanlens."
    )


def test_our_own_models_are_whole_and_small():
    path = models.find("tiles")
    assert path.stat().st_size <= 12_000_000
