"""From the frames of one segment of film to the stretches in which its tiles keep their places.

Every frame is looked at cheaply; few are read. A stretch begins where the picture comes to rest and
differs from before, and ends where it next does.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from typing import Protocol

import cv2
import numpy as np

from vision.footage.hands import LEAST_FRAMES, find_hands, may_hold_a_hand
from vision.footage.stillness import FASTEST, SIDE, Look, Watcher, in_pixels, travel
from vision.footage.tracks import FrameReading, Pooled, contradict, pool
from vision.footage.values import STILL, Motion, Sighting, Stretch
from vision.images import Photo
from vision.reading import Reader


class Frame(Protocol):
    """A frame of film. time: seconds from the film's first video frame."""

    time: float

    def grey(self, width: int) -> np.ndarray:
        """The picture `width` pixels wide, as uint8 (height, width)."""

    def photo(self) -> Photo:
        """The whole upright picture."""


# How sure it must be that a place of a single frame is a tile.
CERTAINTY = 0.7


@dataclass(frozen=True)
class Options:
    """What a segment's reading costs and sees; all times are seconds of film.

    every: between the frames that are looked at. settle: how long the picture must rest before it
    is read. patience: how long a sharper frame is waited for, half as long for the first. finished,
    unfinished: how long after a frame the next one of the same stretch is read, for each in turn
    and then twice as long each time, where a finished hand is seen and where none is. impatience:
    after how long a picture that does not come to rest is read all the same. reads, saved: how many
    frames may be read per second, and how many that were not may be made up for. moved: how far the
    camera may move, in longer sides of the picture, before a frame is read again.
    """

    every: float = 0.2
    settle: float = 0.15
    patience: float = 0.5
    finished: tuple[float, ...] = (0.5, 0.7, 1.0, 6.0)
    unfinished: tuple[float, ...] = (2.5, 6.0)
    impatience: float = 3.0
    reads: float = 0.4
    saved: float = 4.0
    moved: float = 0.12


def reader_for(reader: Reader, size: tuple[int, int]) -> Reader:
    """The same networks for pictures of a film, whose longer side is at least 1280 network pixels
    in the largest look, and else no longer than in the film: larger ones show nothing more.

    A picture without tiles would be searched at the largest size, which takes ten times as long as
    to read a hand. What several frames show need not be as sure in each.
    """
    doublings = max(1, math.floor(math.log2(max(size) / reader.settings.size)))
    most = min(reader.settings.most_doublings, doublings)
    sure = min(reader.settings.certainty, CERTAINTY)
    settings = replace(reader.settings, most_doublings=most, certainty=sure)
    return Reader(reader.detector, reader.faces, settings)


def analyse(frames: Iterable[Frame], reader: Reader, options: Options = Options()) -> list[Stretch]:
    """The stretches of some frames of one size, in order of time.

    frames: about `options.every` seconds apart. Few are alive at a time, however many there are.
    """
    analysis = _Analysis(reader, options)
    for frame in frames:
        analysis.see(frame)
    return analysis.finish()


# A frame this much less sharp than the sharpest of its stretch is no use.
BLURRED = 0.4
# Reads that are kept for what was not seen yet.
SPARE = 3.0
# A frame this near to the sharpest is not waited for any longer, and how that fades from frame to
# frame, since a camera that moves shows other things.
SHARP, FADING = 0.95, 0.97


@dataclass(eq=False)
class _Open:
    """A stretch that has not ended.

    seen: the motions from its reference by time, in pixels of the grey picture. undisturbed: until
    when it was at rest without a break since the last reading. due: when to read it next. wanted:
    since when a frame has been. read_at: the motion to the last frame read. sharpest: of its
    frames. pooled: what the readings say together. hands: its hands, by what `searched` was pooled
    then: as long as the same tiles are seen, it is good enough to say when to read again.
    """

    start: float
    end: float
    seen: list[tuple[float, Motion]]
    undisturbed: float
    due: float
    disturbed: bool = False
    wanted: float | None = None
    read_at: Motion = STILL
    sharpest: float = 0.0
    readings: list[FrameReading] = field(default_factory=list)
    pooled: Pooled | None = None
    searched: Pooled | None = None
    hands: list[tuple[int, ...]] = field(default_factory=list)

    @classmethod
    def at(cls, start: float, time: float, motion: Motion) -> _Open:
        return cls(start, time, [(time, motion)], time, time)

    def search(self) -> None:
        """Looks for finished hands among the tiles, which takes about as long as a reading."""
        if self.searched is not self.pooled:
            self.hands, self.searched = _hands(self.pooled), self.pooled


