"""When a place is a tile: by what the networks say of it, and by the company it keeps."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.vision.laying import WIDTH, row, tile
from vision.certainty import certainty, evidence
from vision.reading import Settings

SURE, DOUBTFUL = (0.9, 0.001), (0.4, 0.05)
HAND = row("1m 2m 3m 4p 5p 6p 7s 7s 7s E E E C C")


def judged(places, seen, no_tile, change=lambda corners: corners):
    corners = np.array([place.corners for place in places])
    return certainty(evidence(change(corners), np.array(seen), np.array(no_tile)))


def beside(hand, place):
    """How sure it is of a doubtful place beside a hand that is sure."""
    seen, no_tile = zip(*[SURE] * len(hand), DOUBTFUL, strict=True)
    return judged([*hand, place], seen, no_tile)[-1]


BELOW = tile("C", 7 * WIDTH, 90)


def test_company_makes_a_doubtful_place_a_tile():
    enough = Settings().certainty
    assert beside([], BELOW) < enough / 3
    assert beside(HAND[:1], BELOW) < enough
    assert beside(HAND, BELOW) > enough


@pytest.mark.parametrize(
    "worse",
    [
        tile("C", 7 * WIDTH, 90, scale=0.6),
        tile("C", 7 * WIDTH, 90, scale=1.6),
        tile("C", 7 * WIDTH, 900),
        tile("C", 30 * WIDTH, 90),
    ],
    ids=["smaller", "larger", "farther below", "farther aside"],
)
def test_the_nearer_and_the_more_alike_the_company_is_the_more_it_counts(worse):
    assert beside(HAND, worse) < beside(HAND, BELOW)


@pytest.mark.parametrize("doubted", [(0.4, 0.6), (0.05, 0.3)])
def test_company_that_is_doubtful_itself_says_nothing(doubted):
    places = [*HAND, BELOW]
    seen, no_tile = zip(*[doubted] * len(places), strict=True)
    alone = judged([BELOW], *([value] for value in doubted))[0]
    assert judged(places, seen, no_tile)[-1] == pytest.approx(alone)


@pytest.mark.parametrize(
    ("seen", "no_tile", "counts"),
    [(0.957, 0.0009, True), (0.8, 0.0005, True), (0.6, 0.01, False), (0.99, 0.4, False)],
)
def test_a_lone_tile_counts_where_both_networks_are_plain(seen, no_tile, counts):
    assert (judged([BELOW], [seen], [no_tile])[0] >= Settings().certainty) == counts


def test_places_on_top_of_each_other_keep_no_company():
    stacked = [tile("1m", x, 0) for x in (0, 8, 16, 24)]
    alone = judged(stacked[:1], [0.7], [0.05])
    assert judged(stacked, [0.7] * 4, [0.05] * 4) == pytest.approx(np.repeat(alone, 4))


chances = st.floats(0.0, 1.0)


@given(chances, chances, st.floats(0.0, 0.5), st.floats(0.2, 5.0), st.floats(0.0, 6.3))
def test_it_grows_with_both_opinions_and_does_not_depend_on_the_view(seen, no, more, scale, turn):
    places = HAND[:4]
    sure = np.array([SURE] * 3).T
    base = judged(places, [*sure[0], seen], [*sure[1], no])
    assert ((base >= 0) & (base <= 1)).all()
    assert judged(places, [*sure[0], min(1, seen + more)], [*sure[1], no])[-1] >= base[-1]
    assert judged(places, [*sure[0], seen], [*sure[1], max(0, no - more)])[-1] >= base[-1]

    c, s = scale * np.cos(turn), scale * np.sin(turn)
    moved = judged(
        places,
        [*sure[0], seen],
        [*sure[1], no],
        lambda corners: corners @ np.array([[c, s], [-s, c]]) + 7,
    )
    assert moved == pytest.approx(base, abs=1e-6)
