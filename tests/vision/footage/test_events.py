"""Every finished hand is one event, however often and however badly it is seen."""

from __future__ import annotations

from dataclasses import replace

import pytest

from scoring import Tile
from tests.vision.laying import row, torn
from vision.footage.events import join
from vision.footage.hands import find_hands
from vision.footage.tracks import FrameReading, pool
from vision.footage.values import STILL, Sighting, Stretch, moved
from vision.hand import read_hand

SIZE = (1200, 900)
WON = "1m 2m 3m 4p 5p 6p 7s 7s 7s E E E C C"
WON_TOO = "2m 3m 4m 5p 6p 7p 2s 2s 2s W W W P P"
WAITING = "1m 2m 3m 4p 5p 6p 7s 7s 7s E E E C"
ORPHANS = "1m 9m 1p 9p 1s 9s E S W N C F P "


def stretch(start, *frames, motion=STILL):
    """A stretch in which these detections are read, a second apart."""
    seen = [[replace(d, corners=moved(d.corners, motion)) for d in frame] for frame in frames]
    times = tuple(start + at for at in range(len(frames)))
    readings = [FrameReading(t, tuple(f), SIZE) for t, f in zip(times, seen, strict=True)]
    pooled = pool(readings)
    hands = tuple(hand.boxes for hand in find_hands([p.detection for p in pooled.places]))
    sighting = Sighting(start - 0.2, times[-1] + 0.5, times, pooled.motions)
    return Stretch(sighting, times, times[pooled.best], SIZE, pooled.places, hands)


def laid(text, **misread):
    """A row; misread: by position of a tile (t3=...) what it is taken for, and how surely."""
    found = row(text, 100, 400)
    for place, likely in misread.items():
        at = int(place[1:])
        found[at] = replace(found[at], probabilities=torn(likely))
    return found


def tiles(event):
    return sorted(tile.code for tile in read_hand(event.detections).hand.tiles)


NEAR = (1.3, 0.0, -150.0, 0.0, 1.3, -90.0)


@pytest.mark.parametrize(
    ("stretches", "expected"),
    [
        ([], []),
        ([stretch(5, laid(WON), laid(WON), laid(WON))], [WON]),
        # one frame is not enough, two stretches of one frame are
        ([stretch(5, laid(WON))], []),
        ([stretch(5, laid(WON)), stretch(9, laid(WON))], [WON]),
        # a hand being played never is one
        ([stretch(5, laid(WAITING), laid(WAITING)), stretch(9, laid(WAITING))], []),
        ([stretch(5, laid(WAITING), laid(WAITING)), stretch(9, laid(WON), laid(WON))], [WON]),
        # the same hand after another picture, from nearer, and cut by the border of a segment
        (
            [
                stretch(5, laid(WON), laid(WON)),
                stretch(9, laid(WAITING), laid(WAITING)),
                stretch(12, laid(WON), laid(WON), motion=NEAR),
                stretch(60, laid(WON), motion=NEAR),
            ],
            [WON],
        ),
        # misread for a while: still the same hand
        (
            [
                stretch(5, laid(WON), laid(WON), laid(WON)),
                stretch(12, laid(WON, t12={"F": 0.9}, t13={"F": 0.9}), laid(WON)),
            ],
            [WON],
        ),
        # another hand in the same place
        (
            [stretch(5, laid(WON), laid(WON)), stretch(12, laid(WON_TOO), laid(WON_TOO))],
            [WON, WON_TOO],
        ),
        # all but one tile of these are in every such hand
        (
            [
                stretch(5, laid(ORPHANS + "C"), laid(ORPHANS + "C")),
                stretch(12, laid(ORPHANS + "9p"), laid(ORPHANS + "9p")),
            ],
            [ORPHANS + "C", ORPHANS + "9p"],
        ),
        # side by side
        (
            [stretch(5, *[laid(WON) + row(WON_TOO, 50, -200)] * 2)],
            [WON, WON_TOO],
        ),
        ([stretch(5, *[laid(WON) + row(WON, 50, -200)] * 2)], [WON, WON]),
    ],
)
def test_events(stretches, expected):
    events = join(stretches)
    assert sorted(map(tiles, events)) == sorted(sorted(text.split()) for text in expected)
    assert [event.id for event in events] == [f"e{n + 1}" for n in range(len(events))]


def test_in_any_order():
    stretches = [
        stretch(5, laid(WON)),
        stretch(9, laid(WON_TOO), laid(WON_TOO)),
        stretch(12, laid(WON), laid(WON), motion=NEAR),
    ]
    assert join(stretches[::-1]) == join(stretches)


def test_all_evidence_is_used():
    """Neither view alone reads the hand; together they do."""
    one = laid(WON, t2={"3m": 0.3, "8m": 0.6})
    two = laid(WON, t9={"E": 0.45, "S": 0.5})
    (event,) = join([stretch(5, one, one), stretch(9, two, two, motion=NEAR)])
    assert tiles(event) == sorted(WON.split())
    assert event.detections[2].tile is Tile("3m")
    assert (event.read, event.agreed) == (4, 0)


def test_where_and_when():
    far = [stretch(5, laid(WON), laid(WON), laid(WON)), stretch(30, laid(WON), motion=NEAR)]
    (event,) = join(far)
    assert (event.start, event.end, event.best) == (4.8, 30.5, 5.0)
    assert (event.read, event.agreed) == (4, 4)
    assert event.box == (100, 360, 940, 440)
    assert event.corners_at(15.0) is None
    assert event.corners_at(6.0)[0] == event.places[0].corners
    (x, y), *_ = event.corners_at(30.2)[0]
    assert (x, y) == pytest.approx((1.3 * 100 - 150, 1.3 * 360 - 90), abs=1.0)


def test_frames_that_agree():
    wrong = laid(WON, t0={"9s": 0.9})
    (event,) = join([stretch(5, laid(WON), laid(WON), wrong, laid(WON)[:-1])])
    assert (event.read, event.agreed) == (4, 2)
