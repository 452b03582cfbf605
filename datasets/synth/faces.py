"""The faces of the tiles: designs, each of which can paint all 42 faces in one manner.

A painted face is kept as how much of the body's colour it lets through and what ink it adds, so
that one drawing serves bodies of any colour. Texture size is `HEIGHT` x `WIDTH`.
"""

from __future__ import annotations

import re
from collections import defaultdict
from dataclasses import dataclass
from functools import cache, lru_cache
from pathlib import Path
from typing import Protocol

import cv2
import numpy as np

from datasets.synth.config import Config
from datasets.synth.render import linear, srgb
from scoring.tiles import Tile, UnknownTile
from vision import tile_art

HEIGHT, WIDTH = 200, 150
WHITE_DRAGON = Tile("P")
KEPT = 1000  # painted faces kept in memory for each process

# Cut-out faces of the public set Camerash/mahjong-dataset whose name says another tile.
MISNAMED = {"8m_04": "8p", "8p_08": "9p"}


class FaceError(ValueError):
    """A folder that gives no faces; the message says what it should hold."""


@dataclass(frozen=True)
class Face:
    """`through` (HEIGHT x WIDTH x 1 or 3) and `ink` (x 3), uint8 sRGB: what is seen is
    body * through + ink, in linear light."""

    through: np.ndarray
    ink: np.ndarray | None

    def on(self, body: np.ndarray, height: float) -> np.ndarray:
        """The linear texture on a body of linear colour `body`, about `height` pixels high."""
        through, ink = self.through, self.ink
        if height < HEIGHT * 0.7:
            size = (max(6, round(height * WIDTH / HEIGHT)), max(8, round(height)))
            through = cv2.resize(through, size, interpolation=cv2.INTER_AREA)
            through = through.reshape(size[1], size[0], -1)
            ink = None if ink is None else cv2.resize(ink, size, interpolation=cv2.INTER_AREA)
        texture = linear(through) * body.astype(np.float32)
        return texture if ink is None else texture + linear(ink)

    def bright(self) -> Face:
        """The same drawing in light inks, for dark bodies."""
        cover = 1 - linear(self.through)
        ink = linear(self.ink) / np.maximum(cover, 1e-3)
        ink = 0.3 + 0.6 * ink / np.maximum(ink.max(-1, keepdims=True), 1e-3)
        return Face(self.through, srgb(ink * cover))

    def is_blank(self) -> bool:
        return bool(self.through.min() > 245)


class Design(Protocol):
    def face(self, tile: Tile) -> Face: ...


# ---- faces cut out of photos


def from_photo(image: np.ndarray, trim: float) -> Face:
    """The face on an RGB picture of one tile, its light evened out and its rim cut off."""
    h, w = image.shape[:2]
    dx, dy = round(w * trim), round(h * trim)
    image = cv2.resize(
        image[dy : h - dy, dx : w - dx], (WIDTH, HEIGHT), interpolation=cv2.INTER_AREA
    )
    light = _even_light(image)
    ratio = image / light
    x = np.minimum(np.arange(WIDTH), np.arange(WIDTH)[::-1]) / (0.05 * WIDTH)
    y = np.minimum(np.arange(HEIGHT), np.arange(HEIGHT)[::-1]) / (0.04 * HEIGHT)
    keep = np.clip(np.minimum(x[None], y[:, None]), 0, 1)[..., None]
    ratio = 1 + (ratio - 1) * keep
    return Face(np.clip(ratio * 255, 0, 255).astype(np.uint8), None)


def body_planes(
    colours: np.ndarray, basis: np.ndarray, dull: float, near: float, share: float
) -> np.ndarray:
    """The planes (3 x 3) on `basis` (n x 3) that fit the bare body among `colours` (n x 3).

    Begun with all but the darkest part `dull`, then with what lies within `near` of the planes, but
    at least the part `share`.
    """
    darkest = colours.min(axis=1)
    bare = darkest >= np.quantile(darkest, dull)
    for _ in range(3):
        planes = np.linalg.lstsq(basis[bare], colours[bare], rcond=None)[0]
        away = np.abs(colours - basis @ planes).max(axis=1)
        bare = away < max(near, np.quantile(away, share))
    return planes


def _even_light(image: np.ndarray) -> np.ndarray:
    """The colour of the bare body at each pixel: a plane fitted to the brightest part."""
    h, w = image.shape[:2]
    small = cv2.resize(image, (24, 32), interpolation=cv2.INTER_AREA).reshape(-1, 3).astype(float)
    y, x = np.mgrid[0:32, 0:24]
    basis = np.column_stack([np.ones(768), (x.ravel() - 11.5) / 12, (y.ravel() - 15.5) / 16])
    plane = body_planes(small, basis, dull=0.55, near=12.0, share=0.35)
    yy, xx = np.mgrid[0:h, 0:w]
    full = np.stack([np.ones((h, w)), (xx - w / 2) / (w / 2), (yy - h / 2) / (h / 2)], -1)
    return np.clip(full @ plane, 40, 255)


class PhotoDesign:
    """One photo for each tile, from a folder; `place` (0..1) chooses among the photos of a tile.

    `other` paints the tiles that the folder lacks.
    """

    def __init__(
        self, files: dict[Tile, list[Path]], place: float, trim: float, other: Design
    ) -> None:
        self._files, self._place, self._trim, self._other = files, place, trim, other

    def face(self, tile: Tile) -> Face:
        files = self._files.get(tile)
        if not files:
            return self._other.face(tile)
        return _photo(files[min(int(self._place * len(files)), len(files) - 1)], self._trim)


