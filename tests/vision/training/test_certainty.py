"""The fit of what makes a place a tile."""

from dataclasses import astuple

import numpy as np
import pytest

from vision.certainty import Weights, certainty
from vision.training.certainty import fit


def test_the_fit_finds_the_weights_that_made_the_data():
    rng = np.random.default_rng(3)
    found = rng.normal(0, 1, (20_000, 4)) * [2.0, 3.0, 0.4, 1.0] + [0, 0, 0.5, 1.5]
    true = Weights(base=-2.0, seen=0.4, named=0.8, company=2.5, number=1.0)
    is_tile = rng.random(len(found)) < certainty(found, true)
    assert astuple(fit(found, is_tile)) == pytest.approx(astuple(true), abs=0.25)


def test_the_fit_stays_finite_where_one_column_tells_all():
    found = np.array([[x, 0.0, 0.0, 0.0] for x in (-2.0, -1.0, 1.0, 2.0)])
    weights = fit(found, found[:, 0] > 0)
    assert np.isfinite(astuple(weights)).all()
    assert (certainty(found, weights) > 0.5).tolist() == [False, False, True, True]
