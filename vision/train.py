"""Make the models: `python -m vision.train detector|faces|certainty|mean|begin|export …` (needs the
`train` extra).

Every long run writes checkpoints below `runs/` and goes on from them when started again with the
same `--out` and as many steps or epochs. What may be tried differently stands in
`vision/training/recipe.toml`.
"""

from __future__ import annotations

import argparse
import logging
import math
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

from vision.engines import ModelError
from vision.labels import LabelError
from vision.outputs import OutError, apart, made_folder, writable_file
from vision.training.recipe import RECIPE, RecipeError, load_recipe


def main(arguments: list[str] | None = None) -> int:
    """Run the command line; 0 when the work is done."""
    parser = argparse.ArgumentParser(prog="python -m vision.train", description=__doc__)
    parser.add_argument("--recipe", type=Path, default=RECIPE, metavar="FILE.toml")
    commands = parser.add_subparsers(dest="command", required=True)

    detector = commands.add_parser("detector", help="train the network that finds tiles")
    detector.add_argument("data", nargs="+", type=Path, help="YOLO folders with images and labels")
    detector.add_argument("--start", required=True, help="weights (.pt) or an architecture (.yaml)")
    detector.add_argument("--out", type=Path, default=Path("runs/detector"))
    detector.add_argument("--hours", type=float, help="end after this time, schedule included")
    detector.add_argument("--epochs", type=int, default=20)
    detector.add_argument(
        "--hold-out", nargs="*", default=[], metavar="SESSION", help="sessions not to train on"
    )

    faces = commands.add_parser("faces", help="train the classifier of single tiles")
    faces.add_argument("crops", nargs="+", type=Path, help="files written by datasets.crops")
    faces.add_argument(
        "--shares",
        nargs="+",
        type=float,
        metavar="SHARE",
        help="how much of what is shown comes from each file (default: by the sizes of its groups)",
    )
    faces.add_argument("--start", type=Path, help="weights (.pt) to begin with")
    faces.add_argument("--out", type=Path, default=Path("runs/faces"))
    faces.add_argument("--steps", type=int, default=2500)
    faces.add_argument("--hold-out", nargs="*", default=[], metavar="SESSION")
    faces.add_argument("--test", nargs="*", default=[], type=Path, help="crops to measure on")

    certainty = commands.add_parser(
        "certainty", help="fit when a place is a tile, on scenes that no network was trained on"
    )
    certainty.add_argument("data", nargs="+", type=Path, help="folders made by datasets.synth")

    mean = commands.add_parser(
        "mean", help="average a classifier with the one that it was trained on from"
    )
    mean.add_argument("start", type=Path, help="weights (.pt)")
    mean.add_argument("weights", type=Path, help="last.pt of a run that began with those")
    mean.add_argument("--out", type=Path, required=True, metavar="FILE.pt")

    begin = commands.add_parser(
        "begin", help="begin other architectures with those weights of a detector that fit them all"
    )
    begin.add_argument("weights", type=Path, help="weights (.pt)")
    begin.add_argument(
        "architectures", nargs="+", metavar="ARCHITECTURE", help="such as yolo11s.yaml"
    )
    begin.add_argument("--out", type=Path, default=Path("runs/begun"), metavar="FOLDER")

    export = commands.add_parser("export", help="write a trained model into models/")
    export.add_argument("kind", choices=("detector", "faces"))
    export.add_argument("weights", type=Path, help="last.pt of a run")
    export.add_argument("--out", type=Path, default=Path("models"))

    options = parser.parse_args(arguments)
    logging.basicConfig(level=logging.INFO, format="%(asctime)s %(message)s", stream=sys.stdout)
    for path in _files(options):
        if not path.exists():
            parser.error(f"There is no {path}; name what is there.")
    _check_numbers(options, parser.error)
    work = {
        "detector": _detector,
        "faces": _faces,
        "certainty": _certainty,
        "mean": _mean,
        "begin": _begin,
        "export": _export,
    }[options.command]
    try:
        work(options, load_recipe(options.recipe))
    except (LabelError, ModelError, OutError, RecipeError) as error:
        parser.error(str(error))
    return 0


