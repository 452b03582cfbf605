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


def _said(caplog):
    """What our training logged, ultralytics' own lines left out."""
    return [r.getMessage() for r in caplog.records if r.name.startswith("vision.training")]


def _no_number(weights):
    next(iter(weights.values())).fill_(float("nan"))


def _moments(stored):
    return next(iter(stored["optimiser"]["state"].values()))


DAMAGES = {
    "step is text": lambda s: s.update(step="2"),
    "no step": lambda s: s.update(step=None),
    "step is a list": lambda s: s.update(step=[1]),
    "step is broken": lambda s: s.update(step=1.5),
    "step below 0": lambda s: s.update(step=-5),
    "step above those planned": lambda s: s.update(step=7),
    "step of another schedule": lambda s: s.update(step=1),
    "no schedule": lambda s: s.pop("schedule"),
    "empty schedule": lambda s: s.update(schedule={}),
    "odd schedule": lambda s: s["schedule"].update(total_steps="3"),
    "weights that are no numbers": lambda s: _no_number(s["model"]),
    "averages that are no numbers": lambda s: _no_number(s["ema"]),
    "empty weights": lambda s: s.update(model={}),
    "no moments": lambda s: s["optimiser"].update(state={}),
    "moments of another shape": lambda s: _moments(s).update(exp_avg=torch.zeros(2)),
    "moments that are no numbers": lambda s: _moments(s)["exp_avg_sq"].fill_(float("nan")),
    "moments of another step": lambda s: _moments(s)["step"].fill_(9),
    "moments without a step": lambda s: _moments(s).pop("step"),
    "a rate that is no number": lambda s: s["optimiser"]["param_groups"][0].update(lr="fast"),
    "no rate": lambda s: s["optimiser"]["param_groups"][0].pop("max_lr"),
}


@pytest.fixture(scope="module")
def ended(tmp_path_factory):
    """The folder of a classifier's run of two steps."""
    from vision.training import faces

    out = tmp_path_factory.mktemp("faces") / "run"
    settings = replace(faces.Recipe(**load_recipe()["faces"]), batch=8)
    faces.train(gather(drawn(1)), settings, out, steps=2, workers=0)
    return out


@pytest.mark.parametrize("damage", DAMAGES.values(), ids=DAMAGES)
def test_a_checkpoint_that_would_fail_later_is_refused_at_once(tmp_path, ended, recipe, damage):
    from vision.engines import ModelError
    from vision.training import faces

    stored = torch.load(ended / "last.pt", weights_only=False)
    damage(stored)
    torch.save(stored, tmp_path / "last.pt")
    with pytest.raises(ModelError, match="delete it to begin again, or name another --out"):
        faces.train(gather(drawn(1)), recipe, tmp_path, steps=2, workers=0)


def test_a_classifier_goes_on_only_to_the_steps_it_was_planned_for(ended, recipe, caplog):
    from vision.engines import ModelError
    from vision.training import faces

    caplog.set_level("INFO", "vision.training")
    before = (ended / "last.pt").read_bytes()
    for steps in (1, 6):
        with pytest.raises(ModelError, match=f"for --steps 2, not {steps}: give --steps 2, or"):
            faces.train(gather(drawn(1)), recipe, ended, steps=steps, workers=0)
    faces.train(gather(drawn(1)), recipe, ended, steps=2, workers=0)
    assert _said(caplog) == [
        f"The run in {ended} has ended and is left as it is; to train again, name another --out."
    ]
    assert (ended / "last.pt").read_bytes() == before


