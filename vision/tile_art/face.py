"""A tile's whole drawing: body, ink, corner index, engraved look."""

from __future__ import annotations

from functools import lru_cache

from scoring.tiles import Tile
from vision.tile_art.bamboos import bamboos
from vision.tile_art.characters import characters
from vision.tile_art.circles import circles
from vision.tile_art.flowers import flower
from vision.tile_art.honours import dragon, wind
from vision.tile_art.shapes import HEIGHT, WIDTH, Shape, box, frame, polygon
from vision.tile_art.style import ArtStyle
from vision.tile_art.text import written

_DEPTH = 5.0  # face units that the deepest engraving casts light and shadow over
_INDEXED = 0.86  # size of a picture that leaves room for a corner index


@lru_cache(maxsize=4096)
def drawing(tile: Tile, style: ArtStyle, body: bool = True) -> tuple[Shape, ...]:
    """The shapes of a tile from bottom to top, in face units; only the ink without `body`.

    Patches that the face shows through are shapes in `style.face`. A back is all body. ValueError
    for what is no tile.
    """
    if not isinstance(tile, Tile):
        raise ValueError(f"cannot draw {tile!r}: give a scoring.tiles.Tile, such as Tile('1m')")
    if tile.is_back:
        return tuple(_back(style))
    return (*(_front(style) if body else ()), *_engraved(_ink(tile, style), style))


def _ink(tile: Tile, style: ArtStyle) -> list[Shape]:
    middle = WIDTH / 2, HEIGHT / 2
    shapes = _picture(tile, style)
    if style.scale != 1:
        shapes = [shape.scaled(style.scale, *middle) for shape in shapes]
    if style.shift != (0.0, 0.0):
        shapes = [shape.moved(*style.shift) for shape in shapes]
    if style.index != "none" and not tile.is_flower:
        aside = 8 if style.index == "left" else -8
        shapes = [shape.scaled(_INDEXED, *middle).moved(aside, 22) for shape in shapes]
        shapes += _corner_index(tile, style)
    return shapes


def _picture(tile: Tile, style: ArtStyle) -> list[Shape]:
    if tile.is_wind:
        return wind(tile.code, style)
    if tile.is_dragon:
        return dragon(tile.code, style)
    if tile.is_flower:
        return flower(tile.code, style)
    return {"m": characters, "p": circles, "s": bamboos}[tile.suit](tile.rank, style)


def _corner_index(tile: Tile, style: ArtStyle) -> list[Shape]:
    sign = str(tile.rank) if tile.is_suited else tile.code
    w, h = 44 * style.index_size, 56 * style.index_size
    x = 20 if style.index == "left" else WIDTH - 20 - w
    ink = style.ink(style.index_ink)
    return written(style.index_hand, sign, (x, 18, w, h), ink, style, bold=0)


def _engraved(shapes: list[Shape], style: ArtStyle) -> list[Shape]:
    """With a bright rim on the lower right and a dark one on the upper left of all ink."""
    if style.engraving <= 0:
        return shapes
    d = _DEPTH * style.engraving / 2
    cut = [shape for shape in shapes if shape.colour != style.face]
    bright = shade(style.face, 0.75)
    return [
        *(shape.moved(d, d).coloured(bright) for shape in cut),
        *(shape.moved(-d, -d).coloured(shade(shape.colour, -0.45)) for shape in cut),
        *shapes,
    ]


def _front(style: ArtStyle) -> list[Shape]:
    return [
        box(0, 0, WIDTH, HEIGHT, style.radius, style.edge),
        box(3, 3, WIDTH - 6, HEIGHT - 9, style.radius - 2, style.face),
    ]


def _back(style: ArtStyle) -> list[Shape]:
    light = shade(style.back, 0.2)
    shapes = [
        box(0, 0, WIDTH, HEIGHT, style.radius, shade(style.back, -0.25)),
        box(3, 3, WIDTH - 6, HEIGHT - 9, style.radius - 2, style.back),
    ]
    if style.back_pattern != "plain":
        shapes.append(frame(26, 26, WIDTH - 52, HEIGHT - 55, 12, 6, light))
    if style.back_pattern == "lattice":
        for row in range(9):
            for column in range(6):
                x, y = 55 + 38 * column, 56 + 35.75 * row
                shapes.append(polygon([(x, y - 15), (x + 15, y), (x, y + 15), (x - 15, y)], light))
    return shapes


def shade(colour: str, amount: float) -> str:
    """A colour moved towards white (amount up to 1) or black (down to -1)."""
    channels = (int(colour[i : i + 2], 16) for i in (1, 3, 5))
    goal = 255 if amount > 0 else 0
    return "#" + "".join(f"{round(c + (goal - c) * abs(amount)):02x}" for c in channels)
