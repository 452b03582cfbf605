"""`fanlens read` on real photos: from bytes to the score, as text and as JSON."""

from __future__ import annotations

import json
import re
from contextlib import suppress
from dataclasses import replace

import pytest
from PIL import Image

from scoring import Circumstances, InvalidHand, Rules, Tile, parse_hand, score
from scoring.names import LANGUAGES
from vision.commands.texts import TEXTS
from vision.hand import ReadStatus
from vision.main import main


@pytest.fixture(scope="module")
def photos(shared):
    return shared / "photos" / "val" / "images"


def read_json(capsys, *arguments) -> list[dict]:
    assert main(["read", "--json", *map(str, arguments)]) == 0
    return json.loads(capsys.readouterr().out)


def test_a_confirmed_hand_has_points(photos, capsys):
    (read,) = read_json(capsys, photos / "B_hand_1059.jpg", "--circumstances", "ES1000")
    assert list(read) == [
        "photo",
        "tiles",
        "groups",
        "hand",
        "notation",
        "status",
        "doubts",
        "unused",
        "points",
        "score",
        "seconds",
    ]
    assert read["status"] == ["confirmed"]
    assert read["notation"] == "888m777p666sCCFFF+?|ES1000"
    assert read["hand"]["concealed"] == [
        "8m",
        "8m",
        "8m",
        "7p",
        "7p",
        "7p",
        "6s",
        "6s",
        "6s",
        "C",
        "C",
        "F",
        "F",
        "F",
    ]
    assert (read["hand"]["melds"], read["hand"]["flowers"]) == ([], [])
    assert read["hand"]["winning_tile"] == "C"
    assert [doubt["kind"] for doubt in read["doubts"]] == ["winning_tile"]
    expected = score(*parse_hand("888m777p666sCFFFC|ES1000"))
    assert read["points"]["least"] <= expected.total <= read["points"]["most"]
    assert set(read["seconds"]) == {"load", "locate", "read", "faces", "hand", "score"}
    tile = read["tiles"][0]
    assert set(tile) == {"tile", "confidence", "box", "runners_up"}
    left, top, right, bottom = tile["box"]
    assert 0 <= left < right <= 640
    assert 0 <= top < bottom <= 640
    boxes = sorted(box for group in read["groups"] for box in group["boxes"])
    assert sorted([*boxes, *read["unused"]]) == list(range(len(read["tiles"])))


def test_a_meld_behind_the_hand(photos, capsys):
    (read,) = read_json(capsys, photos / "A_hands_0048.jpg", "--rules", "greenbook")
    assert read["hand"]["melds"] == [{"kind": "pung", "tiles": ["C", "C", "C"], "from": None}]
    (meld,) = [group for group in read["groups"] if group["role"] == "meld"]
    assert (meld["kind"], meld["tiles"]) == ("pung", ["C", "C", "C"])
    hand, circumstances = parse_hand(read["notation"])
    assert circumstances == Circumstances()
    hand = replace(hand, winning_tile=Tile(read["hand"]["winning_tile"]))
    expected = score(hand, circumstances, Rules.preset("greenbook"))
    assert read["points"]["least"] <= expected.total <= read["points"]["most"]


def test_what_is_in_doubt_has_a_question_and_no_score(photos, capsys):
    (read,) = read_json(capsys, photos / "A_hands_0056.jpg", "--language", "zh-Hans")
    assert read["status"] == ["doubtful"]
    assert read["score"] is None
    assert read["points"] == {"least": None, "most": None}
    (doubt,) = [doubt for doubt in read["doubts"] if doubt["kind"] == "arrangement"]
    assert len(doubt["boxes"]) == 12
    assert doubt["message"] == "这些牌是副露，还是手牌？"


@pytest.mark.parametrize("name", ["A_hands_0034", "A_hands_0048"])
def test_no_tile_of_an_unbroken_slanting_row_is_shown_to_have_won(photos, capsys, name):
    """Some of their tiles are seen in upright boxes, the others in boxes level with the row."""
    (read,) = read_json(capsys, photos / f"{name}.jpg")
    assert [doubt["kind"] for doubt in read["doubts"]] == ["winning_tile"]
    assert read["points"]["least"] < read["points"]["most"]
    assert read["score"] is None


def test_which_flower_it_is_is_asked_but_keeps_no_points_back(photos, capsys):
    (read,) = read_json(capsys, photos / "B_hand_1060.jpg")
    assert read["status"] == ["doubtful"]
    assert [doubt["kind"] for doubt in read["doubts"]] == ["tile", "winning_tile"]
    assert len(read["hand"]["flowers"]) == 2
    assert read["points"] == {"least": 27, "most": 28}


def test_the_text_says_what_was_read_asked_and_scored(photos, capsys):
    assert main(["read", str(photos / "A_hands_0041.jpg"), str(photos / "A_hands_0056.jpg")]) == 0
    text = capsys.readouterr().out
    first, second = text.split(str(photos / "A_hands_0056.jpg"))
    assert "A_hands_0041.jpg: confirmed, " in first
    assert "十三幺 Thirteen Orphans" in first
    assert "?" not in first
    assert second.startswith(": doubtful, ")
    assert "? Are these tiles melds, or part of the concealed hand?" in second
    assert "If it is read right:" in second


