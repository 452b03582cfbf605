"""Tiles, alone and in rows, and words to tap."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cache
from html import escape

from scoring import TILES, Tile
from vision.tile_art import svg
from vision.tile_art.shapes import HEIGHT, WIDTH

_SHELL = re.compile(r"^<svg[^>]*>(?:<title>[^<]*</title>)?(.*)</svg>$", re.S)


@cache
def sprites() -> str:
    """One hidden drawing that holds all 43 tiles, for the whole page."""
    symbols = "".join(
        f'<symbol id="fl-tile-{tile.code}" viewBox="0 0 {WIDTH:g} {HEIGHT:g}">'
        f"{_SHELL.match(svg(tile)).group(1)}</symbol>"
        for tile in TILES
    )
    return (
        '<svg xmlns="http://www.w3.org/2000/svg" width="0" height="0" '
        f'style="position:absolute" aria-hidden="true">{symbols}</svg>'
    )


def tile_html(tile: Tile, language: str, classes: str = "") -> str:
    """A tile that only shows itself."""
    name = escape(tile.name(language), quote=True)
    return (
        f'<svg class="fl-tile {classes}" viewBox="0 0 {WIDTH:g} {HEIGHT:g}" role="img" '
        f'aria-label="{name}"><use href="#fl-tile-{tile.code}"/></svg>'
    )


def tiles_html(tiles: Iterable[Tile], language: str) -> str:
    """Tiles side by side, as one set."""
    return f'<span class="fl-set">{"".join(tile_html(t, language) for t in tiles)}</span>'


def tile_button(tile: Tile, tap: str, language: str, classes: str = "") -> str:
    """A tile to tap."""
    name = escape(tile.name(language), quote=True)
    return (
        f'<button type="button" class="fl-key {classes}" data-tap="{escape(tap, quote=True)}" '
        f'title="{name}" aria-label="{name}">{tile_html(tile, language)}</button>'
    )


def text_button(label: str, tap: str, classes: str = "") -> str:
    """A word to tap."""
    return (
        f'<button type="button" class="fl-word {classes}" data-tap="{escape(tap, quote=True)}">'
        f"{escape(label)}</button>"
    )
