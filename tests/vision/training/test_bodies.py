import pytest

torch = pytest.importorskip("torch", reason="needs the train extra")
pytest.importorskip("ultralytics", reason="needs the train extra")

from ultralytics import YOLO  # noqa: E402

from vision.engines import ModelError  # noqa: E402
from vision.models import models_folder  # noqa: E402
from vision.outputs import OutError  # noqa: E402
from vision.training import bodies  # noqa: E402

WEIGHTS = models_folder() / "tiles.pt"


def _features(path, images):
    """What the head of the network at `path` is given."""
    network = YOLO(path).model.float().eval()
    given = []
    network.model[-1].register_forward_pre_hook(lambda _, inputs: given.extend(inputs[0]))
    with torch.no_grad():
        network(images)
    return given


def _weights(path):
    return YOLO(path).model.state_dict()


def test_a_wider_body_computes_the_same_in_every_channel_twice(tmp_path, monkeypatch):
    monkeypatch.setattr(bodies, "UNLIKENESS", 0)
    narrow, wide = bodies.begin(WEIGHTS, ["yolo11n.yaml", "yolo11s.yaml"], tmp_path)
    images = torch.rand(1, 3, 128, 160, generator=torch.Generator().manual_seed(0))
    known, *same = (_features(path, images) for path in (WEIGHTS, narrow, wide))
    for features, copied, doubled in zip(known, *same, strict=True):
        torch.testing.assert_close(copied, features)
        torch.testing.assert_close(doubled, features.repeat_interleave(2, 1), atol=1e-3, rtol=1e-3)


def test_twins_differ_so_that_they_can_learn_different_things(tmp_path):
    (wide,) = bodies.begin(WEIGHTS, ["yolo11s.yaml"], tmp_path)
    first = _weights(wide)["model.1.conv.weight"]
    assert not torch.equal(first[0::2], first[1::2])


def test_all_begin_with_what_fits_all_and_heads_that_know_nothing(tmp_path):
    names = ["yolo11n.yaml", "yolo26n.yaml", "yolo11n-obb.yaml"]
    paths = bodies.begin(WEIGHTS, names, tmp_path)
    assert [path.name for path in paths] == ["yolo11n.pt", "yolo26n.pt", "yolo11n-obb.pt"]
    known = _weights(WEIGHTS)

    def taken(path):
        """The convolutions that are as in WEIGHTS; the head's `dfl` learns nothing."""
        own = _weights(path).items()
        same = {key for key, value in own if torch.equal(value, known.get(key, torch.empty(0)))}
        return {key for key in same if key.endswith(".conv.weight") and ".dfl." not in key}

    first, *others = map(taken, paths)
    assert others == [first, first]
    assert "model.0.conv.weight" in first
    assert not any(key.startswith("model.23.") for key in first)


@pytest.mark.parametrize("name", ["yolo11n-cls.yaml", "nothere.yaml"])
def test_other_architectures_are_refused(tmp_path, name):
    with pytest.raises(ModelError, match=name):
        bodies.begin(WEIGHTS, [name], tmp_path)


def test_the_weights_begun_with_are_not_replaced(tmp_path):
    own = tmp_path / "yolo11n.pt"
    own.write_bytes(WEIGHTS.read_bytes())
    with pytest.raises(OutError, match=f"^--out {own} is the same as {own}"):
        bodies.begin(own, ["yolo11n.yaml"], tmp_path)
    assert own.read_bytes() == WEIGHTS.read_bytes()
