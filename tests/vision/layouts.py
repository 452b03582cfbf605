"""Random photos of legal hands, as detections: laid out by the habits of players, without pictures.

`random_layout(seed)` lays a legal hand on a table in tile widths (a tile is 1 wide and 4/3 high, y
grows towards the player), with melds, kongs, flowers, a winning tile and other tiles as people
lay them, looks at it through a camera, and returns the detections together with the truth.
"""

from __future__ import annotations

import json
import math
from dataclasses import dataclass, field, replace
from functools import lru_cache
from pathlib import Path
from random import Random

import numpy as np

from scoring import BACK, FLOWERS, PLAYING_TILES, TILES, MeldKind, Tile
from vision.detections import Detection, certain

TALL = 4 / 3
FEW = 12
CONFUSIONS = Path(__file__).with_name("confusions.json")


@dataclass(frozen=True)
class Truth:
    """What a layout shows, by positions of detections.

    concealed: the standing tiles, the winning tile among them. melds: kind and boxes. flowers,
    unused: the rest. winner: the winning tile if it lies apart.
    """

    concealed: frozenset[int]
    melds: frozenset[tuple[MeldKind, frozenset[int]]]
    flowers: frozenset[int]
    unused: frozenset[int]
    winner: int | None
    tiles: tuple[Tile, ...]


@dataclass(frozen=True)
class Layout:
    """One random photo: how it was laid, its detections, and the truth."""

    habits: tuple[str, ...]
    detections: tuple[Detection, ...]
    truth: Truth


@dataclass
class _Lying:
    """A tile on the table. angle: degrees clockwise, 0 upright. part: what it belongs to."""

    tile: Tile
    x: float
    y: float
    angle: float
    part: object


# -- hands ----------------------------------------------------------------------------------------


@dataclass
class _Meld:
    kind: MeldKind
    tiles: tuple[Tile, ...]
    source: int | None


@dataclass
class _Hand:
    sets: list[tuple[Tile, ...]]  # standing, the pair last
    melds: list[_Meld] = field(default_factory=list)
    flowers: list[Tile] = field(default_factory=list)


def random_hand(rng: Random, melds: int | None = None) -> _Hand:
    """A legal finished hand of any shape, with its melds and flowers."""
    shape = rng.random() if not melds else 1.0
    if shape < 0.05:
        kinds = rng.sample(PLAYING_TILES, 7)
        hand = _Hand([(t, t) for t in sorted(kinds)])
    elif shape < 0.08:
        orphans = [t for t in PLAYING_TILES if t.is_honour or t.is_terminal]
        hand = _Hand([tuple(sorted([*orphans, rng.choice(orphans)]))])
    else:
        hand = _standard_hand(rng, melds)
    if rng.random() < 0.5:
        hand.flowers = rng.sample(FLOWERS, rng.randint(1, 8) if rng.random() < 0.3 else 2)
    return hand


def _standard_hand(rng: Random, melds: int | None) -> _Hand:
    while True:
        sets = [_random_set(rng) for _ in range(4)]
        pair = rng.choice(PLAYING_TILES)
        declared = rng.choice((0, 0, 0, 1, 1, 2, 2, 3, 4)) if melds is None else melds
        found = [_declare(rng, tiles) for tiles in sets[:declared]]
        everything = [t for meld in found for t in meld.tiles]
        everything += [t for tiles in sets[declared:] for t in tiles] + [pair, pair]
        if max(everything.count(t) for t in everything) <= 4:
            return _Hand([*sets[declared:], (pair, pair)], found)


def _random_set(rng: Random) -> tuple[Tile, ...]:
    if rng.random() < 0.6:
        first = 9 * rng.randrange(3) + rng.randrange(7)
        return TILES[first : first + 3]
    return (rng.choice(PLAYING_TILES),) * 3


def _declare(rng: Random, tiles: tuple[Tile, ...]) -> _Meld:
    if tiles[0] is not tiles[1]:
        return _Meld(MeldKind.chow, tiles, 1)
    kind = rng.choice(
        (
            MeldKind.pung,
            MeldKind.pung,
            MeldKind.exposed_kong,
            MeldKind.added_kong,
            MeldKind.concealed_kong,
        )
    )
    source = None if kind is MeldKind.concealed_kong else rng.randint(1, 3)
    return _Meld(kind, tiles[:1] * (4 if kind.is_kong else 3), source)


# -- laying ---------------------------------------------------------------------------------------


