"""`python -m datasets.crops FOLDER… --out FILE.npz`: the crops that the classifier is trained on.

They are cut from the labelled pictures of YOLO folders and of `datasets.synth`, whose truth gives
the tiles' own corners; with `--nones` also from places without a tile, and with `--mistakes MODEL`
from places that this detector takes for tiles.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path

import numpy as np

from datasets.blanks import blanks
from scoring.tiles import BACK, Tile
from vision import boxes, labels
from vision.detector import Detector
from vision.engines import ModelError
from vision.evaluation.labels import check_class_order
from vision.images import ImageError, load_photo
from vision.outputs import OutError, writable_file
from vision.reading import default_reader
from vision.training.crops import NONE, Crops, Labelled, gather, no_tiles, photos, upright
from vision.training.refused import refused

# Places without a tile that are cut from each picture, and how much of a tile they may show.
NONE_EACH = 2
NONE_OVERLAP = 0.3
# What a detector takes for a tile from this confidence on teaches most, unless tiles cover more of
# it than that; and so many of one picture's.
MISTAKEN = 0.05
MISTAKEN_OVERLAP = 0.35
MISTAKEN_EACH = 12
# A place that looks like a back is left out beside tiles, whose flanks look the same; of those in
# pictures without a tile this share is kept.
BACK_LIKE = 0.25
# A tile hidden further than this teaches nothing but the hiding.
LEAST_VISIBLE = 0.6
SMALLEST = 6.0


def scenes(folder: Path, seed: int = 0) -> Iterator[Labelled]:
    """The pictures of a folder made by `datasets.synth`: half of the tiles by their own corners,
    as a straightened look cuts them, half by the box around those.

    Raises LabelError for a file that is no truth of a scene, ImageError for a picture that cannot
    be read.
    """
    rng = np.random.default_rng(seed)
    for path in sorted((folder / "truth").glob("*.json")):
        pixels = load_photo((folder / "images" / path.name).with_suffix(".jpg")).pixels
        tiles = []
        for label, corners, visible in _truth(path):
            shortest = np.hypot(*(corners - np.roll(corners, 1, axis=0)).T).min()
            if visible < LEAST_VISIBLE or shortest < SMALLEST:
                continue
            if rng.random() < 0.5:
                corners = upright((*corners.min(axis=0), *corners.max(axis=0)))
            tiles.append((label, corners))
        yield folder.name, pixels, tiles


def _truth(path: Path) -> list[tuple[int, np.ndarray, float]]:
    """Class, corners (4, 2) and visible share of every tile of a scene."""
    try:
        return [
            (
                Tile(tile["tile"]).index,
                np.array(tile["corners"], float).reshape(4, 2),
                float(tile["visible"]),
            )
            for tile in json.loads(path.read_text("utf-8"))["tiles"]
        ]
    except (ValueError, KeyError, TypeError):
        raise labels.LabelError(
            f"{path} is no truth of a scene; make the scenes again with `python -m datasets.synth`."
        ) from None


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


def mistakes(pictures: Iterable[Labelled], detector: Detector, seed: int = 0) -> Iterator[Labelled]:
    """The places of completely labelled pictures that the detector takes for tiles, labelled NONE.

    They make groups of their own, which gives them a share of the training however few they are.
    """
    rng = np.random.default_rng(seed)
    for group, pixels, tiles in pictures:
        seen = detector.look(pixels, 1.0, MISTAKEN)
        taken = np.array([[*c.min(axis=0), *c.max(axis=0)] for _, c in tiles]).reshape(-1, 4)
        wrong = boxes.within(seen.boxes, taken).max(axis=1, initial=0.0) <= MISTAKEN_OVERLAP
        back_like = seen.scores.argmax(axis=1) == BACK.index
        wrong &= ~back_like | (rng.random(len(wrong)) < (0.0 if tiles else BACK_LIKE))
        worst = [i for i in np.argsort(-seen.confidences, kind="stable") if wrong[i]]
        places = [upright(tuple(seen.boxes[i].astype(float))) for i in worst[:MISTAKEN_EACH]]
        if places:
            yield no_tiles(group), pixels, [(NONE, place) for place in places]


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m datasets.crops", description=__doc__)
    parser.add_argument("folders", nargs="+", type=Path, metavar="FOLDER")
    parser.add_argument("--out", type=Path, required=True, metavar="FILE.npz")
    parser.add_argument("--nones", action="store_true", help="cut places without a tile as well")
    parser.add_argument(
        "--mistakes",
        type=Path,
        metavar="MODEL",
        help="cut as well what this detector (.onnx) takes for tiles in scenes of datasets.synth, "
        "whose labels are complete",
    )
    parser.add_argument(
        "--blanks",
        action="store_true",
        help="cut, instead, tiles of photos whose ink is taken off, as white dragons",
    )
    parser.add_argument(
        "--refused",
        action="store_true",
        help="cut, instead, what the reader that comes with Fanlens takes for no tile",
    )
    options = parser.parse_args(arguments)
    if bool(options.blanks) + bool(options.refused) + bool(options.nones or options.mistakes) > 1:
        parser.error("--blanks and --refused make files of their own: give one of them alone")
    if options.mistakes and options.mistakes.suffix.lower() != ".onnx":
        parser.error(f"--mistakes takes a detector as .onnx, not {options.mistakes}")
    if options.mistakes and not any(map(_is_made, options.folders)):
        parser.error("--mistakes needs a folder made by `python -m datasets.synth`")
    try:
        writable_file(options.out, (".npz",))
        for folder in options.folders:
            _check_labels(folder)
        crops = _cut(options)
        if not len(crops):
            what = (
                "tiles large and clear enough to take their ink off" if options.blanks else "tiles"
            )
            raise labels.LabelError(f"Not one crop came of these folders; give photos of {what}.")
        crops.save(options.out)
    except (labels.LabelError, ImageError, ModelError, OutError) as error:
        parser.error(str(error))
    return 0


def _is_made(folder: Path) -> bool:
    """Whether `datasets.synth` made it, whose labels are complete."""
    return (folder / "truth").is_dir()


def _check_labels(folder: Path) -> None:
    """Raises LabelError for what would end the work in its midst."""
    check_class_order(folder)
    for path in labels.pictures(folder):
        labels.read(path, (1, 1))


def _cut(options: argparse.Namespace) -> Crops:
    detector = Detector.open(options.mistakes) if options.mistakes else None
    parts = []
    for folder in options.folders:
        before = sum(map(len, parts))
        made = _is_made(folder)
        pictures = scenes(folder) if made else photos(folder)
        if options.blanks:
            pictures = blanks(pictures)
        if options.refused:
            pictures = refused(pictures, default_reader())
        parts.append(gather(with_nones(pictures) if options.nones else pictures))
        if made and detector:
            parts.append(gather(mistakes(photos(folder), detector)))
        print(f"{folder}: {sum(map(len, parts)) - before} crops")
    return Crops.join(parts)


if __name__ == "__main__":
    sys.exit(main())
