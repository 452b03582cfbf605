"""From a story to the frames of its film, and to what of it is on show when."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

import cv2
import numpy as np

from datasets.films.planes import Planes
from datasets.films.shots import SHOWN, Shot, moved
from datasets.films.stills import ShownHand
from datasets.films.story import Quality, Story

# Noise comes from a field larger than a picture by this many pixels, another part for each frame.
SPARE = 64
SHUTTER = 0.6  # part of the time between two frames for which it is open


@dataclass(eq=False)
class Showing:
    """A finished hand of a film, as it comes to light.

    still: the name of its still. traits: what happened while it was shown. spans: from the first
    to the last frame, in seconds, of each while in which it is wholly in the picture.
    """

    hand: ShownHand
    still: str
    traits: set[str] = field(default_factory=set)
    spans: list[list[float]] = field(default_factory=list)

    def seen(self, time: float, gap: float) -> None:
        """It is in the frame of a time; gap: the longest there is between two frames."""
        if self.spans and time - self.spans[-1][1] <= gap:
            self.spans[-1][1] = time
        else:
            self.spans.append([time, time])


@dataclass(frozen=True, eq=False)
class Moment:
    """One frame: seconds, its picture, and the hands wholly in it with their corners there."""

    time: float
    picture: Planes
    showing: tuple[tuple[Showing, np.ndarray], ...]
    sharp: bool


class Camera:
    """Films a story frame by frame."""

    def __init__(self, story: Story, rng: np.random.Generator) -> None:
        self.story, self.rng = story, rng
        self.size = story.quality.size
        self.showings: list[Showing] = []
        self._known: dict[tuple[str, int], Showing] = {}
        self._planes: dict[int, Planes] = {}
        self._last: tuple | None = None
        width, height = self.size
        sigma = story.quality.noise
        self._noise = None
        if sigma:
            grain = rng.normal(128, sigma, (height + SPARE, width + SPARE))
            self._noise = np.clip(np.round(grain), 0, 255).astype(np.uint8)

    def film(self) -> Iterator[Moment]:
        shots = self.story.shots
        starts = np.cumsum([0.0, *(shot.seconds for shot in shots)])
        for time, gap in frame_times(self.rng, self.story.quality, self.story.seconds):
            k = int(np.searchsorted(starts, time, side="right")) - 1
            yield self._moment(time, gap, shots, starts, min(k, len(shots) - 1))

    def _moment(self, time: float, gap: float, shots, starts, k: int) -> Moment:
        shot, local = shots[k], time - starts[k]
        picture, motion = self._seen(shot, local, time, gap)
        seen, sharp = [], shot.blur(local) < 0.7 and not any(j.at(local) for j in shot.jolts)
        share = shot.entered(local)
        if share < 1 and k:
            gone = shots[k - 1]
            behind, other = self._seen(gone, starts[k] - starts[k - 1] + local, time, gap)
            picture = behind.mixed(picture, share)
            sharp = False
            if 1 - share >= SHOWN:
                seen += self._shown(gone, gone.seconds + local, other, shots, starts, k, time)
        if share >= SHOWN:
            seen += self._shown(shot, local, motion, shots, starts, k, time)
        for cover, at in _covers(shots, starts, k, time):
            shift = cover.shift(at, self.size)
            if shift is not None:
                picture = cover.arm.layer.over(picture, shift)
                sharp = False
        if self.story.overlay is not None:
            picture = self.story.overlay.over(picture)
        return Moment(time, picture, tuple(seen), sharp and share == 1)

    def _seen(self, shot: Shot, local: float, time: float, gap: float):
        """The still under the camera's motion, blurred as it is; the motion."""
        shake = self.story.shake.at(time) if self.story.shake else np.zeros(3)
        motion = shot.motion(local, self.size, shake)
        key = (id(shot.still), motion.tobytes())
        blur = shot.blur(local)
        if self._last is not None and self._last[0] == key and blur < 0.5:
            return self._last[1], motion
        whole = self._planes.get(id(shot.still))
        if whole is None:
            whole = self._planes[id(shot.still)] = Planes.of(shot.still.picture)
        picture = whole.moved(motion, self.size)
        if blur >= 0.5:
            return picture.soft(blur), motion
        middle = np.array([*(np.array(self.size) / 2), 1.0])
        earlier = shot.motion(local - gap, self.size, shake) if shot.jolts else motion
        along = SHUTTER * (motion - earlier) @ middle
        if np.hypot(*along) > 2:
            return picture.dragged(along), motion
        self._last = (key, picture)
        return picture, motion

    def _shown(self, shot, local, motion, shots, starts, k, time):
        """The finished hands that are wholly in the picture."""
        out = []
        for number, hand in enumerate(shot.still.hands):
            if not shot.shows(hand.corners, local, motion, self.size):
                continue
            points = moved(hand.corners, motion)
            covers = _covers(shots, starts, k, time)
            if not any(cover.hides(points, at, self.size) for cover, at in covers):
                out.append((self._showing(shot, number, hand), points.reshape(-1, 4, 2)))
        return out

    def _showing(self, shot: Shot, number: int, hand: ShownHand) -> Showing:
        key = (shot.still.name, number)
        if key not in self._known:
            self._known[key] = Showing(hand, shot.still.name)
            self.showings.append(self._known[key])
        showing = self._known[key]
        showing.traits |= {*shot.still.traits, *shot.traits}
        return showing

    def noisy(self, picture: Planes) -> Planes:
        """With the noise of the camera's sensor."""
        if self._noise is None:
            return picture
        x, y = self.rng.integers(0, SPARE, 2)
        width, height = self.size
        part = self._noise[y : y + height, x : x + width]
        return Planes(cv2.addWeighted(picture.luma, 1, part, 1, -128), picture.u, picture.v)


def _covers(shots, starts, k: int, time: float):
    """The arms that may be over shot k at a time: its own, and one ahead of the next shot."""
    for n in (k, k + 1):
        if n < len(shots):
            for cover in shots[n].covers:
                yield cover, time - starts[n]


def frame_times(
    rng: np.random.Generator, quality: Quality, seconds: float
) -> Iterator[tuple[float, float]]:
    """The time of each frame and the time since the one before, in seconds."""
    step = 1 / quality.rate
    time, gap = 0.0, step
    while time < seconds:
        yield time, gap
        gap = step
        if quality.variable:
            gap = step * float(rng.uniform(0.6, 1.4)) * (2.0 if rng.random() < 0.04 else 0.97)
        time = round(time + gap, 4)
