"""Several looks at the same tiles become one list in which each tile stands once."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from scoring.tiles import TILES
from vision import boxes, quads
from vision.detector import confidences
from vision.straighten import Region

# The part of a sighting's place that surer tiles may take; beyond it there is no room for a tile.
COVERED = 0.85
# Neighbours of one row are of one size. How far, as a natural logarithm, a sighting's area may be
# from theirs before it loses against another that fits.
MISFIT = 0.3
NEIGHBOURS = 6
# From this IoU on, two sightings are of one tile and both say what it is.
SAME = 0.6
# The part of the smaller of two sightings that the other may take, if both are tiles.
SHARED = 0.5


@dataclass(frozen=True, eq=False)
class Look:
    """What one look saw, in photo pixels: corners (n, 4, 2) and scores (n, 43).

    `region` is the part of the photo that it could see, `scale` network pixels per photo pixel.
    """

    region: Region
    scale: float
    corners: np.ndarray
    scores: np.ndarray


@dataclass(frozen=True, eq=False)
class Scales:
    """How much a look counts: the most where a tile is `best` network pixels wide, 1/e of it where
    it is `tolerance` times as wide or as narrow."""

    best: float
    tolerance: float

    def weight(self, look: Look, middle: np.ndarray, short: np.ndarray) -> np.ndarray:
        """For tiles at `middle` (n, 2) with short sides `short` (n,), in photo pixels.

        A look that saw less than the whole of a tile has no say in it.
        """
        ratio = np.maximum(short * look.scale, 1.0) / self.best
        octaves = np.log(ratio) / math.log(self.tolerance)
        inset = 0.0 if math.isnan(look.region.tile_width) else 0.7 * look.region.tile_width
        return np.exp(-(octaves**2)) * look.region.contains(middle, inset) + 1e-6


def merge(looks: list[Look], scales: Scales, least: float = 0.0) -> tuple[np.ndarray, np.ndarray]:
    """Each tile once: corners (n, 4, 2) from the look that suits it best, scores (n, 43).

    The scores are averaged over all looks that could see the tile, so that one that did not see it
    speaks against it. Of sightings that exclude each other the one goes first that is surest, seen
    at the best scale and of its neighbours' size: one bamboo column of a tile is no tile beside
    whole ones. `least` is the least confidence of a tile.
    """
    corners = np.concatenate([look.corners for look in looks])
    scores = np.concatenate([look.scores for look in looks])
    source = np.repeat(np.arange(len(looks)), [len(look.corners) for look in looks])
    middle, short = corners.mean(axis=1), quads.short_sides(corners)
    sure = confidences(scores)
    weights = np.stack([scales.weight(look, middle, short) for look in looks], axis=1)
    own = weights[np.arange(len(source)), source]
    areas = quads.areas(corners)
    same, excluded = _same_tile(corners, areas, middle, short)
    order = np.argsort(-own * sure * _fit(areas, middle, sure, source), kind="stable")
    left = np.ones(len(source), bool)
    chosen, averaged = [], []
    for best in order:
        if not left[best]:
            continue
        names, seen = np.zeros(len(TILES)), 0.0
        for look in range(len(looks)):
            rivals = np.nonzero(excluded[best] & (source == look))[0]
            if not len(rivals):
                continue
            left[rivals] = False
            seen += weights[best, look] * sure[rivals].max()
            voters = rivals[same[best, rivals]] if look != source[best] else np.array([best])
            if len(voters):
                names += weights[best, look] * scores[voters[np.argmax(sure[voters])]]
        seen /= weights[best].sum()
        if seen >= least and names.any():
            chosen.append(best)
            averaged.append(names * (seen / names.sum()))
    if not chosen:
        return np.zeros((0, 4, 2)), np.zeros((0, len(TILES)))
    return corners[chosen], np.array(averaged)


def _same_tile(
    corners: np.ndarray, areas: np.ndarray, middle: np.ndarray, short: np.ndarray
) -> tuple[np.ndarray, np.ndarray]:
    """Which sightings (n, n) are of one tile, and which cannot both be tiles."""
    around = quads.around(corners)
    distance = np.hypot(*np.moveaxis(middle[:, None] - middle[None], 2, 0))
    near = distance < 0.5 * np.minimum(short[:, None], short[None])
    sizes = np.abs(np.log(areas[:, None] / areas[None]))
    same = (boxes.iou(around, around) > SAME) | (near & (sizes < 1.5 * MISFIT))
    excluded = same | near
    within = boxes.within(around, around)
    for i, j in zip(*np.nonzero(np.triu((within > 0.6 * SHARED) & ~excluded, 1)), strict=True):
        shared = quads.shared(corners[i], corners[j])
        excluded[i, j] = excluded[j, i] = shared > SHARED * min(areas[i], areas[j])
    return same, excluded


def _fit(areas: np.ndarray, middle: np.ndarray, sure: np.ndarray, source: np.ndarray) -> np.ndarray:
    """How well each sighting (n,) has the size of its neighbours in the same look, up to 1."""
    distance = np.hypot(*np.moveaxis(middle[:, None] - middle[None], 2, 0))
    side = np.sqrt(areas)
    fit = np.ones(len(areas))
    for i in range(len(areas)):
        others = np.nonzero((source == source[i]) & (sure > 0.5) & (distance[i] > 0.6 * side[i]))[0]
        others = others[np.argsort(distance[i, others])[:NEIGHBOURS]]
        others = others[distance[i, others] < NEIGHBOURS * side[others]]
        if len(others) >= 3:
            misfit = math.log(areas[i] / np.median(areas[others])) / MISFIT
            fit[i] = math.exp(-0.5 * misfit**2)
    return fit


def covered(corners: np.ndarray, sure: np.ndarray) -> np.ndarray:
    """Which tiles (n,) are none of their own: nearly all of their place is that of surer ones.

    Two neighbours' halves look like a tile; NMS leaves it, as it overlaps each only by half.
    """
    areas = quads.areas(corners)
    around = quads.around(corners)
    near = boxes.overlaps(around, around) > 0
    gone = np.zeros(len(corners), bool)
    for i in np.argsort(-sure, kind="stable"):
        surer = np.nonzero(near[i] & ~gone & (sure > sure[i]))[0]
        shared = sum(quads.shared(corners[i], corners[j]) for j in surer)
        gone[i] = shared > COVERED * areas[i]
    return gone
