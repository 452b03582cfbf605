"""Random changes to crops of single tiles: what a phone, a lamp and a hand do to a picture.

Never a mirror image: a mirrored character is no tile of its class.
"""

from __future__ import annotations

import cv2
import numpy as np


def warp(
    crop: np.ndarray,
    aspect: float,
    context: float,
    size: int,
    margin: float,
    rng: np.random.Generator,
) -> np.ndarray:
    """Turn, scale, shift, shear and tilt the tile in the middle of `crop`.

    `aspect` is the box's width over its height, `context` the crop's side over the box's longer
    side, `margin` the result's side over the longer side of the box as the classifier will see it.
    Half of the tiles keep close to upright, the others lie at any angle.
    """
    side = crop.shape[0]
    tile = side / context
    kind = rng.random()
    if kind < 0.35:
        angle = rng.normal(0, 6)
    elif kind < 0.6:
        angle = 90 * rng.integers(4) + rng.normal(0, 6)
    else:
        angle = rng.uniform(0, 360)
    stretch = np.exp(rng.normal(0, 0.12))
    sx, sy = np.sqrt(stretch), 1 / np.sqrt(stretch)
    a = np.deg2rad(angle)
    turn = np.array([[np.cos(a), -np.sin(a)], [np.sin(a), np.cos(a)]])
    shear = np.array([[1, rng.normal(0, 0.07)], [rng.normal(0, 0.07), 1]])
    linear = turn @ shear @ np.diag([sx, sy])
    # The box that a detector would draw round the turned tile decides the scale.
    w, h = (tile, tile / aspect) if aspect > 1 else (tile * aspect, tile)
    corners = linear @ np.array([[-w, w, w, -w], [-h, -h, h, h]]) / 2
    box = (corners.max(1) - corners.min(1)).max()
    # A straightened look cuts by the tile's own sides, a level look by the upright box.
    reference = tile * max(sx, sy) if rng.random() < 0.5 else box
    scale = size / (reference * margin) * np.exp(rng.normal(0, 0.06))
    linear = linear * scale
    matrix = np.eye(3)
    matrix[:2, :2] = linear
    matrix[:2, 2] = size / 2 + rng.normal(0, 0.035, 2) * size - linear @ [side / 2, side / 2]
    tilt = np.eye(3)
    tilt[2, :2] = rng.normal(0, 0.08, 2) / size
    centre = np.array([[1, 0, size / 2], [0, 1, size / 2], [0, 0, 1]])
    matrix = centre @ tilt @ np.linalg.inv(centre) @ matrix
    if scale < 0.7:
        crop = cv2.GaussianBlur(crop, (0, 0), 0.35 / scale)
    border = cv2.BORDER_REPLICATE if rng.random() < 0.5 else cv2.BORDER_REFLECT_101
    return cv2.warpPerspective(
        crop, matrix, (size, size), flags=cv2.INTER_LINEAR, borderMode=border
    )


