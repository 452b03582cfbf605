"""How much faster than real time films are analysed, by stage, and the memory over an hour of film.

`python -m tests.benchmarks.bench_footage [FILM] [--minutes 2] [--fixed] [--workers 2] [--hour]`
prints in Markdown. Without a film it makes one of a drawn table, 1920 x 1080 at 30 frames a second,
held by hand or on a stand. `--hour` instead makes a small film, 854 x 480 at 10 frames a second,
repeats it, its packets copied, to an hour, runs `fanlens footage` over it and reports what its
processes hold; about ten minutes on two cores. `--hour 10` does so with ten minutes of film.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path

import av
import numpy as np

from datasets.films.config import FilmConfig
from datasets.films.story import tell
from datasets.films.writing import write_film
from datasets.synth.config import from_dict
from vision.evaluation.footage_run import run_film, speed
from vision.evaluation.report import table
from vision.footage.segments import SEGMENT_SECONDS
from vision.footage.video import Film
from vision.footage.work import Job, run
from vision.reading import default_reader

LARGE = {"stream": 0, "full_hd": 1, "fast": 0, "slow": [30, 30], "variable": 0}
SMALL = {"stream": 1, "small": 1, "fast": 0, "slow": [10, 10]}
# Memory is told for so many equal parts of a film, and looked at every so many seconds.
PARTS, EVERY = 6, 0.5
PROC = Path("/proc")


def drawn_film(path: Path, minutes: float, quality: dict) -> None:
    """A film of a drawn table."""
    config = from_dict({"minutes": [minutes, minutes], "quality": quality}, FilmConfig())
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


def timed(path: Path, folder: Path, workers: int) -> str:
    """What the analysis of a film takes, in several processes and in this one."""
    film = Film.open(path)
    started, used = time.perf_counter(), _processor()
    run([path], folder / "out", Job(draw=False), workers)
    took, used = time.perf_counter() - started, _processor() - used
    return (
        f"{film.size[0]} x {film.size[1]}, {film.fps:.0f} frames a second, "
        f"{film.duration / 60:.1f} minutes, {film.codec}.\n\n"
        f"{film.duration / took:.1f} times real time with {workers} processes, "
        f"{used / film.duration:.2f} seconds of processor time for each second of film, their "
        "start and the lists of hands included.\n\nIn one process, by stage:\n\n"
        + speed([run_film(path, default_reader())])
    )


def _processor() -> float:
    """Seconds of all cores that this process and those that it waited for have used."""
    times = os.times()
    return sum(times[:4])


# -- memory ---------------------------------------------------------------------------------------


def memory(path: Path, folder: Path, workers: int) -> str:
    """What the processes of `fanlens footage` hold while they go through a film."""
    if not PROC.is_dir():
        return "Memory can only be watched where the system has /proc.\n"
    out, length = folder / "long", Film.open(path).duration / 60
    command = [sys.executable, "-m", "vision.main", "footage", str(path), "--out", str(out)]
    command += ["--no-film", "--workers", str(workers)]
    started, used, samples = time.perf_counter(), _processor(), []
    with subprocess.Popen(command, stdout=subprocess.DEVNULL) as process:
        while process.poll() is None:
            done = len(list(out.glob("*/segments/[0-9]*.json"))) * SEGMENT_SECONDS / 60
            own, *others = (_resident(pid) for pid in _tree(process.pid))
            samples.append((done, own, max(others, default=0), own + sum(others)))
            time.sleep(EVERY)
    if process.returncode:
        raise SystemExit(f"fanlens footage ended with status {process.returncode}.")
    took, used = time.perf_counter() - started, _processor() - used
    seen = np.array(samples)
    part = np.minimum(seen[:, 0] / length * PARTS, PARTS - 1).astype(int)
    rows = [
        [f"{n * length / PARTS:.0f} to {(n + 1) * length / PARTS:.0f}"]
        + [str(round(most / 1024)) for most in seen[part == n, 1:].max(axis=0)]
        for n in range(PARTS)
        if (part == n).any()
    ]
    columns = ("minutes of film", "command, MB", "largest worker, MB", "all together, MB")
    return (
        f"{length:.0f} minutes of film in {took / 60:.1f} minutes with {workers} processes, "
        f"{used / length / 60:.2f} seconds of processor time for each second of film. The most "
        f"that they held:\n\n{table(columns, rows)}\n\nAfter the first part all together grew by "
        f"{_growth(seen[part > 0]):.0f} MB an hour of film.\n"
    )


def _growth(samples: np.ndarray) -> float:
    """The slope of a straight line through what all processes hold, in MB an hour of film."""
    if len(np.unique(samples[:, 0])) < 2:
        return 0.0
    return float(np.polyfit(samples[:, 0], samples[:, 3], 1)[0]) * 60 / 1024


def _tree(pid: int) -> Iterator[int]:
    """A process and all that it started, directly or not."""
    yield pid
    try:
        tasks = list((PROC / str(pid) / "task").iterdir())
        children = [child for task in tasks for child in (task / "children").read_text().split()]
    except OSError:
        return
    for child in children:
        yield from _tree(int(child))


def _resident(pid: int) -> int:
    """Kilobytes of memory; 0 for a process that has ended."""
    try:
        status = (PROC / str(pid) / "status").read_text()
    except OSError:
        return 0
    lines = [line.split()[1] for line in status.splitlines() if line.startswith("VmRSS:")]
    return int(lines[0]) if lines else 0


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("film", nargs="?", type=Path)
    parser.add_argument("--minutes", type=float, default=2.0, help="of the film that is made")
    parser.add_argument("--fixed", action="store_true", help="make it with a camera on a stand")
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument(
        "--hour",
        nargs="?",
        type=float,
        const=60.0,
        metavar="MINUTES",
        help="the memory over an hour or so many minutes, instead",
    )
    parsed = parser.parse_args()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        path = parsed.film or folder / "table.mp4"
        if not parsed.film:
            quality = SMALL if parsed.hour else {**LARGE, "handheld": 0 if parsed.fixed else 1}
            drawn_film(path, min(parsed.minutes, parsed.hour or parsed.minutes), quality)
        if parsed.hour:
            long = folder / "hour.mp4"
            repeated(path, long, 60 * parsed.hour)
            print(memory(long, folder, parsed.workers))
        else:
            print(timed(path, folder, parsed.workers))


if __name__ == "__main__":
    main()
