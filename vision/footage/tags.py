"""Where the names of tiles and the numbers of hands go in a picture: where they hide no tile.

A name lies above its tile or below it, smaller where there is little room. Those of a row that
others enclose stand together at an end of the row. What finds no room at all is left out. From
picture to picture, everything stays with its tile as long as it can.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from typing import NamedTuple

import numpy as np

from vision.draw import Colour
from vision.footage.planes import Planes, label

# Letters in parts of a tile's width, and their least and largest height in pixels.
NAME, LEAST_NAME, MOST_NAME = 0.45, 9, 30
NUMBER, LEAST_NUMBER, MOST_NUMBER = 0.6, 13, 34
# What is tried where there is little room.
SMALLER = (1.0, 0.8, 0.6, 0.45)
# How much of a tile's width and height must stay free: its very edge is under the frame anyway.
INNER = 0.92
# How far, in pixels, corners may move against the middle of their tile before all is placed anew.
WARPED = 2.0


@dataclass(frozen=True, eq=False)
class Named:
    """The tiles of one hand. corners: (n, 4, 2) in pixels. An empty name is not written. number:
    of the hand, on a ground of a colour of its own."""

    corners: np.ndarray
    names: Sequence[str]
    colours: Sequence[Colour]
    number: str
    ground: Colour

    @cached_property
    def across(self) -> np.ndarray:
        """The direction from row to row: down, or to the left where rows run down."""
        side = np.median(self.corners[:, 1] - self.corners[:, 0], axis=0)
        across = np.array([-side[1], side[0]]) / max(float(np.linalg.norm(side)), 1e-6)
        leading = across[1] if abs(across[1]) >= abs(across[0]) else -across[0]
        return across if leading >= 0 else -across

    @property
    def along(self) -> np.ndarray:
        """The direction of rows, to the right or down."""
        return np.array([self.across[1], -self.across[0]])

    @cached_property
    def height(self) -> float:
        """Of its rows."""
        return float(np.median(np.ptp(self.corners @ self.across, axis=1)))

    @cached_property
    def width(self) -> float:
        """Of its tiles."""
        sides = np.linalg.norm(self.corners[:, 1] - self.corners[:, 0], axis=1)
        return float(np.median(sides))


class _Patch(NamedTuple):
    """Something written, and the point in the picture where its middle is."""

    planes: Planes
    middle: np.ndarray


class Tags:
    """Places for tags in the pictures of a film, one after the other. size: of the pictures."""

    def __init__(self, size: tuple[int, int]) -> None:
        self._size = size
        self._numbers: list[str] = []
        self._corners = np.empty((0, 4, 2))
        # With the tile that each stays with, counted over all hands.
        self._tags: list[tuple[_Patch, int]] = []

    def place(self, hands: Sequence[Named]) -> list[tuple[Planes, int, int]]:
        """What is to be pasted into a picture that shows these hands, with left and top."""
        numbers = [hand.number for hand in hands]
        corners = np.concatenate([hand.corners for hand in hands])
        room = _Room(self._size, corners)
        boxes = self._moved(numbers, corners, room)
        if boxes is None:
            self._numbers, self._corners = numbers, corners
            self._tags = list(_placed(hands, room))
            boxes = _boxes([patch for patch, _ in self._tags])
        return [
            (patch.planes, int(left), int(top))
            for (patch, _), (left, top, *_) in zip(self._tags, boxes, strict=True)
        ]

    def _moved(self, numbers: list[str], corners: np.ndarray, room: _Room) -> np.ndarray | None:
        """The boxes of what was placed, moved with the tiles; None if all must be placed anew."""
        if numbers != self._numbers or corners.shape != self._corners.shape:
            return None
        middles, before = corners.mean(axis=1), self._corners.mean(axis=1)
        warped = (corners - middles[:, None]) - (self._corners - before[:, None])
        if np.abs(warped).max() > WARPED:
            return None
        moved = middles - before
        boxes = _boxes([_Patch(p.planes, p.middle + moved[tile]) for p, tile in self._tags])
        lap = _overlap(boxes, boxes) & ~np.eye(len(boxes), dtype=bool)
        return None if lap.any() or not room.free(boxes).all() else boxes


def _placed(hands: Sequence[Named], room: _Room) -> Iterator[tuple[_Patch, int]]:
    """Every tag that finds a place, with its tile."""
    rows: list[tuple[Named, int, list[int]]] = []
    begun = 0
    for hand in hands:
        without = []
        for tile in range(len(hand.corners)):
            if hand.names[tile]:
                found = _first(room, _at_tile(hand, tile))
                if found:
                    yield found, begun + tile
                else:
                    without.append(tile)
        rows += [(hand, begun, row) for row in _rows(hand, without)]
        begun += len(hand.corners)
    begun = 0
    for hand in hands:
        found = _first(room, _of_number(hand, room.size))
        if found:
            yield found, begun
        begun += len(hand.corners)
    for hand, begun, row in rows:
        found = _first(room, _at_row(hand, row))
        if found:
            yield found, begun + row[0]


def _first(room: _Room, choices: Iterator[list[_Patch]]) -> _Patch | None:
    return next((found for patches in choices if (found := room.take(patches))), None)


class _Room:
    """What of a picture is free. quads: tiles, (n, 4, 2)."""

    def __init__(self, size: tuple[int, int], quads: np.ndarray) -> None:
        self.size = size
        middle = quads.mean(axis=1, keepdims=True)
        inner = middle + INNER * (quads - middle)
        sides = np.roll(quads, -1, axis=1) - quads
        normals = np.stack([sides[..., 1], -sides[..., 0]], axis=-1)
        upright = np.broadcast_to(np.eye(2), (len(quads), 2, 2))
        # What does not overlap does not do so along one of these: (tiles * 6, 2).
        self._axes = np.concatenate([upright, normals], axis=1).reshape(-1, 2)
        along = self._axes.reshape(-1, 6, 2) @ inner.transpose(0, 2, 1)
        self._low, self._high = along.min(axis=2).reshape(-1), along.max(axis=2).reshape(-1)
        self._taken = np.empty((0, 4))

    def free(self, boxes: np.ndarray) -> np.ndarray:
        """Which of the boxes (n, 4) are inside the picture and hide no tile."""
        inside = (boxes[:, :2] >= 0).all(axis=1) & (boxes[:, 2:] <= self.size).all(axis=1)
        middles, halves = (boxes[:, 2:] + boxes[:, :2]) / 2, (boxes[:, 2:] - boxes[:, :2]) / 2
        at, reach = middles @ self._axes.T, halves @ np.abs(self._axes).T
        apart = (at + reach <= self._low) | (at - reach >= self._high)
        tiles = len(self._low) // 6
        return inside & apart.reshape(len(boxes), tiles, 6).any(axis=2).all(axis=1)

    def take(self, patches: Sequence[_Patch]) -> _Patch | None:
        """The first that hides neither a tile nor what was taken before; nothing else may then."""
        boxes = _boxes(patches)
        fitting = self.free(boxes) & ~_overlap(boxes, self._taken).any(axis=1)
        if not fitting.any():
            return None
        at = int(fitting.argmax())
        self._taken = np.concatenate([self._taken, boxes[at : at + 1]])
        return patches[at]


def _boxes(patches: Sequence[_Patch]) -> np.ndarray:
    """Left, top, right and bottom of each, at even pixels: (n, 4)."""
    sizes = np.array([patch.planes[0].shape[::-1] for patch in patches]).reshape(-1, 2)
    middles = np.array([patch.middle for patch in patches]).reshape(-1, 2)
    corners = np.floor((middles - sizes / 2) / 2 + 0.5) * 2
    return np.concatenate([corners, corners + sizes], axis=1)


def _overlap(some: np.ndarray, others: np.ndarray) -> np.ndarray:
    """Which of some boxes overlaps which of others."""
    before = some[:, None, :2] < others[None, :, 2:]
    behind = others[None, :, :2] < some[:, None, 2:]
    return (before & behind).all(axis=2)


def _at_tile(hand: Named, tile: int) -> Iterator[list[_Patch]]:
    """Above and below a tile, as its row lies, large ones first."""
    quad = hand.corners[tile]
    sides = np.roll(quad, -1, axis=0) - quad
    across = hand.across
    # Those that run along the row.
    middles = quad + sides / 2
    upper, lower = (int(n) for n in (middles @ across).argsort()[[0, -1]])
    ends = [
        (middles[side], _normal(sides[side], way))
        for side, way in ((upper, -across), (lower, across))
    ]
    width = np.linalg.norm(sides, axis=1).min()
    sizes = _sizes(width * NAME, LEAST_NAME, MOST_NAME)
    # Rather a little smaller than on the other side than the neighbours'.
    for some in (sizes[:2], sizes[2:]):
        for end in ends:
            labels = [label(hand.names[tile], hand.colours[tile], size) for size in some]
            yield [_beyond(*end, planes) for planes in labels]


def _at_row(hand: Named, row: Sequence[int]) -> Iterator[list[_Patch]]:
    """The names of a row's tiles, behind the row and before it, large ones first."""
    words = " ".join(hand.names[tile] for tile in row)
    ends = [_end(hand, row, way) for way in (1, -1)]
    for size in _sizes(hand.width * NAME, LEAST_NAME, MOST_NAME):
        planes = label(words, hand.colours[row[0]], size)
        yield [_beyond(*end, planes) for end in ends]


