"""How fast hands are scored, beside PyMahjongGB in the same run on the same hands.

    python -m tests.benchmarks.bench_scoring

Times are processor times of one core. `score` explains every fan that counts and that does not;
`score_many` and PyMahjongGB find totals (and PyMahjongGB the names of the fans) only.
"""

import re
from collections.abc import Callable
from functools import partial
from time import process_time

from scoring import parse_hand, score, score_many
from scoring.tiles import SUITS
from tests.benchmarks.hands import ordinary_hands
from tests.scoring import oracle

HANDS = 10_000
RUNS = 3
# One suit with every tile entangled: the most readings and the most combinations.
HARD_HANDS = ("2223334445556m6m", "1112223334445m5m", "1122233334444s2s")


def seconds(call: Callable[[], object], runs: int = RUNS) -> float:
    """The processor time of the quickest of a few runs."""
    times = []
    for _ in range(runs):
        start = process_time()
        call()
        times.append(process_time() - start)
    return min(times)


def microseconds(function: Callable, given: list[tuple], runs: int = RUNS) -> float:
    """The mean time of a call over everything that it is given, in µs."""

    def call_all() -> None:
        for arguments in given:
            function(*arguments)

    return seconds(call_all, runs) / len(given) * 1e6


def microseconds_of_hard_hands() -> dict[str, tuple[float, float]]:
    """For each hard hand the first and the quickest time of `score`, in µs.

    Each is met in all three suits, and the least disturbed of the three first times is given.
    """
    times = {}
    for text in HARD_HANDS:
        first, again = [], []
        for suit in SUITS:
            parsed = parse_hand(re.sub("[mps]", suit, text))
            first.append(seconds(partial(score, *parsed), runs=1))
            again.append(seconds(partial(score, *parsed), runs=20))
        times[text] = (min(first) * 1e6, min(again) * 1e6)
    return times


def main() -> None:
    hard = microseconds_of_hard_hands()
    pairs = ordinary_hands(HANDS)
    first = microseconds(score, pairs, runs=1)
    again = microseconds(score, pairs)
    ready = [oracle.arguments(*pair) for pair in pairs]
    theirs = microseconds(oracle.MahjongGB.MahjongFanCalculator, ready)
    hands, circumstances = zip(*pairs, strict=True)
    score_many(hands[:1])
    bulk = seconds(lambda: score_many(hands, circumstances)) / HANDS * 1e6

    print(f"{HANDS} ordinary hands         µs a hand   hands a second   beside PyMahjongGB")
    for name, mean in (
        ("score, hands never met", first),
        ("score, met before", again),
        ("score_many", bulk),
        ("PyMahjongGB", theirs),
    ):
        print(f"{name:<26}{mean:>14.1f}{1e6 / mean:>17,.0f}{mean / theirs:>18.1f} x")
    print("\nhard hands                 first time, µs   again, µs")
    for text, (once, later) in hard.items():
        print(f"{text:<26}{once:>15.0f}{later:>12.0f}")


if __name__ == "__main__":
    main()
