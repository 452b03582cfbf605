"""Which tiles the boxes of a proposal show, with the rules deciding what one box leaves open.

A beam keeps the likeliest assignments of tiles to boxes, never more than four of a kind or two
flowers alike. Those that win are weighed against those that do not by how rarely a photo of a
finished hand shows a hand that is none.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

import numpy as np

from scoring import BACK, MeldKind
from vision.hand import prices
from vision.hand.evidence import CHOW_STARTS, FLOWER, ORDERS, PLAYING, Evidence, SetOption
from vision.hand.legality import waits, wins
from vision.hand.proposals import Proposal
from vision.hand.segments import MeldBoxes

BEAM = 256
OPTIONS = 8
# How much less likely than the best, in natural logarithms, a tile of a box or a whole reading may
# be and still be weighed.
TILE_MARGIN = 11.0
MARGIN = 11.0
KONG_UNMARKED = (
    (MeldKind.exposed_kong, prices.EXPOSED_UNMARKED),
    (MeldKind.concealed_kong, prices.CONCEALED_FACE_UP),
)
CAPS = np.array([4] * PLAYING + [1] * 8 + [14])


@dataclass(frozen=True)
class ReadMeld:
    """A decoded set: its kind, a tile index per box of `boxes.all`, and what the set holds."""

    boxes: MeldBoxes
    kind: MeldKind
    tiles: tuple[int, ...]
    faces: tuple[int, ...]


@dataclass(frozen=True)
class Decoded:
    """One full reading: a tile index per standing box of the proposal, and the melds.

    score: log of the unnormalised probability. wins: whether the rules call it a finished hand.
    key: the same for readings that are the same hand of the same boxes.
    """

    proposal: Proposal
    standing: tuple[int, ...]
    melds: tuple[ReadMeld, ...]
    score: float
    wins: bool
    key: tuple

    @property
    def count(self) -> int:
        """How many tiles the hand has, a set counting three and flowers none."""
        return len(self.concealed) + 3 * len(self.melds)

    @property
    def assignment(self) -> dict[int, int]:
        """The tile index of every box of the hand."""
        found = dict(zip(self.proposal.standing, self.standing, strict=True))
        for meld in self.melds:
            found.update(zip(meld.boxes.all, meld.tiles, strict=True))
        return found

    @property
    def concealed(self) -> tuple[int, ...]:
        """The tile indices of the standing tiles that are no flowers, sorted."""
        return tuple(sorted(t for t in self.standing if not FLOWER.start <= t < FLOWER.stop))

    @property
    def flowers(self) -> tuple[int, ...]:
        """The tile indices of the flowers, sorted."""
        return tuple(sorted(t for t in self.standing if FLOWER.start <= t < FLOWER.stop))


def decode_all(proposals: Sequence[Proposal], evidence: Evidence) -> list[Decoded]:
    """The likeliest readings of some proposals together, the best first, each hand once."""
    found: dict[tuple, Decoded] = {}
    best = -np.inf
    for proposal in proposals:
        for decoded in _decode(proposal, evidence, best - MARGIN):
            best = max(best, decoded.score)
            known = found.get(decoded.key)
            if known is None:
                found[decoded.key] = decoded
            else:
                likelier = max(known, decoded, key=lambda d: d.score)
                total = float(np.logaddexp(known.score, decoded.score))
                found[decoded.key] = replace(likelier, score=total)
    kept = [d for d in found.values() if d.score >= best - MARGIN]
    return sorted(kept, key=lambda d: -d.score)


def _decode(proposal: Proposal, evidence: Evidence, least: float) -> Iterator[Decoded]:
    """Readings of one proposal whose score may reach `least`."""
    melds = [_meld_options(meld, evidence) for meld in proposal.melds]
    items = [[(o.score, tuple(o.faces)) for o in options] for options in melds]
    for box in proposal.standing:
        log = evidence.log[box]
        likely = np.argsort(-log)[:OPTIONS]
        kept = likely[log[likely] >= log[likely[0]] - TILE_MARGIN]
        items.append([(float(log[t]), (int(t),)) for t in kept])
    if not all(items):
        return
    bound = proposal.score + sum(max(score for score, _ in options) for options in items)
    if bound < least:
        return
    scores, picks = _beam(items)
    if not len(scores):
        return
    in_order = _in_order(proposal, melds, evidence)
    if in_order is not None and not (picks == in_order[1]).all(axis=1).any():
        scores, picks = np.append(scores, in_order[0]), np.vstack([picks, in_order[1]])
    for best, total in _alike(scores, picks, len(melds)):
        if total + proposal.score < least:
            return
        decoded = _weighed(proposal, melds, tuple(picks[best].tolist()), total)
        least = max(least, decoded.score - MARGIN)
        yield decoded


def _alike(scores: np.ndarray, picks: np.ndarray, melds: int) -> list[tuple[int, float]]:
    """Choices that make the same hand as one: the likeliest of them, and the log of their sum."""
    hands = np.concatenate([picks[:, :melds], np.sort(picks[:, melds:], axis=1)], axis=1)
    likeliest = float(scores.max())
    weights = np.exp(scores - likeliest).tolist()
    first: dict[bytes, int] = {}
    sums: dict[int, float] = {}
    for i in np.argsort(-scores, kind="stable").tolist():
        best = first.setdefault(hands[i].tobytes(), i)
        sums[best] = sums.get(best, 0.0) + weights[i]
    totals = ((i, likeliest + math.log(weight)) for i, weight in sums.items())
    return sorted(totals, key=lambda item: -item[1])


def _meld_options(meld: MeldBoxes, evidence: Evidence) -> list[SetOption]:
    """The sets that a meld's boxes may show; a kong's kind by how its tiles lie."""
    options = []
    for option in evidence.set_options(meld.all):
        if not option.kind.is_kong:
            options.append(option)
        elif option.kind is MeldKind.concealed_kong:
            if meld.turned is None:
                options.append(option)
        elif meld.stacked is not None:
            options.append(SetOption(MeldKind.added_kong, option.tiles, option.score))
        elif meld.turned is not None:
            options.append(option)
        else:
            options.extend(
                SetOption(kind, option.tiles, option.score - price) for kind, price in KONG_UNMARKED
            )
    return options


def _weighed(
    proposal: Proposal, melds: Sequence[Sequence[SetOption]], picks: tuple[int, ...], score: float
) -> Decoded:
    read = tuple(
        ReadMeld(boxes, options[pick].kind, options[pick].tiles, options[pick].faces)
        for boxes, options, pick in zip(proposal.melds, melds, picks, strict=False)
    )
    standing = picks[len(melds) :]
    counts = [0] * 43
    for tile in standing:
        counts[tile] += 1
    hidden = counts[BACK.index]
    tiles = sum(counts[:PLAYING]) + hidden + 3 * len(melds)
    score += proposal.score + prices.of_count(tiles)
    finished = False
    if tiles == 14:
        finished = not hidden and wins(tuple(counts[:PLAYING]), len(melds))
        score += 0.0 if finished else -prices.NO_WIN
    elif tiles == 13:
        ready = hidden or waits(tuple(counts[:PLAYING]), len(melds))
        score += 0.0 if ready else -prices.NOT_READY
    elif tiles < 13:
        score -= prices.SHORT
    kinds = sorted((m.kind.value, tuple(sorted(m.faces))) for m in read)
    key = (tuple(sorted(standing)), tuple(kinds), proposal.used)
    return Decoded(proposal, standing, read, score, finished, key)


def _beam(
    items: Sequence[Sequence[tuple[float, tuple[int, ...]]]],
) -> tuple[np.ndarray, np.ndarray]:
    """The likeliest legal choices of one option per item: (n,) log probabilities, (n, items).

    Choices of melds are option numbers; those of single boxes, options of one tile, are the tile.
    """
    counts = np.zeros((1, 43), dtype=np.int8)
    scores = np.zeros(1)
    picks = np.zeros((1, len(items)), dtype=np.int16)
    for at, options in enumerate(items):
        gains = np.zeros((len(options), 43), dtype=np.int8)
        for number, (_, tiles) in enumerate(options):
            for tile in tiles:
                gains[number, tile] += 1
        worth = np.array([score for score, _ in options])
        all_scores = (scores[:, None] + worth[None]).ravel()
        order = np.argsort(-all_scores, kind="stable")
        order = order[all_scores[order] >= all_scores[order[0]] - MARGIN - prices.NO_WIN]
        parent, number = order // len(options), order % len(options)
        after = counts[parent] + gains[number]
        legal = np.flatnonzero((after <= CAPS).all(axis=1))[:BEAM]
        if not len(legal):
            return np.zeros(0), picks[:0]
        counts, scores = after[legal], all_scores[order[legal]]
        picks = picks[parent[legal]]
        number = number[legal]
        single = len(options[0][1]) == 1
        names = np.array([t[0] for _, t in options] if single else range(len(options)))
        picks[:, at] = names[number]
    return scores, picks


# -- sets side by side --------------------------------------------------------------------------


def _in_order(
    proposal: Proposal, melds: Sequence[Sequence[SetOption]], evidence: Evidence
) -> tuple[float, list[int]] | None:
    """The choice in which the boxes stand as sets and one pair side by side, if it is legal.

    The beam only reaches hands that are likely box by box; this one reaches a hand in which
    several boxes are read wrongly, as long as it was laid out in sets, as nearly all are.
    """
    tiles = _set_by_set(proposal.standing, evidence)
    if tiles is None:
        return None
    likeliest = [options[0] for options in melds]
    counts = np.zeros(43, dtype=int)
    for tile in (*tiles, *(tile for option in likeliest for tile in option.faces)):
        counts[tile] += 1
    if (counts > CAPS).any():
        return None
    score = sum(option.score for option in likeliest)
    score += float(evidence.log[list(proposal.standing), list(tiles)].sum())
    return score, [0] * len(melds) + list(tiles)


def _set_by_set(standing: Sequence[int], evidence: Evidence) -> tuple[int, ...] | None:
    """The likeliest tiles of boxes in order that are sets and one pair side by side."""
    boxes = [b for b in standing if evidence.flower[b] <= 0.5]
    n = len(boxes)
    if n % 3 != 2:
        return None
    log = evidence.log[boxes, :PLAYING]
    triples = [_best_set(log[i : i + 3]) for i in range(n - 2)]
    pairs = [_best_pair(a, b) for a, b in pairwise(log)]
    never = (-np.inf, ())
    plain: list[tuple[float, tuple[int, ...]]] = [(0.0, ()), never, never]
    paired: list[tuple[float, tuple[int, ...]]] = [never, never]
    for end in range(2, n + 1):
        options = []
        if end % 3 == 2:
            before = plain[end - 2]
            options.append((before[0] + pairs[end - 2][0], before[1] + pairs[end - 2][1]))
            if end >= 5:
                before = paired[end - 3]
                options.append((before[0] + triples[end - 3][0], before[1] + triples[end - 3][1]))
        paired.append(max(options, default=never))
        if end >= 3:
            before = plain[end - 3]
            plain.append(
                (before[0] + triples[end - 3][0], before[1] + triples[end - 3][1])
                if end % 3 == 0
                else never
            )
    tiles = iter(paired[n][1])
    whole = []
    for box in standing:
        if evidence.flower[box] > 0.5:
            whole.append(FLOWER.start + int(np.argmax(evidence.log[box, FLOWER])))
        else:
            whole.append(next(tiles))
    return tuple(whole)


def _best_set(log: np.ndarray) -> tuple[float, tuple[int, ...]]:
    pungs = log.sum(axis=0)
    pung = int(np.argmax(pungs))
    best = (float(pungs[pung]), (pung,) * 3)
    for order in ORDERS:
        chows = sum(log[box, CHOW_STARTS + order[box]] for box in range(3))
        c = int(np.argmax(chows))
        if chows[c] > best[0]:
            best = (float(chows[c]), tuple(int(CHOW_STARTS[c]) + step for step in order))
    return best


def _best_pair(a: np.ndarray, b: np.ndarray) -> tuple[float, tuple[int, ...]]:
    both = a + b
    tile = int(np.argmax(both))
    return float(both[tile]), (tile, tile)
