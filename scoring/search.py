"""Which of the fans found in a reading may be counted together for the most points.

The five principles turn into two kinds of constraint. Repetition (不重复) and the exclusions of the
books forbid pairs of fans. Taking sets apart (不拆移), the same fan twice with one set (不得相同)
and combining once (套算一次) limit how the fans of several chows, or of several pungs, hang
together: seen as lines between sets they may close no circle, and two equal fans may not meet in
a set. (A set that is still free may be joined once to one that is not: such steps draw exactly the
line-ups without a circle.) The best reading (就高不就低) is the one whose best legal selection is
worth the most.

Everything is searched: all line-ups that are not plainly worse than another one, and within each
the heaviest selection without a forbidden pair. Nothing is taken because it merely looks big.
"""

from functools import lru_cache
from itertools import combinations
from typing import NamedTuple

from scoring.fans import FANS, Fan, Scope, Sight
from scoring.parts import Part, PartKind, chow, pung
from scoring.readings import Ending, Reading, Win
from scoring.rules import Rules
from scoring.tiles import Tile

SPECIAL_HANDS = ("七对", "十三幺", "全不靠", "七星不靠", "连七对", "九莲宝灯", "四暗刻")
BIG_SETS = ("大三元", "小三元", "三风刻", "一色四同顺", "一色四节高", "一色四步高")
COMBINING = (Sight.chows, Sight.pungs)


class Entry:
    """A fan under one rule set: what it is worth and which fans it removes.

    `rank` is its place among the fans from the dearest to the cheapest. `bit` stands for it in
    masks, `victims` is the mask of what it removes and `company` of those among them that it always
    brings along. `is_entangled`: the fan removes, or is removed by, a fan that looks at something
    else. `parts_matter`: whether a fan removes another one can depend on what makes it.
    """

    __slots__ = (
        "bit",
        "company",
        "fan",
        "is_entangled",
        "parts_matter",
        "points",
        "rank",
        "removes",
        "victims",
    )

    def __init__(self, fan: Fan, points: int, bit: int) -> None:
        self.fan = fan
        self.points = points
        self.bit = bit
        self.rank = 0
        self.removes: dict[Entry, Scope] = {}
        self.victims = 0
        self.company = 0
        self.is_entangled = False
        self.parts_matter = False


class Finding(NamedTuple):
    """One occurrence of a fan: what makes it (None: the whole hand), and for a fan of combined
    sets their places among the chows or pungs."""

    entry: Entry
    parts: tuple[Part, ...] | None
    places: tuple[int, ...] = ()


class LineUp(NamedTuple):
    """Fans of combined sets that are legal together.

    `indices` point into `Combinations.found`; `bits` and `victims` are the masks of their entries.
    """

    indices: tuple[int, ...] = ()
    points: int = 0
    bits: int = 0
    victims: int = 0


class Combinations(NamedTuple):
    """The fans that some chows or pungs combine to, each with the places of its sets, and the
    line-ups worth a look, the most valuable first."""

    found: tuple[tuple[Entry, tuple[int, ...]], ...] = ()
    line_ups: tuple[LineUp, ...] = (LineUp(),)


NOTHING_COMBINES = Combinations()
MOST_KEPT = 1 << 16
"""How many answers each cache keeps; ordinary play never fills one."""


class Selection(NamedTuple):
    """The best legal selection in one reading, its points, and what was found beside it."""

    points: int
    counted: list[Finding]
    lost: list[Finding]


