"""How tiles lie: rows, groups, and how each tile lies in its row."""

from __future__ import annotations

import time
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring import Tile
from tests.vision.laying import boxed, row, tile
from vision.detections import Detection
from vision.layout import arrange


def shown(detections: list[Detection]) -> list[str]:
    """The rows as text, groups parted by bars, the longest row first, turned tiles marked."""
    return [
        " | ".join(
            " ".join(detections[slot.index].tile.code + "~" * slot.turned for slot in group.slots)
            for group in found.groups
        )
        for found in arrange(detections).rows
    ]


def shuffled(detections: list[Detection]) -> list[Detection]:
    return Random(1).sample(detections, len(detections))


HAND = "1m 2m 3m 4p 5p 6p 7s 7s 7s E E E C C"


@pytest.mark.parametrize("angle", [0, 8, -20, 37, 45, 60, 90, -90, 135, 180])
def test_a_row_is_found_at_any_angle(angle):
    assert shown(shuffled(row(HAND, angle=angle))) == [HAND]


@pytest.mark.parametrize("angle", [0, 5, -10, 20, 45, 70])
def test_a_row_is_found_by_boxes_without_angles(angle):
    assert shown(shuffled(boxed(row(HAND, angle=angle)))) == [HAND]


def test_a_column_of_boxes_is_read_from_top_to_bottom():
    assert shown(shuffled(boxed(row(HAND, angle=90)))) == [HAND]


@pytest.mark.parametrize("bend", [-60, -30, 30, 60])
def test_a_bent_row_is_one_row(bend):
    assert shown(shuffled(row(HAND, bend=bend))) == [HAND]


@pytest.mark.parametrize(
    ("laid", "groups"),
    [
        ("1m 2m 3m _ 4p 5p 6p", "1m 2m 3m | 4p 5p 6p"),
        ("1m 2m 3m . 4p 5p 6p . E E", "1m 2m 3m | 4p 5p 6p | E E"),
        ("1m 2m 3m _ 4p~ 5p 6p", "1m 2m 3m | 4p~ 5p 6p"),
        ("1m 2m 3m~ 4p 5p 6p", "1m 2m 3m~ 4p 5p 6p"),
        ("5p 5p 5p 5p 5p 5p 5p 5p", "5p 5p 5p 5p 5p 5p 5p 5p"),
    ],
)
@pytest.mark.parametrize("angle", [0, 30])
def test_gaps_part_groups_and_tiles_on_their_side_are_seen(laid, groups, angle):
    assert shown(row(laid, angle=angle)) == [groups]


def test_perspective_is_no_gap():
    """Tiles that grow steadily towards one end touch all the same."""
    laid, x = [], 0.0
    for k, code in enumerate(HAND.split()):
        scale = 1.0 + 0.06 * k
        x += 30 * scale
        laid.append(tile(code, x, 0.0, scale=scale))
        x += 30 * scale
    assert shown(laid) == [HAND]


def test_rows_that_touch_stay_apart():
    laid = row("1m 2m 3m 4m 5m", y=0) + row("1p 2p 3p 4p 5p 6p", y=82) + row("7s 7s 7s", y=164)
    expected = ["1p 2p 3p 4p 5p 6p", "1m 2m 3m 4m 5m", "7s 7s 7s"]
    assert shown(shuffled(laid)) == expected
    assert shown(shuffled(boxed(laid))) == expected


def test_flat_and_narrow_photos_are_the_same_layout():
    """A photo squeezed to a square, or taken from low down, shows flat or narrow tiles."""
    laid = row("1m 2m 3m 4m 5m", y=0) + row("1p 2p 3p 4p 5p 6p", y=82)
    for across, down in ((1.0, 0.65), (0.3, 1.0)):
        squeezed = [
            Detection(
                tuple((x * across, y * down) for x, y in d.corners), d.confidence, d.probabilities
            )
            for d in laid
        ]
        assert shown(squeezed) == ["1p 2p 3p 4p 5p 6p", "1m 2m 3m 4m 5m"]


