"""Fans of the special shapes: pairs, orphans, knitted tiles, and the nine gates."""

from scoring.counts import UNITS, kinds
from scoring.fans.fan import Fan, declare
from scoring.readings import HONOURS, KNITTED_STRAIGHTS, PartKind, Shape

FANS: list[Fan] = []

NINE_GATES = tuple(kinds("123456789", suit) + 2 * kinds("19", suit) for suit in "mps")
SHIFTED_PAIRS = tuple(
    kinds("123456789"[start : start + 7], suit) for suit in "mps" for start in range(3)
)


@declare(
    FANS,
    4,
    "九莲宝灯",
    88,
    brings="清一色 门前清 无字 幺九刻:one",
    consensus="不求人",
    greenbook="幺九刻",
)
def nine_gates(reading):
    return reading.win.standing - UNITS[reading.win.tile.index] in NINE_GATES


@declare(
    FANS,
    6,
    "连七对",
    88,
    needs="is_special",
    brings="七对 清一色 门前清 无字 单钓将",
    consensus="不求人",
    rule1998="不求人",
)
def seven_shifted_pairs(reading):
    return reading.shape is Shape.seven_pairs and reading.win.kinds in SHIFTED_PAIRS


@declare(
    FANS,
    7,
    "十三幺",
    88,
    needs="is_special",
    brings="五门齐 混幺九 门前清 单钓将",
    consensus="不求人",
    rule1998="不求人",
)
def thirteen_orphans(reading):
    return reading.shape is Shape.thirteen_orphans


@declare(
    FANS,
    19,
    "七对",
    24,
    needs="is_special",
    brings="门前清 单钓将",
    consensus="不求人",
    rule1998="不求人",
)
def seven_pairs(reading):
    return reading.shape is Shape.seven_pairs


@declare(
    FANS,
    20,
    "七星不靠",
    24,
    needs="is_special",
    brings="全不靠 五门齐 门前清 单钓将",
    consensus="不求人",
    rule1998="不求人",
)
def greater_honours_and_knitted_tiles(reading):
    return reading.shape is Shape.knitted and not HONOURS & ~reading.win.kinds


@declare(
    FANS,
    34,
    "全不靠",
    12,
    needs="is_special",
    brings="五门齐 门前清 单钓将",
    consensus="不求人",
    rule1998="不求人",
)
def lesser_honours_and_knitted_tiles(reading):
    return reading.shape is Shape.knitted


@declare(FANS, 35, "组合龙", 12, needs="is_special")
def knitted_straight(reading):
    if reading.shape is Shape.knitted_straight:
        return tuple([part for part in reading.parts if part.kind is PartKind.knitted])
    return reading.shape is Shape.knitted and any(
        not straight & ~reading.win.kinds for straight in KNITTED_STRAIGHTS
    )
