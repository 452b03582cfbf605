"""From the tiles of a photo to the hand they make.

`read_hand` finds how the tiles lie, weighs every likely way to read them as a hand against what the
boxes say and what the rules allow, and says how sure it is. Nothing is added, dropped or decided in
silence: every detection ends in a group or among the unused, and what is in doubt is named.
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Sequence

from scoring import BACK, TILES, Hand, Meld, MeldKind, Tile
from vision.detections import Detection
from vision.hand.decode import Decoded, ReadMeld, decode_all
from vision.hand.evidence import FLOWER, PLAYING, TEMPERATURE, Evidence
from vision.hand.legality import waits
from vision.hand.proposals import faces, propose
from vision.hand.values import (
    Doubt,
    DoubtKind,
    RankedReading,
    ReadGroup,
    ReadHand,
    ReadStatus,
    Role,
)
from vision.layout import Layout, arrange

__all__ = [
    "Doubt",
    "DoubtKind",
    "RankedReading",
    "ReadGroup",
    "ReadHand",
    "ReadStatus",
    "Role",
    "read_hand",
]

# A reading below this probability is asked about.
SURE = 0.97
READINGS_KEPT = 8
FEWEST_TILES = 10  # below this the photo shows no hand, from here to 13 an incomplete one
MANY_TILES = 20
WHOLE_ROW = 12  # faces in a row that look like another hand
AS_NEAR = 0.7  # how large such a row must look beside the main one
MISSING_GAP = 0.3  # how near a gap must be to a whole tile to say that one is missing there
BESIDE = 1.0  # an unused tile this close to the hand, in tile widths, is asked about


def read_hand(detections: Sequence[Detection], *, temperature: float = TEMPERATURE) -> ReadHand:
    """The hand that the detections of one photo show.

    temperature: by how much the detections' log probabilities are divided before they are used.
    """
    layout = arrange(detections)
    evidence = Evidence(detections, temperature)
    confidence = [d.confidence for d in detections]
    decoded = decode_all(propose(layout, evidence, confidence), evidence)
    if not decoded:
        return _no_hand(detections)
    best = decoded[0]
    weights = [math.exp(d.score - best.score) for d in decoded]
    total = sum(weights)
    shares = [w / total for w in weights]
    winner, guessed = _winning_tile(best)
    hand = _hand(best, winner)
    tiles = _tiles(detections, best)
    status, doubts = _judge(layout, evidence, detections, decoded, shares)
    if guessed:
        boxes = tuple(
            b for b, t in zip(best.proposal.standing, best.standing, strict=True) if t == winner
        )
        doubts.append(Doubt(DoubtKind.winning_tile, boxes[-1:]))
    groups = _groups(layout, best, tiles)
    used = {box for group in groups for box in group.boxes}
    ranked = [
        RankedReading(_hand(d, _winning_tile(d)[0]), share)
        for d, share in zip(decoded[:READINGS_KEPT], shares, strict=False)
    ]
    return ReadHand(
        hand=hand,
        groups=groups,
        unused=tuple(i for i in range(len(detections)) if i not in used),
        tiles=tiles,
        status=status,
        doubts=tuple(doubts),
        readings=tuple(ranked),
        winning_tile_guessed=guessed,
    )


def _no_hand(detections: Sequence[Detection]) -> ReadHand:
    return ReadHand(
        hand=None,
        groups=(),
        unused=tuple(range(len(detections))),
        tiles=tuple(d.tile for d in detections),
        status=ReadStatus.NOT_A_HAND,
        doubts=(Doubt(DoubtKind.too_few),),
        readings=(),
    )


# -- the best reading as values -------------------------------------------------------------------


def _count(d: Decoded) -> int:
    return len(d.concealed) + 3 * len(d.melds)


def _winning_tile(d: Decoded) -> tuple[int | None, bool]:
    """The index of the winning tile of a finished hand, and whether it is a guess."""
    if _count(d) != 14:
        return None, False
    standing = dict(zip(d.proposal.standing, d.standing, strict=True))
    if d.proposal.winner is not None and standing[d.proposal.winner] < PLAYING:
        return standing[d.proposal.winner], False
    row = [t for t in d.standing if t < PLAYING]
    if not d.wins or not row:
        return None, False
    # A drawn tile is put down last, at the right end; where the rest is sorted and one end is not,
    # that end was put down last.
    if row[1:] == sorted(row[1:]) and row[:-1] != sorted(row[:-1]):
        return row[0], True
    return row[-1], True


def _hand(d: Decoded, winner: int | None) -> Hand:
    return Hand(
        concealed=tuple(TILES[t] for t in d.concealed),
        melds=tuple(_meld(meld) for meld in d.melds),
        winning_tile=None if winner is None else TILES[winner],
        flowers=tuple(TILES[t] for t in d.flowers),
    )


def _meld(meld: ReadMeld) -> Meld:
    source = None
    turned = meld.boxes.turned
    if meld.kind is not MeldKind.concealed_kong and turned is not None:
        last = len(meld.boxes.boxes) - 1
        source = 1 if meld.kind is MeldKind.chow or turned == 0 else 3 if turned == last else 2
    return Meld(meld.kind, tuple(TILES[t] for t in meld.faces), source)


def _tiles(detections: Sequence[Detection], best: Decoded) -> tuple[Tile, ...]:
    tiles = [d.tile for d in detections]
    for box, tile in _assignment(best).items():
        tiles[box] = TILES[tile]
    return tuple(tiles)


def _assignment(d: Decoded) -> dict[int, int]:
    found = dict(zip(d.proposal.standing, d.standing, strict=True))
    for meld in d.melds:
        found.update(zip(meld.boxes.all, meld.tiles, strict=True))
    return found


def _groups(layout: Layout, best: Decoded, tiles: Sequence[Tile]) -> tuple[ReadGroup, ...]:
    """The groups of the reading in the layout's order: what stands together stays together."""
    found = []
    standing = set(best.proposal.standing)
    for group in layout.groups:
        parts: dict[Role, list[int]] = defaultdict(list)
        for box in group.indices:
            if box not in standing:
                continue
            if box == best.proposal.winner:
                parts[Role.winning_tile].append(box)
            elif tiles[box].is_flower:
                parts[Role.flowers].append(box)
            else:
                parts[Role.concealed].append(box)
        for role, boxes in parts.items():
            found.append(ReadGroup(role, tuple(boxes), tuple(tiles[b] for b in boxes)))
    for meld in best.melds:
        boxes = meld.boxes.all
        shown = tuple(tiles[b] for b in boxes)
        found.append(ReadGroup(Role.meld, boxes, shown, _meld(meld)))
    return tuple(found)


