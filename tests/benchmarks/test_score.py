"""`score` with all its reasons is quick enough: 5,000 ordinary hands a second, none above 2 ms."""

import pytest

from scoring import score
from tests.benchmarks.bench_scoring import microseconds, microseconds_of_hard_hands
from tests.benchmarks.hands import ordinary_hands

pytestmark = pytest.mark.slow


def test_ordinary_hands_are_scored_at_five_thousand_a_second():
    assert microseconds(score, ordinary_hands(2_000)) < 200


def test_no_hand_takes_two_milliseconds_not_even_the_first_time():
    for first, again in microseconds_of_hard_hands().values():
        assert again <= first < 2_000
