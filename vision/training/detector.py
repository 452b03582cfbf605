"""Train the tile detector with ultralytics, on the CPU in bfloat16 where the processor has it."""

from __future__ import annotations

import logging
import shutil
from collections.abc import Iterable, Set
from pathlib import Path
from typing import Any

import torch
from ultralytics import YOLO
from ultralytics.models.yolo.detect import DetectionTrainer
from ultralytics.models.yolo.obb import OBBTrainer
from ultralytics.nn.tasks import DetectionModel, OBBModel
from ultralytics.utils.torch_utils import strip_optimizer

from scoring.tiles import TILES
from vision import labels
from vision.engines import ModelError
from vision.outputs import apart
from vision.training.checkpoints import has_ended, no_way_on, planned_otherwise
from vision.training.crops import check_sessions
from vision.training.precision import quickest

log = logging.getLogger(__name__)


def _to_float(value: Any) -> Any:
    if isinstance(value, torch.Tensor):
        return value.float() if value.is_floating_point() else value
    if isinstance(value, dict):
        return {key: _to_float(item) for key, item in value.items()}
    if isinstance(value, (list, tuple)):
        return type(value)(_to_float(item) for item in value)
    return value


class _Autocast:
    """A network whose training forward runs in the quickest precision, its loss in float32.

    ultralytics itself refuses reduced precision off CUDA.
    """

    def loss(self, batch: dict, preds: Any = None) -> Any:
        if preds is None:
            images = batch["img"].contiguous(memory_format=torch.channels_last)
            with quickest():
                preds = self.forward(images)
        return super().loss(batch, _to_float(preds))


class AutocastModel(_Autocast, DetectionModel):
    """Finds tiles by upright boxes."""


class AutocastObbModel(_Autocast, OBBModel):
    """Finds tiles by boxes that turn with them."""


class UprightTrainer(DetectionTrainer):
    """ultralytics' trainer with a network of ours."""

    network = AutocastModel

    def validate(self):
        """Left out: it costs as much as an epoch and measures less than `fanlens evaluate tiles`.

        ultralytics validates after the last epoch even where it is told not to.
        """
        return {}, None

    def final_eval(self):
        """Leaves the optimiser out of what was saved; validating would take as long again."""
        for path in (self.last, self.best):
            if path.exists():
                strip_optimizer(path)

    def get_model(self, cfg=None, weights=None, verbose=True):
        model = self.set_model_names_for_load(
            self.network(cfg, nc=self.data["nc"], ch=self.data["channels"], verbose=verbose)
        )
        if weights:
            model.load(weights)
        return model.to(memory_format=torch.channels_last)


class OrientedTrainer(UprightTrainer, OBBTrainer):
    """The same for oriented boxes."""

    network = AutocastObbModel


TRAINERS = {"detect": UprightTrainer, "obb": OrientedTrainer}
_PLAIN = {"detect": DetectionModel, "obb": OBBModel}


def collect(folders: Iterable[Path], out: Path, hold_out: Set[str] = frozenset()) -> Path:
    """Gather labelled pictures as `out/data` for ultralytics; returns the path of its data.yaml.

    Pictures of the sessions `hold_out` stay out; LabelError for one that no picture is of, and for
    a line that is no label; OutError where one of the folders would be changed. Every label is
    written as four corners, from `labels_obb` where `datasets.synth` made it, so that turning a
    picture keeps its boxes tight.
    """
    folders = list(folders)
    data = out / "data"
    for place in (out, data):
        apart(place, folders, around=True)
    shutil.rmtree(data, ignore_errors=True)
    for part in ("images", "labels"):
        (data / part).mkdir(parents=True, exist_ok=True)
    seen = set()
    for folder in folders:
        known = labels.sessions(folder)
        seen |= set(known.values())
        for path in labels.pictures(folder):
            if known.get(path.resolve()) in hold_out:
                continue
            link = data / "images" / f"{folder.name}_{path.name}"
            link.symlink_to(path.resolve())
            source = labels.label_file(path)
            corners = source.parent.parent / "labels_obb" / source.name
            source = corners if corners.exists() else source
            labels.read(path, (1, 1))  # raises for what is no label
            text = source.read_text("utf-8-sig") if source.is_file() else ""
            lines = [_polygon(line) for line in text.splitlines() if line.split()]
            (data / "labels" / link.name).with_suffix(".txt").write_text("".join(lines), "utf-8")
    check_sessions(hold_out, seen)
    description = out / "data.yaml"
    names = "".join(f'  {tile.index}: "{tile.code}"\n' for tile in TILES)
    # ultralytics asks for validation pictures even when it does not validate.
    images = (data / "images").resolve()
    description.write_text(f"train: {images}\nval: {images}\nnames:\n{names}", "utf-8")
    return description


