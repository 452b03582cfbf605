"""Fans of pungs: the same number, shifted, concealed. A kong is a pung here."""

from scoring.fans.combining import one_rank, one_suit, shifted, suits_of
from scoring.fans.fan import Fan, Sight, declare

FANS: list[Fan] = []


@declare(
    FANS, 12, "四暗刻", 64, needs="hidden", brings="碰碰和 三暗刻 双暗刻 门前清", consensus="不求人"
)
def four_concealed_pungs(reading):
    return reading.hidden if len(reading.hidden) == 4 else ()


@declare(
    FANS,
    15,
    "一色四节高",
    48,
    sight=Sight.pungs,
    size=4,
    brings="一色三节高:own 碰碰和",
    excludes="一色三同顺",
)
def four_pure_shifted_pungs(*pungs):
    return one_suit(*pungs) and shifted(1, *pungs)


@declare(
    FANS,
    24,
    "一色三节高",
    24,
    sight=Sight.pungs,
    size=3,
    consensus="一色三同顺",
    rule1998="一色三同顺",
)
def pure_shifted_pungs(*pungs):
    return one_suit(*pungs) and shifted(1, *pungs)


@declare(FANS, 32, "三同刻", 16, sight=Sight.pungs, size=3, brings="双同刻:own")
def triple_pung(*pungs):
    return one_rank(*pungs)


@declare(FANS, 33, "三暗刻", 16, needs="hidden", brings="双暗刻")
def three_concealed_pungs(reading):
    return reading.hidden if len(reading.hidden) >= 3 else ()


@declare(FANS, 42, "三色三节高", 8, sight=Sight.pungs, size=3)
def mixed_shifted_pungs(*pungs):
    return suits_of(*pungs) == 3 and shifted(1, *pungs)


@declare(
    FANS,
    49,
    "碰碰和",
    6,
    needs="pungs",
)
def all_pungs(reading):
    return len(reading.pungs) == 4


@declare(FANS, 65, "双同刻", 2, sight=Sight.pungs, size=2)
def double_pung(*pungs):
    return one_rank(*pungs)


@declare(
    FANS,
    66,
    "双暗刻",
    2,
    needs="hidden",
)
def two_concealed_pungs(reading):
    return reading.hidden if len(reading.hidden) >= 2 else ()
