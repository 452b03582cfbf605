"""Tiles followed from frame to frame by place: one look each becomes one place with all evidence.

The camera's motion is known roughly, from small grey pictures; the boxes themselves settle it.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, field

import cv2
import numpy as np

from vision.detections import Detection
from vision.footage.values import NOT_SEEN, STILL, Motion, Place

# How far, in widths of the narrower tile, two boxes of one tile may lie apart: while the camera's
# motion is settled, and after.
ROUGHLY, NEAR = 0.6, 0.4
# Boxes needed to settle the camera's motion.
PAIRS = 6
FLOOR = 1e-6
# What speaks for a tile that was seen in half of the frames.
TIE = 0.8
# What makes a change of tiles certain.
SURELY = 0.9
# A tile of which this part lay under something that moved may have been hidden.
HIDDEN = 0.25


@dataclass(frozen=True, eq=False)
class FrameReading:
    """The tiles of one frame.

    motion: how the camera moved from the stretch's reference, in pixels. moving: where something
    moved, as a picture of any scale, or None for nowhere.
    """

    time: float
    detections: tuple[Detection, ...]
    size: tuple[int, int]
    motion: Motion = STILL
    sharpness: float = 1.0
    moving: np.ndarray | None = field(default=None, repr=False)


@dataclass(frozen=True)
class Pooled:
    """What some frames say together. best: the position of the frame that agrees most with all and
    is sharpest; places: as it shows them, from left to right; motions: from it to each frame."""

    best: int
    places: tuple[Place, ...]
    motions: tuple[Motion, ...]


@dataclass(eq=False)
class _Track:
    """One tile: its boxes by frame, and the sum of their corners in the pixels of the reference."""

    seen: dict[int, Detection]
    total: np.ndarray

    @property
    def corners(self) -> np.ndarray:
        return self.total / len(self.seen)

    def add(self, frame: int, detection: Detection, quad: np.ndarray) -> None:
        mine = self.corners
        turns = [np.roll(quad, -turn, axis=0) for turn in range(4)]
        self.seen[frame] = detection
        self.total = self.total + min(turns, key=lambda t: float(np.abs(t - mine).sum()))


def pool(readings: Sequence[FrameReading]) -> Pooled:
    """The readings of one stretch, at least one, put together by place.

    A tile that was missed in most of the frames that could show it is dropped; frames in which it
    was out of the picture or under something that moved do not count against it.
    """
    motions = [_matrix(readings[0].motion)]
    tracks = [_Track({0: d}, _mapped(d, _inverse(motions[0]))) for d in readings[0].detections]
    for frame, reading in enumerate(readings[1:], start=1):
        motion = _settled(tracks, reading)
        back = _inverse(motion)
        quads = [_mapped(d, back) for d in reading.detections]
        pairs = _matches([track.corners for track in tracks], quads, NEAR)
        for track, box in pairs:
            tracks[track].add(frame, reading.detections[box], quads[box])
        matched = {box for _, box in pairs}
        for box, detection in enumerate(reading.detections):
            if box not in matched:
                tracks.append(_Track({frame: detection}, quads[box]))
        motions.append(motion)
    kept = _apart([(t, _support(t, readings, motions)) for t in tracks])
    evidence = [_probabilities(list(track.seen.values())) for track, _ in kept]
    best = _best_frame(readings, [track for track, _ in kept], evidence)
    places = [
        Place(
            corners=tuple(map(tuple, _transform(track.corners, motions[best]))),
            confidence=support,
            probabilities=tuple(probabilities),
            tiles=tuple(
                track.seen[f].tile.index if f in track.seen else NOT_SEEN
                for f in range(len(readings))
            ),
        )
        for (track, support), probabilities in zip(kept, evidence, strict=True)
    ]
    places.sort(key=lambda place: place.detection.centre)
    from_best = [_composed(_inverse(motions[best]), motion) for motion in motions]
    return Pooled(best, tuple(places), tuple(tuple(m.ravel().tolist()) for m in from_best))


def contradict(pooled: Pooled, readings: Sequence[FrameReading], reading: FrameReading) -> bool:
    """Whether a frame surely shows other tiles than the frames before, which were pooled.

    Small grey pictures do not show every tile that was exchanged for another.
    """
    motion = _composed(_inverse(_matrix(readings[pooled.best].motion)), _matrix(reading.motion))
    quads = [_transform(np.array(place.corners), motion) for place in pooled.places]
    boxes = [_corners(d) for d in reading.detections]
    pairs = _matches(quads, boxes, ROUGHLY)
    for place, box in pairs:
        old, new = pooled.places[place].detection, reading.detections[box]
        if old.tile is not new.tile and min(old.tile_probability, new.tile_probability) > SURELY:
            return True
    gone = set(range(len(quads))) - {place for place, _ in pairs}
    come = set(range(len(boxes))) - {box for _, box in pairs}
    return any(
        pooled.places[place].confidence > SURELY and _could_show(reading, quads[place])
        for place in gone
    ) or any(reading.detections[box].confidence > SURELY for box in come)


def log_mean(distributions: np.ndarray, weights: np.ndarray) -> np.ndarray:
    """The normalised weighted geometric mean (classes,) of distributions (n, classes)."""
    logs = np.log(np.asarray(distributions) + FLOOR)
    mean = (logs * (weights / weights.sum())[:, None]).sum(axis=0)
    shares = np.exp(mean - mean.max())
    return shares / shares.sum()


def _probabilities(seen: Sequence[Detection]) -> np.ndarray:
    """Frames of one stretch show the same pixels nearly twice: their mean is what one of them says,
    less its noise, and not their product."""
    weights = np.array([max(d.confidence, 0.05) for d in seen])
    return log_mean(np.array([d.probabilities for d in seen]), weights)


def _support(
    track: _Track, readings: Sequence[FrameReading], motions: Sequence[np.ndarray]
) -> float:
    """The mean confidence over the frames that could show the tile, 0 for one that is dropped."""
    could = [
        f
        for f, reading in enumerate(readings)
        if f in track.seen or _could_show(reading, _transform(track.corners, motions[f]))
    ]
    confidence = sum(d.confidence for d in track.seen.values())
    share = len(track.seen) / len(could)
    surely = confidence / len(track.seen)
    if share < 0.5 or (share == 0.5 and surely < TIE):
        return 0.0
    return confidence / len(could)


def _could_show(reading: FrameReading, quad: np.ndarray) -> bool:
    width, height = reading.size
    left, top = quad.min(axis=0)
    right, bottom = quad.max(axis=0)
    if left < 0 or top < 0 or right > width or bottom > height:
        return False
    if reading.moving is None:
        return True
    rows, columns = reading.moving.shape
    across, down = columns / width, rows / height
    part = reading.moving[
        int(top * down) : math.ceil(bottom * down), int(left * across) : math.ceil(right * across)
    ]
    return not part.size or part.mean() < HIDDEN


def _apart(tracks: Sequence[tuple[_Track, float]]) -> list[tuple[_Track, float]]:
    """The tracks that are kept: of two in one place the one with more support."""
    ranked = sorted((item for item in tracks if item[1] > 0), key=lambda item: -item[1])
    quads = [track.corners for track, _ in ranked]
    apart = _distances(quads, quads)
    kept: list[int] = []
    for at in range(len(ranked)):
        if not (apart[at, kept] < NEAR).any():
            kept.append(at)
    return [ranked[at] for at in kept]


def _best_frame(
    readings: Sequence[FrameReading], tracks: Sequence[_Track], evidence: Sequence[np.ndarray]
) -> int:
    names = [int(p.argmax()) for p in evidence]

    def merit(frame: int) -> tuple[int, float]:
        agree = sum(
            frame in track.seen and track.seen[frame].tile.index == name
            for track, name in zip(tracks, names, strict=True)
        )
        return agree, readings[frame].sharpness

    return max(range(len(readings)), key=merit)


# -- geometry -------------------------------------------------------------------------------------


def _settled(tracks: Sequence[_Track], reading: FrameReading) -> np.ndarray:
    """The camera's motion to a frame, (2, 3), by its boxes where there are enough of them."""
    motion = _matrix(reading.motion)
    here = [_transform(track.corners, motion) for track in tracks]
    quads = [_corners(d) for d in reading.detections]
    pairs = _matches(here, quads, ROUGHLY)
    if len(pairs) < PAIRS:
        return motion
    source = np.array([tracks[track].corners.mean(axis=0) for track, _ in pairs])
    target = np.array([quads[box].mean(axis=0) for _, box in pairs])
    width = np.median(_widths(np.array([quads[box] for _, box in pairs])))
    found, _ = cv2.estimateAffinePartial2D(
        source, target, method=cv2.RANSAC, ransacReprojThreshold=0.1 * width
    )
    if found is None:
        return motion
    # Boxes of one row tell no turn: what they settle must not carry the picture away.
    off = _transform(target, _composed(_inverse(found), motion)) - target
    return found if np.abs(off).max() < ROUGHLY * width else motion


