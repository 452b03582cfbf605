"""What a reader takes for no tile, as crops labelled so."""

import numpy as np

from vision.reading import Places
from vision.training.crops import NONE, no_tiles
from vision.training.drawn import drawn
from vision.training.refused import EACH, refused


class Reader:
    """Suggests every label's place and a row of others, the further right the likelier tiles."""

    def __init__(self, labelled, beside):
        self.labelled, self.beside = labelled, beside

    def places(self, photo):
        row = [[(x, 0), (x + 4, 0), (x + 4, 4), (x, 4)] for x in range(0, 5 * self.beside, 5)]
        corners = np.array([*self.labelled, *row], float)
        sure = np.r_[np.zeros(len(self.labelled)), np.linspace(0, 0.8, self.beside)]
        return Places(corners, np.zeros((len(sure), 43)), sure, None)


def test_places_beside_labels_that_are_no_tiles_those_most_like_one_first():
    ((group, pixels, tiles),) = drawn(1)
    reader = Reader([corners for _, corners in tiles], 40)
    ((named, same, found),) = refused([(group, pixels, tiles)], reader)
    assert (named, same is pixels) == (no_tiles(group), True)
    assert {label for label, _ in found} == {NONE}
    assert [corners[0][0] for _, corners in found] == [5 * k for k in range(14, -1, -1)]


def test_few_of_one_picture():
    ((group, pixels, tiles),) = drawn(1)
    ((_, _, found),) = refused([(group, pixels, tiles)], Reader([], 90))
    assert len(found) == EACH


def test_nothing_of_a_picture_in_which_all_are_tiles():
    ((group, pixels, tiles),) = drawn(1)
    assert list(refused([(group, pixels, tiles)], Reader([c for _, c in tiles], 0))) == []
