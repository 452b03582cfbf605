"""Places that a reader takes for no tile: what a classifier trained further must not unlearn.

Photos need not be labelled completely for this: an unlabelled tile that is read as one is left out.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import numpy as np

from vision import boxes, quads
from vision.images import Photo
from vision.reading import Reader
from vision.training.crops import NONE, Labelled, no_tiles

# At most so likely a tile, so many places of a photo, unless a label covers more of them than that.
NO_TILE, EACH, LABELLED = 0.3, 24, 0.3


def refused(pictures: Iterable[Labelled], reader: Reader) -> Iterator[Labelled]:
    """The places of labelled pictures that some look of the reader suggests and the whole of it
    takes for no tile, labelled NONE: those most like one first."""
    for group, pixels, tiles in pictures:
        places = reader.places(Photo(pixels))
        around = quads.around(places.corners)
        labelled = quads.around(np.array([corners for _, corners in tiles]).reshape(-1, 4, 2))
        covered = boxes.within(around, labelled).max(axis=1, initial=0.0)
        none = np.nonzero((places.sure <= NO_TILE) & (covered <= LABELLED))[0]
        none = none[np.argsort(-places.sure[none], kind="stable")][:EACH]
        if len(none):
            named = [(NONE, places.corners[i]) for i in none]
            yield no_tiles(group), pixels, named
