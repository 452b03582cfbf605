"""`fanlens score` and `fanlens waits`, as a person and as a program use them."""

import io
import json

import pytest

from scoring.tables import grid, width
from vision.main import main

BIG_FOUR_WINDS = "[EEE,1][SSSS,1]55pWWWNNN|EE1000"


def run(capsys, *arguments: str) -> tuple[int, str, str]:
    status = main(arguments)
    captured = capsys.readouterr()
    return status, captured.out, captured.err


def test_a_score_is_a_table_that_adds_up(capsys):
    status, out, err = run(capsys, "score", BIG_FOUR_WINDS)
    assert (status, err) == (0, "")
    assert (
        out
        == """\
Fan                         Points  Times  Sum  Made of
----------------------------------------------------------------
大四喜 Big Four Winds           88      1   88  EEE SSSS WWW NNN
混一色 Half Flush                6      1    6
双暗刻 Two Concealed Pungs       2      1    2  WWW NNN
明杠 Melded Kong                 1      1    1  SSSS
自摸 Self-Drawn                  1      1    1  N
----------------------------------------------------------------
Total                                       98

Read as: [EEE] [SSSS] WWW NNN 55p
98 points without flowers: a win.
Self-drawn: each of the three others pays 106, the winner receives 318.

Not counted                             Because
缺一门 One Voided Suit                  no repetition: Half Flush always brings it along
三风刻 Big Three Winds                  no repetition: Big Four Winds always brings it along
圈风刻 Prevalent Wind                   no repetition: Big Four Winds always brings it along
门风刻 Seat Wind                        no repetition: Big Four Winds always brings it along
碰碰和 All Pungs                        no repetition: Big Four Winds always brings it along
幺九刻 Pung of Terminals or Honours ×4  no repetition: Big Four Winds always brings it along
"""
    )


@pytest.mark.parametrize(
    ("language", "lines"),
    [
        ("en", ["花牌 Flower Tiles", "12 points without flowers: a win.", "discarder pays 22"]),
        ("zh-Hans", ["三色三步高", "不计花牌12分：可以和牌。", "点炮者付22，另两家各付8"]),
        ("zh-Hant", ["門前清", "不計花牌12分：可以和牌。", "點炮者付22，另兩家各付8"]),
    ],
)
def test_the_table_speaks_the_language_that_is_asked_for(capsys, language, lines):
    _, out, _ = run(capsys, "score", "345m456p234m22p567s|EE0000|2", "--language", language)
    assert [line for line in lines if line not in out] == []


def test_too_low_a_hand_is_said_to_be_no_win_and_pays_nothing(capsys):
    _, out, _ = run(capsys, "score", "[234m,1]56m123p456s99s4m|EE0000|8")
    assert "3 points without flowers: no win, which takes 8." in out
    assert "pays" not in out


@pytest.mark.parametrize(
    ("language", "reason"),
    [
        ("en", "no repetition: Half Flush always brings it along"),
        ("zh-Hans", "不重复：混一色必然带有此番"),
        ("zh-Hant", "不重複：混一色必然帶有此番"),
    ],
)
def test_json_says_in_the_language_why_a_fan_does_not_count(language, reason, capsys):
    _, out, _ = run(capsys, "score", "--json", "--language", language, BIG_FOUR_WINDS)
    assert json.loads(out)["dropped"][0]["reason"] == reason


def test_json_has_the_whole_score(capsys):
    status, out, _ = run(capsys, "score", "--json", BIG_FOUR_WINDS)
    answer = json.loads(out)
    assert status == 0
    assert {key: answer[key] for key in ("total", "points_without_flowers", "status")} == {
        "total": 98,
        "points_without_flowers": 98,
        "status": [],
    }
    assert answer["fans"][0] == {
        "number": 1,
        "name": "大四喜",
        "english": "Big Four Winds",
        "points": 88,
        "count": 1,
        "tiles": ["EEE", "SSSS", "WWW", "NNN"],
    }
    assert sum(fan["points"] * fan["count"] for fan in answer["fans"]) == answer["total"]
    assert {"name": "碰碰和", "by": "大四喜"}.items() <= answer["dropped"][4].items()
    assert sum(payment["amount"] for payment in answer["payments"]) == 0


def test_a_stream_answers_every_line_in_order_and_stops_at_none(capsys, monkeypatch):
    lines = ["123m", "", BIG_FOUR_WINDS, "11m22p", "1112223334445m5m", "123m456p789s1155sC"]
    monkeypatch.setattr("sys.stdin", io.StringIO("\n".join(lines) + "\n"))
    status, out, err = run(capsys, "score", "-")
    answers = [json.loads(line) for line in out.splitlines()]
    assert (status, err) == (0, "")
    assert [answer.get("total") for answer in answers] == [None, None, 98, None, 137, None]
    assert [answer.get("position") for answer in answers] == [4, 0, None, 6, None, None]
    assert [answer["status"] for answer in answers] == [
        ["WRONG_COUNT"],
        [],
        [],
        ["WRONG_COUNT"],
        [],
        ["NOT_A_WIN"],
    ]
    assert all("error" in answer for answer in answers if "total" not in answer)


