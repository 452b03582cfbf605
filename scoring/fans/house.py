"""Fans that some tables add to the national ones. They count only when asked for."""

from scoring.fans.combining import shifted, suits_of
from scoring.fans.fan import Fan, Sight, declare

FANS: list[Fan] = []


@declare(FANS, None, "混四节", 6, sight=Sight.pungs, size=4)
def four_mixed_shifted_pungs(*pungs):
    return suits_of(*pungs) in (2, 3) and shifted(1, *pungs)


@declare(FANS, None, "混四步", 4, sight=Sight.chows, size=4)
def four_mixed_shifted_chows(*chows):
    return suits_of(*chows) in (2, 3) and shifted(1, *chows)


@declare(FANS, None, "混三节", 4, sight=Sight.pungs, size=3)
def two_suited_shifted_pungs(*pungs):
    return suits_of(*pungs) == 2 and shifted(1, *pungs)


@declare(FANS, None, "混三步", 2, sight=Sight.chows, size=3)
def two_suited_shifted_chows(*chows):
    return suits_of(*chows) == 2 and shifted(1, *chows)


@declare(FANS, None, "258将", 1)
def pair_of_two_five_or_eight(reading):
    return reading.pair is not None and reading.pair.rank in (2, 5, 8)


@declare(FANS, None, "幺九头", 1)
def pair_of_terminals(reading):
    return reading.pair is not None and reading.pair.rank in (1, 9)