# -- how sure it is -------------------------------------------------------------------------------


def _judge(
    layout: Layout,
    evidence: Evidence,
    detections: Sequence[Detection],
    decoded: Sequence[Decoded],
    shares: Sequence[float],
) -> tuple[ReadStatus, list[Doubt]]:
    best = decoded[0]
    status, doubts = ReadStatus.CONFIRMED, []
    count = _count(best)
    shown = sum(faces(row, evidence) for row in layout.rows)
    if count < FEWEST_TILES:
        kind = DoubtKind.too_many if shown > MANY_TILES else DoubtKind.too_few
        return ReadStatus.NOT_A_HAND, [Doubt(kind)]
    if count < 14:
        status |= ReadStatus.INCOMPLETE
        doubts.append(_missing(layout, detections, best))
    elif count > 14:
        status |= ReadStatus.NOT_A_HAND
        doubts.append(Doubt(DoubtKind.too_many, tuple(sorted(best.proposal.used))))
    hidden = tuple(
        box for meld in best.melds if BACK.index in meld.faces for box in meld.boxes.all
    ) + tuple(
        box
        for box, tile in zip(best.proposal.standing, best.standing, strict=True)
        if tile == BACK.index
    )
    if hidden:
        status |= ReadStatus.DOUBTFUL
        doubts.append(Doubt(DoubtKind.hidden_tile, hidden))
    if count == 14 and not best.wins and not any(t == BACK.index for t in best.standing):
        status |= ReadStatus.NOT_A_HAND
        doubts.append(Doubt(DoubtKind.no_win, tuple(sorted(best.proposal.used))))
    beside = _beside(layout, best)
    if beside:
        status |= ReadStatus.DOUBTFUL
        doubts.append(Doubt(DoubtKind.extra_tile, beside))
    if shares[0] < SURE:
        status |= ReadStatus.DOUBTFUL
        doubts += _differences(decoded, shares)
    others = _other_hands(layout, evidence, best)
    if others:
        status |= ReadStatus.SEVERAL_HANDS
        doubts.append(Doubt(DoubtKind.several_hands, others))
    return status, doubts


