"""The result as a picture: it says of a win what the page says."""

import pytest

from scoring import parse_hand, score
from vision.app.card import card
from vision.app.draft import Draft
from vision.app.texts import Texts


@pytest.mark.parametrize(
    ("hand", "language", "stands", "verdict"),
    [
        ("[234s,1][FFFF]234m23p55p4p|EE1000", "en", True, "✓ Reaches the 8 points"),
        (
            "[234s,1][FFFF]234m23p55p4p|EE1000|ag",
            "en",
            True,
            "✓ Reaches the 8 points · 13 without flowers",
        ),
        (
            "[888m,1]345m456s123pEE|EE0000",
            "en",
            False,
            "✗ Below 8 points: this win does not stand",
        ),
        (
            "[888m,1]345m456s123pEE|EE0000|8",
            "en",
            False,
            "✗ Below 8 points: this win does not stand · 1 without flowers",
        ),
        ("[888m,1]345m456s123pEE|EE0000", "zh-Hans", False, "✗ 不足 8 番，是错和"),
        ("[888m,1]345m456s123pEE|EE0000", "zh-Hant", False, "✗ 不足 8 番，是錯和"),
    ],
)
def test_the_picture_says_whether_the_win_stands(hand, language, stands, verdict):
    parsed = parse_hand(hand)
    shown = card(score(*parsed), Draft.of_hand(*parsed), None, Texts(language))
    assert (shown["stands"], shown["verdict"]) == (stands, verdict)
