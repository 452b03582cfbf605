"""Which boxes may be what: ways to read the rows as a hand, from how the tiles lie.

A proposal says of every box whether it stands in the hand, belongs to a declared set, is the
winning tile set apart, or is no part of the hand. Every habit of laying tiles has a price in
natural logarithms of probability; the prices below are the whole model. What is on the tiles
enters only where it makes a set possible; `decode` decides the tiles themselves.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from vision.hand.evidence import Evidence
from vision.layout import Layout, Row, Slot

# Prices of how tiles lie in one row.
MELD = 0.7
MELD_BY_MELD = 0.8  # two melds that touch
MELD_BY_HAND = 8.0  # a meld that touches the concealed tiles
MELD_BY_HAND_MARKED = 1.5  # the same, where a tile on its side marks the meld
MARK = 2.5  # what a tile on its side, or one on top, speaks for a meld
GAP_IN_MELD = 4.0
GAP_BETWEEN_SETS = 0.25  # concealed tiles shown set by set
SETS_TOGETHER = 0.7  # ... where no gap parts two of them
UNEVEN_GAPS = 1.5  # ... where one of the gaps is wider, per tile width
HAND_PARTED = 3.0  # standing tiles on both sides of a meld
MIXED = 4.0  # ... and yet a meld among them, no farther away than they are from each other
FARTHER = 1.6
GAP_IN_HAND = (1.2, 4.0, 1.2)  # any other gap among concealed tiles: fixed, per width, widest
TURNED_IN_HAND = 3.0
TILTED_IN_HAND = 1.2
PUSHED_IN_HAND = 1.0
FACE_DOWN_IN_HAND = 6.0
WINNER_APART = 0.4
WINNER_INSIDE = 1.5  # a tile set apart in the middle of the row
UNUSED_IN_ROW = (2.0, 6.0)  # a box of no tile among the row's: fixed, and by its confidence
UNUSED_GROUP = (1.5, 0.5)  # a group at the end of a row: fixed, and per tile
# Prices of rows beside the main one.
FAR = 0.25  # per tile width beyond the first
SECOND_ROW_OF_HAND = 2.0
SET_AS_SECOND_ROW = 6.0  # a set in a row of its own, where the hand is not shown set by set
ROW_OF_ONE_SET = 0.3
UNLIKE_SIZE = 4.0  # per unit of log scale beyond a sixth
ASKEW = 1.0
LEFT_OUT = 1.0  # a tidy row close by that is no part of the hand
FLOWERS_LEFT_OUT = (4.0, 1.0)  # the same for flowers, close by and far
FARTHEST = 6.0  # tile widths between rows of one hand
ROWS_WEIGHED = 8
CLUSTER = 3.2  # tile widths between centres, from row to row of a cluster
CLUSTERS_WEIGHED = 3
# A tile leans or is pushed out of its row from these on.
TILTED = math.radians(10)
PUSHED = 0.2
POOR_SET = -13.0
POOR_PAIR = -6.0
KEPT_IN_ROW = 40
KEPT = 60


@dataclass(frozen=True)
class MeldBoxes:
    """Three or four boxes in a row, and perhaps a tile laid on the third."""

    boxes: tuple[int, ...]
    stacked: int | None = None
    turned: int | None = None

    @property
    def all(self) -> tuple[int, ...]:
        """Every box of the set."""
        return self.boxes if self.stacked is None else (*self.boxes, self.stacked)


@dataclass(frozen=True)
class Proposal:
    """One way to read the layout. standing: boxes of the hand in order, flowers among them.

    winner: the box that is set apart as the winning tile, also in `standing`.
    """

    score: float
    standing: tuple[int, ...] = ()
    melds: tuple[MeldBoxes, ...] = ()
    winner: int | None = None
    tiles: int = 0  # of the hand, a set counting three, flowers not counted
    rows: tuple[int, ...] = ()  # of the standing tiles: how many sets each is, 0 for none such

    @property
    def used(self) -> frozenset[int]:
        """Every box of the hand."""
        return frozenset(self.standing).union(*(meld.all for meld in self.melds))


@dataclass
class _Scene:
    layout: Layout
    evidence: Evidence
    confidence: Sequence[float]
    anchor: int
    distance: dict[int, float]


def propose(
    layout: Layout, evidence: Evidence, confidence: Sequence[float], most: int = 8
) -> list[Proposal]:
    """The likeliest ways to read a layout, the best first; empty if no row shows faces."""
    distance = _row_distances(layout)
    found = []
    for anchor, price in _main_rows(layout, evidence, distance):
        scene = _Scene(layout, evidence, confidence, anchor, _reach(distance, anchor))
        found += [replace(p, score=p.score - price) for p in _of_scene(scene)]
    found.sort(key=lambda p: -(p.score + price_of_count(p.tiles)))
    return found[:most]


def _of_scene(scene: _Scene) -> list[Proposal]:
    """Ways to read the rows around one main row."""
    near = sorted(
        (r for r, d in scene.distance.items() if d <= FARTHEST), key=scene.distance.__getitem__
    )[: ROWS_WEIGHED + 1]
    stacks = _stacks(scene, near)
    states: list[tuple[Proposal, frozenset[int]]] = [(Proposal(0.0), frozenset())]
    rows = scene.layout.rows
    for r in sorted(near, key=lambda r: (len(rows[r]) == 1, scene.distance[r])):
        options = _row_options(scene, r, stacks)
        following = []
        for proposal, consumed in states:
            if r in consumed:
                following.append((proposal, consumed))
                continue
            for option, taken in options:
                if taken & consumed:
                    continue
                joined = _join(proposal, option)
                if joined is not None:
                    following.append((joined, consumed | taken))
        following.sort(key=lambda state: -_promise(state[0]))
        states = following[:KEPT]
    return [_settled(p) for p, _ in states if p.standing or p.melds]


def price_of_count(tiles: int) -> float:
    """The log prior of a hand with that many tiles, a set counting three and flowers none."""
    if tiles == 14:
        return 0.0
    if tiles == 13:
        return -5.0
    return -6.0 - abs(tiles - 14) - (4.0 if tiles > 14 else 0.0)


def _promise(proposal: Proposal) -> float:
    # Rows still to come can add tiles but not take any away.
    return proposal.score + (price_of_count(proposal.tiles) if proposal.tiles > 14 else 0.0)


def _join(a: Proposal, b: Proposal) -> Proposal | None:
    if a.winner is not None and b.winner is not None:
        return None
    if len(a.melds) + len(b.melds) > 4:
        return None
    return Proposal(
        a.score + b.score,
        a.standing + b.standing,
        a.melds + b.melds,
        b.winner if a.winner is None else a.winner,
        a.tiles + b.tiles,
        a.rows + b.rows,
    )


def _settled(p: Proposal) -> Proposal:
    """With the price of standing tiles in several rows: low where every row is one set."""
    more = len(p.rows) - 1
    if more < 1:
        return p
    if all(size == 1 for size in p.rows):
        price = ROW_OF_ONE_SET * more + (MIXED if p.melds else 0.0)
    else:
        sets = min(sum(size > 0 for size in p.rows), more)
        price = SET_AS_SECOND_ROW * sets + SECOND_ROW_OF_HAND * (more - sets)
    return replace(p, score=p.score - price)


def faces(row: Row, evidence: Evidence) -> float:
    """How many tiles of a row show a playing tile's face."""
    which = [slot.index for slot in row.slots]
    return float((1 - evidence.back[which] - evidence.flower[which]).clip(0).sum())


