"""Tile sets: the bodies' shape, colour and gloss with the design of the faces, and their solids."""

from __future__ import annotations

from dataclasses import dataclass, replace

import cv2
import numpy as np

from datasets.synth import faces
from datasets.synth.config import Config
from datasets.synth.layouts import AWAY, DOWN, ON_SIDE, STANDING, Placed
from datasets.synth.render import Solid, linear
from scoring.tiles import BACK, Tile

_WHITES = [(244, 244, 240), (250, 250, 250), (236, 238, 238), (232, 230, 236), (240, 236, 226)]
_IVORIES = [(240, 228, 196), (236, 216, 160), (226, 200, 130), (244, 236, 214), (230, 214, 180)]
_BACKS = [
    (20, 130, 70), (30, 160, 90), (10, 80, 50), (40, 110, 190), (90, 160, 230), (20, 40, 110),
    (200, 150, 90), (180, 120, 60), (210, 170, 120), (235, 170, 60), (240, 150, 170),
    (190, 160, 220), (150, 40, 40), (25, 25, 28), (70, 70, 76), (150, 152, 158), (240, 140, 40),
    (120, 70, 40), (60, 180, 170), (110, 60, 130),
]  # fmt: skip
_BODIES = [
    (160, 208, 170), (180, 212, 230), (240, 200, 130), (232, 186, 192), (208, 198, 230),
    (140, 196, 186), (206, 176, 130),
]  # fmt: skip
_DARK_BODIES = [(36, 38, 44), (28, 52, 80), (90, 26, 30), (30, 70, 52)]  # with bright inks