def _missing(layout: Layout, detections: Sequence[Detection], best: Decoded) -> Doubt:
    """Where a tile seems to be missing, and which tiles would finish the hand."""
    place = None
    nearest = MISSING_GAP
    for row in layout.rows:
        for before, after in zip(row.slots, row.slots[1:], strict=False):
            if {before.index, after.index} <= best.proposal.used and after.gap > 0.5:
                off = abs(after.gap - round(after.gap))
                if off < nearest:
                    (ax, ay), (bx, by) = (detections[s.index].centre for s in (before, after))
                    nearest, place = off, ((ax + bx) / 2, (ay + by) / 2)
    alternatives: tuple[tuple[Tile, float], ...] = ()
    if _count(best) == 13 and BACK.index not in best.standing:
        counts = tuple(best.concealed.count(t) for t in range(PLAYING))
        tiles = waits(counts, len(best.melds))
        alternatives = tuple((TILES[t], 1 / len(tiles)) for t in tiles)
    return Doubt(DoubtKind.missing_tile, (), place, alternatives)


def _beside(layout: Layout, best: Decoded) -> tuple[int, ...]:
    """Boxes among or right beside the hand's own that were left out of it."""
    used = best.proposal.used
    found = []
    for row in layout.rows:
        slots = row.slots
        for k, slot in enumerate(slots):
            if slot.index in used:
                continue
            left = k > 0 and slots[k - 1].index in used and slot.gap < BESIDE
            right = k + 1 < len(slots) and slots[k + 1].index in used and slots[k + 1].gap < BESIDE
            if left or right:
                found.append(slot.index)
    return tuple(found)


def _other_hands(layout: Layout, evidence: Evidence, best: Decoded) -> tuple[int, ...]:
    used = best.proposal.used
    size = [slot.scale for row in layout.rows for slot in row.slots if slot.index in used]
    usual = sorted(size)[len(size) // 2]
    found: list[int] = []
    for row in layout.rows:
        boxes = [slot.index for slot in row.slots]
        scale = sorted(slot.scale for slot in row.slots)[len(row) // 2]
        apart = not used.intersection(boxes)
        if apart and faces(row, evidence) >= WHOLE_ROW and scale > AS_NEAR * usual:
            found += boxes
    return tuple(found)


def _differences(decoded: Sequence[Decoded], shares: Sequence[float]) -> list[Doubt]:
    """What the likely readings disagree about: tiles, arrangement, or what belongs to the hand."""
    best = decoded[0]
    tiles, roles = _assignment(best), _roles(best)
    other_tile: dict[int, dict[int, float]] = defaultdict(lambda: defaultdict(float))
    other_role: dict[int, float] = defaultdict(float)
    other_use: dict[int, float] = defaultdict(float)
    other_kong: dict[int, float] = defaultdict(float)
    for reading, share in zip(decoded[1:], shares[1:], strict=True):
        theirs, their_roles = _assignment(reading), _roles(reading)
        for box in tiles.keys() | theirs.keys():
            if (box in tiles) != (box in theirs):
                other_use[box] += share
            elif roles[box] != their_roles[box]:
                both_kongs = "kong" in roles[box] and "kong" in their_roles[box]
                (other_kong if both_kongs else other_role)[box] += share
            elif tiles[box] != theirs[box]:
                other_tile[box][theirs[box]] += share
    ask = (1 - shares[0]) / 4
    doubts = []
    for box, others in sorted(other_tile.items()):
        if sum(others.values()) > ask:
            ranked = sorted(others.items(), key=lambda item: -item[1])[:3]
            mine = (TILES[tiles[box]], max(0.0, 1 - sum(others.values())))
            named = (mine, *((TILES[t], p) for t, p in ranked))
            doubts.append(Doubt(DoubtKind.tile, (box,), alternatives=named))
    for kind, masses in (
        (DoubtKind.arrangement, other_role),
        (DoubtKind.kong_kind, other_kong),
        (DoubtKind.belongs, other_use),
    ):
        boxes = tuple(sorted(box for box, mass in masses.items() if mass > ask))
        if boxes:
            doubts.append(Doubt(kind, boxes))
    return doubts


def _roles(d: Decoded) -> dict[int, str]:
    found = dict.fromkeys(d.proposal.standing, "standing")
    for box, tile in zip(d.proposal.standing, d.standing, strict=True):
        if FLOWER.start <= tile < FLOWER.stop:
            found[box] = "flower"
    for meld in d.melds:
        kind = meld.kind.value if meld.kind.is_kong else "meld"
        found.update(dict.fromkeys(meld.boxes.all, f"{kind} {sorted(meld.boxes.all)}"))
    return found
