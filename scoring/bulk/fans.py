"""The fans of many readings at once: found by the same conditions as in `scoring.fans`, weighed by
the points and removals of a rule set's book."""

from __future__ import annotations

from functools import lru_cache

import numpy as np

from scoring.bulk.batch import Batch
from scoring.bulk.readings import KNITTED, ORPHANS, PAIRS, STANDARD, STRAIGHT, Readings
from scoring.bulk.tables import (
    CHOW_BITS,
    CHOW_MASK,
    DIGITS,
    FIVE,
    HOGS,
    HONOUR_BASE,
    KINDS,
    NOT_FIVE,
    NOT_OUTSIDE,
    PAIR,
    PUNGS,
    Combined,
    combined_chows,
    combined_pungs,
    field,
    groups,
)
from scoring.counts import BITS
from scoring.fans import Scope, ranks, shapes, suits
from scoring.readings import HONOURS as PACKED_HONOURS
from scoring.readings import ORPHANS as PACKED_ORPHANS
from scoring.rules import Rules
from scoring.search import COMBINING, Book, book


def kinds_of(packed: int) -> int:
    """A set of kinds (`scoring.counts`) as a mask with one bit for each `Tile.index`."""
    return sum(1 << index for index in range(34) if packed >> BITS * index & 1)


OUTSIDE = kinds_of(PACKED_ORPHANS)
HONOURS = kinds_of(PACKED_HONOURS)
WINDS = kinds_of(suits.WINDS)
DRAGONS = kinds_of(suits.DRAGONS)
SUITS = [kinds_of(suit) for suit in suits.SUITS]
SUITED = SUITS[0] | SUITS[1] | SUITS[2]
EVEN = kinds_of(ranks.EVEN)
# Fans of a hand without any other tiles.
ONLY = {
    "清幺九": kinds_of(ranks.TERMINALS),
    "混幺九": OUTSIDE,
    "字一色": HONOURS,
    "绿一色": kinds_of(suits.GREEN),
    "推不倒": kinds_of(suits.REVERSIBLE),
    "全大": kinds_of(ranks.HIGH_THREE),
    "全中": kinds_of(ranks.MIDDLE_THREE),
    "全小": kinds_of(ranks.LOW_THREE),
    "大于五": kinds_of(ranks.HIGH_FOUR),
    "小于五": kinds_of(ranks.LOW_FOUR),
    "断幺": SUITED & ~OUTSIDE,
    "无字": SUITED,
}
SHIFTED_PAIRS = np.array([kinds_of(packed) for packed in shapes.SHIFTED_PAIRS])
GATES = sum(5**rank * (3 if rank in (0, 8) else 1) for rank in range(9))
KNITTED_STRAIGHTS = [kinds_of(straight) for straight in shapes.KNITTED_STRAIGHTS]
TERMINAL_CHOWS = 1 + 5**6  # one chow 123 and one chow 789


class Plan:
    """A book arranged for columns: fans from the dearest to the cheapest, and their removals."""

    def __init__(self, rules: Rules) -> None:
        self.book: Book = book(rules)
        self.chows: Combined = combined_chows(self.book)
        self.pungs: Combined = combined_pungs(self.book)
        entries = [
            entry
            for entry in self.book.entries.values()
            if entry.fan.sight not in COMBINING and entry.fan.chinese not in ("无番和", "花牌")
        ]
        entries.sort(key=lambda entry: entry.points, reverse=True)
        self.points = {entry.fan.chinese: entry.points for entry in entries}
        self.removes = {
            entry.fan.chinese: tuple(
                victim.fan.chinese
                for victim, scope in entry.removes.items()
                if victim.fan.sight not in COMBINING and scope is Scope.every
            )
            for entry in entries
        }
        nine_gates = self.book.entries["九莲宝灯"].removes
        self.gates_remove_one = nine_gates.get(self.book.entries["幺九刻"]) is Scope.one
        self.chicken = self.book.entries["无番和"].points


plan = lru_cache(maxsize=16)(Plan)


def can_plan(rules: Rules) -> bool:
    """Whether the columns know all that these rules ask for; otherwise hands go one by one."""
    return not rules.house_fans and rules.hogs_in_special_pairs and rules.exhausted_waits


