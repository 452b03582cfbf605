"""The one place where film files become pictures.

`Film.open` looks at an MP4, MOV, MKV, WebM or AVI file and says how long and how large it is;
`Film.frames` decodes any stretch of it: upright, with exact times, the same pictures wherever
decoding began. A `Film` holds nothing open, so it can be handed to other processes. Whatever
cannot be read raises `FootageError` with one sentence.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from contextlib import contextmanager
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

from vision.footage.frames import Converter, Frame, Turn

READABLE = "MP4, MOV, MKV, WebM or AVI"
SUFFIXES = frozenset(
    {".mp4", ".m4v", ".mov", ".mkv", ".webm", ".avi", ".3gp", ".ts", ".mts", ".flv", ".wmv"}
)
# Formats beyond these hold no film, or name other files that would be opened in turn.
_FORMATS = (
    "mov,mp4,m4a,3gp,3g2,mj2,matroska,webm,avi,mpegts,mpeg,mpegvideo,flv,asf,ogg,"
    "mp3,wav,flac,aac,w64,aiff,amr"
)
# A header that claims more is not believed, and the packets are counted instead.
LONGEST_CLAIM = 48 * 3600.0
# How far before a moment, in seconds, a key picture is looked for, one after the other.
_STEPS_BACK = (0.0, 2.0, 12.0, 60.0)
# A damaged time stamp may lie anywhere: so many pictures in a row end a stretch.
_BEYOND = 3
# A file that yields only errors is left after so many.
_MOST_ERRORS = 1000
_MICROSECONDS = 1_000_000

OnDamage = Callable[[float], None]


class FootageError(ValueError):
    """A file that is no readable film; the message says why and what to do."""


@dataclass(frozen=True)
class Film:
    """A film file: what its header and its first picture say.

    duration: seconds, 0 where only one picture is sure; as the header has it, so that the last
    pictures may come somewhat earlier or later. size: width and height of the upright picture.
    fps: mean pictures a second, 0 if unknown. turn: how stored pictures are set upright.
    stream, first, time_base: the picture stream's number, its first time stamp and their unit.
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

    @classmethod
    def open(cls, path: Path) -> Film:
        """Look at a file. Raises FootageError for what is missing, empty, cut off or no film."""
        path = Path(path)
        with _opened(path) as container:
            stream = _pictures_of(container, path)
            decoded = next(_decoded(container, stream, container.demux(stream)), None)
            if decoded is None:
                raise FootageError(
                    f"{path.name} holds no picture that can be decoded; record or copy it again."
                )
            turn = _turn_of(decoded)
            first, time_base = _stamp(decoded) or 0, stream.time_base
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
                time_base=time_base,
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
        with _opened(self.path) as container:
            stream = container.streams[self.stream]
            stream.thread_type = "AUTO"
            stream.codec_context.thread_count = threads
            converter = Converter(self.turn, self.size)

            def damaged(stamp: int | None) -> None:
                time = start if stamp is None else self.seconds(stamp)
                if start <= time and (end is None or time < end):
                    report(time)

            packets = self._packets_from(container, stream, start, damaged)
            last, last_step, beyond = -math.inf, None, 0
            for decoded in _decoded(container, stream, packets, damaged):
                stamp = _stamp(decoded)
                if stamp is None:
                    continue
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

    def _packets_from(
        self,
        container: InputContainer,
        stream: VideoStream,
        start: float,
        damaged: Callable[[int | None], None],
    ) -> Iterator[Packet]:
        """Packets that begin with a key picture at or before `start`: what follows it in time
        decodes as it does from the film's own start."""
        wanted = self.first + math.floor(Fraction(start) / self.time_base)
        for back in _STEPS_BACK if start > 0 else ():
            target = wanted - math.ceil(Fraction(back) / self.time_base)
            if target <= self.first:
                break
            try:
                container.seek(target, stream=stream)
            except av.FFmpegError:
                break
            packets = _packets(container, stream, damaged)
            key = next((packet for packet in packets if packet.is_keyframe), None)
            if key is None:
                continue
            stamp = key.dts if key.pts is None else key.pts
            if stamp is not None and stamp <= wanted:
                return chain([key], packets)
        if start > 0:
            container.seek(min(self.first, stream.start_time or 0), stream=stream)
        return _packets(container, stream, damaged)


