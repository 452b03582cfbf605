"""`fanlens evaluate hands`: measure whole hands against photos with known truth."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from vision.commands.tiles import add_model_options, open_reader
from vision.evaluation.hands import evaluate, evaluate_labels, load_truth, summary, write_csv
from vision.evaluation.labels import load_folder


def add_parser(subparsers) -> None:
    parser = subparsers.add_parser(
        "hands",
        help="count the hands, melds and totals read right",
        description="Read every photo that truth.json in FOLDER lists, from its bytes to its "
        "score, and hold the hand against the truth.",
    )
    parser.add_argument("folder", type=Path, metavar="FOLDER")
    parser.add_argument(
        "--photos", type=Path, metavar="DIR", help="where the photos are, if not in FOLDER"
    )
    parser.add_argument(
        "--out", type=Path, metavar="FILE", help="write a row for each photo as CSV"
    )
    parser.add_argument(
        "--labels",
        action="store_true",
        help="take the tiles from the photos' labels (YOLO format) instead of reading them: the "
        "most that layout and rules can reach",
    )
    add_model_options(parser)
    parser.set_defaults(run=run)


def run(parsed: argparse.Namespace) -> None:
    truths = load_truth(parsed.folder, parsed.photos)
    if parsed.labels:
        rows = list(evaluate_labels(truths, load_folder(parsed.photos or parsed.folder)))
    else:
        rows = list(evaluate(truths, open_reader(parsed), _progress))
    if parsed.out:
        write_csv(rows, parsed.out)
    print(summary(rows), end="")


def _progress(done: int, total: int) -> None:
    if sys.stderr.isatty():
        print(f"\r{done}/{total}", end="" if done < total else "\r", file=sys.stderr, flush=True)