@pytest.mark.parametrize(
    ("command", "sentence"),
    [
        (["score", "123m45"], "fanlens: 第5个字符：数字 4 没有花色"),
        (["score", "135m246p357s1122mE"], "fanlens: 这些牌不成和牌牌型"),
        (["waits", "123m", "--known", "12x"], "fanlens: 第3个字符：x 不是牌"),
        (["waits", "1m"], "fanlens: 第3个字符：这手牌有1张"),
    ],
)
def test_what_is_wrong_is_said_in_the_language_that_is_asked_for(command, sentence, capsys):
    status, out, err = run(capsys, *command, "--language", "zh-Hans")
    assert (status, out) == (2, "")
    assert sentence in err
    in_english = run(capsys, *command)[2]
    assert err != in_english
    if command[0] == "score":
        _, line, _ = run(capsys, *command, "--language", "zh-Hans", "--json")
        assert f"fanlens: {json.loads(line)['error']}\n" == err


def test_bytes_that_are_no_text_are_one_bad_line(capsys, monkeypatch):
    raw = io.BytesIO(b"\xff\xfe\n" + BIG_FOUR_WINDS.encode() + b"\r\n")
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(raw, encoding="utf-8"))
    _, out, _ = run(capsys, "score", "-")
    assert [json.loads(line).get("total") for line in out.splitlines()] == [None, 98]


def test_several_hands_are_all_answered_and_a_bad_one_is_a_failure(capsys):
    status, out, err = run(capsys, "score", BIG_FOUR_WINDS, "1m", BIG_FOUR_WINDS)
    assert status == 2
    assert out.count("Total") == 2
    assert err.startswith("fanlens: at character 3: the hand has 1 tiles")
    status, out, err = run(capsys, "score", "--json", BIG_FOUR_WINDS, "1m")
    assert (status, err) == (2, "")
    assert ["total" in json.loads(line) for line in out.splitlines()] == [True, False]


@pytest.mark.parametrize(
    ("arguments", "total"),
    [
        (["[1111m][2222m,1]345m678p9p9p"], 8),
        (["[1111m][2222m,1]345m678p9p9p", "--rules", "greenbook"], 9),
        (["[1111m][2222m,1]345m678p9p9p", "--option", "mixed_kongs=6"], 9),
        (["[1111m][2222m,1]345m678p9p9p", "--rules", "greenbook", "--option", "mixed_kongs=5"], 8),
        (["[234m,1][555m,1]567m5557p6p|EE0011", "--rules", "national"], 23),
    ],
)
def test_rules_and_options_are_followed(capsys, arguments, total):
    _, out, _ = run(capsys, "score", "--json", *arguments)
    assert json.loads(out)["total"] == total


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--rules", "riichi"], "unknown rules 'riichi': use one of national, greenbook"),
        (["--option", "mixed_kongs"], "an option is written name=value, not 'mixed_kongs'"),
        (["--option", "mixed_kongs=7"], "mixed_kongs cannot be '7': use 5 or 6 or 2+1"),
        (["--option", "luck=1"], "unknown option 'luck'"),
    ],
)
def test_unknown_rules_are_refused_with_the_choices(capsys, arguments, message):
    status, _, err = run(capsys, "score", BIG_FOUR_WINDS, *arguments)
    assert status == 2
    assert err.startswith(f"fanlens: {message}")


def test_waits_are_a_table_with_the_points_of_each_way(capsys):
    _, out, _ = run(capsys, "waits", "345m456p56s234m22p", "--known", "44s7s")
    assert (
        out
        == """\
The hand is ready.

Tile          Left  By discard  Self-drawn  Last discard  Last draw
4s 4 Bamboos     2         (7)          9            15         17
7s 7 Bamboos     3         12          14            20         22

Points in brackets do not reach the 8 that a win takes.
"""
    )


def test_a_whole_hand_is_told_what_to_discard(capsys):
    _, out, _ = run(capsys, "waits", "123m456p345s99s46mE")
    assert (
        out
        == """\
The hand is ready.

Discard  Left  Then waits for  Expected
E East      4  5m×4                0.07
"""
    )


@pytest.mark.parametrize(
    ("hand", "line"),
    [
        ("1112345678999m5m", "The hand is complete."),
        ("123456789mEE25p", "1 from ready: four sets and a pair."),
        ("147m258p369sEE12m", "The hand is ready."),
    ],
)
def test_the_distance_stands_first(capsys, hand, line):
    _, out, _ = run(capsys, "waits", hand)
    assert out.splitlines()[0] == line


def test_waits_as_json_have_one_form_for_13_and_14_tiles(capsys, monkeypatch):
    monkeypatch.setattr("sys.stdin", io.StringIO("345m456p56s234m22p\n123m456p345s99s46mE\n1m\n"))
    _, out, _ = run(capsys, "waits", "-")
    waiting, whole, bad = map(json.loads, out.splitlines())
    assert list(waiting) == list(whole) == ["shanten", "by_goal", "discards", "waits"]
    assert [wait["tile"] for wait in waiting["waits"]] == ["4s", "7s"]
    assert waiting["discards"] == whole["waits"] == []
    assert whole["discards"][0]["tile"] == "E"
    assert bad["position"] == 2


@pytest.mark.parametrize(
    ("text", "columns"), [("", 0), ("abc", 3), ("番种", 4), ("一 1", 4), ("🀇", 1), ("×", 1)]
)
def test_chinese_signs_are_two_columns_wide(text, columns):
    assert width(text) == columns


def test_a_grid_aligns_columns_of_mixed_width():
    assert grid([["番种", "分"], ["a", "88"], ["b", ""]], right=[1]) == [
        "番种  分",
        "a     88",
        "b",
    ]