def _polygon(line: str) -> str:
    ((index, (left, top, right, bottom)),) = labels.parse(line)
    if len(line.split()) > 6:
        return line + "\n"
    corners = (left, top, right, top, right, bottom, left, bottom)
    return f"{index} " + " ".join(f"{min(1, max(0, value)):.6f}" for value in corners) + "\n"


def train(
    data: Path,
    start: str,
    out: Path,
    arguments: dict[str, Any],
    hours: float | None = None,
    epochs: int = 20,
) -> Path:
    """Train on the data set `data` (a data.yaml) from `start`, a .pt or an architecture's .yaml.

    Writes `out/weights/last.pt` after every epoch, goes on from there if it exists, unless the run
    had ended, and returns its path. Raises ModelError for weights it cannot begin with or go on
    from, and for a run planned for other epochs. `arguments` are ultralytics' own; `hours` ends the
    training, schedule included.
    """
    last = out / "weights" / "last.pt"
    overrides = dict(
        arguments,
        model=str(start),
        data=str(data),
        epochs=epochs,
        project=str(out.parent.resolve()),
        name=out.name,
        exist_ok=True,
        device="cpu",
        amp=False,
        val=False,
        plots=False,
    )
    if hours is not None:
        overrides["time"] = hours
    task = opened(start).task
    if last.exists():
        if is_over(start, out, epochs, hours):
            return last
        overrides |= {"model": str(last), "resume": str(last)}
    TRAINERS[task](overrides=overrides).train()
    return last


def is_over(start: str, out: Path, epochs: int, hours: float | None = None) -> bool:
    """Whether there is a run in `out` that came to its end, which is logged. Raises ModelError for
    one that was planned for other epochs, or that cannot be gone on from with `start`."""
    last = out / "weights" / "last.pt"
    if not last.exists():
        return False
    task = opened(start).task
    try:
        same = opened(last).task == task
        # ultralytics' own pickle, which `_opened` has just loaded.
        stored = torch.load(last, map_location="cpu", weights_only=False)
        epoch, arguments = stored["epoch"], stored["train_args"]
        planned, timed = arguments["epochs"], arguments.get("time")
    except (ModelError, KeyError, TypeError, AttributeError):
        raise ModelError(no_way_on(last)) from None
    if not (same and type(epoch) is type(planned) is int and epoch >= -1 and planned > 0):
        raise ModelError(no_way_on(last))
    # Where hours end a run, its epochs are only what was reckoned from them.
    if planned != epochs and not (hours or timed):
        raise ModelError(planned_otherwise(out, "--epochs", planned, epochs))
    # One interrupted after its last epoch still holds its optimiser.
    over = epoch == -1 or epoch + 1 >= planned
    if over:
        log.info(has_ended(out))
    elif any(stored.get(part) is None for part in ("ema", "optimizer", "updates")):
        raise ModelError(no_way_on(last))
    return over


def opened(weights: str | Path) -> YOLO:
    """Weights or an architecture. Raises ModelError for what ultralytics cannot load."""
    try:
        return YOLO(str(weights))
    except Exception as error:  # whatever unpickling a foreign file raises
        raise ModelError(
            f"{weights} holds no network that ultralytics can load; give a .pt of a training or an "
            "architecture such as yolo11n.yaml."
        ) from error


def opened_detector(weights: Path) -> YOLO:
    """Weights of a detector of tiles. Raises ModelError for others."""
    model = opened(weights)
    if model.task not in _PLAIN or len(model.model.names) != len(TILES):
        raise ModelError(f"{weights} holds no detector of {len(TILES)} classes of tiles.")
    return model


def untaught(model: YOLO) -> DetectionModel:
    """ultralytics' own network of the architecture of `model`, for tiles, with random weights.
    Raises ModelError for what is no detector."""
    if model.task not in _PLAIN:
        raise ModelError(f"{model.model_name} is no detector; name one such as yolo11n.yaml.")
    return _PLAIN[model.task](model.model.yaml, nc=len(TILES), verbose=False)


def export(weights: Path, path: Path) -> None:
    """Write `weights` (.pt) as `path`: ONNX of any input size, float32, without NMS or a head that
    replaces it, classes in its metadata. Raises ModelError for other weights."""
    model = opened_detector(weights)
    path.parent.mkdir(parents=True, exist_ok=True)
    plain = untaught(model)
    plain.load_state_dict(model.model.float().state_dict())
    plain.names, plain.args = model.model.names, model.model.args
    plain.stride, plain.task = model.model.stride, model.task
    model.model = plain
    made = model.export(format="onnx", imgsz=640, dynamic=True, simplify=True, device="cpu")
    shutil.move(made, path)
