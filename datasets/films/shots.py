"""What a film is made of: shots of stills, how the camera moves in them, what comes in between."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from datasets.films.layers import Arm
from datasets.films.stills import Still

# While it is cross-faded, a picture counts as shown from this share on.
SHOWN = 0.85
# A hand is covered when more of its tiles' area than this is hidden.
COVERED = 0.02


@dataclass(frozen=True)
class View:
    """Where a camera looks: its middle (x, y) in parts of the still, how near, turned (radians)."""

    x: float = 0.5
    y: float = 0.5
    zoom: float = 1.0
    turn: float = 0.0

    def towards(self, other: View, share: float) -> View:
        """The view on the way to another one, 0..1."""
        pairs = zip(
            (self.x, self.y, self.zoom, self.turn),
            (other.x, other.y, other.zoom, other.turn),
            strict=True,
        )
        return View(*(a + (b - a) * share for a, b in pairs))

    def motion(self, size: tuple[int, int], shake: np.ndarray) -> np.ndarray:
        """From pixels of a still of `size` to those of the film; shake: x, y pixels and radians."""
        width, height = size
        angle = self.turn + shake[2]
        c, s = self.zoom * np.cos(angle), self.zoom * np.sin(angle)
        x, y = self.x * width, self.y * height
        return np.array(
            [
                [c, -s, width / 2 - c * x + s * y + shake[0]],
                [s, c, height / 2 - s * x - c * y + shake[1]],
            ]
        )


@dataclass(frozen=True, eq=False)
class Cover:
    """A hand that comes in, moves along and goes: seconds of the shot, places in the film."""

    start: float
    end: float
    first: np.ndarray
    last: np.ndarray
    arm: Arm

    def shift(self, time: float, size: tuple[int, int]) -> tuple[int, int] | None:
        """Where the arm's layer lies at a time of the shot; None while it is not there."""
        if not self.start <= time <= self.end:
            return None
        share = (time - self.start) / max(self.end - self.start, 1e-6)
        reach = smooth(min(share, 1 - share) / 0.3)
        target = self.first + (self.last - self.first) * smooth((share - 0.25) / 0.5)
        return self.arm.shift(target, reach, size)

    def hides(self, points: np.ndarray, time: float, size: tuple[int, int]) -> bool:
        """Whether a part of tiles, 4n x 2 corners in the film, is under the arm."""
        shift = self.shift(time, size)
        return shift is not None and hidden(points, self.arm.layer.cover, shift) > COVERED


@dataclass(frozen=True)
class Fault:
    """Something the camera does: `strength` pixels of blur or movement at its worst."""

    start: float
    end: float
    strength: float

    def at(self, time: float) -> float:
        """How strong it is, 0 outside its time."""
        if not self.start < time < self.end:
            return 0.0
        return self.strength * float(np.sin(np.pi * (time - self.start) / (self.end - self.start)))


@dataclass(frozen=True, eq=False)
class Shot:
    """One still for some seconds. moving: from when to when the camera goes from one view to the
    other. entry: "cut", "fade" or "sweep", which takes `entry_seconds` from the start on."""

    still: Still
    seconds: float
    first: View
    last: View
    moving: tuple[float, float]
    entry: str = "cut"
    entry_seconds: float = 0.0
    covers: tuple[Cover, ...] = ()
    refocusing: tuple[Fault, ...] = ()
    jolts: tuple[Fault, ...] = ()

    @property
    def traits(self) -> set[str]:
        """What happens in the shot, in words."""
        found = {self.entry}
        if self.first != self.last:
            found.add("camera moves")
        if self.covers:
            found.add("covered")
        if self.refocusing:
            found.add("refocused")
        return found | ({"knocked"} if self.jolts else set())

    def view(self, time: float) -> View:
        start, end = self.moving
        return self.first.towards(self.last, smooth((time - start) / max(end - start, 1e-6)))

    def motion(self, time: float, size: tuple[int, int], shake: np.ndarray) -> np.ndarray:
        """From the still to the film at a time of the shot."""
        knocked = sum(jolt.at(time) for jolt in self.jolts)
        if knocked:
            sway = (0.6 * np.sin(19 * time), np.cos(23 * time), 0.0)
            shake = shake + knocked * np.array(sway)
        return self.view(time).motion(size, shake)

    def blur(self, time: float) -> float:
        """Standard deviation in pixels of the film."""
        return sum(fault.at(time) for fault in self.refocusing)

    def entered(self, time: float) -> float:
        """How far the shot before is gone, 0..1."""
        if not self.entry_seconds:
            return 1.0
        return float(np.clip(time / self.entry_seconds, 0.0, 1.0))

    def shows(
        self, corners: np.ndarray, time: float, motion: np.ndarray, size: tuple[int, int]
    ) -> bool:
        """Whether tiles, n x 4 x 2 in pixels of the still, lie wholly in the film's picture with
        nothing over them."""
        points = moved(corners, motion)
        if (points < -1).any() or (points > np.array(size) + 1).any():
            return False
        return not any(cover.hides(points, time, size) for cover in self.covers)


def moved(corners: np.ndarray, motion: np.ndarray) -> np.ndarray:
    """Corners n x 4 x 2 under an affine motion, as points 4n x 2."""
    return corners.reshape(-1, 2) @ motion[:, :2].T + motion[:, 2]


def hidden(points: np.ndarray, cover: np.ndarray, shift: tuple[int, int]) -> float:
    """The share of tiles' area under a layer; points: 4n x 2 corners of n tiles."""
    quads = points.reshape(-1, 4, 2)
    middle = quads.mean(axis=1, keepdims=True)
    samples = np.concatenate([middle, middle + 0.8 * (quads - middle)], axis=1).reshape(-1, 2)
    x, y = np.round(samples - shift).astype(int).T
    inside = (x >= 0) & (y >= 0) & (x < cover.shape[1]) & (y < cover.shape[0])
    if not inside.any():
        return 0.0
    return float((cover[y[inside], x[inside]] > 127).sum() / len(samples))


def smooth(share: float) -> float:
    """From 0 to 1 without a jerk at either end."""
    share = min(max(share, 0.0), 1.0)
    return share * share * (3 - 2 * share)


class Shake:
    """How a camera that is held by hand moves: slow waves of x, y (pixels) and angle (radians)."""

    def __init__(self, rng: np.random.Generator, size: tuple[int, int], strength: float) -> None:
        reach = np.array([size[0] * 0.004, size[0] * 0.004, 0.004]) * strength
        self._rates = rng.uniform(0.15, 1.6, (6, 3)) * 2 * np.pi
        self._phases = rng.uniform(0, 2 * np.pi, (6, 3))
        self._reach = reach / np.sqrt(self._rates / self._rates.min()) / 2.4

    def at(self, time: float) -> np.ndarray:
        return (self._reach * np.sin(self._rates * time + self._phases)).sum(axis=0)
