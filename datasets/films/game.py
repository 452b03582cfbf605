"""Stills of games at a drawn table: walls, hands in play, finished hands, all seen by one camera.

Places are in tile widths, as in `datasets.synth.layouts`: the player sits at negative y.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from datasets.films.config import FilmConfig
from datasets.films.stills import ShownHand, Still, apart
from datasets.synth import camera as cameras
from datasets.synth import effects, labelling, props, room, tables, tilesets
from datasets.synth.hands import random_hand
from datasets.synth.layouts import (
    DOWN,
    STANDING,
    UP,
    Bag,
    Builder,
    Layout,
    Placed,
    overlap,
    scatter,
    walls,
)
from datasets.synth.render import Canvas
from scoring.hand import Hand
from scoring.melds import MeldKind

# The part of a table that the camera looks at: own side and discards, or all four sides.
ONE_SIDE = (-1.0, -2.2, 18.5, 8.0)
FOUR_SIDES = (-1.5, -2.0, 18.5, 18.0)
CENTRE = np.array([8.5, 8.0])
EFFORTS = 30


@dataclass(frozen=True)
class Round:
    """The stills of one round: before the hand is finished, and when it is."""

    before: tuple[Still, ...]
    finished: Still


@dataclass(frozen=True)
class _Laid:
    """One player's side: what lies there all the time, and the last tiles in their three states."""

    hand: Hand
    exposed: tuple[Placed, ...]
    standing: tuple[Placed, ...]
    open: tuple[Placed, ...]
    winner: tuple[Placed, ...]


