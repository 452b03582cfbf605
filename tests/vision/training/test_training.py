"""The whole of training in small: a few steps of the real thing, interrupted, exported, used."""

from dataclasses import replace

import cv2
import numpy as np
import pytest

from vision.labels import LabelError, render
from vision.training.crops import gather
from vision.training.drawn import drawn
from vision.training.recipe import load_recipe

pytestmark = pytest.mark.slow

torch = pytest.importorskip("torch", reason="needs the train extra")
pytest.importorskip("ultralytics", reason="needs the train extra")


@pytest.fixture
def labelled(tmp_path):
    """A YOLO folder of four pictures of drawn tiles."""
    folder = tmp_path / "photos"
    for part in ("images", "labels"):
        (folder / part).mkdir(parents=True)
    for number, (_, pixels, tiles) in enumerate(drawn(4)):
        height, width = pixels.shape[:2]
        cv2.imwrite(str(folder / "images" / f"{number}.jpg"), pixels[:, :, ::-1])
        rows = [
            (index, (*(c.min(axis=0) / [width, height]), *(c.max(axis=0) / [width, height])))
            for index, c in tiles
        ]
        (folder / "labels" / f"{number}.txt").write_text(render(rows))
    return folder


@pytest.fixture
def recipe():
    from vision.training.faces import Recipe

    return replace(Recipe(**load_recipe()["faces"]), batch=8)


def test_an_interrupted_classifier_goes_on_and_its_export_agrees(tmp_path, recipe, monkeypatch):
    from vision.faces import FaceReader
    from vision.training import faces

    monkeypatch.setattr(faces, "EPOCH", 2)
    crops = gather(drawn(1))
    whole = faces.train(crops, recipe, tmp_path / "whole", steps=4, workers=0)

    steps = []
    step = faces._step

    def interrupted(*arguments):
        if len(steps) == 3:
            raise KeyboardInterrupt
        steps.append(step(*arguments))
        return steps[-1]

    monkeypatch.setattr(faces, "_step", interrupted)
    with pytest.raises(KeyboardInterrupt):
        faces.train(crops, recipe, tmp_path / "cut", steps=4, workers=0)
    monkeypatch.setattr(faces, "_step", step)
    resumed = faces.train(crops, recipe, tmp_path / "cut", steps=4, workers=0)
    for a, b in zip(whole.state_dict().values(), resumed.state_dict().values(), strict=True):
        assert torch.allclose(a.float(), b.float(), atol=1e-3)

    path = tmp_path / "faces.onnx"
    faces.export(tmp_path / "whole" / "last.pt", recipe, path, load_recipe()["fusion"])
    reader = FaceReader(path)
    assert reader.model.size == recipe.size
    corners = np.array([[[32, 32], [96, 32], [96, 96], [32, 96]]])
    named = reader.read(crops.images[0], corners)
    assert named.tiles.sum() == pytest.approx(1, abs=1e-5)


@pytest.mark.parametrize("content", [b"", b"no weights", b"PK\x03\x04cut"], ids=str)
def test_a_damaged_checkpoint_is_refused_and_kept(tmp_path, recipe, content):
    from vision.engines import ModelError
    from vision.training import detector, faces

    for last, again in (
        (
            tmp_path / "faces" / "last.pt",
            lambda out: faces.train(gather(drawn(1)), recipe, out, steps=1, workers=0),
        ),
        (
            tmp_path / "tiles" / "weights" / "last.pt",
            lambda out: detector.train(tmp_path / "data.yaml", "yolo11n.yaml", out.parent, {}),
        ),
    ):
        last.parent.mkdir(parents=True)
        last.write_bytes(content)
        with pytest.raises(ModelError, match="delete it to begin again, or name another --out"):
            again(last.parent)
        assert last.read_bytes() == content


def test_the_mean_of_two_classifiers(tmp_path):
    from vision.engines import ModelError
    from vision.models import models_folder
    from vision.training.faces import mean

    ours, other, small = models_folder() / "faces.pt", tmp_path / "other.pt", tmp_path / "small.pt"
    weights = torch.load(ours, weights_only=True)["model"]
    torch.save({"model": {k: v + 1 for k, v in weights.items()}}, other)
    mean(ours, other, tmp_path / "mean.pt")
    made = torch.load(tmp_path / "mean.pt", weights_only=True)["model"]
    name = "model.0.conv.weight"
    assert torch.allclose(made[name].float(), weights[name].float() + 0.5, atol=1e-2)
    torch.save({"model": {name: weights[name]}}, small)
    with pytest.raises(ModelError, match="different networks"):
        mean(ours, small, tmp_path / "none.pt")


@pytest.mark.parametrize(
    ("shares", "first"), [((1, 1), 0.5), ((3, 1), 0.75), ((0, 2), 0.0)], ids=str
)
def test_what_is_shown_comes_from_the_files_by_their_shares(shares, first):
    from vision.training.faces import mixed

    parts = [gather(drawn(1)), gather(drawn(3))]
    shown = mixed(parts, shares)
    assert shown.sum() == pytest.approx(1)
    assert shown[: len(parts[0])].sum() == pytest.approx(first)


@pytest.mark.parametrize(
    ("start", "body"),
    [("yolo11n.yaml", False), ("yolo26n.yaml", True), ("yolo11n-obb.yaml", True)],
    ids=["from nothing", "another body", "oriented boxes"],
)
def test_a_detector_trains_and_exports(tmp_path, labelled, start, body):
    from tests.benchmarks.bench_detectors import open_detector
    from vision.images import Photo
    from vision.models import models_folder
    from vision.training import detector

    settings = load_recipe()["detector"] | {"imgsz": 64, "batch": 2, "workers": 0}
    out = tmp_path / "run"
    data = detector.collect([labelled], out)
    weights = models_folder() / "tiles.pt" if body else None
    last = detector.train(data, start, out, settings, epochs=1, body=weights)
    ended = last.stat().st_mtime_ns
    assert detector.train(data, start, out, settings, epochs=1, body=weights) == last
    assert last.stat().st_mtime_ns == ended
    detector.export(last, tmp_path / "tiles.onnx")
    reader = open_detector(tmp_path / "tiles.onnx")
    assert reader.detect(Photo(np.zeros((80, 120, 3), np.uint8)), confidence=0.9) == ()


def test_finetuning_needs_enough_photos_and_says_before_and_after(tmp_path, labelled):
    from vision.training.finetune import finetune

    said = []
    outcome = finetune(labelled, tmp_path / "mine", said.append, steps=2)
    assert outcome.photos == 1
    assert outcome.tiles == 42
    assert f"before: {outcome.before.of(42)}" in said
    assert f"after: {outcome.after.of(42)}" in said
    assert (tmp_path / "mine" / "models.json").exists()

    (labelled / "images" / "3.jpg").unlink()
    with pytest.raises(LabelError, match="at least 4"):
        finetune(labelled, tmp_path / "other", said.append)


@pytest.mark.parametrize(
    ("before", "after", "better"),
    [
        ((28, 0), (31, 0), True),
        ((28, 0), (31, 2), True),
        ((28, 0), (31, 3), False),
        ((28, 0), (28, 0), False),
        ((28, 2), (28, 1), True),
    ],
)
def test_a_tuned_model_is_better_when_it_gains_more_than_it_makes_up(before, after, better):
    from vision.training.finetune import Counts, Outcome

    assert Outcome(3, 31, Counts(*before), Counts(*after)).better is better
