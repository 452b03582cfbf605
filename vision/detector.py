"""From pixels to tiles: one look of the network, at one scale.

`python -m vision.detector photo.jpg` prints what one look at a photo finds as JSON.
"""

from __future__ import annotations

import json
import sys
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np

from scoring.tiles import TILES
from vision import boxes, models
from vision.detections import Detection
from vision.engines import STRIDE, Engine, open_engine
from vision.images import Photo, load_photo

# The side that pictures were shown at in training, and the grey beside them.
SIZE = 640
PADDING = 114
# Any wider, and a picture is looked at in windows: time grows with the area, and memory with it.
WINDOW = 1280
# Windows share a strip wider than a tile, so that every tile is whole in one of them.
OVERLAP = 128
# A box this near to where a window was cut may be half a tile.
EDGE = 2.0
COVERED = 0.7
# Two boxes that overlap more than this (IoU) are one tile; those nearly alike vote on what it is.
NMS_IOU = 0.7
VOTING_IOU = 0.7
CONFIDENCE = 0.3


@dataclass(frozen=True, eq=False)
class Found:
    """What a look found, as arrays.

    boxes: (n, 4) left, top, right, bottom in pixels of the picture that was looked at.
    scores: (n, 43) in `Tile.index` order, each 0..1, not summing to anything.
    """

    boxes: np.ndarray
    scores: np.ndarray

    def __len__(self) -> int:
        return len(self.boxes)

    @property
    def confidences(self) -> np.ndarray:
        return confidences(self.scores)

    def __getitem__(self, chosen) -> Found:
        return Found(self.boxes[chosen], self.scores[chosen])

    @classmethod
    def none(cls) -> Found:
        return cls(np.zeros((0, 4), np.float32), np.zeros((0, len(TILES)), np.float32))

    @classmethod
    def joined(cls, parts: list[Found]) -> Found:
        """All of `parts`, still with duplicates."""
        if not parts:
            return cls.none()
        return cls(
            np.concatenate([part.boxes for part in parts]),
            np.concatenate([part.scores for part in parts]),
        )


def confidences(scores: np.ndarray) -> np.ndarray:
    """How sure it is that there is a tile, whichever: (n,) from scores (n, 43).

    The sum and not the best: a face that might be one of three flowers is no less of a tile.
    """
    return np.minimum(1.0, scores.sum(axis=1))


