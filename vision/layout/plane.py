"""The plane of the table: the view in which the tiles of the main rows lie level and look usual.

A camera held low, or a photo squeezed into another format, makes all tiles flat or narrow alike.
One linear map undoes that for the whole photo, so that every later length can be said in tile
widths.
"""

from __future__ import annotations

import math

import numpy as np

from vision.layout.chains import neighbours
from vision.layout.frames import CLEARLY_NARROW, USUAL_ASPECT, Frames

# Upright boxes stay boxes only under maps along the axes, and say little about tiles that lean.
LEVEL = math.radians(15)


def table_plane(frames: Frames) -> tuple[Frames, float]:
    """The frames mapped from pixels to tile widths, and the direction of the main rows in radians.

    The main rows run to the right as far as the boxes allow: upright boxes cannot be turned. A tile
    of the main rows becomes 1 wide and about 4/3 high.
    """
    along, across, angle = _main_rows(frames, neighbours(frames))
    boxes = bool(frames.upright.mean() > 0.5)
    if boxes:
        matrix = _map_of_boxes(along, across, angle)
    else:
        c, s = math.cos(angle), math.sin(angle)
        matrix = np.diag([1 / along, USUAL_ASPECT / across]) @ np.array([[c, s], [-s, c]])
        frames = frames.lying_along(angle)
    x, y = matrix @ np.array([math.cos(angle), math.sin(angle)])
    return frames.mapped(matrix), math.atan2(y, x)


def _map_of_boxes(along: float, across: float, angle: float) -> np.ndarray:
    off_level = abs(math.remainder(angle, math.pi / 2))
    if off_level > LEVEL:
        return np.eye(2) / math.sqrt(along * across / USUAL_ASPECT)
    upright_rows = abs(math.remainder(angle, math.pi)) < math.pi / 4
    if upright_rows:
        return np.diag([1 / along, USUAL_ASPECT / across])
    # The rows run up and down the picture. Tiles that look clearly wide lie on their side in one
    # row turned by a quarter; others are upright tiles stacked into a column or a grid.
    if along / across < CLEARLY_NARROW:
        return np.diag([USUAL_ASPECT / across, 1 / along])
    return np.diag([1 / across, USUAL_ASPECT / along])


def _main_rows(frames: Frames, pairs: list[tuple[int, int]]) -> tuple[float, float, float]:
    """The extents of a tile along and across the main rows, and the rows' direction.

    The direction is the one in which most tiles have their neighbour, told apart by where tops of
    tiles point if that is known, else reading from left to right or from top to bottom.
    """
    if not pairs:
        everything = np.arange(len(frames))
        level = np.zeros((len(frames), 2))
        level[:, 0] = 1.0
        along, across = frames.extents(everything, level)
        return float(np.median(along)), float(np.median(across)), 0.0
    first, second = (list(tiles) for tiles in zip(*pairs, strict=True))
    step = frames.centres[second] - frames.centres[first]
    direction = step / np.maximum(np.linalg.norm(step, axis=1, keepdims=True), 1e-9)
    doubled = 2 * np.arctan2(direction[:, 1], direction[:, 0])
    size = frames.size[first]
    spread = np.abs(np.angle(np.exp(1j * (doubled[:, None] - doubled[None]))))
    votes = ((spread < math.radians(30)) * size[None]).sum(axis=1)
    near = spread[int(np.argmax(votes))] < math.radians(30)
    angle = float(np.angle((np.exp(1j * doubled[near]) * size[near]).sum())) / 2
    which = np.array(first)[near]
    heading = np.array([math.cos(angle), math.sin(angle)])
    along, across = frames.extents(which, np.broadcast_to(heading, (len(which), 2)))
    if frames.upright.mean() > 0.5:
        backwards = heading[0] < -0.3 or (abs(heading[0]) <= 0.3 and heading[1] < 0)
    else:
        tops = frames.sides[which, 0] @ heading
        backwards = float(np.sign(tops).sum()) < 0 if abs(tops).sum() > 0 else False
    if backwards:
        angle += math.pi
    return float(np.median(along)), float(np.median(across)), angle
