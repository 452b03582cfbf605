"""What is drawn into a film: frames, names and banners while a hand is in view, nothing else."""

from __future__ import annotations

import numpy as np
import pytest

from tests.vision.footage.games import HEIGHT, SIZE, WIDTH, WIN, event, places, table
from tests.vision.footage.test_listing import EVERYTHING, doubtful
from vision.draw import DOUBTFUL, SURE
from vision.footage.annotate import annotated, captions, drawn_values
from vision.footage.frames import Frame, planes_of
from vision.footage.review import Listed, Review, Terms
from vision.footage.values import STILL, Sighting
from vision.images import Photo

TERMS = Terms(EVERYTHING)
PICTURE = table(WIN)


def drawn(listed, time: float, size=SIZE, picture=PICTURE) -> np.ndarray:
    """The picture at a time, RGB."""
    frames = [Frame.of(time, picture)]
    ((at, made),) = annotated(frames, captions(listed, size), size)
    assert at == time
    return made.to_ndarray(format="rgb24").astype(int)


def plain(size=SIZE, picture=PICTURE) -> np.ndarray:
    return Frame.of(0.0, picture).yuv(*size).to_ndarray(format="rgb24").astype(int)


def changed(picture: np.ndarray) -> np.ndarray:
    """Where something was drawn, (height, width)."""
    return np.abs(picture - plain()).max(axis=2) > 12


@pytest.mark.parametrize(("time", "shown"), [(1.9, False), (2.0, True), (3.0, True), (3.1, False)])
def test_a_hand_is_drawn_while_it_is_in_view(time, shown):
    assert changed(drawn([Listed(event(1), TERMS)], time)).any() == shown


def test_each_tile_is_framed_and_the_banner_lies_where_there_is_room():
    for y, banner_at_top in ((60.0, False), (240.0, True)):
        here = changed(drawn([Listed(event(1, y=y), TERMS)], 2.5))
        edges = [30 + round(WIDTH * n) for n in range(len(WIN) + 1)]
        middle = here[round(y) + HEIGHT // 2]
        assert all(middle[x - 2 : x + 3].any() for x in edges)
        inside = [middle[x + 6 : x + WIDTH - 6] for x in edges[:-1]]
        assert not np.concatenate(inside).any()
        rows = np.flatnonzero(here.mean(axis=1) > 0.95)
        assert len(rows) > 50
        assert (rows[0] == 0) if banner_at_top else (rows[-1] == SIZE[1] - 1)


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
    hands = [Listed(event(n, WIN, y=float(y)), TERMS) for n, y in enumerate(rows)]
    here = changed(drawn(hands, 2.5))
    for top in rows:
        assert not here[top + 12 : top + HEIGHT - 8, 44:56].any()
    for top in rows[:3]:
        assert here[top + HEIGHT + 6 : top + HEIGHT + 14, 40:120].mean() > 0.8
    # The last one has no room below and carries its line above its names.
    assert not here[rows[-1] + HEIGHT + 4 :, 40:120].any()
    assert here[rows[-1] - 44 : rows[-1] - 30, 200:240].mean() > 0.5


def test_a_review_changes_what_is_drawn():
    found = Listed(event(1), TERMS)
    said = {
        "deleted": Review("e1", 2.5, "deleted"),
        "confirmed": Review("e1", 2.5, "confirmed"),
        "corrected": Review("e1", 2.5, "corrected", "234s234p678m567s8p+8p"),
    }
    hands = {state: Listed(event(1), TERMS, review) for state, review in said.items()}
    assert not changed(drawn([hands["deleted"]], 2.5)).any()
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
    picture = drawn(hands, 2.5, size)
    assert picture.shape == (size[1], size[0], 3)
    assert (np.abs(picture - plain(size)).max(axis=2) > 12).mean() > 0.03


def test_pictures_without_a_hand_pass_untouched():
    frame = Frame.of(9.0, Photo(PICTURE).pixels)
    ((_, made),) = annotated([frame], captions([Listed(event(1), TERMS)], SIZE), SIZE)
    for before, after in zip(planes_of(frame.yuv(*SIZE)), planes_of(made), strict=True):
        assert np.array_equal(before, after)
