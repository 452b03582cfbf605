"""The example photo of the app: one hand with melds, a concealed kong and flowers, in our drawings.

`python -m datasets.synth.example OUT.jpg` draws it, always the same.
"""

from __future__ import annotations

import argparse
from pathlib import Path

import cv2
import numpy as np

from datasets.synth import effects, faces, tables
from datasets.synth.camera import Camera, look_at
from datasets.synth.layouts import DOWN, UP, Builder, Placed
from datasets.synth.props import box
from datasets.synth.render import Canvas, Lamp, Lighting, Solid, linear
from datasets.synth.tilesets import PLAIN, TileSet
from scoring import format_hand, parse_tiles
from scoring.hand import Hand
from scoring.melds import Meld, MeldKind
from scoring.tiles import Tile
from vision import tile_art
from vision.outputs import OutError, writable_file

WIDTH, HEIGHT = 1600, 1200
HAND = Hand(
    concealed=parse_tiles("234m 234p 55p"),
    melds=(
        Meld(MeldKind.chow, parse_tiles("234s"), 1),
        Meld(MeldKind.concealed_kong, (Tile("F"),) * 4),
    ),
    winning_tile=Tile("4p"),
    flowers=parse_tiles("ag"),
)


class _Drawn:
    """The faces of the application's own design."""

    def face(self, tile: Tile) -> faces.Face:
        return faces.from_rgba(tile_art.raster(tile, faces.HEIGHT, body=False))


def picture() -> np.ndarray:
    """HEIGHT x WIDTH x 3 uint8 RGB."""
    rng = np.random.default_rng(8)
    tiles = TileSet(
        height=1.34,
        depth=0.82,
        radius=0.075,
        front=linear(np.array([246, 243, 234], np.uint8)),
        behind=linear(np.array([24, 122, 84], np.uint8)),
        split=0.36,
        gloss=0.03,
        translucent=0.15,
        design=_Drawn(),
        manner=PLAIN,
    )
    placed = _lay(rng, tiles)
    camera = look_at(
        np.array([6.15, 1.6, 0]), 13.7, np.radians(58), 0.06, -0.015, 1500, WIDTH, HEIGHT
    )
    light = Lighting(
        ambient=np.array([0.5, 0.52, 0.56], np.float32),
        sun=np.array([0.78, 0.74, 0.66], np.float32),
        direction=_towards(52, 130),
        spread=0.16,
        lamps=[Lamp(_towards(35, 60), 0.3, 0.3, np.full(3, 2.5, np.float32), True)],
    )
    solids = [tiles.solid(p, k, faces.HEIGHT, rng) for k, p in enumerate(placed)]
    canvas = Canvas(camera, light, _cloth(camera, light))
    things = solids + _dice(rng)
    canvas.cast_shadows(things, tiles.depth)
    canvas.draw_all(things)
    y, x = np.mgrid[-1 : 1 : HEIGHT * 1j, -1 : 1 : WIDTH * 1j]
    vignette = (1 - 0.12 * (x**2 + y**2))[..., None].astype(np.float32)
    return effects.develop(canvas.light * vignette * np.float32(0.86), 1.05)


def _towards(elevation: float, azimuth: float) -> np.ndarray:
    e, a = np.radians([elevation, azimuth])
    return np.array([np.cos(e) * np.cos(a), np.cos(e) * np.sin(a), np.sin(e)])


def _cloth(camera: Camera, light: Lighting) -> np.ndarray:
    grain = tables.texture("felt", 0, "").astype(np.float32)
    grain /= grain.mean((0, 1))
    felt = np.clip(grain * np.array([38, 104, 84], np.float32), 0, 255).astype(np.uint8)
    ground = tables.paint(camera, felt, 9.0, 0.4, np.zeros(2))
    return ground * (light.ambient + light.sun * light.direction[2]).astype(np.float32)


def _lay(rng: np.random.Generator, tiles: TileSet) -> list[Placed]:
    b = Builder(rng, tiles.height, tiles.depth, 0.45)
    standing = list(HAND.concealed)
    standing.remove(HAND.winning_tile)
    end = b.row(standing, 1.2, 0, 0.01)
    b.add(HAND.winning_tile, end + 1.15, 0.05, -0.06)
    chow, kong = HAND.melds
    b.meld(chow, 0.2, 2.1, 1)
    for k, (tile, pose) in enumerate(zip(kong.tiles, (DOWN, UP, UP, DOWN), strict=True)):
        b.add(tile, 5.2 + 1.02 * k, 2.1, 0, pose)
    b.row(HAND.flowers, 10.0, 2.1, 0.03)
    return b.placed


def _dice(rng: np.random.Generator) -> list[Solid]:
    out = []
    for x, y, spots in ((3.4, 4.6, [(0, 0)]), (4.6, 4.9, [(-1, -1), (0, 0), (1, 1)])):
        face = np.full((64, 64, 3), 244, np.uint8)
        ink, size = ((196, 38, 40), 11) if len(spots) == 1 else ((34, 36, 44), 7)
        for a, c in spots:
            cv2.circle(face, (32 + 17 * a, 32 + 17 * c), size, ink, -1, cv2.LINE_AA)
        white = linear(face[0, 0])
        out.append(box(rng, x, y, (0.6,) * 3, rng.uniform(-1, 1), white, linear(face), radius=0.09))
    return out


def main(arguments: list[str] | None = None) -> None:
    parser = argparse.ArgumentParser(prog="python -m datasets.synth.example", description=__doc__)
    parser.add_argument("out", type=Path, help="the JPEG file to write")
    options = parser.parse_args(arguments)
    try:
        writable_file(options.out, (".jpg", ".jpeg"), "OUT")
    except OutError as error:
        parser.error(str(error))
    cv2.imwrite(str(options.out), picture()[..., ::-1], [cv2.IMWRITE_JPEG_QUALITY, 92])
    print(f"{options.out}: {format_hand(HAND)}")


if __name__ == "__main__":
    main()
