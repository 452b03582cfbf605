"""Questions that the fans of combined chows or pungs ask."""

from itertools import pairwise

from scoring.parts import Part


def one_suit(*sets: Part) -> bool:
    return sets[0].suit is not None and all(part.suit == sets[0].suit for part in sets)


def suits_of(*sets: Part) -> int:
    """How many suits there are; 0 when an honour is among the sets."""
    suits = {part.suit for part in sets}
    return 0 if None in suits else len(suits)


def one_rank(*sets: Part) -> bool:
    return sets[0].rank is not None and all(part.rank == sets[0].rank for part in sets)


def shifted(step: int, *sets: Part) -> bool:
    """Whether each set stands `step` above the one before it, whatever the suits."""
    if None in [part.rank for part in sets]:
        return False
    ranks = sorted(part.rank for part in sets)
    return all(higher - lower == step for lower, higher in pairwise(ranks))
