"""Tune the classifier to one tile set from a few labelled photos of it."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from vision import models
from vision.evaluation.labels import LabelledPhoto, load_folder
from vision.evaluation.tiles import evaluate
from vision.labels import LabelError
from vision.reading import Reader
from vision.training import crops as cutting
from vision.training import faces
from vision.training.drawn import drawn
from vision.training.recipe import load_recipe
from vision.training.refused import refused

LEAST_PHOTOS = 4
# Every so many photos one is kept for measuring, and never trained on.
KEPT_EVERY = 4
STEPS = 300
DESIGNS = 12
# A tuned model stays near the one that it comes from.
RATE = 5e-4


@dataclass(frozen=True)
class Counts:
    right: int
    made_up: int

    def of(self, tiles: int) -> str:
        return f"{self.right} of {tiles} tiles right, {self.made_up} made up"


@dataclass(frozen=True)
class Outcome:
    """Among the `tiles` of the photos kept for measuring, how many are read right and how many made
    up besides, before and after."""

    photos: int
    tiles: int
    before: Counts
    after: Counts

    @property
    def better(self) -> bool:
        """Whether more is gained than made up."""
        return self.after.right - self.after.made_up > self.before.right - self.before.made_up


def finetune(folder: Path, out: Path, say: Callable[[str], None], steps: int = STEPS) -> Outcome:
    """Tune on the labelled photos in `folder` and write a folder of models, `out`.

    An interrupted run goes on from `out/run` when started again. Raises LabelError for photos or
    labels that cannot be used.
    """
    photos = [photo for photo in load_folder(folder) if photo.labels]
    if len(photos) < LEAST_PHOTOS:
        raise LabelError(
            f"{folder} holds {len(photos)} labelled photos; tuning needs at least {LEAST_PHOTOS}."
        )
    kept = photos[::KEPT_EVERY]
    trained = [photo for photo in photos if photo not in kept]
    tiles = sum(len(photo.labels) for photo in kept)
    say(f"{len(trained)} photos to train on, {len(kept)} with {tiles} tiles to measure on")
    reader = Reader.open()
    before = _counts(kept, reader)
    say(f"before: {before.of(tiles)}")

    recipe = load_recipe()
    settings = replace(faces.Recipe.of(recipe["faces"]), lr=RATE)
    wanted = {photo.path for photo in trained}
    own = cutting.gather(cutting.photos(folder, wanted))
    nones = cutting.gather(refused(cutting.photos(folder, wanted), reader))
    replay = cutting.gather(drawn(DESIGNS))
    run = out / "run"
    faces.train(
        cutting.Crops.join([own, nones, replay]),
        settings,
        run,
        steps=steps,
        start=models.models_folder() / "faces.pt",
    )
    faces.export(run / "last.pt", settings, out / "faces.onnx", recipe["fusion"])
    shutil.copyfile(models.find("tiles"), out / "tiles.onnx")
    faces.strip(run / "last.pt", out / "faces.pt")
    models.write_manifest(out)
    after = _counts(kept, Reader.open(folder=out))
    say(f"after: {after.of(tiles)}")
    return Outcome(len(kept), tiles, before, after)


def _counts(photos: Sequence[LabelledPhoto], reader: Reader) -> Counts:
    rows = [row for row, _ in evaluate(photos, reader)]
    return Counts(sum(row.right for row in rows), sum(len(row.false) for row in rows))