def test_another_language(photos, capsys):
    """Sentences are in it, and what programs go by is not."""
    sure, unsure = photos / "A_hands_0041.jpg", photos / "A_hands_0056.jpg"
    arguments = [str(sure), str(unsure), "--circumstances", "EE1000", "--language", "zh-Hans"]
    assert main(["read", *arguments]) == 0
    said = capsys.readouterr().out
    assert said.startswith(f"{sure}：已确认，")
    assert f"{unsure}：存疑，" in said
    assert "  如果读得没错：" in said
    assert not re.search("[a-z]{3}", re.sub(r"\S+\.jpg", "", said))
    (read,) = read_json(capsys, sure, *arguments[2:])
    (plain,) = read_json(capsys, sure, *arguments[2:4])
    reasons = [row.pop("reason") for row in read["score"]["dropped"]]
    english = [row.pop("reason") for row in plain["score"]["dropped"]]
    assert len(english) == len(reasons) > 0
    assert not set(english) & set(reasons)
    assert (read["score"], read["status"]) == (plain["score"], plain["status"])


def test_every_status_has_a_name():
    assert [flag for flag in ReadStatus if flag.name and flag.names[0] not in TEXTS] == []
    assert {frozenset(said) for said in TEXTS.values()} == {frozenset(LANGUAGES)}


def test_drawing(photos, tmp_path, capsys):
    out = tmp_path / "out.jpg"
    assert main(["read", str(photos / "A_hands_0048.jpg"), "--draw", str(out)]) == 0
    assert Image.open(out).size == (640, 640)
    capsys.readouterr()


def test_a_photo_without_tiles(tmp_path, capsys):
    Image.new("RGB", (640, 480), (40, 90, 60)).save(tmp_path / "table.png")
    (read,) = read_json(capsys, tmp_path / "table.png")
    assert (read["hand"], read["notation"], read["score"]) == (None, None, None)
    assert read["status"] == ["not a hand"]
    assert read["doubts"][0]["message"] == "The photo shows too few tiles for a hand."


def test_a_bad_photo_does_not_stop_the_others(photos, tmp_path, capsys):
    (tmp_path / "bad.jpg").write_bytes(b"")
    arguments = ["read", str(tmp_path / "bad.jpg"), str(photos / "B_hand_1059.jpg")]
    assert main(arguments) == 2
    captured = capsys.readouterr()
    assert "B_hand_1059.jpg: confirmed" in captured.out
    assert captured.err == "fanlens: bad.jpg is empty (0 bytes); send the photo again.\n"


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (["--circumstances", "XE0000"], "X is no wind"),
        (["--circumstances", "EE00"], "two winds and four signs 0 or 1"),
        (["--rules", "none"], "unknown rules 'none'"),
        (["--option", "mixed_kongs"], "an option is written name=value"),
    ],
)
def test_refusals(photos, options, message, capsys):
    assert main(["read", str(photos / "B_hand_1059.jpg"), *options]) == 2
    assert message in capsys.readouterr().err


def test_circumstances_reach_the_score(photos, capsys):
    plain, drawn = (
        read_json(capsys, photos / "B_hand_1059.jpg", "--circumstances", signs)[0]
        for signs in ("EE0000", "EE1000")
    )
    assert plain["points"]["least"] < drawn["points"]["least"]


def test_a_winning_tile_that_nothing_shows_makes_points_a_range(photos, capsys):
    photo = str(photos / "B_hand_1059.jpg")
    (read,) = read_json(capsys, photo, "--circumstances", "EE1000")
    hand, circumstances = parse_hand(read["notation"])
    totals = [
        score(replace(hand, winning_tile=tile), circumstances).total for tile in hand.concealed
    ]
    assert read["points"] == {"least": min(totals), "most": max(totals)}
    assert min(totals) < max(totals)
    assert read["score"] is None
    assert main(["read", photo, "--circumstances", "EE1000"]) == 0
    text = capsys.readouterr().out
    assert f"{min(totals)} to {max(totals)} points, whichever tile won. If it was that one:" in text


@pytest.mark.parametrize("signs", ["EE0100", "EE0001"])
def test_only_tiles_that_can_have_won_under_the_circumstances_count(photos, capsys, signs):
    """The tile that is guessed to have won, an E of two, is neither the last of its kind nor taken
    from a kong."""
    (read,) = read_json(capsys, photos / "A_hands_0000.jpg", "--circumstances", signs)
    hand, circumstances = parse_hand(read["notation"])
    totals = []
    for tile in hand.concealed:
        with suppress(InvalidHand):
            totals.append(score(replace(hand, winning_tile=tile), circumstances).total)
    assert 0 < len(totals) < 14
    assert read["points"] == {"least": min(totals), "most": max(totals)}


def test_a_doubtful_hand_whose_winning_tile_nothing_shows_has_a_range_too(photos, capsys):
    photo = str(photos / "A_hands_0003.jpg")
    (read,) = read_json(capsys, photo)
    assert read["status"] == ["doubtful"]
    hand, circumstances = parse_hand(read["notation"])
    totals = [
        score(replace(hand, winning_tile=tile), circumstances).total for tile in hand.concealed
    ]
    assert main(["read", photo]) == 0
    text = capsys.readouterr().out
    assert f"{min(totals)} to {max(totals)} points, whichever tile won." in text


def test_circumstances_that_the_hand_contradicts_are_named(photos, capsys):
    photo = photos / "B_hand_1059.jpg"
    assert main(["read", str(photo), "--circumstances", "EE1001"]) == 2
    captured = capsys.readouterr()
    assert captured.out.startswith(f"{photo}: confirmed, 888m777p666sCCFFF+?")
    assert captured.err == (
        f"fanlens: {photo} is read but not scored: there is no kong to replace a tile of: add the "
        "kong or take the mark away.\n"
    )