class Book:
    """All fans under one rule set, arranged for the search."""

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        entries: list[Entry] = []
        for fan in (*FANS, *rules.house_fans):
            points = _points(fan, rules)
            if points is not None:
                entries.append(Entry(fan, points, 1 << len(entries)))
        self.entries = {entry.fan.chinese: entry for entry in entries}
        dearest_first = sorted(
            entries, key=lambda entry: (-entry.points, entry.fan.number or len(FANS) + 1)
        )
        for rank, entry in enumerate(dearest_first):
            entry.rank = rank
            self._find_victims(entry)
        for entry in entries:
            entry.is_entangled = any(
                other.fan.sight is not entry.fan.sight
                for other in entries
                if other.bit & entry.victims or entry.bit & other.victims
            )

        def seeing(sight: Sight) -> tuple[Entry, ...]:
            return tuple(entry for entry in entries if entry.fan.sight is sight)

        self._of_kinds = seeing(Sight.kinds)
        self._of_endings = seeing(Sight.ending)
        self._of_chows = seeing(Sight.chows)
        self._of_pungs = seeing(Sight.pungs)
        self._at_end = seeing(Sight.end)
        in_readings = seeing(Sight.reading) + seeing(Sight.each)
        self._in_readings = tuple(
            (
                needed,
                tuple(
                    (entry, entry.fan.test, entry.fan.sight is Sight.each)
                    for entry in in_readings
                    if entry.fan.needs == needed
                ),
            )
            for needed in dict.fromkeys(entry.fan.needs for entry in in_readings)
        )
        self._find_ending = lru_cache(MOST_KEPT)(self._find_ending)
        self._settle = lru_cache(MOST_KEPT)(self._settle)
        self.combine_chows = lru_cache(MOST_KEPT)(self.combine_chows)
        self.combine_pungs = lru_cache(MOST_KEPT)(self.combine_pungs)
        self._made_by = lru_cache(MOST_KEPT)(self._made_by)

    def _find_victims(self, entry: Entry) -> None:
        company = self._company(entry)
        for name, scope in _removals(entry.fan, company, self.rules).items():
            victim = self.entries.get(name)
            if victim is None:
                continue
            if name in company:
                entry.company |= victim.bit
            if scope is Scope.own and entry.fan.sight is victim.fan.sight in COMBINING:
                continue  # no legal line-up combines the same sets again
            entry.removes[victim] = scope
            entry.victims |= victim.bit
            if scope in (Scope.own, Scope.pairs):
                entry.parts_matter = victim.parts_matter = True

    def _company(self, entry: Entry) -> dict[str, Scope]:
        """What comes along with a fan, and with that, and so on; the widest scope of each."""
        found: dict[str, Scope] = {}
        to_follow = list(entry.fan.brought)
        while to_follow:
            removal = to_follow.pop()
            if removal.fan not in found and removal.fan in self.entries:
                to_follow += self.entries[removal.fan].fan.brought
            if found.get(removal.fan) is not Scope.every:
                found[removal.fan] = removal.scope
        return found

    def _find_ending(self, ending: Ending) -> tuple[Finding, ...]:
        return tuple(Finding(entry, None) for entry in self._of_endings if entry.fan.test(ending))

    def findings(self, reading: Reading) -> list[Finding]:
        """Every fan in a reading but those of combined sets and those that look at the end."""
        kinds = reading.win.kinds
        found = [Finding(entry, None) for entry in self._of_kinds if entry.fan.test(kinds)]
        found += self._find_ending(reading.ending)
        for needed, entries in self._in_readings:
            if needed and not getattr(reading, needed):
                continue
            for entry, test, is_each in entries:
                made = test(reading)
                if not made:
                    continue
                if is_each:
                    found += [Finding(entry, parts) for parts in made]
                else:
                    found.append(Finding(entry, made if isinstance(made, tuple) else None))
        return found

    def combine_chows(self, lowest: tuple[Tile, ...]) -> Combinations:
        """How chows, given by their lowest tiles in index order, combine."""
        return self._combine([chow(tile) for tile in lowest])

    def combine_pungs(self, tiles: tuple[Tile, ...]) -> Combinations:
        """How pungs or kongs, given by their tiles in index order, combine."""
        return self._combine([pung(tile) for tile in tiles])

    def _combine(self, sets: list[Part]) -> Combinations:
        found = []
        for size in range(len(sets), 1, -1):
            for places in combinations(range(len(sets)), size):
                for entry in self._made_by(*[sets[place] for place in places]):
                    found.append((entry, places))
        return Combinations(tuple(found), _line_ups(found)) if found else NOTHING_COMBINES

    def _made_by(self, *sets: Part) -> tuple[Entry, ...]:
        entries = self._of_chows if sets[0].is_chow else self._of_pungs
        return tuple(
            entry for entry in entries if entry.fan.size == len(sets) and entry.fan.test(*sets)
        )

    def best(self, reading: Reading) -> Selection:
        """The legal selection of fans that is worth the most in a reading."""
        base = self.findings(reading)
        base_points, base_counted = self._heaviest(base)
        chows, pungs = reading.chows, reading.pungs
        of_chows = of_pungs = NOTHING_COMBINES
        if len(chows) > 1:
            of_chows = self.combine_chows(tuple([part.tile for part in chows]))
        if len(pungs) > 1:
            of_pungs = self.combine_pungs(tuple([part.tile for part in pungs]))
        if not of_chows.found and not of_pungs.found:
            return Selection(base_points, base_counted, _without(base, base_counted))
        bits = victims = 0
        for finding in base:
            bits |= finding.entry.bit
            victims |= finding.entry.victims
        placed_chows = _placed(of_chows, chows)
        placed_pungs = _placed(of_pungs, pungs)
        points, counted = -1, []
        for one in of_chows.line_ups:
            for other in of_pungs.line_ups:
                most = base_points + one.points + other.points
                if most <= points:
                    continue
                line_up = [placed_chows[index] for index in one.indices]
                line_up += [placed_pungs[index] for index in other.indices]
                if (
                    victims & (one.bits | other.bits)
                    or one.victims & (bits | other.bits)
                    or other.victims & (bits | one.bits)
                ):
                    at_best, selected = self._heaviest(base + line_up)
                else:
                    at_best, selected = most, base_counted + line_up
                if at_best > points:
                    points, counted = at_best, selected
        everything = base + placed_chows + placed_pungs
        return Selection(points, counted, _without(everything, counted))

    def _heaviest(self, findings: list[Finding]) -> tuple[int, list[Finding]]:
        """The selection without a forbidden pair that is worth the most, and its points.

        The same fans meet again and again, so the answers are kept; what makes a fan is part of the
        question only where it can matter.
        """
        points, places = self._settle(
            *[finding if finding.entry.parts_matter else finding.entry for finding in findings]
        )
        if len(places) == len(findings):
            return points, findings
        return points, [findings[place] for place in places]

    def _settle(self, *met: Finding | Entry) -> tuple[int, tuple[int, ...]]:
        findings = [one if isinstance(one, Finding) else Finding(one, None) for one in met]
        weights = [finding.entry.points for finding in findings]
        order = sorted(range(len(findings)), key=lambda place: findings[place].entry.rank)
        points, chosen = independent(_rivals(findings), weights, order, (1 << len(findings)) - 1)
        return points, tuple(place for place in range(len(findings)) if chosen >> place & 1)

    def at_end(self, win: Win, points: int) -> list[tuple[Entry, int]]:
        """The fans that look at the end, each with how often it counts."""
        counted = []
        for entry in self._at_end:
            times = entry.fan.test(win, points)
            if times:
                counted.append((entry, int(times)))
        return counted