def _row(
    rng: Random,
    tiles: list[tuple[Tile, float, object]],
    x: float,
    y: float,
    gap_at: dict[int, float],
) -> list[_Lying]:
    """Tiles (tile, angle, part) side by side from x on, their lower edges on one line."""
    lying = []
    for k, (tile, angle, part) in enumerate(tiles):
        on_side = round(angle / 90) % 2 == 1
        reach, depth = (TALL, 1.0) if on_side else (1.0, TALL)
        x += gap_at.get(k, 0.0) + rng.uniform(0.0, 0.04)
        lying.append(_Lying(tile, x + reach / 2, y - depth / 2 + TALL / 2, angle, part))
        x += reach
    return lying


def _meld_tiles(rng: Random, meld: _Meld, marked: bool) -> list[tuple[Tile, float, object]]:
    """A meld's tiles in order with their angles; an added kong's fourth tile is laid later."""
    tiles = list(meld.tiles)
    if meld.kind is MeldKind.concealed_kong:
        down = rng.choice(((0, 3), (0, 3), (1, 2), (1, 2, 3), (0, 1, 3), (0, 1, 2, 3)))
        tiles = [BACK if k in down else t for k, t in enumerate(tiles)]
        return [(t, 0.0, meld) for t in tiles]
    if meld.kind is MeldKind.added_kong:
        tiles = tiles[:3]
        marked = True
    if meld.kind is MeldKind.chow and marked:
        claimed = rng.randrange(3)
        tiles.insert(0, tiles.pop(claimed))
    on_side = {1: 0, 2: 1, 3: len(tiles) - 1}[meld.source or 1] if marked else None
    turn = rng.choice((90.0, -90.0))
    return [(t, turn if k == on_side else 0.0, meld) for k, t in enumerate(tiles)]


def _added(rng: Random, lying: list[_Lying]) -> list[_Lying]:
    """The fourth tiles of added kongs: beyond the claimed one as the player sees it, or on it."""
    found = []
    for meld in {id(one.part): one.part for one in lying if isinstance(one.part, _Meld)}.values():
        if meld.kind is MeldKind.added_kong:
            below = next(one for one in lying if one.part is meld and round(one.angle / 90) % 2)
            up = 1.0 + rng.uniform(0.0, 0.06) if rng.random() < 0.7 else rng.uniform(0.6, 0.8)
            found.append(replace(below, y=below.y - up))
    return found


def _standing(rng: Random, hand: _Hand) -> list[tuple[Tile, ...]]:
    """The standing sets as they are shown: in sets in any order, or all sorted by tile."""
    sets = [tuple(s) for s in hand.sets]
    if rng.random() < 0.3:
        return [tuple(sorted(t for s in sets for t in s))]
    if rng.random() < 0.5:
        sets.insert(rng.randrange(len(sets)), sets.pop())
    return sets


def random_layout(
    seed: int, *, noise: bool = False, habits: tuple[str, ...] | None = None
) -> Layout:
    """A random photo of a legal hand. noise: with tile probabilities as a model gives them."""
    rng = Random(seed)
    hand = random_hand(rng)
    melds = len(hand.melds)
    boxes = rng.random() < 0.4
    if melds:
        style = rng.choice(("beside", "beside", "above", "below", "column", "marked"))
    else:
        whole = len(hand.sets) == 1
        style = rng.choice(
            ("row", "row", "row", "two rows") + (() if whole else ("spread", "grid"))
        )
    if style == "two rows" and len(hand.sets) == 1:
        style = "row"
    lying, winner = _lay_hand(rng, hand, style)
    lying += _added(rng, lying)
    lying = _bent(rng, lying)
    flowers = _lay_flowers(rng, hand, lying, style)
    others, other = _lay_others(rng, lying)
    everything = lying + others
    detections, kept = _photograph(rng, everything, boxes)
    tiles = tuple(everything[i].tile for i in kept)
    if noise:
        detections = [
            replace(d, probabilities=noisy(rng, t)) for d, t in zip(detections, tiles, strict=True)
        ]
    truth = _truth([everything[i] for i in kept], winner)
    names = (style, "boxes" if boxes else "corners", flowers, other)
    names += ("winner apart",) if winner is not None else ()
    return Layout(names, tuple(detections), truth)


WINNER, STANDS, FLOWER, OTHER = "winner", "stands", "flower", "other"


