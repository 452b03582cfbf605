"""Our own drawings of the 42 faces and the back of a tile, for page, pictures and training scenes.

`svg(tile)` and `raster(tile, height_px)` draw the same shapes; an `ArtStyle` says in which design.
"""

from vision.tile_art.raster import raster
from vision.tile_art.shapes import HEIGHT, WIDTH
from vision.tile_art.style import DEFAULT, ArtStyle
from vision.tile_art.svg import svg

ASPECT = WIDTH / HEIGHT

__all__ = ["ASPECT", "DEFAULT", "ArtStyle", "raster", "svg"]
