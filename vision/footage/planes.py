"""Pieces of pictures in planes YUV 4:2:0, as films hold them."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

import cv2
import numpy as np
from PIL import Image, ImageDraw

from vision.draw import INK, Colour
from vision.footage.lettering import font

Planes = tuple[np.ndarray, np.ndarray, np.ndarray]


def even(width: float, height: float) -> tuple[int, int]:
    """Sides that planes can have: even, at least 2."""
    return max(2, -(-round(width) // 2) * 2), max(2, -(-round(height) // 2) * 2)


def in_planes(picture: Image.Image) -> Planes:
    """A picture of even size in planes YUV 4:2:0."""
    width, height = picture.size
    flat = cv2.cvtColor(np.asarray(picture), cv2.COLOR_RGB2YUV_I420).reshape(-1)
    area = width * height
    return (
        flat[:area].reshape(height, width),
        flat[area : area * 5 // 4].reshape(height // 2, width // 2),
        flat[area * 5 // 4 :].reshape(height // 2, width // 2),
    )


@lru_cache(maxsize=64)
def levels(colour: Colour) -> tuple[int, int, int]:
    """What a colour is in each plane."""
    return tuple(int(plane[0, 0]) for plane in in_planes(Image.new("RGB", (2, 2), colour)))


def paste(planes: Sequence[np.ndarray], patch: Planes, x: int, y: int) -> None:
    """Lay a patch over the picture, kept inside it, at even pixels."""
    high, wide = planes[0].shape
    tall, broad = patch[0].shape
    x = max(0, min(x, wide - broad)) // 2 * 2
    y = max(0, min(y, high - tall)) // 2 * 2
    for plane, source, part in zip(planes, patch, (1, 2, 2), strict=True):
        target = plane[y // part :, x // part :]
        rows, columns = min(len(target), len(source)), min(target.shape[1], source.shape[1])
        target[:rows, :columns] = source[:rows, :columns]


@lru_cache(maxsize=512)
def label(words: str, colour: Colour, size: int) -> Planes:
    """Words on a ground of a colour, in letters of so many pixels."""
    letters = font(size)
    width = round(letters.getlength(words)) + size // 2
    picture = Image.new("RGB", even(width, round(size * 1.25)), colour)
    middle = (picture.width / 2, picture.height / 2)
    ImageDraw.Draw(picture).text(middle, words, INK, letters, anchor="mm")
    return in_planes(picture)
