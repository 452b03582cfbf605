"""`fanlens evaluate hands`: measure whole hands against photos with known truth."""

from __future__ import annotations

import argparse
from pathlib import Path

from vision.commands.measuring import NOTHING_MEASURED, Refusals, progress
from vision.commands.tiles import NOT_READ, add_model_options, open_reader
from vision.evaluation.hands import evaluate, evaluate_labels, summary, write_csv
from vision.evaluation.labels import check_class_order
from vision.evaluation.truth import load_truth
from vision.outputs import writable_file


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


def run(parsed: argparse.Namespace) -> int:
    refusals = Refusals()
    truths = load_truth(parsed.folder, parsed.photos, refusals)
    if parsed.out:
        writable_file(parsed.out)
    if parsed.labels:
        check_class_order(parsed.photos or parsed.folder)
        rows = list(evaluate_labels(truths, refusals))
    else:
        rows = list(evaluate(truths, open_reader(parsed), progress, refusals))
    if not rows:
        raise ValueError(NOTHING_MEASURED)
    print(summary(rows, refusals.sentences), end="")
    if parsed.out:
        write_csv(rows, parsed.out)
    return NOT_READ if refusals.sentences else 0
