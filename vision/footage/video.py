"""The one place where film files become pictures.

`Film.open` looks at an MP4, MOV, MKV, WebM or AVI file and says how long and how large it is;
`Film.frames` decodes any stretch of it: upright, with exact times, the same pictures wherever
decoding began. A `Film` holds nothing open, so it can be handed to other processes. Whatever
cannot be read raises `FootageError` with one sentence.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from dataclasses import dataclass
from fractions import Fraction
from itertools import chain
from pathlib import Path

import av
import numpy as np
from av.container import InputContainer
from av.packet import Packet
from av.stream import Disposition
from av.video.frame import VideoFrame
from av.video.stream import VideoStream

from vision.footage.decoding import (
    OnStamp,
    Stamps,
    decoded_of,
    is_avi,
    packets_of,
    sparing,
    ticks_of,
    undated_of,
    watched,
)
from vision.footage.frames import Converter, Frame, Turn
from vision.footage.opening import FootageError, reading

SUFFIXES = frozenset(
    {".mp4", ".m4v", ".mov", ".mkv", ".webm", ".avi", ".3gp", ".ts", ".mts", ".flv", ".wmv"}
)
# A header that claims more is not believed, and the packets are counted instead.
LONGEST_CLAIM = 48 * 3600.0
# In these formats a length may be the time of the end instead, counted from 0 wherever the film
# begins; up to so many seconds the two are one.
_TO_THE_END = frozenset({"matroska,webm", "asf"})
_CLAIM_ERROR = 0.5
# How far before a moment, in seconds, a key picture is looked for, one after the other.
_STEPS_BACK = (0.0, 2.0, 12.0, 60.0)
# A damaged time stamp may lie anywhere: so many pictures in a row end a stretch.
_BEYOND = 3
# Of these codecs, pictures that no other refers to can be passed over undecoded.
_SPARED_CODECS = frozenset({"h264", "hevc"})
_MICROSECONDS = 1_000_000

__all__ = ["SUFFIXES", "Film", "FootageError", "Frame"]

OnDamage = Callable[[float], None]


@dataclass(frozen=True)
class Film:
    """A film file: what its header and its first picture say.

    duration: seconds, 0 where only one picture is sure; as the header has it, so that the last
    pictures may come somewhat earlier or later. size: width and height of the upright picture.
    fps: mean pictures a second, 0 if unknown. turn: how stored pictures are set upright.
    stream, first, time_base: the picture stream's number, its first time stamp and their unit.
    colours: FFmpeg's codes of colour space, primaries and transfer. undated: how many pictures at
    the start have no time in the file, as Matroska's negative ones; they are counted back from the
    first that has one. trimmed: whether the file hides pictures before its first one.
    """

    path: Path
    duration: float
    size: tuple[int, int]
    fps: float
    codec: str
    turn: Turn
    stream: int
    first: int
    time_base: Fraction
    colours: tuple[int, int, int]
    undated: int = 0
    trimmed: bool = False

    @classmethod
    def open(cls, path: Path) -> Film:
        """Look at a file. Raises FootageError for what is missing, empty, cut off or no film."""
        path = Path(path)
        with reading(path) as container:
            stream = _pictures_of(container, path)
            hidden: set[bool] = set()
            stamps = Stamps()
            pictures = decoded_of(watched(container.demux(stream), hidden), stamps)
            found = next(pictures, None)
            if found is None:
                raise FootageError(
                    f"{path.name} holds no picture that can be decoded; record or copy it again."
                )
            first, decoded = found
            trimmed = True in hidden
            undated, dated = undated_of(container, decoded, pictures, stamps)
            if undated:
                first = dated - round(undated * ticks_of(stream))
            turn = _turn_of(decoded)
            duration = _claimed_duration(container, stream, first)
            if duration is None:
                duration = _measured_duration(container, stream, first)
            return cls(
                path=path,
                duration=duration,
                size=turn.swap(_square(decoded.width, decoded.height, stream)),
                fps=float(stream.average_rate or 0),
                codec=stream.codec_context.name,
                turn=turn,
                stream=stream.index,
                first=first,
                time_base=stream.time_base,
                colours=(decoded.colorspace, decoded.color_primaries, decoded.color_trc),
                undated=undated,
                trimmed=trimmed,
            )

    def frames(
        self,
        start: float = 0.0,
        end: float | None = None,
        every: float | None = None,
        threads: int = 0,
        on_damage: OnDamage | None = None,
    ) -> Iterator[Frame]:
        """The pictures from `start` up to, not including, `end` seconds, in order of time.

        every: yield only the first picture in each step of so many seconds, counted from the
        film's start; None for all. threads: of the decoder, 0 for one per core. on_damage: told
        the time at which a damaged part was passed over. Raises FootageError if the file cannot
        be opened any more.
        """
        step = Fraction(every).limit_denominator(10_000) if every else None
        report = on_damage or (lambda _: None)

        def damaged(stamp: int | None) -> None:
            time = start if stamp is None else self.seconds(stamp)
            if start <= time and (end is None or time < end):
                report(time)

        with ExitStack() as files:
            packets, stamps = self._packets_from(start, threads, damaged, files)
            if step is not None and self.codec in _SPARED_CODECS:
                packets = sparing(packets, lambda p: (p - self.first) * self.time_base // step)
            converter = Converter(self.turn, self.size)
            last, last_step, beyond = -math.inf, None, 0
            for stamp, decoded in decoded_of(packets, stamps, damaged):
                time = self.seconds(stamp)
                if end is not None and time >= end:
                    beyond += 1
                    if beyond == _BEYOND:
                        return
                    continue
                beyond = 0
                if time < start or time <= last:
                    continue
                last = time
                if step is not None:
                    at = (stamp - self.first) * self.time_base // step
                    if at == last_step:
                        continue
                    last_step = at
                yield converter.frame(time, decoded)

    def seconds(self, stamp: int) -> float:
        """A time stamp as seconds from the film's first picture."""
        return float((stamp - self.first) * self.time_base)

    def stamp(self, time: float) -> int:
        """The inverse of `seconds`, counted from the film's first picture."""
        return round(Fraction(time) / self.time_base)

    def _packets_from(
        self, start: float, threads: int, damaged: OnStamp, files: ExitStack
    ) -> tuple[Iterator[Packet], Stamps]:
        """Packets that begin with a key picture at or before `start`, and what dates their
        pictures: what follows it in time decodes as it does from the film's own start."""
        container, stream = self._streams(threads, files)
        ticks = ticks_of(stream)
        dated = self.first + round(self.undated * ticks)
        wanted = self.first + math.floor(Fraction(start) / self.time_base)
        # Pictures of AVI are dated by packets that come later, as the very first one was.
        delay = self.first - (stream.start_time or 0) if is_avi(container) else 0
        for back in _STEPS_BACK:
            target = wanted - math.ceil(Fraction(back) / self.time_base)
            if start <= 0 or target <= dated:
                break
            try:
                container.seek(target, stream=stream)
            except av.FFmpegError:
                break
            packets = packets_of(container, stream, damaged)
            for packet in packets:
                stamp = packet.dts if packet.pts is None else packet.pts
                if stamp is None or stamp + delay > wanted:
                    break
                if packet.is_keyframe:
                    return chain([packet], packets), Stamps()
        if start > 0:
            # Not every format finds its start again.
            container, stream = self._streams(threads, files)
        stamps = Stamps(self.undated, self.first, ticks)
        return packets_of(container, stream, damaged), stamps

    def _streams(self, threads: int, files: ExitStack) -> tuple[InputContainer, VideoStream]:
        container = files.enter_context(reading(self.path))
        stream = container.streams[self.stream]
        stream.thread_type = "AUTO"
        stream.codec_context.thread_count = threads
        return container, stream


