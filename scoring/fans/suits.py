"""Fans of suits and honours: which tiles the hand is made of."""

from scoring.counts import kinds
from scoring.fans.fan import Fan, Sight, declare

FANS: list[Fan] = []

SUITS = CHARACTERS, DOTS, BAMBOOS = tuple(kinds("123456789", suit) for suit in "mps")
WINDS = kinds(honours="ESWN")
DRAGONS = kinds(honours="CFP")
HONOURS = WINDS | DRAGONS
GREEN = kinds("23468", "s", "F")
REVERSIBLE = kinds("1234589", "p") | kinds("245689", "s", "P")


def suits_in(present: int) -> int:
    """How many of the three suits occur."""
    return bool(present & CHARACTERS) + bool(present & DOTS) + bool(present & BAMBOOS)


@declare(FANS, 3, "绿一色", 88, sight=Sight.kinds, brings="缺一门", excludes="混一色")
def all_green(present):
    return not present & ~GREEN


@declare(FANS, 11, "字一色", 64, sight=Sight.kinds, brings="混幺九 碰碰和 全带幺 幺九刻")
def all_honours(present):
    return not present & ~HONOURS


@declare(FANS, 22, "清一色", 24, sight=Sight.kinds, brings="缺一门 无字")
def full_flush(present):
    return not present & HONOURS and suits_in(present) == 1


@declare(FANS, 40, "推不倒", 8, sight=Sight.kinds, brings="缺一门")
def reversible_tiles(present):
    return not present & ~REVERSIBLE


@declare(FANS, 50, "混一色", 6, sight=Sight.kinds, brings="缺一门")
def half_flush(present):
    return bool(present & HONOURS) and suits_in(present) == 1


@declare(FANS, 52, "五门齐", 6, sight=Sight.kinds)
def all_types(present):
    return bool(present & WINDS) and bool(present & DRAGONS) and suits_in(present) == 3


@declare(FANS, 75, "缺一门", 1, sight=Sight.kinds)
def one_voided_suit(present):
    return suits_in(present) in (1, 2)


@declare(FANS, 76, "无字", 1, sight=Sight.kinds)
def no_honours(present):
    return not present & HONOURS
