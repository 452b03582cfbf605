"""`python -m datasets.crops FOLDER… --out FILE.npz`: the crops that the classifier is trained on.

They are cut from the labelled pictures of YOLO folders and of `datasets.synth`, whose truth gives
the tiles' own corners; with `--nones` also from places without a tile.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterable, Iterator
from pathlib import Path

import numpy as np

from scoring.tiles import Tile
from vision import boxes
from vision.images import load_photo
from vision.training.crops import NONE, Crops, Labelled, gather, photos, upright

# Places without a tile that are cut from each picture, and how much of a tile they may show.
NONE_EACH = 2
NONE_OVERLAP = 0.3
# A tile hidden further than this teaches nothing but the hiding.
LEAST_VISIBLE = 0.6
SMALLEST = 6.0


def scenes(folder: Path, seed: int = 0) -> Iterator[Labelled]:
    """The pictures of a folder made by `datasets.synth`: half of the tiles by their own corners,
    as a straightened look cuts them, half by the box around those."""
    rng = np.random.default_rng(seed)
    for path in sorted((folder / "truth").glob("*.json")):
        pixels = load_photo((folder / "images" / path.name).with_suffix(".jpg")).pixels
        tiles = []
        for tile in json.loads(path.read_text("utf-8"))["tiles"]:
            corners = np.array(tile["corners"], float)
            shortest = np.hypot(*(corners - np.roll(corners, 1, axis=0)).T).min()
            if tile["visible"] < LEAST_VISIBLE or shortest < SMALLEST:
                continue
            if rng.random() < 0.5:
                corners = upright((*corners.min(axis=0), *corners.max(axis=0)))
            tiles.append((Tile(tile["tile"]).index, corners))
        yield folder.name, pixels, tiles


def with_nones(pictures: Iterable[Labelled], seed: int = 0) -> Iterator[Labelled]:
    """The same pictures with places labelled NONE, half of them beside or between tiles."""
    rng = np.random.default_rng(seed)
    for group, pixels, tiles in pictures:
        height, width = pixels.shape[:2]
        taken = np.array([[*c.min(axis=0), *c.max(axis=0)] for _, c in tiles]).reshape(-1, 4)
        usual = np.median((taken[:, 2:] - taken[:, :2]).max(axis=1)) if len(taken) else width / 10
        found = []
        for _ in range(4 * NONE_EACH):
            size = usual * np.exp(rng.normal(0, 0.5)) * np.array([0.75, 1.0])
            if rng.random() < 0.4:
                size = size[::-1]
            if len(taken) and rng.random() < 0.5:
                middle = boxes.centres(taken)[rng.integers(len(taken))] + rng.normal(
                    0, 1.2 * usual, 2
                )
            else:
                middle = rng.uniform(0, 1, 2) * [width, height]
            box = np.array([*(middle - size / 2), *(middle + size / 2)])
            if (box[:2] < 0).any() or (box[2:] > [width, height]).any():
                continue
            if len(taken) and (boxes.within(taken, box[None]) > NONE_OVERLAP).any():
                continue
            found.append((NONE, upright(tuple(box))))
            if len(found) == NONE_EACH:
                break
        yield group, pixels, [*tiles, *found]


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m datasets.crops", description=__doc__)
    parser.add_argument("folders", nargs="+", type=Path, metavar="FOLDER")
    parser.add_argument("--out", type=Path, required=True, metavar="FILE.npz")
    parser.add_argument("--nones", action="store_true", help="cut places without a tile as well")
    options = parser.parse_args()
    parts = []
    for folder in options.folders:
        pictures = scenes(folder) if (folder / "truth").is_dir() else photos(folder)
        parts.append(gather(with_nones(pictures) if options.nones else pictures))
        print(f"{folder}: {len(parts[-1])} crops")
    Crops.join(parts).save(options.out)


if __name__ == "__main__":
    main()
