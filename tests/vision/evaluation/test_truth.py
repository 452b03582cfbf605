"""Lists of true hands: what is refused, and how it is told."""

import json

import pytest

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


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (None, r"truth.json cannot be read \(No such file.*\); give the folder that has it"),
        ("[\n{", r"truth.json is no JSON file of true hands \(.* line 2 column 2"),
        ("5", "truth.json lists no true hands"),
        ("[]", "truth.json lists no true hands"),
        ([{"photo": "one"}], r"Entry 1 of .* is no true hand \(it lacks 'concealed'\); correct it"),
        ([{**ENTRY, "photo": "two"}], "There is no photo two in"),
        ([{**ENTRY, "concealed": ["10m"]}], r"Entry 1 of .* is no true hand \(unknown tile '10m'"),
    ],
)
def test_truth_that_is_none(tmp_path, text, message):
    (tmp_path / "one.jpg").write_bytes(b"")
    if text is not None:
        (tmp_path / "truth.json").write_text(text if isinstance(text, str) else json.dumps(text))
    with pytest.raises(TruthError, match=message):
        load_truth(tmp_path)


def test_what_is_refused_is_left_out_and_the_others_stay(tmp_path):
    (tmp_path / "one.jpg").write_bytes(b"")
    listed = [{**ENTRY, "photo": "two"}, ENTRY, {**ENTRY, "flowers": None}]
    (tmp_path / "truth.json").write_text(json.dumps(listed))
    refused = []
    (hand,) = load_truth(tmp_path, refuse=refused.append)
    assert hand.photo == tmp_path / "one.jpg"
    assert [str(error).split(" ")[:2] for error in refused] == [["There", "is"], ["Entry", "3"]]
