"""Which boxes may be what: ways to read all rows of a photo as one hand, from how the tiles lie.

What is on the tiles enters only where it makes a set possible; `decode` decides the tiles.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from scoring import FLOWERS
from vision.hand import prices
from vision.hand.evidence import PLAYING, Evidence
from vision.hand.legality import HAND, wins
from vision.hand.segments import MeldBoxes, Segments, Stacks, cut, sets_in
from vision.layout import Layout, Row

ROWS_WEIGHED = 9
CLUSTERS_WEIGHED = 3
WEIGHED = 100
KEPT = 120
KEPT_ALIKE = 4
MARGIN = 20.0


class Proposal(NamedTuple):
    """One way to read a layout.

    standing: boxes of the hand in order, flowers among them. winner: the box set apart as the
    winning tile, also in `standing`. tiles: of the hand, a set counting three and flowers none.
    rows: for each row with standing tiles, how many sets they are, 0 if they are no sets.
    """

    score: float
    standing: tuple[int, ...] = ()
    melds: tuple[MeldBoxes, ...] = ()
    winner: int | None = None
    tiles: int = 0
    rows: tuple[int, ...] = ()

    @property
    def used(self) -> frozenset[int]:
        """Every box of the hand."""
        return frozenset(self.standing).union(*(meld.all for meld in self.melds))


def propose(
    layout: Layout, evidence: Evidence, confidence: Sequence[float], most: int = 8
) -> list[Proposal]:
    """The likeliest ways to read a layout, the best first; empty if no row shows faces."""
    distance = _row_distances(layout)
    flower = _flowers(layout, evidence)
    found = []
    for anchor, price in _main_rows(layout, evidence, distance):
        scene = _Scene(layout, evidence, flower, confidence, anchor, _reach(distance, anchor))
        found += [p._replace(score=p.score - price) for p in _of_scene(scene)]
    found.sort(key=lambda p: -(p.score + prices.of_count(p.tiles)))
    one_too_many = [p for p in found[:most] if p.tiles == HAND + 1]
    found = [*found[:WEIGHED], *(q for p in one_too_many for q in _less_one(p, flower, confidence))]
    tiles = evidence.log[:, :PLAYING].argmax(axis=1).tolist()
    return sorted(found, key=lambda p: -_outlook(p, tiles, flower))[:most]


def _less_one(
    p: Proposal, flower: Sequence[bool], confidence: Sequence[float]
) -> Iterator[Proposal]:
    """A proposal without one of its standing tiles, for each: one may be no tile at all."""
    fixed, sure = prices.UNUSED_IN_ROW
    for at, box in enumerate(p.standing):
        if not flower[box] and box != p.winner:
            standing = p.standing[:at] + p.standing[at + 1 :]
            price = fixed + sure * confidence[box]
            yield p._replace(score=p.score - price, standing=standing, tiles=p.tiles - 1)


def _outlook(p: Proposal, tiles: Sequence[int], flower: Sequence[bool]) -> float:
    """What a proposal is worth if every box shows its likeliest tile."""
    score = p.score + prices.of_count(p.tiles)
    if p.tiles == HAND:
        counts = [0] * PLAYING
        for box in p.standing:
            counts[tiles[box]] += not flower[box]
        score -= 0.0 if wins(tuple(counts), len(p.melds)) else prices.NO_WIN
    return score


def _flowers(layout: Layout, evidence: Evidence) -> list[bool]:
    """Which boxes most likely show flowers; a few that lie together are judged together."""
    flower = [bool(p > 0.5) for p in evidence.flower]
    for group in layout.groups:
        if 1 < len(group) <= len(FLOWERS) and evidence.shows_flowers(group.indices):
            for box in group.indices:
                flower[box] = True
    return flower


def faces(row: Row, evidence: Evidence) -> float:
    """How many tiles of a row show a playing tile's face."""
    which = [slot.index for slot in row.slots]
    return float((1 - evidence.back[which] - evidence.flower[which]).clip(0).sum())


# -- where the hand lies --------------------------------------------------------------------------


