"""`score_many` is about as quick as PyMahjongGB, which is compiled."""

import pytest

from scoring import Rules, score_many
from tests.benchmarks.bench_scoring import microseconds, seconds
from tests.benchmarks.hands import ordinary_hands
from tests.scoring import oracle

pytestmark = pytest.mark.slow

NUMBER = 8_192
# The two need about as long; the rest is for machines where numpy or the compiler did worse.
MOST_TIMES_SLOWER = 3


def test_totals_of_many_hands_are_about_as_quick_as_a_compiled_engine():
    pairs = ordinary_hands(NUMBER)
    hands, circumstances = zip(*pairs, strict=True)
    score_many(hands[:1])
    ours = seconds(lambda: score_many(hands, circumstances)) / NUMBER * 1e6
    given = [oracle.arguments(*pair) for pair in pairs]
    assert ours < MOST_TIMES_SLOWER * microseconds(oracle.MahjongGB.MahjongFanCalculator, given)


def test_preparing_a_rule_set_takes_seconds_at_most():
    hand = ordinary_hands(1)[0][0]
    assert seconds(lambda: score_many([hand], rules=Rules(minimum=9)), runs=1) < 10
