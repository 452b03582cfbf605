"""`fanlens evaluate`: measure readings against labelled photos."""

from __future__ import annotations

import argparse
import importlib
import sys
from pathlib import Path

from vision.commands.measuring import NOTHING_MEASURED, Refusals, progress
from vision.commands.tiles import NOT_READ, add_model_options, open_reader
from vision.evaluation.labels import load_folder, load_unlabelled
from vision.evaluation.peer import Peer
from vision.evaluation.report import report
from vision.evaluation.sheet import ContactSheet
from vision.evaluation.tiles import evaluate, write_csv
from vision.evaluation.variants import AS_IT_IS, VARIANTS
from vision.labels import label_file
from vision.outputs import made_folder, writable_file

# what is measured: the module whose add_parser(subparsers) defines it
OTHERS = {
    "hands": "vision.commands.evaluate_hands",
    "footage": "vision.commands.evaluate_footage",
}

ROWS = "photos.csv"


def add_parser(subparsers) -> None:
    parser = subparsers.add_parser("evaluate", help="measure readings against labelled photos")
    measured = parser.add_subparsers(
        dest="measured", metavar="|".join(("tiles", *OTHERS)), required=True
    )
    _add_tiles(measured)
    for module in OTHERS.values():
        importlib.import_module(module).add_parser(measured)


def _add_tiles(subparsers) -> None:
    parser = subparsers.add_parser(
        "tiles",
        help="count the tiles found and read right",
        description="Read every photo of FOLDER and hold the tiles against its labels (YOLO "
        "format, images/ and labels/; a manifest.csv there or above names the sessions).",
    )
    parser.add_argument("folder", type=Path, metavar="FOLDER")
    parser.add_argument(
        "--out",
        type=Path,
        metavar="DIR",
        help="write photos.csv, report.md and the contact sheets of every mistake here",
    )
    parser.add_argument(
        "--variants",
        nargs="*",
        choices=VARIANTS,
        metavar="NAME",
        help="read the photos changed as well, without names in every way: " + ", ".join(VARIANTS),
    )
    parser.add_argument(
        "--unlabelled",
        type=Path,
        metavar="FILE",
        help="JSON of areas with tiles that nobody labelled, by photo, which count as nothing",
    )
    parser.add_argument(
        "--peer", action="store_true", help="measure the package mahjong-detector instead"
    )
    add_model_options(parser)
    parser.set_defaults(run=run_tiles)


def run_tiles(parsed: argparse.Namespace) -> int:
    unlabelled = load_unlabelled(parsed.unlabelled) if parsed.unlabelled else None
    refusals = Refusals()
    photos = load_folder(parsed.folder, unlabelled, refusals)
    bare = sum(not label_file(photo.path).is_file() for photo in photos)
    if bare:
        print(
            f"fanlens: {bare} of {len(photos)} photos have no label file and count as photos "
            "without tiles.",
            file=sys.stderr,
        )
    if parsed.out:
        writable_file(made_folder(parsed.out) / ROWS)
    reader = Peer() if parsed.peer else open_reader(parsed)
    variants = parsed.variants if parsed.variants is None else parsed.variants or list(VARIANTS)
    rows, sheet = [], ContactSheet()
    for row, mistakes in evaluate(photos, reader, variants or (), progress, refusals):
        rows.append(row)
        if parsed.out and row.variant == AS_IT_IS:
            for mistake in mistakes:
                sheet.add(mistake)
    if not rows:
        raise ValueError(NOTHING_MEASURED)
    text = report(rows, refusals.sentences)
    print(text, end="")
    if parsed.out:
        write_csv(rows, parsed.out / ROWS)
        (parsed.out / "report.md").write_text(text, "utf-8")
        sheet.write(parsed.out)
    return NOT_READ if refusals.sentences else 0