def _lay_hand(rng: Random, hand: _Hand, style: str) -> tuple[list[_Lying], str | None]:
    shown = _standing(rng, hand)
    flat = [t for part in shown for t in part]
    winner = None
    if style in ("row", "beside", "above", "below", "column") and rng.random() < 0.35:
        winner = rng.choice(("gap", "above", "tilted", "on its side"))
    apart = flat.pop(rng.randrange(len(flat))) if winner else None
    if winner == "on its side" and _is_set((*flat[-2:], apart)):
        winner = "gap"  # with its neighbours it would look like a meld
    gap_at: dict[int, float] = {}
    inside = list(hand.flowers) if hand.flowers and rng.random() < 0.4 else []
    standing = [(t, 0.0, STANDS) for t in flat]
    if style == "spread":
        shown = sorted((tuple(s) for s in hand.sets), key=lambda _: rng.random())
        standing = [(t, 0.0, STANDS) for s in shown for t in s]
        wide = rng.uniform(0.22, 0.7)
        at = 0
        for part in shown[:-1]:
            at += len(part)
            gap_at[at] = wide * rng.uniform(0.85, 1.15)
    if style == "grid":
        lying = []
        for k, part in enumerate(hand.sets):
            tiles = [(t, 0.0, STANDS) for t in part]
            y = k * (TALL + rng.uniform(0.0, 0.1))
            lying += _row(rng, tiles, rng.uniform(-0.05, 0.05), y, {})
        return lying, None
    if style == "two rows":
        # Seven and seven: whole sets in a row of their own would look like melds.
        upper, lower = standing[:7], standing[7:]
        far = TALL + rng.uniform(0.0, 0.4)
        return _row(rng, upper, 0.0, -far, {}) + _row(rng, lower, 0.0, 0.0, {}), None
    if inside:
        flowers = [(t, 0.0, FLOWER) for t in inside]
        hand.flowers = []
        first = rng.random() < 0.5 or style == "marked" or gap_at
        at = 0 if first else len(standing)
        standing[at:at] = flowers
        gap_at = {k + (len(flowers) if k >= at else 0): g for k, g in gap_at.items()}
        if at == len(standing) - len(flowers) and winner in ("gap", "tilted", "on its side"):
            winner = "above"
    if apart is not None and winner != "above":
        angle = {"gap": 0.0, "tilted": rng.choice((-1, 1)) * rng.uniform(15, 35)}.get(winner, 90.0)
        if winner == "gap":
            gap_at[len(standing)] = rng.uniform(0.35, 1.5)
        elif winner == "tilted":
            gap_at[len(standing)] = 0.25
        standing.append((apart, angle, WINNER))
    declared = [_meld_tiles(rng, m, style == "marked" or rng.random() < 0.5) for m in hand.melds]
    if style == "marked" and any(m.kind is MeldKind.concealed_kong for m in hand.melds):
        style = "beside"
    lying = _row(rng, standing, 0.0, 0.0, gap_at)
    if apart is not None and winner == "above":
        x = rng.uniform(0.3, 0.7) * len(flat)
        angle = rng.choice((0.0, 0.0, rng.uniform(-40, 40)))
        y = -TALL - rng.uniform(0.15, 0.9) - (0.3 if angle else 0.0)
        if style == "above":
            y = TALL + rng.uniform(0.15, 0.6) + (0.3 if angle else 0.0)
        lying.append(_Lying(apart, x, y, angle, WINNER))
    if declared:
        lying += _lay_melds(rng, declared, style, lying)
    return lying, winner


def _is_set(tiles: tuple[Tile, ...]) -> bool:
    if len(tiles) != 3:
        return False
    a, b, c = sorted(tiles)
    chow = (
        a.is_suited and a.suit == b.suit == c.suit and c.index - b.index == b.index - a.index == 1
    )
    return chow or a is b is c