class _Analysis:
    """The state between two frames."""

    def __init__(self, reader: Reader, options: Options) -> None:
        self.reader, self.options = reader, options
        self.watcher = Watcher()
        self.width = SIDE
        self.shape = (0, 0)
        self.stretches: list[Stretch] = []
        self.open: _Open | None = None
        self.pending: tuple[Look, Frame] | None = None
        self.quiet_since: float | None = None
        self.busy_since: float | None = None
        self.other_since: float | None = None
        self.credit = options.saved
        self.time: float | None = None

    def see(self, frame: Frame) -> None:
        """The next frame."""
        look = self.watcher.look(frame.time, self._grey(frame))
        if self.time is not None:
            earned = self.options.reads * (frame.time - self.time)
            self.credit = min(self.options.saved, self.credit + earned)
        self.time = frame.time
        if look.quiet:
            self._rest(look, frame)
        else:
            self._move(look, frame)

    def finish(self) -> list[Stretch]:
        """The stretches, after the last frame."""
        self._close()
        return self.stretches

    def _grey(self, frame: Frame) -> np.ndarray:
        grey = frame.grey(self.width)
        if grey.shape[0] > SIDE:
            self.width = max(1, round(SIDE * grey.shape[1] / grey.shape[0]))
            grey = frame.grey(self.width)
        self.shape = grey.shape
        return grey

    # -- at rest and in motion --------------------------------------------------------------------

    def _rest(self, look: Look, frame: Frame) -> None:
        self.busy_since = None
        if self.quiet_since is None:
            self.quiet_since = look.time
        settled = look.time - self.quiet_since >= self.options.settle
        if self.open is not None and look.same:
            self.other_since = None
            self._go_on(self.open, look)
        else:
            if self.other_since is None:
                self.other_since = look.time
            # One frame that looks other may be a flash, or a motion that was followed wrongly.
            if not settled or (self.open and look.time == self.other_since):
                return
            self._close()
            self.watcher.refer()
            since = max(self.quiet_since, self.other_since)
            self.open = _Open.at(since, look.time, STILL)
            self.other_since = None
            look = replace(look, motion=STILL)
        if settled:
            self._consider(self.open, look, frame)

    def _go_on(self, stretch: _Open, look: Look) -> None:
        stretch.end = look.time
        stretch.seen.append((look.time, look.motion))
        stretch.sharpest = max(look.sharpness, FADING * stretch.sharpest)
        if not stretch.disturbed:
            stretch.undisturbed = look.time

    def _move(self, look: Look, frame: Frame) -> None:
        self.quiet_since = self.other_since = None
        if self.busy_since is None:
            self.busy_since = look.time
        if self.open is not None:
            self._hurry(self.open)
            self.open.disturbed = True
        waited = look.time - self.busy_since >= self.options.impatience
        if waited and look.registered and look.speed < FASTEST:
            self._close()
            self.watcher.refer()
            self.open = _Open.at(look.time, look.time, STILL)
            self.pending = replace(look, motion=STILL), frame
            self._take_pending(self.open)
            self.open.disturbed = True
            self.busy_since = look.time

    # -- reading ----------------------------------------------------------------------------------

    def _consider(self, stretch: _Open, look: Look, frame: Frame) -> None:
        """Takes a frame at rest for reading, if one is due, or waits for a sharper one."""
        if not (look.time >= stretch.due or stretch.disturbed or self._moved_on(stretch, look)):
            return
        if self.credit < self._price(stretch):
            return
        if stretch.wanted is None:
            stretch.wanted = look.time
        if self.pending is None or look.sharpness > self.pending[0].sharpness:
            self.pending = look, frame
        # What was not seen yet may be gone again soon.
        patience = self.options.patience * (1.0 if stretch.readings else 0.5)
        waited = look.time - stretch.wanted >= patience
        if waited or (stretch.readings and look.sharpness >= SHARP * stretch.sharpest):
            self._take_pending(stretch)

    @staticmethod
    def _price(stretch: _Open) -> float:
        """What must be left of the reads to spend one more on a stretch: least to see a hand again
        that was seen once, most to see again what is known."""
        if not stretch.readings:
            return 1.0
        return 0.0 if stretch.hands and len(stretch.readings) < LEAST_FRAMES else SPARE

    def _moved_on(self, stretch: _Open, look: Look) -> bool:
        if not stretch.readings or look.motion == stretch.read_at:
            return False
        side = max(self.shape)
        return travel(stretch.read_at, look.motion, self.shape) > self.options.moved * side

    def _hurry(self, stretch: _Open) -> None:
        """Reads the frame that waits to be before it is too late, if it is needed."""
        if len(stretch.readings) < LEAST_FRAMES:
            self._take_pending(stretch)
        self.pending = stretch.wanted = None

    def _take_pending(self, stretch: _Open) -> None:
        """Reads the frame that waits to be, if there is one."""
        if self.pending is None:
            return
        look, frame = self.pending
        self.pending = stretch.wanted = None
        if stretch.readings and look.sharpness < BLURRED * stretch.sharpest:
            return
        self.credit -= 1.0
        photo = frame.photo()
        height, width = self.shape
        reading = FrameReading(
            look.time,
            self.reader.read(photo).detections,
            photo.size,
            in_pixels(look.motion, (width, height), photo.size),
            look.sharpness,
            look.moving,
        )
        if (
            stretch.disturbed
            and stretch.pooled
            and contradict(stretch.pooled, stretch.readings, reading)
        ):
            stretch = self._part(stretch, look)
        stretch.disturbed, stretch.undisturbed = False, look.time
        stretch.read_at = look.motion
        stretch.readings.append(reading)
        stretch.pooled = pool(stretch.readings)
        if stretch.searched is None or _names(stretch.searched) != _names(stretch.pooled):
            stretch.search()
        gaps = self.options.finished if stretch.hands else self.options.unfinished
        n = len(stretch.readings)
        stretch.due = look.time + gaps[min(n, len(gaps)) - 1] * 2 ** max(0, n - len(gaps))

    def _part(self, stretch: _Open, look: Look) -> _Open:
        """Ends a stretch where it was disturbed, and goes on with the same reference."""
        following = _Open.at(look.time, stretch.end, look.motion)
        following.seen = [(t, m) for t, m in stretch.seen if t >= look.time] or following.seen
        stretch.seen = [(t, m) for t, m in stretch.seen if t <= stretch.undisturbed]
        stretch.end = stretch.undisturbed
        following.sharpest = stretch.sharpest
        self._close()
        self.open = following
        return following

    def _close(self) -> None:
        """Ends the open stretch, if there is one."""
        if self.open is None:
            return
        self._hurry(self.open)
        stretch, self.open = self.open, None
        if stretch.readings:
            stretch.search()
            self.stretches.append(_stretch(stretch, self.shape))


