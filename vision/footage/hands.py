"""The finished hands among the tiles of one picture, each read alone.

Several hands may lie in a picture, with walls, racks and discards between them. Tiles are told
apart by place: clusters at several distances are read, near ones first, and what one hand uses is
no part of another.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache

import numpy as np

from scoring import BACK
from vision.detections import Detection
from vision.hand import ReadHand, ReadStatus, read_hand
from vision.hand.evidence import FLOWER
from vision.hand.legality import HAND
from vision.layout.frames import USUAL_ASPECT

# In how many of the frames that were read a hand must be seen finished.
LEAST_FRAMES = 2
# How far apart, in tile widths between centres, tiles of one cluster may be.
LINKS = (1.8, 2.7, 4.0)
# What remains of a cluster after a hand was found is read again, at most so often.
MOST_HANDS = 5
# A hand whose tiles are likely, but for some that the rules decided: by how much, in natural
# logarithms of the mean probabilities, all of those together may be less likely than what was seen.
MOST_BENT = 2.5
# What lies this close to the hand, in tile widths, is kept with it: it may raise a doubt.
BESIDE = 1.8
# What is a flower with this probability may be one.
LEAST_FLOWER = 0.25
ReadBoxes = Callable[[tuple[int, ...]], ReadHand]

UNFINISHED = ReadStatus.NOT_A_HAND | ReadStatus.INCOMPLETE


@dataclass(frozen=True)
class FoundHand:
    """A finished hand. boxes: positions of the hand's tiles and of those close by, ascending; read:
    their reading, which counts positions in `boxes`."""

    boxes: tuple[int, ...]
    read: ReadHand

    @property
    def used(self) -> tuple[int, ...]:
        """The positions of the hand's own tiles, ascending."""
        return tuple(sorted(self.boxes[b] for group in self.read.groups for b in group.boxes))


def find_hands(detections: Sequence[Detection]) -> list[FoundHand]:
    """Every finished hand among the detections, doubtful ones too, from left to right; no
    detection is used by two of them."""
    found: list[FoundHand] = []
    free = list(range(len(detections)))

    @cache
    def read(boxes: tuple[int, ...]) -> ReadHand:
        return read_hand([detections[i] for i in boxes])

    tried: set[tuple[int, ...]] = set()
    for link in LINKS:
        for cluster in _clusters(detections, free, link):
            if cluster not in tried:
                tried.add(cluster)
                found += _hands_of(detections, cluster, read)
        used = {box for hand in found for box in hand.used}
        free = [i for i in free if i not in used]
    found = _wholes(detections, found, read)
    return sorted(found, key=lambda hand: min(detections[b].centre for b in hand.used))


def finished(read: ReadHand, detections: Sequence[Detection]) -> bool:
    """Whether a reading is a hand that won, without bending what was seen too far."""
    if read.hand is None or read.status & UNFINISHED or read.winning_tile is None:
        return False
    return BACK not in read.concealed and bent(read, detections) <= MOST_BENT


def bent(read: ReadHand, detections: Sequence[Detection]) -> float:
    """By how much, in natural logarithms, the hand's tiles are less likely than the likeliest."""
    total = 0.0
    for group in read.groups:
        for box, tile in zip(group.boxes, group.tiles, strict=True):
            seen = detections[box]
            total += math.log(seen.tile_probability / max(seen.probabilities[tile.index], 1e-6))
    return total


def may_hold_a_hand(detections: Sequence[Detection], tiles: int = HAND) -> bool:
    """Whether so many faces lie close enough together to be a hand."""
    everything = range(len(detections))
    return any(
        _faces(detections, cluster) >= tiles
        for cluster in _clusters(detections, everything, LINKS[-1])
    )


def _hands_of(
    detections: Sequence[Detection], cluster: Sequence[int], read_boxes: ReadBoxes
) -> Iterator[FoundHand]:
    """The finished hands of a cluster, taken out of it one after the other."""
    left = tuple(cluster)
    for _ in range(MOST_HANDS):
        if _faces(detections, left) < HAND:
            return
        read = read_boxes(left)
        used = {left[b] for group in read.groups for b in group.boxes}
        if not used:
            return
        if finished(read, [detections[i] for i in left]):
            yield FoundHand(left, read)
        left = tuple(i for i in left if i not in used)


