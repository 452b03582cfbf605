"""Train the classifier of single tiles, and export it with what `vision.faces` must know."""

from __future__ import annotations

import copy
import json
import logging
import math
import os
import pickle
from collections.abc import Sequence
from dataclasses import asdict, dataclass, fields
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import torch
from torch import nn
from torch.utils.data import DataLoader, Dataset
from ultralytics.nn.tasks import ClassificationModel

from scoring.tiles import TILES
from vision.engines import ModelError
from vision.faces import METADATA, NO_TILE, FaceModel
from vision.training.augment import augment, plain
from vision.training.checkpoints import has_ended, no_way_on, planned_otherwise
from vision.training.crops import CONTEXT, NONE, Crops
from vision.training.precision import quickest
from vision.training.recipe import RecipeError

log = logging.getLogger(__name__)

# Steps between checkpoints; what an interruption can cost.
EPOCH = 250
# Rare groups and rare tiles are shown more often than they occur, but not as often as all others.
GROUP_POWER, CLASS_POWER = 0.5, -0.6
RATE_WARM_UP = 0.1


@dataclass(frozen=True)
class Recipe:
    """The [faces] table of recipe.toml, which says what each value means."""

    arch: str
    size: int
    margin: float
    batch: int
    lr: float
    weight_decay: float
    dropout: float
    label_smoothing: float
    ema: float

    @classmethod
    def of(cls, table: dict[str, Any]) -> Recipe:
        """Raises RecipeError for a table with a value that is none of these."""
        known = {field.name for field in fields(cls)}
        for name in sorted(table.keys() - known):
            raise RecipeError(f"The table [faces] of a recipe knows no value {name}.")
        return cls(**table)


class _Views(Dataset):
    """Endless random views of crops: view `i` is the same in every run with the same seed."""

    def __init__(
        self, crops: Crops, shown: np.ndarray, recipe: Recipe, first: int, last: int, seed: int
    ) -> None:
        self.crops, self.recipe, self.first, self.last, self.seed = crops, recipe, first, last, seed
        self.cumulated = np.cumsum(shown)

    def __len__(self) -> int:
        return (self.last - self.first) * self.recipe.batch

    def __getitem__(self, index: int) -> tuple[torch.Tensor, int]:
        cv2.setNumThreads(1)
        rng = np.random.default_rng((self.seed, self.first * self.recipe.batch + index))
        chosen = min(int(np.searchsorted(self.cumulated, rng.random())), len(self.crops) - 1)
        view = augment(
            self.crops.images[chosen],
            float(self.crops.aspects[chosen]),
            CONTEXT,
            self.recipe.size,
            self.recipe.margin,
            rng,
        )
        return torch.from_numpy(view.transpose(2, 0, 1).copy()), int(self.crops.labels[chosen])


def how_often(crops: Crops) -> np.ndarray:
    """How often each crop is shown (N, summing to 1): see GROUP_POWER, CLASS_POWER."""
    weights = np.zeros(len(crops))
    for group in np.unique(crops.groups):
        members = crops.groups == group
        counts = np.bincount(crops.labels[members], minlength=NONE + 1).astype(float)
        share = counts[crops.labels[members]] ** CLASS_POWER
        weights[members] = share / share.sum() * members.sum() ** GROUP_POWER
    return weights / weights.sum()


def mixed(parts: Sequence[Crops], shares: Sequence[float]) -> np.ndarray:
    """How often each crop of the joined parts is shown (N, summing to 1), when that many shares of
    what is shown come from each part."""
    total = sum(shares)
    return np.concatenate(
        [share / total * how_often(part) for share, part in zip(shares, parts, strict=True)]
    )


def build(recipe: Recipe, start: Path | None = None, whole: bool = False) -> nn.Module:
    """The network, with those weights of `start` (a checkpoint of this module or an ultralytics
    .pt of the same family) that fit it. Raises ModelError where there are none or, if it is to be
    the `whole` network, not all."""
    model = ClassificationModel(recipe.arch, nc=NONE + 1, verbose=False)
    for module in model.modules():
        if isinstance(module, nn.Dropout):
            module.p = recipe.dropout
    if start is not None:
        state = _weights_in(start)
        own = model.state_dict()
        fitting = {k: v for k, v in state.items() if k in own and own[k].shape == v.shape}
        if not fitting:
            raise ModelError(f"{start} holds no weights of a classifier; give faces.pt or last.pt.")
        if whole and fitting.keys() < own.keys():
            raise ModelError(f"{start} holds only part of a classifier; give the last.pt of a run.")
        model.load_state_dict(fitting, strict=False)
        log.info("%d of %d weights from %s", len(fitting), len(own), start)
    return model.to(memory_format=torch.channels_last)


def _weights_in(path: Path) -> dict[str, torch.Tensor]:
    """The averaged weights in a checkpoint, or those of ultralytics' model."""
    try:
        # Weights of our own making: the file holds a pickled model.
        stored = torch.load(path, map_location="cpu", weights_only=False)
        stored = stored.get("ema") or stored["model"]
        state = stored if isinstance(stored, dict) else stored.float().state_dict()
        finite = _are_finite(state)
    except _UNREADABLE:
        raise ModelError(f"{path} holds no weights that PyTorch can load; give a .pt.") from None
    if not finite:
        raise ModelError(f"{path} holds weights that are no numbers; give those of another run.")
    return state


