"""Our own drawings of the 42 faces and the back of a tile, for page, pictures and training scenes.

`svg(tile)` and `raster(tile, height_px)` draw the same shapes; an `ArtStyle` says in which design.
`STYLES` holds designs by name, `random_style(rng)` makes others.
"""

from vision.tile_art.designs import STYLES, random_style
from vision.tile_art.markup import svg
from vision.tile_art.pixels import raster
from vision.tile_art.shapes import HEIGHT, WIDTH
from vision.tile_art.style import DEFAULT, ArtStyle

ASPECT = WIDTH / HEIGHT

__all__ = ["ASPECT", "DEFAULT", "STYLES", "ArtStyle", "random_style", "raster", "svg"]
