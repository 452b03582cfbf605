"""How sure a reading is, and what to ask about it."""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Iterator, Sequence, Set
from itertools import pairwise

import numpy as np

from scoring import BACK, TILES, Tile
from vision.detections import Detection
from vision.hand.decode import Decoded
from vision.hand.evidence import FLOWER, PLAYING, Evidence
from vision.hand.legality import HAND, is_chow, waits, wins
from vision.hand.proposals import faces
from vision.hand.values import SURE, Doubt, DoubtKind, ReadStatus
from vision.layout import Layout

FEWEST_TILES = 10  # below this the photo shows no hand, from here to 13 an incomplete one
MANY_TILES = 20
# Where all tiles of one kind are another one with more than this probability, that is asked about.
ALIKE = 0.03
WHOLE_ROW = 12  # faces in a row that look like another hand
AS_NEAR = 0.7  # how large such a row must look beside the main one
MISSING_GAP = (0.5, 0.3)  # the least gap where a tile may be missing, and how far off whole tiles
NEAR = 3.2  # flowers left out this close to the hand, in tile widths, are asked about
FLOWERS = 0.5  # if a row is expected to hold as many, of tiles that are one this likely at least
FLOWERLIKE = 0.05
BESIDE = 1.0  # an unused tile this close to the hand, in tile widths, is asked about

# What each doubt says of the whole reading.
_MEANS = {
    DoubtKind.too_few: ReadStatus.NOT_A_HAND,
    DoubtKind.too_many: ReadStatus.NOT_A_HAND,
    DoubtKind.no_win: ReadStatus.NOT_A_HAND,
    DoubtKind.missing_tile: ReadStatus.INCOMPLETE,
    DoubtKind.several_hands: ReadStatus.SEVERAL_HANDS,
}


def judge(
    layout: Layout,
    evidence: Evidence,
    detections: Sequence[Detection],
    decoded: Sequence[Decoded],
    shares: Sequence[float],
) -> tuple[ReadStatus, list[Doubt]]:
    """The status of the best reading, and every doubt about it.

    decoded: all readings that were weighed, the best first; shares: their probabilities.
    """
    doubts = list(_doubts(layout, evidence, detections, decoded, shares))
    status = ReadStatus.CONFIRMED
    for doubt in doubts:
        status |= _MEANS.get(doubt.kind, ReadStatus.DOUBTFUL)
    if shares[0] < SURE and not status & ReadStatus.NOT_A_HAND:
        status |= ReadStatus.DOUBTFUL
    return status, doubts


def _doubts(
    layout: Layout,
    evidence: Evidence,
    detections: Sequence[Detection],
    decoded: Sequence[Decoded],
    shares: Sequence[float],
) -> Iterator[Doubt]:
    best = decoded[0]
    used = best.proposal.used
    if best.count < FEWEST_TILES:
        shown = sum(faces(row, evidence) for row in layout.rows)
        yield Doubt(DoubtKind.too_many if shown > MANY_TILES else DoubtKind.too_few)
        return
    hidden = _hidden(best)
    if best.count < HAND:
        yield _missing(layout, detections, best)
    elif best.count > HAND:
        yield Doubt(DoubtKind.too_many, tuple(sorted(used)))
    elif not best.wins and BACK.index not in best.standing:
        yield Doubt(DoubtKind.no_win, tuple(sorted(used)))
    if hidden:
        yield Doubt(DoubtKind.hidden_tile, hidden)
    if beside := _beside(layout, used):
        yield Doubt(DoubtKind.extra_tile, beside)
    if flowers := _flowers_left(layout, evidence, used):
        yield Doubt(DoubtKind.belongs, flowers)
    asked: list[Doubt] = []
    if shares[0] < SURE:
        asked += _differences(decoded, shares)
    if best.wins:
        asked += _alike(best, detections, {box for doubt in asked for box in doubt.boxes})
    yield from asked
    if others := _other_hands(layout, evidence, used):
        yield Doubt(DoubtKind.several_hands, others)


def _hidden(best: Decoded) -> tuple[int, ...]:
    """Boxes that lie face down with nothing to tell their tile."""
    melded = [b for meld in best.melds if BACK.index in meld.faces for b in meld.boxes.all]
    pairs = zip(best.proposal.standing, best.standing, strict=True)
    return tuple(melded + [box for box, tile in pairs if tile == BACK.index])


def _missing(layout: Layout, detections: Sequence[Detection], best: Decoded) -> Doubt:
    """Where a tile seems to be missing, and which tiles would finish the hand."""
    least, nearest = MISSING_GAP
    place = None
    for row in layout.rows:
        for before, after in pairwise(row.slots):
            off = abs(after.gap - round(after.gap))
            of_hand = {before.index, after.index} <= best.proposal.used
            if of_hand and after.gap > least and off < nearest:
                (ax, ay), (bx, by) = (detections[slot.index].centre for slot in (before, after))
                nearest, place = off, ((ax + bx) / 2, (ay + by) / 2)
    alternatives: tuple[tuple[Tile, float], ...] = ()
    if best.count == HAND - 1 and BACK.index not in best.standing:
        counts = tuple(best.concealed.count(tile) for tile in range(PLAYING))
        tiles = waits(counts, len(best.melds))
        alternatives = tuple((TILES[tile], 1 / len(tiles)) for tile in tiles)
    return Doubt(DoubtKind.missing_tile, (), place, alternatives)


def _beside(layout: Layout, used: frozenset[int]) -> tuple[int, ...]:
    """Boxes among or right beside the hand's own that were left out of it."""
    found = set()
    for row in layout.rows:
        for before, after in pairwise(row.slots):
            if after.gap < BESIDE and (before.index in used) != (after.index in used):
                found.add(after.index if before.index in used else before.index)
    return tuple(sorted(found))


