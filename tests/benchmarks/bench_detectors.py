"""Detectors side by side: what they read right, and what a look of theirs costs.

    python -m tests.benchmarks.bench_detectors FOLDER MODEL… [--unlabelled FILE.json] [--rounds 30]

Each model (.onnx without NMS, also one with oriented boxes) reads the labelled photos of FOLDER in
one look at the whole photo, in two looks, and in two looks with the classifier that comes with
Fanlens. The time is that of one look at 640 x 480 pixels on one thread, the models in turns.
"""

from __future__ import annotations

import argparse
import statistics
import time
from pathlib import Path

import numpy as np

from scoring.tiles import TILES
from vision import models
from vision.detector import Detector
from vision.engines.onnx import OnnxEngine, open_session
from vision.evaluation.labels import load_folder, load_unlabelled
from vision.evaluation.report import share, table
from vision.evaluation.tiles import evaluate
from vision.faces import FaceReader
from vision.images import Photo
from vision.reading import Reader, Reading

SIZE = (480, 640)


class Oriented:
    """A detector of oriented boxes, as the engine of the upright boxes around them."""

    size = None

    def __init__(self, path: Path) -> None:
        self._session = open_session(path)
        self._input = self._session.get_inputs()[0].name

    def __call__(self, images: np.ndarray) -> np.ndarray:
        (raw,) = self._session.run(None, {self._input: images})
        width, height, angle = raw[:, 2], raw[:, 3], raw[:, -1]
        cos, sin = np.abs(np.cos(angle)), np.abs(np.sin(angle))
        upright = raw[:, :-1].copy()
        upright[:, 2], upright[:, 3] = width * cos + height * sin, width * sin + height * cos
        return upright


def open_detector(path: Path) -> Detector:
    """Raises ModelError for a file that is no detector of tiles."""
    # Exports may leave the number of rows open, so one picture tells it.
    session = open_session(path)
    (found,) = session.run(None, {session.get_inputs()[0].name: np.zeros((1, 3, 64, 64), "f4")})
    return Detector(Oriented(path) if found.shape[1] == 4 + len(TILES) + 1 else OnnxEngine(path))


class OneLook:
    """A reader that looks once at the whole photo and believes what it sees."""

    def __init__(self, detector: Detector) -> None:
        self._detector = detector

    def read(self, photo: Photo) -> Reading:
        return Reading(self._detector.detect(photo), photo.size)


def milliseconds(detectors: list[Detector], rounds: int) -> list[float]:
    """The median time of a look of each, all in turns."""
    pixels = np.random.default_rng(0).integers(0, 256, (*SIZE, 3), np.uint8)
    times: list[list[float]] = [[] for _ in detectors]
    for turn in range(rounds + 2):
        for detector, own in zip(detectors, times, strict=True):
            started = time.perf_counter()
            detector.look(pixels, 1.0, 0.5)
            if turn >= 2:
                own.append(1000 * (time.perf_counter() - started))
    return [statistics.median(own) for own in times]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("folder", type=Path)
    parser.add_argument("models", nargs="+", type=Path)
    parser.add_argument("--unlabelled", type=Path)
    parser.add_argument("--rounds", type=int, default=30)
    parsed = parser.parse_args()
    unlabelled = load_unlabelled(parsed.unlabelled) if parsed.unlabelled else None
    photos = load_folder(parsed.folder, unlabelled)
    classifier = models.find("faces")
    faces = FaceReader(classifier) if classifier else None
    detectors = [open_detector(path) for path in parsed.models]
    times = milliseconds(detectors, parsed.rounds)
    lines = []
    for path, detector, took in zip(parsed.models, detectors, times, strict=True):
        ways = {"one": OneLook(detector), "two": Reader(detector)}
        if faces:
            ways["two, and the classifier"] = Reader(detector, faces)
        for looks, reader in ways.items():
            rows = [row for row, _ in evaluate(photos, reader)]
            tiles = sum(row.tiles for row in rows)
            lines.append(
                (
                    f"{path.resolve().parent.name}/{path.stem}",
                    looks,
                    share(sum(row.found for row in rows), tiles),
                    share(sum(row.right for row in rows), tiles),
                    f"{sum(len(row.false) for row in rows) / len(rows):.2f}",
                    f"{took:.0f}",
                    f"{took / times[0]:.2f}",
                )
            )
    head = ("detector", "looks", "found", "found and right", "false a photo", "ms a look", "times")
    print(table(head, lines))


if __name__ == "__main__":
    main()
