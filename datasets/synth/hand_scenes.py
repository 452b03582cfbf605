"""Whole hands: laid open, standing on a rack, in the middle of a game."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from datasets.synth.hands import random_hand
from datasets.synth.layouts import (
    AWAY,
    STANDING,
    UP,
    Bag,
    Builder,
    Layout,
    any_tile,
    overlap,
    scatter,
    swing,
    walls,
)
from scoring.hand import Hand


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


def _laid(b: Builder, hand: Hand, lay) -> None:
    """`lay` the hand, again and again until no tile lies in another."""
    for _ in range(40):
        b.clear()
        lay(b, hand)
        if not overlap(b.placed, b.h, b.d):
            return
    b.clear()
    _one_row(b, hand, b.rng.uniform(0.3, 1.3), 0, 0)


def _one_row(b: Builder, hand: Hand, gap: float, style: int, apart: int) -> None:
    melds_first = b.rng.random() < 0.4
    x = _melds(b, hand, 0.0, 0, style, gap) if melds_first else 0.0
    x = _concealed(b, hand, x, 0, UP, apart) + gap
    if not melds_first:
        x = _melds(b, hand, x, 0, style, gap)
    _flowers(b, hand, x + 0.3, 0)


def hand_scene(b: Builder) -> Layout:
    """A whole hand laid open."""
    hand = random_hand(b.rng)
    _laid(b, hand, _lay_open)
    return b.layout(hand=hand)


def _lay_open(b: Builder, hand: Hand) -> None:
    rng = b.rng
    style = int(rng.random() < 0.55)
    gap = rng.uniform(0.3, 1.3)
    apart = int(rng.choice(4, p=[0.3, 0.35, 0.15, 0.2])) if hand.winning_tile else 0
    kind = rng.choice(["one", "behind", "column", "mixed"], p=[0.3, 0.38, 0.12, 0.2])
    line = b.h + rng.uniform(0.08, 1.3)
    if kind == "one":
        _one_row(b, hand, gap, style, apart)
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
            swing(b, first, rng.normal(0, 0.15))
        first = len(b.placed)
        _flowers(b, hand, rng.uniform(4, 9), 2 * line + 2.4)
        swing(b, first, rng.normal(0, 0.15))


def rack_scene(b: Builder) -> Layout:
    """A hand standing before the player, melds and flowers lying behind it, perhaps a rack."""
    hand = random_hand(b.rng, waiting=b.rng.random() < 0.4)
    _laid(b, hand, _lay_standing)
    view = tuple(range(len(b.placed)))
    if b.rng.random() < 0.45:
        walls(b, max(p.y for p in b.placed) + b.h + 1.5)
    return b.layout(hand=hand, view=view, elevation=(20, 58), level=True)


def _lay_standing(b: Builder, hand: Hand) -> None:
    rng = b.rng
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
    if rng.random() < 0.75:
        tall = rng.uniform(0.12, 0.6)
        b.props.append(
            ("rack", x / 2, -b.d / 2 - 0.25, x + rng.uniform(1, 4), rng.uniform(0.3, 0.9), tall)
        )


def table_scene(b: Builder) -> Layout:
    """A hand in the middle of a game: discards, walls, other hands."""
    rng = b.rng
    layout = hand_scene(b) if rng.random() < 0.6 else rack_scene(b)
    used = [t for g in b.groups if g.kind != "winning" for t in g.tiles]
    bag = Bag(rng, used)
    own = len(b.placed)
    top = max(p.y for p in b.placed) + b.h + rng.uniform(0.4, 2)
    if rng.random() < 0.6:
        x0, rows = rng.uniform(0, 8), int(rng.integers(1, 4))
        turn = rng.choice([0, np.pi], p=[0.6, 0.4])
        for k in range(rows):
            b.row(bag.take(int(rng.integers(3, 8))), x0, top + k * (b.h + 0.03), 0.02, turn=turn)
        top += rows * b.h + 0.6
    if rng.random() < 0.6:
        scatter(b, bag.take(int(rng.integers(6, 30))), rng.uniform(3, 11), top + 4, 4.5, 3.0)
        top += 8
    if rng.random() < 0.4:
        walls(b, top)
        top += b.h + 1
    if rng.random() < 0.3:
        n = int(rng.integers(5, 14))
        for k in range(n):
            b.add(any_tile(rng), 2 + k * 1.01, top + 3, 0, AWAY, neat=0.5)
    view = tuple(range(own))
    if rng.random() < 0.35:
        view = tuple(range(len(b.placed)))
    return replace(
        layout, placed=tuple(b.placed), groups=tuple(b.groups), props=tuple(b.props), view=view
    )
