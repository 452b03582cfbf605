"""From the stretches of a whole film to its events: every finished hand once.

A hand that is seen again, in a later stretch, from elsewhere or after something hid it, is the same
event: what it was read as is compared, tile by tile, and all evidence is put together before the
rules decide what it is.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import permutations

import cv2
import numpy as np

from scoring import parse_tiles
from vision.detections import Box
from vision.footage.hands import LEAST_FRAMES, finished
from vision.footage.tracks import log_mean
from vision.footage.values import NOT_SEEN, STILL, Event, Motion, Place, Sighting, Stretch
from vision.hand import ReadHand, read_hand
from vision.hand.evidence import FLOWER

# How many of its tiles may be missed, and read otherwise, in a frame that still shows it.
MISSED, MISREAD = 1, 1
# What two readings of one hand may disagree about, in natural logarithms. Two hands of one game
# share few tiles, and a network may be sure of a wrong one, so that even a clear difference of a
# tile speaks no louder than CLEAR.
SAME, CLEAR = 12.0, 5.0
# What it costs that one of them has a tile, or a flower, that the other lacks.
LACKING, LACKING_FLOWER = 6.0, 2.0
# Readings that differ in more tiles are not compared any further.
MOST_DIFFERENT = 5
# All hands of thirteen orphans have thirteen tiles in common: what tells them apart is one tile.
ORPHANS = frozenset(tile.index for tile in parse_tiles("19m19p19sESWNCFP"))
SAME_ORPHANS = 3.0


def join(stretches: Iterable[Stretch]) -> list[Event]:
    """The finished hands of a film, in order of time; the stretches may come in any order."""
    groups: list[list[_Seen]] = []
    for stretch in sorted(stretches, key=lambda s: (s.start, s.end, s.best)):
        here = [seen for boxes in stretch.hands if (seen := _Seen.of(stretch, boxes))]
        pairs = sorted(
            (min(_unlikeness(other, seen) for other in group), -g, at)
            for at, seen in enumerate(here)
            for g, group in enumerate(groups)
        )
        # Hands side by side are different ones, however alike.
        taken: set[int] = set()
        placed: set[int] = set()
        for cost, g, at in pairs:
            if cost < 1.0 and at not in placed and -g not in taken:
                groups[-g].append(here[at])
                placed.add(at)
                taken.add(-g)
        groups += [[seen] for at, seen in enumerate(here) if at not in placed]
    events = [event for group in groups if (event := _event(group))]
    events.sort(key=lambda event: (event.start, event.box))
    return [replace(event, id=f"e{n}") for n, event in enumerate(events, start=1)]


@dataclass(frozen=True)
class _Seen:
    """A finished hand in one stretch. places: of its tiles and what lies close by; read: counts
    those."""

    stretch: Stretch
    places: tuple[Place, ...]
    read: ReadHand

    @classmethod
    def of(cls, stretch: Stretch, boxes: Sequence[int]) -> _Seen | None:
        """None for what is no finished hand."""
        places = tuple(stretch.places[b] for b in boxes)
        detections = [place.detection for place in places]
        read = read_hand(detections)
        return cls(stretch, places, read) if finished(read, detections) else None

    @cached_property
    def used(self) -> tuple[int, ...]:
        """The positions in `places` of the hand's own tiles, in the order in which it is read."""
        return tuple(box for group in self.read.groups for box in group.boxes)

    @cached_property
    def names(self) -> tuple[int, ...]:
        """The tile index of each of `used`."""
        return tuple(self.read.tiles[box].index for box in self.used)

    @cached_property
    def shown(self) -> int:
        """In how many of the stretch's frames the hand is seen."""
        return sum(
            _missed(self, frame) <= MISSED and _misread(self, frame) <= MISREAD
            for frame in range(self.stretch.read)
        )

    @cached_property
    def agreed(self) -> int:
        """In how many of them every tile of it is read alike."""
        return sum(
            _missed(self, frame) + _misread(self, frame) == 0 for frame in range(self.stretch.read)
        )


def _missed(seen: _Seen, frame: int) -> int:
    return sum(seen.places[box].tiles[frame] == NOT_SEEN for box in seen.used)


def _misread(seen: _Seen, frame: int) -> int:
    pairs = zip(seen.used, seen.names, strict=True)
    return sum(seen.places[box].tiles[frame] not in (name, NOT_SEEN) for box, name in pairs)


# -- the same hand again --------------------------------------------------------------------------


def _unlikeness(a: _Seen, b: _Seen) -> float:
    """What speaks against two readings being of one hand; below 1 they are."""
    orphans = all(ORPHANS.issubset(seen.names) for seen in (a, b))
    return _pair(a, b)[0] / (SAME_ORPHANS if orphans else SAME)


