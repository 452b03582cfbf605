"""Hundreds of random photos of legal hands: how many are grouped exactly, and how sure that is."""

from __future__ import annotations

import statistics
import time
from collections import Counter
from dataclasses import dataclass

import pytest

from tests.vision.layouts import Layout, Truth, random_layout
from vision.hand import ReadHand, Role, read_hand

FEW, MANY = range(100), range(2000)


def boxes_of(read: ReadHand, *roles: Role) -> frozenset[int]:
    return frozenset(box for g in read.groups if g.role in roles for box in g.boxes)


def grouped_exactly(read: ReadHand, truth: Truth) -> bool:
    """Every meld with its very boxes, kongs of their kind, and nothing missing from the hand."""

    def melds(pairs):
        return {(kind.value if kind.is_kong else "set", frozenset(b)) for kind, b in pairs}

    found = melds((g.meld.kind, g.boxes) for g in read.groups if g.role is Role.meld)
    return (
        found == melds(truth.melds)
        and boxes_of(read, Role.concealed, Role.winning_tile) == truth.concealed
        and boxes_of(read, Role.flowers) == truth.flowers
    )


def read_exactly(read: ReadHand, truth: Truth) -> bool:
    """Grouped exactly, and every part of the hand holds the right tiles."""

    def tiles(boxes, of):
        return Counter(of[box] for box in boxes)

    parts = [truth.concealed, truth.flowers, *(boxes for _, boxes in truth.melds)]
    right = all(tiles(part, read.tiles) == tiles(part, truth.tiles) for part in parts)
    return right and grouped_exactly(read, truth)


@dataclass
class Tally:
    """What came of many layouts. wrong: the seeds that were not grouped exactly."""

    layouts: int
    wrong: list[int]
    confirmed: int
    confirmed_right: int
    winners: int
    winners_found: int
    seconds: list[float]


def tally(seeds: range, noise: bool) -> Tally:
    found = Tally(len(seeds), [], 0, 0, 0, 0, [])
    for seed in seeds:
        layout: Layout = random_layout(seed, noise=noise)
        started = time.process_time()
        read = read_hand(layout.detections)
        found.seconds.append(time.process_time() - started)
        truth = layout.truth
        if not grouped_exactly(read, truth):
            found.wrong.append(seed)
        if read.confirmed:
            found.confirmed += 1
            found.confirmed_right += read_exactly(read, truth)
        if truth.winner is not None:
            found.winners += 1
            found.winners_found += boxes_of(read, Role.winning_tile) == {truth.winner}
    return found


@pytest.mark.parametrize(
    ("seeds", "noise", "wanted"),
    [
        (FEW, False, 0.99),
        pytest.param(FEW, True, 0.97, marks=pytest.mark.slow),
        pytest.param(MANY, False, 0.99, marks=pytest.mark.slow),
        pytest.param(MANY, True, 0.97, marks=pytest.mark.slow),
    ],
    ids=["few", "few, noisy", "many", "many, noisy"],
)
def test_random_layouts(seeds, noise, wanted):
    found = tally(seeds, noise)
    assert 1 - len(found.wrong) / found.layouts >= wanted, found.wrong
    assert found.confirmed_right >= 0.98 * found.confirmed
    assert found.confirmed >= (0.3 if noise else 0.6) * found.layouts
    assert found.winners_found >= 0.85 * found.winners
    assert statistics.median(found.seconds) < 0.1


def test_a_layout_is_the_same_for_the_same_seed():
    assert random_layout(7, noise=True) == random_layout(7, noise=True)


def test_layouts_show_every_habit():
    habits = Counter(habit for seed in range(300) for habit in random_layout(seed).habits)
    wanted = {"row", "beside", "above", "below", "column", "marked", "spread", "grid", "two rows"}
    wanted |= {"boxes", "corners", "flowers aside", "flowers in row", "winner apart"}
    wanted |= {"heap", "discard rows", "wall", "far hand"}
    assert wanted <= habits.keys()


def test_layouts_are_legal_hands():
    for seed in range(100):
        truth = random_layout(seed).truth
        mine = [truth.tiles[b] for b in truth.concealed | truth.flowers]
        mine += [truth.tiles[b] for _, boxes in truth.melds for b in boxes]
        faces = Counter(tile for tile in mine if not tile.is_back)
        assert all(n <= (1 if tile.is_flower else 4) for tile, n in faces.items())
        assert len(truth.concealed) + 3 * len(truth.melds) == 14
