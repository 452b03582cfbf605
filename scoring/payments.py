"""Who pays what for a win: 8 points each, and the points of the hand from whoever is to blame."""

from typing import NamedTuple


class Payment(NamedTuple):
    """What one of the four players receives, or pays where it is negative."""

    player: str
    amount: int


def payments(total: int, self_drawn: bool, payment: int = 8) -> tuple[Payment, ...]:
    """The payments of all four players, the winner first; they add up to nothing.

    A self-drawn win is paid by the three others, each the basic payment and the points. For a
    discard the discarder pays that and the two others pay the basic payment alone.
    """
    if self_drawn:
        others = [Payment("other", -(payment + total))] * 3
    else:
        others = [
            Payment("discarder", -(payment + total)),
            Payment("other", -payment),
            Payment("other", -payment),
        ]
    return (Payment("winner", -sum(other.amount for other in others)), *others)