def _pair(a: _Seen, b: _Seen) -> tuple[float, list[tuple[int, int]]]:
    """What speaks against two readings being of one hand, in natural logarithms, and which of
    their `used` are one tile: pairs of positions."""
    common = Counter(a.names) & Counter(b.names)
    pairs: list[tuple[int, int]] = []
    rest = []
    for seen in (a, b):
        places: dict[int, list[int]] = {}
        for at, name in enumerate(seen.names):
            places.setdefault(name, []).append(at)
        rest.append(places)
    for name, count in common.items():
        pairs += zip(rest[0][name][:count], rest[1][name][:count], strict=True)
    left_a = sorted(at for name, places in rest[0].items() for at in places[common[name] :])
    left_b = sorted(at for name, places in rest[1].items() for at in places[common[name] :])
    if max(len(left_a), len(left_b)) > MOST_DIFFERENT:
        return math.inf, []
    turned = len(left_a) > len(left_b)
    few, many = (left_b, left_a) if turned else (left_a, left_b)
    best: tuple[float, list[tuple[int, int]]] = (math.inf, [])
    for chosen in permutations(many, len(few)):
        matched = [(x, y) if not turned else (y, x) for x, y in zip(few, chosen, strict=True)]
        longer = a if turned else b
        alone = [longer.names[at] for at in many if at not in chosen]
        cost = sum(_unlike(a, x, b, y) for x, y in matched) + sum(
            LACKING_FLOWER if FLOWER.start <= name < FLOWER.stop else LACKING for name in alone
        )
        if cost < best[0]:
            best = cost, matched
    return best[0], pairs + best[1]


def _unlike(a: _Seen, x: int, b: _Seen, y: int) -> float:
    """How clearly two places show different tiles, 0 to CLEAR."""
    p = np.array(a.places[a.used[x]].probabilities)
    q = np.array(b.places[b.used[y]].probabilities)
    alike = float(p @ q) / max(float(p @ p), float(q @ q))
    return min(CLEAR, -math.log(max(alike, 1e-9)))


# -- all evidence together ------------------------------------------------------------------------


def _event(group: Sequence[_Seen]) -> Event | None:
    """The event that a hand's sightings make, None if it was seen finished too rarely."""
    if sum(seen.shown for seen in group) < LEAST_FRAMES:
        return None
    main = max(group, key=lambda seen: (seen.agreed, seen.shown, seen.read.probability))
    joined = _joined(main, group)
    detections = [place.detection for place in joined]
    read = read_hand(detections)
    if not finished(read, detections):
        joined, read = list(main.places), main.read
        group = [main]
        if main.shown < LEAST_FRAMES:
            return None
    whole = _Seen(main.stretch, tuple(joined), read)
    frames = range(sum(seen.stretch.read for seen in group))
    agreed = sum(_missed(whole, frame) + _misread(whole, frame) == 0 for frame in frames)
    return Event(
        id="",
        best=main.stretch.best,
        size=main.stretch.size,
        places=whole.places,
        box=_box([whole.places[box] for box in whole.used]),
        sightings=tuple(_sighting(main, seen) for seen in group),
        read=len(frames),
        agreed=agreed,
    )


def _joined(main: _Seen, group: Sequence[_Seen]) -> list[Place]:
    """The places of the main sighting with the evidence of all; each is a view of its own, but its
    frames are alike."""
    twins = [
        {x: seen.used[y] for x, y in _pair(main, seen)[1]} if seen is not main else None
        for seen in group
    ]
    position = {box: at for at, box in enumerate(main.used)}
    found = []
    for box, place in enumerate(main.places):
        same: list[Place | None] = []
        for seen, twin in zip(group, twins, strict=True):
            if twin is None:
                same.append(place)
            else:
                other = twin.get(position.get(box, -1))
                same.append(None if other is None else seen.places[other])
        told = [p for p in same if p is not None]
        weights = np.array([math.sqrt(max(p.seen, 1)) for p in told])
        probabilities = log_mean(np.array([p.probabilities for p in told]), weights)
        confidence = sum(p.confidence * w for p, w in zip(told, weights, strict=True))
        tiles: list[int] = []
        for seen, p in zip(group, same, strict=True):
            tiles += p.tiles if p else [NOT_SEEN] * seen.stretch.read
        found.append(
            replace(
                place,
                probabilities=tuple(probabilities),
                confidence=confidence / weights.sum(),
                tiles=tuple(tiles),
            )
        )
    return found


def _sighting(main: _Seen, seen: _Seen) -> Sighting:
    """When a hand was in view, with the motions from the main sighting's best frame."""
    sighting = seen.stretch.sighting
    if seen is main:
        return sighting
    between = _view(main, seen)
    return replace(sighting, motions=tuple(_composed(between, m) for m in sighting.motions))


def _view(a: _Seen, b: _Seen) -> Motion:
    """How the hand's tiles moved from one best frame to another."""
    pairs = _pair(a, b)[1]
    source = np.array([a.places[a.used[x]].detection.centre for x, _ in pairs])
    target = np.array([b.places[b.used[y]].detection.centre for _, y in pairs])
    width = float(np.median([place.detection.width for place in b.places]))
    if np.abs(target - source).max() < 0.3 * width:
        return STILL
    matrix, _ = cv2.estimateAffinePartial2D(
        source, target, method=cv2.RANSAC, ransacReprojThreshold=0.3 * width
    )
    if matrix is None:
        matrix = np.eye(2, 3)
        matrix[:, 2] = np.median(target - source, axis=0)
    return tuple(map(float, matrix.ravel()))


def _composed(first: Motion, second: Motion) -> Motion:
    a = np.vstack([np.array(first).reshape(2, 3), [0.0, 0.0, 1.0]])
    return tuple(map(float, (np.array(second).reshape(2, 3) @ a).ravel()))


def _box(places: Sequence[Place]) -> Box:
    boxes = np.array([place.detection.xyxy for place in places])
    return (*map(float, boxes[:, :2].min(axis=0)), *map(float, boxes[:, 2:].max(axis=0)))
