"""Readings of photos that lie as they are told, without a model."""

from __future__ import annotations

from scoring import TILES, parse_tiles
from vision.app.draft import Draft, draft_of_reading
from vision.detections import Detection
from vision.hand import ReadHand, read_hand

WIDTH, HEIGHT = 40, 56


def detection(tile, left, top, others=()):
    """A tile upright at a place; `others` are what else it may be, with probabilities."""
    rest = 1.0 - sum(p for _, p in others)
    probabilities = [0.0] * len(TILES)
    probabilities[tile.index] = rest
    for other, p in others:
        probabilities[other.index] += p
    return Detection.from_box((left, top, left + WIDTH, top + HEIGHT), 0.95, probabilities)


def row(text, left=100, top=300, doubts=()):
    """Tiles side by side. doubts: (position, other tile, probability)."""
    found = []
    for k, tile in enumerate(parse_tiles(text)):
        others = [(other, p) for at, other, p in doubts if at == k]
        found.append(detection(tile, left + k * WIDTH, top, others))
    return found


def drafted(*rows) -> tuple[list[Detection], ReadHand, Draft]:
    """The detections of some rows, their reading, and the draft that the page starts with."""
    detections = [tile for each in rows for tile in each]
    read = read_hand(detections)
    return detections, read, draft_of_reading(detections, read)
