"""Who pays what."""

import pytest

from scoring import payments


@pytest.mark.parametrize(
    ("total", "self_drawn", "players"),
    [
        (8, True, [("winner", 48), ("other", -16), ("other", -16), ("other", -16)]),
        (8, False, [("winner", 32), ("discarder", -16), ("other", -8), ("other", -8)]),
        (100, True, [("winner", 324), ("other", -108), ("other", -108), ("other", -108)]),
        (100, False, [("winner", 124), ("discarder", -108), ("other", -8), ("other", -8)]),
    ],
)
def test_each_player_pays_eight_and_whoever_is_to_blame_the_points(total, self_drawn, players):
    paid = payments(total, self_drawn)
    assert [tuple(payment) for payment in paid] == players
    assert sum(payment.amount for payment in paid) == 0


@pytest.mark.parametrize("amounts", [(None, True), ("8", True), (8.5, True), (-8, True)])
def test_amounts_are_whole_numbers(amounts):
    with pytest.raises(ValueError, match="the total must be a whole number of 0 or more, not"):
        payments(*amounts)
