"""The same photo twice is found however it was changed; another photo is not taken for it."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from datasets import duplicates


def table(seed: int, size: int = 480) -> np.ndarray:
    """A picture of 14 tiles in a row on a green table, other tiles for each seed (RGB)."""
    rng = np.random.default_rng(seed)
    shade = np.linspace(0, 60, size)[:, None, None]
    picture = np.clip(np.array([30, 120, 60]) + shade + rng.normal(0, 4, (size, size, 1)), 0, 255)
    picture = np.broadcast_to(picture, (size, size, 3)).astype(np.uint8).copy()
    for place in range(14):
        top, left = 300 + int(rng.integers(-3, 3)), 30 + 30 * place
        picture[top : top + 40, left : left + 28] = 245
        for _ in range(5):
            x, y = left + int(rng.integers(4, 24)), top + int(rng.integers(4, 36))
            colour = tuple(int(v) for v in rng.integers(0, 160, 3))
            cv2.rectangle(picture, (x - 3, y - 3), (x + 3, y + 3), colour, int(rng.integers(1, 3)))
    return picture


def turned(picture: np.ndarray, degrees: float) -> np.ndarray:
    size = picture.shape[0]
    matrix = cv2.getRotationMatrix2D((size / 2, size / 2), degrees, 1)
    return cv2.warpAffine(picture, matrix, (size, size))


@pytest.fixture(scope="module")
def original(tmp_path_factory):
    path = tmp_path_factory.mktemp("val") / "original.png"
    cv2.imwrite(str(path), table(1)[..., ::-1])
    return path


@pytest.mark.parametrize(
    ("change", "same"),
    [
        (lambda: table(1), True),
        (lambda: turned(table(1), 12), True),
        (lambda: np.rot90(table(1), 1), True),
        (lambda: turned(table(1), 12).mean(axis=2, keepdims=True).repeat(3, axis=2), True),
        (lambda: np.clip(table(1) * 0.8 + 20, 0, 255), True),
        (lambda: cv2.resize(table(1), (360, 360), interpolation=cv2.INTER_AREA), True),
        (lambda: table(2), False),
        (lambda: turned(table(3), 12), False),
    ],
    ids=["copy", "turned", "quarter", "greyed", "lighter", "smaller", "other", "other-turned"],
)
def test_the_same_photo(original, tmp_path, change, same):
    copy = tmp_path / "copy.png"
    cv2.imwrite(str(copy), np.ascontiguousarray(change(), np.uint8)[..., ::-1])
    found = duplicates.twins([original], [copy])
    assert [(twin.original, twin.copy) for twin in found] == ([(original, copy)] if same else [])


def test_nothing_to_compare_gives_nothing(original):
    assert duplicates.twins([], [original]) == []
    assert duplicates.twins([original], []) == []
