"""Which frames of a film are worth reading: what moves, what changed, how sharp it is.

A `Watcher` sees every frame as a small grey picture. It follows the camera against a reference
frame, so that a slow pan or zoom is no change, and tells hands that move through the picture from a
table that looks different afterwards.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import cv2
import numpy as np

from vision.footage.values import STILL, Motion

# Grey pictures are this long on their longer side; all lengths below are in their pixels.
SIDE = 480
SMOOTH = 1.0
# Grey levels by which a pixel must differ, and how many times the noise that must be. Two pictures
# that have nothing in common differ by what would be much noise, but no film has more than so much.
LEAST_STEP, NOISE_STEPS, MOST_STEP = 11.0, 6.0, 33.0
# Parts of the picture: below these nothing moves, and nothing has changed.
MOVING, CHANGED = 0.0008, 0.0005
# Light and noise are measured on every so many pixels across and down. A moved picture's new edges
# and a strip along them, in pixels, are not compared.
SPARSE, EDGE = 3, 3
# A part of the picture that moves most of the time is an overlay or a player's face. Its square
# blocks, in pixels, are passed over from this share of the last seconds on.
BLOCK, RESTLESS, MEMORY = 16, 0.6, 15.0
# How fast the camera may move for a frame to be read: the picture's longer side, per second.
FASTEST = 0.15
# Frames are one view as long as this part of the picture stays, at scales in this range.
LEAST_SHARED, SCALES = 0.6, (0.7, 1.45)
# How many corners the camera's motion is told from, and the least number and part that must agree;
# after how many frames they are looked for again; how little, in pixels, is no motion.
FEATURES, LEAST_FEATURES, INLIERS = 160, 10, 0.35
FOLLOWED = 10
STATIC = 0.3


@dataclass(frozen=True, eq=False)
class Look:
    """What a frame shows against the one before and against the reference.

    registered: whether the camera's motion since the frame before is known. speed: of the camera,
    in longer sides of the picture per second. moving: (height, width) where something moves of its
    own. busy: the part of the picture in which it does, overlays aside. motion: from the reference
    to this frame, in pixels of the grey picture; None where they show no common view. changed: the
    part of the picture that differs from the reference, overlays aside. sharpness: the variance of
    the second derivative.
    """

    time: float
    registered: bool
    speed: float
    moving: np.ndarray
    busy: float
    motion: Motion | None
    changed: float
    sharpness: float

    @property
    def quiet(self) -> bool:
        """Whether nothing moves but a slow camera."""
        return self.registered and self.busy < MOVING and self.speed < FASTEST

    @property
    def same(self) -> bool:
        """Whether the reference is still in view, unchanged."""
        return self.motion is not None and self.changed < CHANGED


class Watcher:
    """Sees frames in order of time. Only what `Look` says leaves it."""

    def __init__(self) -> None:
        self._before: np.ndarray | None = None
        # Corners in the frame before, and for how many frames they have been followed.
        self._points, self._followed_for = np.zeros((0, 1, 2), np.float32), 0
        self._time = 0.0
        self._reference: np.ndarray | None = None
        self._motion: np.ndarray | None = None
        self._features: np.ndarray | None = None
        self._restless = np.zeros((0, 0), np.float32)

    def look(self, time: float, grey: np.ndarray) -> Look:
        """What the next frame shows; grey: uint8 (height, width), of one size in every call."""
        grey = cv2.GaussianBlur(grey, (0, 0), SMOOTH)
        height, width = grey.shape
        if self._before is None or self._before.shape != grey.shape:
            self._restless = np.zeros((-(-height // BLOCK), -(-width // BLOCK)), np.float32)
            step, seconds = None, 0.2
        else:
            step, seconds = self._step(grey), max(time - self._time, 1e-3)
        if step is None:
            moving, speed = np.ones(grey.shape, bool), math.inf
            self._motion = None if self._reference is None else self._found_again(grey)
        else:
            moving = differing(self._before, grey, step)
            speed = _travel(step, grey.shape) / max(grey.shape) / seconds
            if self._motion is not None:
                self._motion = self._followed(grey, step)
        seen = self._minding(moving)
        busy = float((moving & seen).mean())
        if step is not None:
            self._remember(moving, seconds)
        changed = 1.0
        if self._motion is not None:
            changed = float((differing(self._reference, grey, self._motion) & seen).mean())
        self._before, self._time = grey, time
        sharpness = float(cv2.Laplacian(grey, cv2.CV_32F).var())
        motion = None if self._motion is None else _as_motion(self._motion)
        return Look(time, step is not None, speed, moving, busy, motion, changed, sharpness)

    def refer(self) -> None:
        """Makes the last frame the reference."""
        self._reference, self._motion, self._features = self._before, np.eye(2, 3), None

    def _minding(self, moving: np.ndarray) -> np.ndarray:
        """Where motion counts (height, width)."""
        height, width = moving.shape
        blocks = np.repeat(np.repeat(self._restless < RESTLESS, BLOCK, axis=0), BLOCK, axis=1)
        return blocks[:height, :width]

    def _remember(self, moving: np.ndarray, seconds: float) -> None:
        rows, columns = self._restless.shape
        padded = np.zeros((rows * BLOCK, columns * BLOCK), bool)
        padded[: moving.shape[0], : moving.shape[1]] = moving
        active = padded.reshape(rows, BLOCK, columns, BLOCK).any(axis=(1, 3))
        share = 1 - math.exp(-seconds / MEMORY)
        self._restless += share * (active - self._restless)

    def _step(self, grey: np.ndarray) -> np.ndarray | None:
        """The camera's motion since the frame before. Corners are followed for a while, since it
        costs more to look for them than to follow them."""
        if self._followed_for == 0:
            self._points = features(self._before)
        step = _motion_of(self._before, grey, self._points, np.eye(2, 3))
        if step is None and self._followed_for:
            self._points, self._followed_for = features(self._before), 0
            step = _motion_of(self._before, grey, self._points, np.eye(2, 3))
        if step is None or self._followed_for >= FOLLOWED or not len(self._points):
            self._followed_for = 0
            return step
        self._points = cv2.transform(self._points, step).astype(np.float32)
        self._followed_for += 1
        return step

    def _followed(self, grey: np.ndarray, step: np.ndarray) -> np.ndarray | None:
        """The motion from the reference after one more step, None once it is out of view."""
        guess = _after(self._motion, step)
        if _travel(step, grey.shape) > 0:
            if self._features is None:
                self._features = features(self._reference)
            found = _motion_of(self._reference, grey, self._features, guess)
            guess = guess if found is None else found
        return guess if _shares_view(guess, grey.shape) else None

    def _found_again(self, grey: np.ndarray) -> np.ndarray | None:
        """The reference after something hid the picture for a moment: only where it was."""
        guess = np.eye(2, 3) if self._motion is None else self._motion
        if self._features is None:
            self._features = features(self._reference)
        found = _motion_of(self._reference, grey, self._features, guess)
        return found if found is not None and _shares_view(found, grey.shape) else None


def motion_between(before: np.ndarray, after: np.ndarray) -> np.ndarray | None:
    """How the camera moved from one smoothed grey picture to the next, (2, 3); None if unclear.

    A still camera moves by nothing at all, so that no drift adds up.
    """
    return _motion_of(before, after, features(before), np.eye(2, 3))


def features(grey: np.ndarray) -> np.ndarray:
    """Corners (n, 1, 2) that can be found again."""
    found = cv2.goodFeaturesToTrack(grey, FEATURES, 0.01, max(grey.shape) / 60)
    return np.zeros((0, 1, 2), np.float32) if found is None else found


def _motion_of(
    before: np.ndarray, after: np.ndarray, points: np.ndarray, guess: np.ndarray
) -> np.ndarray | None:
    if len(points) < LEAST_FEATURES:
        # Nothing to follow in an empty picture: it stays where it is as long as it looks the same.
        return guess if differing(before, after, guess).mean() < CHANGED else None
    expected = cv2.transform(points, guess).astype(np.float32)
    moved, found, _ = cv2.calcOpticalFlowPyrLK(
        before,
        _as_light_as(before, after),
        points,
        expected.copy(),
        winSize=(15, 15),
        maxLevel=3,
        flags=cv2.OPTFLOW_USE_INITIAL_FLOW,
    )
    kept = found.ravel() == 1
    if kept.sum() < max(LEAST_FEATURES, INLIERS * len(points)):
        return None
    source, target = points[kept, 0], moved[kept, 0]
    stays = np.hypot(*(target - expected[kept, 0]).T) < STATIC
    if stays.mean() > 0.5:
        return guess
    matrix, inliers = cv2.estimateAffinePartial2D(
        source, target, method=cv2.RANSAC, ransacReprojThreshold=1.0, maxIters=200
    )
    if matrix is None or inliers.sum() < max(LEAST_FEATURES, INLIERS * len(points)):
        return None
    return matrix


def _as_light_as(before: np.ndarray, after: np.ndarray) -> np.ndarray:
    """The second picture with its light as a whole set to that of the first."""
    lighter = _median(after[::4, ::4]) - _median(before[::4, ::4])
    return cv2.subtract(after, lighter) if lighter else after


def differing(before: np.ndarray, after: np.ndarray, motion: np.ndarray) -> np.ndarray:
    """Where (height, width) a smoothed grey picture differs from another that was moved.

    Changes of the light as a whole, noise and the picture's new edges are no difference.
    """
    still = bool(np.array_equal(motion, np.eye(2, 3)))
    if still:
        low = high = before
    else:
        height, width = after.shape
        moved = cv2.warpAffine(before, motion, (width, height), borderMode=cv2.BORDER_REPLICATE)
        # A pixel off is no difference either.
        low, high = cv2.erode(moved, _THREE), cv2.dilate(moved, _THREE)
    sample = after[::SPARSE, ::SPARSE].astype(np.int16)
    rise = sample - high[::SPARSE, ::SPARSE]
    if not still:
        rise = np.where(rise > 0, rise, np.minimum(sample - low[::SPARSE, ::SPARSE], 0))
    light = _median(rise)
    noise = 1.4826 * _median(np.abs(rise - light))
    step = min(max(LEAST_STEP, NOISE_STEPS * noise), MOST_STEP)
    # What is cut off at black and white is no more than the light as a whole changed.
    after = cv2.subtract(after, light) if light else after
    apart = cv2.max(cv2.subtract(after, high), cv2.subtract(low, after))
    _, differs = cv2.threshold(apart, step, 1, cv2.THRESH_BINARY)
    if not still:
        differs = cv2.bitwise_and(differs, _inside(motion, after.shape))
    return cv2.morphologyEx(differs, cv2.MORPH_OPEN, _THREE).view(bool)


_THREE = np.ones((3, 3), np.uint8)


def _median(values: np.ndarray) -> int:
    """The median of a few thousand whole numbers, quicker than by sorting."""
    least = int(values.min())
    counts = np.bincount((values - least).ravel())
    return least + int(np.searchsorted(np.cumsum(counts), values.size / 2))


def _inside(motion: np.ndarray, shape: tuple[int, ...]) -> np.ndarray:
    """1 where a picture that was moved covers its own frame, less a strip along its edge, else 0;
    uint8 (height, width)."""
    quad = cv2.transform(_corners(shape), motion)
    covered = np.zeros(shape, np.uint8)
    cv2.fillConvexPoly(covered, np.round(quad).astype(np.int32), 1)
    cv2.polylines(covered, [np.round(quad).astype(np.int32)], True, 0, 2 * EDGE + 1)
    return covered


def in_pixels(motion: Motion, small: tuple[int, int], size: tuple[int, int]) -> Motion:
    """A motion in pixels of a small picture, (width, height), in those of the whole one."""
    across, down = size[0] / small[0], size[1] / small[1]
    a, b, c, d, e, f = motion
    return (a, b * across / down, c * across, d * down / across, e, f * down)


def travel(first: Motion, second: Motion, shape: tuple[int, ...]) -> float:
    """How far apart, in pixels, two motions move the corner of a picture that differs most."""
    corners = _corners(shape)
    a, b = (cv2.transform(corners, np.array(m).reshape(2, 3)) for m in (first, second))
    return float(np.linalg.norm(a - b, axis=-1).max())


def _after(first: np.ndarray, second: np.ndarray) -> np.ndarray:
    return second @ np.vstack([first, [0.0, 0.0, 1.0]])


def _as_motion(matrix: np.ndarray) -> Motion:
    return STILL if np.array_equal(matrix, np.eye(2, 3)) else tuple(map(float, matrix.ravel()))


def _corners(shape: tuple[int, ...]) -> np.ndarray:
    height, width = shape
    return np.array([[[0, 0]], [[width, 0]], [[width, height]], [[0, height]]], np.float32)


def _travel(motion: np.ndarray, shape: tuple[int, ...]) -> float:
    """How far the corner that moves most moves, in pixels."""
    corners = _corners(shape)
    return float(np.linalg.norm(cv2.transform(corners, motion) - corners, axis=-1).max())


def _shares_view(motion: np.ndarray, shape: tuple[int, ...]) -> bool:
    """Whether a moved picture still shows enough of itself at a scale near enough."""
    scale = math.sqrt(abs(np.linalg.det(motion[:, :2])))
    if not SCALES[0] < scale < SCALES[1]:
        return False
    frame = _corners(shape)[:, 0]
    shared, _ = cv2.intersectConvexConvex(
        frame, cv2.transform(frame[:, None], motion)[:, 0].astype(np.float32)
    )
    return shared > LEAST_SHARED * shape[0] * shape[1] * min(1.0, scale**2)