def _names(pooled: Pooled) -> list[int]:
    """The likeliest tile of each place."""
    return [int(np.argmax(place.probabilities)) for place in pooled.places]


def _hands(pooled: Pooled) -> list[tuple[int, ...]]:
    detections = [place.detection for place in pooled.places]
    if not may_hold_a_hand(detections):
        return []
    return [hand.boxes for hand in find_hands(detections)]


def _stretch(found: _Open, shape: tuple[int, int]) -> Stretch:
    """The stretch as a value; shape: of the grey picture."""
    height, width = shape
    size = found.readings[0].size
    best = found.readings[found.pooled.best]
    back = cv2.invertAffineTransform(np.array(best.motion).reshape(2, 3))
    keys = [
        (time, motion)
        for at, (time, motion) in enumerate(found.seen)
        if {m for _, m in found.seen[max(0, at - 1) : at + 2]} != {motion} or at == 0
    ]
    motions = []
    for _, motion in keys:
        here = np.array(in_pixels(motion, (width, height), size)).reshape(2, 3)
        motions.append(tuple((here @ np.vstack([back, [0, 0, 1]])).ravel().tolist()))
    start = min(found.start, keys[0][0])
    sighting = Sighting(start, found.end, tuple(time for time, _ in keys), tuple(motions))
    times = tuple(reading.time for reading in found.readings)
    return Stretch(sighting, times, best.time, size, found.pooled.places, tuple(found.hands))
