"""How long a photo of 12 megapixels takes from bytes to tiles, beside the peer's whole way.

`python -m tests.benchmarks.bench_reading [PHOTO] [--rounds 20]` prints the median of each stage in
Markdown, both readers in turns in one run, and the memory that a process of our own holds. Without
a photo it takes a hand of our own drawings.
"""

from __future__ import annotations

import argparse
import io
import statistics
import subprocess
import sys
import time
from pathlib import Path

import cv2
import numpy as np
from PIL import Image

from scoring.tiles import Tile
from vision.images import load_photo
from vision.reading import default_reader, read_tiles
from vision.tile_art import raster

SIZE = (4032, 3024)
HAND = "2m 3m 4m 5p 6p 7p 3s 3s 3s E E E C C"
MEMORY = """
import pathlib, re, sys
from vision.images import load_photo
from vision.reading import read_tiles
data = pathlib.Path(sys.argv[1]).read_bytes()
for _ in range(3):
    read_tiles(load_photo(data))
status = pathlib.Path("/proc/self/status").read_text()
print(*re.findall(r"(?:VmRSS|VmHWM):\\s+(\\d+)", status))
"""


def drawn_hand() -> bytes:
    """A JPEG of a row of tiles on felt, slightly turned, with a camera's noise."""
    noise = np.random.default_rng(0).normal(0, 9, (SIZE[1], SIZE[0], 1))
    table = np.clip(np.array([38, 92, 58]) + noise, 0, 255).astype(np.uint8)
    height = 300
    for i, code in enumerate(HAND.split()):
        face = raster(Tile(code), height)
        left, top = 300 + i * (face.shape[1] + 4), 1500
        part = table[top : top + height, left : left + face.shape[1]]
        alpha = face[..., 3:] / 255.0
        part[:] = (face[..., :3] * alpha + part * (1 - alpha)).astype(np.uint8)
    turn = cv2.getRotationMatrix2D((SIZE[0] / 2, SIZE[1] / 2), -6, 1.0)
    table = cv2.warpAffine(table, turn, SIZE, borderMode=cv2.BORDER_REFLECT)
    file = io.BytesIO()
    Image.fromarray(table).save(file, "JPEG", quality=92)
    return file.getvalue()


def ours(data: bytes) -> dict[str, float]:
    """Seconds by stage, and all of them."""
    started = time.perf_counter()
    photo = load_photo(data)
    loaded = time.perf_counter()
    reading = read_tiles(photo)
    return {
        "load": loaded - started,
        **reading.seconds,
        "bytes to tiles": time.perf_counter() - started,
    }


def peers(data: bytes) -> float:
    import mahjong_detector

    started = time.perf_counter()
    mahjong_detector.detect_tiles(io.BytesIO(data))
    return time.perf_counter() - started


def memory(data: bytes, folder: Path) -> tuple[int, int]:
    """Megabytes that a process holds after reading the photo, and at its most."""
    path = folder / "bench_reading.jpg"
    path.write_bytes(data)
    run = subprocess.run(
        [sys.executable, "-c", MEMORY, str(path)], capture_output=True, text=True, check=True
    )
    path.unlink()
    peak, resident = map(int, run.stdout.split())
    return resident // 1024, peak // 1024


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("photo", nargs="?", type=Path)
    parser.add_argument("--rounds", type=int, default=20)
    parsed = parser.parse_args()
    data = parsed.photo.read_bytes() if parsed.photo else drawn_hand()
    photo = load_photo(data)
    tiles = [detection.tile.code for detection in default_reader().read(photo).detections]
    stages, theirs = [], []
    peers(data)
    for _ in range(parsed.rounds):
        stages.append(ours(data))
        theirs.append(peers(data))
    print(f"{photo.width} x {photo.height}, {len(tiles)} tiles: {' '.join(tiles)}\n")
    print("| stage | median ms |\n| - | - |")
    for stage in stages[0]:
        print(f"| {stage} | {1000 * statistics.median(one[stage] for one in stages):.0f} |")
    peer = statistics.median(theirs)
    whole = statistics.median(one["bytes to tiles"] for one in stages)
    print(f"| the peer, bytes to tiles | {1000 * peer:.0f} |")
    print(f"\n{whole / peer:.2f} times the peer's time, median of {parsed.rounds}.")
    if sys.platform == "linux":
        resident, peak = memory(data, Path.cwd())
        print(f"{resident} MB resident, {peak} MB at the most.")


if __name__ == "__main__":
    main()
