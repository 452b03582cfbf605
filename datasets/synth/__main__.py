"""Write a data set of synthetic scenes: pictures, YOLO labels, four-corner labels, truth."""

from __future__ import annotations

import argparse
import json
import multiprocessing
import sys
import time
from functools import partial
from pathlib import Path

import cv2
import numpy as np

from datasets.synth import labels
from datasets.synth.config import Config, ConfigError, load
from datasets.synth.faces import FaceError, check_readable
from datasets.synth.scene import Scene, scene
from scoring.tiles import TILES
from vision.outputs import OutError, apart, made_folder, writable_file


def write(seed: int, config: Config, out: Path, kind: str | None = None) -> int:
    """Make the scene of `seed` and write it; returns the number of labelled tiles."""
    made = scene(seed, config, kind)
    name = f"{seed:08d}"
    height, width = made.image.shape[:2]
    cv2.imwrite(
        str(out / "images" / f"{name}.jpg"), made.image[..., ::-1], [cv2.IMWRITE_JPEG_QUALITY, 95]
    )
    (out / "labels" / f"{name}.txt").write_text(labels.yolo(made.tiles, width, height))
    (out / "labels_obb" / f"{name}.txt").write_text(labels.yolo_obb(made.tiles, width, height))
    (out / "truth" / f"{name}.json").write_text(labels.to_json(made) + "\n")
    return len(made.tiles)


def _start_worker() -> None:
    cv2.setNumThreads(1)


def write_all(n: int, seed: int, config: Config, out: Path, workers: int, kind: str | None) -> int:
    for folder in ("images", "labels", "labels_obb", "truth"):
        made_folder(out / folder)
    names = {i: t.code for i, t in enumerate(TILES)}
    (out / "data.yaml").write_text(
        f"path: {out.resolve()}\ntrain: images\nval: images\nnames: {json.dumps(names)}\n"
    )
    work = partial(write, config=config, out=out, kind=kind)
    seeds = range(seed, seed + n)
    if workers == 1:
        _start_worker()
        return sum(map(work, seeds))
    chunk = max(1, min(config.face.block, n // (4 * workers)))
    # Forked, a process hangs in OpenCV if its parent has used it with threads.
    with multiprocessing.get_context("spawn").Pool(workers, _start_worker) as pool:
        return sum(pool.imap_unordered(work, seeds, chunk))


def sheet(scenes: list[Scene], columns: int = 5, side: int = 400, boxes: bool = True) -> np.ndarray:
    """A contact sheet (RGB) of scenes with their labels drawn in."""
    cells = []
    for made in scenes:
        picture = made.image.copy()
        for label in made.tiles if boxes else ():
            points = np.round(np.array(label.corners) * 8).astype(np.int32)
            colour = (255, 0, 255) if not label.tile.is_back else (255, 160, 0)
            cv2.polylines(picture, [points], True, colour, 1, cv2.LINE_AA, 3)
            x1, y1, _, _ = (round(v) for v in label.box)
            cv2.putText(
                picture, label.tile.code, (x1, y1 + 9), 0, 0.38, (255, 0, 255), 1, cv2.LINE_AA
            )
        height, width = picture.shape[:2]
        scale = side / max(height, width)
        size = (round(width * scale), round(height * scale))
        small = cv2.resize(picture, size, interpolation=cv2.INTER_AREA)
        cell = np.full((side, side, 3), 40, np.uint8)
        cell[: size[1], : size[0]] = small
        cells.append(cell)
    while len(cells) % columns:
        cells.append(np.full((side, side, 3), 40, np.uint8))
    return np.vstack([np.hstack(cells[k : k + columns]) for k in range(0, len(cells), columns)])


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m datasets.synth", description=__doc__)
    parser.add_argument("--n", type=int, default=1000, help="how many scenes (default 1000)")
    parser.add_argument("--out", type=Path, help="folder to write to")
    parser.add_argument("--seed", type=int, default=0, help="seed of the first scene")
    parser.add_argument(
        "--config", type=Path, help="TOML file of knobs, see datasets/synth/config.py"
    )
    parser.add_argument("--size", type=int, help="pixels of the longer side")
    parser.add_argument("--faces", help="folder of cut-out faces named TILE_NN.jpg")
    parser.add_argument("--crops", help="folder of crops of real photos named TILE_anything.jpg")
    parser.add_argument(
        "--sets", help="folder in which every tile set has a folder of faces named TILE.png"
    )
    parser.add_argument("--kind", help="make only this kind of scene")
    parser.add_argument("--sheet", type=Path, help="write a contact sheet of the first 20 scenes")
    parser.add_argument("--workers", type=int, default=2, help="processes (default 2)")
    options = parser.parse_args(arguments)
    try:
        config = load(options.config) if options.config else Config()
    except ConfigError as error:
        parser.error(str(error))
    knobs = ("size", "faces", "crops", "sets")
    changes = {k: v for k in knobs if (v := getattr(options, k)) is not None}
    config = config.replace(**changes)
    if options.kind is not None and options.kind not in vars(config.scenes):
        parser.error(f"unknown kind {options.kind!r}: use one of {', '.join(vars(config.scenes))}")
    for name in ("faces", "crops", "sets"):
        if getattr(options, name) == "":
            parser.error(f"--{name} is empty: name a folder, or leave it out")
    if min(options.n, options.workers, config.size) < 1 or options.seed < 0:
        parser.error("--n, --workers and --size are numbers of at least 1, --seed of at least 0")
    if not options.out and not options.sheet:
        parser.error("say where to write: --out DIR, --sheet FILE or both")
    try:
        check_readable(config)
        read = [Path(folder) for folder in (config.faces, config.crops, config.sets) if folder]
        if options.out:
            apart(options.out, read)
        if options.sheet:
            apart(options.sheet, read, "--sheet")
            writable_file(options.sheet, (".png", ".jpg", ".jpeg"), "--sheet")
        _make(options, config)
    except (FaceError, OutError) as error:
        parser.error(str(error))
    return 0


def _make(options: argparse.Namespace, config: Config) -> None:
    if options.sheet:
        scenes = [scene(options.seed + k, config, options.kind) for k in range(min(20, options.n))]
        cv2.imwrite(str(options.sheet), sheet(scenes)[..., ::-1])
    if options.out:
        began = time.perf_counter()
        count = write_all(
            options.n, options.seed, config, options.out, options.workers, options.kind
        )
        took = time.perf_counter() - began
        rate = options.n / took
        print(f"{options.n} scenes, {count} tiles, {rate:.1f} scenes a second: {options.out}")


if __name__ == "__main__":
    sys.exit(main())
