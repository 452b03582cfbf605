"""Fans of chows: the same, shifted, linked, in one suit or in three."""

from scoring.fans.combining import one_rank, one_suit, shifted, suits_of
from scoring.fans.fan import Fan, Sight, declare

FANS: list[Fan] = []


def _terminal_chows_around_five(reading) -> bool:
    """123 and 789 in the chows' suits and a pair of fives."""
    return (
        len(reading.chows) == 4
        and reading.pair.rank == 5
        and all(chow.rank in (1, 7) for chow in reading.chows)
    )


@declare(
    FANS,
    13,
    "一色双龙会",
    64,
    needs="chows",
    brings="清一色 平和 一般高 老少副 无字",
    excludes="七对",
)
def pure_terminal_chows(reading):
    return (
        _terminal_chows_around_five(reading)
        and one_suit(*reading.chows, reading.pair)
        and [chow.rank for chow in reading.chows] == [1, 1, 7, 7]
    )


@declare(
    FANS,
    14,
    "一色四同顺",
    48,
    sight=Sight.chows,
    size=4,
    brings="一色三同顺:own 一般高:own 四归一",
    excludes="一色三节高",
    consensus="七对",
)
def quadruple_chow(*chows):
    return one_suit(*chows) and one_rank(*chows)


@declare(
    FANS,
    16,
    "一色四步高",
    32,
    sight=Sight.chows,
    size=4,
    brings="一色三步高:own 连六:own 老少副:own",
)
def four_pure_shifted_chows(*chows):
    return one_suit(*chows) and (shifted(1, *chows) or shifted(2, *chows))


@declare(
    FANS,
    23,
    "一色三同顺",
    24,
    sight=Sight.chows,
    size=3,
    brings="一般高:own",
    excludes="一色三节高",
)
def pure_triple_chow(*chows):
    return one_suit(*chows) and one_rank(*chows)


@declare(FANS, 28, "清龙", 16, sight=Sight.chows, size=3, brings="连六:own 老少副:own")
def pure_straight(*chows):
    return one_suit(*chows) and shifted(3, *chows)


@declare(
    FANS, 29, "三色双龙会", 16, needs="chows", brings="喜相逢 老少副 平和 无字", greenbook="一般高"
)
def three_suited_terminal_chows(reading):
    if not _terminal_chows_around_five(reading):
        return False
    chows = reading.chows
    return (
        [chow.rank for chow in chows] == [1, 7, 1, 7]
        and one_suit(*chows[:2])
        and one_suit(*chows[2:])
        and suits_of(*chows, reading.pair) == 3
    )


@declare(FANS, 30, "一色三步高", 16, sight=Sight.chows, size=3)
def pure_shifted_chows(*chows):
    return one_suit(*chows) and (shifted(1, *chows) or shifted(2, *chows))


@declare(FANS, 39, "花龙", 8, sight=Sight.chows, size=3)
def mixed_straight(*chows):
    return suits_of(*chows) == 3 and shifted(3, *chows)


@declare(FANS, 41, "三色三同顺", 8, sight=Sight.chows, size=3, brings="喜相逢:own")
def mixed_triple_chow(*chows):
    return suits_of(*chows) == 3 and one_rank(*chows)


@declare(FANS, 51, "三色三步高", 6, sight=Sight.chows, size=3)
def mixed_shifted_chows(*chows):
    return suits_of(*chows) == 3 and shifted(1, *chows)


@declare(FANS, 63, "平和", 2, needs="chows", brings="无字")
def all_chows(reading):
    return not reading.pungs and reading.pair is not None and reading.pair.rank is not None


@declare(FANS, 69, "一般高", 1, sight=Sight.chows, size=2)
def pure_double_chow(*chows):
    return one_suit(*chows) and one_rank(*chows)


@declare(FANS, 70, "喜相逢", 1, sight=Sight.chows, size=2)
def mixed_double_chow(*chows):
    return suits_of(*chows) == 2 and one_rank(*chows)


@declare(FANS, 71, "连六", 1, sight=Sight.chows, size=2)
def short_straight(*chows):
    return one_suit(*chows) and shifted(3, *chows)


@declare(FANS, 72, "老少副", 1, sight=Sight.chows, size=2)
def two_terminal_chows(*chows):
    return one_suit(*chows) and shifted(6, *chows)
