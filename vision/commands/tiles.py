"""`fanlens tiles`: find and name the tiles in photos."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Sequence
from itertools import count
from pathlib import Path

from vision.detections import Detection
from vision.draw import write
from vision.engines import ENGINES
from vision.images import ImageError, load_photo
from vision.outputs import made_folder
from vision.reading import Reader, Reading, default_reader, read_tiles

NOT_READ = 2


def add_parser(subparsers) -> None:
    parser = subparsers.add_parser(
        "tiles",
        help="find and name the tiles in photos",
        description="Find and name the tiles in photos. Prints a line for each photo, tiles from "
        "left to right, those in doubt with what else they may be.",
    )
    add_photo_options(parser, "tiles")
    add_model_options(parser)
    parser.set_defaults(run=run)


def add_photo_options(parser: argparse.ArgumentParser, drawn: str) -> None:
    """Which photos, and what is made of each. drawn: what `drawing_paths` are for."""
    parser.add_argument("photos", nargs="+", type=Path, metavar="PHOTO")
    parser.add_argument("--json", action="store_true", help="print everything as JSON")
    parser.add_argument(
        "--draw",
        type=Path,
        metavar="OUT",
        help=f"draw the {drawn} over the photo: a .jpg or .png, or a folder for several photos",
    )


def add_model_options(parser: argparse.ArgumentParser) -> None:
    """The options that choose a reader; `open_reader` understands them."""
    parser.add_argument("--model", type=Path, metavar="FILE", help="another .onnx or .pt detector")
    parser.add_argument("--engine", choices=ENGINES, help="what runs the detector")


def open_reader(parsed: argparse.Namespace) -> Reader:
    if parsed.model or parsed.engine:
        return Reader.open(parsed.model, parsed.engine)
    return default_reader()


def run(parsed: argparse.Namespace) -> int:
    reader = open_reader(parsed)
    drawings = drawing_paths(parsed.draw, parsed.photos)
    values, refused = [], 0
    for path, drawing in zip(parsed.photos, drawings, strict=True):
        try:
            photo = load_photo(path)
        except ImageError as error:
            print(f"fanlens: {error}", file=sys.stderr)
            refused += 1
            continue
        reading = read_tiles(photo, reader)
        if drawing:
            try:
                write(photo, reading.detections, drawing)
            except ValueError as error:
                print(f"fanlens: {error}", file=sys.stderr)
                refused += 1
        if parsed.json:
            values.append(_values(path, reading))
        else:
            print(_line(path, reading))
    if parsed.json:
        json.dump(values, sys.stdout, indent=1, ensure_ascii=False)
        print()
    return NOT_READ if refused else 0


def drawing_paths(out: Path | None, photos: Sequence[Path]) -> list[Path | None]:
    """Where each photo's drawing goes, no two to one place; Nones without `out`.

    Makes the folder that `out` may be. Raises ValueError for one file for several photos, and for
    a place where a drawing could replace a photo.
    """
    if out is None:
        return [None] * len(photos)
    if out.suffix:
        if len(photos) > 1:
            raise ValueError(f"--draw {out} is one file for {len(photos)} photos; give a folder.")
        if out.resolve() == photos[0].resolve():
            raise ValueError(f"--draw {out} would replace the photo; name another file.")
        return [out]
    if out.resolve() in {photo.resolve().parent for photo in photos}:
        raise ValueError(f"--draw {out} is where the photos are; give a folder of its own.")
    made_folder(out, "--draw")
    paths: list[Path] = []
    for photo in photos:
        names = (f"{photo.stem}{f'-{n}' if n > 1 else ''}.jpg" for n in count(1))
        paths.append(next(out / name for name in names if out / name not in paths))
    return paths


def _values(path: Path, reading: Reading) -> dict:
    return {
        "photo": str(path),
        "size": list(reading.size),
        "seconds": {stage: round(seconds, 4) for stage, seconds in reading.seconds.items()},
        "tiles": [detection.to_dict() for detection in reading.detections],
    }


def _line(path: Path, reading: Reading) -> str:
    number = len(reading.detections)
    if not number:
        return f"{path}: no tiles"
    names = " ".join(_named(detection) for detection in reading.detections)
    return f"{path}: {number} {'tile' if number == 1 else 'tiles'}: {names}"


def _named(detection: Detection) -> str:
    others = [tile.code for tile, probability in detection.runners_up if probability >= 0.1]
    return "/".join([detection.tile.code, *others]) + ("" if detection.confidence >= 0.5 else "?")
