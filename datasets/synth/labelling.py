"""Which tiles of a finished scene are labelled, and where they show."""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np

from datasets.synth.camera import Camera, Lens
from datasets.synth.config import LabelConfig
from datasets.synth.labels import TileLabel
from datasets.synth.layouts import Layout
from datasets.synth.render import Solid
from datasets.synth.tilesets import TileSet, label_of


def find(
    knobs: LabelConfig,
    layout: Layout,
    solids: list[Solid],
    camera: Camera,
    lens: Lens,
    tags: np.ndarray,
) -> list[TileLabel]:
    """The tiles that show enough to be labelled."""
    height, width = tags.shape
    counts = np.bincount(tags[tags >= 0].ravel(), minlength=len(solids))
    out = []
    for tag, (placed, solid) in enumerate(zip(layout.placed, solids, strict=True)):
        if counts[tag] < 12:
            continue
        if facing(solid, camera) < knobs.foreshortened:
            continue
        pixels, depth = camera.project(solid.label_corners())
        if depth.min() < 0.2:
            continue
        edge = np.concatenate(
            [np.linspace(a, b, 6)[:-1] for a, b in zip(pixels, np.roll(pixels, -1, 0), strict=True)]
        )
        edge, pixels = lens.distort(edge), lens.distort(pixels)
        if _shortest(pixels) < _smallest(knobs, camera):
            continue
        area = abs(cv2.contourArea(edge.astype(np.float32)))
        visible = min(1.0, counts[tag] / max(area, 1.0))
        if visible < knobs.visible:
            continue
        low, high = (
            np.clip(edge.min(0), 0, (width, height)),
            np.clip(edge.max(0), 0, (width, height)),
        )
        if visible < 0.93:
            x0, y0 = np.maximum(low.astype(int) - 1, 0)
            x1, y1 = high.astype(int) + 2
            rows, columns = np.nonzero(tags[y0:y1, x0:x1] == tag)
            low = np.maximum(low, (columns.min() + x0, rows.min() + y0))
            high = np.minimum(high, (columns.max() + x0 + 1, rows.max() + y0 + 1))
        if min(high - low) < 5:
            continue
        corners = tuple((float(x), float(y)) for x, y in pixels)
        box = (float(low[0]), float(low[1]), float(high[0]), float(high[1]))
        out.append(TileLabel(label_of(placed), corners, float(visible), box, tag))
    return out


def facing(solid: Solid, camera: Camera) -> float:
    """How squarely the labelled side is seen: 1 from right above it, 0 along it, below 0 behind."""
    towards = camera.position - solid.label_corners().mean(0)
    return float(towards @ solid.label_normal() / np.linalg.norm(towards))


def _smallest(knobs: LabelConfig, camera: Camera) -> float:
    return knobs.smallest * max(camera.width, camera.height) / 640


def without_unreadable(
    knobs: LabelConfig, layout: Layout, tile_set: TileSet, camera: Camera
) -> Layout:
    """The layout without loose tiles whose face would show, but too small or flat for a label.

    Such tiles would teach that tiles are to be overlooked. Tiles of the hand stay.
    """
    dropped = []
    for i, placed in enumerate(layout.placed):
        if placed.group is not None:
            continue
        block = tile_set.block(placed, i)
        seen = facing(block, camera)
        if seen < 0.03:
            continue
        pixels, depth = camera.project(block.label_corners())
        if depth.min() < 0.2:
            continue
        if seen < 1.1 * knobs.foreshortened or _shortest(pixels) < 1.05 * _smallest(knobs, camera):
            dropped.append(i)
    # A tile goes with what lies on it or under it, or it would hang in the air.
    gone = [(layout.placed[i].x, layout.placed[i].y) for i in dropped]
    kept = [
        p
        for p in layout.placed
        if p.group is not None or all(max(abs(p.x - x), abs(p.y - y)) > 0.4 for x, y in gone)
    ]
    return replace(layout, placed=tuple(kept), view=None)


def finest(labels: list[TileLabel]) -> float:
    """Pixels across the smallest faces (not backs) that are labelled."""
    sides = [_shortest(np.array(t.corners)) for t in labels if not t.tile.is_back]
    return float(np.quantile(sides, 0.08)) if sides else 40.0


def _shortest(corners: np.ndarray) -> float:
    """The shorter side of a face with `corners` (4 x 2), were it as wide as high."""
    across = np.linalg.norm(corners - np.roll(corners, -1, axis=0), axis=1)
    return float(min(across[0], across[2], across[1] / 1.3, across[3] / 1.3))
