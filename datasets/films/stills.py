"""The pictures that films are made of, and the finished hands that they show."""

from __future__ import annotations

import json
from collections import Counter
from dataclasses import dataclass, field, replace
from pathlib import Path

import cv2
import numpy as np

from scoring.tiles import Tile
from vision.detections import Detection
from vision.faces import NARROWEST
from vision.footage.hands import find_hands
from vision.hand import ReadStatus, read_hand
from vision.images import load_photo
from vision.labels import SUFFIXES, read

# A picture with less light than this in every pixel of a line is a bar beside a letterboxed one.
BLACK = 24
UNFINISHED = ReadStatus.NOT_A_HAND | ReadStatus.INCOMPLETE | ReadStatus.SEVERAL_HANDS


@dataclass(frozen=True)
class ShownHand:
    """A finished hand in a still.

    concealed: without the winning tile where that is known. corners: n x 4 x 2, of its tiles, in
    pixels of the still.
    """

    concealed: tuple[Tile, ...]
    melds: tuple[tuple[str, tuple[Tile, ...]], ...]
    flowers: tuple[Tile, ...]
    winning_tile: Tile | None
    corners: np.ndarray = field(compare=False, repr=False)

    @property
    def tiles(self) -> Counter[Tile]:
        """Every tile of the hand, flowers among them."""
        melded = [tile for _, tiles in self.melds for tile in tiles]
        won = [self.winning_tile] if self.winning_tile else []
        return Counter([*self.concealed, *won, *melded, *self.flowers])

    def to_dict(self) -> dict:
        """Plain values for JSON."""
        return {
            "concealed": [tile.code for tile in self.concealed],
            "melds": [{"kind": k, "tiles": [t.code for t in tiles]} for k, tiles in self.melds],
            "flowers": [tile.code for tile in self.flowers],
            "winning_tile": self.winning_tile.code if self.winning_tile else None,
        }


@dataclass(frozen=True, eq=False)
class Still:
    """One picture: RGB uint8 (h, w, 3), what it is called, what it shows, its finished hands.

    kind: "finished", "hand in play", "walls", "other". corners: n x 4 x 2, of all tiles that are
    known, in pixels. traits: what is special about it.
    """

    picture: np.ndarray
    name: str
    kind: str
    hands: tuple[ShownHand, ...] = ()
    corners: np.ndarray = field(default_factory=lambda: np.zeros((0, 4, 2)))
    traits: tuple[str, ...] = ()


def apart(one: ShownHand, other: ShownHand) -> int:
    """How many tiles two hands do not share, flowers aside."""
    a, b = (Counter({t: n for t, n in h.tiles.items() if not t.is_flower}) for h in (one, other))
    return max((a - b).total(), (b - a).total())


def real_stills(photos: Path, hands: Path) -> tuple[list[Still], list[Still]]:
    """The finished hands that `hands`/truth.json lists and, as a second list, pictures of no
    finished hand: those listed as unfinished, and labelled photos among whose tiles is none.

    photos: a YOLO folder (images/, labels/). Raises ValueError if either is missing.
    """
    try:
        listed = {entry["photo"]: entry for entry in json.loads((hands / "truth.json").read_text())}
    except (OSError, ValueError, KeyError, TypeError):
        raise ValueError(f"{hands} has no truth.json of true hands: give --hands DIR.") from None
    files = sorted(p for p in (photos / "images").glob("*") if p.suffix.lower() in SUFFIXES)
    if not files:
        raise ValueError(f"{photos} has no images/ with photos: give --photos DIR.")
    finished, others = [], []
    for path in files:
        picture = load_photo(path).pixels
        labels = read(path, picture.shape[1::-1])
        tiles, boxes = [tile for tile, _ in labels], np.array([box for _, box in labels])
        boxes = boxes.reshape(-1, 4)
        entry = listed.get(path.stem)
        left, top, right, bottom = content(picture)
        picture = np.ascontiguousarray(picture[top:bottom, left:right])
        quads = boxes[:, [0, 1, 2, 1, 2, 3, 0, 3]].reshape(-1, 4, 2) - (left, top)
        if entry and entry["is_complete_hand"]:
            hand = _listed(entry, tiles, quads)
            finished.append(Still(picture, path.stem, "finished", (hand,), quads))
        elif entry or not find_hands(_detections(tiles, boxes)):
            kind = "hand in play" if entry or "stream" in path.stem else "other"
            others.append(Still(picture, path.stem, kind, (), quads))
    return finished, others


def finished_by_labels(tiles: list[Tile], boxes: np.ndarray) -> bool:
    """Whether labelled tiles, boxes n x 4 in pixels, make a finished hand and nothing else."""
    found = _detections(tiles, boxes)
    if not found:
        return False
    read = read_hand(found)
    return read.hand is not None and not read.unused and not read.status & UNFINISHED