def _main_rows(layout: Layout, evidence: Evidence, distance: np.ndarray) -> list[tuple[int, float]]:
    """The rows that may hold the hand, one of each cluster of rows, with what each costs.

    The longest row of a cluster stands for it; large clusters that look near come first.
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
            edge = {r for r in left if distance[r, list(cluster)].min() < CLUSTER}
        shown = sum(count[r] for r in cluster)
        if shown < 0.5:
            continue
        anchor = max(sorted(cluster), key=count.__getitem__)
        scale = float(np.median([s.scale for r in cluster for s in rows[r].slots]))
        height = bottom - max(s.y for r in cluster for s in rows[r].slots)
        merit = 0.5 * min(shown, 14.0) + 3.0 * math.log(max(scale, 1e-6)) - 0.1 * height
        found.append((merit, anchor))
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


def _stacks(scene: _Scene, near: Sequence[int]) -> dict[int, list[tuple[int, int]]]:
    """For each box, the single tiles that lie on it or touch it from above: (row, box)."""
    found: dict[int, list[tuple[int, int]]] = {}
    rows = scene.layout.rows
    for r in near:
        if len(rows[r]) != 1 or r == scene.anchor:
            continue
        tile = rows[r].slots[0]
        for other in near:
            for slot in rows[other].slots if len(rows[other]) >= 3 else ():
                unit = slot.width
                if abs(slot.x - tile.x) < 0.65 * unit and abs(slot.y - tile.y) < 1.5 * unit:
                    found.setdefault(slot.index, []).append((r, tile.index))
    return found


# -- one row ------------------------------------------------------------------------------------

START, STANDING, WINNER, UNUSED, MELD_END = range(5)


def _row_options(
    scene: _Scene, r: int, stacks: dict[int, list[tuple[int, int]]]
) -> list[tuple[Proposal, frozenset[int]]]:
    """The ways to read one row, each with the single-tile rows that it takes in as stacked."""
    row = scene.layout.rows[r]
    evidence = scene.evidence
    slots = row.slots
    which = [slot.index for slot in slots]
    flowery = bool((evidence.flower[which] > 0.5).all())
    main = r == scene.anchor
    beyond = max(0.0, scene.distance[r] - 2.0)
    left_out = 0.0
    if not main and len(row) > 1 and beyond < 0.8 and evidence.back[which].mean() < 0.5:
        left_out = LEFT_OUT
    if flowery:
        left_out = FLOWERS_LEFT_OUT[beyond > 3.0]
    leave = (Proposal(-left_out), frozenset())
    if evidence.back[which].min() > 0.5 and len(row) != 4:
        return [leave]
    entry = 0.0 if main else _entry_price(scene, r, beyond, flowery)
    options = []
    for option, taken in _segment(scene, row, stacks):
        stands = [i for i in option.standing if evidence.flower[i] <= 0.5 and i != option.winner]
        shape = (_sets_in(evidence, stands),) if stands else ()
        options.append((replace(option, score=option.score - entry, rows=shape), taken))
    if not main or len(scene.layout.rows) > 1:
        options.append(leave)
    options.sort(key=lambda option: -option[0].score)
    return options[:KEPT_IN_ROW]


def _entry_price(scene: _Scene, r: int, beyond: float, flowery: bool) -> float:
    """What it costs that this row beside the main one belongs to the hand."""
    row, main = scene.layout.rows[r], scene.layout.rows[scene.anchor]
    price = FAR * beyond * (0.5 if flowery else 1.0)
    here = float(np.median([slot.scale for slot in row.slots]))
    there = float(np.median([slot.scale for slot in main.slots]))
    price += UNLIKE_SIZE * max(0.0, abs(math.log(here / there)) - 1 / 6)
    if len(row) > 1:
        off = abs(math.remainder(row.angle - main.angle, math.pi / 2))
        price += ASKEW * (off > math.radians(20))
    return price


def _sets_in(evidence: Evidence, boxes: Sequence[int]) -> int:
    """How many sets the boxes show one after the other, a pair alone counting as one; else 0."""
    boxes = tuple(boxes)
    if len(boxes) == 2:
        return int(evidence.pair_fit(boxes) > POOR_PAIR)
    threes = [boxes[i : i + 3] for i in range(0, len(boxes), 3)]
    fits = len(boxes) % 3 == 0 and all(evidence.set_fit(three) > POOR_SET for three in threes)
    return len(threes) if fits else 0


def _segment(
    scene: _Scene, row: Row, stacks: dict[int, list[tuple[int, int]]]
) -> list[tuple[Proposal, frozenset[int]]]:
    """Cut a row into standing tiles, melds, a winning tile and boxes of no use, the best first."""
    evidence = scene.evidence
    slots = row.slots
    n = len(slots)
    starts = {group.slots[0].index for group in row.groups}
    flower = [evidence.flower[slot.index] > 0.5 for slot in slots]
    # Flowers stand anywhere: a gap counts for the next tile that is none.
    begins, gap, pending = [], [], (False, 0.0)
    for k, slot in enumerate(slots):
        pending = (
            pending[0] or (k > 0 and slot.index in starts),
            max(pending[1], slot.gap),
        )
        begins.append(pending[0])
        gap.append(pending[1])
        if not flower[k]:
            pending = (False, 0.0)
    gap_price = _gap_prices(evidence, row, gap)
    sizes = [len(group) for group in row.groups for _ in group.slots]
    leads = [slot.index in starts for slot in slots]
    melds = [list(_melds_at(scene, slots, leads, k, stacks)) for k in range(n)]
    states: list[list[_State]] = [[] for _ in range(n + 1)]
    states[0] = [_State(0.0)]
    for k, slot in enumerate(slots):
        states[k].sort(key=lambda state: -state.score)
        for state in states[k][:KEPT_IN_ROW]:
            if flower[k]:
                states[k + 1].append(state.stand(slot.index, 0.0, 0))
            else:
                touching = k > 0 and not begins[k]
                hidden = evidence.back[slot.index]
                _standing_here(
                    states, state, slots, k, touching, gap[k], gap_price[k], sizes[k], hidden
                )
                for length, meld, price, mark, rows in melds[k]:
                    if len(state.melds) < 4:
                        if state.role == STANDING and touching:
                            price += MELD_BY_HAND_MARKED if mark else MELD_BY_HAND
                        elif state.role == MELD_END and touching:
                            price += MELD_BY_MELD
                        joined = state.declare(meld, price, mark, rows)
                        if state.role == STANDING:
                            joined = joined.border_at(gap[k])
                        states[k + length].append(joined)
            fixed, sure = UNUSED_IN_ROW
            price = fixed + sure * scene.confidence[slot.index]
            states[k + 1].append(state.skip(price))
            if leads[k] and sizes[k] < n:
                price = UNUSED_GROUP[0] + UNUSED_GROUP[1] * sizes[k]
                states[k + sizes[k]].append(state.skip(price))
    found = sorted((state.settled() for state in states[n]), key=lambda state: -state.score)
    return [
        (Proposal(s.score, s.standing, s.melds, s.winner, s.tiles), s.rows)
        for s in found[:KEPT_IN_ROW]
    ]


def _standing_here(
    states: list[list[_State]],
    state: _State,
    slots: Sequence[Slot],
    k: int,
    touching: bool,
    gap: float,
    gap_price: float,
    size: int,
    hidden: float,
) -> None:
    """Add the states in which slot k stands in the hand, also as the winning tile set apart."""
    slot = slots[k]
    price = _oddness(slot) + FACE_DOWN_IN_HAND * hidden
    after = state
    if not touching and (state.role == STANDING or (state.role == WINNER and state.stood)):
        price += gap_price
        after = state.shown_with(gap)
    elif state.role == MELD_END:
        if state.stood:
            price += HAND_PARTED
        if touching:
            price += MELD_BY_HAND_MARKED if state.marked else MELD_BY_HAND
        else:
            after = state.border_at(gap)
    states[k + 1].append(after.stand(slot.index, price, 1))
    if state.winner is None:
        price = _winner_price(slots, size, k)
        if price is not None:
            states[k + 1].append(state.win(slot.index, price))


@dataclass(frozen=True, slots=True)
class _State:
    """A row read up to some tile. shown: the widest gap among standing tiles; border: the narrowest
    between them and a meld; stood: whether any tile stands; rows: single-tile rows taken
    in as stacked."""

    score: float
    role: int = START
    marked: bool = False
    standing: tuple[int, ...] = ()
    melds: tuple[MeldBoxes, ...] = ()
    winner: int | None = None
    tiles: int = 0
    rows: frozenset[int] = frozenset()
    shown: float = 0.0
    border: float = math.inf
    stood: bool = False

    def stand(self, box: int, price: float, tiles: int) -> _State:
        role = STANDING if tiles else self.role
        return replace(
            self,
            score=self.score - price,
            role=role,
            standing=(*self.standing, box),
            tiles=self.tiles + tiles,
            stood=self.stood or tiles > 0,
        )

    def win(self, box: int, price: float) -> _State:
        return replace(self.stand(box, price, 1), role=WINNER, winner=box, stood=self.stood)

    def declare(self, meld: MeldBoxes, price: float, mark: bool, rows: frozenset[int]) -> _State:
        return replace(
            self,
            score=self.score - price,
            role=MELD_END,
            marked=mark,
            melds=(*self.melds, meld),
            tiles=self.tiles + 3,
            rows=self.rows | rows,
        )

    def skip(self, price: float) -> _State:
        return replace(self, score=self.score - price, role=UNUSED)

    def shown_with(self, gap: float) -> _State:
        return replace(self, shown=max(self.shown, gap))

    def border_at(self, gap: float) -> _State:
        return replace(self, border=min(self.border, gap))

    def settled(self) -> _State:
        mixed = self.shown > 0 and self.border < FARTHER * self.shown
        return replace(self, score=self.score - MIXED) if mixed else self


def _oddness(slot: Slot) -> float:
    price = TURNED_IN_HAND if slot.turned else 0.0
    price += TILTED_IN_HAND if abs(slot.tilt) > TILTED else 0.0
    return price + (PUSHED_IN_HAND if abs(slot.bend) > PUSHED else 0.0)


def _winner_price(slots: Sequence[Slot], size: int, k: int) -> float | None:
    """What it costs that slot k is the winning tile, or None where it does not lie like one."""
    slot = slots[k]
    alone = size == 1
    cue = slot.turned or abs(slot.tilt) > TILTED or abs(slot.bend) > PUSHED
    if not (alone or cue):
        return None
    inside = 0 < k < len(slots) - 1
    return WINNER_APART + (WINNER_INSIDE if inside else 0.0)


def _gap_prices(evidence: Evidence, row: Row, gap: Sequence[float]) -> list[float]:
    """For each tile after a gap, the price of standing tiles on both sides; gap: before each."""
    prices = [0.0] * len(gap)
    at = 0
    parts = []
    for group in row.groups:
        faces = [k for k, s in enumerate(group.slots, at) if evidence.flower[s.index] <= 0.5]
        at += len(group)
        if faces:
            parts.append(faces)
    nice = [_sets_in(evidence, [row.slots[k].index for k in part]) for part in parts]
    gaps = [gap[part[0]] for part in parts]
    even = float(np.median(gaps[1:])) if len(gaps) > 1 else 0.0
    fixed, slope, widest = GAP_IN_HAND
    for (part, width), before, here in zip(
        zip(parts[1:], gaps[1:], strict=True), nice, nice[1:], strict=False
    ):
        if 0 < before < 3 and 0 < here < 3:
            more = (before + here - 2) * SETS_TOGETHER
            prices[part[0]] = GAP_BETWEEN_SETS + more + UNEVEN_GAPS * max(0.0, width - even)
        else:
            prices[part[0]] = fixed + slope * min(width, widest)
    return prices


def _melds_at(
    scene: _Scene,
    slots: Sequence[Slot],
    begins: Sequence[bool],
    k: int,
    stacks: dict[int, list[tuple[int, int]]],
):
    """Melds that may begin at slot k: (length, boxes, price, marked, rows taken as stacked)."""
    evidence = scene.evidence
    for length in (3, 4):
        if k + length > len(slots):
            return
        part = slots[k : k + length]
        boxes = tuple(slot.index for slot in part)
        if evidence.flower[list(boxes)].max() > 0.5 or evidence.set_fit(boxes) < POOR_SET:
            continue
        on_side = [i for i, slot in enumerate(part) if slot.turned]
        if len(on_side) > 1:
            continue
        mark = len(on_side) == 1
        price = MELD - (MARK if mark else 0.0)
        for i in range(1, length):
            if begins[k + i]:
                price += GAP_IN_MELD * (1 + slots[k + i].gap)
        turned = on_side[0] if mark else None
        yield length, MeldBoxes(boxes, None, turned), price, mark, frozenset()
        if length == 3:
            for at, slot in enumerate(part):
                for r, tile in stacks.get(slot.index, ()):
                    four = (*boxes, tile)
                    if turned in (None, at) and evidence.set_fit(four) > POOR_SET:
                        yield (
                            length,
                            MeldBoxes(boxes, tile, at),
                            price - MARK,
                            True,
                            frozenset({r}),
                        )
