"""A tile's whole drawing: body, ink, corner index, engraved look."""

from __future__ import annotations

from functools import lru_cache

from scoring.tiles import Tile
from vision.tile_art.flowers import flower
from vision.tile_art.honours import dragon, wind
from vision.tile_art.shapes import HEIGHT, WIDTH, Shape, box, frame, polygon
from vision.tile_art.style import ArtStyle
from vision.tile_art.suits import bamboos, characters, circles


@lru_cache(maxsize=4096)
def drawing(tile: Tile, style: ArtStyle, body: bool = True) -> tuple[Shape, ...]:
    """The shapes of a tile from bottom to top, in face units."""
    ink = [] if tile.is_back else _ink(tile, style)
    if style.scale != 1:
        ink = [shape.scaled(style.scale, WIDTH / 2, HEIGHT / 2) for shape in ink]
    return (*(_body(tile, style) if body or tile.is_back else ()), *ink)


def _ink(tile: Tile, style: ArtStyle) -> list[Shape]:
    if tile.suit == "m":
        return characters(tile.rank, style)
    if tile.suit == "p":
        return circles(tile.rank, style)
    if tile.suit == "s":
        return bamboos(tile.rank, style)
    if tile.is_wind:
        return wind(tile.code, style)
    if tile.is_dragon:
        return dragon(tile.code, style)
    return flower(tile.code, style)


def _body(tile: Tile, style: ArtStyle) -> list[Shape]:
    r = style.radius
    if not tile.is_back:
        return [
            box(0, 0, WIDTH, HEIGHT, r, style.edge),
            box(3, 3, WIDTH - 6, HEIGHT - 9, r - 2, style.face),
        ]
    dark, light = shade(style.back, -0.25), shade(style.back, 0.18)
    shapes = [
        box(0, 0, WIDTH, HEIGHT, r, dark),
        box(3, 3, WIDTH - 6, HEIGHT - 9, r - 2, style.back),
    ]
    if style.back_pattern != "plain":
        shapes.append(frame(24, 24, WIDTH - 48, HEIGHT - 48, 14, 6, light))
    if style.back_pattern == "lattice":
        for row in range(9):
            for column in range(6):
                x, y = 50 + 40 * column, 44 + 39 * row
                shapes.append(polygon([(x, y - 14), (x + 14, y), (x, y + 14), (x - 14, y)], light))
    return shapes


def shade(colour: str, amount: float) -> str:
    """Towards white (amount > 0) or black (amount < 0)."""
    channels = (int(colour[i : i + 2], 16) for i in (1, 3, 5))
    goal = 255 if amount > 0 else 0
    return "#" + "".join(f"{round(c + (goal - c) * abs(amount)):02x}" for c in channels)