def _pictures_of(container: InputContainer, path: Path) -> VideoStream:
    """The stream of moving pictures; a cover picture is none."""
    moving = [stream for stream in container.streams.video if not stream.disposition & _STILL]
    if not moving:
        kind = "sound but no" if container.streams.audio else "no"
        raise FootageError(f"{path.name} holds {kind} moving picture; give a film.")
    best = container.streams.best("video")
    stream = best if best in moving else moving[0]
    if stream.codec_context is None:
        raise FootageError(
            f"{path.name} is compressed in a way that cannot be decoded; convert it to H.264 first."
        )
    return stream


_STILL = Disposition.attached_pic | Disposition.timed_thumbnails


def _turn_of(decoded: VideoFrame) -> Turn:
    matrix = decoded.side_data.get("DISPLAYMATRIX")
    return Turn() if matrix is None else Turn.of_matrix(np.frombuffer(matrix, np.int32))


def _square(width: int, height: int, stream: VideoStream) -> tuple[int, int]:
    """The size with square pixels; some cameras store narrower ones."""
    aspect = stream.sample_aspect_ratio
    if not aspect or aspect == 1 or not Fraction(1, 4) <= aspect <= 4:
        return width, height
    return round(width * aspect), height


def _claimed_duration(container: InputContainer, stream: VideoStream, first: int) -> float | None:
    """What the header says, if it says something that can be true."""
    late = float(first * stream.time_base)
    if stream.duration:
        claimed = seconds = float(stream.duration * stream.time_base)
    elif container.duration:
        claimed = container.duration / _MICROSECONDS
        seconds = claimed - (late - (container.start_time or 0) / _MICROSECONDS)
    else:
        return None
    if container.format.name in _TO_THE_END and 0 < late < claimed:
        # What lies at the end tells which of the two it is.
        is_sure = seconds - (claimed - late) <= _CLAIM_ERROR
        if is_sure or _end_of(container, stream, first, claimed) <= claimed - late + _CLAIM_ERROR:
            seconds = claimed - late
    return seconds if 0 < seconds <= LONGEST_CLAIM else None


def _end_of(container: InputContainer, stream: VideoStream, first: int, claimed: float) -> float:
    """When the pictures end that are found where the film should end, in seconds from its first."""
    try:
        container.seek(first + int(claimed / stream.time_base), stream=stream)
        return _last_of(container, stream, first)
    except av.FFmpegError:
        return 0.0


def _measured_duration(container: InputContainer, stream: VideoStream, first: int) -> float:
    """By reading all packets; nothing is decoded."""
    container.seek(stream.start_time or 0, stream=stream)
    return _last_of(container, stream, first)


def _last_of(container: InputContainer, stream: VideoStream, first: int) -> float:
    """When the last picture from where the container stands on ends, in seconds from `first`."""
    last = first
    for packet in packets_of(container, stream, lambda _: None):
        stamp = packet.dts if packet.pts is None else packet.pts
        if stamp is not None:
            last = max(last, stamp + (packet.duration or 0))
    return float((last - first) * stream.time_base)
