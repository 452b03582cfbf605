"""Tables: rates with counts and intervals, sessions, confusions and traps."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from vision.evaluation import report
from vision.evaluation.tiles import Row


def row(truth: str, read: str, false: str = "", session="A", variant="as it is", sides=()) -> Row:
    codes = (tuple(part.split()) for part in (truth, read, false))
    sides = sides or (40.0,) * len(truth.split())
    return Row("p", session, variant, *codes, (0.1, 0.05, 0.15, 0.2), sides)


@pytest.mark.parametrize(
    ("successes", "trials", "low", "high"),
    [
        # Wilson's interval at 95 %, as published in tables of it.
        (0, 0, 0.0, 1.0),
        (0, 10, 0.0, 0.2775),
        (10, 10, 0.7225, 1.0),
        (5, 10, 0.2366, 0.7634),
        (81, 263, 0.2553, 0.3662),
    ],
)
def test_wilson(successes, trials, low, high):
    assert report.wilson(successes, trials) == pytest.approx((low, high), abs=5e-5)


@given(st.integers(0, 400), st.integers(1, 400))
def test_wilson_holds_the_rate(successes, trials):
    successes = min(successes, trials)
    low, high = report.wilson(successes, trials)
    assert 0 <= low <= successes / trials <= high <= 1


def cells(table: str) -> list[list[str]]:
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in table.splitlines()]


def test_sessions_and_their_sum():
    rows = [row("1m 2m", "1m 2m"), row("1m 2m", "1m -", "C"), row("E", "S", session="B")]
    _, _, first, second, both = cells(report.by_session(rows))
    assert first[:2] == ["A", "2"]
    assert first[2].startswith("75.0 % (3/4, ")
    assert first[4].startswith("50.0 % (1/2, ")
    assert first[5] == "0.50"
    assert second[0] == "B"
    assert second[3].startswith("0.0 % (0/1, ")
    assert both[0] == "all"
    assert both[2].startswith("80.0 % (4/5, ")


def test_tiles_and_what_they_are_read_as():
    rows = [row("6p 6p 6p E", "7p 7p 6p -", "W")]
    lines = {line[0]: line for line in cells(report.by_tile(rows))}
    assert lines["6p"][2:] == ["0", "7p x2", "0"]
    assert lines["E"][2:] == ["1", "", "0"]
    assert lines["W"][1:] == ["none", "0", "", "1"]


def test_sizes_of_tiles():
    rows = [row("1m 2m E", "1m - S", sides=(15.9, 16.0, 300.0)), row("C", "C", sides=(11.0,))]
    lines = cells(report.by_size(rows))[2:]
    assert [[line[0], line[1].split(",")[0], line[2].split(",")[0]] for line in lines] == [
        ["0 to 12", "100.0 % (1/1", "100.0 % (1/1"],
        ["12 to 16", "100.0 % (1/1", "100.0 % (1/1"],
        ["16 to 24", "0.0 % (0/1", "0.0 % (0/1"],
        ["48 or more", "100.0 % (1/1", "0.0 % (0/1"],
    ]


def test_confusions_come_in_order():
    rows = [row("6p 6p 6p E", "7p 7p 6p S")]
    assert cells(report.confusions(rows))[2:] == [["6p", "7p", "2"], ["E", "S", "1"]]
    assert report.confusions([row("E", "E")]) == "None."


@pytest.mark.parametrize(
    ("truth", "read", "trap", "met", "fallen"),
    [
        ("4p 5p 6p", "5p 5p 6p", "4p/5p/6p", "3", "1"),
        ("7s 9s 8s", "9s 7s 8s", "7s/9s", "2", "2"),
        ("7s", "8s", "7s/9s", "1", "0"),
        ("1s F a h", "F F a 1s", "1s against F and flowers", "4", "2"),
        ("F a", "a F", "1s against F and flowers", "2", "0"),
        ("P back", "back -", "P against back", "1", "1"),
    ],
)
def test_traps(truth, read, trap, met, fallen):
    lines = {line[0]: line for line in cells(report.traps([row(truth, read)]))}
    assert lines[trap][1:3] == [met, fallen]


def test_variants_are_held_against_the_photos_as_they_are():
    rows = [row("E S", "E S"), row("E S", "E -", variant="darker")]
    _, _, plain, darker = cells(report.by_variant(rows))
    assert (plain[0], plain[-1]) == ("as it is", "+0.0")
    assert (darker[0], darker[-1]) == ("darker", "-50.0")


def test_a_report_has_variants_only_if_there_are_some():
    plain = [row("E", "E")]
    assert "changed" not in report.report(plain)
    assert "changed" in report.report([*plain, row("E", "E", variant="darker")])
    assert "| 100 | 50 | 150 | 200 | 500 |" in report.report(plain)
