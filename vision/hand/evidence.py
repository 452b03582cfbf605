"""What the boxes say of their tiles, as log probabilities, and which sets they may show."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import permutations

import numpy as np

from scoring import BACK, FLOWERS, MeldKind
from vision.detections import Detection

PLAYING = 34
FLOWER = slice(FLOWERS[0].index, FLOWERS[-1].index + 1)
# A network's probabilities are too sure of themselves: they are flattened by this temperature and
# mixed with a little of every class, so that no tile is ever ruled out.
TEMPERATURE = 0.6
FLOOR = 2e-6

CHOW_STARTS = np.array([9 * suit + rank for suit in range(3) for rank in range(7)])
ORDERS = tuple(permutations(range(3)))
# Which of a concealed kong's four tiles lie face down, by habit.
FACE_DOWN = (
    (0, 3),
    (1, 2),
    (0, 1, 2),
    (0, 1, 3),
    (0, 2, 3),
    (1, 2, 3),
    (0, 1, 2, 3),
)
CLEARLY_NONE = -5.0
SETS_KEPT = 5
SET_MARGIN = 14.0


@dataclass(frozen=True)
class SetOption:
    """One set that some boxes may show: its kind, a tile index per box, and the log probability."""

    kind: MeldKind
    tiles: tuple[int, ...]
    score: float

    @property
    def faces(self) -> tuple[int, ...]:
        """The tile indices that the set really holds: a kong with one face seen is four of it."""
        shown = [tile for tile in self.tiles if tile < PLAYING]
        if self.kind is MeldKind.concealed_kong and shown:
            return (shown[0],) * 4
        return tuple(self.tiles)


class Evidence:
    """The tile probabilities of n boxes.

    log: (n, 43) natural logarithms. flower, back: (n,) probabilities. best: (n,) the log
    probability of each box's likeliest tile.
    """

    def __init__(self, detections: Sequence[Detection], temperature: float = TEMPERATURE) -> None:
        raw = np.array([d.probabilities for d in detections], dtype=float).reshape(-1, 43)
        flat = np.power(np.maximum(raw, 1e-12), 1 / temperature)
        flat /= flat.sum(axis=1, keepdims=True)
        mixed = (1 - 43 * FLOOR) * flat + FLOOR
        self.log = np.log(mixed)
        self.flower = mixed[:, FLOWER].sum(axis=1)
        self.back = mixed[:, BACK.index]
        self.best = self.log.max(axis=1)
        self._sets: dict[tuple[int, ...], tuple[SetOption, ...]] = {}

    def shows_flowers(self, boxes: Sequence[int]) -> bool:
        """Whether boxes that lie in a row of their own are rather flowers than playing tiles."""
        log = self.log[list(boxes)]
        others = np.maximum(log[:, :PLAYING].max(axis=1), log[:, BACK.index])
        speaks = log[:, FLOWER].max(axis=1) - others
        return bool(speaks.sum() > 0 and speaks.min() > CLEARLY_NONE)

    def set_options(self, boxes: tuple[int, ...]) -> tuple[SetOption, ...]:
        """The likeliest sets that three or four neighbouring boxes may show, the best first."""
        if boxes not in self._sets:
            found = self._of_three(boxes) if len(boxes) == 3 else self._of_four(boxes)
            found.sort(key=lambda option: -option.score)
            least = found[0].score - SET_MARGIN
            self._sets[boxes] = tuple(o for o in found[:SETS_KEPT] if o.score >= least)
        return self._sets[boxes]

    def set_fit(self, boxes: tuple[int, ...]) -> float:
        """How much worse the best set explains the boxes than the likeliest tile of each does."""
        return self.set_options(boxes)[0].score - float(self.best[list(boxes)].sum())

    def pair_fit(self, boxes: tuple[int, int]) -> float:
        """The same for a pair."""
        log = self.log[list(boxes), :PLAYING].sum(axis=0)
        return float(log.max() - self.best[list(boxes)].sum())

    def _of_three(self, boxes: tuple[int, ...]) -> list[SetOption]:
        log = self.log[list(boxes)]
        pungs = log[:, :PLAYING].sum(axis=0)
        found = [
            SetOption(MeldKind.pung, (int(t),) * 3, float(pungs[t]))
            for t in np.argsort(-pungs)[:SETS_KEPT]
        ]
        chows = np.stack(
            [
                sum(log[box, CHOW_STARTS + order[box]] for box in range(3))  # type: ignore[misc]
                for order in ORDERS
            ]
        )
        best = chows.max(axis=0)
        for c in np.argsort(-best)[:SETS_KEPT]:
            order = ORDERS[int(np.argmax(chows[:, c]))]
            start = int(CHOW_STARTS[c])
            tiles = tuple(start + step for step in order)
            found.append(SetOption(MeldKind.chow, tiles, float(best[c])))
        return found

    def _of_four(self, boxes: tuple[int, ...]) -> list[SetOption]:
        log = self.log[list(boxes)]
        faces = log[:, :PLAYING]
        backs = log[:, BACK.index]
        kongs = faces.sum(axis=0)
        found = []
        for t in np.argsort(-kongs)[:SETS_KEPT]:
            found.append(SetOption(MeldKind.exposed_kong, (int(t),) * 4, float(kongs[t])))
        for down in FACE_DOWN:
            up = [i for i in range(4) if i not in down]
            hidden = float(backs[list(down)].sum())
            if not up:
                found.append(SetOption(MeldKind.concealed_kong, (BACK.index,) * 4, hidden))
                continue
            shown = faces[up].sum(axis=0)
            for t in np.argsort(-shown)[:SETS_KEPT]:
                tiles = tuple(BACK.index if i in down else int(t) for i in range(4))
                score = hidden + float(shown[t])
                found.append(SetOption(MeldKind.concealed_kong, tiles, score))
        return found
