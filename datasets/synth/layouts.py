"""How tiles lie: places, groups, and a builder that lays rows, melds, walls and heaps.

Places are in tile widths on the table; the player sits at negative y.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace

import cv2
import numpy as np

from scoring.hand import Hand
from scoring.melds import MeldKind
from scoring.tiles import FLOWERS, PLAYING_TILES, Tile

UP, DOWN, STANDING, AWAY, ON_SIDE = "up", "down", "standing", "away", "on_side"


@dataclass(frozen=True)
class Placed:
    """One tile: centre (x, y) of its foot, `turn` in radians anticlockwise seen from above.

    `pose`: UP shows its face to the sky, DOWN its back, STANDING its face to the player, AWAY its
    back to the player, ON_SIDE lies on its long edge. `level` counts tiles below it.
    """

    tile: Tile
    x: float
    y: float
    turn: float = 0.0
    pose: str = UP
    level: int = 0
    leaning: float = 0.0
    group: int | None = None


@dataclass(frozen=True)
class Group:
    """Tiles that belong together: "concealed", a kind of meld, "flowers", "winning", "other"."""

    kind: str
    tiles: tuple[Tile, ...]
    source: int | None = None


@dataclass(frozen=True)
class Layout:
    """Placed tiles, their groups, and the hand that they make (None for loose tiles).

    `view` is what the camera should see: indices of `placed`.
    """

    placed: tuple[Placed, ...]
    groups: tuple[Group, ...] = ()
    hand: Hand | None = None
    view: tuple[int, ...] | None = None
    elevation: tuple[float, float] | None = None
    level: bool = False
    props: tuple[tuple, ...] = ()


@dataclass
class Builder:
    """Collects placed tiles; `h` is the tiles' height, `d` their depth, `mess` the untidiness."""

    rng: np.random.Generator
    h: float
    d: float
    mess: float
    flip: float = 0.0
    placed: list[Placed] = field(default_factory=list)
    groups: list[Group] = field(default_factory=list)
    props: list[tuple] = field(default_factory=list)

    def add(self, tile, x, y, turn=0.0, pose=UP, level=0, leaning=0.0, group=None, neat=1.0):
        rng, m = self.rng, self.mess * neat
        if pose in (UP, STANDING, DOWN) and rng.random() < self.flip and pose != STANDING:
            turn += np.pi
        self.placed.append(
            Placed(
                tile,
                x + (abs(rng.normal(0, 0.012 * m)) if m else 0.0),
                y + rng.normal(0, 0.03 * m),
                turn + rng.normal(0, 0.018 * m),
                pose,
                level,
                leaning,
                group,
            )
        )

    def clear(self) -> None:
        self.placed, self.groups, self.props = [], [], []

    def open_group(self, kind: str, tiles, source=None) -> int:
        self.groups.append(Group(kind, tuple(tiles), source))
        return len(self.groups) - 1

    def row(self, tiles, x, y, gap=0.02, pose=UP, group=None, wave=0.0, turn=0.0, neat=1.0):
        """Tiles side by side from x; returns the x where the row ends."""
        walk = 0.0
        for tile in tiles:
            walk = 0.8 * walk + self.rng.normal(0, wave)
            self.add(tile, x + 0.5, y + walk, turn, pose, group=group, neat=neat)
            x += 1 + gap + abs(self.rng.normal(0, 0.02 * self.mess * neat))
        return x

    def meld(self, meld, x, y, style: int, pose_gap: float = 0.02) -> float:
        """A meld as its owner lays it; returns where it ends."""
        rng = self.rng
        tiles = list(meld.tiles)
        group = self.open_group(meld.kind.value, tiles, meld.source)
        if meld.kind is MeldKind.concealed_kong:
            faces = [
                (DOWN,) * 4,
                (DOWN, UP, UP, DOWN),
                (UP, DOWN, DOWN, UP),
                (DOWN, DOWN, DOWN, UP),
                (UP, DOWN, DOWN, DOWN),
                (DOWN, UP, DOWN, DOWN),
                (UP, UP, UP, DOWN),
                (UP,) * 4,
                "stacked",
            ]
            weights = np.array([4, 4, 2.5, 1.2, 1.2, 1.2, 1.0, 0.6, 1.0])
            choice = faces[rng.choice(len(faces), p=weights / weights.sum())]
            if choice == "stacked":
                end = self.row(tiles[:3], x, y, pose_gap, DOWN, group, neat=0.6)
                middle = self.placed[-2]
                self.add(tiles[3], middle.x, middle.y, 0, UP, 1, group=group, neat=0.5)
                return end
            for tile, pose in zip(tiles, choice, strict=True):
                self.add(tile, x + 0.5, y, 0, pose, group=group, neat=0.8)
                x += 1 + pose_gap + abs(rng.normal(0, 0.02 * self.mess))
            return x
        sideways = style > 0 and meld.source is not None
        if not sideways:
            if meld.kind is MeldKind.added_kong and rng.random() < 0.4:
                end = self.row(tiles[:3], x, y, pose_gap, UP, group, neat=0.8)
                at = self.placed[-int(rng.integers(1, 4))]
                self.add(tiles[3], at.x, at.y, 0, UP, 1, group=group, neat=0.5)
                return end
            if meld.is_kong and rng.random() < 0.15:
                end = self.row(tiles[:3], x, y, pose_gap, UP, group, neat=0.8)
                at = self.placed[-2]
                self.add(tiles[3], at.x, at.y, 0, UP, 1, group=group, neat=0.5)
                return end
            return self.row(tiles, x, y, pose_gap, UP, group, neat=0.8)
        upright = tiles[:-1]
        claimed = tiles[-1]
        if meld.kind is MeldKind.chow:
            k = int(rng.integers(3))
            claimed = tiles[k]
            upright = tiles[:k] + tiles[k + 1 :]
        added = None
        if meld.kind is MeldKind.added_kong:
            added, upright = upright[-1], upright[:-1]
        place = {1: 0, 2: 1, 3: len(upright)}[meld.source]
        if meld.kind is MeldKind.chow:
            place = 0
        turn = np.pi / 2 if rng.random() < 0.5 else -np.pi / 2
        for k in range(len(upright) + 1):
            if k == place:
                low = y - (self.h - 1) / 2
                if rng.random() < 0.1:
                    low = y + (self.h - 1) / 2
                self.add(claimed, x + self.h / 2, low, turn, group=group, neat=0.8)
                if added is not None:
                    if rng.random() < 0.5:
                        self.add(added, x + self.h / 2, low + 1.02, turn, group=group, neat=0.8)
                    else:
                        self.add(added, x + self.h / 2, low, turn, UP, 1, group=group, neat=0.5)
                x += self.h + pose_gap
            if k < len(upright):
                self.add(upright[k], x + 0.5, y, 0, group=group, neat=0.8)
                x += 1 + pose_gap + abs(rng.normal(0, 0.02 * self.mess))
        return x

    def layout(self, **options) -> Layout:
        return Layout(tuple(self.placed), tuple(self.groups), props=tuple(self.props), **options)