def points_of(hands: Batch, found: Readings, rules: Rules) -> np.ndarray:
    """The points of each reading without flowers."""
    made_by = plan(rules)
    fans = _fans(hands, found, rules)
    points = _combinations(made_by, found, fans)
    for name, worth in made_by.points.items():
        times = fans.get(name)
        if times is None or not times.any():
            continue
        points += times * np.int16(worth)
        absent = times == 0
        for victim in made_by.removes[name]:
            if victim in fans:
                fans[victim] = fans[victim] * absent
        if name == "九莲宝灯" and made_by.gates_remove_one:
            fans["幺九刻"] = fans["幺九刻"] - ((fans["幺九刻"] > 0) & ~absent)
    return points + np.int16(made_by.chicken) * (points == 0)


def _combinations(made_by: Plan, found: Readings, fans: dict[str, np.ndarray]) -> np.ndarray:
    """The points of combined chows and pungs; what those remove is taken from ``fans``."""
    points = np.zeros(len(found.hand), np.int16)
    pungs = field(found.bodies, PUNGS) & SUITED
    for table, keys, rows in (
        (made_by.chows, found.chows, np.flatnonzero(found.chows)),
        (made_by.pungs, pungs, np.flatnonzero(np.bitwise_count(pungs) > 1)),
    ):
        if not len(rows):
            continue
        place = np.searchsorted(table.keys, keys[rows])
        worth = table.points[place].astype(np.int16)
        for remover, left in table.beside.items():
            worth = np.where(fans[remover][rows] > 0, left[place], worth)
        points[rows] += worth
        for name, dropped in table.drops.items():
            fans[name][rows] = fans[name][rows] * ~dropped[place]
    return points