def light(image: np.ndarray, rng: np.random.Generator) -> np.ndarray:
    """Colour, contrast, glare and shadow; float arithmetic on uint8 RGB, uint8 back."""
    x = image.astype(np.float32)
    kind = rng.random()
    if kind < 0.08:
        x = x.mean(2, keepdims=True).repeat(3, 2)
    elif kind < 0.16:
        x = x[:, :, rng.permutation(3)]
    elif kind < 0.5:
        hsv = cv2.cvtColor(image, cv2.COLOR_RGB2HSV)
        hsv[:, :, 0] = (hsv[:, :, 0].astype(np.int16) + int(rng.normal(0, 12))) % 180
        hsv[:, :, 1] = np.clip(hsv[:, :, 1] * np.exp(rng.normal(0, 0.4)), 0, 255)
        x = cv2.cvtColor(hsv, cv2.COLOR_HSV2RGB).astype(np.float32)
    x *= np.exp(rng.normal(0, 0.12, 3)).astype(np.float32)
    if rng.random() < 0.3:
        h, w = x.shape[:2]
        ramp = np.linspace(-1, 1, w, dtype=np.float32)
        a = rng.uniform(0, 2 * np.pi)
        plane = np.cos(a) * ramp[None, :] + np.sin(a) * ramp[:, None]
        edge = 1 / (1 + np.exp(-plane * rng.choice([1.5, 6, 25]) + rng.normal()))
        x *= (1 - rng.uniform(0.1, 0.6) * edge)[:, :, None]
    mean = x.mean()
    x = (x - mean) * np.exp(rng.normal(0, 0.25)) + mean * np.exp(rng.normal(0, 0.35))
    if rng.random() < 0.12:
        h, w = x.shape[:2]
        spot = np.zeros((h, w), np.float32)
        centre = (int(rng.integers(w)), int(rng.integers(h)))
        axes = (int(rng.integers(4, w // 3)), int(rng.integers(3, h // 5)))
        cv2.ellipse(spot, centre, axes, rng.uniform(0, 180), 0, 360, 1.0, -1)
        spot = cv2.GaussianBlur(spot, (0, 0), rng.uniform(1, 5))
        x += (spot * rng.uniform(60, 220))[:, :, None]
    return np.clip(x, 0, 255).astype(np.uint8)


def lens(image: np.ndarray, rng: np.random.Generator) -> np.ndarray:
    """Few pixels, blur, noise, JPEG, something in front of the tile."""
    size = image.shape[0]
    if rng.random() < 0.5:
        small = int(size * rng.uniform(0.22, 0.9))
        down = cv2.resize(image, (small, small), interpolation=cv2.INTER_AREA)
        image = cv2.resize(down, (size, size), interpolation=cv2.INTER_LINEAR)
    if rng.random() < 0.2:
        image = cv2.GaussianBlur(image, (0, 0), rng.uniform(0.5, 1.8))
    if rng.random() < 0.12:
        length = int(rng.integers(3, 9))
        kernel = np.zeros((length, length), np.float32)
        a = rng.uniform(0, np.pi)
        d = (length - 1) / 2
        start = (round(d - d * np.cos(a)), round(d - d * np.sin(a)))
        end = (round(d + d * np.cos(a)), round(d + d * np.sin(a)))
        cv2.line(kernel, start, end, 1.0)
        image = cv2.filter2D(image, -1, kernel / kernel.sum())
    if rng.random() < 0.35:
        noise = rng.standard_normal(image.shape, dtype=np.float32) * rng.uniform(2, 16)
        image = np.clip(image + noise, 0, 255).astype(np.uint8)
    if rng.random() < 0.35:
        quality = int(rng.integers(20, 90))
        image = cv2.imdecode(
            cv2.imencode(".jpg", image, [cv2.IMWRITE_JPEG_QUALITY, quality])[1], cv2.IMREAD_COLOR
        )
    if rng.random() < 0.12:
        # A finger or a neighbour's edge over at most a fifth of the tile.
        image = image.copy()
        depth = int(size * rng.uniform(0.05, 0.22))
        colour = rng.integers(0, 256, 3)
        sides = (np.s_[:depth], np.s_[-depth:], np.s_[:, :depth], np.s_[:, -depth:])
        image[sides[rng.integers(4)]] = colour
    return image


def augment(
    crop: np.ndarray,
    aspect: float,
    context: float,
    size: int,
    margin: float,
    rng: np.random.Generator,
) -> np.ndarray:
    """A changed crop, `size` x `size` x 3 uint8."""
    return lens(light(warp(crop, aspect, context, size, margin, rng), rng), rng)


def plain(crop: np.ndarray, context: float, size: int, margin: float) -> np.ndarray:
    """The crop as the classifier sees it at run time."""
    side = crop.shape[0]
    half = side / context * margin / 2
    scale = size / (2 * half)
    matrix = np.array(
        [[scale, 0, (half - side / 2) * scale], [0, scale, (half - side / 2) * scale]]
    )
    return cv2.warpAffine(crop, matrix, (size, size), borderMode=cv2.BORDER_REPLICATE)
