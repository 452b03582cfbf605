"""What is drawn into a film: frames and names while a hand is in view, its worth below, no more."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from av.video.frame import VideoFrame

from tests.vision.footage.games import HEIGHT, SIZE, WIDTH, WIN, event, places, table
from tests.vision.footage.test_listing import EVERYTHING, doubtful
from vision.draw import DOUBTFUL, SURE
from vision.footage.annotate import annotated, captions, drawn_values
from vision.footage.frames import Frame, planes_of
from vision.footage.planes import levels
from vision.footage.review import Listed, Review, Terms
from vision.footage.strip import PANEL, fill_strip, strip_height, worth_of
from vision.footage.values import STILL, Sighting
from vision.images import Photo

TERMS = Terms(EVERYTHING)
PICTURE = table(WIN)


def made(listed, time: float, size=SIZE, picture=PICTURE) -> np.ndarray:
    """The picture at a time and the strip below it, RGB."""
    frames = [Frame.of(time, picture)]
    ((at, made),) = annotated(frames, captions(listed, size), size)
    assert at == time
    return made.to_ndarray(format="rgb24").astype(int)


def drawn(listed, time: float, size=SIZE, picture=PICTURE) -> np.ndarray:
    """The picture at a time, RGB."""
    return made(listed, time, size, picture)[: size[1]]


def strip(listed, time: float, size=SIZE) -> np.ndarray:
    """The strip below it, RGB."""
    return made(listed, time, size)[size[1] :]


def written(strip: np.ndarray) -> np.ndarray:
    """Which rows of a strip, or of a part of it, hold anything."""
    return np.abs(strip - PANEL).max(axis=2).max(axis=1) > 60


def plain(size=SIZE, picture=PICTURE) -> np.ndarray:
    return Frame.of(0.0, picture).yuv(*size).to_ndarray(format="rgb24").astype(int)


def changed(picture: np.ndarray) -> np.ndarray:
    """Where something was drawn, (height, width)."""
    return np.abs(picture - plain()).max(axis=2) > 12


@pytest.mark.parametrize(("time", "shown"), [(1.9, False), (2.0, True), (3.0, True), (3.1, False)])
def test_a_hand_is_drawn_while_it_is_in_view(time, shown):
    assert changed(drawn([Listed(event(1), TERMS)], time)).any() == shown
    assert written(strip([Listed(event(1), TERMS)], time)).any() == shown


@pytest.mark.parametrize("y", [2.0, 40.0, 170.0, 306.0])
@pytest.mark.parametrize("x", [2.0, 30.0])
def test_each_tile_is_framed_and_nothing_of_the_hand_is_hidden(x, y):
    row = tuple(
        replace(place, corners=tuple((a + x - 30.0, b) for a, b in place.corners))
        for place in places(WIN, y)
    )
    here = changed(drawn([Listed(event(1, y=y, places=row), TERMS)], 2.5))
    edges = [round(x) + round(WIDTH * n) for n in range(len(WIN) + 1)]
    top, bottom = round(y), round(y) + HEIGHT
    middle = here[top + HEIGHT // 2]
    assert all(middle[x - 2 : x + 3].any() for x in edges)
    for left in edges[:-1]:
        assert not here[top + 6 : bottom - 6, left + 6 : left + WIDTH - 6].any()
    # Names stand above the tiles, or below at the top; the number before the row, or behind it.
    names_above = y > 30
    number_before = x > 20
    assert not here[: max(0, top - 30), 60:].any()
    if names_above:
        assert here[top - 8, edges[0] + 2 : edges[1] - 12].any()
        assert not here[bottom + 4 :, 60:].any()
    else:
        assert here[bottom + 8, edges[0] + 2 : edges[1] - 12].any()
    behind = here[:, edges[-1] + 4 :]
    assert behind[top:bottom].any() == (not number_before)
    assert not behind[:top].any()
    assert not behind[bottom:].any()


@pytest.mark.parametrize(("make", "colour"), [(lambda: event(1), SURE), (doubtful, DOUBTFUL)])
def test_colours_tell_what_is_in_doubt(make, colour):
    picture = drawn([Listed(make(), TERMS)], 2.5)
    ninth = 30 + 8 * WIDTH
    edge = picture[60 + HEIGHT - 1 : 60 + HEIGHT + 1, ninth + 8 : ninth + WIDTH - 8].mean((0, 1))
    assert np.abs(edge - colour).max() < 80


def test_frames_follow_a_camera_that_moves():
    moving = Sighting(2.0, 3.0, (2.0, 3.0), (STILL, (1.0, 0.0, 0.0, 0.0, 1.0, 100.0)))
    listed = [Listed(event(1, sightings=(moving,), best=2.0), TERMS)]
    still, later = (changed(drawn(listed, time)) for time in (2.0, 3.0))
    assert np.array_equal(still[60:75, 40:570], later[160:175, 40:570])


def test_several_hands_at_once_have_a_line_each_and_hide_no_other():
    rows = [24, 108, 192, 300]
    hands = [Listed(event(n, WIN, y=float(y)), TERMS) for n, y in enumerate(rows, start=1)]
    here = changed(drawn(hands, 2.5))
    for top in rows:
        assert not here[top + 12 : top + HEIGHT - 8, 44:56].any()
        assert not here[top + HEIGHT + 4 : top + HEIGHT + 8].any()
    lines = written(strip(hands, 2.5)).astype(int)
    assert (np.diff(lines, prepend=0) == 1).sum() == 4


def filled(worth, count: int, size=SIZE) -> np.ndarray:
    """The strip with so many hands that are worth the same, grey."""
    strip = planes_of(VideoFrame(size[0], strip_height(size), "yuv420p"))
    for plane, level in zip(strip, levels(PANEL), strict=True):
        plane[:] = level
    fill_strip(strip, [worth] * count)
    return strip[0].astype(int)


@pytest.mark.parametrize("size", [(1280, 720), (720, 1280)])
def test_lines_of_several_hands_use_the_whole_width(size):
    worth = worth_of(Listed(event(1), Terms()), size)
    high = worth.line[0].shape[0]
    room = strip_height(size) // high
    for count in range(2, room + 1):
        lines = filled(worth, count, size)[: room * high].reshape(room, high, size[0])
        held = (lines - levels(PANEL)[0] > 60).any(axis=1)
        assert held.any(axis=1).sum() == (2 * count if 2 * count <= room else count)
        assert np.nonzero(held[0])[0].max() > 0.75 * size[0]


def test_hands_that_find_no_line_are_counted():
    worth = worth_of(Listed(event(1), TERMS), SIZE)
    room = 2 * (strip_height(SIZE) // worth.line[0].shape[0])
    full, one_more, two_more = (filled(worth, room + n) for n in range(3))
    assert not np.array_equal(full, one_more)
    assert not np.array_equal(one_more, two_more)


def test_fans_that_find_no_room_are_counted_and_none_is_cut():
    listed = Listed(event(1), Terms())
    names = [fan.fan.name("en") for fan in listed.outlook.least.fans]
    assert len(names) > 3
    for size in ((1280, 720), (720, 1280), (320, 180), (64, 36)):
        worth = worth_of(listed, size)
        assert worth.banner[0].shape == (strip_height(size), size[0])
        high = worth.line[0].shape[0]
        assert (worth.line[0].shape[1], worth.two[0].shape) == (size[0], (2 * high, size[0]))
        assert worth.half[0].shape == (high, size[0] // 2)
        if min(size) < 100:
            continue
        # The letters end before the edge.
        for drawn in (worth.banner, worth.two, worth.line, worth.half):
            assert (np.abs(drawn[0][:, -2:].astype(int) - drawn[0][0, 0]) < 9).all()


@pytest.mark.parametrize("size", [(270, 480), (480, 270), (720, 1280), (120, 200), (36, 64)])
@pytest.mark.parametrize("flowers", range(9))
def test_the_tiles_of_the_strip_end_before_the_edge(flowers, size):
    tiles = (*WIN, *"abcdefgh"[:flowers])
    worth = worth_of(Listed(event(1, tiles, places=places(tiles)), TERMS), size)
    banner = worth.banner[0].astype(int)
    held = np.nonzero((np.abs(banner - banner[0, 0]) > 20).any(axis=0))[0]
    assert 0 < held.min() <= held.max() < size[0] - 1


def test_a_review_changes_what_is_drawn():
    found = Listed(event(1), TERMS)
    said = {
        "deleted": Review("e1", 2.5, "deleted"),
        "confirmed": Review("e1", 2.5, "confirmed"),
        "corrected": Review("e1", 2.5, "corrected", "234s234p678m567s8p+8p"),
    }
    hands = {state: Listed(event(1), TERMS, review) for state, review in said.items()}
    assert not changed(drawn([hands["deleted"]], 2.5)).any()
    assert not written(strip([hands["deleted"]], 2.5)).any()
    assert np.array_equal(drawn([hands["confirmed"]], 2.5), drawn([found], 2.5))
    assert changed(drawn([hands["corrected"]], 2.5)).any()
    assert not np.array_equal(drawn([hands["corrected"]], 2.5), drawn([found], 2.5))
    values = [drawn_values(hand) for hand in (found, *hands.values())]
    assert len({repr(value) for value in values}) == 4


@pytest.mark.parametrize("language", ["en", "zh-Hans", "zh-Hant"])
@pytest.mark.parametrize("size", [(1280, 720), (720, 1280), (320, 180), (64, 36)])
def test_every_size_and_language_has_room(size, language):
    many = (*WIN, *"abcdefgh")
    hands = [
        Listed(event(1, many, places=places(many)), Terms(language=language)),
        Listed(doubtful(), Terms(language=language)),
    ]
    whole = made(hands, 2.5, size)
    assert whole.shape == (size[1] + strip_height(size), size[0], 3)
    assert (np.abs(whole[: size[1]] - plain(size)).max(axis=2) > 12).mean() > 0.03
    assert written(whole[size[1] :]).any()


def test_pictures_without_a_hand_pass_untouched():
    frame = Frame.of(9.0, Photo(PICTURE).pixels)
    ((_, made),) = annotated([frame], captions([Listed(event(1), TERMS)], SIZE), SIZE)
    for before, after in zip(planes_of(frame.yuv(*SIZE)), planes_of(made), strict=True):
        assert np.array_equal(before, after[: len(before)])
        assert len(np.unique(after[len(before) :])) == 1
