"""Tiles that make no hand: rows, grids, scatter, a few, backs."""

from __future__ import annotations

import numpy as np

from datasets.synth.layouts import (
    AWAY,
    DOWN,
    ON_SIDE,
    STANDING,
    UP,
    Bag,
    Builder,
    Layout,
    scatter,
    walls,
)
from scoring.tiles import FLOWERS


def rows_scene(b: Builder) -> Layout:
    rng = b.rng
    bag = Bag(rng)
    kind = rng.choice(["straight", "wavy", "diamonds", "mixed turns"], p=[0.5, 0.2, 0.12, 0.18])
    b.mess *= {"wavy": 2.5}.get(kind, 1.0)
    y = 0.0
    for _ in range(int(rng.choice([1, 2, 3, 4, 5], p=[0.4, 0.25, 0.17, 0.1, 0.08]))):
        n = int(rng.integers(3, 19))
        tiles = bag.take(n)
        if rng.random() < 0.4:
            tiles.sort()
        x = rng.uniform(-1, 3)
        gap = rng.choice([0.01, rng.uniform(0, 0.5)])
        turn = float(rng.choice([0, np.pi], p=[0.85, 0.15]))
        pose = STANDING if rng.random() < 0.12 and kind == "straight" else UP
        if kind == "straight":
            b.row(tiles, x, y, gap, pose, wave=0.02, turn=turn)
        elif kind == "wavy":
            b.row(tiles, x, y, gap, wave=0.13, turn=turn)
        else:
            for tile in tiles:
                if kind == "diamonds":
                    angle = rng.choice([1, 3, 5, 7]) * np.pi / 4 + rng.normal(0, 0.1)
                    wide = (1 + b.h) * 0.72
                else:
                    angle = rng.integers(4) * np.pi / 2
                    wide = b.h if angle % np.pi > 1 else 1.0
                b.add(tile, x + wide / 2, y, angle)
                x += wide + gap + 0.02
        y += b.h + (rng.uniform(0.0, 0.12) if rng.random() < 0.4 else rng.uniform(0.2, 2))
        if kind == "diamonds":
            y += 0.7
    return b.layout()


def grid_scene(b: Builder) -> Layout:
    rng = b.rng
    columns, rows = int(rng.integers(2, 11)), int(rng.integers(2, 7))
    bag = Bag(rng)
    b.mess *= rng.choice([0.3, 1.0])
    if rng.random() < 0.4:
        b.flip = 0.4
    gap = rng.choice([0.0, rng.uniform(0, 0.15)])
    ordered = rng.random() < 0.25
    backs = rng.uniform(0, 0.3) if rng.random() < 0.2 else 0.0
    tiles = bag.take(columns * rows)
    if ordered:
        tiles.sort()
    skip = rng.integers(columns) if rng.random() < 0.2 else -1
    for r in range(rows):
        for c in range(columns):
            if c == skip:
                continue
            pose = DOWN if rng.random() < backs else UP
            tile = tiles[r * columns + c]
            b.add(tile, c * (1.005 + gap) + 0.5, -r * (b.h * 1.004 + gap), 0, pose)
    if rng.random() < 0.3:
        b.props.append(
            ("case", 0.0, -(rows - 0.5) * b.h, columns * (1.005 + gap), rows * (b.h + gap))
        )
    return b.layout(elevation=(38, 90))


def scatter_scene(b: Builder) -> Layout:
    rng = b.rng
    n = int(rng.integers(5, 45))
    spread = np.sqrt(n) * rng.uniform(1.0, 2.4)
    scatter(b, Bag(rng).take(n), 0, 0, spread, spread * rng.uniform(0.6, 1))
    return b.layout()


def few_scene(b: Builder) -> Layout:
    rng = b.rng
    n = int(rng.choice([1, 2, 3, 4], p=[0.35, 0.3, 0.2, 0.15]))
    tiles = Bag(rng).take(n)
    if rng.random() < 0.3:
        tiles[0] = FLOWERS[rng.integers(8)]
    if rng.random() < 0.5:
        b.row(tiles, 0, 0, rng.uniform(0, 0.6), turn=rng.integers(4) * np.pi / 2 if n == 1 else 0)
    else:
        scatter(b, tiles, 0, 0, 2.5, 2)
    return b.layout()


def backs_scene(b: Builder) -> Layout:
    rng = b.rng
    if rng.random() < 0.5:
        walls(b, 0)
        if rng.random() < 0.5:
            b.row(Bag(rng).take(int(rng.integers(1, 6))), 0, -b.h - 1)
    else:
        n = int(rng.integers(4, 26))
        spread = np.sqrt(n) * rng.uniform(1.1, 2)
        poses = ((DOWN, 0.72), (UP, 0.1), (ON_SIDE, 0.14), (AWAY, 0.04))
        scatter(b, Bag(rng).take(n), 0, 0, spread, spread * 0.8, poses)
    return b.layout()