def _detections(tiles: list[Tile], boxes: np.ndarray) -> list[Detection]:
    """Labelled tiles as they lay before somebody stretched the photo."""
    if len(boxes):
        width, height = np.median(boxes[:, 2:] - boxes[:, :2], axis=0)
        boxes = boxes * np.array([max(1.0, NARROWEST * height / width), 1.0] * 2)
    return [Detection.of_tile(t, tuple(b)) for t, b in zip(tiles, boxes, strict=True)]


def _listed(entry: dict, tiles: list[Tile], quads: np.ndarray) -> ShownHand:
    """A hand of truth.json, with the corners of the labels that are its tiles."""

    def codes(values) -> tuple[Tile, ...]:
        return tuple(map(Tile, values))

    winner = entry["winning_tile"]
    hand = ShownHand(
        codes(entry["concealed"]),
        tuple((meld["kind"], codes(meld["tiles"])) for meld in entry["melds"]),
        codes(entry["flowers"]),
        Tile(winner) if winner else None,
        quads,
    )
    own = _own(tiles, quads, hand.tiles)
    return replace(hand, corners=quads[own])


def _own(tiles: list[Tile], quads: np.ndarray, wanted: Counter[Tile]) -> list[int]:
    """Which labels are a hand's tiles: of several of a kind those nearest the others."""
    needed = [i for i, tile in enumerate(tiles) if wanted[tile]]
    middles = quads.mean(axis=1)
    sure = [i for i in needed if Counter(tiles)[tiles[i]] <= wanted[tiles[i]]] or needed
    own, left = list(sure), wanted - Counter(tiles[i] for i in sure)
    for _ in range(left.total()):
        open_ = [i for i in needed if i not in own and left[tiles[i]] > 0]
        if not open_ or not own:
            break
        gaps = [np.linalg.norm(middles[own] - middles[i], axis=1).min() for i in open_]
        nearest = open_[int(np.argmin(gaps))]
        own.append(nearest)
        left[tiles[nearest]] -= 1
    return sorted(own)


def content(picture: np.ndarray) -> tuple[int, int, int, int]:
    """Left, top, right, bottom of a picture without black bars beside it."""
    bright = picture.max(axis=2) > BLACK
    columns = np.flatnonzero(bright.mean(axis=0) > 0.02)
    rows = np.flatnonzero(bright.mean(axis=1) > 0.02)
    if not len(columns) or not len(rows):
        return 0, 0, picture.shape[1], picture.shape[0]
    return int(columns[0]), int(rows[0]), int(columns[-1]) + 1, int(rows[-1]) + 1


def framed(
    still: Still,
    size: tuple[int, int],
    safe: tuple[float, float, float, float],
    all_tiles: bool = False,
) -> Still:
    """The still in a film's proportions, `size` pixels wide and high.

    safe: left, top, right, bottom of the part of the picture, 0..1, into which its hands have to
    fit; where they do not, the picture is set smaller before a blurred copy of itself. The hands of
    a still without finished ones may lie anywhere, unless `all_tiles` asks that every tile fits.
    """
    height, width = still.picture.shape[:2]
    scale = max(size[0] / width, size[1] / height)
    middle = np.array([width, height]) / 2
    kept = [still.corners] if all_tiles else [hand.corners for hand in still.hands]
    if any(map(len, kept)):
        points = np.concatenate(kept).reshape(-1, 2)
        low, high = points.min(0), points.max(0)
        room = np.array([safe[2] - safe[0], safe[3] - safe[1]]) * size
        scale = min(scale, *(0.97 * room / np.maximum(high - low, 1.0)))
        middle = (low + high) / 2 + (np.array(size) / 2 - _centre(safe) * size) / scale
    # Nothing beside the picture is shown where the picture is large enough.
    for k, length in enumerate((width, height)):
        half = size[k] / 2 / scale
        if half <= length / 2:
            middle[k] = np.clip(middle[k], half, length - half)
        elif not kept:
            middle[k] = length / 2
    shift = np.array(size) / 2 - scale * middle
    move = np.array([[scale, 0, shift[0]], [0, scale, shift[1]]])
    picture = still.picture
    if scale < 0.7:
        small = (max(1, round(width * scale)), max(1, round(height * scale)))
        picture = cv2.resize(picture, small, interpolation=cv2.INTER_AREA)
        placed = np.array([[1.0, 0, shift[0]], [0, 1.0, shift[1]]])
    else:
        placed = move
    behind = cv2.resize(still.picture, (64, 36), interpolation=cv2.INTER_AREA)
    behind = cv2.resize(cv2.GaussianBlur(behind, (0, 0), 2), size)
    out = cv2.warpAffine(
        picture, placed, size, dst=behind // 2, flags=cv2.INTER_CUBIC,
        borderMode=cv2.BORDER_TRANSPARENT,
    )  # fmt: skip

    def moved(corners: np.ndarray) -> np.ndarray:
        return corners * scale + shift

    hands = tuple(replace(hand, corners=moved(hand.corners)) for hand in still.hands)
    return replace(still, picture=out, hands=hands, corners=moved(still.corners))


def _centre(safe: tuple[float, float, float, float]) -> np.ndarray:
    return np.array([safe[0] + safe[2], safe[1] + safe[3]]) / 2
