"""Small films whose pictures tell their own number."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from fractions import Fraction
from pathlib import Path

import av
import numpy as np
import pytest

SIZE = (160, 120)
BITS = 8
RED = (255, 0, 0)


def numbered(number: int, size: tuple[int, int] = SIZE) -> np.ndarray:
    """A picture with a red top-left corner and its number below as black and white blocks."""
    width, height = size
    picture = np.full((height, width, 3), 90, np.uint8)
    picture[: height // 5, : width // 5] = RED
    block = width // BITS
    for bit in range(BITS):
        picture[height // 2 :, bit * block : (bit + 1) * block] = 235 * (number >> bit & 1)
    return picture


def number_in(pixels: np.ndarray) -> int:
    """The number that an upright picture shows."""
    height, width = pixels.shape[:2]
    row = pixels[height * 3 // 4].mean(axis=1)
    block = width / BITS
    return sum(int(row[round((bit + 0.5) * block)] > 128) << bit for bit in range(BITS))


def write_film(
    path: Path,
    pictures: int | Iterable[np.ndarray] = 40,
    times: Iterable[int] | None = None,
    *,
    codec: str = "libx264",
    pix_fmt: str = "yuv420p",
    fps: int = 20,
    size: tuple[int, int] = SIZE,
    gop: int = 10,
    options: dict[str, str] | None = None,
    turned: int = 0,
    sound: str | None = None,
    movflags: str = "",
    shift: bool = True,
) -> Path:
    """Write a film.

    pictures: how many numbered ones, or the pictures themselves. times: of each in milliseconds,
    otherwise they come `fps` a second. turned: the display rotation, in degrees counterclockwise.
    sound: the codec of a hum beside it. shift: whether negative times may be made positive.
    """
    if isinstance(pictures, int):
        pictures = (numbered(n, size) for n in range(pictures))
    settings = {"movflags": movflags} if movflags else {}
    if not shift:
        settings["avoid_negative_ts"] = "disabled"
    with av.open(str(path), "w", container_options=settings) as container:
        stream = container.add_stream(codec, rate=fps, options=options or {})
        stream.width, stream.height = size
        stream.pix_fmt = pix_fmt
        stream.codec_context.gop_size = gop
        if times is not None:
            stream.codec_context.time_base = Fraction(1, 1000)
        if turned:
            stream.set_display_rotation(turned)
        hum = Hum(container, sound) if sound else None
        stamps = iter(times) if times is not None else None
        for number, pixels in enumerate(pictures):
            frame = av.VideoFrame.from_ndarray(pixels, format="rgb24")
            frame.pts = next(stamps) if stamps else number
            container.mux(stream.encode(frame))
            if hum:
                hum.until((number + 1) / fps)
        container.mux(stream.encode())
        if hum:
            hum.finish()
    return path


@contextmanager
def files_of_at_most(size: int) -> Iterator[None]:
    """As on a full disk: the system refuses to write a file beyond so many bytes."""
    resource = pytest.importorskip("resource", reason="needs limits of POSIX")
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, before[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)


RATE = 48000
# What encoders take: the form of a sample, and how many at once.
FORMATS = {"pcm_s16le": "s16", "libopus": "flt"}
SIZES = {"aac": 1024, "libmp3lame": 1152}


class Hum:
    """A stream of sound in a container that is being written."""

    def __init__(self, container, codec: str) -> None:
        self._container = container
        self._stream = container.add_stream(codec, rate=RATE, layout="mono")
        self._format = FORMATS.get(codec, "fltp")
        self._size = SIZES.get(codec, 960)
        self._at = 0

    def until(self, seconds: float) -> None:
        while (self._at + self._size) / RATE <= seconds:
            wave = np.sin((self._at + np.arange(self._size)) * 2 * np.pi * 440 / RATE)[None]
            samples = (
                (wave * 9000).astype(np.int16)
                if self._format == "s16"
                else (wave * 0.3).astype(np.float32)
            )
            frame = av.AudioFrame.from_ndarray(samples, self._format, "mono")
            frame.sample_rate, frame.pts = RATE, self._at
            frame.time_base = Fraction(1, RATE)
            self._container.mux(self._stream.encode(frame))
            self._at += self._size

    def finish(self) -> None:
        self._container.mux(self._stream.encode())