class Table:
    """A table with its tile set, its light and a camera that stays where it is."""

    def __init__(
        self, rng: np.random.Generator, config: FilmConfig, seed: int, size: tuple[int, int]
    ) -> None:
        self.rng, self.config, self.size = rng, config, size
        self.tiles = tilesets.choose(rng, config.synth, seed)
        self.mess = config.synth.tiles.unevenness * rng.choice([0.3, 0.7, 1.2])
        self.racked = rng.random() < config.tables.racked
        low, high = config.tables.elevation
        elevation = (low, min(high, 56.0)) if self.racked else (low, high)
        self.four = rng.random() < config.tables.four
        area = FOUR_SIDES if self.four else ONE_SIDE
        if self.four:
            elevation = (max(low, 58.0), high)
        self.camera = self._camera(area, elevation)
        self.light = effects.lighting(rng, config.synth.light)
        table = tables.choose(rng, config.synth.fonts)
        turn, shift = rng.uniform(-np.pi, np.pi), rng.uniform(-20, 20, 2)
        ground = tables.paint(self.camera, table, rng.uniform(8, 24), turn, shift)
        tint = rng.uniform(0.7, 1.2) * rng.uniform(0.85, 1.15, 3)
        sun = self.light.sun * self.light.direction[2]
        ground *= (tint * (self.light.ambient + sun)).astype(np.float32)
        corner, opposite = np.array(area[:2]), np.array(area[2:])
        self.ground, self.rims = room.surround(
            rng, self.camera, ground, corner - 1, opposite + 1, self.light, config.synth.fonts
        )
        self.things = []
        if rng.random() < config.tables.clutter:
            around = [self.tiles.block(Placed(None, x, y), 0) for x, y in ((8, 0), (8, 6))]
            self.things = [
                thing
                for thing in props.clutter(rng, around, config.synth.fonts)
                if not (-2 < thing.centre[0] < 20 and -3 < thing.centre[1] < 9)
            ]
        self.backdrop: list[Placed] = []
        if rng.random() < config.tables.walls and not self.four:
            builder = self._builder()
            walls(builder, rng.uniform(7.2, 8.5))
            self.backdrop = builder.placed
        # One exposure for the whole film, by the faces of the tiles that lie on the table.
        lit = self.light.ambient + sun
        face = float((self.tiles.front * lit).max())
        self.gain = np.float32(rng.uniform(0.55, 0.95) / max(face, 0.02))
        self.contrast = rng.uniform(0.92, 1.12)
        self.hands: list[ShownHand] = []

    def _builder(self) -> Builder:
        return Builder(self.rng, self.tiles.height, self.tiles.depth, self.mess)

    def _camera(self, area, elevation) -> cameras.Camera:
        x0, y0, x1, y1 = area
        points = np.array([[x, y, z] for x in (x0, x1) for y in (y0, y1) for z in (0, 1.2)])
        knobs = replace(
            self.config.synth.camera,
            closest=(0.0, 0.1), fill=(0.9, 1.0), top_down=0.0, tilt=2.0, elevation=elevation,
            field_of_view=(30.0, 60.0),
        )  # fmt: skip
        return cameras.choose(self.rng, knobs, points, *self.size, elevation, True, 0.0)

    # -- rounds

    def round(self, name: str) -> Round:
        """One round: hand in play, discards growing, then the finished hand."""
        rng, knobs = self.rng, self.config.tables
        grown = not self.racked and rng.random() < knobs.grown / max(1 - knobs.racked, 1e-6)
        for _ in range(EFFORTS):
            laid = self._side(self._hand(), grown or self.racked)
            discards = self._discards(laid)
            others = self._others(laid) if self.four else []
            second = None
            if not self.four and not discards and rng.random() < knobs.two:
                second = self._side(self._hand(laid.hand), False, lift=5.6)
            traits = ["racked before"] if self.racked else ["grown"] if grown else []
            traits += ["four players"] * self.four + ["two hands"] * (second is not None)
            finished = self._finished(name, laid, second, discards, others, tuple(traits))
            if finished is not None:
                break
        else:
            raise RuntimeError(f"no hand of {name} lies in view: widen its camera")
        self.hands += finished.hands
        before = []
        if self.racked or grown:
            state = laid.standing if self.racked else laid.open
            for k, share in enumerate((0.5, 1.0)):
                seen = discards[: int(share * len(discards))]
                placed = [*laid.exposed, *state, *seen, *others, *self.backdrop]
                before.append(self._still(f"{name} in play {k + 1}", "hand in play", placed))
                if not discards:
                    break
        return Round(tuple(before), finished)

    def between(self, name: str) -> Still:
        """Walls, or a heap of tiles that are being mixed; no hand."""
        builder = self._builder()
        if self.rng.random() < 0.6:
            for y in self.rng.uniform(0, 6, int(self.rng.integers(1, 3))):
                walls(builder, y)
            kind = "walls"
        else:
            heap = Bag(self.rng).take(int(self.rng.integers(12, 30)))
            scatter(builder, heap, 8, 3, 9, 5, ((UP, 0.45), (DOWN, 0.55)))
            kind = "heap"
        return self._still(
            f"{name} {kind}", "walls" if kind == "walls" else "other", builder.placed
        )

    def _hand(self, *also: Hand) -> Hand:
        while True:
            hand = random_hand(self.rng)
            shown = _shown(hand, np.zeros((0, 4, 2)))
            others = [*self.hands, *(_shown(h, shown.corners) for h in also)]
            if hand.winning_tile and all(
                apart(shown, other) >= self.config.different for other in others
            ):
                return hand

    def _side(self, hand: Hand, winner_apart: bool, lift: float = 0.0) -> _Laid:
        """Lay one player's tiles: melds and flowers beside or behind the hand, the winner at its
        end or, where it need not lie apart, perhaps among the others."""
        rng, b = self.rng, self._builder()
        standing = list(hand.concealed)
        apart_ = winner_apart or rng.random() < 0.6
        if apart_:
            standing.remove(hand.winning_tile)
        wide = len(standing) + 1.6 + sum(len(m.tiles) + 0.9 for m in hand.melds)
        beside = wide + 1.1 * len(hand.flowers) < 17.5 and rng.random() < 0.5
        x = rng.uniform(0, max(0.3, 17.0 - (wide if beside else len(standing) + 1.6)))
        lean = rng.uniform(0, 0.25)
        first, end = x, x
        for tile in standing:
            b.add(tile, end + 0.5, lift, 0, STANDING, leaning=lean, neat=0.5)
            end += 1.012 + abs(rng.normal(0, 0.01))
        upright = tuple(b.placed)
        b.placed = []
        end = b.row(standing, first, lift, 0.012, UP, neat=0.8)
        lying = tuple(b.placed)
        b.placed = []
        if apart_:
            sideways = rng.random() < 0.25
            end += rng.uniform(0.35, 1.0) + (b.h if sideways else 1.0)
            turn = np.pi / 2 if sideways else 0.0
            x = end - (b.h if sideways else 1.0) / 2
            b.add(hand.winning_tile, x, lift, turn, UP)
        winner = tuple(b.placed)
        b.placed = []
        behind = b.d / 2 + b.h + rng.uniform(0.35, 0.8)
        x, y = (end + rng.uniform(0.7, 1.1), lift) if beside else (first, lift + behind)
        gap = rng.uniform(0.45, 0.9)
        for meld in hand.melds:
            x = _meld(b, meld, x, y, int(rng.random() < 0.5)) + gap
        if hand.flowers:
            b.row(list(hand.flowers), x + 0.2, y, 0.03, UP)
        return _Laid(hand, tuple(b.placed), upright, lying, winner)

    def _discards(self, laid: _Laid) -> list[Placed]:
        if self.rng.random() >= self.config.tables.discards:
            return []
        b = self._builder()
        bag = _bag(self.rng, laid.hand)
        low = 8.0 if self.four else 5.0 + self.rng.uniform(0, 0.5)
        for k in range(int(self.rng.integers(1, 3))):
            b.row(bag.take(6), self.rng.uniform(4.5, 6), low + k * (b.h + 0.04), 0.03)
        return b.placed

    def _others(self, laid: _Laid) -> list[Placed]:
        """The other three players' thirteen tiles, laid open or face down round the table."""
        out: list[Placed] = []
        bag = _bag(self.rng, laid.hand)
        for quarter in (1, 2, 3):
            b = self._builder()
            pose = UP if self.rng.random() < 0.75 else DOWN
            b.row(sorted(bag.take(13)), 2.0 + self.rng.uniform(-0.5, 0.5), -0.5, 0.02, pose)
            out += [_turned(p, quarter) for p in b.placed]
        return out

    def _finished(self, name, laid, second, discards, others, traits) -> Still | None:
        own = [*laid.exposed, *laid.open, *laid.winner]
        sides = [own]
        if second is not None:
            sides.append([*second.exposed, *second.open, *second.winner])
        placed = [p for side in sides for p in side]
        if overlap([*placed, *discards, *others], self.tiles.height, self.tiles.depth):
            return None
        hands = tuple(
            (one.hand, len(side)) for one, side in zip((laid, second), sides, strict=False)
        )
        still = self._still(name, "finished", [*placed, *discards, *others, *self.backdrop], hands)
        return still and replace(still, traits=traits)

    # -- pictures

    def _still(self, name: str, kind: str, placed: list[Placed], hands=()) -> Still | None:
        """The picture of what lies on the table; `hands`: each finished hand, and how many of
        `placed` are its tiles, from the first on. None where one of those tiles cannot be seen."""
        rng = np.random.default_rng(0)  # for the bodies' flaws: they stay the same all the time
        solids = []
        for tag, p in enumerate(placed):
            distance = np.linalg.norm(self.camera.position - (p.x, p.y, 0))
            pixels = 1.1 * self.tiles.height * self.camera.focal / max(distance, 0.5)
            solids.append(self.tiles.solid(p, tag, pixels, rng))
        width, height = self.size
        quads, first = [], 0
        for _, count in hands:
            corners = [self.camera.project(s.label_corners())[0] for s in solids[first:][:count]]
            quads.append(np.array(corners))
            first += count
            if (quads[-1] < 4).any() or (quads[-1] > np.array([width, height]) - 4).any():
                return None
        canvas = Canvas(self.camera, self.light, self.ground.copy())
        things = [*solids, *self.things]
        canvas.cast_shadows(things, self.tiles.depth)
        canvas.draw_all([*things, *self.rims])
        tags = canvas.tags
        layout = Layout(tuple(placed))
        labels = labelling.find(
            self.config.synth.labels, layout, solids, self.camera,
            cameras.Lens(0.0, width, height), tags,
        )  # fmt: skip
        seen = {label.place: np.array(label.corners) for label in labels}
        shown, first = [], 0
        for (hand, count), corners in zip(hands, quads, strict=True):
            below = [k for k in range(first, first + count) if k not in seen]
            if below:
                return None
            shown.append(_shown(hand, corners))
            first += count
        picture = effects.develop(canvas.light * self.gain, self.contrast)
        corners = np.array(list(seen.values())).reshape(-1, 4, 2)
        return Still(picture, name, kind, tuple(shown), corners)


