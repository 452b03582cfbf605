"""Lists of true hands: what is refused, and how it is told."""

import json
import re

import pytest

from scoring import Meld, MeldKind, Tile
from vision.evaluation.truth import TruthError, load_truth

ENTRY = {
    "photo": "one",
    "concealed": ["1m", "2m", "3m", "4p", "5p", "6p", "7s", "7s", "7s", "E", "E", "E", "C", "C"],
    "melds": [],
    "winning_tile": None,
    "flowers": [],
    "groups": None,
    "is_complete_hand": True,
}


PUNG = {"kind": "pung", "tiles": ["F", "F", "F"]}


def without(name, **instead):
    return {**{key: value for key, value in ENTRY.items() if key != name}, **instead}


@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        (None, "truth.json cannot be read (No such file or directory); give the folder that has"),
        (
            b"[\n{",
            "truth.json is no JSON file of true hands: what stands at line 2, column 2 is no",
        ),
        (b"", "truth.json is no JSON file of true hands: what stands at line 1, column 1 is no"),
        (b'["\xff"]', "truth.json is no JSON file of true hands; give one, as UTF-8."),
        (b"[" * 99999, "truth.json is no JSON file of true hands; give one, as UTF-8."),
        (b"5", "truth.json lists no true hands"),
        (b"[]", "truth.json lists no true hands"),
        (b'{"photo": "one"}', "truth.json lists no true hands"),
        (
            b'[{"photo": "one", "melds": [], "melds": [5]}]',
            'truth.json gives "melds" twice in {"photo": "one", "melds": [5]}; take one out.',
        ),
    ],
)
def test_a_file_that_is_no_list(tmp_path, content, sentence):
    if content is not None:
        (tmp_path / "truth.json").write_bytes(content)
    with pytest.raises(TruthError) as caught:
        load_truth(tmp_path)
    assert sentence in str(caught.value)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    ("entry", "why"),
    [
        (5, "5 has no names and values"),
        (["one"], '["one"] has no names and values'),
        (without("concealed"), "it lacks concealed"),
        (without("melds", meld=[]), "it has meld in place of melds"),
        (without("groups", group=[["C", "C"]]), "it has group in place of groups"),
        (ENTRY | {"photo": ["one"]}, 'photo is ["one"], not a text'),
        (ENTRY | {"session": 5}, "session is 5, not a text"),
        (ENTRY | {"session": "\ud800"}, 'session is "\\ud800", in which half a character stands'),
        (ENTRY | {"photo": "\ud800"}, 'photo is "\\ud800", in which half a character stands'),
        (ENTRY | {"is_complete_hand": "no"}, 'is_complete_hand is "no", not true or false'),
        (ENTRY | {"concealed": "123m"}, 'concealed is "123m", not a list'),
        (ENTRY | {"concealed": ["10m"]}, "in concealed, unknown tile '10m': use 1m to 9m"),
        (ENTRY | {"concealed": [[]]}, "in concealed, unknown tile []: use 1m to 9m"),
        (ENTRY | {"flowers": None}, "flowers is null, not a list"),
        (ENTRY | {"groups": [5]}, "a group is 5, not a list"),
        (ENTRY | {"winning_tile": 5}, "in winning_tile, unknown tile 5"),
        (ENTRY | {"melds": ["FFF"]}, 'the meld "FFF" lacks kind and tiles'),
        (ENTRY | {"melds": [{"kind": "pung"}]}, 'the meld {"kind": "pung"} lacks kind and tiles'),
        (ENTRY | {"melds": [PUNG | {"kind": "pong"}]}, 'kind is "pong", not one of kong, chow,'),
        (ENTRY | {"melds": [PUNG | {"tiles": "FFF"}]}, 'a pung is "FFF", not a list'),
        (ENTRY | {"melds": [PUNG]}, "is_complete_hand is true, but "),
        (ENTRY | {"concealed": []}, "is_complete_hand is true, but "),
    ],
)
def test_an_entry_that_is_no_hand(tmp_path, entry, why):
    (tmp_path / "one.jpg").write_bytes(b"")
    (tmp_path / "truth.json").write_text(json.dumps([ENTRY, entry]))
    refused = []
    (hand,) = load_truth(tmp_path, refuse=refused.append)
    assert hand.photo == tmp_path / "one.jpg"
    (sentence,) = map(str, refused)
    sentence.encode()
    assert re.match(r"Entry 2( \((one|\\ud800)\))? of .*truth.json is no true hand: ", sentence)
    assert why in sentence
    assert sentence.endswith("; correct it.")
    assert "Error" not in sentence


def test_what_an_entry_may_say(tmp_path):
    (tmp_path / "one.jpg").write_bytes(b"")
    kong = {"kind": "kong", "tiles": ["F"] * 4, "note": "turned"}
    entry = without("session") | {
        "concealed": [*ENTRY["concealed"][:9], "C"],
        "melds": [kong],
        "winning_tile": "C",
        "groups": [],
        "note": "of an evening",
    }
    (tmp_path / "truth.json").write_text("\ufeff" + json.dumps([entry]), "utf-8")
    (hand,) = load_truth(tmp_path)
    assert (hand.session, hand.groups, hand.melds) == ("", None, (("kong", (Tile("F"),) * 4),))
    won = hand.won_with(Tile("1m"))
    assert (won.winning_tile, won.melds) == (
        Tile("C"),
        (Meld(MeldKind.exposed_kong, (Tile("F"),) * 4),),
    )


def test_a_photo_listed_twice_counts_once(tmp_path):
    (tmp_path / "one.jpg").write_bytes(b"")
    (tmp_path / "truth.json").write_text(json.dumps([ENTRY, ENTRY | {"session": "A"}]))
    refused = []
    assert [hand.session for hand in load_truth(tmp_path, refuse=refused.append)] == [""]
    assert [str(error) for error in refused] == [
        f"{tmp_path / 'truth.json'} lists the photo one more than once; take one entry out."
    ]


def test_photos_that_are_not_there(tmp_path):
    (tmp_path / "one.jpg").write_bytes(b"")
    (tmp_path / "truth.json").write_text(json.dumps([ENTRY | {"photo": "two"}, ENTRY]))
    refused = []
    assert len(load_truth(tmp_path, refuse=refused.append)) == 1
    assert [str(error) for error in refused] == [
        f"There is no photo two in {tmp_path}; say where the photos are."
    ]
    with pytest.raises(TruthError, match=r"There is no folder .*nowhere; give the folder of the"):
        load_truth(tmp_path, tmp_path / "nowhere")
