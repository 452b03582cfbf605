"""Views of a crop: repeatable, of the size asked for, changed, and never mirrored."""

import numpy as np
import pytest

from vision.training.augment import augment, plain, warp

SIDE, CONTEXT, SIZE, MARGIN = 128, 2.0, 64, 1.2


def crop() -> np.ndarray:
    """A grey tile in the middle with a red, a green and a blue spot, clockwise."""
    picture = np.full((SIDE, SIDE, 3), 128, np.uint8)
    for channel, (x, y) in enumerate(((52, 48), (76, 48), (76, 80))):
        picture[y - 5 : y + 5, x - 5 : x + 5] = 0
        picture[y - 5 : y + 5, x - 5 : x + 5, channel] = 255
    return picture


def spots(view: np.ndarray) -> list[np.ndarray]:
    """Where the red, the green and the blue spot lie, x and y."""
    places = []
    for channel in range(3):
        others = np.delete(view, channel, axis=2).max(axis=2).astype(int)
        y, x = np.nonzero(view[:, :, channel].astype(int) - others > 100)
        places.append(np.array([x.mean(), y.mean()]))
    return places


@pytest.mark.parametrize("seed", range(40))
def test_a_turned_tile_is_never_mirrored(seed):
    view = warp(crop(), 0.75, CONTEXT, SIZE, MARGIN, np.random.default_rng(seed))
    red, green, blue = spots(view)
    along, down = green - red, blue - green
    assert along[0] * down[1] - along[1] * down[0] > 0


@pytest.mark.parametrize("seed", range(10))
def test_a_view_has_its_size_and_repeats_with_its_seed(seed):
    one, same, other = (
        augment(crop(), 0.75, CONTEXT, SIZE, MARGIN, np.random.default_rng(s))
        for s in (seed, seed, seed + 1000)
    )
    assert one.shape == (SIZE, SIZE, 3)
    assert one.dtype == np.uint8
    assert (one == same).all()
    assert (one != other).any()


def test_the_plain_view_is_what_the_run_time_cuts():
    view = plain(crop(), CONTEXT, SIZE, MARGIN)
    tile_side = SIDE / CONTEXT
    scale = SIZE / (tile_side * MARGIN)
    expected = [(np.array(p) - SIDE / 2) * scale + SIZE / 2 for p in ((51.5, 47.5), (75.5, 47.5))]
    red, green, _ = spots(view)
    assert np.allclose([red, green], expected, atol=1.0)
