"""What passes or stands before the table: hands and arms, and what a stream lays over its film."""

from __future__ import annotations

from dataclasses import dataclass
from types import SimpleNamespace

import cv2
import numpy as np

from datasets.films.planes import Layer
from datasets.synth import overlays, people
from datasets.synth.render import linear, srgb

# Sprites are drawn this much smaller than they are shown: skin has no detail.
COARSE = 2


# From where an arm reaches into the picture: the way it points, and quarter turns from upright.
SIDES = {"bottom": (0, -1, 0), "right": (-1, 0, 1), "top": (0, 1, 2), "left": (1, 0, 3)}


@dataclass(frozen=True, eq=False)
class Arm:
    """A forearm with its hand. palm: (x, y) of its palm in the layer; inward: the way it points."""

    layer: Layer
    palm: np.ndarray
    inward: np.ndarray

    def shift(self, target: np.ndarray, reach: float, size: tuple[int, int]) -> tuple[int, int]:
        """Where the layer lies in a film of `size` when the palm is on its way to `target`:
        outside the picture at a reach of 0, there at 1."""
        start = np.where(self.inward > 0, 0, size)
        way = abs(float((target - start) @ self.inward)) + 0.35 * size[1]
        x, y = target - self.palm - self.inward * way * (1 - reach)
        return round(x / 2) * 2, round(y / 2) * 2


def arm(rng: np.random.Generator, size: tuple[int, int], side: str) -> Arm:
    """A hand on its forearm, large enough to cover a part of the tiles in a film of `size`."""
    unit = size[0] / COARSE * rng.uniform(0.045, 0.075)
    wide, tall = round(7 * unit / 4) * 4, round((max(size) / COARSE * 1.4 + 4 * unit) / 4) * 4
    lit = rng.uniform(0.5, 1.0)
    canvas = SimpleNamespace(
        light=np.zeros((tall, wide, 3), np.float32),
        depth=np.zeros((tall, wide), np.float32),
        tags=np.zeros((tall, wide), np.int16),
        lighting=SimpleNamespace(
            ambient=np.full(3, lit * 0.6, np.float32), sun=np.full(3, lit * 0.5, np.float32)
        ),
    )
    skin = people.SKIN[rng.integers(len(people.SKIN))]
    skin = linear(np.array(skin, np.uint8)) * np.float32(lit)
    start, way = np.array([wide / 2, float(tall)]), np.array([0.0, -1.0])
    people.draw_hand(rng, canvas, start, way, tall - 4 * unit, unit, skin, arm=30.0)
    rgba = np.dstack([srgb(canvas.light), np.where(canvas.tags < 0, 255, 0).astype(np.uint8)])
    x, y, turns = SIDES[side]
    rgba = cv2.resize(rgba, None, fx=COARSE, fy=COARSE, interpolation=cv2.INTER_LINEAR)
    palm = np.array([wide / 2, 4 * unit]) * COARSE
    for _ in range(turns):
        palm = np.array([palm[1], rgba.shape[1] - palm[0]])
        rgba = np.rot90(rgba)
    return Arm(Layer.of(np.ascontiguousarray(rgba)), palm, np.array([x, y]))


def stream_overlay(
    rng: np.random.Generator,
    size: tuple[int, int],
    safe: tuple[float, float, float, float],
    fonts: str,
) -> Layer | None:
    """Banners, chat and logos that leave the part `safe` of the picture free; None if none did."""
    width, height = size
    window = np.s_[
        int(safe[1] * height) : int(safe[3] * height), int(safe[0] * width) : int(safe[2] * width)
    ]
    for _ in range(12):
        seed = int(rng.integers(2**31))
        shades = []
        for ground in (0, 255):
            picture = np.full((height, width, 3), ground, np.uint8)
            tags = np.zeros((height, width), np.int16)
            overlays.stream(np.random.default_rng(seed), picture, tags, fonts)
            shades.append(picture.astype(np.int16))
        cover = 255 - (shades[1] - shades[0]).max(axis=2)
        share = (cover > 12).mean()
        if share < 0.01 or (cover[window] > 12).any():
            continue
        alpha = np.maximum(cover, 1)[..., None] / 255
        colour = np.clip(shades[0] / alpha, 0, 255)
        return Layer.of(np.dstack([colour, cover]).astype(np.uint8))
    return None