class Detector:
    """A network that sees tiles. Shared between threads once made."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self._window = engine.size or WINDOW

    @classmethod
    def open(cls, path: Path | None = None, engine: str | None = None) -> Detector:
        """The detector in a model file, or the one that comes with Fanlens; `engine` is one of
        `vision.engines.ENGINES`. Raises ModelError."""
        return cls(open_engine(path or models.find("tiles"), engine))

    def detect(self, photo: Photo, confidence: float = CONFIDENCE) -> tuple[Detection, ...]:
        """What one look at the whole photo finds, the most confident first."""
        found = self.look(photo.pixels, SIZE / max(photo.size), confidence)
        order = np.argsort(-found.confidences, kind="stable")
        return tuple(
            Detection.from_box(box, confidences(scores[None])[0], scores / scores.sum())
            for box, scores in zip(found.boxes[order], found.scores[order], strict=True)
        )

    def look(self, pixels: np.ndarray, scale: float, confidence: float) -> Found:
        """What the network sees of a picture at one scale, each tile once.

        pixels: uint8 RGB of shape (height, width, 3). scale: network pixels per picture pixel.
        confidence: the least that counts. A picture larger than the network's window is looked at
        in windows that overlap.
        """
        resized = _resized(pixels, scale)
        height, width = resized.shape[:2]
        whole, cut = [], []
        for left, right in _spans(width, self._window):
            for top, bottom in _spans(height, self._window):
                seen = self._window_look(resized[top:bottom, left:right], confidence)
                inner = np.array([left > 0, top > 0, right < width, bottom < height])
                distance = np.abs(seen.boxes - [0, 0, right - left, bottom - top])
                at_edge = ((distance < EDGE) & inner).any(axis=1)
                seen.boxes[:] += [left, top, left, top]
                whole.append(seen[~at_edge])
                cut.append(seen[at_edge])
        seen, halves = Found.joined(whole), Found.joined(cut)
        if len(halves):
            covered = (boxes.within(halves.boxes, seen.boxes) > COVERED).any(axis=1)
            seen = Found.joined([seen, halves[~covered]])
        seen = _voted(seen)
        size = np.array([pixels.shape[1], pixels.shape[0]] * 2, np.float32)
        in_picture = seen.boxes * (size / np.array([width, height] * 2, np.float32))
        seen = Found(np.clip(in_picture, 0, size), seen.scores)
        # What lies in the padding is nothing.
        return seen[(seen.boxes[:, 2:] - seen.boxes[:, :2]).min(axis=1) > EDGE]

    def _window_look(self, window: np.ndarray, confidence: float) -> Found:
        """Letterbox, run, and take the padding away again; duplicates are still there."""
        height, width = window.shape[:2]
        if self._engine.size:
            padded_height = padded_width = self._engine.size
        else:
            padded_height, padded_width = _whole_strides(height), _whole_strides(width)
        top, left = (padded_height - height) // 2, (padded_width - width) // 2
        canvas = np.full((padded_height, padded_width, 3), PADDING, np.uint8)
        canvas[top : top + height, left : left + width] = window
        image = np.ascontiguousarray(canvas.transpose(2, 0, 1)[None], np.float32) / 255.0
        raw = self._engine(image)[0]
        raw = raw[:, raw[4:].sum(axis=0) > confidence].T
        middle, half = raw[:, :2] - [left, top], raw[:, 2:4] / 2
        corners = np.concatenate([middle - half, middle + half], axis=1).astype(np.float32)
        return Found(corners, raw[:, 4:])


def _whole_strides(length: int) -> int:
    return -(-length // STRIDE) * STRIDE


def _resized(pixels: np.ndarray, scale: float) -> np.ndarray:
    height, width = pixels.shape[:2]
    size = (max(1, round(width * scale)), max(1, round(height * scale)))
    if size == (width, height):
        return pixels
    smaller = size[0] < width or size[1] < height
    return cv2.resize(pixels, size, interpolation=cv2.INTER_AREA if smaller else cv2.INTER_LINEAR)


def _spans(length: int, window: int) -> list[tuple[int, int]]:
    """Where windows begin and end along one side, spread evenly, overlapping by OVERLAP or more."""
    if length <= window:
        return [(0, length)]
    count = -(-(length - OVERLAP) // (window - OVERLAP))
    starts = np.linspace(0, length - window, count).round().astype(int)
    return [(int(start), int(start) + window) for start in starts]


def _voted(seen: Found) -> Found:
    """NMS across tiles of any kind; the boxes that go have their say on what the tile is."""
    kept = boxes.suppress(seen.boxes, seen.confidences, NMS_IOU)
    if not len(kept):
        return Found.none()
    alike = boxes.iou(seen.boxes[kept], seen.boxes) > VOTING_IOU
    weights = alike * seen.confidences[None]
    scores = weights @ seen.scores
    # The scores' sum stays that of the best box: votes only shift it between the tiles.
    scores *= seen.scores[kept].sum(axis=1, keepdims=True) / scores.sum(axis=1, keepdims=True)
    return Found(seen.boxes[kept], scores.astype(np.float32))


def main(arguments: list[str]) -> int:
    """Print the detections of one look at a photo as JSON."""
    if len(arguments) != 1:
        print("usage: python -m vision.detector PHOTO", file=sys.stderr)
        return 2
    try:
        detections = Detector.open().detect(load_photo(arguments[0]))
    except ValueError as error:
        print(error, file=sys.stderr)
        return 2
    print(json.dumps([detection.to_dict() for detection in detections], indent=1))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
