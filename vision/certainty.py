"""How sure it is that there is a tile: what both networks say of a place, and what lies around it.

Each network is blind to what the other sees: dice have a tile's place but no face, unknown faces
are unsure but tiles. And tiles keep company: beside others of its size a doubtful one is likely
one, on a table without any other it is likely a die, a key or a card.
"""

from __future__ import annotations

from dataclasses import astuple, dataclass

import numpy as np

from vision import quads

# The mean of both networks' log odds from which a place counts as evidence for its neighbours.
EVIDENT = 1.386
# How many neighbours make up a place's company, how far their areas may be from its own, as a
# natural logarithm, and over how many sides of theirs their weight falls to 1/e.
COMPANY, ALIKE, NEAR = 3, 0.3, 3.0
# Places nearer to each other than this many sides are not two tiles, and so no company.
APART = 0.5
# Mean log odds by which both networks are so plain about a place that it needs no company: a tile
# alone in a close-up is as likely one as not from here on, and believed from 4.0 on.
PLAIN = 2.6
# More tiles than a hand has make a table no likelier to bear another.
MOST_TILES = 13


@dataclass(frozen=True)
class Weights:
    """The log odds of a tile are a sum of these times what `evidence` gives, and `base`.

    Fitted by `python -m vision.train certainty` on scenes that neither network was trained on.
    """

    base: float = -5.51
    seen: float = 0.37
    named: float = 0.62
    company: float = 1.7
    number: float = 1.47


def evidence(corners: np.ndarray, seen: np.ndarray, no_tile: np.ndarray) -> np.ndarray:
    """What speaks for a tile at each of n places, (n, 4), in the order of `Weights`.

    corners: (n, 4, 2). seen: the detector's confidence (n,). no_tile: the classifier's doubt (n,).
    The columns: the log odds of both; how near and how much of a size its closest evident
    neighbours are, 0..1; the logarithm of 1 + how many other places are evident.
    """
    odds = np.stack([_log_odds(seen), _log_odds(1 - no_tile)], axis=1)
    mean = odds.mean(axis=1)
    area, middle = quads.areas(corners), corners.mean(axis=1)
    size = np.log(area)
    distance = np.linalg.norm(middle[:, None] - middle[None], axis=-1) / np.sqrt(area)[None]
    weight = np.exp(-0.5 * ((size[:, None] - size[None]) / ALIKE) ** 2)
    weight *= np.exp(-np.maximum(distance - 1.2, 0) / NEAR)
    other = (mean > EVIDENT)[None] & (distance >= APART)
    company = -np.sort(-weight * other, axis=1)[:, :COMPANY].sum(axis=1) / COMPANY
    number = np.log1p(np.minimum(other.sum(axis=1), MOST_TILES))
    return np.column_stack([odds, company, number])


def certainty(found: np.ndarray, weights: Weights = Weights()) -> np.ndarray:
    """The probability of a tile (n,), from the `evidence` (n, 4)."""
    base, *each = astuple(weights)
    odds = np.maximum(base + found @ each, found[:, :2].mean(axis=1) - PLAIN)
    return 1 / (1 + np.exp(-np.clip(odds, -30, 30)))


def _log_odds(p: np.ndarray) -> np.ndarray:
    return np.log(np.clip(p, 1e-6, 1 - 1e-6)) - np.log(np.clip(1 - p, 1e-6, 1))