def _main_rows(layout: Layout, evidence: Evidence, distance: np.ndarray) -> list[tuple[int, float]]:
    """The rows that may hold the hand, one of each cluster of rows, with what each costs.

    The longest row of a cluster stands for it; full clusters that look near come first.
    """
    rows = layout.rows
    if not rows:
        return []
    bottom = max(slot.y for row in rows for slot in row.slots)
    count = [faces(row, evidence) for row in rows]
    found = []
    left = set(range(len(rows)))
    while left:
        cluster, edge = set(), {min(left)}
        while edge:
            cluster |= edge
            left -= edge
            edge = {r for r in left if distance[r, list(cluster)].min() < prices.CLUSTER}
        shown = sum(count[r] for r in cluster)
        if shown < 0.5:
            continue
        anchor = max(sorted(cluster), key=count.__getitem__)
        scale = float(np.median([s.scale for r in cluster for s in rows[r].slots]))
        height = bottom - max(s.y for r in cluster for s in rows[r].slots)
        merit = prices.FULLER * min(shown, 14.0) + prices.LARGER * math.log(max(scale, 1e-6))
        found.append((merit - prices.LOWER * height, anchor))
    found.sort(reverse=True)
    return [(anchor, found[0][0] - merit) for merit, anchor in found[:CLUSTERS_WEIGHED]]


def _row_distances(layout: Layout) -> np.ndarray:
    """The least distance between tiles of two rows, for all pairs of rows, in tile widths."""
    slots = [slot for row in layout.rows for slot in row.slots]
    if not slots:
        return np.zeros((0, 0))
    points = np.array([(slot.x, slot.y) for slot in slots])
    units = np.array([slot.width for slot in slots])
    far = np.linalg.norm(points[:, None] - points[None], axis=-1) / (units[:, None] + units) * 2
    starts = np.cumsum([0, *(len(row) for row in layout.rows[:-1])])
    return np.minimum.reduceat(np.minimum.reduceat(far, starts, axis=0), starts, axis=1)


def _reach(distance: np.ndarray, anchor: int) -> dict[int, float]:
    """The widest step on the way from the main row to each row.

    Steps go from row to row, so a far heap of discards stays far however close its tiles are.
    """
    reached = {anchor: 0.0}
    reach = distance[anchor].copy()
    while len(reached) < len(distance):
        nearest = min((r for r in range(len(distance)) if r not in reached), key=reach.__getitem__)
        reached[nearest] = float(reach[nearest])
        reach = np.minimum(reach, np.maximum(reach[nearest], distance[nearest]))
    return reached


# -- the rows around one main row -----------------------------------------------------------------


@dataclass(frozen=True)
class _Scene:
    """A layout seen from one main row. distance: of each row from it, as `_reach` has it."""

    layout: Layout
    evidence: Evidence
    flower: Sequence[bool]
    confidence: Sequence[float]
    anchor: int
    distance: dict[int, float]


def _of_scene(scene: _Scene) -> list[Proposal]:
    rows, distance = scene.layout.rows, scene.distance
    near = sorted(r for r, far in distance.items() if far <= prices.FARTHEST)
    near = sorted(near, key=distance.__getitem__)[:ROWS_WEIGHED]
    stacks = _stacks(scene, near)
    states: list[tuple[Proposal, frozenset[int]]] = [(Proposal(0.0), frozenset())]
    for r in sorted(near, key=lambda r: (len(rows[r]) == 1, distance[r])):
        options = _row_options(scene, r, stacks)
        following = []
        for proposal, consumed in states:
            if r in consumed:
                following.append((proposal, consumed))
                continue
            for option in options:
                if option.taken.isdisjoint(consumed):
                    joined = _join(proposal, option)
                    if joined is not None:
                        following.append((joined, consumed | option.taken))
        states = _kept(following)
    return [_settled(p) for p, _ in states if p.standing or p.melds]


class _RowOption(NamedTuple):
    """A way to read one row as part of a hand, and the single-tile rows that it takes in."""

    score: float
    cut: Segments | None
    sets: tuple[int, ...] = ()
    taken: frozenset[int] = frozenset()


def _kept(states: list[tuple[Proposal, frozenset[int]]]) -> list[tuple[Proposal, frozenset[int]]]:
    """The likeliest of each number of tiles and melds: rows still to come may complete any."""
    states.sort(key=lambda state: -_promise(state[0]))
    least = _promise(states[0][0]) - MARGIN
    kinds: Counter[tuple[int, int]] = Counter()
    kept = []
    for state in states:
        kind = state[0].tiles, len(state[0].melds)
        kinds[kind] += 1
        if kinds[kind] <= KEPT_ALIKE and _promise(state[0]) >= least:
            kept.append(state)
    return kept[:KEPT]


