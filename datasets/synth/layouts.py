"""How tiles lie: whole hands as people lay them, rows, grids, scatter, walls, and their truth.

Places are in tile widths on the table; the player sits at negative y.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace

import numpy as np

from datasets.synth import hands
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


def _melds(b: Builder, hand: Hand, x: float, y: float, style: int, gap: float) -> float:
    for meld in hand.melds:
        x = b.meld(meld, x, y, style) + gap + abs(b.rng.normal(0, 0.1))
    return x


def _concealed(b: Builder, hand: Hand, x: float, y: float, pose: str, apart: int) -> float:
    """The standing tiles; the winning tile stays inside (`apart` 0) or lies at the end (1), turned
    at the end (2), above or below (3)."""
    rng = b.rng
    tiles = list(hand.concealed)
    if rng.random() < 0.2:
        rng.shuffle(tiles)
    elif rng.random() < 0.15:
        tiles.reverse()
    winning = hand.winning_tile
    if apart and winning is not None:
        tiles.remove(winning)
    group = b.open_group("concealed", hand.concealed)
    gaps = rng.random() < 0.25
    wave = abs(rng.normal(0, 0.04 * b.mess)) if pose == UP else 0.0
    start = x
    step = int(rng.integers(2, 4)) if gaps else len(tiles)
    while tiles:
        x = b.row(tiles[:step], x, y, 0.015, pose, group, wave, neat=0.5 if pose == STANDING else 1)
        tiles = tiles[step:]
        if tiles:
            x += rng.uniform(0.15, 0.6)
    if apart and winning is not None:
        group = b.open_group("winning", (winning,))
        out = UP if pose == STANDING or rng.random() < 0.9 else STANDING
        if apart == 1:
            x += rng.uniform(0.35, 1.6)
            b.add(winning, x + 0.5, y + rng.normal(0, 0.15), rng.normal(0, 0.12), out, group=group)
            x += 1
        elif apart == 2:
            x += rng.uniform(0.15, 0.8)
            b.add(winning, x + b.h / 2, y, rng.choice([-1, 1]) * np.pi / 2, out, group=group)
            x += b.h
        else:
            up = b.h + rng.uniform(0.15, 1.2)
            side = 1 if rng.random() < 0.65 else -1
            at = rng.uniform(start + 0.5, x - 0.5)
            b.add(winning, at, y + side * up, rng.normal(0, 0.35), out, group=group)
    return x


def _flowers(b: Builder, hand: Hand, x: float, y: float, turn: float = 0.0) -> float:
    if not hand.flowers:
        return x
    flowers = list(hand.flowers)
    b.rng.shuffle(flowers)
    group = b.open_group("flowers", flowers)
    return b.row(flowers, x, y, b.rng.uniform(0.0, 0.12), UP, group, turn=turn)


def hand_scene(b: Builder) -> Layout:
    """A whole hand laid open."""
    rng = b.rng
    hand = hands.random_hand(rng)
    style = int(rng.random() < 0.55)
    gap = rng.uniform(0.3, 1.3)
    apart = int(rng.choice(4, p=[0.3, 0.35, 0.15, 0.2])) if hand.winning_tile else 0
    kind = rng.choice(["one", "behind", "column", "mixed"], p=[0.3, 0.38, 0.12, 0.2])
    line = b.h + rng.uniform(0.08, 1.3)
    if kind == "one":
        melds_first = rng.random() < 0.4
        x = 0.0
        if melds_first:
            x = _melds(b, hand, x, 0, style, gap)
        x = _concealed(b, hand, x, 0, UP, apart) + gap
        if not melds_first:
            x = _melds(b, hand, x, 0, style, gap)
        if rng.random() < 0.5:
            _flowers(b, hand, x + 0.3, 0)
        else:
            _flowers(b, hand, rng.uniform(0, 3), line if apart != 3 else line + b.h + 0.6)
    elif kind == "behind":
        side = 1 if rng.random() < 0.75 else -1
        x = _concealed(b, hand, rng.uniform(0, 3), 0, UP, apart)
        y = side * (line if apart != 3 else line + b.h + 1.2)
        x = _melds(b, hand, rng.uniform(-1, 2), y, style, gap)
        if rng.random() < 0.5:
            _flowers(b, hand, x + 0.2, y)
        else:
            _flowers(b, hand, rng.uniform(0, 3), y + side * (b.h + rng.uniform(0.1, 1)))
    elif kind == "column":
        x = _concealed(b, hand, 0, 0, UP, min(apart, 2))
        y = 0.0
        for k, meld in enumerate(hand.melds):
            if k % 2 == 0:
                y += line + (b.h if style else 0.1)
                x = rng.uniform(-0.5, 1)
            x = b.meld(meld, x, y, style) + gap
        _flowers(b, hand, rng.uniform(0, 4), y + line + (1.0 if style else 0.1))
    else:
        # melds round the standing tiles, each a little turned
        _concealed(b, hand, 0, 0, UP, min(apart, 2))
        slots = [
            (rng.uniform(-1, 1), line + 0.5),
            (5.5, line + 0.6),
            (11.5, line + 0.4),
            (2.5, 2 * line + 2),
        ]
        rng.shuffle(slots)
        for meld, (x, y) in zip(hand.melds, slots, strict=False):
            first = len(b.placed)
            b.meld(meld, x + rng.uniform(-0.3, 0.3), y, style)
            _swing(b, first, rng.normal(0, 0.15))
        first = len(b.placed)
        _flowers(b, hand, rng.uniform(4, 9), 2 * line + 2.4)
        _swing(b, first, rng.normal(0, 0.15))
    return b.layout(hand=hand)


def _swing(b: Builder, first: int, angle: float) -> None:
    """Turn the tiles from `first` on together about their middle."""
    part = b.placed[first:]
    if not part:
        return
    cx, cy = np.mean([p.x for p in part]), np.mean([p.y for p in part])
    c, s = np.cos(angle), np.sin(angle)
    for k, p in enumerate(part, first):
        x, y = p.x - cx, p.y - cy
        b.placed[k] = replace(p, x=cx + c * x - s * y, y=cy + s * x + c * y, turn=p.turn + angle)


def rack_scene(b: Builder) -> Layout:
    """A hand standing before the player, melds and flowers lying behind it, perhaps a rack."""
    rng = b.rng
    hand = hands.random_hand(rng, waiting=rng.random() < 0.4)
    lean = rng.uniform(0, 0.3) if rng.random() < 0.5 else 0.0
    tiles = list(hand.concealed)
    if hand.winning_tile:
        tiles.remove(hand.winning_tile)
    group = b.open_group("concealed", hand.concealed)
    x = 0.0
    for tile in tiles:
        b.add(tile, x + 0.5, 0, 0, STANDING, leaning=lean, group=group, neat=0.5)
        x += 1.012 + abs(rng.normal(0, 0.015 * b.mess))
    if hand.winning_tile:
        group = b.open_group("winning", (hand.winning_tile,))
        if rng.random() < 0.5:
            b.add(
                hand.winning_tile,
                x + 1 + rng.uniform(0, 1),
                0,
                0,
                STANDING,
                leaning=lean,
                group=group,
            )
        else:
            b.add(
                hand.winning_tile,
                x / 2 + rng.normal(0, 3),
                -b.h - rng.uniform(1.2, 2),
                rng.normal(0, 0.2),
                UP,
                group=group,
            )
    y = b.d / 2 + b.h / 2 + rng.uniform(0.25, 1.6)
    end = _melds(b, hand, rng.uniform(0, 5), y, int(rng.random() < 0.3), rng.uniform(0.02, 0.6))
    _flowers(
        b,
        hand,
        end + 0.2 if rng.random() < 0.6 else rng.uniform(0, 4),
        y + (0 if end < 14 else b.h + 0.3),
    )
    view = tuple(range(len(b.placed)))
    if rng.random() < 0.75:
        tall = rng.uniform(0.12, 0.6)
        b.props.append(
            ("rack", x / 2, -b.d / 2 - 0.25, x + rng.uniform(1, 4), rng.uniform(0.3, 0.9), tall)
        )
    if rng.random() < 0.45:
        walls(b, y + b.h + 1.5)
    return b.layout(hand=hand, view=view, elevation=(20, 58), level=True)


def walls(b: Builder, y: float) -> None:
    """A wall of tiles lying face down in two layers, and other things of the table behind it."""
    rng = b.rng
    for _ in range(int(rng.integers(1, 3))):
        n = int(rng.integers(3, 13))
        x, high = rng.uniform(-4, 8), 1 if rng.random() < 0.25 else 2
        first = len(b.placed)
        for k in range(n):
            for level in range(high):
                b.add(_any(rng), x + k * 1.01, y, 0, DOWN, level, neat=0.5)
        _swing(b, first, rng.normal(0, 0.12))
        y += b.h + rng.uniform(0.4, 2)


def _any(rng: np.random.Generator, flowers: float = 0.06) -> Tile:
    if rng.random() < flowers:
        return FLOWERS[rng.integers(8)]
    return PLAYING_TILES[rng.integers(34)]


class _Bag:
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


def table_scene(b: Builder) -> Layout:
    """A hand in the middle of a game: discards, walls, other hands."""
    rng = b.rng
    layout = hand_scene(b) if rng.random() < 0.6 else rack_scene(b)
    used = [t for g in b.groups if g.kind != "winning" for t in g.tiles]
    bag = _Bag(rng, used)
    own = len(b.placed)
    top = max(p.y for p in b.placed) + b.h + rng.uniform(0.4, 2)
    if rng.random() < 0.6:
        x0, rows = rng.uniform(0, 8), int(rng.integers(1, 4))
        turn = rng.choice([0, np.pi], p=[0.6, 0.4])
        for k in range(rows):
            b.row(bag.take(int(rng.integers(3, 8))), x0, top + k * (b.h + 0.03), 0.02, turn=turn)
        top += rows * b.h + 0.6
    if rng.random() < 0.6:
        _scatter(b, bag.take(int(rng.integers(6, 30))), rng.uniform(3, 11), top + 4, 4.5, 3.0)
        top += 8
    if rng.random() < 0.4:
        walls(b, top)
        top += b.h + 1
    if rng.random() < 0.3:
        n = int(rng.integers(5, 14))
        for k in range(n):
            b.add(_any(rng), 2 + k * 1.01, top + 3, 0, AWAY, neat=0.5)
    view = tuple(range(own))
    if rng.random() < 0.35:
        view = tuple(range(len(b.placed)))
    return replace(
        layout, placed=tuple(b.placed), groups=tuple(b.groups), props=tuple(b.props), view=view
    )


def rows_scene(b: Builder) -> Layout:
    rng = b.rng
    bag = _Bag(rng)
    kind = rng.choice(["straight", "wavy", "diamonds", "mixed turns"], p=[0.5, 0.2, 0.12, 0.18])
    b.mess *= {"wavy": 2.5}.get(kind, 1.0)
    y = 0.0
    for _ in range(int(rng.choice([1, 2, 3, 4, 5], p=[0.4, 0.25, 0.17, 0.1, 0.08]))):
        n = int(rng.integers(3, 19))
        tiles = bag.take(n)
        if rng.random() < 0.4:
            tiles.sort()
        x = rng.uniform(-1, 3)
        gap = rng.choice([0.01, rng.uniform(0, 0.5)])
        turn = float(rng.choice([0, np.pi], p=[0.85, 0.15]))
        pose = STANDING if rng.random() < 0.12 and kind == "straight" else UP
        if kind == "straight":
            b.row(tiles, x, y, gap, pose, wave=0.02, turn=turn)
        elif kind == "wavy":
            b.row(tiles, x, y, gap, wave=0.13, turn=turn)
        else:
            for tile in tiles:
                if kind == "diamonds":
                    angle = rng.choice([1, 3, 5, 7]) * np.pi / 4 + rng.normal(0, 0.1)
                    wide = (1 + b.h) * 0.72
                else:
                    angle = rng.integers(4) * np.pi / 2
                    wide = b.h if angle % np.pi > 1 else 1.0
                b.add(tile, x + wide / 2, y, angle)
                x += wide + gap + 0.02
        y += b.h + (rng.uniform(0.0, 0.12) if rng.random() < 0.4 else rng.uniform(0.2, 2))
        if kind == "diamonds":
            y += 0.7
    return b.layout()


def grid_scene(b: Builder) -> Layout:
    rng = b.rng
    columns, rows = int(rng.integers(2, 11)), int(rng.integers(2, 7))
    bag = _Bag(rng)
    b.mess *= rng.choice([0.3, 1.0])
    if rng.random() < 0.4:
        b.flip = 0.4
    gap = rng.choice([0.0, rng.uniform(0, 0.15)])
    ordered = rng.random() < 0.25
    backs = rng.uniform(0, 0.3) if rng.random() < 0.2 else 0.0
    tiles = bag.take(columns * rows)
    if ordered:
        tiles.sort()
    skip = rng.integers(columns) if rng.random() < 0.2 else -1
    for r in range(rows):
        for c in range(columns):
            if c == skip:
                continue
            pose = DOWN if rng.random() < backs else UP
            tile = tiles[r * columns + c]
            b.add(tile, c * (1.005 + gap) + 0.5, -r * (b.h * 1.004 + gap), 0, pose)
    if rng.random() < 0.3:
        b.props.append(
            ("case", 0.0, -(rows - 0.5) * b.h, columns * (1.005 + gap), rows * (b.h + gap))
        )
    return b.layout(elevation=(38, 90))


def _scatter(
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


def scatter_scene(b: Builder) -> Layout:
    rng = b.rng
    n = int(rng.integers(5, 45))
    spread = np.sqrt(n) * rng.uniform(1.0, 2.4)
    _scatter(b, _Bag(rng).take(n), 0, 0, spread, spread * rng.uniform(0.6, 1))
    return b.layout()


def few_scene(b: Builder) -> Layout:
    rng = b.rng
    n = int(rng.choice([1, 2, 3, 4], p=[0.35, 0.3, 0.2, 0.15]))
    tiles = _Bag(rng).take(n)
    if rng.random() < 0.3:
        tiles[0] = FLOWERS[rng.integers(8)]
    if rng.random() < 0.5:
        b.row(tiles, 0, 0, rng.uniform(0, 0.6), turn=rng.integers(4) * np.pi / 2 if n == 1 else 0)
    else:
        _scatter(b, tiles, 0, 0, 2.5, 2)
    return b.layout()


def backs_scene(b: Builder) -> Layout:
    rng = b.rng
    if rng.random() < 0.5:
        walls(b, 0)
        if rng.random() < 0.5:
            b.row(_Bag(rng).take(int(rng.integers(1, 6))), 0, -b.h - 1)
    else:
        n = int(rng.integers(4, 26))
        spread = np.sqrt(n) * rng.uniform(1.1, 2)
        poses = ((DOWN, 0.72), (UP, 0.1), (ON_SIDE, 0.14), (AWAY, 0.04))
        _scatter(b, _Bag(rng).take(n), 0, 0, spread, spread * 0.8, poses)
    return b.layout()


SCENES = {
    "hand": hand_scene,
    "rack": rack_scene,
    "table": table_scene,
    "rows": rows_scene,
    "grid": grid_scene,
    "scatter": scatter_scene,
    "few": few_scene,
    "backs": backs_scene,
}
