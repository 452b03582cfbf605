"""Chains of tiles that lie in one line, found among all tiles of a photo.

Every pair of near neighbours is a possible beginning; a chain grows from it at both ends, bending a
little as a row laid by hand does. The best chains are taken first, and every tile ends in one.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from itertools import pairwise

import numpy as np

from vision.layout.frames import CLEARLY_NARROW, CLEARLY_WIDE, Frames

NEIGHBOURS = 6
SEED_GAP = 0.75
WIDEST_GAP = 2.6
SMALLEST_STEP = 0.45
SIDEWAYS_ROOM = 0.33
SIZE_RATIO = 1.6
ENDS_USED = 4
ONE_TURNED = 0.75
STEEP = 0.7
NEARLY = math.radians(20)
POOR_PAIR = 0.15

Chain = tuple[int, ...]
Seed = tuple[int, int]


class Pairs:
    """What each ordered pair of tiles looks like: arrays of shape (n, n).

    quality: how much two tiles look like neighbours in a row, 0 to 1. angle: the direction of most
    rows in radians, if it is known, so that others need better reasons.
    """

    def __init__(self, frames: Frames, angle: float | None = None) -> None:
        n = len(frames)
        self.offset = frames.centres[None, :, :] - frames.centres[:, None, :]
        self.distance = np.linalg.norm(self.offset, axis=-1)
        direction = self.offset / np.maximum(self.distance, 1e-9)[..., None]
        rows = np.broadcast_to(np.arange(n)[:, None], (n, n))
        along, across = frames.extents(rows, _of_rows(direction, angle))
        self.pitch = (along + along.T) / 2
        self.depth = np.maximum((across + across.T) / 2, 1e-9)
        # Tiles stand on one line with their edges, so the centre of one on its side is off by half.
        self.slack = np.abs(across - across.T) / 2
        self.gap = (self.distance - self.pitch) / np.maximum(np.minimum(along, along.T), 1e-9)
        ratio = frames.size[:, None] / frames.size[None, :]
        self.size_ratio = np.maximum(ratio, 1 / ratio)
        facing = _facing(frames, rows, direction, along / across)
        if angle is not None:
            steep = np.abs(direction @ _unit(angle)) < math.sqrt(0.5)
            facing = np.where(steep, STEEP * facing, facing)
        # One tile on its side among upright ones is a habit; two rows one above the other are two.
        facing = np.maximum(np.minimum(facing, facing.T), ONE_TURNED * np.maximum(facing, facing.T))
        nearness = 1 / (1 + (np.maximum(self.gap, 0.0) / 0.8) ** 2)
        similar = 1 / (1 + 6 * (self.size_ratio - 1) ** 2)
        self.quality = nearness * similar * facing
        np.fill_diagonal(self.quality, 0.0)

    @property
    def seeds(self) -> np.ndarray:
        """Which pairs may begin a chain."""
        relative = self.distance / np.maximum(self.pitch, 1e-9)
        alike = self.size_ratio < SIZE_RATIO
        return (self.gap < SEED_GAP) & (relative > SMALLEST_STEP) & alike


def _unit(angle: float) -> np.ndarray:
    return np.array([math.cos(angle), math.sin(angle)])


def _of_rows(direction: np.ndarray, angle: float | None) -> np.ndarray:
    """The direction of the row that may hold two tiles: the usual one if theirs is near it, since
    tiles side by side need not be exactly level."""
    if angle is None:
        return direction
    usual = _unit(angle)
    near = np.abs(direction @ usual) > math.cos(NEARLY)
    return np.where(near[..., None], usual, direction)


def _facing(
    frames: Frames, which: np.ndarray, direction: np.ndarray, ratio: np.ndarray
) -> np.ndarray:
    """1 where a neighbour in this direction is beside the tile, less where above or below it."""
    level = np.where(
        frames.upright[which],
        np.abs(direction[..., 0]) >= np.abs(direction[..., 1]),
        frames.faces_along(which, direction),
    )
    beside = (ratio < CLEARLY_NARROW) | ((ratio < CLEARLY_WIDE) & level)
    facing = np.where(beside, 1.0, np.where(ratio < CLEARLY_WIDE, 0.45, 0.35))
    return facing * np.where(frames.misalignment(which, direction) > np.radians(22), 0.5, 1.0)


def neighbours(frames: Frames) -> list[tuple[int, int]]:
    """For each tile that has one, the tile that looks most like its neighbour in a row."""
    if len(frames) < 2:
        return []
    pairs = Pairs(frames)
    quality = np.where(pairs.seeds, pairs.quality, 0.0)
    best = quality.argmax(axis=1)
    return [(i, int(j)) for i, j in enumerate(best) if quality[i, j] > 0]


def find_chains(frames: Frames, angle: float) -> list[Chain]:
    """All tiles as chains, the best first; every index is in exactly one chain.

    angle: the direction of most rows, in radians.
    """
    n = len(frames)
    if n < 2:
        return [(i,) for i in range(n)]
    growth = _Growth(Pairs(frames, angle))
    grown = growth.grow_all(growth.seeds)
    chains: list[Chain] = []
    while grown:
        score, chain, _ = grown.pop(0)
        if len(chain) == 2 and score < POOR_PAIR:
            break
        chains.append(chain)
        growth.free.difference_update(chain)
        broken = [g for g in grown if not growth.free.issuperset(g[1])]
        seeds = [seed for g in broken for seed in g[2] if growth.free.issuperset(seed)]
        grown = [g for g in grown if growth.free.issuperset(g[1])] + growth.grow_all(seeds)
        grown.sort(key=lambda g: -g[0])
    return chains + [(i,) for i in sorted(growth.free)]


class _Growth:
    """Chains growing among the tiles that are still free."""

    def __init__(self, pairs: Pairs) -> None:
        n = len(pairs.distance)
        self.free = set(range(n))
        self.quality = pairs.quality.tolist()
        self.offset = pairs.offset.tolist()
        reach = (pairs.gap < WIDEST_GAP) & (pairs.size_ratio < SIZE_RATIO)
        np.fill_diagonal(reach, False)
        measures = np.stack([pairs.pitch, pairs.depth, pairs.slack, pairs.size_ratio], axis=-1)
        self.near = [
            [(int(j), *self.offset[i][j], *measures[i, j].tolist()) for j in np.flatnonzero(row)]
            for i, row in enumerate(reach)
        ]
        self.slack = pairs.slack.tolist()
        possible = pairs.seeds
        seeds = set()
        for i in range(n):
            near = [j for j in np.argsort(pairs.distance[i]) if possible[i, j] and j != i]
            seeds.update((min(i, int(j)), max(i, int(j))) for j in near[:NEIGHBOURS])
        self.seeds = sorted(seeds)

    def grow_all(self, seeds: Iterable[Seed]) -> list[tuple[float, Chain, list[Seed]]]:
        """Chains from seeds, the best first, each with the seeds that led to it.

        A seed inside a chain that has grown already would most likely grow into it again.
        """
        grown: list[tuple[float, Chain, list[Seed]]] = []
        inside: dict[Seed, int] = {}
        for seed in sorted(seeds, key=lambda s: (-self.quality[s[0]][s[1]], s)):
            if seed in inside:
                grown[inside[seed]][2].append(seed)
                continue
            chain, score = self._grow(seed)
            for a, b in pairwise(chain):
                inside.setdefault((min(a, b), max(a, b)), len(grown))
            grown.append((score, chain, [seed]))
        grown.sort(key=lambda g: -g[0])
        return grown

    def _grow(self, seed: Seed) -> tuple[Chain, float]:
        chain = list(seed)
        # Squared, so that a few good neighbours outweigh many poor ones.
        score = self.quality[seed[0]][seed[1]] ** 2
        for _ in range(2):
            while (found := self._next(chain)) is not None:
                following, bend = found
                straight = 1 - 0.6 * (bend / SIDEWAYS_ROOM) ** 2
                score += (self.quality[chain[-1]][following] * straight) ** 2
                chain.append(following)
            chain.reverse()
        return tuple(chain), score

    def _next(self, chain: list[int]) -> tuple[int, float] | None:
        """The tile that continues a chain beyond its last one, and its offset from the line."""
        last, before = chain[-1], chain[-ENDS_USED:][0]
        hx, hy = self.offset[before][last]
        length = math.hypot(hx, hy) or 1.0
        hx, hy = hx / length, hy / length
        own_slack = self.slack[last][before]
        found, lowest = None, math.inf
        for j, dx, dy, pitch, depth, slack, size_ratio in self.near[last]:
            along = dx * hx + dy * hy
            if along <= SMALLEST_STEP * pitch or j in chain or j not in self.free:
                continue
            off = max(0.0, abs(dy * hx - dx * hy) - slack - own_slack)
            bend = off / depth
            if bend >= SIDEWAYS_ROOM or off >= 0.6 * along:
                continue
            cost = along / pitch + 1.5 * bend + 0.5 * (size_ratio - 1)
            if cost < lowest:
                found, lowest = (j, bend), cost
        return found
