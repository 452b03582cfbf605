"""What streams and apps lay over a picture: banners, chat, subtitles, logos. And words at large."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import cv2
import numpy as np
from PIL import Image, ImageDraw, ImageFont

# Single characters, joined to words of any length; many of them stand on tiles, too.
_CHINESE = (
    "麻將直播歡迎訂閱恭喜發財和牌清一色大三元今日開心上自摸八番國比賽東南西北風中春夏秋冬萬五九梅菊"
)
_LATIN = ("LIVE", "Mahjong", "Subscribe", "score", "8", "fan", "+24", "East", "wins", "REC", "@you")


@cache
def chinese_fonts(folder: str) -> tuple[str, ...]:
    """The fonts under a folder that have all of `_CHINESE`, not as the box for missing ones."""
    found = []
    for path in sorted(Path(folder).rglob("*")):
        if path.suffix.lower() not in (".ttf", ".ttc", ".otf"):
            continue
        try:
            font = ImageFont.truetype(str(path), 20)
            missing = bytes(font.getmask("\U0010fffe"))
            if all(bytes(font.getmask(sign)) != missing for sign in _CHINESE):
                found.append(str(path))
        except (OSError, ValueError):
            continue
    return tuple(found)


@cache
def _font(path: str | None, size: int) -> ImageFont.FreeTypeFont:
    return ImageFont.truetype(path, size) if path else ImageFont.load_default(size)


def words(rng: np.random.Generator, fonts: str, n: int) -> tuple[str, str | None]:
    """Some words and a font that has their characters."""
    faces = chinese_fonts(fonts)
    if faces and rng.random() < 0.75:
        text = "".join(_CHINESE[k] for k in rng.integers(len(_CHINESE), size=2 * n))
        return text, faces[rng.integers(len(faces))]
    return " ".join(_LATIN[rng.integers(len(_LATIN))] for _ in range(n)), None


def lettering(rng: np.random.Generator, fonts: str, size: int, n: int, outline: bool = False):
    """Words as an RGBA picture (uint8)."""
    text, path = words(rng, fonts, n)
    font = _font(path, max(6, size))
    stroke = max(1, size // 9) if outline else 0
    x0, y0, x1, y1 = font.getbbox(text, stroke_width=stroke)
    picture = Image.new("RGBA", (max(1, x1 - x0 + 2), max(1, y1 - y0 + 2)))
    ink = tuple(rng.integers(0, 256, 3).tolist()) if rng.random() < 0.5 else (255, 255, 255)
    other = (0, 0, 0) if sum(ink) > 300 else (255, 255, 255)
    ImageDraw.Draw(picture).text(
        (1 - x0, 1 - y0), text, font=font, fill=(*ink, 255), stroke_width=stroke,
        stroke_fill=(*other, 255),
    )  # fmt: skip
    return np.asarray(picture)


def paste(picture: np.ndarray, top: np.ndarray, x: int, y: int, tags: np.ndarray | None) -> None:
    """Lay RGBA `top` over `picture` at (x, y); what is well covered loses its tag."""
    height, width = picture.shape[:2]
    x0, y0 = max(x, 0), max(y, 0)
    x1, y1 = min(x + top.shape[1], width), min(y + top.shape[0], height)
    if x1 <= x0 or y1 <= y0:
        return
    part = top[y0 - y : y1 - y, x0 - x : x1 - x]
    alpha = part[..., 3:].astype(np.float32) / 255
    window = np.s_[y0:y1, x0:x1]
    mixed = picture[window] * (1 - alpha) + part[..., :3] * alpha
    picture[window] = mixed.astype(np.uint8)
    if tags is not None:
        tags[window][part[..., 3] > 150] = -1


def _panel(rng, width: int, height: int) -> np.ndarray:
    panel = np.empty((max(height, 2), max(width, 2), 4), np.uint8)
    panel[..., :3] = rng.integers(0, 256, 3) if rng.random() < 0.6 else rng.integers(0, 50)
    panel[..., 3] = 255 if rng.random() < 0.6 else rng.integers(90, 230)
    return panel


def stream(rng: np.random.Generator, picture: np.ndarray, tags: np.ndarray, fonts: str) -> None:
    """Draw a stream's overlays over `picture` (uint8 RGB), mostly along its rim."""
    height, width = picture.shape[:2]
    unit = height / 100
    if rng.random() < 0.6:  # a banner at the foot or the head
        tall = int(unit * rng.uniform(5, 16))
        y = height - tall if rng.random() < 0.75 else 0
        paste(picture, _panel(rng, width, tall), 0, y, tags)
        text = lettering(rng, fonts, int(tall * rng.uniform(0.45, 0.8)), int(rng.integers(2, 7)))
        paste(
            picture,
            text,
            int(rng.uniform(-0.1, 0.4) * width),
            y + (tall - text.shape[0]) // 2,
            None,
        )
    if rng.random() < 0.45:  # chat
        wide, tall = int(width * rng.uniform(0.1, 0.24)), int(height * rng.uniform(0.15, 0.6))
        x = width - wide if rng.random() < 0.6 else 0
        y = int(rng.uniform(0.1, 1) * (height - tall))
        paste(picture, _panel(rng, wide, tall), x, y, tags)
        step = max(7, int(unit * rng.uniform(3, 5)))
        for row in range(y + 2, y + tall - step, step):
            cv2.circle(
                picture,
                (x + step, row + step // 2),
                step // 3,
                rng.integers(0, 256, 3).tolist(),
                -1,
            )
            text = lettering(rng, fonts, int(step * 0.62), int(rng.integers(1, 3)))
            paste(picture, text[:, : max(1, wide - 2 * step)], x + 2 * step, row, None)
    if rng.random() < 0.35:  # a subtitle
        text = lettering(rng, fonts, int(unit * rng.uniform(5, 9)), int(rng.integers(2, 5)), True)
        y = int(height * rng.uniform(0.8, 0.9))
        paste(picture, text, (width - text.shape[1]) // 2, y, tags)
    for _ in range(int(rng.integers(0, 4))):  # logos and clocks
        text = lettering(rng, fonts, int(unit * rng.uniform(3, 7)), 1, rng.random() < 0.4)
        x = int(rng.choice([0.02, 0.75]) * width + rng.uniform(0, 0.1) * width)
        paste(picture, text, x, int(rng.choice([0.02, 0.85]) * height), tags)
    if rng.random() < 0.12:  # black bars above and below
        tall = int(height * rng.uniform(0.06, 0.14))
        for window in (np.s_[:tall], np.s_[height - tall :]):
            picture[window] = 0
            tags[window] = -1
