"""Random finished and waiting hands, legal as Chinese Official mahjong counts them."""

from __future__ import annotations

from collections import Counter

import numpy as np

from scoring.hand import Hand
from scoring.melds import Meld, MeldKind
from scoring.tiles import FLOWERS, PLAYING_TILES, Tile

_ORPHANS = [
    Tile(c) for c in ("1m", "9m", "1p", "9p", "1s", "9s", "E", "S", "W", "N", "C", "F", "P")
]


def random_hand(rng: np.random.Generator, waiting: bool = False) -> Hand:
    """A hand of at most four of a kind; its winning tile is named in most finished hands."""
    shape = rng.random()
    if shape < 0.05:
        concealed, melds = _pairs(rng), ()
    elif shape < 0.07:
        concealed, melds = [*_ORPHANS, _ORPHANS[rng.integers(13)]], ()
    elif shape < 0.1:
        concealed, melds = _knitted(rng), ()
    else:
        concealed, melds = _sets(rng)
    winning = concealed[rng.integers(len(concealed))]
    if waiting:
        concealed = list(concealed)
        concealed.remove(winning)
        winning = None
    elif rng.random() < 0.08:
        winning = None
    count = int(rng.choice(9, p=[0.28, 0.2, 0.16, 0.13, 0.1, 0.05, 0.04, 0.02, 0.02]))
    flowers = [FLOWERS[i] for i in rng.permutation(8)[:count]]
    return Hand(tuple(concealed), tuple(melds), winning, tuple(flowers))


def _pairs(rng: np.random.Generator) -> list[Tile]:
    return [PLAYING_TILES[i] for i in rng.permutation(34)[:7] for _ in range(2)]


def _knitted(rng: np.random.Generator) -> list[Tile]:
    suits = rng.permutation(["m", "p", "s"])
    pool = [
        Tile(f"{r}{suit}")
        for start, suit in zip((1, 2, 3), suits, strict=True)
        for r in range(start, 10, 3)
    ]
    pool += [t for t in PLAYING_TILES if t.is_honour]
    return [pool[i] for i in rng.permutation(16)[:14]]


def _sets(rng: np.random.Generator) -> tuple[list[Tile], list[Meld]]:
    suits = ["m", "p", "s"]
    mood = rng.random()
    if mood < 0.3:
        suits = [suits[rng.integers(3)]]
    elif mood < 0.5:
        suits = [suits[i] for i in rng.permutation(3)[:2]]
    pungs = rng.choice([0.3, 0.85, 0.1])
    used: Counter = Counter()
    sets: list[tuple[MeldKind, tuple[Tile, ...]]] = []
    while len(sets) < 4:
        if rng.random() < pungs:
            pool = [t for t in PLAYING_TILES if t.is_honour or t.suit in suits]
            tile = pool[rng.integers(len(pool))]
            size = 4 if rng.random() < 0.3 else 3
            tiles = (tile,) * size
            kind = MeldKind.pung
        else:
            suit, low = suits[rng.integers(len(suits))], int(rng.integers(1, 8))
            tiles = tuple(Tile(f"{low + k}{suit}") for k in range(3))
            kind = MeldKind.chow
        if all(used[t] + n <= 4 for t, n in Counter(tiles).items()):
            used.update(tiles)
            sets.append((kind, tiles))
    pool = [t for t in PLAYING_TILES if used[t] <= 2 and (t.is_honour or t.suit in suits)]
    pair = pool[rng.integers(len(pool))]
    exposed = int(rng.choice(5, p=[0.22, 0.2, 0.24, 0.22, 0.12]))
    concealed, melds = [pair, pair], []
    for k, (kind, tiles) in enumerate(sets):
        if len(tiles) == 4:
            kind = [MeldKind.exposed_kong, MeldKind.added_kong, MeldKind.concealed_kong][
                rng.choice(3, p=[0.3, 0.25, 0.45])
            ]
        elif k >= exposed:
            concealed += tiles
            continue
        source = None
        if kind is not MeldKind.concealed_kong:
            source = 1 if kind is MeldKind.chow else int(rng.integers(1, 4))
        melds.append(Meld(kind, tiles, source))
    rng.shuffle(melds)
    return concealed, melds