def test_how_a_tile_lies_in_its_row():
    laid = row("1m 2m 3m 4m 5m 6m 7m 8m/")
    laid[3] = tile("4m", 210, -18)
    (found,) = arrange(laid).rows
    assert [round(slot.tilt, 2) for slot in found.slots] == [0, 0, 0, 0, 0, 0, 0, 0.35]
    assert [slot.index for slot in found.slots if abs(slot.bend) > 0.2] == [3]


@pytest.mark.parametrize("angle", [-30, -9, 10, 25, 40, 100])
@pytest.mark.parametrize("which", [(0, 1), (4,), (11, 12, 13)])
def test_upright_boxes_in_a_slanting_row_tell_of_no_tilt(angle, which):
    """As readers give them that look twice at some tiles and once at others."""
    laid = row("1m 2m 3m 4m 5m 6m 7m 8m 9m E E E C C", angle=angle)
    laid = [boxed([d])[0] if k in which else d for k, d in enumerate(laid)]
    (found,) = arrange(laid).rows
    assert [round(slot.tilt, 2) for slot in found.slots] == [0] * 14
    assert not any(slot.turned for slot in found.slots)


def test_a_tile_found_twice_is_used_once():
    laid = [*row("1m 2m 3m"), tile("9m", 92, 2, confidence=0.4)]
    layout = arrange(laid)
    assert layout.unused == (3,)
    assert shown(laid) == ["1m 2m 3m"]


def test_nothing_to_arrange():
    assert arrange([]).rows == ()
    assert shown([tile("5p", 0, 0)]) == ["5p"]


numbers = st.floats(-2000, 2000)
anything = st.lists(
    st.one_of(
        st.builds(
            tile,
            st.sampled_from(["1m", "5p", "E", "a", "back"]),
            numbers,
            numbers,
            angle=st.floats(-180, 180),
            scale=st.floats(0.05, 4.0),
            confidence=st.floats(0, 1),
        ),
        st.builds(
            lambda x, y, w, h: Detection.of_tile(Tile("P"), (x, y, x + w, y + h)),
            numbers,
            numbers,
            st.floats(0, 300),
            st.floats(0, 300),
        ),
    ),
    max_size=30,
)


@given(anything)
def test_nothing_is_lost(detections):
    layout = arrange(detections)
    placed = [index for group in layout.groups for index in group.indices]
    assert sorted([*placed, *layout.unused]) == list(range(len(detections)))
    assert tuple(group for found in layout.rows for group in found.groups) == layout.groups


@pytest.mark.parametrize(
    "boxes",
    [
        [(0, 12, 90, 44), (72, 4, 117, 35), (142, 4, 98, 59), (220, 1, 34, 114)],
        [(0, 5, 46, 99), (36, 14, 46, 111), (91, 4, 56, 57), (158, 6, 50, 46), (198, 7, 33, 82)],
        [(x, 0, 60, 80) for x in (0, 20, 100, 230, 255, 390, 410, 540, 560)],
    ],
    ids=["tiles on their sides", "two of five upright", "steps of every length"],
)
def test_rows_without_a_usual_step_are_rows_all_the_same(boxes):
    detections = [Detection.of_tile(Tile("5p"), (x, y, x + w, y + h)) for x, y, w, h in boxes]
    layout = arrange(detections)
    placed = [index for group in layout.groups for index in group.indices]
    assert sorted([*placed, *layout.unused]) == list(range(len(detections)))


def test_144_tiles_take_less_than_a_second():
    laid = [tile("5p", 70 * (k % 16), 95 * (k // 16)) for k in range(144)]
    started = time.process_time()
    layout = arrange(laid)
    assert time.process_time() - started < 1.0
    assert [len(found) for found in layout.rows] == [16] * 9
