"""Hands and forearms that reach into the picture."""

from __future__ import annotations

import numpy as np

from datasets.synth.props import dull_colour
from datasets.synth.render import Canvas, linear

SKIN = [
    (232, 190, 160),
    (220, 170, 140),
    (198, 145, 110),
    (160, 110, 80),
    (110, 72, 50),
    (245, 208, 185),
]


def draw_hands(rng, canvas: Canvas, solids) -> None:
    """Fingers and forearms reaching in from the rim of the picture, drawn over everything."""
    height, width = canvas.depth.shape
    if solids:
        distance = np.median([np.linalg.norm(s.centre - canvas.camera.position) for s in solids])
    else:
        distance = 18.0
    unit = min(canvas.camera.focal / distance, max(width, height) / 14)  # pixels per tile width
    skin = linear(np.array(SKIN[rng.integers(len(SKIN))], np.uint8))
    lit = canvas.lighting.ambient + 0.7 * canvas.lighting.sun
    for _ in range(int(rng.integers(1, 3))):
        side = rng.integers(4)
        along = rng.uniform(0.05, 0.95)
        start = np.array(
            [
                (along * width, height),
                (along * width, 0),
                (0, along * height),
                (width, along * height),
            ][side],
            float,
        )
        aim_at = np.array([width, height]) * rng.uniform(0.2, 0.8, 2)
        way = aim_at - start
        way /= np.linalg.norm(way) + 1e-6
        draw_hand(rng, canvas, start, way, unit * rng.uniform(0.5, 3.5), unit, skin * lit)


def draw_hand(rng, canvas: Canvas, start, way, reach: float, unit: float, skin, arm: float = 6.0):
    """One forearm with its hand: from `start` along the unit vector `way`, its palm `reach` pixels
    in; `unit`: pixels of a tile's width; `skin`: linear light; `arm`: its length behind `start`."""
    wrist = start + way * (reach - unit * 1.5)
    palm = start + way * reach
    limbs = [
        (start - way * unit * arm, wrist, unit * rng.uniform(0.95, 1.3)),
        (wrist, palm, unit * 1.35),
    ]
    base = np.arctan2(way[1], way[0])
    for k in range(int(rng.integers(3, 6))):
        a = base + (k - 2) * 0.26 + rng.normal(0, 0.05)
        tip = palm + unit * rng.uniform(1.2, 2.4) * np.array([np.cos(a), np.sin(a)])
        root = palm + unit * 0.55 * (k - 2) * np.array([-way[1], way[0]])
        limbs.append((root, tip, unit * rng.uniform(0.28, 0.4)))
    sleeve = None
    if rng.random() < 0.4:
        sleeve = dull_colour(rng) * (canvas.lighting.ambient + 0.7 * canvas.lighting.sun)
    for k, (a, b, r) in enumerate(limbs):
        _capsule(canvas, a, b, r, sleeve if sleeve is not None and k == 0 else skin)


def _capsule(canvas: Canvas, a, b, r, colour) -> None:
    height, width = canvas.depth.shape
    low = np.floor(np.minimum(a, b) - r - 2).astype(int)
    high = np.ceil(np.maximum(a, b) + r + 2).astype(int)
    x0, y0 = max(low[0], 0), max(low[1], 0)
    x1, y1 = min(high[0], width), min(high[1], height)
    if x1 <= x0 or y1 <= y0:
        return
    y, x = np.mgrid[y0:y1, x0:x1].astype(np.float32)
    d = b - a
    t = np.clip(((x - a[0]) * d[0] + (y - a[1]) * d[1]) / max(d @ d, 1e-6), 0, 1)
    off = np.hypot(x - a[0] - t * d[0], y - a[1] - t * d[1])
    alpha = np.clip(r - off + 0.5, 0, 1)[..., None]
    shade = 0.45 + 0.55 * np.sqrt(np.clip(1 - (off / r) ** 2, 0, 1))
    window = np.s_[y0:y1, x0:x1]
    canvas.light[window] = canvas.light[window] * (1 - alpha) + colour * shade[..., None] * alpha
    canvas.tags[window][alpha[..., 0] > 0.5] = -1