def _are_finite(state: dict[str, torch.Tensor]) -> bool:
    return all(bool(v.isfinite().all()) for v in state.values())


# Whatever unpickling a foreign, cut-off or damaged file, and taking it apart, may raise.
_UNREADABLE = (pickle.UnpicklingError, RuntimeError, EOFError, ValueError, TypeError, LookupError,
               AttributeError, ImportError, OSError)  # fmt: skip


def train(
    crops: Crops,
    recipe: Recipe,
    out: Path,
    *,
    steps: int,
    shown: np.ndarray | None = None,
    start: Path | None = None,
    held_out: dict[str, Crops] | None = None,
    workers: int = 1,
    seed: int = 7,
) -> nn.Module:
    """Train for `steps` batches; go on from `out/last.pt` when that is there. Raises ModelError for
    one that is damaged or of a run planned for other steps.

    `shown` (N, summing to 1) is how often each crop is shown, by default `how_often`. Writes
    `out/last.pt` every EPOCH steps and logs how many of each held-out set are named right.
    Returns the averaged model in evaluation mode.
    """
    if shown is None:
        shown = how_often(crops)
    torch.manual_seed(seed)  # for the weights that `start` does not give
    # One core is left for the workers that make the views.
    torch.set_num_threads(max(1, (os.cpu_count() or 1) - 1))
    out.mkdir(parents=True, exist_ok=True)
    last = out / "last.pt"
    model = build(recipe, start)
    decayed = [p for p in model.parameters() if p.ndim > 1]
    others = [p for p in model.parameters() if p.ndim <= 1]
    optimiser = torch.optim.AdamW(
        [
            {"params": decayed, "weight_decay": recipe.weight_decay},
            {"params": others, "weight_decay": 0.0},
        ],
        recipe.lr,
    )
    schedule = torch.optim.lr_scheduler.OneCycleLR(
        optimiser, recipe.lr, total_steps=steps + 1, pct_start=RATE_WARM_UP
    )
    averaged = copy.deepcopy(model).eval()
    done = 0
    if last.exists():
        try:
            done, planned = _take_up(last, model, averaged, optimiser, schedule)
        except _UNREADABLE:
            raise ModelError(no_way_on(last)) from None
        if planned != steps:
            raise ModelError(planned_otherwise(out, "--steps", planned, steps))
        if done == steps:
            log.info(has_ended(out))
        else:
            log.info("going on from step %d of %d", done, steps)
    while done < steps:
        until = min(done + EPOCH, steps)
        # What drops out depends on the step alone, so that an interruption changes nothing.
        torch.manual_seed(seed + done)
        loader = DataLoader(
            _Views(crops, shown, recipe, done, until, seed), recipe.batch, num_workers=workers
        )
        total = 0.0
        model.train()
        for images, labels in loader:
            loss = _step(model, optimiser, schedule, images, labels, recipe)
            done += 1
            total += loss
            _average(averaged, model, min(recipe.ema, (1 + done) / (10 + done)))
        state = {"model": model.state_dict(), "ema": averaged.state_dict(), "step": done}
        state |= {"optimiser": optimiser.state_dict(), "schedule": schedule.state_dict()}
        unfinished = last.with_suffix(".tmp")
        torch.save(state | {"recipe": asdict(recipe)}, unfinished)
        unfinished.replace(last)
        figures = [f"step {done}", f"loss {total / len(loader):.3f}"]
        for name, held in (held_out or {}).items():
            figures.append(f"{name} {accuracy(averaged, held, recipe):.4f} of {len(held)}")
        log.info(", ".join(figures))
    return averaged


def _take_up(last: Path, model, averaged, optimiser, schedule) -> tuple[int, int]:
    """Put all in the state that a checkpoint holds; returns the steps done and those planned.

    Raises one of _UNREADABLE for what would fail, or come to nothing, in a later step.
    """
    stored = torch.load(last, map_location="cpu", weights_only=False)
    done, total = stored["step"], stored["schedule"]["total_steps"]
    if not (type(done) is type(total) is int and 0 < done < total):
        raise ValueError("no number of steps")
    if stored["schedule"]["last_epoch"] != done:
        raise ValueError("another step of the schedule")
    model.load_state_dict(stored["model"])
    averaged.load_state_dict(stored["ema"])
    if not (_are_finite(model.state_dict()) and _are_finite(averaged.state_dict())):
        raise ValueError("weights that are no numbers")
    optimiser.load_state_dict(stored["optimiser"])
    for group in optimiser.param_groups:
        rates = ("lr", "initial_lr", "max_lr", "min_lr", "eps", "weight_decay")
        if not all(math.isfinite(v) for v in (*(group[rate] for rate in rates), *group["betas"])):
            raise ValueError("rates that are no numbers")
        for parameter in group["params"]:
            state = optimiser.state[parameter]
            moments = {name: state[name] for name in ("exp_avg", "exp_avg_sq")}
            if {moment.shape for moment in moments.values()} != {parameter.shape}:
                raise ValueError("moments of another shape")
            if state["step"].shape != () or state["step"] != done or not _are_finite(moments):
                raise ValueError("moments that are no numbers or of another step")
    # The rest of the schedule follows from the number of steps.
    here = {"last_epoch": done, "_step_count": done + 1}
    here["_last_lr"] = [group["lr"] for group in optimiser.param_groups]
    schedule.load_state_dict(schedule.state_dict() | here)
    return done, total - 1