def swing(b: Builder, first: int, angle: float) -> None:
    """Turn the tiles from `first` on together about their middle."""
    part = b.placed[first:]
    if not part:
        return
    cx, cy = np.mean([p.x for p in part]), np.mean([p.y for p in part])
    c, s = np.cos(angle), np.sin(angle)
    for k, p in enumerate(part, first):
        x, y = p.x - cx, p.y - cy
        b.placed[k] = replace(p, x=cx + c * x - s * y, y=cy + s * x + c * y, turn=p.turn + angle)


def overlap(placed: list[Placed], h: float, d: float) -> bool:
    """Whether two tiles on the table lie in each other, by more than a rounded edge."""
    flat = [p for p in placed if p.level == 0]
    at = np.array([(p.x, p.y) for p in flat])
    far = np.hypot(1, h)
    rectangles = [_footprint(p, h, d) for p in flat]
    near = np.hypot(*(at[:, None] - at[None]).transpose(2, 0, 1)) < far
    for i, j in np.argwhere(np.triu(near, 1)):
        kind, shared = cv2.rotatedRectangleIntersection(rectangles[i], rectangles[j])
        if kind and cv2.contourArea(cv2.convexHull(shared)) > 0.12:
            return True
    return False


def _footprint(p: Placed, h: float, d: float) -> tuple:
    size = {UP: (1.0, h), DOWN: (1.0, h), ON_SIDE: (h, d)}.get(p.pose, (1.0, d))
    return (p.x, p.y), size, float(np.degrees(p.turn))


def walls(b: Builder, y: float) -> None:
    """A wall of tiles lying face down in two layers, and other things of the table behind it."""
    rng = b.rng
    for _ in range(int(rng.integers(1, 3))):
        n = int(rng.integers(3, 13))
        x, high = rng.uniform(-4, 8), 1 if rng.random() < 0.25 else 2
        first = len(b.placed)
        for k in range(n):
            for level in range(high):
                b.add(any_tile(rng), x + k * 1.01, y, 0, DOWN, level, neat=0.5)
        swing(b, first, rng.normal(0, 0.12))
        y += b.h + rng.uniform(0.4, 2)


def any_tile(rng: np.random.Generator, flowers: float = 0.06) -> Tile:
    if rng.random() < flowers:
        return FLOWERS[rng.integers(8)]
    return PLAYING_TILES[rng.integers(34)]


class Bag:
    """A set's 144 tiles, drawn without putting back; a fresh set when it is empty."""

    def __init__(self, rng: np.random.Generator, used=()) -> None:
        self.rng = rng
        self.left = [t for t in PLAYING_TILES for _ in range(4)]
        self.left += list(FLOWERS) * int(rng.integers(1, 5))  # more than a set has: they are rare
        for tile in used:
            if tile in self.left:
                self.left.remove(tile)
        rng.shuffle(self.left)

    def take(self, n: int) -> list[Tile]:
        if len(self.left) < n:
            self.__init__(self.rng)
        out, self.left = self.left[:n], self.left[n:]
        return out


def scatter(
    b: Builder,
    tiles,
    x,
    y,
    wide,
    deep,
    poses=((UP, 0.78), (DOWN, 0.13), (ON_SIDE, 0.06), (STANDING, 0.03)),
):
    rng = b.rng
    spots: list[tuple[float, float, float]] = []
    names, weights = zip(*poses, strict=True)
    for tile in tiles:
        reach = 0.5 * np.hypot(1, b.h) * 0.93
        for _ in range(40):
            px, py = x + rng.normal(0, wide / 2), y + rng.normal(0, deep / 2)
            if all((px - q) ** 2 + (py - r) ** 2 > (reach + s) ** 2 for q, r, s in spots):
                break
        else:
            continue
        spots.append((px, py, reach))
        pose = str(rng.choice(names, p=np.array(weights) / sum(weights)))
        b.add(tile, px, py, rng.uniform(-np.pi, np.pi), pose)
