"""Values of another type than asked for, refused in one sentence."""

from __future__ import annotations

LONGEST_SHOWN = 60

_MADE_BY = {
    "Hand": "text becomes one by parse_hand(text).hand",
    "Circumstances": "text becomes one by parse_circumstances(text)",
    "Rules": "Rules.preset(name) gives one by its name",
    "str": "write a hand like '123m456p789sEEE55p', circumstances like 'EE1000'",
}


class WrongType(TypeError, ValueError):
    """A value of another type than asked for.

    A TypeError, as it is the caller's mistake; a ValueError too, like all that this package raises.
    """


def shown(value: object) -> str:
    """A value as a message names it: as it is written, or by its type where that is long."""
    text = repr(value)
    return text if len(text) <= LONGEST_SHOWN else f"a {type(value).__name__}"


def wrong_type(value: object, kind: type) -> WrongType:
    """The error that says that a value is no Hand, Circumstances, Rules or text."""
    name = "text" if kind is str else kind.__name__
    return WrongType(f"{shown(value)} is no {name}: {_MADE_BY[kind.__name__]}")
