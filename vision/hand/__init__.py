"""From the tiles of a photo to the hand they make.

`read_hand` finds how the tiles lie, weighs every likely way to read them as a hand against what the
boxes say and what the rules allow, and says how sure it is. Nothing is added, dropped or decided in
silence: every detection ends in a group or among the unused, and what is in doubt is named.
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Iterator, Sequence

from scoring import TILES, Hand, Meld, MeldKind, Tile
from vision.detections import Detection
from vision.hand.decode import Decoded, ReadMeld, decode_all
from vision.hand.doubts import judge
from vision.hand.evidence import PLAYING, TEMPERATURE, Evidence
from vision.hand.legality import HAND, is_chow
from vision.hand.proposals import propose
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

READINGS_KEPT = 8


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
    status, doubts = judge(layout, evidence, detections, decoded, shares)
    if guessed:
        boxes = tuple(
            b for b, t in zip(best.proposal.standing, best.standing, strict=True) if t == winner
        )
        doubts.append(Doubt(DoubtKind.winning_tile, boxes[-1:]))
    groups = _groups(layout, best, tiles)
    used = {box for group in groups for box in group.boxes}
    ranked = []
    for d, share in zip(decoded[:READINGS_KEPT], shares, strict=False):
        theirs, theirs_guessed = _winning_tile(d)
        ranked.append(RankedReading(_hand(d, theirs), share, theirs_guessed))
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


def _winning_tile(d: Decoded) -> tuple[int | None, bool]:
    """The index of the winning tile of a finished hand, and whether it is a guess."""
    if d.count != HAND:
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
    for box, tile in best.assignment.items():
        tiles[box] = TILES[tile]
    return tuple(tiles)


def _groups(layout: Layout, best: Decoded, tiles: Sequence[Tile]) -> tuple[ReadGroup, ...]:
    """The groups of the reading in the layout's order: what stands together stays together."""
    found = []
    standing = set(best.proposal.standing)
    for row in layout.rows:
        of_row: list[tuple[Role, list[int]]] = []
        for group in row.groups:
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
            of_row += parts.items()
        for role, boxes in _set_by_set(of_row, tiles):
            found.append(ReadGroup(role, tuple(boxes), tuple(tiles[b] for b in boxes)))
    for meld in best.melds:
        boxes = meld.boxes.all
        shown = tuple(tiles[b] for b in boxes)
        found.append(ReadGroup(Role.meld, boxes, shown, _meld(meld)))
    return tuple(found)


def _set_by_set(
    parts: Sequence[tuple[Role, list[int]]], tiles: Sequence[Tile]
) -> Iterator[tuple[Role, list[int]]]:
    """The parts of a row, two sets apart even if no gap is seen between them, in a row that shows
    its other sets apart."""
    standing = [boxes for role, boxes in parts if role is Role.concealed]
    whole = sum(_is_set([tiles[b] for b in boxes]) for boxes in standing)
    shown = len(standing) > 2 and whole >= len(standing) - 1
    for role, boxes in parts:
        halves = boxes[:3], boxes[3:]
        two = len(boxes) == 6 and all(_is_set([tiles[b] for b in half]) for half in halves)
        if role is Role.concealed and shown and two:
            yield from ((role, half) for half in halves)
        else:
            yield role, boxes


def _is_set(tiles: Sequence[Tile]) -> bool:
    """Whether tiles are a chow, a pung or a pair."""
    if len(tiles) not in (2, 3):
        return False
    first, *others = sorted(tiles)
    if all(tile is first for tile in others):
        return True
    return is_chow([tile.index for tile in tiles])
