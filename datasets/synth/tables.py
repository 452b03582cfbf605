"""Procedural table tops and floors: felt, wood, cloth, leather, paper, mats, fur, stone."""

from __future__ import annotations

import cv2
import numpy as np

from datasets.synth import overlays
from datasets.synth.camera import Camera
from datasets.synth.render import linear

SIDE = 640  # pixels of a texture's side
_EACH = 12  # different textures of a kind, all kept in memory; the scene tints them
_cache: dict[tuple, np.ndarray] = {}


def noise(rng: np.random.Generator, size: int, cells: int, stretch: float = 1.0) -> np.ndarray:
    """Smooth noise about 0, size x size float32, with about `cells` bumps across."""
    rows, columns = max(2, int(cells)), max(2, int(cells * stretch))
    small = rng.standard_normal((rows, columns)).astype(np.float32)
    return cv2.resize(small, (size, size), interpolation=cv2.INTER_CUBIC)


def fractal(rng: np.random.Generator, size: int, cells: int, octaves: int = 4) -> np.ndarray:
    total = np.zeros((size, size), np.float32)
    for k in range(octaves):
        total += noise(rng, size, min(cells * 2**k, size), 1.0) / 1.6**k
    return total / 2


def _colour(rng: np.random.Generator, hues, saturation, value) -> np.ndarray:
    """A random sRGB colour (float, 0..255); hue in degrees, a list of (low, high)."""
    low, high = hues[rng.integers(len(hues))]
    hsv = np.array([[[rng.uniform(low, high) / 2 % 180, 255 * rng.uniform(*saturation),
                      255 * rng.uniform(*value)]]])  # fmt: skip
    return cv2.cvtColor(hsv.astype(np.uint8), cv2.COLOR_HSV2RGB)[0, 0].astype(np.float32)


def _felt(rng, fonts):
    hues = [(100, 165)] * 5 + [(200, 225), (345, 365), (20, 40), (250, 280)]
    base = _colour(rng, hues, (0.35, 0.88), (0.14, 0.7))
    grain = rng.standard_normal((SIDE, SIDE)).astype(np.float32)
    grain = cv2.GaussianBlur(grain, (0, 0), rng.uniform(0.5, 1.2)) * 2
    shade = 1 + rng.uniform(0.01, 0.07) * grain + 0.04 * fractal(rng, SIDE, 4)
    return base * shade[..., None]


def _weave(rng, fonts):
    """Netting and cloth: a regular weave."""
    hues = [(90, 160)] * 3 + [(0, 360), (200, 230), (20, 50)]
    base = _colour(rng, hues, (0.05, 0.75), (0.15, 0.8))
    period = rng.uniform(5, 18)
    y, x = np.mgrid[0:SIDE, 0:SIDE].astype(np.float32)
    k = 2 * np.pi / (SIDE / max(1, round(SIDE / period)))
    pattern = np.sin(x * k) * np.sin(y * k)
    if rng.random() < 0.5:
        pattern = np.sign(pattern) * np.abs(pattern) ** 0.5
    shade = 1 + rng.uniform(0.04, 0.2) * pattern + 0.05 * fractal(rng, SIDE, 3)
    shade += 0.03 * rng.standard_normal((SIDE, SIDE))
    return base * shade[..., None]


