"""How much faster than real time films are analysed, by stage, and the memory over an hour of film.

`python -m tests.benchmarks.bench_footage [FILM] [--minutes 2] [--workers 2] [--hour]` prints in
Markdown. Without a film it makes one of a drawn table, 1920 x 1080 at 30 frames a second. `--hour`
also repeats the film, its packets copied, to an hour and reports what a process of our own holds
after each ten minutes of it.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
import tempfile
import time
from fractions import Fraction
from pathlib import Path

import av
import numpy as np

from datasets.films.config import FilmConfig
from datasets.films.story import tell
from datasets.films.writing import write_film
from datasets.synth.config import from_dict
from vision.evaluation.footage_run import run_film, speed
from vision.footage.video import Film
from vision.footage.work import Job, run
from vision.reading import default_reader

HOUR = 3600.0
MEMORY = """
import pathlib, re, sys
from vision.evaluation import footage_run
from vision.footage import segments
from vision.reading import default_reader

def bounds(film):
    for number, span in enumerate(whole(film)):
        if number % 10 == 0:
            status = pathlib.Path("/proc/self/status").read_text()
            print(number, re.search(r"VmRSS:\\s+(\\d+)", status)[1], flush=True)
        yield span

whole = segments.bounds
footage_run.bounds = bounds
run = footage_run.run_film(pathlib.Path(sys.argv[1]), default_reader())
print("most", run.memory * 1024)
"""


def drawn_film(path: Path, minutes: float) -> None:
    """A handheld film of a drawn table, 1920 x 1080 at 30 frames a second."""
    config = from_dict(
        {
            "minutes": [minutes, minutes],
            "quality": {"stream": 0, "full_hd": 1, "fast": 0, "slow": [30, 30], "variable": 0,
                        "handheld": 1},
        },
        FilmConfig(),
    )  # fmt: skip
    rng = np.random.default_rng(11)
    write_film(tell(rng, config, 11, None), rng, path, {})


def repeated(source: Path, path: Path, seconds: float) -> None:
    """The film again and again, its packets copied, until it is `seconds` long."""
    length = Film.open(source).duration
    with av.open(str(path), "w") as out:
        stream, offset = None, 0.0
        while offset < seconds:
            with av.open(str(source)) as file:
                pictures = file.streams.video[0]
                if stream is None:
                    stream = out.add_stream_from_template(pictures)
                shift = round(Fraction(offset).limit_denominator(10_000) / pictures.time_base)
                for packet in file.demux(pictures):
                    if packet.dts is not None:
                        packet.dts += shift
                        packet.pts += shift
                        packet.stream = stream
                        out.mux(packet)
            offset += length


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("film", nargs="?", type=Path)
    parser.add_argument("--minutes", type=float, default=2.0)
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--hour", action="store_true", help="the memory over an hour as well")
    parsed = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        path = parsed.film or Path(folder) / "table.mp4"
        if not parsed.film:
            drawn_film(path, parsed.minutes)
        film = Film.open(path)
        print(
            f"{film.size[0]} x {film.size[1]}, {film.fps:.0f} frames a second, "
            f"{film.duration / 60:.1f} minutes, {film.codec}.\n"
        )
        started = time.perf_counter()
        run([path], Path(folder) / "out", Job(draw=False), parsed.workers)
        took = time.perf_counter() - started
        print(
            f"{film.duration / took:.1f} times real time with {parsed.workers} processes, their "
            "start and the lists of hands included.\n"
        )
        print("In one process, by stage:\n")
        print(speed([run_film(path, default_reader())]))
        if parsed.hour:
            long = Path(folder) / "hour.mp4"
            repeated(path, long, HOUR)
            print("| minutes of film | MB resident |\n| - | - |")
            told = subprocess.run(
                [sys.executable, "-c", MEMORY, str(long)],
                capture_output=True,
                text=True,
                check=True,
            )
            for line in told.stdout.splitlines():
                when, kilobytes = line.split()
                print(f"| {when} | {int(kilobytes) // 1024} |")


if __name__ == "__main__":
    main()