def _check_numbers(options: argparse.Namespace, refuse: Callable[[str], None]) -> None:
    for name, least in (("steps", 0), ("epochs", 1)):
        if getattr(options, name, least) < least:
            refuse(f"--{name} is a whole number of at least {least}")
    hours = getattr(options, "hours", None)
    if hours is not None and not 0 < hours < math.inf:
        refuse("--hours is a number above 0")
    shares = getattr(options, "shares", None)
    if shares is not None and not (
        len(shares) == len(options.crops)
        and all(0 <= share < math.inf for share in shares)
        and 0 < sum(shares) < math.inf
    ):
        refuse("--shares takes one number for each file of crops, none below 0, not all 0")


def _files(options: argparse.Namespace) -> Iterator[Path]:
    """What the command line names to be read."""
    yield options.recipe
    for name in ("data", "crops", "test"):
        yield from getattr(options, name, ())
    for name in ("start", "weights"):
        value = getattr(options, name, None)
        # A detector's architecture is found by ultralytics.
        found = (options.command, name, Path(value or "").suffix) == ("detector", "start", ".yaml")
        if value and not found:
            yield Path(value)


def _detector(options: argparse.Namespace, recipe: dict) -> None:
    from vision.training import detector

    # A run that has ended keeps its pictures too.
    if detector.is_over(options.start, options.out, options.epochs, options.hours):
        return
    data = detector.collect(options.data, made_folder(options.out), set(options.hold_out))
    detector.train(
        data,
        options.start,
        options.out,
        recipe["detector"],
        options.hours,
        options.epochs,
    )


def _faces(options: argparse.Namespace, recipe: dict) -> None:
    import numpy as np

    from vision.training import faces
    from vision.training.crops import NONE, Crops, check_sessions, made_bare, no_tiles

    parts = [Crops.load(path) for path in options.crops]
    tiles = [part.groups[part.labels != NONE] for part in parts]
    check_sessions(options.hold_out, np.unique(np.concatenate(tiles)))
    held_out = {path.stem: Crops.load(path) for path in options.test}
    hidden = [kind(session) for session in options.hold_out for kind in (str, no_tiles, made_bare)]
    for session in options.hold_out:
        held_out[session] = Crops.join(
            part.where((part.groups == session) & (part.labels != NONE)) for part in parts
        )
    parts = [part.where(~np.isin(part.groups, hidden)) for part in parts]
    for path, part in zip(options.crops, parts, strict=True):
        if not len(part) and (options.shares or not any(map(len, parts))):
            raise LabelError(f"All crops of {path} are of sessions held out; leave it out.")
    shown = faces.mixed(parts, options.shares) if options.shares else None
    crops = Crops.join(parts)
    del parts  # as large again
    settings = faces.Recipe.of(recipe["faces"])
    model = faces.train(
        crops,
        settings,
        made_folder(options.out),
        steps=options.steps,
        shown=shown,
        start=options.start,
        held_out=held_out,
    )
    for name, held in held_out.items():
        for session in np.unique(held.groups):
            part = held.where(held.groups == session)
            one, four = (faces.accuracy(model, part, settings, turns) for turns in (1, 4))
            print(f"{name} {session}: {one:.4f} at one turn, {four:.4f} at four, of {len(part)}")


def _certainty(options: argparse.Namespace, recipe: dict) -> None:
    import numpy as np

    from vision.evaluation.labels import load_folder
    from vision.reading import default_reader
    from vision.training.certainty import fit, gather

    for folder in options.data:
        if not (folder / "truth").is_dir():
            raise LabelError(
                f"{folder} was not made by `python -m datasets.synth`, whose labels are complete."
            )
    photos = [photo for folder in options.data for photo in load_folder(folder)]
    evidence, is_tile = zip(*gather(photos, default_reader()), strict=True)
    print(fit(np.concatenate(evidence), np.concatenate(is_tile)))


def _mean(options: argparse.Namespace, recipe: dict) -> None:
    from vision.training import faces

    apart(options.out, [options.start, options.weights])
    faces.mean(options.start, options.weights, writable_file(options.out, (".pt",)))


def _begin(options: argparse.Namespace, recipe: dict) -> None:
    from vision.training import bodies

    for path in bodies.begin(options.weights, options.architectures, made_folder(options.out)):
        print(path)


def _export(options: argparse.Namespace, recipe: dict) -> None:
    from vision.training import detector, faces

    made_folder(options.out)
    if options.kind == "detector":
        detector.export(options.weights, options.out / "tiles.onnx")
    else:
        settings = faces.Recipe.of(recipe["faces"])
        faces.export(options.weights, settings, options.out / "faces.onnx", recipe["fusion"])


if __name__ == "__main__":
    raise SystemExit(main())