def _promise(proposal: Proposal) -> float:
    # Rows still to come can add tiles but not take any away.
    return proposal.score + (prices.of_count(proposal.tiles) if proposal.tiles > 14 else 0.0)


def _join(a: Proposal, b: _RowOption) -> Proposal | None:
    if b.cut is None:
        return a._replace(score=a.score + b.score)
    if a.winner is not None and b.cut.winner is not None:
        return None
    if len(a.melds) + len(b.cut.melds) > 4:
        return None
    return Proposal(
        a.score + b.score,
        a.standing + b.cut.standing,
        a.melds + b.cut.melds,
        b.cut.winner if a.winner is None else a.winner,
        a.tiles + b.cut.tiles,
        a.rows + b.sets,
    )


def _settled(p: Proposal) -> Proposal:
    """With the price of standing tiles in several rows: low where every row is one set."""
    more = len(p.rows) - 1
    if more < 1:
        return p
    if all(sets == 1 for sets in p.rows):
        price = prices.ROW_OF_ONE_SET * more + (prices.MIXED if p.melds else 0.0)
    else:
        of_sets = min(sum(sets > 0 for sets in p.rows), more)
        price = prices.SET_AS_SECOND_ROW * of_sets + prices.SECOND_ROW_OF_HAND * (more - of_sets)
    return p._replace(score=p.score - price)


def _stacks(scene: _Scene, near: Sequence[int]) -> Stacks:
    found: dict[int, list[tuple[int, int]]] = {}
    rows = scene.layout.rows
    long = [slot for r in near if len(rows[r]) >= 3 for slot in rows[r].slots]
    for r in near:
        if len(rows[r]) == 1 and r != scene.anchor:
            tile = rows[r].slots[0]
            for slot in long:
                unit = slot.width
                over = abs(slot.x - tile.x) < 0.65 * unit and abs(slot.y - tile.y) < 1.5 * unit
                boxes = slot.index, tile.index
                if over and scene.evidence.pair_fit(boxes) > prices.POOR_PAIR:
                    found.setdefault(slot.index, []).append((r, tile.index))
    return found


def _row_options(scene: _Scene, r: int, stacks: Stacks) -> list[_RowOption]:
    """The ways to read one row, among them to leave it out."""
    row, evidence = scene.layout.rows[r], scene.evidence
    which = [slot.index for slot in row.slots]
    flowers = all(scene.flower[box] for box in which)
    main = r == scene.anchor
    beyond = max(0.0, scene.distance[r] - prices.BESIDE)
    left_out = 0.0
    if flowers:
        close, far = prices.FLOWERS_LEFT_OUT
        left_out = far if beyond > 3 else close
    elif not main and len(row) > 1 and beyond < prices.CLOSE and evidence.back[which].mean() < 0.5:
        left_out = prices.LEFT_OUT
    if any(r == other for over in stacks.values() for other, _ in over):
        left_out = prices.LYING_ON_LEFT_OUT
    leave = _RowOption(-left_out, None)
    if evidence.back[which].min() > 0.5 and len(row) != 4:
        return [leave]
    entry = 0.0 if main else _entry_price(scene, r, beyond, flowers)
    options = []
    for way in cut(row, evidence, scene.flower, scene.confidence, stacks):
        stands = [b for b in way.standing if not scene.flower[b] and b != way.winner]
        sets = (sets_in(evidence, stands),) if stands else ()
        options.append(_RowOption(way.score - entry, way, sets, way.rows))
    if not main or len(scene.layout.rows) > 1:
        options.append(leave)
    return sorted(options, key=lambda option: -option.score)


def _entry_price(scene: _Scene, r: int, beyond: float, flowers: bool) -> float:
    """What it costs that this row beside the main one belongs to the hand."""
    row, main = scene.layout.rows[r], scene.layout.rows[scene.anchor]
    price = prices.FAR * beyond * (0.5 if flowers else 1.0)
    here = float(np.median([slot.scale for slot in row.slots]))
    there = float(np.median([slot.scale for slot in main.slots]))
    price += prices.UNLIKE_SIZE * max(0.0, abs(math.log(here / there)) - 1 / 6)
    if len(row) > 1:
        off = abs(math.remainder(row.angle - main.angle, math.pi / 2))
        price += prices.ASKEW * (off > math.radians(20))
    return price
