"""Other things on and round the table: racks, cases, dice, dominoes, keyboards, cards."""

from __future__ import annotations

import cv2
import numpy as np

from datasets.synth import overlays
from datasets.synth.render import Solid, linear


def _spin(turn: float) -> np.ndarray:
    c, s = np.cos(turn), np.sin(turn)
    return np.array([[c, -s, 0], [s, c, 0], [0, 0, 1.0]])


def dull_colour(rng, low=0, high=255) -> np.ndarray:
    """A linear colour, mostly a dull one."""
    value, vivid = rng.uniform(low, high), rng.beta(0.8, 2.2)
    colour = value * (1 - vivid * rng.uniform(0, 1, 3))
    return linear(np.clip(colour, 0, 255).astype(np.uint8))


def box(rng, x, y, size, turn=0.0, colour=None, face=None, z=0.0, radius=0.05, gloss=0.03) -> Solid:
    """A box of `size` (x, y, z) standing on height z."""
    half = np.array(size, float) / 2
    colour = dull_colour(rng) if colour is None else np.asarray(colour, np.float32)
    radius = min(radius, 0.45 * half.min())
    return Solid(
        np.array([x, y, z + half[2] + 0.002]), _spin(turn), half, radius, colour, colour,
        face=face, gloss=gloss,
    )  # fmt: skip


# ---- what belongs to a layout


def for_layout(rng, layout, tile_set, fonts: str) -> list[Solid]:
    things = []
    for name, *values in layout.props:
        if name == "rack":
            x, y, long, deep, tall = values
            colour = dull_colour(rng, 120, 250) if rng.random() < 0.6 else dull_colour(rng)
            face = None
            if rng.random() < 0.4:
                face = _written(rng, 768, 48, srgb_of(colour), fonts, 36, 1)
            things.append(
                box(
                    rng,
                    x + rng.normal(0, 0.4),
                    y - deep / 2,
                    (long, deep, tall),
                    rng.normal(0, 0.01),
                    colour,
                    face,
                    gloss=0.05,
                )
            )
        elif name == "case":
            x, y, wide, deep = values
            colour, rim = dull_colour(rng, 5, 200), rng.uniform(0.15, 0.5)
            tall = tile_set.depth * rng.uniform(0.7, 1.3)
            cx, cy = x + wide / 2, y + deep / 2
            for dx, dy, sx, sy in (
                (0, deep / 2 + rim / 2 + 0.08, wide + 2 * rim + 0.16, rim),
                (0, -deep / 2 - rim / 2 - 0.08, wide + 2 * rim + 0.16, rim),
                (wide / 2 + rim / 2 + 0.08, 0, rim, deep + 0.16),
                (-wide / 2 - rim / 2 - 0.08, 0, rim, deep + 0.16),
            ):
                things.append(box(rng, cx + dx, cy + dy, (sx, sy, tall), 0, colour))
    return things


def srgb_of(colour: np.ndarray) -> np.ndarray:
    return np.clip(255 * colour ** (1 / 2.2), 0, 255)


def _written(rng, width: int, height: int, ground, fonts: str, size: int, lines: int) -> np.ndarray:
    """A linear texture with lines of words on it."""
    picture = np.ascontiguousarray(np.broadcast_to(ground, (height, width, 3)).astype(np.uint8))
    for k in range(lines):
        text = overlays.lettering(rng, fonts, size, int(rng.integers(1, 7)))
        y = int((k + 0.5) * height / lines - text.shape[0] / 2)
        overlays.paste(picture, text, int(rng.uniform(0, 0.4) * width), y, None)
    return linear(picture)


# ---- things that are no tiles


