"""Write films of tables with exact truth, from drawn scenes and from real photos."""

from __future__ import annotations

import argparse
import dataclasses
import multiprocessing
import sys
import time
from dataclasses import dataclass
from functools import cache, partial
from pathlib import Path

import cv2
import numpy as np

from datasets.films.config import FilmConfig, load
from datasets.films.stills import real_stills
from datasets.films.story import tell
from datasets.films.streams import stream_stories
from datasets.films.writing import write_film
from datasets.synth.config import ConfigError
from datasets.synth.faces import photo_files
from vision.outputs import apart, made_folder


@dataclass(frozen=True)
class Sources:
    """Where real photos and the truth of their hands are; None for films of drawn tables alone."""

    photos: Path
    hands: Path


_real = cache(real_stills)


def make(number: int, seed: int, config: FilmConfig, sources: Sources | None, out: Path) -> dict:
    """Write film `number` of a set: always the same for a seed and a configuration."""
    rng = np.random.default_rng([2025, seed, number])
    cv2.setRNGSeed((seed * 1000 + number) & 0x7FFFFFFF)
    # Spread evenly, so that even a small set has both.
    real = sources is not None and int((number + 1) * config.real) > int(number * config.real)
    photos = _real(sources.photos, sources.hands) if real else None
    story = tell(rng, config, seed * 1000 + number, photos)
    path = out / f"{number:04d}-{story.source}-{story.quality.name}.mp4"
    return write_film(story, rng, path, {"seed": [seed, number]})


def make_streams(photos: Path, seed: int, config: FilmConfig, out: Path) -> list[dict]:
    """Write a slow film of every table of which `photos` holds frames of a stream."""
    truths = []
    for name, story, facts in stream_stories(photos, seed, config):
        rng = np.random.default_rng([2026, seed, len(truths)])
        truths.append(write_film(story, rng, out / f"{name}.mp4", facts))
    return truths


def _start_worker() -> None:
    cv2.setNumThreads(1)


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m datasets.films", description=__doc__)
    parser.add_argument("--n", type=int, default=30, help="how many films (default 30)")
    parser.add_argument("--out", type=Path, required=True, help="folder to write to")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--config", type=Path, help="TOML file of knobs, see films/config.py")
    parser.add_argument(
        "--photos", type=Path, help="YOLO folder of real photos; needs --hands as well"
    )
    parser.add_argument("--hands", type=Path, help="folder whose truth.json says what they show")
    parser.add_argument("--faces", help="folder of cut-out faces named TILE_NN.jpg")
    parser.add_argument("--minutes", type=float, nargs=2, metavar=("LEAST", "MOST"))
    parser.add_argument("--workers", type=int, default=1, help="processes (default 1)")
    parser.add_argument(
        "--streams",
        type=Path,
        metavar="PHOTOS",
        help="instead, a slow film of each table of which this YOLO folder has frames of a stream",
    )
    parsed = parser.parse_args(arguments)
    try:
        config = load(parsed.config) if parsed.config else FilmConfig()
        if parsed.minutes:
            if not 0 < parsed.minutes[0] <= parsed.minutes[1]:
                parser.error("--minutes are two lengths above 0, the lower first")
            config = dataclasses.replace(config, minutes=tuple(parsed.minutes))
        if parsed.faces:
            photo_files(parsed.faces)
            config = dataclasses.replace(config, synth=config.synth.replace(faces=parsed.faces))
        if parsed.n < 1 or parsed.workers < 1:
            parser.error("--n and --workers are numbers of at least 1")
        if bool(parsed.photos) != bool(parsed.hands):
            parser.error("--photos and --hands go together: photos, and what they show")
        sources = Sources(parsed.photos, parsed.hands) if parsed.photos else None
        if sources and not parsed.streams:
            real_stills(sources.photos, sources.hands)
        read = (parsed.photos, parsed.hands, parsed.streams, parsed.faces)
        apart(parsed.out, read)
        made_folder(parsed.out)
        began = time.perf_counter()
        if parsed.streams:
            _start_worker()
            truths = make_streams(parsed.streams, parsed.seed, config, parsed.out)
        else:
            work = partial(make, seed=parsed.seed, config=config, sources=sources, out=parsed.out)
            truths = _all(work, parsed.n, parsed.workers)
    except (ConfigError, ValueError, OSError) as error:
        parser.error(str(error))
    took = time.perf_counter() - began
    seconds = sum(truth["seconds"] for truth in truths)
    events = sum(len(truth["events"]) for truth in truths)
    print(
        f"{len(truths)} films of {seconds / 60:.1f} minutes with {events} finished hands in "
        f"{took:.0f} s: {parsed.out}"
    )
    return 0


def _all(work, n: int, workers: int) -> list[dict]:
    if workers == 1:
        _start_worker()
        return list(map(work, range(n)))
    # Forked, a process hangs in OpenCV if its parent has used it with threads.
    with multiprocessing.get_context("spawn").Pool(workers, _start_worker) as pool:
        return pool.map(work, range(n), chunksize=1)


if __name__ == "__main__":
    sys.exit(main())