def _wood(rng, fonts):
    base = _colour(rng, [(18, 42)] * 4 + [(10, 20), (30, 60)], (0.12, 0.65), (0.2, 0.92))
    streak = noise(rng, SIDE, rng.integers(100, 320), 0.02)
    streak += noise(rng, SIDE, rng.integers(200, 400), 0.02)
    warp = noise(rng, SIDE, 4, 0.6) * rng.uniform(2, 9)
    y = np.arange(SIDE, dtype=np.float32)[:, None]
    rings = np.sin(y / SIDE * rng.uniform(10, 60) + warp)
    shade = 1 + rng.uniform(0.015, 0.08) * streak + rng.uniform(0.0, 0.08) * rings
    pores = (noise(rng, SIDE, 380, 0.04) > 1.1) * rng.uniform(0, 0.2)
    shade = shade - cv2.GaussianBlur(pores.astype(np.float32), (0, 0), 0.7)
    if rng.random() < 0.3:  # planks
        n = int(rng.integers(3, 9))
        edges = (np.arange(SIDE) * n / SIDE) % 1
        shade *= (1 + 0.12 * rng.standard_normal(n))[(np.arange(SIDE) * n // SIDE) % n][:, None]
        shade[edges < 0.015 * n / 4] *= 0.5
    picture = base * shade[..., None]
    if rng.random() < 0.5:
        picture = picture.transpose(1, 0, 2)
    return picture


def _plain(rng, fonts):
    """Painted or laminated boards, paper, card."""
    base = _colour(rng, [(0, 360), (30, 60), (200, 230)], (0.0, 0.25), (0.35, 1.0))
    if rng.random() < 0.15:
        base = _colour(rng, [(0, 360)], (0.0, 0.4), (0.03, 0.2))
    shade = (
        1 + 0.03 * fractal(rng, SIDE, 3) + rng.uniform(0, 0.025) * rng.standard_normal((SIDE, SIDE))
    )
    return base * shade[..., None]


def _leather(rng, fonts):
    base = _colour(rng, [(0, 50), (0, 360)], (0.05, 0.6), (0.06, 0.6))
    cells = fractal(rng, SIDE, 60, 3)
    shade = 1 + rng.uniform(0.05, 0.15) * np.abs(cells) + 0.05 * fractal(rng, SIDE, 3)
    return base * shade[..., None]


def _fur(rng, fonts):
    base = _colour(rng, [(0, 360), (20, 50)], (0.0, 0.35), (0.15, 0.85))
    hair = rng.standard_normal((SIDE, SIDE)).astype(np.float32)
    length = int(rng.integers(5, 15))
    kernel = np.zeros((length, length), np.float32)
    a = rng.uniform(0, np.pi)
    cv2.line(
        kernel,
        (round(length / 2 - length / 2 * np.cos(a)), round(length / 2 - length / 2 * np.sin(a))),
        (round(length / 2 + length / 2 * np.cos(a)), round(length / 2 + length / 2 * np.sin(a))),
        1.0,
    )
    hair = cv2.filter2D(hair, -1, kernel / kernel.sum()) * np.sqrt(length)
    shade = 1 + rng.uniform(0.1, 0.3) * hair + rng.uniform(0.1, 0.35) * fractal(rng, SIDE, 5)
    return base * np.clip(shade, 0.1, 2.2)[..., None]


def _mat(rng, fonts):
    """A cutting mat, a play mat with a frame or marks, a desk pad."""
    base = _colour(rng, [(140, 200), (0, 360), (200, 240)], (0.2, 0.8), (0.1, 0.5))
    picture = np.ones((SIDE, SIDE, 3), np.float32) * base
    line = base + (255 - base) * rng.uniform(0.2, 0.8)
    if rng.random() < 0.65:
        step = int(rng.integers(20, 70))
        for k in range(0, SIDE, step):
            width = 2 if (k // step) % 5 == 0 else 1
            picture[k : k + width] = line
            picture[:, k : k + width] = line
        if rng.random() < 0.5:
            cv2.line(picture, (0, 0), (SIDE, SIDE), line.tolist(), 1, cv2.LINE_AA)
            cv2.line(picture, (0, SIDE // 2), (SIDE, SIDE), line.tolist(), 1, cv2.LINE_AA)
    else:
        for _ in range(int(rng.integers(1, 4))):
            x, y = rng.integers(0, SIDE, 2).tolist()
            r = int(rng.integers(60, 260))
            ink = _colour(rng, [(0, 360)], (0.2, 0.9), (0.2, 0.9)).tolist()
            cv2.circle(picture, (x, y), r, ink, int(rng.choice([-1, 3, 8, 20])), cv2.LINE_AA)
        if rng.random() < 0.8:
            picture = np.clip(picture, 0, 255).astype(np.uint8)
            for _ in range(int(rng.integers(1, 5))):
                sign = overlays.lettering(rng, fonts, int(rng.integers(40, 140)), 1)
                x, y = rng.integers(-40, SIDE - 40, 2).tolist()
                overlays.paste(picture, np.rot90(sign, rng.integers(4)), x, y, None)
    return picture * (1 + 0.03 * rng.standard_normal((SIDE, SIDE)).astype(np.float32))[..., None]


def _stone(rng, fonts):
    base = _colour(rng, [(20, 60), (200, 240)], (0.0, 0.2), (0.25, 0.95))
    veins = np.abs(fractal(rng, SIDE, 3, 5))
    speck = rng.standard_normal((SIDE, SIDE)).astype(np.float32)
    speck = cv2.GaussianBlur(speck, (0, 0), rng.uniform(0.6, 2.5))
    shade = 1 + rng.uniform(-0.2, 0.2) * np.exp(-veins * 6) + rng.uniform(0.02, 0.3) * speck
    return base * shade[..., None]


def _printed(rng, fonts):
    """Patterned cloth: stripes, checks, spots, flowers."""
    one = _colour(rng, [(0, 360)], (0.1, 0.7), (0.2, 0.9))
    two = _colour(rng, [(0, 360)], (0.0, 0.7), (0.2, 0.9))
    y, x = np.mgrid[0:SIDE, 0:SIDE].astype(np.float32)
    k = 2 * np.pi * int(rng.integers(3, 24)) / SIDE
    kind = rng.integers(4)
    if kind == 0:
        t = np.sin(x * k)
    elif kind == 1:
        t = np.sin(x * k) + np.sin(y * k)
    elif kind == 2:
        t = np.sin(x * k) * np.sin(y * k) - 0.4
    else:
        t = fractal(rng, SIDE, 8, 2)
    t = np.clip(t * rng.uniform(1, 8) + 0.5, 0, 1)[..., None]
    shade = 1 + 0.04 * rng.standard_normal((SIDE, SIDE, 1)).astype(np.float32)
    return (one * t + two * (1 - t)) * shade


KINDS = {
    "felt": (_felt, 5.0),
    "weave": (_weave, 4.0),
    "wood": (_wood, 4.0),
    "plain": (_plain, 3.0),
    "leather": (_leather, 1.3),
    "fur": (_fur, 1.5),
    "mat": (_mat, 1.5),
    "stone": (_stone, 1.3),
    "printed": (_printed, 1.2),
}


def texture(kind: str, number: int, fonts: str) -> np.ndarray:
    """SIDE x SIDE x 3 uint8 sRGB, kept once made."""
    key = (kind, number)
    if key not in _cache:
        rng = np.random.default_rng([91, sorted(KINDS).index(kind), number])
        _cache[key] = np.clip(KINDS[kind][0](rng, fonts), 0, 255).astype(np.uint8)
    return _cache[key]


def choose(rng: np.random.Generator, fonts: str) -> np.ndarray:
    names = sorted(KINDS)
    weights = np.array([KINDS[n][1] for n in names])
    kind = names[rng.choice(len(names), p=weights / weights.sum())]
    return texture(kind, int(rng.integers(_EACH)), fonts)


def paint(
    camera: Camera, picture: np.ndarray, scale: float, turn: float, shift, z: float = 0.0
) -> np.ndarray:
    """The endless plane at height z covered with `picture`, `scale` tile widths to a side.

    Height x width x 3 linear float32; above the horizon the edge is repeated, to be covered.
    """
    c, s = np.cos(turn), np.sin(turn)
    per = scale / picture.shape[0]
    to_world = np.array([[per * c, -per * s, shift[0]], [per * s, per * c, shift[1]], [0, 0, 1.0]])
    matrix = camera.plane(z) @ to_world
    # A texture seen smaller than it is must be softened first, or it glitters.
    distance = max(1.0, float(np.linalg.norm(camera.position)))
    shrink = distance / camera.focal / per
    if shrink > 1.5:
        levels = min(int(np.log2(shrink) + 0.5), 4)
        picture = cv2.resize(
            picture, None, fx=0.5**levels, fy=0.5**levels, interpolation=cv2.INTER_AREA
        )
        matrix = matrix @ np.diag([2.0**levels, 2.0**levels, 1])
    a = np.linalg.inv(matrix)
    a = (a / np.abs(a[2]).max()).astype(np.float32)
    u = np.arange(camera.width, dtype=np.float32)[None] + np.float32(0.5)
    v = np.arange(camera.height, dtype=np.float32)[:, None] + np.float32(0.5)
    w = a[2, 0] * u + (a[2, 1] * v + a[2, 2])
    np.copyto(w, np.float32(1e-9), where=np.abs(w) < 1e-9)
    np.reciprocal(w, out=w)
    places = []
    for row in a[:2]:
        place = row[0] * u + (row[1] * v + row[2])
        place *= w
        # Far off, mirroring a place back into the texture would take long.
        places.append(np.clip(place, -30 * picture.shape[0], 30 * picture.shape[0], out=place))
    out = cv2.remap(picture, *places, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REFLECT)
    return linear(out)
