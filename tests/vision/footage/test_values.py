"""Values of footage survive the way through JSON, and refuse what they cannot be."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scoring import TILES, Tile
from vision.detections import certain
from vision.footage.values import (
    NOT_SEEN,
    STILL,
    Event,
    FootageValueError,
    Place,
    Sighting,
    Stretch,
    moved,
)

pixels = st.floats(-5000, 5000)
times = st.floats(0, 40_000)


@st.composite
def places(draw, read: int) -> Place:
    weights = draw(st.lists(st.floats(0, 1), min_size=len(TILES), max_size=len(TILES)))
    weights[draw(st.integers(0, len(TILES) - 1))] += 1.0
    corners = tuple((draw(pixels), draw(pixels)) for _ in range(4))
    seen = st.lists(st.integers(NOT_SEEN, len(TILES) - 1), min_size=read, max_size=read)
    shares = tuple(weight / sum(weights) for weight in weights)
    return Place(corners, draw(st.floats(0, 1)), shares, tuple(draw(seen)))


@st.composite
def sightings(draw, least: int = 1) -> Sighting:
    read = sorted(draw(st.lists(times, min_size=least, max_size=5)))
    motion = st.tuples(*[st.floats(-2, 2), st.floats(-2, 2), pixels] * 2)
    motions = tuple(draw(motion) for _ in read)
    return Sighting(read[0] - draw(st.floats(0, 9)), read[-1] + draw(times), tuple(read), motions)


@st.composite
def stretches(draw) -> Stretch:
    sighting = draw(sightings())
    held = draw(st.lists(places(len(sighting.times)), max_size=3))
    hands = draw(st.lists(st.lists(st.integers(0, len(held) - 1)), max_size=2)) if held else []
    best = draw(st.sampled_from(sighting.times))
    read = sighting.times
    return Stretch(sighting, read, best, (1920, 1080), tuple(held), tuple(map(tuple, hands)))


@st.composite
def events(draw) -> Event:
    seen = draw(st.lists(sightings(), min_size=1, max_size=3))
    held = draw(st.lists(places(4), min_size=1, max_size=3))
    read = draw(st.integers(0, 9))
    box = draw(st.tuples(pixels, pixels, pixels, pixels))
    agreed = draw(st.integers(0, read))
    return Event("e1", draw(times), (640, 480), tuple(held), box, tuple(seen), read, agreed)


def through_json(value: dict) -> dict:
    return json.loads(json.dumps(value, allow_nan=False))


@settings(max_examples=40)
@given(st.one_of(places(3), sightings(), stretches(), events()))
def test_round_trip(value):
    assert type(value).from_dict(through_json(value.to_dict())) == value


@settings(max_examples=20)
@given(stretches())
def test_a_detection_of_every_place(stretch):
    assert len(stretch.detections) == len(stretch.places)
    for place, detection in zip(stretch.places, stretch.detections, strict=True):
        assert detection.tile is place.tile
        assert 0 <= place.seen <= stretch.read


def test_motion_between_frames_that_were_read():
    away = (1.0, 0.0, 100.0, 0.0, 1.0, -50.0)
    sighting = Sighting(0.0, 5.0, (1.0, 3.0), (STILL, away))
    assert sighting.motion_at(0.5) == STILL
    assert sighting.motion_at(2.0) == (1.0, 0.0, 50.0, 0.0, 1.0, -25.0)
    assert sighting.motion_at(9.0) == away
    assert moved([(10.0, 10.0)], sighting.motion_at(2.0)) == ((60.0, -15.0),)


SQUARE = ((0, 0), (6, 0), (6, 8), (0, 8))
PLACE = Place(SQUARE, 0.9, certain(Tile("1m")), (0, 0))
SIGHTING = Sighting(0.0, 2.0, (0.5, 1.5), (STILL, STILL))
STRETCH = Stretch(SIGHTING, (0.5, 1.5), 0.5, (64, 48), (PLACE,))
EVENT = Event("e1", 0.5, (64, 48), (PLACE,), (0, 0, 6, 8), (SIGHTING,), 2, 2)


def test_where_an_event_is_in_view():
    later = Sighting(8.0, 9.0, (8.5,), ((1.0, 0.0, 10.0, 0.0, 1.0, 0.0),))
    event = replace(EVENT, sightings=(SIGHTING, later))
    assert (event.start, event.end) == (0.0, 9.0)
    assert event.corners_at(1.0) == (PLACE.corners,)
    assert event.corners_at(5.0) is None
    assert event.corners_at(8.2) == (((10, 0), (16, 0), (16, 8), (10, 8)),)


@pytest.mark.parametrize(
    ("value", "change"),
    [
        (PLACE, {"corners": SQUARE[:3]}),
        (PLACE, {"confidence": 1.5}),
        (PLACE, {"confidence": None}),
        (PLACE, {"probabilities": (1.0,)}),
        (PLACE, {"tiles": (0, 99)}),
        (SIGHTING, {"times": ()}),
        (SIGHTING, {"times": (1.5, 0.5)}),
        (SIGHTING, {"times": (0.5, 9.0)}),
        (SIGHTING, {"motions": (STILL,)}),
        (SIGHTING, {"end": float("nan")}),
        (STRETCH, {"best": 1.0}),
        (STRETCH, {"times": (1.5, 0.5)}),
        (STRETCH, {"size": (64, 0)}),
        (STRETCH, {"places": (replace(PLACE, tiles=(0,)),)}),
        (STRETCH, {"hands": ((1,),)}),
        (EVENT, {"sightings": ()}),
        (EVENT, {"places": ()}),
        (EVENT, {"agreed": 3}),
        (EVENT, {"box": (0, 0, 1)}),
    ],
)
def test_what_cannot_be(value, change):
    with pytest.raises(FootageValueError):
        replace(value, **change)


@pytest.mark.parametrize("kind", [Place, Sighting, Stretch, Event])
@pytest.mark.parametrize("values", [{}, None, [], {"times": 3, "tiles": None}])
def test_foreign_values(kind, values):
    with pytest.raises(FootageValueError, match="needs"):
        kind.from_dict(values)
