"""What moves in a film: the camera, hands, nothing; and what has changed afterwards."""

from __future__ import annotations

from functools import cache

import cv2
import numpy as np
import pytest

from vision.footage.stillness import Watcher, differing, in_pixels, motion_between, travel
from vision.footage.values import STILL

WIDTH, HEIGHT = 480, 270
EVERY = 0.2


@cache
def table(seed=0, blobs=150):
    """A picture with much to hold on to."""
    rng = np.random.default_rng(seed)
    picture = np.full((HEIGHT, WIDTH), 110, np.uint8)
    for _ in range(blobs):
        x, y = int(rng.integers(WIDTH)), int(rng.integers(HEIGHT))
        w, h = rng.integers(6, 26, 2).tolist()
        cv2.rectangle(picture, (x, y), (x + w, y + h), int(rng.integers(20, 240)), -1)
    return picture


TABLE = table()


def view(picture=TABLE, x=0.0, y=0.0, zoom=1.0, noise=0):
    matrix = np.array([[zoom, 0, x], [0, zoom, y]])
    seen = cv2.warpAffine(picture, matrix, (WIDTH, HEIGHT), borderMode=cv2.BORDER_REFLECT)
    grain = np.random.default_rng(noise).normal(0, 2, seen.shape)
    return np.clip(seen + grain, 0, 255).astype(np.uint8)


def with_hand(picture, x, y=200, size=40):
    covered = picture.copy()
    cv2.ellipse(covered, (x, y), (size, size // 2), 20, 0, 360, 180, -1)
    return covered


def watched(frames, refer_at=1):
    watcher, looks = Watcher(), []
    for at, frame in enumerate(frames):
        looks.append(watcher.look(at * EVERY, frame))
        if at == refer_at:
            watcher.refer()
    return looks


def test_nothing_moves():
    looks = watched([view(noise=n) for n in range(6)])
    assert [look.quiet for look in looks] == [False, True, True, True, True, True]
    assert all(look.same and look.motion == STILL for look in looks[2:])


@pytest.mark.parametrize(
    ("step", "quiet"),
    [
        ({"x": 2.0}, True),
        ({"x": 1.5, "y": -2.0}, True),
        ({"zoom": 0.005}, True),
        ({"x": 30.0}, False),
    ],
)
def test_the_camera_moves(step, quiet):
    at = [{k: v * n + (k == "zoom") for k, v in step.items()} for n in range(12)]
    looks = watched([view(noise=n, **a) for n, a in enumerate(at)])
    assert all(look.quiet == quiet for look in looks[1:])
    if quiet:
        assert all(look.same for look in looks[2:])
        x, y, zoom = (at[11].get(k, d) for k, d in (("x", 0.0), ("y", 0.0), ("zoom", 1.0)))
        x0, y0, zoom0 = (at[1].get(k, d) for k, d in (("x", 0.0), ("y", 0.0), ("zoom", 1.0)))
        ratio = zoom / zoom0
        expected = (ratio, 0.0, x - ratio * x0, 0.0, ratio, y - ratio * y0)
        assert travel(looks[-1].motion, expected, (HEIGHT, WIDTH)) < 1.5


def test_a_hand_comes_and_goes():
    frames = [view(noise=n) for n in range(4)]
    frames += [with_hand(view(noise=n), 60 + 70 * n) for n in range(5)]
    frames += [view(noise=n) for n in range(3)]
    looks = watched(frames)
    assert not any(look.quiet for look in looks[4:10])
    assert all(look.quiet and look.same for look in looks[10:])


@pytest.mark.parametrize("motion", [{}, {"x": 1.0}])
def test_a_tile_more_on_the_table(motion):
    more = TABLE.copy()
    cv2.rectangle(more, (200, 120), (212, 136), 250, -1)
    frames = [view(**motion) for _ in range(3)] + [with_hand(view(), 206, 128)]
    looks = watched(frames + [view(more, noise=n) for n in range(3)])
    assert looks[-1].quiet
    assert not looks[-1].same


def test_a_cut_to_another_table():
    looks = watched([view(), view(), view(table(1)), view(table(1), noise=1)])
    assert not looks[2].quiet
    assert looks[3].quiet
    assert not looks[3].same


@pytest.mark.parametrize("step", [0.0, 0.4], ids=["on a stand", "by hand"])
def test_another_table_fades_in(step):
    """Half of its pixels differ, by more than any noise."""
    steps = [0, 0, 0, 0.2, 0.4, 0.6, 0.8, 1, 1, 1]
    frames = [
        view(
            cv2.addWeighted(table(0, 900), 1 - share, table(9, 900), share, 0), x=step * n, noise=n
        )
        for n, share in enumerate(steps)
    ]
    looks = watched(frames)
    assert [look.same for look in looks[2:]] == [True] + [False] * 7


def test_the_light_changes():
    brighter = np.clip(view().astype(int) + 25, 0, 255).astype(np.uint8)
    looks = watched([view(), view(), brighter, brighter])
    assert looks[2].quiet
    assert looks[2].same


def test_an_overlay_that_always_moves_is_passed_over():
    rng = np.random.default_rng(0)

    def frame(n):
        picture = view(noise=n)
        picture[:64, :96] = cv2.resize(rng.integers(0, 255, (8, 12), np.uint8), (96, 64))
        return picture

    looks = watched([frame(n) for n in range(100)], refer_at=80)
    assert not any(look.quiet for look in looks[:20])
    assert all(look.quiet and look.same for look in looks[90:])


def test_an_empty_picture():
    flat = np.full((HEIGHT, WIDTH), 90, np.uint8)
    looks = watched([flat, flat, flat, view(), view(noise=1)])
    assert [look.quiet for look in looks] == [False, True, True, False, True]


def test_sharpness_falls_with_blur():
    sharp, blurred = watched([view(), cv2.GaussianBlur(view(), (0, 0), 2)])
    assert blurred.sharpness < 0.5 * sharp.sharpness


def test_motion_in_pixels_of_the_film():
    small = motion_between(view(), view(x=3.0, noise=1))
    moved = in_pixels(tuple(small.ravel()), (WIDTH, HEIGHT), (1920, 1080))
    assert (moved[2], moved[5]) == pytest.approx((12.0, 0.0), abs=0.8)
    assert not differing(view(), view(x=3.0), small).any()
