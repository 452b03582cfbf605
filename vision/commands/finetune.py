"""`fanlens finetune`: make a model for your own tile set."""

from __future__ import annotations

import argparse
from pathlib import Path

from vision.models import ELSEWHERE


def add_parser(subparsers) -> None:
    parser = subparsers.add_parser(
        "finetune",
        help="make a model for your own tile set",
        description="Tune the reader to the tile set in the labelled photos of FOLDER: 5 to 20 "
        "photos with YOLO labels, or the problem cases that the app saved. One photo in four is "
        "kept for measuring. Takes minutes; started again after an interruption it goes on.",
    )
    parser.add_argument("folder", type=Path, metavar="FOLDER")
    parser.add_argument("--out", type=Path, default=Path("my-models"), metavar="DIR")
    parser.add_argument("--steps", type=int, metavar="N", help="how long to train")
    parser.set_defaults(run=run)


def run(parsed: argparse.Namespace) -> None:
    from vision.training.finetune import STEPS, finetune

    outcome = finetune(parsed.folder, parsed.out, print, parsed.steps or STEPS)
    if outcome.better:
        print(f"Use the tuned models with {ELSEWHERE}={parsed.out} in the environment.")
    else:
        print("Not better than the models that come with Fanlens: keep those.")