def _of_number(hand: Named, size: tuple[int, int]) -> Iterator[list[_Patch]]:
    """Before one of a hand's rows, behind it, above or below its ends, large ones first; then all
    over the picture, the nearest places first."""
    letters = _sizes(hand.width * NUMBER, LEAST_NUMBER, MOST_NUMBER)
    labels = [label(hand.number, hand.ground, high) for high in letters]
    ends = []
    for way in (-hand.along, hand.along, -hand.across, hand.across):
        for row in _rows(hand, range(len(hand.corners))):
            quad = hand.corners[row[-1] if way @ hand.along > 0.5 else row[0]]
            middle = quad.mean(axis=0)
            ends.append((middle + way * ((quad - middle) @ way).max(), way))
    for some in (labels[:2], labels[2:]):
        for end in ends:
            yield [_beyond(*end, planes) for planes in some]
    planes = label(hand.number, hand.ground, LEAST_NUMBER)
    tall, wide = planes[0].shape
    xs, ys = np.arange(wide / 2, size[0], wide), np.arange(tall / 2, size[1], tall)
    grid = np.stack(np.meshgrid(xs, ys), axis=-1).reshape(-1, 2)
    points = hand.corners.reshape(-1, 2)
    away = np.linalg.norm(grid - np.clip(grid, points.min(axis=0), points.max(axis=0)), axis=1)
    yield [_Patch(planes, grid[n]) for n in away.argsort(kind="stable")]


