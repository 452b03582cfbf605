"""The ways to cut one row into standing tiles, melds, a winning tile and boxes of no use."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from vision.hand import prices
from vision.hand.evidence import Evidence
from vision.layout import Row, Slot

KEPT = 24
MARGIN = 20.0

# For each box, the single tiles that lie on it or touch it from above: (row, box).
Stacks = Mapping[int, Sequence[tuple[int, int]]]


class MeldBoxes(NamedTuple):
    """Three or four boxes in a row; stacked: a tile laid on one of them; turned: the place of the
    tile on its side."""

    boxes: tuple[int, ...]
    stacked: int | None = None
    turned: int | None = None

    @property
    def all(self) -> tuple[int, ...]:
        """Every box of the set."""
        return self.boxes if self.stacked is None else (*self.boxes, self.stacked)


class Segments(NamedTuple):
    """One way to cut a row. standing: boxes of the hand in order, flowers among them. winner: the
    box set apart as the winning tile, also in `standing`. tiles: of the hand, a set counting three
    and flowers none. rows: the single-tile rows that it takes in as stacked."""

    score: float
    standing: tuple[int, ...]
    melds: tuple[MeldBoxes, ...]
    winner: int | None
    tiles: int
    rows: frozenset[int]


def sets_in(evidence: Evidence, boxes: Sequence[int]) -> int:
    """How many sets the boxes show one after the other, a pair alone counting as one; else 0."""
    boxes = tuple(boxes)
    if len(boxes) == 2:
        return int(evidence.pair_fit(boxes) > prices.POOR_PAIR)
    if len(boxes) % 3:
        return 0
    threes = [boxes[i : i + 3] for i in range(0, len(boxes), 3)]
    return len(threes) if all(evidence.set_fit(t) > prices.POOR_SET for t in threes) else 0


def cut(
    row: Row,
    evidence: Evidence,
    flower: Sequence[bool],
    confidence: Sequence[float],
    stacks: Stacks,
) -> list[Segments]:
    """The likeliest ways to cut a row, the best first.

    flower, confidence: of every detection, whether it most likely shows a flower, and how surely it
    is a tile at all.
    """
    places = _places(row, evidence, [flower[slot.index] for slot in row.slots])
    melds = [list(_melds_at(places, k, evidence, stacks)) for k in range(len(places))]
    states: list[list[_State]] = [[] for _ in range(len(places) + 1)]
    states[0] = [_BEGINNING]
    for k, place in enumerate(places):
        for state in _best(states[k]):
            if place.flower:
                states[k + 1].append(state.stand(place.slot.index, 0.0, flower=True))
            else:
                states[k + 1] += _stands(state, place)
                if len(state.melds) < 4:
                    for meld in melds[k]:
                        states[k + meld.length].append(_declares(state, place, meld))
            fixed, sure = prices.UNUSED_IN_ROW
            price = fixed + sure * confidence[place.slot.index]
            states[k + 1].append(state.skip(price))
            if place.leads and place.size < len(places):
                fixed, each = prices.UNUSED_GROUP
                states[k + place.size].append(state.skip(fixed + each * place.size))
    found = sorted((state.settled() for state in states[-1]), key=lambda s: -s.score)
    return [
        Segments(s.score, s.standing, s.melds, s.winner, s.tiles, s.rows)
        for s in found[:KEPT]
        if s.score >= found[0].score - MARGIN
    ]


@dataclass(frozen=True)
class _Place:
    """A slot with what its neighbourhood says.

    flower: whether it shows one. hidden: the probability of a back. begins: whether a gap parts it
    from the tile before, flowers aside, and gap: how wide. leads: whether it is the first of its
    group, and size: that group's. gap_price: what standing tiles on both sides of its gap cost.
    """

    slot: Slot
    flower: bool
    hidden: float
    begins: bool
    gap: float
    leads: bool
    size: int
    gap_price: float


def _places(row: Row, evidence: Evidence, flower: Sequence[bool]) -> list[_Place]:
    slots = row.slots
    leads = [k == 0 for group in row.groups for k in range(len(group))]
    sizes = [len(group) for group in row.groups for _ in group.slots]
    begins, gaps = [], []
    parted, widest = False, 0.0
    for k, slot in enumerate(slots):
        # Flowers stand anywhere: a gap counts for the next tile that is none.
        parted, widest = parted or (k > 0 and leads[k]), max(widest, slot.gap)
        begins.append(parted)
        gaps.append(widest)
        if not flower[k]:
            parted, widest = False, 0.0
    gap_prices = _gap_prices(row, evidence, flower, gaps)
    return [
        _Place(
            slot,
            flower[k],
            float(evidence.back[slot.index]),
            begins[k],
            gaps[k],
            leads[k],
            sizes[k],
            gap_prices[k],
        )
        for k, slot in enumerate(slots)
    ]


def _gap_prices(
    row: Row, evidence: Evidence, flower: Sequence[bool], gaps: Sequence[float]
) -> list[float]:
    slots = row.slots
    found = [0.0] * len(slots)
    parts, at = [], 0
    for group in row.groups:
        part = [k for k in range(at, at + len(group)) if not flower[k]]
        at += len(group)
        if part:
            parts.append(part)
    sets = [sets_in(evidence, [slots[k].index for k in part]) for part in parts]
    widths = [gaps[part[0]] for part in parts]
    usual = sorted(widths[1:])[(len(widths) - 1) // 2] if len(widths) > 1 else 0.0
    fixed, each, widest = prices.GAP_IN_HAND
    times, more, uneven = prices.UNEVEN_GAPS
    for i in range(1, len(parts)):
        if 0 < sets[i - 1] < 3 and 0 < sets[i] < 3:
            price, narrow, wide = prices.GAP_BETWEEN_SETS
            price += wide * max(0.0, widths[i] - narrow)
            price += prices.SETS_TOGETHER * (sets[i - 1] + sets[i] - 2)
            price += uneven * max(0.0, widths[i] - times * usual - more)
        else:
            price = fixed + each * min(widths[i], widest)
        found[parts[i][0]] = price
    return found


@dataclass(frozen=True)
class _MeldHere:
    length: int
    boxes: MeldBoxes
    price: float
    marked: bool
    rows: frozenset[int] = frozenset()


def _melds_at(
    places: Sequence[_Place], k: int, evidence: Evidence, stacks: Stacks
) -> Iterator[_MeldHere]:
    """The melds that may begin at place k."""
    for length in (3, 4):
        part = places[k : k + length]
        if len(part) < length or any(place.flower for place in part):
            return
        boxes = tuple(place.slot.index for place in part)
        if evidence.set_fit(boxes) < prices.POOR_SET:
            continue
        on_side = [i for i, place in enumerate(part) if place.slot.turned]
        if len(on_side) > 1:
            continue
        turned = on_side[0] if on_side else None
        price = prices.MELD - (prices.MARK if on_side else 0.0)
        price += sum(prices.GAP_IN_MELD * (1 + place.slot.gap) for place in part[1:] if place.leads)
        yield _MeldHere(length, MeldBoxes(boxes, None, turned), price, bool(on_side))
        if length == 4:
            continue
        for at, box in enumerate(boxes):
            for row, tile in stacks.get(box, ()):
                if turned in (None, at) and evidence.set_fit((*boxes, tile)) > prices.POOR_SET:
                    kong = MeldBoxes(boxes, tile, at)
                    yield _MeldHere(length, kong, price - prices.MARK, True, frozenset({row}))


# -- states ---------------------------------------------------------------------------------------

_START, _STANDING, _WINNER, _UNUSED, _MELD = range(5)


class _State(NamedTuple):
    """A row read up to some tile.

    role: of its last tile, flowers aside. marked: whether that ends a marked meld. shown: the
    widest gap among standing tiles. border: the narrowest between them and a meld. stood: whether
    any tile but the winner stands.
    """

    score: float
    role: int
    marked: bool
    standing: tuple[int, ...]
    melds: tuple[MeldBoxes, ...]
    winner: int | None
    tiles: int
    rows: frozenset[int]
    shown: float
    border: float
    stood: bool

    def stand(self, box: int, price: float, flower: bool = False) -> _State:
        score, role, marked, standing, melds, winner, tiles, rows, shown, border, stood = self
        if not flower:
            role, tiles, stood = _STANDING, tiles + 1, True
        standing = (*standing, box)
        return _State(
            score - price, role, marked, standing, melds, winner, tiles, rows, shown, border, stood
        )

    def win(self, box: int, price: float) -> _State:
        score, _, _, standing, melds, _, tiles, rows, shown, border, stood = self
        standing = (*standing, box)
        return _State(
            score - price,
            _WINNER,
            False,
            standing,
            melds,
            box,
            tiles + 1,
            rows,
            shown,
            border,
            stood,
        )

    def declare(self, meld: _MeldHere, price: float) -> _State:
        score, _, _, standing, melds, winner, tiles, rows, shown, border, stood = self
        melds = (*melds, meld.boxes)
        rows = rows | meld.rows
        return _State(
            score - price,
            _MELD,
            meld.marked,
            standing,
            melds,
            winner,
            tiles + 3,
            rows,
            shown,
            border,
            stood,
        )

    def skip(self, price: float) -> _State:
        return self._replace(score=self.score - price, role=_UNUSED)

    def settled(self) -> _State:
        """With the price of melds among sets that are shown no farther apart."""
        mixed = self.shown > 0 and self.border < prices.FARTHER * self.shown
        return self._replace(score=self.score - prices.MIXED) if mixed else self


_BEGINNING = _State(0.0, _START, False, (), (), None, 0, frozenset(), 0.0, math.inf, False)


def _best(states: list[_State]) -> list[_State]:
    states.sort(key=lambda state: -state.score)
    return [s for s in states[:KEPT] if s.score >= states[0].score - MARGIN]


def _stands(state: _State, place: _Place) -> list[_State]:
    """The place stands in the hand, or also is the winning tile if it lies like one."""
    slot = place.slot
    price = prices.FACE_DOWN_IN_HAND * place.hidden
    price += prices.TURNED_IN_HAND * slot.turned
    price += prices.TILTED_IN_HAND * (abs(slot.tilt) > prices.TILTED)
    price += prices.PUSHED_IN_HAND * (abs(slot.bend) > prices.PUSHED)
    after = state
    if state.role == _MELD:
        price += prices.HAND_PARTED * state.stood
        if place.begins:
            after = state._replace(border=min(state.border, place.gap))
        else:
            price += prices.MELD_BY_HAND_MARKED if state.marked else prices.MELD_BY_HAND
    elif state.role == _WINNER and state.stood:
        price += prices.WINNER_INSIDE + (place.gap_price if place.begins else 0.0)
    elif state.role == _STANDING and place.begins:
        price += place.gap_price
        after = state._replace(shown=max(state.shown, place.gap))
    found = [after.stand(slot.index, price)]
    lies_apart = (
        place.size == 1
        or slot.turned
        or abs(slot.tilt) > prices.TILTED
        or abs(slot.bend) > prices.PUSHED
    )
    if state.winner is None and lies_apart:
        found.append(state.win(slot.index, prices.WINNER_APART))
    return found


def _declares(state: _State, place: _Place, meld: _MeldHere) -> _State:
    price = meld.price
    if state.role == _STANDING:
        if place.begins:
            state = state._replace(border=min(state.border, place.gap))
        else:
            price += prices.MELD_BY_HAND_MARKED if meld.marked else prices.MELD_BY_HAND
    elif state.role == _MELD and not place.begins:
        price += prices.MELD_BY_MELD
    return state.declare(meld, price)