@dataclass(frozen=True)
class Manner:
    """What makes another set of a known design: its inks, its strokes, the place of its drawing.

    `tint` multiplies the inks, `vivid` scales their saturation, `bleach` (0..1) pales them;
    `weight` above 0 thickens the strokes, below 0 thins them; `bend` is a small grid of
    displacements (rows x columns x 2) in parts of the face, or None.
    """

    tint: np.ndarray
    vivid: float = 1.0
    bleach: float = 0.0
    weight: float = 0.0
    bend: np.ndarray | None = None

    def applied(self, texture: np.ndarray, body: np.ndarray) -> np.ndarray:
        height, width = texture.shape[:2]
        if self.bend is not None:
            shift = cv2.resize(self.bend, (width, height), interpolation=cv2.INTER_CUBIC)
            x = np.arange(width, dtype=np.float32)[None] + shift[..., 0] * np.float32(width)
            y = np.arange(height, dtype=np.float32)[:, None] + shift[..., 1] * np.float32(height)
            texture = cv2.remap(texture, x, y, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
        if self.weight and height >= 40:
            spread = cv2.erode if self.weight > 0 else cv2.dilate
            share = min(abs(self.weight) * height / 200, 1.0)
            texture = cv2.addWeighted(texture, 1 - share, spread(texture, _CROSS), share, 0)
        if self.vivid != 1:
            ratio = texture / body
            grey = ratio.mean(-1, keepdims=True)
            texture = np.clip(grey + (ratio - grey) * np.float32(self.vivid), 0, 1.1) * body
        if self.bleach or (self.tint != 1).any():
            ink = 1 - texture.min(-1, keepdims=True) / max(float(body.min()), 1e-3)
            texture = texture * (1 + np.clip(ink, 0, 1) * (self.tint - 1))
            texture = texture + (body - texture) * np.float32(self.bleach)
        return texture.astype(np.float32)


_CROSS = cv2.getStructuringElement(cv2.MORPH_CROSS, (3, 3))
PLAIN = Manner(np.ones(3, np.float32))


def _manner(rng: np.random.Generator, config: Config) -> Manner:
    manner = PLAIN
    if rng.random() < config.face.recolour:
        manner = replace(
            manner,
            bleach=float(min(abs(rng.normal(0, 0.1)), 0.3)),
            tint=rng.uniform(0.6, 1.25, 3).astype(np.float32),
            vivid=float(rng.choice([1.0, rng.uniform(0.15, 1.0), rng.uniform(1, 1.5)])),
        )
    if rng.random() < config.face.reshape:
        bend = rng.normal(0, 0.009, (4, 3, 2))
        # Larger or smaller, higher or lower, leaning: a grid that is itself bent at random.
        y, x = np.mgrid[-1:1:4j, -1:1:3j]
        smaller = np.clip(rng.normal(0.02, 0.04, 2), -0.012, 0.1)
        bend[..., 0] += x * smaller[0] + y * rng.normal(0, 0.015) + rng.normal(0, 0.012)
        bend[..., 1] += y * smaller[1] + rng.normal(0, 0.012)
        manner = replace(manner, bend=bend.astype(np.float32), weight=float(rng.normal(0, 0.8)))
    return manner


@dataclass(frozen=True)
class TileSet:
    height: float
    depth: float
    radius: float
    front: np.ndarray
    behind: np.ndarray
    split: float  # where the front colour begins, as a part of the depth from the back
    gloss: float
    translucent: float
    design: faces.Design
    manner: Manner
    reverse: np.ndarray | None = None  # linear texture of the back, None for a plain one

    def texture(self, tile: Tile, height: float) -> np.ndarray:
        face = self.design.face(tile)
        body = self.front
        if face.ink is not None and body.max() < 0.12:
            return face.bright().on(body, height)
        return self.manner.applied(face.on(body, height), body)

    def block(self, placed: Placed, tag: int) -> Solid:
        """The solid of a placed tile, its face not painted yet."""
        rotation, rise = _pose(placed, self.height, self.depth)
        z = rise + placed.level * self.depth
        return Solid(
            centre=np.array([placed.x, placed.y, z + 0.002]),
            rotation=rotation,
            half=np.array([0.5, self.height / 2, self.depth / 2]),
            radius=self.radius,
            front=self.front,
            behind=self.behind,
            split=(self.split - 0.5) * self.depth,
            gloss=self.gloss,
            translucent=self.translucent,
            tag=tag,
            shown=-1 if placed.pose in (DOWN, AWAY) else 1,
        )

    def solid(self, placed: Placed, tag: int, pixels: float, rng: np.random.Generator) -> Solid:
        """The painted solid; `pixels` is about how high its face is in the picture."""
        solid = self.block(placed, tag)
        shade = np.float32(1 + rng.normal(0, 0.015))
        solid.front, solid.behind = self.front * shade, self.behind * shade
        solid.lean = np.append(rng.normal(0, 0.012, 2), 0).astype(np.float32)
        if solid.shown > 0:
            solid.face = self.texture(placed.tile, pixels) * shade
        elif self.reverse is not None:
            solid.reverse = self.reverse * shade
        return solid


def label_of(placed: Placed) -> Tile:
    """What the picture shows of the tile: its face, or a back."""
    return BACK if placed.pose in (DOWN, AWAY) else placed.tile


def _pose(placed: Placed, height: float, depth: float) -> tuple[np.ndarray, float]:
    """The rotation and the height of the centre."""
    c, s = np.cos(placed.turn), np.sin(placed.turn)
    spin = np.array([[c, -s, 0], [s, c, 0], [0, 0, 1.0]])
    if placed.pose == DOWN:
        return spin @ np.diag([-1.0, 1.0, -1.0]), depth / 2
    if placed.pose in (STANDING, AWAY):
        k, q = np.cos(placed.leaning), np.sin(placed.leaning)
        up = np.array([[1, 0, 0], [0, q, -k], [0, k, q]])  # local y up, local z to the player
        rise = height / 2 * k + depth / 2 * q
        if placed.pose == AWAY:
            up = up @ np.diag([-1.0, 1.0, -1.0])
        return spin @ up, rise
    if placed.pose == ON_SIDE:
        return spin @ np.array([[0, 1.0, 0], [0, 0, -1.0], [-1.0, 0, 0]]), 0.5
    return spin, depth / 2


def choose(rng: np.random.Generator, config: Config, seed: int) -> TileSet:
    """A tile set at random for the scene of `seed`."""
    shape = config.tiles
    back = _vary(rng, _BACKS[rng.integers(len(_BACKS))], 22)
    split = rng.uniform(0.2, 0.55)
    design = faces.choose(rng, config, seed)
    if rng.random() < shape.coloured:
        front = _vary(rng, _BODIES[rng.integers(len(_BODIES))], 14)
        if rng.random() < 0.2 and isinstance(design, faces.DrawnDesign):
            front = _vary(rng, _DARK_BODIES[rng.integers(len(_DARK_BODIES))], 8)
        if rng.random() < 0.7:
            back = front
    elif rng.random() < shape.yellowed:
        front = _vary(rng, _IVORIES[rng.integers(len(_IVORIES))], 8)
        if rng.random() < 0.25:
            back = front
    else:
        front = _vary(rng, _WHITES[rng.integers(len(_WHITES))], 5)
        if rng.random() < 0.12:
            back = front
    if back is front and design.face(Tile("P")).is_blank():
        # A bare white dragon and a back must not look the same.
        back = _vary(rng, _BACKS[rng.integers(len(_BACKS))], 22)
    return TileSet(
        height=rng.uniform(*shape.height),
        depth=rng.uniform(*shape.depth),
        radius=rng.uniform(*shape.radius),
        front=linear(front),
        behind=linear(back),
        split=split,
        gloss=float(rng.choice([0.012, 0.03, 0.05])),
        translucent=float(rng.choice([0.0, 0.15, 0.35], p=[0.5, 0.35, 0.15])),
        design=design,
        manner=_manner(rng, config),
        reverse=_pattern(rng, linear(back)) if rng.random() < shape.patterned else None,
    )


def _pattern(rng: np.random.Generator, body: np.ndarray) -> np.ndarray:
    """A back with a grain as of bamboo, or with a printed frame, lattice or sign."""
    height, width = 96, 72
    light = np.ones((height, width, 1), np.float32)
    kind = rng.choice(["grain", "frame", "lattice", "sign"], p=[0.4, 0.25, 0.2, 0.15])
    if kind == "grain":
        streaks = rng.standard_normal((2, width)).astype(np.float32)
        streaks = cv2.resize(streaks, (width, height), interpolation=cv2.INTER_CUBIC)
        light[..., 0] += rng.uniform(0.05, 0.22) * cv2.GaussianBlur(streaks, (0, 0), 0.8)
    else:
        drawn = np.zeros((height, width), np.uint8)
        inset, line = int(rng.integers(5, 14)), int(rng.integers(1, 4))
        if kind == "sign":
            cv2.circle(
                drawn, (width // 2, height // 2), int(rng.integers(12, 26)), 255, line, cv2.LINE_AA
            )
            cv2.circle(
                drawn, (width // 2, height // 2), int(rng.integers(3, 11)), 255, -1, cv2.LINE_AA
            )
        else:
            cv2.rectangle(
                drawn, (inset, inset), (width - inset, height - inset), 255, line, cv2.LINE_AA
            )
        if kind == "lattice":
            for k in range(-height, width, int(rng.integers(9, 18))):
                cv2.line(drawn, (k, 0), (k + height, height), 255, 1, cv2.LINE_AA)
                cv2.line(drawn, (k + height, 0), (k, height), 255, 1, cv2.LINE_AA)
        light[..., 0] += (drawn / 255) * rng.choice([-0.45, rng.uniform(0.3, 1.2)])
    return np.clip(body * np.clip(light, 0.05, None), 0, 1).astype(np.float32)


def _vary(rng: np.random.Generator, colour, amount: float) -> np.ndarray:
    return np.clip(np.array(colour) + rng.normal(0, amount, 3), 8, 253).astype(np.uint8)


def in_shape_of(one: TileSet, other: TileSet) -> TileSet:
    """`one` with the measures of `other`, so that both fit the same places."""
    return replace(one, height=other.height, depth=other.depth, radius=other.radius)
