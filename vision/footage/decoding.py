"""From a film file's packets to pictures with time stamps, past whatever is damaged."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator
from fractions import Fraction
from itertools import islice

import av
from av.container import InputContainer
from av.packet import Packet
from av.video.frame import VideoFrame
from av.video.stream import VideoStream

# Of a film that does not say how many pictures a second it has.
USUAL_FPS = 30
# How many packets may come between one and those that are shown next to it.
_REORDERED = 16
# A file that yields only errors is left after so many.
_MOST_ERRORS = 1000
# In Matroska, times before 0 end 33 seconds before it.
_MOST_UNDATED = 2000

OnStamp = Callable[[int | None], None]


def packets_of(
    container: InputContainer, stream: VideoStream, damaged: OnStamp
) -> Iterator[Packet]:
    """The stream's packets from where the container stands, past what cannot be read."""
    for _ in range(_MOST_ERRORS):
        try:
            yield from container.demux(stream)
            return
        except av.FFmpegError:
            damaged(None)


def sparing(packets: Iterator[Packet], step_of: Callable[[int], int]) -> Iterator[Packet]:
    """The same packets, the decoder told before each whether its picture is the first in its step:
    others are decoded only if further pictures refer to them."""
    window: deque[tuple[Packet, tuple[int, int] | None]] = deque()

    def told(at: int) -> Packet:
        packet, mine = window[at]
        spared = mine is not None and any(
            other is not None and other[0] == mine[0] and other[1] < mine[1] for _, other in window
        )
        packet.stream.codec_context.skip_frame = "NONREF" if spared else "DEFAULT"
        return packet

    for packet in packets:
        stamp = packet.pts
        sure = stamp is not None and not is_avi(packet.stream.container)
        window.append((packet, (step_of(stamp), stamp) if sure else None))
        if len(window) > 2 * _REORDERED:
            window.popleft()
        if len(window) > _REORDERED:
            yield told(len(window) - _REORDERED - 1)
    for at in range(max(0, len(window) - _REORDERED), len(window)):
        yield told(at)


def decoded_of(
    packets: Iterator[Packet], stamp_of: Stamps, damaged: OnStamp = lambda _: None
) -> Iterator[tuple[int, VideoFrame]]:
    """The pictures of packets with their time stamps, in order of time, past the damaged ones."""
    for packet in packets:
        try:
            pictures = packet.decode()
        except av.FFmpegError:
            damaged(packet.dts if packet.pts is None else packet.pts)
            continue
        for picture in pictures:
            stamp = stamp_of(picture, packet)
            if picture.is_corrupt:
                damaged(stamp)
            else:
                yield stamp, picture


class Stamps:
    """Tells the time stamps of pictures in the order in which they leave the decoder.

    undated: how many there are before the first that has one; they come from `first` on, `ticks`
    apart. count: how many there were.
    """

    def __init__(self, undated: int = 0, first: int = 0, ticks: Fraction = Fraction(1)) -> None:
        self._undated, self._first, self._ticks = undated, first, ticks
        self._next = self.count = 0

    def __call__(self, picture: VideoFrame, packet: Packet) -> int:
        # AVI has no times of showing: each picture takes that of the packet which set it free.
        stamp = None if is_avi(packet.stream.container) else picture.pts
        if stamp is None and self.count < self._undated:
            stamp = self._first + round(self.count * self._ticks)
        if stamp is None:
            stamp = picture.dts
        if stamp is None:
            stamp = self._next
        self._next = stamp + max(1, picture.duration or 0)
        self.count += 1
        return stamp


def undated_of(
    container: InputContainer,
    decoded: VideoFrame,
    pictures: Iterator[tuple[int, VideoFrame]],
    stamps: Stamps,
) -> tuple[int, int]:
    """How many pictures from `decoded` on have no time, and that of the first which has one; 0 and
    0 where none has."""
    if decoded.pts is None and not is_avi(container):
        for stamp, picture in islice(pictures, _MOST_UNDATED):
            if picture.pts is not None:
                return stamps.count - 1, stamp
    return 0, 0


def ticks_of(stream: VideoStream) -> Fraction:
    """From one picture to the next on average, in units of the stream's time stamps."""
    rate = stream.average_rate
    return 1 / ((rate if rate and 1 <= rate <= 240 else USUAL_FPS) * stream.time_base)


def watched(packets: Iterator[Packet], hidden: set[bool]) -> Iterator[Packet]:
    """The same packets; notes whether any is one that the film does not show."""
    for packet in packets:
        hidden.add(packet.is_discard)
        yield packet


def is_avi(container: InputContainer) -> bool:
    return container.format.name == "avi"
