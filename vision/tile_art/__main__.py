"""Draw a contact sheet of tiles.

python -m vision.tile_art --sheet OUT.png                   every tile in the default style
python -m vision.tile_art --sheet OUT.png --style old       ... in another style
python -m vision.tile_art --sheet OUT.png --random 12       a row of tiles for each of 12 designs
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from pathlib import Path

import numpy as np
from PIL import Image

from scoring.tiles import TILES, Tile
from vision.tile_art import STYLES, ArtStyle, random_style, raster

_CLOTH = (38, 96, 74)


def sheet(
    cells: Sequence[tuple[Tile, ArtStyle]], columns: int, height: int = 160, gap: int = 10
) -> np.ndarray:
    """Tiles on a cloth, row by row; RGB."""
    faces = [raster(tile, height, style) for tile, style in cells]
    width = faces[0].shape[1]
    rows = -(-len(faces) // columns)
    size = (rows * (height + gap) + gap, columns * (width + gap) + gap, 3)
    page = np.full(size, _CLOTH, np.uint8)
    for i, face in enumerate(faces):
        y, x = gap + i // columns * (height + gap), gap + i % columns * (width + gap)
        alpha = face[..., 3:] / 255
        patch = page[y : y + height, x : x + width]
        patch[:] = np.rint(face[..., :3] * alpha + patch * (1 - alpha))
    return page


def main() -> None:
    parser = argparse.ArgumentParser(
        prog="python -m vision.tile_art",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--sheet", type=Path, required=True, metavar="OUT.png")
    parser.add_argument("--style", choices=tuple(STYLES), default="default")
    parser.add_argument("--random", type=int, metavar="N", help="N designs by chance")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--height", type=int, metavar="PX", help="of a tile")
    arguments = parser.parse_args()
    if arguments.random:
        rng = np.random.default_rng(arguments.seed)
        styles = [random_style(rng) for _ in range(arguments.random)]
        cells = [(tile, style) for style in styles for tile in TILES]
        page = sheet(cells, len(TILES), arguments.height or 80, 4)
    else:
        style = STYLES[arguments.style]
        page = sheet([(tile, style) for tile in TILES], 11, arguments.height or 160)
    Image.fromarray(page).save(arguments.sheet)
    print(f"wrote {arguments.sheet}")


if __name__ == "__main__":
    main()