def _bag(rng: np.random.Generator, hand: Hand) -> Bag:
    """What is left of a set beside a hand, without flowers: nobody discards or holds those."""
    bag = Bag(rng, hand.tiles)
    bag.left = [tile for tile in bag.left if not tile.is_flower]
    return bag


def _meld(b: Builder, meld, x: float, y: float, style: int) -> float:
    """A meld; of a concealed kong the two tiles in the middle show what it is."""
    if meld.kind is not MeldKind.concealed_kong:
        first = len(b.placed)
        end = b.meld(meld, x, y, style)
        if all(p.level == 0 for p in b.placed[first:]):
            return end
        # A tile that lies on another hides it.
        del b.placed[first:]
        return b.row(meld.tiles, x, y, 0.02, UP, neat=0.8)
    for tile, pose in zip(meld.tiles, (DOWN, UP, UP, DOWN), strict=True):
        b.add(tile, x + 0.5, y, 0, pose, neat=0.8)
        x += 1.03
    return x


def _turned(placed: Placed, quarter: int) -> Placed:
    """A place of the near side as it is on another side of the table."""
    angle = quarter * np.pi / 2
    c, s = np.cos(angle), np.sin(angle)
    x, y = np.array([placed.x, placed.y]) - CENTRE
    x, y = CENTRE + np.array([c * x - s * y, s * x + c * y])
    return replace(placed, x=float(x), y=float(y), turn=placed.turn + angle)


def _shown(hand: Hand, corners: np.ndarray) -> ShownHand:
    concealed = list(hand.concealed)
    if hand.winning_tile:
        concealed.remove(hand.winning_tile)
    melds = tuple((meld.kind.value, tuple(meld.tiles)) for meld in hand.melds)
    return ShownHand(tuple(concealed), melds, hand.flowers, hand.winning_tile, corners)
