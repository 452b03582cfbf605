"""How fast `score_many` is beside PyMahjongGB, in one run on the same hands."""

from time import process_time

from scoring import score, score_many
from tests.benchmarks.hands import ordinary_hands
from tests.scoring import oracle

NUMBER = 8_192
RUNS = 3
# PyMahjongGB is compiled; on a quiet machine the two need about as long.
MOST_TIMES_SLOWER = 3


def quickest(call) -> float:
    """The processor time of the quickest of a few runs, in seconds."""
    times = []
    for _ in range(RUNS):
        start = process_time()
        call()
        times.append(process_time() - start)
    return min(times)


def test_totals_of_many_hands_are_about_as_quick_as_a_compiled_engine(capsys):
    pairs = ordinary_hands(NUMBER)
    hands = [hand for hand, _ in pairs]
    circumstances = [how for _, how in pairs]
    given = [oracle.arguments(*pair) for pair in pairs]
    start = process_time()
    score_many(hands[:1])
    prepared = process_time() - start
    ours = quickest(lambda: score_many(hands, circumstances))
    theirs = quickest(lambda: [oracle.MahjongGB.MahjongFanCalculator(*one) for one in given])
    one_by_one = quickest(lambda: [score(*pair) for pair in pairs[:500]]) / 500
    with capsys.disabled():
        print(
            f"\nscore_many {ours / NUMBER * 1e6:.2f} µs a hand after {prepared:.2f} s of "
            f"preparation, PyMahjongGB {theirs / NUMBER * 1e6:.2f} µs, ratio {ours / theirs:.2f}; "
            f"score {one_by_one * 1e6:.0f} µs"
        )
    assert ours < MOST_TIMES_SLOWER * theirs
    assert one_by_one > 10 * ours / NUMBER
