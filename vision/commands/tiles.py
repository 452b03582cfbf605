"""`fanlens tiles`: find and name the tiles in photos."""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path

from vision.detections import Detection
from vision.draw import write
from vision.engines import ENGINES
from vision.images import ImageError, load_photo
from vision.reading import Reader, Reading, default_reader, read_tiles

NOT_READ = 2


def add_parser(subparsers) -> None:
    parser = subparsers.add_parser(
        "tiles",
        help="find and name the tiles in photos",
        description="Find and name the tiles in photos. Prints a line for each photo, tiles from "
        "left to right, those in doubt with what else they may be.",
    )
    parser.add_argument("photos", nargs="+", type=Path, metavar="PHOTO")
    parser.add_argument("--json", action="store_true", help="print everything as JSON")
    parser.add_argument(
        "--draw",
        type=Path,
        metavar="OUT",
        help="draw the tiles over the photo: a .jpg or .png, or a folder for several photos",
    )
    add_model_options(parser)
    parser.set_defaults(run=run)


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
    values, refused = [], 0
    for path in parsed.photos:
        try:
            photo = load_photo(path)
        except ImageError as error:
            print(f"fanlens: {error}", file=sys.stderr)
            refused += 1
            continue
        reading = read_tiles(photo, reader)
        if parsed.draw:
            write(photo, reading.detections, drawing_path(parsed.draw, path, len(parsed.photos)))
        if parsed.json:
            values.append(_values(path, reading))
        else:
            print(_line(path, reading))
    if parsed.json:
        json.dump(values, sys.stdout, indent=1, ensure_ascii=False)
        print()
    return NOT_READ if refused else 0


def drawing_path(out: Path, photo: Path, photos: int) -> Path:
    if photos == 1 and out.suffix:
        return out
    if out.suffix:
        raise ValueError(f"--draw {out} is one file for {photos} photos; give a folder.")
    out.mkdir(parents=True, exist_ok=True)
    return out / f"{photo.stem}.jpg"


def _values(path: Path, reading: Reading) -> dict:
    return {
        "photo": str(path),
        "size": list(reading.size),
        "seconds": {stage: round(seconds, 4) for stage, seconds in reading.seconds.items()},
        "tiles": [detection.to_dict() for detection in reading.detections],
    }


def _line(path: Path, reading: Reading) -> str:
    count = len(reading.detections)
    if not count:
        return f"{path}: no tiles"
    names = " ".join(_named(detection) for detection in reading.detections)
    return f"{path}: {count} {'tile' if count == 1 else 'tiles'}: {names}"


def _named(detection: Detection) -> str:
    others = [tile.code for tile, probability in detection.runners_up if probability >= 0.1]
    return "/".join([detection.tile.code, *others]) + ("" if detection.confidence >= 0.5 else "?")