@lru_cache(maxsize=64)
def book(rules: Rules) -> Book:
    """The fans of a rule set, arranged once."""
    return Book(rules)


def _rivals(findings: list[Finding]) -> list[int]:
    """For each finding the mask of those that may not be counted beside it."""
    rivals = [0] * len(findings)
    present = 0
    for finding in findings:
        present |= finding.entry.bit
    for place, finding in enumerate(findings):
        removed = finding.entry.victims & present
        if not removed:
            continue
        for other_place, other in enumerate(findings):
            if other.entry.bit & removed and removes(finding, other):
                rivals[place] |= 1 << other_place
                rivals[other_place] |= 1 << place
                if finding.entry.removes[other.entry] is Scope.one:
                    removed &= ~other.entry.bit
    return rivals


def removes(finding: Finding, other: Finding) -> bool:
    """Whether a fan removes another one, as far as that one's sets decide it."""
    scope = finding.entry.removes.get(other.entry)
    if scope is Scope.own:
        return (
            finding.parts is None
            or other.parts is None
            or all(part in finding.parts for part in other.parts)
        )
    if scope is Scope.pairs:
        return other.parts is not None and all(part.kind is PartKind.pair for part in other.parts)
    return scope is not None


def independent(
    rivals: list[int], weights: list[int], order: list[int], alive: int
) -> tuple[int, int]:
    """The heaviest set of places of which no two are rivals, as points and mask.

    A place that outweighs all its living rivals together belongs to some heaviest set: any set
    without it loses nothing by swapping them for it. Only what is left after such places is tried
    both ways.
    """
    points, chosen = 0, 0
    settled = True
    while alive and settled:
        settled = False
        for place in order:
            if not alive >> place & 1:
                continue
            against = rivals[place] & alive
            if against and weights[place] < sum(
                [weights[other] for other in order if against >> other & 1]
            ):
                continue
            points += weights[place]
            chosen |= 1 << place
            alive &= ~(against | 1 << place)
            settled = True
    if not alive:
        return points, chosen
    place = next(place for place in order if alive >> place & 1)
    without = alive & ~(1 << place)
    taken = independent(rivals, weights, order, without & ~rivals[place])
    left = independent(rivals, weights, order, without)
    if taken[0] + weights[place] >= left[0]:
        return points + taken[0] + weights[place], chosen | taken[1] | 1 << place
    return points + left[0], chosen | left[1]