def _lay_melds(
    rng: Random, declared: list[list[tuple[Tile, float, object]]], style: str, lying: list[_Lying]
) -> list[_Lying]:
    right = max(one.x for one in lying) + 0.5
    if abs(max(lying, key=lambda one: one.x).angle) > 10:
        right += 0.2
    upper = any(
        round(t[1] / 90) % 2 for m in declared for t in m if t[2].kind is MeldKind.added_kong
    )
    between = rng.uniform(0.2, 0.6) if rng.random() < 0.7 else 0.0
    tiles = [t for meld in declared for t in meld]
    gap_at, at = {}, 0
    for meld in declared[:-1]:
        at += len(meld)
        gap_at[at] = between * rng.uniform(0.9, 1.1)
    apart = rng.uniform(0.6, 2.0) if between == 0.0 else max(0.6, between * rng.uniform(1.7, 3.0))
    if len(declared) == 4 and style == "beside":
        # Four sets and a pair at even distances could as well be a concealed hand shown in sets.
        apart = max(0.9, 2.5 * between)
    if style == "marked":
        if rng.random() < 0.5:
            return _row(rng, tiles, right, 0.0, {})
        row = _row(rng, tiles, 0.0, 0.0, {})
        width = max(one.x for one in row) + 0.7 - min(one.x for one in lying) + 0.5
        return [replace(one, x=one.x - width) for one in row]
    if style == "beside":
        if rng.random() < 0.3:
            row = _row(rng, tiles, 0.0, 0.0, gap_at)
            width = max(one.x for one in row) + 0.7 - min(one.x for one in lying) + 0.5 + apart
            return [replace(one, x=one.x - width) for one in row]
        return _row(rng, tiles, right + apart, rng.uniform(-0.1, 0.1), gap_at)
    if style == "column":
        found, y = [], 0.0
        for meld in declared:
            found += _row(rng, meld, right + max(0.8, apart), y, {})
            y -= (
                TALL
                + rng.uniform(0.1, 0.4)
                + (1.1 if meld[0][2].kind is MeldKind.added_kong else 0)
            )
        return found
    start = rng.uniform(0.0, max(0.5, right - len(tiles)))
    far = TALL + rng.uniform(0.15, 1.2)
    if style == "above":
        return _row(rng, tiles, start, -far - 0.1, gap_at)
    return _row(rng, tiles, start, far + (1.0 if upper else 0.1), gap_at)


def _lay_flowers(rng: Random, hand: _Hand, lying: list[_Lying], style: str) -> str:
    if not hand.flowers:
        return "flowers in row" if any(one.part == FLOWER for one in lying) else "no flowers"
    top = min(one.y for one in lying) - 0.7
    bottom = max(one.y for one in lying) + 0.7
    left = min(one.x for one in lying)
    x = left + rng.uniform(0.0, min(6.0, max(one.x for one in lying) - left))
    if rng.random() < 0.75:
        y = top - TALL / 2 - rng.uniform(0.3, 1.5)
    else:
        y = bottom + TALL / 2 + rng.uniform(0.3, 1.0)
    lying += _row(rng, [(t, 0.0, FLOWER) for t in hand.flowers], x, y, {})
    return "flowers aside"