@contextmanager
def _opened(path: Path) -> Iterator[InputContainer]:
    if reason := _unreadable(path):
        raise FootageError(reason)
    try:
        # The prefix keeps a colon in a name from being taken for a protocol.
        container = av.open(
            f"file:{path}",
            container_options={"format_whitelist": _FORMATS, "protocol_whitelist": "file"},
            metadata_errors="replace",
        )
    except av.FFmpegError as error:
        raise FootageError(f"{path.name} {_what_it_is(path)}") from error
    with container:
        yield container


def _unreadable(path: Path) -> str | None:
    """Why a file cannot even be opened."""
    try:
        if path.is_dir():
            return f"{path} is a folder; name a film in it."
        if path.exists() and not path.is_file():
            return f"{path} is no file; save the film as one and name that."
        with path.open("rb") as file:
            if not file.read(1):
                return f"{path.name} is empty (0 bytes); record or copy it again."
    except FileNotFoundError:
        return f"There is no file {path}."
    except PermissionError:
        return f"{path} may not be read; change its permissions or copy it."
    except (OSError, ValueError) as error:
        why = getattr(error, "strerror", None) or str(error)
        return f"{str(path)!r} cannot be read ({why}); name a film."
    return None


_PICTURES = (b"\xff\xd8\xff", b"\x89PNG", b"GIF8", b"BM", b"II*\x00", b"MM\x00*")
_BROKEN_OFF = (b"\x1aE\xdf\xa3", b"RIFF", b"FLV")
_BOXES = (b"ftyp", b"moov", b"mdat", b"wide", b"free", b"skip")


def _what_it_is(path: Path) -> str:
    """The rest of a sentence about a file that holds no stream, from its first bytes."""
    with path.open("rb") as file:
        start = file.read(64)
    if start.startswith(_PICTURES) or (start[:4] == b"RIFF" and start[8:12] == b"WEBP"):
        return "is a picture, not a film; read it with `fanlens read`."
    if start[4:8] in _BOXES:
        return (
            "breaks off before its index was written; end the recording properly, or repair a "
            "copy of it first."
        )
    if start.startswith(_BROKEN_OFF):
        return "is damaged or cut off at its very start; copy it again."
    return f"is no film that can be read; give {READABLE}."


def _pictures_of(container: InputContainer, path: Path) -> VideoStream:
    """The stream of moving pictures; a cover picture is none."""
    moving = [stream for stream in container.streams.video if not stream.disposition & _STILL]
    if not moving:
        kind = "sound" if container.streams.audio else "streams"
        raise FootageError(f"{path.name} holds {kind} but no moving picture; give a film.")
    best = container.streams.best("video")
    stream = best if best in moving else moving[0]
    if stream.codec_context is None:
        raise FootageError(
            f"{path.name} is compressed in a way that cannot be decoded; convert it to H.264 first."
        )
    return stream


_STILL = Disposition.attached_pic | Disposition.timed_thumbnails


def _packets(
    container: InputContainer, stream: VideoStream, damaged: Callable[[int | None], None]
) -> Iterator[Packet]:
    """The stream's packets from where the container stands, past what cannot be read."""
    for _ in range(_MOST_ERRORS):
        try:
            yield from container.demux(stream)
            return
        except av.FFmpegError:
            damaged(None)


def _decoded(
    container: InputContainer,
    stream: VideoStream,
    packets: Iterator[Packet],
    damaged: Callable[[int | None], None] = lambda _: None,
) -> Iterator[VideoFrame]:
    """The pictures of packets in order of time, past those that are damaged."""
    for packet in packets:
        try:
            pictures = packet.decode()
        except av.FFmpegError:
            damaged(packet.pts if packet.pts is not None else packet.dts)
            continue
        for picture in pictures:
            if picture.is_corrupt:
                damaged(_stamp(picture))
            else:
                yield picture


def _stamp(decoded: VideoFrame) -> int | None:
    return decoded.dts if decoded.pts is None else decoded.pts


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
    if stream.duration:
        seconds = float(stream.duration * stream.time_base)
    elif container.duration:
        begun = (container.start_time or 0) / _MICROSECONDS
        seconds = container.duration / _MICROSECONDS - (float(first * stream.time_base) - begun)
    else:
        return None
    return seconds if 0 < seconds <= LONGEST_CLAIM else None


def _measured_duration(container: InputContainer, stream: VideoStream, first: int) -> float:
    """By reading all packets; nothing is decoded."""
    container.seek(stream.start_time or 0, stream=stream)
    last = first
    for packet in _packets(container, stream, lambda _: None):
        stamp = packet.dts if packet.pts is None else packet.pts
        if stamp is not None:
            last = max(last, stamp + (packet.duration or 0))
    return float((last - first) * stream.time_base)