def _without(findings: list[Finding], counted: list[Finding]) -> list[Finding]:
    if len(findings) == len(counted):
        return []
    kept = {id(finding) for finding in counted}
    return [finding for finding in findings if id(finding) not in kept]


def _placed(combined: Combinations, sets: tuple[Part, ...]) -> list[Finding]:
    return [
        Finding(entry, tuple([sets[place] for place in places]), places)
        for entry, places in combined.found
    ]


def _line_ups(found: list[tuple[Entry, tuple[int, ...]]]) -> tuple[LineUp, ...]:
    """The legal line-ups that could be part of a best selection, the most valuable first.

    Of line-ups with the same entangled fans only the one with most points matters, and one without
    entangled fans is worth its points in every company.
    """
    best: dict[tuple[int, ...], LineUp] = {}
    masks = [sum(1 << place for place in places) for _, places in found]

    def grow(start: int, line_up: LineUp, joined: tuple[int, ...]) -> None:
        entangled = tuple([index for index in line_up.indices if found[index][0].is_entangled])
        if entangled not in best or line_up.points > best[entangled].points:
            best[entangled] = line_up
        for index in range(start, len(found)):
            entry = found[index][0]
            merged = _join(joined, masks[index])
            if merged is None or any(
                found[other][0] is entry and masks[other] & masks[index]
                for other in line_up.indices
            ):
                continue
            longer = LineUp(
                (*line_up.indices, index),
                line_up.points + entry.points,
                line_up.bits | entry.bit,
                line_up.victims | entry.victims,
            )
            grow(index + 1, longer, merged)

    grow(0, LineUp(), ())
    plain = best.pop(())
    worthwhile = [plain, *[line_up for line_up in best.values() if line_up.points > plain.points]]
    return tuple(sorted(worthwhile, key=lambda line_up: line_up.points, reverse=True))


def _join(joined: tuple[int, ...], sets: int) -> tuple[int, ...] | None:
    """The groups of joined sets, as masks, after one more fan; None where it closes a circle."""
    merged = sets
    apart = []
    for group in joined:
        shared = group & sets
        if shared & (shared - 1):
            return None
        if shared:
            merged |= group
        else:
            apart.append(group)
    return (*apart, merged)


def _points(fan: Fan, rules: Rules) -> int | None:
    """What a fan is worth under the rules; None when it does not exist."""
    if fan.chinese == "双暗杠":
        return rules.two_concealed_kongs
    if fan.chinese == "明暗杠":
        return None if rules.mixed_kongs == "2+1" else int(rules.mixed_kongs)
    if fan.chinese == "花牌" and not rules.flowers:
        return None
    return fan.points


def _removals(fan: Fan, company: dict[str, Scope], rules: Rules) -> dict[str, Scope]:
    """The fans that one removes under the rules, by name."""
    found = dict(company)
    for removal in fan.excluded(rules.exclusions):
        if found.get(removal.fan) is not Scope.every:
            found[removal.fan] = removal.scope
    name = fan.chinese
    if name in SPECIAL_HANDS and rules.fully_concealed_special_hands:
        found.pop("不求人", None)
    if name in ("三杠", "四杠") and rules.concealed_kongs_beside_three:
        del found["双暗杠"], found["暗杠"]
    if name == "九莲宝灯" and rules.nine_gates_pungs == "none":
        found["幺九刻"] = Scope.every
    if name in ("绿一色", "清幺九") and not rules.hogs_in_special_pairs:
        found["四归一"] = Scope.pairs
    if name == "清幺九" and not rules.triple_pung_of_terminals:
        found["三同刻"] = Scope.every
    if name == "全大" and rules.upper_and_upper_four:
        found.pop("大于五", None)
    if name == "全小" and rules.upper_and_upper_four:
        found.pop("小于五", None)
    if name in BIG_SETS and not rules.voided_suit_beside_big_sets:
        found["缺一门"] = Scope.every
    return found
