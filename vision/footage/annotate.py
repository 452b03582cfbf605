"""The film with its finished hands drawn in: each tile framed and named as long as it is in view.

A strip below the picture, where it hides nothing, holds the hand, its points and its fans; where
several are in view, a line for each. Everything is drawn into the planes of the pictures
themselves; those without a hand pass untouched.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from av.video.frame import VideoFrame

from vision.draw import DOUBTFUL, SURE, Colour
from vision.footage.frames import Frame, planes_of
from vision.footage.planes import Planes, label, levels, paste
from vision.footage.review import CORRECTED, DELETED, Listed
from vision.footage.strip import PANEL, Worth, fill_strip, strip_height, with_strip, worth_of
from vision.footage.values import Event
from vision.hand import DoubtKind, ReadHand
from vision.hand.drawing import COLOURS, UNUSED

_BITS = 4
# The height of the largest names of tiles, in pixels.
_NAMES = 38


@dataclass(frozen=True, eq=False)
class Caption:
    """What is drawn for one event. names and colours: of its places, in order; an empty name is
    not written. worth: for the strip."""

    event: Event
    names: tuple[str, ...]
    colours: tuple[Colour, ...]
    worth: Worth


def captions(hands: Iterable[Listed], size: tuple[int, int]) -> list[Caption]:
    """For pictures of a size, what is drawn of each event that was not deleted."""
    return [_caption(hand, size) for hand in hands if hand.state != DELETED]


def drawn_values(hand: Listed) -> list:
    """Plain values that differ wherever what is drawn of an event does."""
    row = hand.row("", hand.event.id)
    return [row, hand.event.to_dict(), hand.terms.language]


def annotated(
    frames: Iterable[Frame], shown: Sequence[Caption], size: tuple[int, int]
) -> Iterator[tuple[float, VideoFrame]]:
    """Times and pictures with the strip below, as `write_part` takes them. size: of the pictures
    without it, even."""
    height = strip_height(size)
    for frame in frames:
        picture = with_strip(frame.yuv(*size), height)
        scale = np.array(size) / frame.size
        at = [(c, c.event.corners_at(frame.time)) for c in shown]
        visible = [(caption, corners) for caption, corners in at if corners is not None]
        if visible:
            planes = planes_of(picture)
            edges = (size[1], size[1] // 2, size[1] // 2)
            above = [plane[:edge] for plane, edge in zip(planes, edges, strict=True)]
            below = [plane[edge:] for plane, edge in zip(planes, edges, strict=True)]
            for caption, corners in visible:
                _draw_tiles(above, caption, np.array(corners) * scale)
            fill_strip(below, [caption.worth for caption, _ in visible])
        yield frame.time, picture


def _caption(hand: Listed, size: tuple[int, int]) -> Caption:
    event, read = hand.event, hand.detected
    if hand.state == CORRECTED:
        # Nobody said which box the right tiles belong to.
        names, colours = [""] * len(event.places), [SURE] * len(event.places)
    else:
        names = [tile.code for tile in read.tiles]
        colours = _colours(hand.read)
    return Caption(event, tuple(names), tuple(colours), worth_of(hand, size))


def _colours(read: ReadHand) -> list[Colour]:
    roles = {box: group.role for group in read.groups for box in group.boxes}
    asked = {
        box
        for doubt in read.doubts
        if doubt.kind is not DoubtKind.winning_tile
        for box in doubt.boxes
    }
    return [
        DOUBTFUL if box in asked else COLOURS[roles[box]] if box in roles else UNUSED
        for box in range(len(read.tiles))
    ]


def _draw_tiles(planes: Sequence[np.ndarray], caption: Caption, corners: np.ndarray) -> None:
    """corners: (tiles, 4, 2) in pixels of the picture."""
    for quad, name, colour in zip(corners, caption.names, caption.colours, strict=True):
        width = min(np.linalg.norm(quad[1] - quad[0]), np.linalg.norm(quad[2] - quad[1]))
        line = max(2, round(width / 16))
        for plane, level, part in zip(planes, levels(colour), (1, 2, 2), strict=True):
            points = np.rint(quad / part * (1 << _BITS)).astype(np.int32)
            thick = max(1, line // part)
            cv2.polylines(plane, [points], True, level, thick, cv2.LINE_AA, _BITS)
        if name:
            words = label(name, colour, int(np.clip(round(width * 0.45), 11, 30)))
            _paste_above(planes, words, quad)
    number = label(caption.event.id.removeprefix("e"), PANEL, _number_size(corners))
    left, top = corners.reshape(-1, 2).min(axis=0)
    x = round(left) - number[0].shape[1] - 2
    if x >= 0:
        paste(planes, number, x, round(top))
    else:
        # Beyond the names, at whichever side of the hand they are.
        _paste_above(planes, number, corners.reshape(-1, 2), _NAMES)


def _paste_above(
    planes: Sequence[np.ndarray], patch: Planes, points: np.ndarray, gap: int = 0
) -> None:
    """Lay a patch above points (n, 2), or below them where the picture ends."""
    (left, top), bottom = points.min(axis=0), points[:, 1].max()
    y = round(top) - patch[0].shape[0] - gap
    paste(planes, patch, round(left), y if y >= 0 else round(bottom) + 2 + gap)


def _number_size(corners: np.ndarray) -> int:
    sides = np.linalg.norm(corners[:, 1] - corners[:, 0], axis=1)
    return int(np.clip(round(float(np.median(sides)) * 0.6), 13, 34))
