"""A tile as SVG."""

from __future__ import annotations

from collections.abc import Iterator
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
) -> str:
    """A self-contained `<svg>` element that scales to whatever holds it.

    It has no ids, style sheets or references, so any number can stand in one page. `height` in
    CSS pixels fixes its size; `title` is its accessible name (the tile's code if None). ValueError
    for what is no tile.
    """
    shapes = "".join(_elements(drawing(tile, style)))
    label = escape(tile.code if title is None else title, quote=True)
    size = "" if height is None else f' width="{height * WIDTH / HEIGHT:g}" height="{height:g}"'
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH:g} {HEIGHT:g}"{size}'
        f' role="img" aria-label="{label}"><title>{label}</title>{shapes}</svg>'
    )


def _elements(shapes: tuple[Shape, ...]) -> Iterator[str]:
    merged = False
    for shape, following in zip(shapes, (*shapes[1:], None), strict=True):
        if merged:
            merged = False
            continue
        fill, stroke = ("none", shape.stroke) if shape.stroke else (shape.colour, 0.0)
        if not stroke and following and following == shape.stroked(following.stroke):
            # A character and the line around it that makes it bolder are one element.
            merged, stroke = True, following.stroke
        rule = "" if fill == "none" else ' fill-rule="evenodd"'
        line = (
            f' stroke="{shape.colour}" stroke-width="{stroke:.3g}"'
            ' stroke-linecap="round" stroke-linejoin="round"'
        )
        yield f'<path fill="{fill}"{rule}{line if stroke else ""} d="{shape.path_data()}"/>'