def _step(model, optimiser, schedule, images, labels, recipe: Recipe) -> float:
    images = (images.float() / 255).contiguous(memory_format=torch.channels_last)
    with quickest():
        logits = model(images)
    loss = nn.functional.cross_entropy(
        logits.float(), labels, label_smoothing=recipe.label_smoothing
    )
    optimiser.zero_grad()
    loss.backward()
    nn.utils.clip_grad_norm_(model.parameters(), 5.0)
    optimiser.step()
    schedule.step()
    return loss.item()


@torch.no_grad()
def _average(averaged: nn.Module, model: nn.Module, keep: float) -> None:
    for old, new in zip(averaged.state_dict().values(), model.state_dict().values(), strict=True):
        if old.dtype.is_floating_point:
            old.mul_(keep).add_(new, alpha=1 - keep)
        else:
            old.copy_(new)


@torch.no_grad()
def log_probabilities(model: nn.Module, crops: Crops, recipe: Recipe, turns: int = 1) -> np.ndarray:
    """(N, classes), averaged over `turns` quarter turns of each crop."""
    model.eval()
    images = np.stack([plain(crop, CONTEXT, recipe.size, recipe.margin) for crop in crops.images])
    result = []
    for first in range(0, len(images), 256):
        batch = torch.from_numpy(images[first : first + 256].transpose(0, 3, 1, 2).copy()).float()
        logs = 0
        for turn in range(0, 4, 4 // turns):
            # In evaluation ultralytics' classifier gives (probabilities, logits).
            probabilities = model(torch.rot90(batch / 255, turn, (2, 3)))[0]
            logs = logs + probabilities.clamp_min(1e-7).log() / turns
        result.append(logs.numpy())
    return np.concatenate(result)


def accuracy(model: nn.Module, crops: Crops, recipe: Recipe, turns: int = 1) -> float:
    """The share of crops named right."""
    named = log_probabilities(model, crops, recipe, turns).argmax(1)
    return float((named == crops.labels).mean())


class _Logits(nn.Module):
    """The classifier without the softmax that ultralytics adds in evaluation."""

    def __init__(self, model: nn.Module) -> None:
        super().__init__()
        self.model = model

    def forward(self, images: torch.Tensor) -> torch.Tensor:
        return self.model(images)[1]


def mean(first: Path, second: Path, path: Path) -> None:
    """Write the mean of two classifiers' weights, of which one was trained on from the other: it
    keeps most of what either knows. Raises ModelError where they do not match."""
    a, b = _weights_in(first), _weights_in(second)
    if {k: v.shape for k, v in a.items()} != {k: v.shape for k, v in b.items()}:
        raise ModelError(f"{first} and {second} are different networks: they have no mean.")
    means = {
        k: (v.float() + b[k].float()).div(2).half() if v.dtype.is_floating_point else b[k]
        for k, v in a.items()
    }
    torch.save({"model": means}, path)


def strip(weights: Path, path: Path) -> None:
    """Write a checkpoint's averaged weights alone, in half precision: what another run starts
    from."""
    halves = {
        k: v.half() if v.dtype.is_floating_point else v for k, v in _weights_in(weights).items()
    }
    torch.save({"model": halves}, path)


def export(weights: Path, recipe: Recipe, path: Path, reading: dict[str, Any]) -> FaceModel:
    """Write the checkpoint `weights` as `path` (ONNX, float32) with its metadata.

    `reading` gives the turns, temperature and weight of FaceModel.
    """
    import onnx

    model = build(recipe, weights, whole=True)
    path.parent.mkdir(parents=True, exist_ok=True)
    description = FaceModel(
        classes=(*(tile.code for tile in TILES), NO_TILE),
        size=recipe.size,
        margin=recipe.margin,
        **reading,
    )
    wrapped = _Logits(model.to(memory_format=torch.contiguous_format).eval())
    torch.onnx.export(
        wrapped,
        (torch.zeros(2, 3, recipe.size, recipe.size),),
        str(path),
        input_names=["images"],
        output_names=["logits"],
        dynamic_axes={"images": {0: "n"}, "logits": {0: "n"}},
        dynamo=False,
    )
    stored = onnx.load(str(path))
    entry = stored.metadata_props.add()
    entry.key, entry.value = METADATA, json.dumps(asdict(description))
    onnx.save(stored, str(path))
    return description
