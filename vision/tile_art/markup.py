"""A tile as SVG."""

from __future__ import annotations

from html import escape

from scoring.tiles import Tile
from vision.tile_art.face import drawing
from vision.tile_art.shapes import HEIGHT, WIDTH, Shape
from vision.tile_art.style import DEFAULT, ArtStyle


def svg(
    tile: Tile,
    style: ArtStyle = DEFAULT,
    *,
    height: float | None = None,
    title: str | None = None,
    body: bool = True,
) -> str:
    """A self-contained `<svg>` element that scales to whatever holds it.

    It has no ids, style sheets or references, so any number can stand in one page. `height` in
    CSS pixels fixes its size; `title` is its accessible name (the tile's code if None); without
    `body` only the ink is drawn, on nothing.
    """
    shapes = "".join(map(_element, drawing(tile, style, body)))
    label = escape(tile.code if title is None else title, quote=True)
    size = "" if height is None else f' width="{height * WIDTH / HEIGHT:g}" height="{height:g}"'
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH:g} {HEIGHT:g}"{size}'
        f' role="img" aria-label="{label}"><title>{label}</title>{shapes}</svg>'
    )


def _element(shape: Shape) -> str:
    if shape.stroke:
        paint = (
            f'fill="none" stroke="{shape.colour}" stroke-width="{shape.stroke:.3g}"'
            ' stroke-linecap="round" stroke-linejoin="round"'
        )
    else:
        paint = f'fill="{shape.colour}" fill-rule="evenodd"'
    return f'<path {paint} d="{shape.path_data()}"/>'