def _sizes(wanted: float, least: int, most: int) -> list[int]:
    """Heights of letters, descending."""
    largest = int(np.clip(round(wanted), least, most))
    return sorted({max(least, round(largest * part)) for part in SMALLER}, reverse=True)


def _end(hand: Named, row: Sequence[int], way: int) -> tuple[np.ndarray, np.ndarray]:
    """Where all tiles of the hand end that lie in a line with those of a row, behind (1) or before
    (-1) them, and the direction there."""
    along = way * hand.along
    middles = hand.corners.mean(axis=1)
    middle = middles[list(row)].mean(axis=0)
    beside = np.abs((middles - middle) @ hand.across) < hand.height / 2
    end = (hand.corners[beside] @ along).max()
    return middle + along * (end - middle @ along), along


def _beyond(point: np.ndarray, normal: np.ndarray, planes: Planes) -> _Patch:
    """A patch that just clears the line through a point across its normal."""
    high, wide = planes[0].shape
    # Half a step is lost to even pixels.
    return _Patch(planes, point + normal * (np.abs(normal) @ (wide, high) / 2 + 1))


def _normal(side: np.ndarray, way: np.ndarray) -> np.ndarray:
    """Of length 1, across a side, in a direction."""
    normal = np.array([side[1], -side[0]]) / max(float(np.linalg.norm(side)), 1e-6)
    return normal if normal @ way >= 0 else -normal


def _rows(hand: Named, tiles: Sequence[int]) -> list[list[int]]:
    """Tiles of a hand by rows, from the uppermost, each from left to right."""
    if not len(tiles):
        return []
    across, along = hand.across, hand.along
    middles = hand.corners.mean(axis=1)
    order = sorted(tiles, key=lambda tile: middles[tile] @ across)
    rows = [[order[0]]]
    for before, tile in pairwise(order):
        if (middles[tile] - middles[before]) @ across > hand.height / 2:
            rows.append([])
        rows[-1].append(tile)
    return [sorted(row, key=lambda tile: middles[tile] @ along) for row in rows]
