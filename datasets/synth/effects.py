"""What the camera and the way to us do to a picture: exposure, blur, noise, JPEG, overlays."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np

from datasets.synth.config import Config, EffectConfig, LightConfig
from datasets.synth.render import Lamp, Lighting, srgb


def temperature(kelvin: float) -> np.ndarray:
    """The linear colour of a lamp, green at 1."""
    t = np.clip(kelvin, 1500, 12000) / 1000
    red = 1.0 + 0.28 * max(0, 6.5 - t) / 2.5
    blue = np.interp(t, [1.5, 2.7, 4, 5, 6.5, 9, 12], [0.1, 0.35, 0.62, 0.8, 1.0, 1.25, 1.4])
    return np.array([red, 1.0, blue], np.float32)


def lighting(rng: np.random.Generator, config: LightConfig) -> Lighting:
    share = rng.uniform(*config.ambient)
    elevation = np.radians(rng.uniform(*config.elevation))
    azimuth = rng.uniform(-np.pi, np.pi)
    direction = np.array(
        [
            np.cos(elevation) * np.cos(azimuth),
            np.cos(elevation) * np.sin(azimuth),
            np.sin(elevation),
        ]
    )
    sun = temperature(rng.uniform(*config.temperature))
    sky = temperature(rng.uniform(*config.temperature))
    camera = 0.75 * (sun + sky) / 2 + 0.25  # the camera's white balance takes most of the cast out
    sun, sky = sun / camera, sky / camera
    lamps = []
    if rng.random() < config.glare:
        for _ in range(int(rng.integers(1, 4))):
            tip = np.radians(rng.uniform(25, 88))
            turn = rng.uniform(-np.pi, np.pi)
            lamps.append(
                Lamp(
                    np.array([np.cos(tip) * np.cos(turn), np.cos(tip) * np.sin(turn), np.sin(tip)]),
                    rng.uniform(0.02, 0.3),
                    rng.uniform(0.02, 0.25),
                    (rng.uniform(2, 10) * sun).astype(np.float32),
                    bool(rng.random() < 0.5),
                )
            )
    return Lighting(
        ambient=(share * sky).astype(np.float32),
        sun=((1 - share) * sun * 1.15 / max(direction[2], 0.35)).astype(np.float32),
        direction=direction,
        spread=float(rng.choice([rng.uniform(0.02, 0.1), rng.uniform(0.1, 0.45)])),
        lamps=lamps,
        sky=(rng.uniform(0.3, 1.2) * sky).astype(np.float32),
        bounce=(rng.uniform(0.1, 0.3) * sky).astype(np.float32),
    )


def shadow_map(rng: np.random.Generator, width: int, height: int) -> np.ndarray:
    """Height x width x 1: the soft shadow of a phone, a head or an arm, or light falling off."""
    small = np.zeros((96, 128), np.float32)
    if rng.random() < 0.65:
        x, y = rng.uniform(0, 128), rng.uniform(0, 96)
        for _ in range(int(rng.integers(1, 4))):
            size = (rng.uniform(12, 60), rng.uniform(10, 45))
            box = cv2.boxPoints(((x, y), size, rng.uniform(0, 180)))
            if rng.random() < 0.5:
                cv2.fillPoly(small, [box.astype(np.int32)], 1.0)
            else:
                cv2.ellipse(small, ((x, y), size, rng.uniform(0, 180)), 1.0, -1)
            x, y = x + rng.normal(0, 30), y + rng.normal(0, 30)
        small = cv2.GaussianBlur(small, (0, 0), rng.uniform(1, 9))
    else:
        yy, xx = np.mgrid[0:96, 0:128]
        a = rng.uniform(-np.pi, np.pi)
        ramp = ((xx - 64) * np.cos(a) + (yy - 48) * np.sin(a)) / 60
        small = np.clip(0.5 + 0.6 * ramp, 0, 1).astype(np.float32)
    depth = rng.uniform(0.25, 0.75)
    return cv2.resize(1 - depth * small, (width, height), interpolation=cv2.INTER_CUBIC)[..., None]


_LEVELS = 8192


def _tone(contrast: float, bright: float) -> np.ndarray:
    """uint8 sRGB for light of 0 to 4 in `_LEVELS` steps: highlights bend instead of clipping."""
    light = np.arange(_LEVELS + 1) * (4 / _LEVELS)
    over = light - 0.7
    light = np.where(over > 0, 0.7 + over / (1 + 1.2 * over), light)
    value = srgb(light).astype(np.float32)
    return np.clip((value - 118) * contrast + 118 + bright, 0, 255).astype(np.uint8)


def develop(light: np.ndarray, contrast: float = 1.0, bright: float = 0.0) -> np.ndarray:
    """Linear light as uint8 sRGB, with a contrast and a brightness (of 255) added."""
    levels = (np.clip(light, 0, 4) * (_LEVELS / 4)).astype(np.uint16)
    return _tone(contrast, bright)[levels]


def expose(
    rng: np.random.Generator, light: np.ndarray, config: Config, tile_light: float | None
) -> np.ndarray:
    """Linear light to uint8: exposure, shadows, vignette, cast, contrast."""
    height, width = light.shape[:2]
    if rng.random() < config.light.shadow:
        light = light * shadow_map(rng, width, height)
    mean = float(light[::8, ::8].mean()) + 1e-4
    gain = (rng.uniform(0.16, 0.36) / mean) ** 0.6
    if tile_light:  # a phone exposes for what it looks at
        gain = gain**0.3 * (rng.uniform(0.42, 1.15) / tile_light) ** 0.7
    if rng.random() < config.light.dim:
        gain *= rng.uniform(0.2, 0.6)
    if rng.random() < config.light.cast:
        gain = gain * temperature(rng.uniform(2500, 11000))
    if rng.random() < 0.4:
        y, x = np.mgrid[-1:1:24j, -1:1:32j].astype(np.float32)
        vignette = 1 - np.float32(rng.uniform(0.05, 0.25)) * (x**2 + y**2)
        light = light * cv2.resize(vignette, (width, height))[..., None]
    contrast, bright = rng.uniform(0.85, 1.2), rng.normal(0, 6)
    saturation = rng.uniform(0.75, 1.3)
    picture = develop(light * np.float32(gain), contrast, bright)
    if abs(saturation - 1) > 0.1:
        grey = cv2.cvtColor(cv2.cvtColor(picture, cv2.COLOR_RGB2GRAY), cv2.COLOR_GRAY2RGB)
        picture = cv2.addWeighted(picture, saturation, grey, 1 - saturation, 0)
    return picture


def degrade(
    rng: np.random.Generator, picture: np.ndarray, config: EffectConfig, finest: float, level: float
) -> np.ndarray:
    """Blur, noise and JPEG, never so much that faces cannot be read any more.

    `finest`: pixels across the smallest faces that must stay legible; `level`: how bright the
    tiles are, 0..1.
    """
    height, width = picture.shape[:2]
    blur = max(0.4, config.legible * finest)  # what blur may add up to, standard deviation
    factor = 1.0
    if rng.random() < config.soft:
        factor = min(1.0, max(rng.uniform(*config.resolution), 0.5 / blur))
        blur = _left(blur, 0.5 / factor)
    if rng.random() < config.motion:
        length = min(rng.uniform(2, 9), 3.3 * blur)
        if length > 1.5:
            picture = _moved(picture, length, rng.uniform(0, np.pi))
            blur = _left(blur, length / 3.3)
    if rng.random() < config.defocus:
        sigma = min(rng.uniform(0.5, 2.6), blur)
        if sigma > 0.3:
            picture = cv2.GaussianBlur(picture, (0, 0), sigma)
    if factor < 0.97:
        small = (max(32, round(width * factor)), max(32, round(height * factor)))
        picture = cv2.resize(picture, small, interpolation=cv2.INTER_AREA)
    sigma = rng.uniform(*config.noise) * 255 * rng.random()
    sigma *= np.clip(level * 1.3, 0.2, 1) * np.clip(finest / 26, 0.4, 1)
    if sigma > 0.6:
        grain = np.empty(picture.shape, np.int16)
        cv2.randn(grain, 0, sigma)
        if rng.random() < 0.5:
            grain = cv2.GaussianBlur(grain.astype(np.float32), (0, 0), 0.7) * 1.6
        picture = np.clip(picture + grain, 0, 255).astype(np.uint8)
    if rng.random() < config.sharpen:
        soft = cv2.GaussianBlur(picture, (0, 0), 1.2)
        amount = rng.uniform(0.3, 1.4)
        picture = cv2.addWeighted(picture, 1 + amount, soft, -amount, 0)
    if rng.random() < config.grey:
        picture = cv2.cvtColor(cv2.cvtColor(picture, cv2.COLOR_RGB2GRAY), cv2.COLOR_GRAY2RGB)
    low, high = config.jpeg
    low = min(high, max(low, np.interp(finest * factor, [13, 36], [78, low])))
    picture = jpeg(picture, rng.uniform(low, high))
    if picture.shape[:2] != (height, width):
        how = [cv2.INTER_LINEAR, cv2.INTER_CUBIC][int(rng.integers(2))]
        picture = cv2.resize(picture, (width, height), interpolation=how)
        picture = jpeg(picture, rng.uniform(80, 96))
    return picture


def _left(blur: float, used: float) -> float:
    return float(np.sqrt(max(blur**2 - used**2, 0.0)))


def _moved(picture: np.ndarray, length: float, angle: float) -> np.ndarray:
    n = int(np.ceil(length)) | 1
    kernel = np.zeros((n, n), np.float32)
    dx, dy = length / 2 * np.cos(angle), length / 2 * np.sin(angle)
    middle = (n - 1) / 2
    ends = [(round(middle + s * dx), round(middle + s * dy)) for s in (-1, 1)]
    cv2.line(kernel, *ends, 1.0, 1, cv2.LINE_AA)
    return cv2.filter2D(picture, -1, kernel / kernel.sum())


def jpeg(picture: np.ndarray, quality: float) -> np.ndarray:
    data = cv2.imencode(".jpg", picture[..., ::-1], [cv2.IMWRITE_JPEG_QUALITY, int(quality)])[1]
    return np.ascontiguousarray(cv2.imdecode(data, cv2.IMREAD_COLOR)[..., ::-1])


@dataclass
class Frame:
    """How the finished picture sits in what is given out: scale and offset of its pixels."""

    scale: tuple[float, float] = (1.0, 1.0)
    offset: tuple[float, float] = (0.0, 0.0)

    def apply(self, points: np.ndarray) -> np.ndarray:
        return np.asarray(points) * self.scale + self.offset


def frame(rng: np.random.Generator, picture: np.ndarray, config: EffectConfig, size: int):
    """Stretch to a square, or set between black bars; returns the picture and its `Frame`."""
    height, width = picture.shape[:2]
    chance = rng.random()
    if chance < config.stretch and width != height:
        out = cv2.resize(picture, (size, size), interpolation=cv2.INTER_LINEAR)
        return out, Frame((size / width, size / height))
    if chance < config.stretch + config.letterbox and width != height:
        out = np.zeros((size, size, 3), np.uint8)
        x, y = (size - width) // 2, (size - height) // 2
        out[y : y + height, x : x + width] = picture
        return out, Frame(offset=(float(x), float(y)))
    return picture, Frame()