def _fans(hands: Batch, found: Readings, rules: Rules) -> dict[str, np.ndarray]:
    """How often each fan occurs in each reading, before any removes another, by Chinese name.

    Combinations of chows and pungs are left out. So is 幺九刻 of a pung that a fan of winds or
    dragons counts, which removes it in every book.
    """
    hand, shape = found.hand, found.shape
    facts = groups().facts
    codes = hands.all_tiles
    of_suits = facts[codes[:3]]
    of_honours = facts[codes[3] + HONOUR_BASE]
    kinds = field(of_honours, KINDS) << 27
    for suit in range(3):
        kinds |= field(of_suits[suit], KINDS) << 9 * suit
    kinds = kinds[hand]
    kongs = hands.exposed_kongs + hands.concealed_kongs
    hogs = field(of_suits, HOGS).sum(axis=0) + field(of_honours, HOGS) - kongs
    in_suits = sum((kinds & suit > 0).astype(np.uint8) for suit in SUITS)
    honours = kinds & HONOURS > 0
    pungs = field(found.bodies, PUNGS)
    pair = field(found.bodies, PAIR) - 1
    pung_count = np.bitwise_count(pungs)
    winds = np.bitwise_count(pungs & WINDS)
    dragons = np.bitwise_count(pungs & DRAGONS)
    of_sets = shape <= STRAIGHT
    standard = shape == STANDARD
    exposed_kongs, concealed_kongs = hands.exposed_kongs[hand], hands.concealed_kongs[hand]
    kongs = kongs[hand]
    self_drawn = hands.self_drawn[hand]
    exposed = hands.exposed[hand]
    prevalent = pungs >> hands.prevalent_wind[hand] & 1
    seat = pungs >> hands.seat_wind[hand] & 1
    named = DRAGONS | 1 << hands.prevalent_wind[hand] | 1 << hands.seat_wind[hand]
    named |= np.where(winds >= 3, WINDS, 0)
    last_of_kind = hands.last_of_kind
    if rules.derived_last_tile:
        last_of_kind = last_of_kind | (hands.open_copies == 3)
    fans = {name: kinds & ~allowed == 0 for name, allowed in ONLY.items()}
    fans |= {
        "大四喜": winds == 4,
        "小四喜": (winds == 3) & _in(pair, 27, 31),
        "三风刻": winds >= 3,
        "大三元": dragons == 3,
        "小三元": (dragons == 2) & _in(pair, 31, 34),
        "双箭刻": dragons >= 2,
        "箭刻": dragons,
        "圈风刻": prevalent,
        "门风刻": seat,
        "清一色": (in_suits == 1) & ~honours,
        "混一色": (in_suits == 1) & honours,
        "五门齐": (in_suits == 3) & (kinds & WINDS > 0) & (kinds & DRAGONS > 0),
        "缺一门": (in_suits == 1) | (in_suits == 2),
        "四杠": kongs == 4,
        "三杠": kongs >= 3,
        "双暗杠": concealed_kongs >= 2,
        "双明杠": exposed_kongs >= 2,
        "暗杠": concealed_kongs,
        "明杠": exposed_kongs,
        "明暗杠": (exposed_kongs > 0) & (concealed_kongs > 0),
        "四暗刻": found.hidden == 4,
        "三暗刻": found.hidden >= 3,
        "双暗刻": found.hidden >= 2,
        "碰碰和": pung_count == 4,
        "全双刻": (pung_count == 4) & (kinds & ~EVEN == 0),
        "幺九刻": np.bitwise_count(pungs & OUTSIDE & ~named),
        "平和": of_sets & (pung_count == 0) & _in(pair, 0, 27),
        "全带幺": (standard & (field(found.bodies, NOT_OUTSIDE) == 0))
        | ((shape == PAIRS) & (kinds & ~OUTSIDE == 0)),
        "全带五": standard & (field(found.bodies, NOT_FIVE) == 0),
        "四归一": hogs[hand],
        "九莲宝灯": _nine_gates(hands)[hand],
        "七对": shape == PAIRS,
        "连七对": (shape == PAIRS) & np.isin(kinds, SHIFTED_PAIRS),
        "十三幺": shape == ORPHANS,
        "全不靠": shape == KNITTED,
        "七星不靠": (shape == KNITTED) & (kinds & HONOURS == HONOURS),
        "组合龙": (shape == STRAIGHT) | ((shape == KNITTED) & _holds_a_straight(kinds)),
        "妙手回春": hands.last_wall_tile[hand] & self_drawn,
        "海底捞月": hands.last_wall_tile[hand] & ~self_drawn,
        "杠上开花": hands.kong_replacement[hand],
        "抢杠和": hands.robbed_kong[hand],
        "和绝张": last_of_kind[hand],
        "全求人": (exposed == 4) & ~self_drawn,
        "不求人": (exposed == 0) & self_drawn,
        "门前清": (exposed == 0) & ~self_drawn,
        "自摸": self_drawn,
        "坎张": found.wait & ~found.pair_wait,
        "单钓将": found.wait & found.pair_wait,
    }
    fans |= _terminal_chows(found, pair)
    return {name: times.astype(np.int16) for name, times in fans.items()}


def _in(values: np.ndarray, start: int, stop: int) -> np.ndarray:
    return (values >= start) & (values < stop)


def _holds_a_straight(kinds: np.ndarray) -> np.ndarray:
    return np.logical_or.reduce([kinds & straight == straight for straight in KNITTED_STRAIGHTS])


def _nine_gates(hands: Batch) -> np.ndarray:
    group, place = np.divmod(hands.tile, 9)
    rows = np.arange(len(group))
    short = hands.standing[np.minimum(group, 3), rows] - DIGITS[place]
    return (hands.melds == 0) & (group < 3) & (short == GATES)


def _terminal_chows(found: Readings, pair: np.ndarray) -> dict[str, np.ndarray]:
    """一色双龙会 and 三色双龙会: 123 and 789, twice in one suit or once in two, around fives."""
    suits_of_chows = np.array([found.chows >> CHOW_BITS * suit & CHOW_MASK for suit in range(3)])
    once = suits_of_chows == TERMINAL_CHOWS
    twice = suits_of_chows == 2 * TERMINAL_CHOWS
    fives = np.array([pair == 9 * suit + FIVE for suit in range(3)])
    return {
        "一色双龙会": (twice & fives).any(axis=0),
        "三色双龙会": (once.sum(axis=0) == 2) & (fives & ~once).any(axis=0),
    }
