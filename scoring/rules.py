"""The rule set: every point on which the books disagree is a named option."""

import re
from dataclasses import dataclass, field, fields, replace

from scoring.checks import shown
from scoring.fans import FANS, HOUSE_FANS, SOURCES, Fan, fan_named


class UnknownRules(ValueError):
    """A preset, an option or a value of an option that does not exist."""


def _option(default: object, choices: tuple, question: str):
    return field(default=default, metadata={"choices": choices, "question": question})


def _yes_or_no(default: bool, question: str):
    return _option(default, (True, False), question)


@dataclass(frozen=True, slots=True)
class Rules:
    """What counts, where sources differ. The defaults are today's national rules.

    What may not be counted together is first a matter of the list that `exclusions` names. Other
    options leave a point to that list by their default, and settle it by the other answer.
    `OPTIONS` lists each option with its choices and the question that it answers; the values of
    `minimum` and `payment` are free, `house_fans` takes any fans.
    """

    exclusions: str = _option(
        "consensus",
        SOURCES,
        "Whose list says what may not be counted together?",
    )
    flowers: bool = _yes_or_no(True, "Are the eight flowers part of the tiles?")
    fully_concealed_special_hands: bool = _yes_or_no(
        False,
        "Do self-drawn 七对, 十三幺, 全不靠, 七星不靠, 连七对, 九莲宝灯 and 四暗刻 count 不求人 "
        "instead of 自摸?",
    )
    two_concealed_kongs: int = _option(6, (6, 8), "How many points is 双暗杠 worth?")
    mixed_kongs: str = _option(
        "5",
        ("5", "6", "2+1"),
        "How many points are one exposed and one concealed kong worth?",
    )
    concealed_kongs_beside_three: bool = _yes_or_no(
        False, "Do 三杠 and 四杠 leave 双暗杠 or 暗杠 for the concealed ones among them?"
    )
    nine_gates_pungs: str = _option(
        "one less", ("one less", "none"), "How many 幺九刻 count beside 九莲宝灯?"
    )
    hogs_in_special_pairs: bool = _yes_or_no(
        True, "Does 四归一 count in a 绿一色 or 清幺九 of seven pairs?"
    )
    triple_pung_of_terminals: bool = _yes_or_no(True, "Does 三同刻 count beside 清幺九?")
    knitted_straight_waits: bool = _yes_or_no(
        True, "Do 边张, 坎张 and 单钓将 count beside a 组合龙?"
    )
    exhausted_waits: bool = _yes_or_no(
        True, "Is a tile of which the player holds all four still a wait?"
    )
    upper_and_upper_four: bool = _yes_or_no(
        False, "Do 全大 and 大于五, 全小 and 小于五 count together?"
    )
    voided_suit_beside_big_sets: bool = _yes_or_no(
        True,
        "Does 缺一门 count beside 大三元, 小三元, 三风刻, 一色四同顺, 一色四节高 and 一色四步高?",
    )
    robbed_kong_on_last_tile: bool = _yes_or_no(
        True, "Can 抢杠和 and 海底捞月 happen together? Otherwise such a hand is refused."
    )
    derived_last_tile: bool = _yes_or_no(
        True, "Is 和绝张 counted unasked when one's own exposed sets show the three other tiles?"
    )
    minimum: int = 8
    payment: int = 8
    house_fans: tuple[Fan, ...] = ()

    def __post_init__(self) -> None:
        for option in OPTIONS.values():
            option.check(getattr(self, option.name))
        for name in ("minimum", "payment"):
            value = getattr(self, name)
            if not isinstance(value, int) or isinstance(value, bool) or value < 0:
                raise UnknownRules(f"{name} must be a whole number of 0 or more, not {value!r}")
        try:
            house_fans = tuple(self.house_fans)
        except TypeError:
            raise UnknownRules(
                f"house_fans must be a sequence of fans, not {shown(self.house_fans)}"
            ) from None
        for fan in house_fans:
            if not isinstance(fan, Fan):
                raise UnknownRules(f"a house fan must be a Fan, not {fan!r}")
        names = [fan.chinese for fan in (*FANS, *house_fans)]
        for fan in house_fans:
            if names.count(fan.chinese) > 1:
                raise UnknownRules(f"there are two fans named {fan.chinese}: rename one")
            for removal in fan.excluded(self.exclusions):
                if removal.fan not in names and fan_named(removal.fan) is None:
                    raise UnknownRules(
                        f"{fan.chinese} keeps out {removal.fan}, which is no fan: correct its name"
                    )
        object.__setattr__(self, "house_fans", house_fans)

    @staticmethod
    def preset(name: str) -> "Rules":
        """One of `PRESETS` by its name."""
        if not isinstance(name, str) or name not in PRESETS:
            raise UnknownRules(f"unknown rules {name!r}: use one of {', '.join(PRESETS)}")
        return PRESETS[name]

    def replace(self, **options: object) -> "Rules":
        """These rules with some options changed."""
        known = {entry.name for entry in fields(Rules)}
        for name in options:
            if name not in known:
                raise UnknownRules(
                    f"unknown option {name!r}: use one of {', '.join(sorted(known))}"
                )
        return replace(self, **options)

    def with_option(self, text: str) -> "Rules":
        """These rules with one option given as text, such as "mixed_kongs=6"."""
        name, equals, value = text.partition("=") if isinstance(text, str) else ("", "", "")
        if not equals:
            raise UnknownRules(f"an option is written name=value, not {shown(text)}")
        name, value = name.strip(), value.strip()
        if name in ("minimum", "payment"):
            if not re.fullmatch("[0-9]{1,6}", value):
                raise UnknownRules(
                    f"{name} must be a whole number from 0 to 999999, not {value[:20]!r}"
                )
            return self.replace(**{name: int(value)})
        if name not in OPTIONS:
            names = ", ".join((*OPTIONS, "minimum", "payment"))
            raise UnknownRules(f"unknown option {name!r}: use one of {names}")
        return self.replace(**{name: OPTIONS[name].read(value)})

    def with_fan(self, *fans: Fan) -> "Rules":
        """These rules with fans of the house added."""
        return self.replace(house_fans=(*self.house_fans, *fans))


