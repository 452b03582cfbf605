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
from vision.footage.planes import levels, paste
from vision.footage.review import CORRECTED, DELETED, Listed
from vision.footage.strip import PANEL, Worth, fill_strip, strip_height, with_strip, worth_of
from vision.footage.tags import Named, Tags
from vision.footage.values import Event
from vision.hand import DoubtKind, ReadHand
from vision.hand.drawing import COLOURS, UNUSED

_BITS = 4


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
    height, tags = strip_height(size), Tags(size)
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
            hands = [(caption, np.array(corners) * scale) for caption, corners in visible]
            for caption, corners in hands:
                _draw_frames(above, caption, corners)
            for patch, x, y in tags.place([_named(*hand) for hand in hands]):
                paste(above, patch, x, y)
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


def _draw_frames(planes: Sequence[np.ndarray], caption: Caption, corners: np.ndarray) -> None:
    """corners: (tiles, 4, 2) in pixels of the picture."""
    for quad, colour in zip(corners, caption.colours, strict=True):
        width = min(np.linalg.norm(quad[1] - quad[0]), np.linalg.norm(quad[2] - quad[1]))
        line = max(2, round(width / 16))
        for plane, level, part in zip(planes, levels(colour), (1, 2, 2), strict=True):
            points = np.rint(quad / part * (1 << _BITS)).astype(np.int32)
            thick = max(1, line // part)
            cv2.polylines(plane, [points], True, level, thick, cv2.LINE_AA, _BITS)


def _named(caption: Caption, corners: np.ndarray) -> Named:

    number = caption.event.id.removeprefix("e")
    return Named(corners, caption.names, caption.colours, number, PANEL)
