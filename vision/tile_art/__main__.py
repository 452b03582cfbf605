"""python -m vision.tile_art --sheet OUT.png: every tile in the default style."""

from __future__ import annotations

import argparse
from pathlib import Path

import numpy as np
from PIL import Image

from scoring.tiles import TILES
from vision.tile_art import DEFAULT, ArtStyle, raster

_CLOTH = (38, 96, 74)


def sheet(style: ArtStyle, height: int = 160, columns: int = 11, gap: int = 10) -> np.ndarray:
    """All 43 tiles on a cloth, RGB."""
    faces = [raster(tile, height, style) for tile in TILES]
    width = faces[0].shape[1]
    rows = -(-len(faces) // columns)
    page = np.full(
        (rows * (height + gap) + gap, columns * (width + gap) + gap, 3), _CLOTH, np.uint8
    )
    for i, face in enumerate(faces):
        y, x = gap + i // columns * (height + gap), gap + i % columns * (width + gap)
        alpha = face[..., 3:] / 255
        patch = page[y : y + height, x : x + width]
        patch[:] = np.rint(face[..., :3] * alpha + patch * (1 - alpha))
    return page


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m vision.tile_art", description=__doc__)
    parser.add_argument("--sheet", type=Path, required=True, metavar="OUT.png")
    arguments = parser.parse_args()
    Image.fromarray(sheet(DEFAULT)).save(arguments.sheet)
    print(f"wrote {arguments.sheet}")


if __name__ == "__main__":
    main()