def _lay_others(rng: Random, lying: list[_Lying]) -> tuple[list[_Lying], str]:
    """Tiles that are no part of the hand."""
    kind = rng.choice(("nothing", "nothing", "heap", "discard rows", "wall", "far hand"))
    top = min(one.y for one in lying)
    middle = sum(one.x for one in lying) / len(lying)
    deck = [t for t in PLAYING_TILES for _ in range(4)]
    rng.shuffle(deck)
    found: list[_Lying] = []
    if kind == "heap":
        for k in range(rng.randint(6, 30)):
            x = middle - 5 + 1.9 * (k % 6) + rng.uniform(-0.25, 0.25)
            y = top - 5.5 - 2.0 * (k // 6) + rng.uniform(-0.25, 0.25)
            found.append(_Lying(deck[k], x, y, rng.uniform(0, 360), OTHER))
    elif kind == "discard rows":
        for k in range(rng.randint(8, 24)):
            x = middle - 3 + 1.02 * (k % 6)
            y = top - 5.0 - 1.36 * (k // 6)
            found.append(_Lying(deck[k], x, y, rng.uniform(-3, 3), OTHER))
    elif kind == "wall":
        y = top - rng.uniform(3.0, 5.0)
        for k in range(rng.randint(6, 17)):
            found.append(_Lying(BACK, middle - 7 + 1.01 * k, y, 0.0, OTHER))
    elif kind == "far hand":
        y = top - rng.uniform(9.0, 12.0)
        for k, tile in enumerate(sorted(deck[:13])):
            found.append(_Lying(tile, middle - 6.5 + 1.02 * k, y, 180.0, OTHER))
    return found, kind


def _bent(rng: Random, lying: list[_Lying]) -> list[_Lying]:
    """The hand as a slightly bent, slightly careless hand lays it."""
    middle = sum(one.x for one in lying) / len(lying)
    half = max(abs(one.x - middle) for one in lying) + 1.0
    bend = rng.gauss(0.0, 0.15) * min(1.0, half / 7) ** 2
    found = []
    for one in lying:
        u = (one.x - middle) / half
        slope = math.degrees(math.atan(2 * bend * u / half))
        found.append(
            replace(
                one,
                x=one.x + rng.gauss(0.0, 0.01),
                y=one.y + bend * u * u + rng.gauss(0.0, 0.03),
                angle=one.angle + slope + rng.gauss(0.0, 1.5),
            )
        )
    return found


# -- the camera -----------------------------------------------------------------------------------


def _photograph(rng: Random, lying: list[_Lying], boxes: bool) -> tuple[list[Detection], list[int]]:
    """Detections as seen by a camera, in random order, and which tile each one is of."""
    tilt = math.radians(rng.uniform(0, 50))
    away = rng.uniform(25, 60)
    turn = math.radians(rng.choice((0.0, rng.gauss(0, 12), rng.uniform(-180, 180))))
    if boxes:
        turn = math.radians(rng.choice((0.0, rng.gauss(0, 8))))
    size = rng.uniform(30, 90)
    roll = math.radians(rng.choice((0.0, rng.uniform(-180, 180)))) if not boxes else 0.0
    cx = sum(one.x for one in lying) / len(lying)
    cy = sum(one.y for one in lying) / len(lying)
    quads = []
    for one in lying:
        a = math.radians(one.angle)
        c, s = math.cos(a), math.sin(a)
        quad = []
        for u, v in ((-0.5, -0.5), (0.5, -0.5), (0.5, 0.5), (-0.5, 0.5)):
            u, v = u * 0.96, v * TALL * 0.96
            quad.append((one.x + c * u - s * v - cx, one.y + s * u + c * v - cy))
        quads.append(quad)
    points = np.array(quads)
    c, s = math.cos(turn), math.sin(turn)
    points = points @ np.array([[c, s], [-s, c]])
    depth = 1 - points[..., 1] * math.sin(tilt) / away
    seen = np.stack([points[..., 0] / depth, points[..., 1] * math.cos(tilt) / depth], axis=-1)
    c, s = math.cos(roll), math.sin(roll)
    seen = seen @ np.array([[c, s], [-s, c]]) * size
    seen += np.array([rng.gauss(0, 0.015 * size) for _ in range(seen.size)]).reshape(seen.shape)
    seen -= seen.reshape(-1, 2).min(axis=0) - size
    order = list(range(len(lying)))
    rng.shuffle(order)
    detections = []
    for i in order:
        tile = lying[i].tile
        confidence = rng.uniform(0.7, 0.99)
        if boxes:
            (left, top), (right, bottom) = seen[i].min(axis=0), seen[i].max(axis=0)
            box = (float(left), float(top), float(right), float(bottom))
            detections.append(Detection.of_tile(tile, box, confidence))
        else:
            corners = tuple((float(x), float(y)) for x, y in seen[i])
            detections.append(Detection(corners, confidence, certain(tile)))
    return detections, order


def _truth(lying: list[_Lying], winner: str | None) -> Truth:
    parts: dict[int, tuple[_Meld, set[int]]] = {}
    for i, one in enumerate(lying):
        if isinstance(one.part, _Meld):
            parts.setdefault(id(one.part), (one.part, set()))[1].add(i)
    stands = {i for i, one in enumerate(lying) if one.part in (STANDS, WINNER)}
    return Truth(
        concealed=frozenset(stands),
        melds=frozenset((meld.kind, frozenset(boxes)) for meld, boxes in parts.values()),
        flowers=frozenset(i for i, one in enumerate(lying) if one.part == FLOWER),
        unused=frozenset(i for i, one in enumerate(lying) if one.part == OTHER),
        winner=next((i for i, one in enumerate(lying) if one.part == WINNER), None),
        tiles=tuple(one.tile for one in lying),
    )


# -- tile probabilities ---------------------------------------------------------------------------


@lru_cache(maxsize=1)
def _confusions() -> dict[str, list[dict[str, float]]]:
    return json.loads(CONFUSIONS.read_text(encoding="utf-8"))


def noisy(rng: Random, tile: Tile) -> tuple[float, ...]:
    """Tile probabilities such as the model gave for a real tile of this kind.

    A kind of which the photos show only a few is noisy as another one is, taken for its own like.
    """
    table = _confusions()
    if tile.is_back:
        return certain(tile)
    likely = dict(rng.choice(table.get(tile.code, [{}])))
    if len(table.get(tile.code, ())) < FEW:
        code, samples = rng.choice([(c, s) for c, s in table.items() if len(s) >= FEW])
        others = [t.code for t in (FLOWERS if tile.is_flower else PLAYING_TILES) if t is not tile]
        rng.shuffle(others)
        names = {code: tile.code}
        sample = rng.choice(samples)
        likely = {names.get(c) or others.pop(): p for c, p in sample.items() if c == code or others}
    rest = max(0.0, 1 - sum(likely.values())) / len(TILES)
    values = [rest] * len(TILES)
    for code, probability in likely.items():
        values[Tile(code).index] += probability
    total = sum(values)
    return tuple(value / total for value in values)
