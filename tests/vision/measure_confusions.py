"""Measure what the model takes tiles for, for the noise of the random layouts.

    python -m tests.vision.measure_confusions FOLDER

FOLDER holds labelled photos (images/ and labels/); the table goes to `layouts.CONFUSIONS`. Prints
how well each temperature suits the model's probabilities: the least is the best for
`vision.hand.evidence.TEMPERATURE`.
"""

from __future__ import annotations

import json
import sys
from collections import defaultdict
from collections.abc import Iterable
from pathlib import Path
from random import Random

from scoring import TILES, Tile
from tests.vision.layouts import CONFUSIONS
from vision.detections import Detection
from vision.evaluation.labels import load_folder
from vision.evaluation.matching import match
from vision.hand.evidence import Evidence
from vision.images import load_photo
from vision.reading import read_tiles

SAMPLES = 24
LEAST = 0.004


def table(pairs: Iterable[tuple[Tile, Detection]]) -> dict[str, list[dict[str, float]]]:
    """For each tile, how some detections on it were distributed: the likely tiles of each."""
    seen: dict[str, list[dict[str, float]]] = defaultdict(list)
    for true, detection in pairs:
        ranked = [(detection.tile, detection.tile_probability), *detection.runners_up]
        seen[true.code].append({t.code: round(p, 3) for t, p in ranked if p >= LEAST})
    rng = Random(1)
    codes = (tile.code for tile in TILES if tile.code in seen)
    return {code: rng.sample(seen[code], min(SAMPLES, len(seen[code]))) for code in codes}


def pairs(folder: Path) -> Iterable[tuple[Tile, Detection]]:
    """Every label of the folder's photos with the detection on it."""
    for photo in load_folder(folder):
        reading = read_tiles(load_photo(photo.path))
        for label, found in match(photo, reading.detections, reading.size).pairs:
            yield photo.labels[label].tile, reading.detections[found]


def misfit(pairs: Iterable[tuple[Tile, Detection]], temperature: float) -> float:
    """The mean negative log probability of the true tiles at a temperature."""
    trues, detections = zip(*pairs, strict=True)
    log = Evidence(detections, temperature).log
    return -float(log[range(len(trues)), [tile.index for tile in trues]].mean())


if __name__ == "__main__":
    seen = list(pairs(Path(sys.argv[1])))
    for temperature in (0.4, 0.5, 0.6, 0.7, 0.8, 1.0, 1.2):
        print(f"temperature {temperature}: {misfit(seen, temperature):.4f}")
    measured = table(seen)
    lines = ",\n".join(f'"{code}": {json.dumps(rows)}' for code, rows in measured.items())
    CONFUSIONS.write_text(f"{{\n{lines}\n}}\n", encoding="utf-8")
