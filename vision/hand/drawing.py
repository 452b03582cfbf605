"""A reading drawn over its photo: what each tile was taken for, and which are in doubt."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from vision.detections import Detection
from vision.draw import DOUBTFUL, SURE, frame
from vision.hand.values import DoubtKind, ReadHand, Role
from vision.images import Photo

COLOURS = {
    Role.concealed: SURE,
    Role.meld: (0, 120, 215),
    Role.flowers: (190, 70, 190),
    Role.winning_tile: (205, 160, 0),
}
UNUSED = (130, 130, 130)


def draw_hand(photo: Photo, detections: Sequence[Detection], read: ReadHand) -> np.ndarray:
    """The photo's pixels (uint8 RGB) with each tile framed by its place in the hand.

    Standing tiles are green, melds blue, flowers purple, a winning tile set apart gold, tiles of no
    hand grey; orange is whatever a doubt is about. detections: those that `read` was made from.
    """
    picture = photo.pixels.copy()
    role = {box: group.role for group in read.groups for box in group.boxes}
    asked = {
        box
        for doubt in read.doubts
        if doubt.kind is not DoubtKind.winning_tile
        for box in doubt.boxes
    }
    for box, detection in enumerate(detections):
        colour = COLOURS[role[box]] if box in role else UNUSED
        frame(picture, detection, DOUBTFUL if box in asked else colour, read.tiles[box].code)
    return picture