def _matches(
    places: Sequence[np.ndarray], quads: Sequence[np.ndarray], gate: float
) -> list[tuple[int, int]]:
    """Pairs (place, quad) that are one tile, the nearest first, each in one pair."""
    apart = _distances(places, quads)
    pairs = []
    while apart.size and apart.min() < gate:
        place, quad = map(int, np.unravel_index(apart.argmin(), apart.shape))
        pairs.append((place, quad))
        apart[place], apart[:, quad] = np.inf, np.inf
    return pairs


def _distances(some: Sequence[np.ndarray], others: Sequence[np.ndarray]) -> np.ndarray:
    """Between the centres of quads (n, m), in widths of the narrower of two."""
    a, b = (np.array(quads, float).reshape(-1, 4, 2) for quads in (some, others))
    apart = np.linalg.norm(a.mean(axis=1)[:, None] - b.mean(axis=1)[None], axis=-1)
    return apart / np.minimum(_widths(a)[:, None], _widths(b)[None])


def _widths(quads: np.ndarray) -> np.ndarray:
    """The shorter sides (n,) of quads (n, 4, 2)."""
    sides = np.linalg.norm(quads - np.roll(quads, -1, axis=1), axis=2)
    return np.maximum(np.minimum(sides[:, 0] + sides[:, 2], sides[:, 1] + sides[:, 3]) / 2, 1e-6)


def _corners(detection: Detection) -> np.ndarray:
    return np.array(detection.corners, float)


def _mapped(detection: Detection, motion: np.ndarray) -> np.ndarray:
    return _transform(_corners(detection), motion)


def _transform(points: np.ndarray, motion: np.ndarray) -> np.ndarray:
    return points @ motion[:, :2].T + motion[:, 2]


def _matrix(motion: Motion) -> np.ndarray:
    return np.array(motion, float).reshape(2, 3)


def _inverse(motion: np.ndarray) -> np.ndarray:
    return cv2.invertAffineTransform(motion)


def _composed(first: np.ndarray, second: np.ndarray) -> np.ndarray:
    return second @ np.vstack([first, [0.0, 0.0, 1.0]])
