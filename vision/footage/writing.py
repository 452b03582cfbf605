"""Films that play in a browser: H.264 in an MP4 whose index comes first.

A film is written in parts, which any process can make alone; `join_parts` puts them together
without compressing again and copies the sound. Every picture keeps its exact time.
"""

from __future__ import annotations

import errno
import heapq
import os
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from fractions import Fraction
from itertools import chain
from pathlib import Path

import av
from av.container import InputContainer, OutputContainer
from av.packet import Packet
from av.stream import Stream
from av.video.frame import VideoFrame

from vision.footage.decoding import USUAL_FPS, packets_of
from vision.footage.opening import FootageError, opened
from vision.footage.storage import NotWritten, partial_of, store, writing_to
from vision.footage.video import Film

LONGEST_SIDE = 1280
# Pictures that refer to later ones would be stored out of order, and parts could not be joined.
# One thread: the bytes do not depend on the machine.
ENCODING = {"preset": "superfast", "crf": "24", "bf": "0", "threads": "1"}
KEY_PICTURE_SECONDS = 2
# What an MP4 can hold and a browser can play.
SOUND = frozenset({"aac", "mp3", "opus", "flac", "alac", "ac3", "eac3"})
# Errors in writing that have nothing to do with what is written.
_OF_THE_SYSTEM = frozenset(errno.errorcode) - {errno.EINVAL, errno.ERANGE, errno.EDOM}
_MPEG_RANGE = 1
_RGB, _UNSPECIFIED = 0, 2


def picture_size(film: Film) -> tuple[int, int]:
    """Width and height of the film's pictures as they are written: even, in the film's
    proportions, the longer side at most `LONGEST_SIDE`."""
    scale = min(1.0, LONGEST_SIDE / max(film.size))
    width, height = (max(2, round(side * scale / 2) * 2) for side in film.size)
    return width, height


def write_part(path: Path, film: Film, pictures: Iterable[tuple[float, VideoFrame]]) -> None:
    """Compress pictures to a part of a film; an empty file if there is none.

    pictures: times in seconds of the film, ascending, and pictures as `Frame.yuv` gives them, all
    of one even size. The file appears whole or not at all. Raises NotWritten.
    """
    pictures = iter(pictures)
    head = next(pictures, None)
    if head is None:
        store(path, lambda partial: partial.write_bytes(b""))
        return
    with _written(path, {"comment": str(film.stamp(head[0]))}) as container:
        stream = container.add_stream("libx264", rate=_rate(film), options=ENCODING)
        stream.width, stream.height = head[1].width, head[1].height
        stream.pix_fmt = "yuv420p"
        context = stream.codec_context
        context.time_base = film.time_base
        context.gop_size = max(1, round(KEY_PICTURE_SECONDS * _rate(film)))
        context.color_range = _MPEG_RANGE
        space, primaries, transfer = film.colours
        context.colorspace = _UNSPECIFIED if space == _RGB else space
        context.color_primaries, context.color_trc = primaries, transfer
        first = film.stamp(head[0])
        for time, picture in chain((head,), pictures):
            picture.pts, picture.time_base = film.stamp(time) - first, film.time_base
            # Not what the camera made of it: I, P or B.
            picture.pict_type = 0
            container.mux(stream.encode(picture))
        container.mux(stream.encode())


def join_parts(parts: Sequence[Path], film: Film, path: Path) -> str | None:
    """Put the parts of a film together, in order, with the film's sound, without compressing again.

    Returns a note where the sound had to be left out. Raises FootageError if no part holds a
    picture, and NotWritten.
    """
    full = [part for part in parts if part.stat().st_size]
    if not full:
        raise FootageError(f"{film.path.name} has no pictures to write.")
    kind = _sound_of(film)
    if kind in SOUND:
        try:
            _join(full, film, path, with_sound=True)
        except av.FFmpegError:
            note = f"The sound ({kind}) is damaged and was left out of the annotated film."
        else:
            return None
    elif kind:
        note = f"The sound ({kind}) cannot be copied into an MP4 and was left out of it."
    else:
        note = None
    _join(full, film, path, with_sound=False)
    return note


def _join(parts: Sequence[Path], film: Film, path: Path, with_sound: bool) -> None:
    with (
        _written(path) as container,
        opened(parts[0]) as first,
        opened(film.path) as original,
    ):
        pictures = container.add_stream_from_template(first.streams.video[0])
        pictures.time_base = film.time_base
        streams = [_for(pictures, _of_parts(parts, film))]
        if with_sound:
            source = original.streams.best("audio")
            sound = container.add_stream_from_template(source)
            streams.append(_for(sound, _sound(original, source, film)))
        container.start_encoding()
        for _, packet in heapq.merge(*streams, key=lambda entry: entry[0]):
            container.mux(packet)


def _for(stream: Stream, packets: Iterable[tuple[float, Packet]]) -> Iterator[tuple[float, Packet]]:
    for time, packet in packets:
        packet.stream = stream
        yield time, packet


def _of_parts(parts: Sequence[Path], film: Film) -> Iterator[tuple[float, Packet]]:
    """The packets of all parts, dated from the film's first picture."""
    for part in parts:
        with opened(part) as container:
            stream = container.streams.video[0]
            begun = int(container.metadata["comment"])
            for packet in container.demux(stream):
                if packet.dts is None:
                    continue
                stamp = begun + round(packet.pts * stream.time_base / film.time_base)
                packet.time_base = film.time_base
                packet.pts = packet.dts = stamp
                packet.duration = round((packet.duration or 0) * stream.time_base / film.time_base)
                yield float(stamp * film.time_base), packet


def _sound(container: InputContainer, stream: Stream, film: Film) -> Iterator[tuple[float, Packet]]:
    """The packets of the film's sound from its first picture on, dated from there."""
    shift = round(film.first * film.time_base / stream.time_base)
    last = None
    for packet in packets_of(container, stream, lambda _: None):
        if packet.dts is None or packet.pts is None or packet.pts < shift:
            continue
        packet.pts, packet.dts = packet.pts - shift, packet.dts - shift
        if packet.dts < 0 or (last is not None and packet.dts <= last):
            continue
        last = packet.dts
        yield float(packet.dts * stream.time_base), packet


def _sound_of(film: Film) -> str | None:
    """The name of the sound's codec, None for a silent film."""
    with opened(film.path) as container:
        stream = container.streams.best("audio")
        return stream.codec.canonical_name if stream and stream.codec_context else None


def _rate(film: Film) -> Fraction:
    fps = film.fps if 1 <= film.fps <= 240 else USUAL_FPS
    return Fraction(fps).limit_denominator(1001)


@contextmanager
def _written(path: Path, metadata: dict[str, str] | None = None) -> Iterator[OutputContainer]:
    """A container that becomes the file only once it is whole. Raises NotWritten."""
    with writing_to(path):
        path.parent.mkdir(parents=True, exist_ok=True)
    partial = partial_of(path)
    name = f"file:{partial}"
    options = {"movflags": "+faststart", "fflags": "+bitexact"}
    try:
        with av.open(name, "w", format="mp4", container_options=options) as container:
            container.metadata.update(metadata or {})
            yield container
        with writing_to(path):
            os.replace(partial, path)
    except av.FFmpegError as error:
        if error.filename == name and error.errno in _OF_THE_SYSTEM:
            raise NotWritten.of(path, error) from error
        raise
    finally:
        with writing_to(path):
            partial.unlink(missing_ok=True)