def _die(rng, x, y, fonts) -> list[Solid]:
    side = rng.uniform(0.4, 0.75)
    ground = rng.choice([245, 235, 200, 30])
    face = np.full((64, 64, 3), ground, np.uint8)
    n = int(rng.integers(1, 7))
    spots = {
        1: [(0, 0)], 2: [(-1, -1), (1, 1)], 3: [(-1, -1), (0, 0), (1, 1)],
        4: [(-1, -1), (1, 1), (-1, 1), (1, -1)], 5: [(-1, -1), (1, 1), (-1, 1), (1, -1), (0, 0)],
        6: [(-1, -1), (1, 1), (-1, 1), (1, -1), (-1, 0), (1, 0)],
    }[n]  # fmt: skip
    ink = (200, 30, 30) if n in (1, 4) else (int(255 - ground) // 3,) * 3
    if ground < 60:
        ink = (240, 240, 240)
    for a, b in spots:
        cv2.circle(face, (32 + 17 * a, 32 + 17 * b), 11 if n == 1 else 7, ink, -1, cv2.LINE_AA)
    colour = linear(np.full(3, ground, np.uint8))
    return [box(rng, x, y, (side,) * 3, rng.uniform(-3, 3), colour, linear(face), radius=0.08)]


def _domino(rng, x, y, fonts, turn=None, colour=None) -> list[Solid]:
    dark = rng.random() < 0.45 if colour is None else colour
    ground, ink = (30, 235) if dark else (240, 25)
    face = np.full((128, 64, 3), ground, np.uint8)
    cv2.line(face, (8, 64), (56, 64), (ink,) * 3, 2)
    grid = [(0, 0), (-1, -1), (1, 1), (-1, 1), (1, -1), (-1, 0), (1, 0)]
    picks = {
        0: [],
        1: [0],
        2: [1, 2],
        3: [0, 1, 2],
        4: [1, 2, 3, 4],
        5: [0, 1, 2, 3, 4],
        6: [1, 2, 3, 4, 5, 6],
    }
    for middle in (32, 96):
        n = int(rng.integers(0, 7))
        spot = (ink,) * 3 if rng.random() < 0.7 else ((200, 40, 40) if n % 2 else (30, 60, 170))
        for k in picks[n]:
            a, b = grid[k]
            cv2.circle(face, (32 + 17 * a, middle + 17 * b), 6, spot, -1, cv2.LINE_AA)
    turn = rng.uniform(-3, 3) if turn is None else turn
    tint = linear(np.full(3, ground, np.uint8))
    return [box(rng, x, y, (1, 2, rng.uniform(0.25, 0.5)), turn, tint, linear(face), radius=0.06)]


def _keyboard(rng, x, y, fonts) -> list[Solid]:
    turn = rng.uniform(-3, 3)
    base, caps = dull_colour(rng, 10, 240), srgb_of(dull_colour(rng, 10, 250)).astype(np.uint8)
    ink = (20, 20, 20) if caps.mean() > 120 else (235, 235, 235)
    rows, columns, pitch = int(rng.integers(3, 6)), int(rng.integers(6, 15)), rng.uniform(0.75, 1.1)
    things = [box(rng, x, y, (columns * pitch + 0.5, rows * pitch + 0.5, 0.4), turn, base)]
    spin = _spin(turn)[:2, :2]
    for r in range(rows):
        for c in range(columns):
            face = np.full(
                (40, 40, 3), caps if rng.random() < 0.93 else rng.integers(0, 255, 3), np.uint8
            )
            sign = "QWERTYUIOPASDFGHJKLZXCVBNM1234567890"[rng.integers(36)]
            cv2.putText(face, sign, (9, 24), 0, 0.62, ink, 1, cv2.LINE_AA)
            at = spin @ np.array([(c - (columns - 1) / 2) * pitch, ((rows - 1) / 2 - r) * pitch])
            things.append(
                box(
                    rng,
                    x + at[0],
                    y + at[1],
                    (0.86 * pitch, 0.86 * pitch, 0.3),
                    turn,
                    linear(caps.astype(np.uint8)),
                    linear(face),
                    0.4,
                    0.08,
                )
            )
    return things


def _card(rng, x, y, fonts, turn=None) -> list[Solid]:
    face = np.full((140, 100, 3), rng.integers(235, 256), np.uint8)
    ink = (200, 20, 30) if rng.random() < 0.5 else (20, 20, 25)
    sign = ["A", "K", "Q", "J", "10", "9", "8", "7", "2", "3", "4"][rng.integers(11)]
    if rng.random() < 0.25:
        face[8:-8, 8:-8] = rng.integers(20, 220, 3)
        for k in range(12, 130, 9):
            cv2.line(face, (8, k), (92, k - 4), (250, 250, 250), 1)
    else:
        cv2.putText(face, sign, (5, 24), 0, 0.7, ink, 2, cv2.LINE_AA)
        for _ in range(int(rng.integers(1, 8))):
            p = (int(rng.integers(25, 75)), int(rng.integers(30, 115)))
            diamond = np.array(
                [[p[0], p[1] - 9], [p[0] + 7, p[1]], [p[0], p[1] + 9], [p[0] - 7, p[1]]]
            )
            cv2.fillPoly(face, [diamond], ink, cv2.LINE_AA)
    turn = rng.uniform(-3, 3) if turn is None else turn
    wide = rng.uniform(2, 2.8)
    tint = linear(np.full(3, 240, np.uint8))
    return [box(rng, x, y, (wide, wide * 1.4, 0.03), turn, tint, linear(face), radius=0.01)]


def _paper(rng, x, y, fonts) -> list[Solid]:
    w, h = int(rng.integers(120, 300)), int(rng.integers(120, 300))
    ground = rng.integers(200, 256, 3) if rng.random() < 0.8 else rng.integers(0, 256, 3)
    size = int(rng.integers(9, 60))
    face = _written(rng, w, h, ground, fonts, size, max(1, int(h / size / rng.uniform(1.1, 2.5))))
    scale = rng.uniform(0.018, 0.04)
    tall = 0.03 if rng.random() < 0.7 else rng.uniform(0.1, 1.0)
    return [
        box(
            rng,
            x,
            y,
            (w * scale, h * scale, tall),
            rng.uniform(-3, 3),
            face[0, 0],
            face,
            radius=0.01,
        )
    ]


def _tokens(rng, x, y, fonts) -> list[Solid]:
    """Tiles of other games: numbers or letters on small blocks, in a row or strewn."""
    numbers, wood = rng.random() < 0.5, rng.random() < 0.4
    ground = np.array([226, 190, 140] if wood else [240, 234, 214]) + rng.integers(-15, 15, 3)
    wide = rng.uniform(0.7, 1.0)
    tall = wide * (rng.uniform(1.3, 1.5) if numbers else 1.0)
    turn, row = rng.uniform(-3, 3), rng.random() < 0.6
    along = _spin(turn)[:2, 0]
    out = []
    for k in range(int(rng.integers(1, 9))):
        face = np.full((84 if numbers else 60, 60, 3), np.clip(ground, 0, 255), np.uint8)
        ink = [(190, 30, 30), (30, 60, 170), (20, 20, 20), (230, 140, 20)][int(rng.integers(4))]
        ink = ink if numbers else (25, 20, 20)
        sign = str(rng.integers(1, 14)) if numbers else chr(rng.integers(65, 91))
        cv2.putText(face, sign, (8 if len(sign) > 1 else 18, 42), 0, 1.1, ink, 3, cv2.LINE_AA)
        if numbers:
            cv2.circle(face, (30, 64), 10, ink, 2, cv2.LINE_AA)
        at = np.array([x, y]) + (along * 1.05 * wide * k if row else rng.normal(0, 1.6, 2))
        angle = turn if row else rng.uniform(-3, 3)
        size = (wide, tall, 0.35)
        out.append(box(rng, *at, size, angle, linear(face[2, 2]), linear(face), radius=0.06))
    return out


def _phone(rng, x, y, fonts) -> list[Solid]:
    face = np.full((200, 100, 3), rng.integers(5, 40), np.uint8)
    if rng.random() < 0.5:
        face[8:-8, 5:-5] = rng.integers(0, 255, 3)
        for k in range(20, 180, 16):
            cv2.line(
                face, (12, k), (int(rng.integers(30, 90)), k), rng.integers(0, 255, 3).tolist(), 4
            )
    return [
        box(
            rng,
            x,
            y,
            (2.9, 6, 0.35),
            rng.uniform(-3, 3),
            dull_colour(rng, 5, 90),
            linear(face),
            radius=0.12,
            gloss=0.06,
        )
    ]


def _chip(rng, x, y, fonts) -> list[Solid]:
    """Counting sticks and blank plastic blocks."""
    out = []
    for _ in range(int(rng.integers(1, 5))):
        size = (rng.uniform(0.3, 0.6), rng.uniform(1.5, 3.5), 0.15)
        if rng.random() < 0.3:
            size = (rng.uniform(0.8, 1.6), rng.uniform(0.8, 1.6), rng.uniform(0.15, 0.7))
        out.append(
            box(rng, x + rng.normal(0, 0.9), y + rng.normal(0, 0.9), size, rng.uniform(-3, 3))
        )
    return out


def _block(rng, x, y, fonts) -> list[Solid]:
    size = rng.uniform(0.5, 5, 3) * (1, 1, 0.35)
    return [box(rng, x, y, size, rng.uniform(-3, 3), radius=rng.uniform(0.02, 0.3))]


THINGS = {
    "die": (_die, 0.5, 3.0),
    "domino": (_domino, 1.2, 1.2),
    "keyboard": (_keyboard, 6.0, 0.8),
    "card": (_card, 1.8, 1.5),
    "paper": (_paper, 4.0, 1.2),
    "phone": (_phone, 3.2, 1.2),
    "chip": (_chip, 1.6, 2.0),
    "block": (_block, 2.5, 2.0),
    "tokens": (_tokens, 2.6, 0.9),
}  # drawn by, reach in tile widths, weight


def _place(
    rng, fonts: str, name: str, taken: list, wide: float, x0: float, y0: float
) -> list[Solid]:
    maker, reach, _ = THINGS[name]
    for _ in range(15):
        x, y = x0 + rng.normal(0, wide), y0 + rng.normal(0, wide)
        if all((x - a) ** 2 + (y - b) ** 2 > (reach + r) ** 2 for a, b, r in taken):
            taken.append((x, y, reach))
            return maker(rng, x, y, fonts)
    return []


def _names(rng, n: int) -> list[str]:
    names = sorted(THINGS)
    weights = np.array([THINGS[k][2] for k in names])
    return [names[i] for i in rng.choice(len(names), n, p=weights / weights.sum())]


def clutter(rng, solids: list[Solid], fonts: str) -> list[Solid]:
    """A few things beside the tiles, on none of them; none where there are no tiles."""
    if not solids:
        return []
    taken = [(s.centre[0], s.centre[1], float(np.linalg.norm(s.half[:2])) * 0.9) for s in solids]
    middle = np.mean([t[:2] for t in taken], axis=0)
    wide = 4 + np.ptp([t[0] for t in taken]) / 2
    out = []
    for name in _names(rng, int(rng.integers(1, 6))):
        out += _place(rng, fonts, name, taken, wide, *middle)
    return out


def empty_table(rng, fonts: str) -> list[Solid]:
    """A table without a single tile."""
    if rng.random() < 0.08:
        return []
    taken: list = []
    out: list[Solid] = []
    if rng.random() < 0.5:  # much of one kind
        name = str(
            rng.choice(["die", "domino", "keyboard", "card", "block", "chip", "paper", "tokens"])
        )
        for _ in range(1 if name == "keyboard" else int(rng.integers(3, 22))):
            out += _place(rng, fonts, name, taken, 3.5, 0, 0)
        if name == "domino" and rng.random() < 0.5:
            out = []
            dark = rng.random() < 0.5
            for k in range(int(rng.integers(4, 12))):
                out += _domino(rng, -5 + 1.03 * k, 0, fonts, 0.0, dark)
    for name in _names(rng, int(rng.integers(0, 9))):
        out += _place(rng, fonts, name, taken, 4.5, 0, 0)
    return out
