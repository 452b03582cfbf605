"""Which tiles the boxes of a proposal show, with the rules deciding what one box leaves open.

A beam keeps the likeliest assignments of tiles to boxes, never more than four of a kind or two
flowers alike. Those that win are weighed against those that do not by how rarely a photo of a
finished hand shows a hand that is none.
"""

from __future__ import annotations

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
MARGIN = 14.0
# A finished hand is photographed far more often than fourteen tiles that are none, and of all
# combinations of tiles only few win.
NO_WIN = -9.0
NOT_READY = -4.0
SHORT = -2.0
# A kong of four faces with no tile on its side may be either; on a table it is more often exposed.
KONG_UNMARKED = {MeldKind.exposed_kong: -0.4, MeldKind.concealed_kong: -1.1}
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
    """

    proposal: Proposal
    standing: tuple[int, ...]
    melds: tuple[ReadMeld, ...]
    score: float
    wins: bool

    @property
    def concealed(self) -> tuple[int, ...]:
        """The tile indices of the standing tiles that are no flowers, sorted."""
        return tuple(sorted(t for t in self.standing if not FLOWER.start <= t < FLOWER.stop))

    @property
    def flowers(self) -> tuple[int, ...]:
        """The tile indices of the flowers, sorted."""
        return tuple(sorted(t for t in self.standing if FLOWER.start <= t < FLOWER.stop))

    @property
    def key(self) -> tuple:
        """What makes two readings the same hand."""
        melds = tuple(sorted((m.kind.value, tuple(sorted(m.faces))) for m in self.melds))
        return self.concealed, melds, self.flowers, self.proposal.used


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
    candidates = _beam(items)
    in_order = _set_by_set(proposal.standing, evidence)
    if in_order is not None:
        candidates += _extended(in_order, proposal, evidence)
    candidates.sort(key=lambda candidate: -candidate[0])
    seen = set()
    for score, choice in candidates:
        if score + proposal.score < least:
            return
        if choice in seen:
            continue
        seen.add(choice)
        read = tuple(
            ReadMeld(boxes, melds[i][c].kind, melds[i][c].tiles, melds[i][c].faces)
            for i, (boxes, c) in enumerate(zip(proposal.melds, choice, strict=False))
        )
        decoded = _weighed(proposal, choice[len(melds) :], read, score)
        least = max(least, decoded.score - MARGIN)
        yield decoded


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
                SetOption(kind, option.tiles, option.score + price)
                for kind, price in KONG_UNMARKED.items()
            )
    return options


def _weighed(
    proposal: Proposal, standing: tuple[int, ...], melds: tuple[ReadMeld, ...], score: float
) -> Decoded:
    counts = [0] * 43
    for tile in standing:
        counts[tile] += 1
    hidden = counts[BACK.index]
    tiles = sum(counts[:PLAYING]) + hidden + 3 * len(melds)
    score += proposal.score + prices.of_count(tiles)
    playing = counts[:PLAYING]
    finished = tiles == 14 and not hidden and wins(playing, len(melds))
    if tiles == 14 and not finished:
        score += NO_WIN
    elif tiles == 13 and not hidden and not waits(playing, len(melds)):
        score += NOT_READY
    elif tiles < 13:
        score += SHORT
    return Decoded(proposal, standing, melds, score, finished)


def _beam(items: Sequence[Sequence[tuple[float, tuple[int, ...]]]]) -> list[tuple[float, tuple]]:
    """The likeliest legal choices of one option per item: (log probability, choices).

    Choices of melds are option numbers; those of single boxes, options of one tile, are the tile.
    """
    n = len(items)
    counts = np.zeros((1, 43), dtype=np.int8)
    scores = np.zeros(1)
    picks = np.zeros((1, n), dtype=np.int16)
    for at, options in enumerate(items):
        new_scores, parents, chosen = [], [], []
        for number, (score, tiles) in enumerate(options):
            allowed = np.ones(len(scores), dtype=bool)
            for tile in set(tiles):
                allowed &= counts[:, tile] + tiles.count(tile) <= CAPS[tile]
            kept = np.flatnonzero(allowed)
            new_scores.append(scores[kept] + score)
            parents.append(kept)
            chosen.append(np.full(len(kept), number))
        all_scores = np.concatenate(new_scores)
        if not len(all_scores):
            return []
        order = np.argsort(-all_scores, kind="stable")[:BEAM]
        order = order[all_scores[order] >= all_scores[order[0]] - MARGIN + NO_WIN]
        parent = np.concatenate(parents)[order]
        number = np.concatenate(chosen)[order]
        scores = all_scores[order]
        counts = counts[parent].copy()
        picks = picks[parent].copy()
        single = len(options[0][1]) == 1
        for row, option in enumerate(number):
            for tile in options[option][1]:
                counts[row, tile] += 1
        picks[:, at] = [options[o][1][0] for o in number] if single else number
    return [(float(s), tuple(map(int, p))) for s, p in zip(scores, picks, strict=True)]


# -- sets side by side --------------------------------------------------------------------------


def _set_by_set(standing: Sequence[int], evidence: Evidence) -> tuple[int, ...] | None:
    """The likeliest tiles of boxes in order, if they stand as sets and one pair side by side.

    The beam only reaches hands that are likely box by box; this one reaches a hand in which
    several boxes are read wrongly, as long as it was laid out in sets, as nearly all are.
    """
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


def _extended(
    tiles: tuple[int, ...], proposal: Proposal, evidence: Evidence
) -> list[tuple[float, tuple]]:
    """The set-by-set reading as a candidate, with each meld at its likeliest, if it is legal."""
    melds = tuple(0 for _ in proposal.melds)
    options = [_meld_options(meld, evidence)[0] for meld in proposal.melds]
    counts = np.zeros(43, dtype=int)
    for tile in (*tiles, *(t for option in options for t in option.faces)):
        counts[tile] += 1
    if (counts > CAPS).any():
        return []
    score = sum(o.score for o in options) + sum(
        float(evidence.log[box, tile]) for box, tile in zip(proposal.standing, tiles, strict=True)
    )
    return [(score, melds + tiles)]