def _wholes(
    detections: Sequence[Detection], hands: Sequence[FoundHand], read_boxes: ReadBoxes
) -> list[FoundHand]:
    """Hands that share no tile, with their flowers and what lies beside them; still sharing none.

    Each takes only what no other has: first flowers to which it is the nearest, of several as near
    the one found first, then also flowers that their nearest hand left.
    """
    if not hands:
        return []
    apart = _distances(detections)
    apart = np.stack([apart[list(hand.used)].min(axis=0) for hand in hands])
    flowers = np.array([_is_flower(detection) for detection in detections])
    # A row of flowers is one hand's, however long it is.
    for line in _clusters(detections, np.nonzero(flowers)[0].tolist(), LINKS[0]):
        apart[:, line] = apart[:, line].min(axis=1, keepdims=True)
    wholes = list(hands)
    for left in (False, True):
        for at, hand in enumerate(hands):
            nearest = apart.argmin(axis=0) == at
            free = np.ones(len(detections), bool) if left else nearest | ~flowers
            for other in (*wholes[:at], *wholes[at + 1 :]):
                free[list(other.used)] = False
            reach = np.where(flowers & nearest, LINKS[-1], BESIDE)
            whole = _whole(detections, hand, apart[at], free, reach, read_boxes)
            if not left or len(whole.used) > len(wholes[at].used):
                wholes[at] = whole
    return wholes


def _whole(
    detections: Sequence[Detection],
    hand: FoundHand,
    apart: np.ndarray,
    free: np.ndarray,
    reach: np.ndarray,
    read_boxes: ReadBoxes,
) -> FoundHand:
    """The hand with those of the `free` detections that lie within `reach`, or with as many of them
    as leave its tiles the same. apart: how far each lies from it, in tile widths like `reach`."""
    used = list(hand.used)

    def within(widths: np.ndarray | float) -> tuple[int, ...]:
        near = (apart <= widths) & free
        near[used] = True
        return tuple(np.nonzero(near)[0].tolist())

    flowers_alone = np.where(reach > BESIDE, reach, 0.0)
    for boxes in (within(reach), within(flowers_alone), within(BESIDE), hand.used):
        read, members = read_boxes(boxes), [detections[i] for i in boxes]
        if finished(read, members) and Counter(read.hand.tiles) == Counter(hand.read.hand.tiles):
            found = FoundHand(boxes, read)
            if set(hand.used) <= set(found.used):
                return found
    return hand


def _is_flower(detection: Detection) -> bool:
    """Whether it may be one: left out unasked, it would cost the hand a point."""
    return sum(detection.probabilities[FLOWER]) > LEAST_FLOWER


def _faces(detections: Sequence[Detection], cluster: Sequence[int]) -> int:
    """How many tiles of a cluster are no flowers; backs may belong to a concealed kong."""
    return sum(not FLOWER.start <= detections[i].tile.index < FLOWER.stop for i in cluster)


def _clusters(
    detections: Sequence[Detection], which: Sequence[int], link: float
) -> list[tuple[int, ...]]:
    """Tiles that hang together by steps of at most `link` tile widths, large clusters first."""
    if not len(which):
        return []
    which = np.array(which)
    near = _distances([detections[i] for i in which]) <= link
    label = np.arange(len(which))
    while True:
        lowest = np.where(near, label[None], len(which)).min(axis=1)
        if (lowest == label).all():
            break
        label = lowest
    clusters = [tuple(which[label == name].tolist()) for name in np.unique(label)]
    return sorted(clusters, key=lambda cluster: (-len(cluster), cluster))


def _distances(detections: Sequence[Detection]) -> np.ndarray:
    """Between the centres of all pairs, in tile widths (n, n)."""
    centres = np.array([d.centre for d in detections]).reshape(-1, 2)
    widths = np.array([math.sqrt(max(d.width * d.height, 1e-6)) for d in detections])
    widths = widths / math.sqrt(USUAL_ASPECT)
    apart = np.linalg.norm(centres[:, None] - centres[None], axis=-1)
    return 2 * apart / (widths[:, None] + widths[None])