def _flowers_left(layout: Layout, evidence: Evidence, used: frozenset[int]) -> tuple[int, ...]:
    """Flowers near the hand that were left out of it, and rows of tiles of which each is unlikely
    one but hardly all are none. Nobody discards a flower."""
    hand = [slot for row in layout.rows for slot in row.slots if slot.index in used]
    found = []
    for row in layout.rows:
        left = [
            slot.index
            for slot in row.slots
            if slot.index not in used
            and evidence.flower[slot.index] > FLOWERLIKE
            and min(math.hypot(slot.x - s.x, slot.y - s.y) / s.width for s in hand) < NEAR
        ]
        if sum(evidence.flower[index] for index in left) > FLOWERS:
            found += left
    return tuple(sorted(found))


def _other_hands(layout: Layout, evidence: Evidence, used: frozenset[int]) -> tuple[int, ...]:
    """The boxes of rows that look like other hands."""
    least = AS_NEAR * _usual_scale(layout, used)
    found: list[int] = []
    for row in layout.rows:
        boxes = [slot.index for slot in row.slots]
        scale = sorted(slot.scale for slot in row.slots)[len(row) // 2]
        if used.isdisjoint(boxes) and scale > least and faces(row, evidence) >= WHOLE_ROW:
            found += boxes
    return tuple(found)


def _usual_scale(layout: Layout, used: frozenset[int]) -> float:
    sizes = sorted(s.scale for row in layout.rows for s in row.slots if s.index in used)
    return sizes[len(sizes) // 2]


# -- what other readings say ----------------------------------------------------------------------


def _differences(decoded: Sequence[Decoded], shares: Sequence[float]) -> Iterator[Doubt]:
    """What the likely readings disagree about: tiles, arrangement, or what belongs to the hand."""
    tiles, roles = decoded[0].assignment, _roles(decoded[0])
    other_tile: dict[int, dict[int, float]] = defaultdict(lambda: defaultdict(float))
    other_role: dict[DoubtKind, dict[int, float]] = defaultdict(lambda: defaultdict(float))
    for reading, share in zip(decoded[1:], shares[1:], strict=True):
        theirs, their_roles = reading.assignment, _roles(reading)
        for box in tiles.keys() | theirs.keys():
            if (box in tiles) != (box in theirs):
                other_role[DoubtKind.belongs][box] += share
            elif roles[box] != their_roles[box]:
                both_kongs = "kong" in roles[box] and "kong" in their_roles[box]
                kind = DoubtKind.kong_kind if both_kongs else DoubtKind.arrangement
                other_role[kind][box] += share
            elif tiles[box] != theirs[box]:
                other_tile[box][theirs[box]] += share
    ask = (1 - shares[0]) / 4
    for box, others in sorted(other_tile.items()):
        doubted = sum(others.values())
        if doubted > ask:
            ranked = sorted(others.items(), key=lambda item: -item[1])[:3]
            mine = (tiles[box], max(0.0, 1 - doubted))
            named = tuple((TILES[tile], share) for tile, share in (mine, *ranked))
            yield Doubt(DoubtKind.tile, (box,), alternatives=named)
    for kind in (DoubtKind.arrangement, DoubtKind.kong_kind, DoubtKind.belongs):
        boxes = tuple(sorted(box for box, share in other_role[kind].items() if share > ask))
        if boxes:
            yield Doubt(kind, boxes)


def _alike(best: Decoded, detections: Sequence[Detection], asked: Set[int]) -> Iterator[Doubt]:
    """Tiles of one kind that may all be of another, if that wins as well.

    What misleads about one of them misleads about the others: three are no surer than one.
    """
    boxes_of: dict[int, list[int]] = defaultdict(list)
    for box, tile in best.assignment.items():
        if tile < PLAYING:
            boxes_of[tile].append(box)
    for tile, boxes in sorted(boxes_of.items()):
        log = np.log(np.array([detections[b].probabilities for b in boxes])[:, :PLAYING] + 1e-9)
        shares = np.exp(log.mean(axis=0))
        shares /= shares.sum()
        others = [int(other) for other in np.argsort(-shares) if other != tile]
        likely = [o for o in others if shares[o] > ALIKE and _wins_with(best, tile, o)]
        if len(boxes) > 1 and likely and asked.isdisjoint(boxes):
            named = tuple((TILES[t], float(shares[t])) for t in (tile, *likely[:3]))
            for box in sorted(boxes):
                yield Doubt(DoubtKind.tile, (box,), alternatives=named)


def _wins_with(best: Decoded, tile: int, other: int) -> bool:
    """Whether the hand still wins with all of one tile in it replaced by another."""
    concealed = [other if t == tile else t for t in best.concealed]
    melds = [[other if t == tile else t for t in meld.faces] for meld in best.melds]
    every = [*concealed, *(t for faces in melds for t in faces)]
    if every.count(other) > 4 or BACK.index in every:
        return False
    sets = all(len({*faces}) == 1 or is_chow(faces) for faces in melds)
    return sets and wins(tuple(concealed.count(t) for t in range(PLAYING)), len(melds))


def _roles(d: Decoded) -> dict[int, str]:
    found = {
        box: "flower" if FLOWER.start <= tile < FLOWER.stop else "standing"
        for box, tile in zip(d.proposal.standing, d.standing, strict=True)
    }
    for meld in d.melds:
        kind = meld.kind.value if meld.kind.is_kong else "meld"
        found.update(dict.fromkeys(meld.boxes.all, f"{kind} {sorted(meld.boxes.all)}"))
    return found
