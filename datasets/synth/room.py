"""Where the table ends: its rim, the floor below, the room behind."""

from __future__ import annotations

import cv2
import numpy as np

from datasets.synth import tables
from datasets.synth.camera import Camera
from datasets.synth.render import Lighting, Solid, linear

_SCALE = 2  # the ends are looked for at half size


def surround(
    rng: np.random.Generator,
    camera: Camera,
    ground: np.ndarray,
    low: np.ndarray,
    high: np.ndarray,
    light: Lighting,
    fonts: str,
) -> tuple[np.ndarray, list[Solid]]:
    """`ground` with the floor and the room where the table is not, and the table's rims.

    The table reaches at least from `low` to `high` (x, y).
    """
    height, width = ground.shape[:2]
    x = (np.arange(width // _SCALE, dtype=np.float32)[None] + 0.5) * _SCALE
    y = (np.arange(height // _SCALE, dtype=np.float32)[:, None] + 0.5) * _SCALE
    a = np.linalg.inv(camera.plane()).astype(np.float32)
    # Pixels above the horizon see the plane behind the camera.
    ray = a[2, 0] * x + a[2, 1] * y + a[2, 2]
    forward = np.sign(float(a[2] @ (camera.plane() @ [*(low + high) / 2, 1])))
    ray = ray * forward
    sky = ray <= 1e-6
    ray = np.where(sky, np.float32(1e-6), ray)
    wx = (a[0, 0] * x + a[0, 1] * y + a[0, 2]) * forward / ray
    wy = (a[1, 0] * x + a[1, 1] * y + a[1, 2]) * forward / ray
    off, rims = sky.copy(), []
    if rng.random() < 0.5:
        sides = rng.choice(4, int(rng.integers(1, 4)), replace=False, p=[0.35, 0.3, 0.175, 0.175])
        wood = rng.random() < 0.65
        rim = rng.uniform(0.6, 3.2) if rng.random() < 0.6 else 0.0
        tall = rng.choice([0.02, rng.uniform(0.1, 0.5)])
        for side in sides:
            gap = abs(rng.normal(0, 4)) + 0.1
            past = [low[1] - wy, wy - high[1], low[0] - wx, wx - high[0]][side] - gap
            off |= past > rim
            if rim:
                rims.append(_rim(rng, side, low, high, gap, rim, tall, wood))
    middle = (low + high) / 2
    off |= np.hypot(wx - middle[0], wy - middle[1]) > rng.uniform(45, 90)
    if not off.any():
        return ground, rims
    outside = _room(rng, width, height)
    if (~sky).any() and rng.random() < 0.75:
        floor = tables.choose(rng, fonts)
        turn, shift = rng.uniform(-np.pi, np.pi), rng.uniform(-20, 20, 2)
        floor = tables.paint(camera, floor, rng.uniform(20, 60), turn, shift, -rng.uniform(12, 28))
        floor = cv2.GaussianBlur(floor, (0, 0), rng.uniform(0.6, 3)) * np.float32(
            rng.uniform(0.2, 0.9)
        )
        above = cv2.resize(sky.astype(np.float32), (width, height))
        outside = floor if not sky.any() else _mixed(floor, outside, above)
    outside *= 0.6 * light.ambient + 0.35 * light.sun
    soft = cv2.GaussianBlur(off.astype(np.float32), (0, 0), 1.0)
    mask = cv2.resize(np.clip(1.7 * soft - 0.35, 0, 1), (width, height))
    return _mixed(ground, outside, mask), rims


def _mixed(first: np.ndarray, second: np.ndarray, share: np.ndarray) -> np.ndarray:
    """`first` where `share` is 0, `second` where it is 1."""
    return cv2.blendLinear(first, second, 1 - share, share)


def _rim(rng, side, low, high, gap, wide, tall, wood) -> Solid:
    middle, long = (low + high) / 2, 30.0
    x, y = [
        (middle[0], low[1] - gap - wide / 2),
        (middle[0], high[1] + gap + wide / 2),
        (low[0] - gap - wide / 2, middle[1]),
        (high[0] + gap + wide / 2, middle[1]),
    ][side]
    half = np.array([long, wide / 2, tall / 2] if side < 2 else [wide / 2, long, tall / 2])
    face = None
    colour = linear(rng.integers(20, 245, 3).astype(np.uint8))
    if wood:
        grain = tables.texture("wood", int(rng.integers(4)), "")[: tables.SIDE // 4]
        grain = grain if side < 2 else grain.transpose(1, 0, 2)
        face = linear(np.ascontiguousarray(np.tile(grain, (1, 4, 1) if side < 2 else (4, 1, 1))))
        colour = face.mean((0, 1))
    return Solid(
        np.array([x, y, tall / 2 - 0.012]), np.eye(3), half, 0.4 * tall, colour, colour, face=face
    )


def _room(rng: np.random.Generator, width: int, height: int) -> np.ndarray:
    """A blurred room, linear float32."""
    base = rng.uniform(0.02, 0.6) * rng.uniform(0.6, 1.0, 3)
    picture = np.ones((height // 8 + 1, width // 8 + 1, 3), np.float32) * base
    picture = picture.astype(np.float32)
    h, w = picture.shape[:2]
    for _ in range(int(rng.integers(3, 16))):
        x, y = rng.uniform(-0.1, 1, 2) * (w, h)
        s = rng.uniform(0.04, 0.5, 2) * (w, h)
        grey = rng.uniform(0, 0.7)
        colour = grey * (1 + rng.uniform(0, 0.6) * rng.uniform(-1, 1, 3))
        if rng.random() < 0.08:
            colour = np.full(3, rng.uniform(1, 3))
        first, last = (int(x), int(y)), (int(x + s[0]), int(y + s[1]))
        cv2.rectangle(picture, first, last, colour.tolist(), -1)
    picture = cv2.GaussianBlur(picture, (0, 0), rng.uniform(0.3, 1.6))
    return cv2.resize(picture, (width, height), interpolation=cv2.INTER_LINEAR)
