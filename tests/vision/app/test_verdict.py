"""What the page says of a hand."""

from dataclasses import replace

import pytest

from scoring import HandStatus, Rules, Tile, parse_hand, score
from tests.vision.app.readings import drafted, row
from vision.app.draft import Draft
from vision.app.verdict import judge, obstacles


def typed(text):
    return Draft.of_hand(*parse_hand(text))


@pytest.mark.parametrize(
    ("hand", "total"),
    [
        ("[234s,1][FFFF]234m23p55p4p|EE1000|ag", 15),
        ("[EEE,1][SSSS,1]55pWWWNNN|EE1000", 98),
        ("[PPP,1][FFF,1]66999sCCC|EE1000", 104),
    ],
)
def test_a_typed_win_is_scored_as_a_fact(hand, total):
    verdict = judge(typed(hand), Rules())
    assert (verdict.score.total, verdict.confirmed) == (total, True)


def test_a_hand_that_is_one_short_gets_its_waits():
    verdict = judge(typed("1112345678999m"), Rules())
    assert [wait.tile.code for wait in verdict.waits] == [f"{n}m" for n in range(1, 10)]
    assert [problem.flag for problem in verdict.problems] == [HandStatus.INCOMPLETE]


def test_a_hand_that_does_not_win_is_told_why():
    verdict = judge(typed("123m456p789s1144m"), Rules())
    assert verdict.score is None
    assert [problem.flag for problem in verdict.problems] == [HandStatus.INCOMPLETE]
    assert [wait.tile.code for wait in verdict.waits] == ["1m", "4m"]


def test_a_doubtful_tile_keeps_the_score_from_being_a_fact():
    _, _, draft = drafted(row("234m456p678sEEE99p", doubts=[(0, Tile("5m"), 0.45)]))
    draft = draft.with_winner(draft.standing[-1].id)
    doubtful = judge(draft, Rules())
    assert (doubtful.score.total, doubtful.confirmed) == (7, False)
    assert [question.pieces for question in doubtful.questions] == [(0,)]
    assert judge(draft.settled(*doubtful.questions), Rules()).confirmed
    corrected = judge(draft.with_tile(0, Tile("5m")), Rules())
    assert (corrected.score.total, corrected.confirmed) == (8 - 1, True)


def test_a_guessed_winning_tile_matters_only_where_the_score_would_change():
    _, read, same = drafted(row("11p22p33p44p55p66p99s"))
    assert read.winning_tile_guessed
    assert judge(same, Rules()).confirmed
    _, read, other = drafted(row("234m456p678s13p99s2p"))
    assert read.winning_tile_guessed
    open_ = judge(other, Rules())
    assert not open_.confirmed
    totals = [
        score(replace(other.hand, winning_tile=tile), other.circumstances).total
        for tile in other.hand.concealed
    ]
    assert [value.total for value in open_.span] == [min(totals), max(totals)]
    settled = other.with_winner(next(p.id for p in other.standing if p.tile.code == "2p"))
    sure = judge(settled, Rules())
    assert sure.confirmed
    assert sure.span == (sure.score, sure.score)


@pytest.mark.parametrize(
    ("hand", "impossible"),
    [
        (
            "123m456p789s55p123s|EE0000",
            {
                "kong_replacement": "KONG_REPLACEMENT_DISCARDED",
            },
        ),
        (
            "123m456p789s55p123s|EE1000",
            {
                "kong_replacement": "KONG_REPLACEMENT_WITHOUT_KONG",
                "robbed_kong": "ROBBED_KONG_SELF_DRAWN",
            },
        ),
        ("[EEEE]456p789s55p123s|EE1000", {"robbed_kong": "ROBBED_KONG_SELF_DRAWN"}),
        (
            "456p789s123sEEE55p|EE0000",
            {
                "kong_replacement": "KONG_REPLACEMENT_DISCARDED",
                "robbed_kong": "ROBBED_KONG_HELD",
                "last_of_kind": "LAST_OF_KIND_HELD",
            },
        ),
        ("[EEEE]456p789s55p123s|EE1001", {"robbed_kong": "ROBBED_KONG_SELF_DRAWN"}),
    ],
)
def test_impossible_circumstances_are_named(hand, impossible):
    found = obstacles(typed(hand), Rules())
    assert {name: problem.flag.name for name, problem in found.items()} == impossible


def test_which_flower_it_is_does_not_keep_the_score_from_being_a_fact():
    flowers = row("ab", left=100, top=150, doubts=[(0, Tile("c"), 0.45)])
    _, _, draft = drafted(row("234m456p678sEEE99p"), flowers)
    draft = draft.with_winner(next(p.id for p in draft.standing if p.tile is Tile("9p")))
    assert 14 in draft.doubtful
    assert judge(draft, Rules()).confirmed
