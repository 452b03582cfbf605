"""Fans of numbers: terminals, fives, even, high, middle and low tiles, and four of a kind."""

from scoring.counts import UNITS, kinds
from scoring.fans.fan import Fan, Sight, declare
from scoring.readings import ORPHANS, Shape

FANS: list[Fan] = []

TERMINALS = kinds("19")
EVEN = kinds("2468")
HIGH_THREE = kinds("789")
MIDDLE_THREE = kinds("456")
LOW_THREE = kinds("123")
HIGH_FOUR = kinds("6789")
LOW_FOUR = kinds("1234")


@declare(
    FANS,
    8,
    "清幺九",
    64,
    sight=Sight.kinds,
    brings="混幺九 碰碰和 全带幺 幺九刻 无字",
    consensus="双同刻",
    rule1998="双同刻 三同刻",
)
def all_terminals(present):
    return not present & ~TERMINALS


@declare(FANS, 18, "混幺九", 32, sight=Sight.kinds, brings="碰碰和 全带幺 幺九刻")
def all_terminals_and_honours(present):
    return not present & ~ORPHANS


@declare(FANS, 21, "全双刻", 24, needs="pungs", brings="碰碰和 断幺 无字")
def all_even_pungs(reading):
    return len(reading.pungs) == 4 and not reading.win.kinds & ~EVEN


@declare(
    FANS, 25, "全大", 24, sight=Sight.kinds, brings="无字", consensus="大于五", greenbook="大于五"
)
def upper_tiles(present):
    return not present & ~HIGH_THREE


@declare(FANS, 26, "全中", 24, sight=Sight.kinds, brings="断幺 无字")
def middle_tiles(present):
    return not present & ~MIDDLE_THREE


@declare(
    FANS, 27, "全小", 24, sight=Sight.kinds, brings="无字", consensus="小于五", greenbook="小于五"
)
def lower_tiles(present):
    return not present & ~LOW_THREE


@declare(FANS, 31, "全带五", 16, brings="断幺 无字")
def all_fives(reading):
    return reading.shape is Shape.standard and all(part.has_five for part in reading.parts)


@declare(FANS, 36, "大于五", 12, sight=Sight.kinds, brings="无字")
def upper_four(present):
    return not present & ~HIGH_FOUR


@declare(FANS, 37, "小于五", 12, sight=Sight.kinds, brings="无字")
def lower_four(present):
    return not present & ~LOW_FOUR


@declare(FANS, 55, "全带幺", 4)
def outside_hand(reading):
    return all(part.is_outside for part in reading.parts)


@declare(FANS, 64, "四归一", 2, sight=Sight.each)
def tile_hog(reading):
    hogs = reading.win.hogs
    if not hogs:
        return []
    tiles = [tile for tile in dict.fromkeys(reading.win.hand.tiles) if hogs & UNITS[tile.index]]
    return [tuple(part for part in reading.parts if tile in part.tiles) for tile in tiles]


@declare(FANS, 68, "断幺", 2, sight=Sight.kinds, brings="无字")
def all_simples(present):
    return not present & ORPHANS


@declare(FANS, 73, "幺九刻", 1, needs="pungs", sight=Sight.each)
def pung_of_terminals_or_honours(reading):
    return [(pung,) for pung in reading.pungs if pung.is_outside]
