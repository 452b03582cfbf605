"""Who pays what for a win: 8 points each, and the points of the hand from whoever is to blame."""

from numbers import Integral
from typing import NamedTuple

from scoring.checks import shown


class Payment(NamedTuple):
    """What one of the four players receives, or pays where it is negative."""

    player: str
    amount: int


def payments(total: int, self_drawn: bool, payment: int = 8) -> tuple[Payment, ...]:
    """The payments of all four players, the winner first; they add up to nothing.

    A self-drawn win is paid by the three others, each the basic payment and the points. For a
    discard the discarder pays that and the two others pay the basic payment alone. Raises
    ValueError for amounts that are no whole numbers of 0 or more.
    """
    for name, value in (("total", total), ("payment", payment)):
        if not isinstance(value, Integral) or value < 0:
            raise ValueError(f"the {name} must be a whole number of 0 or more, not {shown(value)}")
    if self_drawn:
        others = [Payment("other", -(payment + total))] * 3
    else:
        others = [
            Payment("discarder", -(payment + total)),
            Payment("other", -payment),
            Payment("other", -payment),
        ]
    return (Payment("winner", -sum(other.amount for other in others)), *others)