@dataclass(frozen=True, slots=True)
class Option:
    """A disputed point: what is asked, and the answers that exist."""

    name: str
    default: object
    choices: tuple
    question: str

    def check(self, value: object) -> None:
        if not any(value == choice and type(value) is type(choice) for choice in self.choices):
            raise UnknownRules(f"{self.name} cannot be {value!r}: use {self._choices()}")

    def read(self, text: str) -> object:
        """The choice that a text names; yes and no are understood."""
        wanted = {"yes": "true", "no": "false"}.get(text.lower(), text.lower())
        for choice in self.choices:
            if wanted == str(choice).lower():
                return choice
        raise UnknownRules(f"{self.name} cannot be {text!r}: use {self._choices()}")

    def _choices(self) -> str:
        return " or ".join(str(choice).lower() for choice in self.choices)


OPTIONS: dict[str, Option] = {
    entry.name: Option(
        entry.name, entry.default, entry.metadata["choices"], entry.metadata["question"]
    )
    for entry in fields(Rules)
    if entry.metadata
}

PRESETS: dict[str, Rules] = {
    "national": Rules(),
    "greenbook": Rules(
        exclusions="greenbook",
        two_concealed_kongs=8,
        mixed_kongs="6",
        knitted_straight_waits=False,
    ),
    "1998": Rules(
        exclusions="rule1998",
        mixed_kongs="2+1",
    ),
    "136": Rules(flowers=False),
    "house": Rules(house_fans=HOUSE_FANS),
}
"""Ready rule sets: today's national rules, the Green Book of 2006, the bare table of 1998, the 136
tiles without flowers, and the national rules with the fans of the house."""