def test_weights_that_are_no_numbers_are_refused(tmp_path, recipe):
    from vision.engines import ModelError
    from vision.models import models_folder
    from vision.training.faces import build

    stored = torch.load(models_folder() / "faces.pt", weights_only=True)
    _no_number(stored["model"])
    torch.save(stored, tmp_path / "odd.pt")
    with pytest.raises(ModelError, match="weights that are no numbers; give those of another run"):
        build(recipe, tmp_path / "odd.pt")


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
    ("architecture", "begun"),
    [("yolo11n.yaml", False), ("yolo26n.yaml", True), ("yolo11n-obb.yaml", True)],
    ids=["from nothing", "another body", "oriented boxes"],
)
def test_a_detector_trains_and_exports(tmp_path, labelled, architecture, begun):
    from tests.benchmarks.bench_detectors import open_detector
    from vision.images import Photo
    from vision.models import models_folder
    from vision.training import bodies, detector

    settings = load_recipe()["detector"] | {"imgsz": 64, "batch": 2, "workers": 0}
    out = tmp_path / "run"
    data = detector.collect([labelled], out)
    start = architecture
    if begun:
        (start,) = bodies.begin(models_folder() / "tiles.pt", [architecture], tmp_path)
    last = detector.train(data, start, out, settings, epochs=1)
    detector.export(last, tmp_path / "tiles.onnx")
    reader = open_detector(tmp_path / "tiles.onnx")
    assert reader.detect(Photo(np.zeros((80, 120, 3), np.uint8)), confidence=0.9) == ()


def _detector(start, labelled, out, epochs, **changes):
    from vision.training import detector

    settings = load_recipe()["detector"] | {"imgsz": 64, "batch": 2, "workers": 0}
    data = detector.collect([labelled], out)
    return detector.train(data, start, out, settings | changes, epochs=epochs)


def test_a_detector_goes_on_only_to_the_epochs_it_was_planned_for(
    tmp_path, labelled, caplog, monkeypatch
):
    from vision.engines import ModelError
    from vision.train import main
    from vision.training import detector

    caplog.set_level("INFO", "vision.training")
    start, out = "yolo11n.yaml", tmp_path / "run"
    # Interrupted after the last epoch, before the optimiser is left out.
    with monkeypatch.context() as patched:
        patched.setattr(detector.UprightTrainer, "final_eval", lambda self: None)
        last = _detector(start, labelled, out, 2)
    used_up = last.read_bytes()
    stored = torch.load(last, weights_only=False)
    assert stored["epoch"] == 1

    def says(epochs):
        caplog.clear()
        assert main(["detector", str(labelled), "--start", start, "--out", str(out), *epochs]) == 0
        return _said(caplog)

    ended = f"The run in {out} has ended and is left as it is; to train again, name another --out."
    assert says(["--epochs", "2"]) == [ended]
    assert says(["--hours", "1"]) == [ended]
    assert last.read_bytes() == used_up
    torch.save(stored | {"epoch": -1, "optimizer": None, "ema": None, "model": stored["ema"]}, last)
    assert says(["--epochs", "2"]) == [ended]
    for epochs in (1, 3):
        with pytest.raises(ModelError, match=f"for --epochs 2, not {epochs}: give --epochs 2, or"):
            _detector(start, labelled, out, epochs)

    for damage in ({"epoch": "1"}, {"epoch": -2}, {"train_args": {}}, {"optimizer": None}):
        torch.save(stored | {"epoch": 0} | damage, last)
        with pytest.raises(ModelError, match="delete it to begin again, or name another --out"):
            _detector(start, labelled, out, 2)
    torch.save(stored | {"epoch": 0}, last)
    with pytest.raises(ModelError, match="damaged or of another run"):
        _detector("yolo11n-obb.yaml", labelled, out, 2)
    assert _detector(start, labelled, out, 2) == last
    assert torch.load(last, weights_only=False)["epoch"] == -1


@pytest.mark.parametrize("out", ["photos", "photos/run", "."])
def test_a_detector_is_not_made_where_its_pictures_are(tmp_path, labelled, out):
    from vision.outputs import OutError
    from vision.training import detector

    (tmp_path / "data").symlink_to(labelled)
    kept = sorted(labelled.rglob("*"))
    with pytest.raises(OutError, match="name a place apart"):
        detector.collect([labelled], tmp_path / out)
    assert sorted(labelled.rglob("*")) == kept


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