@lru_cache(maxsize=KEPT)
def _photo(path: Path, trim: float) -> Face:
    return from_photo(_read(path)[..., ::-1], trim)


def _read(path: Path) -> np.ndarray:
    picture = cv2.imread(str(path))
    if picture is None:
        raise FaceError(f"cannot read the face {path}: give a folder of JPEG or PNG pictures")
    return picture


@cache
def photo_files(folder: str) -> dict[Tile, list[Path]]:
    """The pictures of a folder named TILE_anything, by tile, in the order of their names.

    FaceError when there is none.
    """
    files = defaultdict(list)
    for path in sorted(Path(folder).glob("*")):
        if path.suffix.lower() not in (".jpg", ".jpeg", ".png"):
            continue
        code = MISNAMED.get(path.stem, re.split(r"[_.-]", path.stem)[0])
        try:
            files[Tile(code)].append(path)
        except UnknownTile:
            continue
    if not files:
        raise FaceError(
            f"{folder} holds no face: give a folder of JPEG or PNG pictures named like 1m_01.jpg"
        )
    return dict(files)


@cache
def set_folders(folder: str) -> tuple[str, ...]:
    """The folders in `folder`, each the pictures of one tile set, as `photo_files` takes them.

    FaceError when there is none, or one without a face.
    """
    folders = tuple(str(path) for path in sorted(Path(folder).glob("*")) if path.is_dir())
    if not folders:
        raise FaceError(
            f"{folder} holds no folder: give one in which every tile set has a folder of its own"
        )
    for each in folders:
        photo_files(each)
    return folders


def check_readable(config: Config) -> None:
    """Look at every picture that the folders of `config` give: FaceError for the first that cannot
    be read, which would otherwise end a run in its midst."""
    folders = [folder for folder in (config.faces, config.crops) if folder]
    if config.sets:
        folders += set_folders(config.sets)
    for folder in folders:
        for files in photo_files(folder).values():
            for path in files:
                _read(path)


# ---- drawn faces


class DrawnDesign:
    """One of our own designs, its faces kept once drawn."""

    def __init__(self, number: int) -> None:
        self._number = number

    def face(self, tile: Tile) -> Face:
        return _drawn(self._number, tile)


@lru_cache(maxsize=KEPT)
def _drawn(number: int, tile: Tile) -> Face:
    return from_rgba(tile_art.raster(tile, HEIGHT, _style(number), body=False))


@lru_cache(maxsize=64)
def _style(number: int) -> tile_art.ArtStyle:
    return tile_art.random_style(np.random.default_rng([76, number]))


def from_rgba(picture: np.ndarray) -> Face:
    """The face drawn in ink on nothing: height x width x 4 uint8, not premultiplied."""
    if picture.shape[:2] != (HEIGHT, WIDTH):
        alpha = picture[..., 3:].astype(np.float32) / 255
        flat = np.dstack([picture[..., :3] * alpha, alpha * 255])
        flat = cv2.resize(flat, (WIDTH, HEIGHT), interpolation=cv2.INTER_AREA)
        a = flat[..., 3:]
        picture = np.dstack([np.where(a > 0, flat[..., :3] / np.maximum(a / 255, 1e-3), 0), a])
        picture = np.clip(picture, 0, 255).astype(np.uint8)
    through = srgb(_FRACTIONS)[255 - picture[..., 3]]
    ink = srgb(linear(picture[..., :3]) * _FRACTIONS[picture[..., 3:]])
    return Face(through[..., None], ink)


_FRACTIONS = np.arange(256, dtype=np.float32) / 255


class BlankWhite:
    """The design `other` with nothing on its white dragon."""

    def __init__(self, other: Design) -> None:
        self._other = other

    def face(self, tile: Tile) -> Face:
        return _nothing() if tile is WHITE_DRAGON else self._other.face(tile)


@cache
def _nothing() -> Face:
    return from_rgba(np.zeros((HEIGHT, WIDTH, 4), np.uint8))


# ---- choice of a design


def choose(rng: np.random.Generator, config: Config, seed: int) -> Design:
    """A design at random, among the sources that are given, for the scene of `seed`."""
    design = _source(rng, config, seed)
    return BlankWhite(design) if rng.random() < config.face.blank else design


def _source(rng: np.random.Generator, config: Config, seed: int) -> Design:
    weights = {"drawn": config.face.drawn}
    if config.faces:
        weights["cutouts"] = config.face.cutouts
    if config.crops:
        weights["crops"] = config.face.crops
    if config.sets:
        weights["sets"] = config.face.sets
    names = sorted(weights)
    total = sum(weights.values())
    if total <= 0:
        raise FaceError("every source of faces has weight 0: give one of them a weight")
    name = names[rng.choice(len(names), p=[weights[n] / total for n in names])]
    number = int(rng.integers(config.face.designs))
    drawn = DrawnDesign(seed // config.face.block * config.face.designs + number)
    if name == "cutouts":
        return PhotoDesign(photo_files(config.faces), float(rng.random()), 0.045, drawn)
    if name == "crops":
        return PhotoDesign(photo_files(config.crops), float(rng.random()), 0.1, drawn)
    if name == "sets":
        folders = set_folders(config.sets)
        chosen = folders[rng.integers(len(folders))]
        return PhotoDesign(photo_files(chosen), float(rng.random()), 0.0, drawn)
    return drawn
