"""Chains of tiles that lie in one line, found among all tiles of a photo.

Every pair of near neighbours is a possible beginning; a chain grows from it at both ends, bending a
little as a row laid by hand does. The best chains are taken first, and every tile ends in one.
"""

from __future__ import annotations

import heapq

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
POOR_PAIR = 0.15

Chain = tuple[int, ...]


class Pairs:
    """What each ordered pair of tiles looks like: arrays of shape (n, n).

    level: whether rows are known to run from left to right, so that others need better reasons.
    """

    def __init__(self, frames: Frames, level: bool = False) -> None:
        n = len(frames)
        self.frames = frames
        self.offset = frames.centres[None, :, :] - frames.centres[:, None, :]
        self.distance = np.linalg.norm(self.offset, axis=-1)
        self.direction = self.offset / np.maximum(self.distance, 1e-9)[..., None]
        rows = np.broadcast_to(np.arange(n)[:, None], (n, n))
        along, across = frames.extents(rows, self.direction)
        self.pitch = (along + along.T) / 2
        self.across = across
        self.depth = (across + across.T) / 2
        self.gap = (self.distance - self.pitch) / np.maximum(np.minimum(along, along.T), 1e-9)
        ratio = frames.size[:, None] / frames.size[None, :]
        self.size_ratio = np.maximum(ratio, 1 / ratio)
        self.facing = _facing(frames, rows, self.direction, along / across)
        if level:
            steep = np.abs(self.direction[..., 1]) > np.abs(self.direction[..., 0])
            self.facing = np.where(steep, STEEP * self.facing, self.facing)

    def link(self, i: int, j: int, bend: float) -> float:
        """How well j follows i in a row; bend is the offset from the row's line in tile depths."""
        gap = max(0.0, self.gap[i, j])
        nearness = 1 / (1 + (gap / 0.8) ** 2)
        similar = 1 / (1 + 6 * (self.size_ratio[i, j] - 1) ** 2)
        straight = 1 - min(1.0, bend / SIDEWAYS_ROOM) ** 2 * 0.6
        worse, better = sorted((self.facing[i, j], self.facing[j, i]))
        # One tile on its side among upright ones is a habit; two rows one above the other are two.
        facing = max(worse, ONE_TURNED * better)
        # Squared, so that a few good neighbours outweigh many poor ones.
        return (nearness * similar * straight * facing) ** 2


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


def find_chains(frames: Frames, level: bool = False) -> list[Chain]:
    """All tiles as chains, the best first; every index is in exactly one chain.

    level: whether rows are known to run mostly from left to right.
    """
    n = len(frames)
    if n < 2:
        return [(i,) for i in range(n)]
    pairs = Pairs(frames, level)
    free = np.ones(n, dtype=bool)
    heap: list[tuple[float, Chain, tuple[int, int]]] = []
    for seed in _seeds(pairs):
        chain, score = _grow(pairs, seed, free)
        heapq.heappush(heap, (-score, chain, seed))
    chains: list[Chain] = []
    while heap:
        merit, chain, seed = heapq.heappop(heap)
        if len(chain) == 2 and -merit < POOR_PAIR:
            continue
        if all(free[i] for i in chain):
            chains.append(chain)
            free[list(chain)] = False
        elif free[seed[0]] and free[seed[1]]:
            chain, score = _grow(pairs, seed, free)
            heapq.heappush(heap, (-score, chain, seed))
    chains += [(int(i),) for i in np.flatnonzero(free)]
    return chains


def _seeds(pairs: Pairs) -> list[tuple[int, int]]:
    n = len(pairs.distance)
    relative = pairs.distance / np.maximum(pairs.pitch, 1e-9)
    possible = (pairs.gap < SEED_GAP) & (relative > SMALLEST_STEP) & (pairs.size_ratio < SIZE_RATIO)
    np.fill_diagonal(possible, False)
    seeds = set()
    for i in range(n):
        near = np.flatnonzero(possible[i])
        near = near[np.argsort(pairs.distance[i, near])[:NEIGHBOURS]]
        seeds.update((min(i, int(j)), max(i, int(j))) for j in near)
    return sorted(seeds)


def _grow(pairs: Pairs, seed: tuple[int, int], free: np.ndarray) -> tuple[Chain, float]:
    chain = list(seed)
    used = ~free
    used[list(seed)] = True
    score = pairs.link(*seed, 0.0)
    for _ in range(2):
        while True:
            found, bend = _next(pairs, chain, used)
            if found is None:
                break
            score += pairs.link(chain[-1], found, bend)
            chain.append(found)
            used[found] = True
        chain.reverse()
    return tuple(chain), score


def _next(pairs: Pairs, chain: list[int], used: np.ndarray) -> tuple[int | None, float]:
    """The tile that continues a chain beyond its last one, and its offset from the line."""
    last = chain[-1]
    ends = pairs.frames.centres[chain[-ENDS_USED:]]
    heading = ends[-1] - ends[0]
    heading = heading / max(float(np.hypot(*heading)), 1e-9)
    offset = pairs.offset[last]
    along = offset @ heading
    beside = np.abs(offset[:, 0] * -heading[1] + offset[:, 1] * heading[0])
    pitch = pairs.pitch[last]
    depth = np.maximum(pairs.depth[last], 1e-9)
    # Tiles stand on one line with their edges, so the centre of one on its side is off by half.
    across = pairs.across
    before = chain[-ENDS_USED:][0]
    slack = np.abs(across[last] - across[:, last]) + abs(
        across[last, before] - across[before, last]
    )
    bend = np.maximum(0.0, beside - slack / 2) / depth
    possible = (
        ~used
        & (along > SMALLEST_STEP * pitch)
        & (pairs.gap[last] < WIDEST_GAP)
        & (bend < SIDEWAYS_ROOM)
        & (beside - slack / 2 < 0.6 * along)
        & (pairs.size_ratio[last] < SIZE_RATIO)
    )
    if not possible.any():
        return None, 0.0
    cost = along / pitch + 1.5 * bend + 0.5 * (pairs.size_ratio[last] - 1)
    best = int(np.argmin(np.where(possible, cost, np.inf)))
    return best, float(bend[best])
