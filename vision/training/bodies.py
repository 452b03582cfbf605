"""Begin other architectures with what a detector knows already.

A comparison of networks is fair where all begin with as much knowledge: each gets those weights of
a trained one's body (all layers but the last) that fit every one of them, and a head that knows
nothing.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import torch
from torch import Tensor, nn
from ultralytics.nn.modules.block import Attention

from vision.engines import ModelError
from vision.outputs import apart
from vision.training.detector import opened, opened_detector, untaught

# By how much of themselves the weights of a widened body differ: twins that are exactly alike are
# taught the same and stay alike.
UNLIKENESS = 0.05


def begin(weights: Path, architectures: Sequence[str], out: Path, seed: int = 0) -> list[Path]:
    """Write each of the `architectures` (such as yolo26n.yaml) as `out`/NAME.pt, to start from.

    A network twice as wide as that of `weights` gets every channel twice and computes the same.
    Raises ModelError for files that hold no detector and where nothing fits, OutError where a file
    would replace `weights`.
    """
    known = opened_detector(weights)
    narrow = known.model.float()
    torch.manual_seed(seed)
    networks = {name: _untaught(name) for name in architectures}
    bodies = {name: _fitting(narrow, network) for name, network in networks.items()}
    shared = set.intersection(*map(set, bodies.values()))
    if not shared:
        raise ModelError(f"None of the weights of {weights} fit {' and '.join(architectures)}.")
    paths = [out / Path(name).with_suffix(".pt").name for name in networks]
    for path in paths:
        apart(path, [weights])
    for path, (name, network) in zip(paths, networks.items(), strict=True):
        own = network.state_dict()
        network.load_state_dict(own | {key: bodies[name][key] for key in shared})
        network.names = known.model.names
        network.args = dict(known.model.args) | {"task": network.task}
        torch.save({"model": network.half(), "train_args": network.args, "epoch": -1}, path)
    return paths


def _untaught(architecture: str) -> nn.Module:
    described = opened(architecture)
    network = untaught(described)
    network.task = described.task
    return network


def _fitting(narrow: nn.Module, network: nn.Module) -> dict[str, Tensor]:
    """Those tensors of the body of `narrow` that fit `network`, widened where it is twice as
    wide."""
    own = network.state_dict()
    last = f"model.{len(narrow.model) - 1}."
    heads = {
        f"{name}.": module.num_heads
        for name, module in narrow.named_modules()
        if isinstance(module, Attention)
    }
    fitting = {}
    for key, tensor in narrow.state_dict().items():
        if key.startswith(last) or key not in own:
            continue
        shape = own[key].shape
        if shape == tensor.shape:
            fitting[key] = tensor
        elif len(shape) == tensor.dim() and all(
            wide in (size, 2 * size) for size, wide in zip(tensor.shape, shape, strict=True)
        ):
            fitting[key] = _widened(key, tensor, shape, heads)
    return fitting


def _widened(key: str, tensor: Tensor, shape: torch.Size, heads: dict[str, int]) -> Tensor:
    # What is doubled together: single channels, but in attention, which keeps the channels of a
    # head together, whole heads.
    groups = {axis: tensor.shape[axis] for axis in range(tensor.dim())}
    for name, count in heads.items():
        if key.startswith(name):
            part = key.removeprefix(name).split(".")[0]
            groups[1 if part == "proj" else 0] = count
    wide = tensor
    for axis in (0, 1):
        if axis < tensor.dim() and shape[axis] != tensor.shape[axis]:
            order = torch.arange(tensor.shape[axis]).view(groups[axis], -1)
            wide = wide.index_select(axis, order.repeat_interleave(2, dim=0).flatten())
            if axis == 1:
                wide = wide / 2
    if tensor.dim() > 1:
        wide = wide * (1 + UNLIKENESS * torch.randn(wide.shape))
    return wide
