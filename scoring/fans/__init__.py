"""The fans of the national rules, and those of the house.

`FANS` holds the 81 fans of the official table in their order, and after them 明暗杠, the 5 points
that today's rules give for one exposed and one concealed kong. `HOUSE_FANS` are six fans that some
tables add. Each subject has its module:

suits     which suits and honours occur           chows     fans of chows
ranks     terminals, fives, high and low tiles    pungs     fans of pungs
honours   winds and dragons                       kongs     fans of kongs
shapes    pairs, orphans, knitted tiles           winning   the last tile, the wait, concealed hands
"""

from scoring.fans import chows, honours, house, kongs, pungs, ranks, shapes, suits, winning
from scoring.fans.fan import SOURCES, Fan, Removal, Scope, Sight

FANS: tuple[Fan, ...] = tuple(
    sorted(
        (
            fan
            for subject in (suits, ranks, honours, chows, pungs, kongs, shapes, winning)
            for fan in subject.FANS
        ),
        key=lambda fan: fan.number,
    )
)
HOUSE_FANS: tuple[Fan, ...] = tuple(house.FANS)
_BY_NAME: dict[str, Fan] = {fan.chinese: fan for fan in (*FANS, *HOUSE_FANS)}


def fan_named(chinese: str) -> Fan | None:
    """The fan of that simplified Chinese name among `FANS` and `HOUSE_FANS`."""
    return _BY_NAME.get(chinese)


__all__ = ["FANS", "HOUSE_FANS", "SOURCES", "Fan", "Removal", "Scope", "Sight", "fan_named"]
