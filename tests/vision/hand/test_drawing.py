"""What a drawn reading shows at a glance."""

from __future__ import annotations

import numpy as np
import pytest

from tests.vision.laying import row, tile, torn
from vision.draw import DOUBTFUL, SURE
from vision.hand import Role, read_hand
from vision.hand.drawing import COLOURS, UNUSED, draw_hand
from vision.images import Photo

LAID = [
    *row("1m 2m 3m 4p 5p 6p 7s 7s 7s C", 100, 500),
    *row("E E E", 160, 380),
    tile("C", 500, 380),
    *row("a f", 700, 380),
    tile("9m", 100, 60),
]


def colours(detections) -> list[tuple[int, ...]]:
    """The colour of each tile's frame, halfway down its left side."""
    photo = Photo(np.zeros((600, 1000, 3), np.uint8))
    picture = draw_hand(photo, detections, read_hand(detections))
    assert not photo.pixels.any()
    corners = [d.corners for d in detections]
    return [
        tuple(map(int, picture[round((a[1] + d[1]) / 2), round(a[0])])) for a, _, _, d in corners
    ]


@pytest.mark.parametrize(
    ("boxes", "colour"),
    [
        (range(10), SURE),
        (range(10, 13), COLOURS[Role.meld]),
        ([13], COLOURS[Role.winning_tile]),
        ([14, 15], COLOURS[Role.flowers]),
        ([16], UNUSED),
    ],
    ids=["standing", "meld", "winner", "flowers", "unused"],
)
def test_each_part_of_the_hand_has_its_colour(boxes, colour):
    drawn = colours(LAID)
    # Neighbours share a side, which the one drawn later paints.
    assert {drawn[box] for box in boxes} == {colour}


def test_a_tile_in_doubt_is_orange():
    in_doubt = tile("2m", 130, 500, probabilities=torn({"2m": 0.6, "5m": 0.4}))
    laid = [in_doubt, *row("3m 4m 4p 5p 6p 7s 7s 7s E E E C C", 160, 500)]
    drawn = colours(laid)
    assert drawn[0] == DOUBTFUL
    assert set(drawn[1:]) == {SURE}
