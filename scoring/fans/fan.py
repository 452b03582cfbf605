"""What a fan is, and how the modules beside this one declare theirs."""

from collections.abc import Callable
from dataclasses import dataclass, fields
from enum import Enum

from scoring.checks import shown
from scoring.names import NAMES, name_of

SOURCES = ("consensus", "rule1998", "greenbook")
"""Whose list of exclusions applies: today's consensus, the 1998 table, the Green Book of 2006."""


class Sight(Enum):
    """What the test of a fan looks at, and so what it is given and what it answers.

    kinds:   which tiles occur, as packed counts of 0 and 1 (`scoring.counts`); answers yes or no.
    reading: one `Reading` of the hand; answers yes or no, or the parts that make the fan once.
    ending:  the `Ending` of the hand, which says how it was won; answers yes or no.
    each:    one `Reading`; answers a list of the parts that make the fan, one entry for each count.
    chows:   `size` chows in index order; answers whether they make the fan together.
    pungs:   `size` pungs or kongs in index order, likewise.
    end:     the `Win` and the points of everything else; answers how often the fan counts.
    """

    kinds = "kinds"
    reading = "reading"
    ending = "ending"
    each = "each"
    chows = "chows"
    pungs = "pungs"
    end = "end"


class Scope(Enum):
    """How much of a fan another one removes."""

    every = "every one"
    own = "those made of its own sets"
    one = "one"
    pairs = "those made of pairs"


@dataclass(frozen=True, slots=True)
class Removal:
    """A fan that may not be counted beside another one."""

    fan: str
    scope: Scope = Scope.every

    def __str__(self) -> str:
        return self.fan if self.scope is Scope.every else f"{self.fan}:{self.scope.name}"


def removals(text: str) -> tuple[Removal, ...]:
    """Reads "箭刻 幺九刻:own": fan names, each with the scope where that is not every one."""
    read = []
    for word in text.split():
        fan, _, scope = word.partition(":")
        if scope and scope not in Scope.__members__:
            raise ValueError(
                f"unknown scope {scope!r} of {fan}: use one of {', '.join(Scope.__members__)}"
            )
        read.append(Removal(fan, Scope[scope] if scope else Scope.every))
    return tuple(read)


@dataclass(frozen=True, eq=False, slots=True)
class Fan:
    """A scoring element.

    chinese:  its name in simplified Chinese, which identifies it.
    points:   what it is worth each time it counts.
    test:     finds it; see `Sight` for what it is given.
    english:  its English name; may be left out where `scoring.names` knows it.
    number:   its place in the official table, 1 to 81; None for a fan of the house.
    sight:    what the test looks at.
    size:     how many chows or pungs combine, for those two sights.
    needs:    a field of the reading ("chows", "pungs", "honours", "kongs", "hidden",
              "is_special") without which there can be no such fan; the test is not asked where it
              is empty. It only saves time.
    brings:   what a hand with this fan always has as well, and so never counts (不重复).
    excludes: what all sources exclude beyond that.
    consensus, rule1998, greenbook: what one source alone excludes beyond that.

    The last five are texts for `removals`, for instance "箭刻 幺九刻:own".
    """

    chinese: str
    points: int
    test: Callable[..., object]
    english: str = ""
    number: int | None = None
    sight: Sight = Sight.reading
    size: int = 0
    needs: str = ""
    brings: str = ""
    excludes: str = ""
    consensus: str = ""
    rule1998: str = ""
    greenbook: str = ""

    def __post_init__(self) -> None:
        named = isinstance(self.chinese, str) and self.chinese
        if not named or not isinstance(self.points, int) or self.points < 0:
            raise ValueError(
                f"a fan needs a name and points of 0 or more, not {shown(self.chinese)} and "
                f"{shown(self.points)}"
            )
        if not callable(self.test):
            raise ValueError(
                f"the test of {self.chinese} must be a function, not {shown(self.test)}"
            )
        if self.sight in (Sight.chows, Sight.pungs) and self.size not in (2, 3, 4):
            raise ValueError(
                f"{self.chinese} looks at {self.sight.value}: say how many with size=2, 3 or 4"
            )
        for source in SOURCES:
            self.excluded(source)
        if not self.english:
            known = NAMES.get(self.chinese)
            object.__setattr__(self, "english", known.english if known else self.chinese)

    def name(self, language: str = "en") -> str:
        """The fan's name in "zh-Hans", "zh-Hant" or "en"."""
        if language == "en":
            return self.english
        return name_of(self.chinese, language) if self.chinese in NAMES else self.chinese

    def excluded(self, source: str = "consensus") -> tuple[Removal, ...]:
        """What may not be counted beside this fan by one of `SOURCES`."""
        if source not in SOURCES:
            raise ValueError(f"unknown source {source!r}: use one of {', '.join(SOURCES)}")
        return removals(f"{self.brings} {self.excludes} {getattr(self, source)}")

    @property
    def brought(self) -> tuple[Removal, ...]:
        """What a hand with this fan always has as well."""
        return removals(self.brings)

    def __reduce__(self) -> tuple:
        # A fan is itself: what is read back must be the one that the rules know.
        from scoring.fans import fan_named

        if fan_named(self.chinese) is self:
            return (fan_named, (self.chinese,))
        return (Fan, tuple(getattr(self, entry.name) for entry in fields(self)))

    def __repr__(self) -> str:
        return f"<Fan {self.chinese} {self.points}>"


def declare(registry: list[Fan], number: int, chinese: str, points: int, **details) -> Callable:
    """Decorates the test of a fan and puts the fan into a module's registry."""

    def register(test: Callable[..., object]) -> Callable[..., object]:
        registry.append(Fan(chinese, points, test, number=number, **details))
        return test

    return register
