"""Whole hands held against the truth: what counts as exact, and what the summary says."""

from __future__ import annotations

import csv
from pathlib import Path

import pytest

from scoring import Tile
from tests.vision.laying import row, tile, torn
from vision.evaluation.hands import evaluate_labels, judge, summary, write_csv
from vision.evaluation.truth import TrueHand, load_truth


def tiles(text: str) -> tuple[Tile, ...]:
    return tuple(map(Tile, text.split()))


def truth(concealed: str, **values) -> TrueHand:
    values = {
        "melds": (),
        "winning_tile": None,
        "flowers": (),
        "groups": None,
        "complete": True,
        **values,
    }
    return TrueHand(Path("photo.jpg"), "A", tiles(concealed), **values)


HAND = "1m 2m 3m 4p 5p 6p 7s 7s 7s E E E C C"


def test_an_exact_hand():
    result = judge(truth(HAND), row(HAND), {"load": 0.01, "read": 0.5})
    assert (result.tiles, result.found, result.right) == (14, 14, 14)
    assert (result.hand_exact, result.melds_exact, result.grouping_exact) == (True, True, None)
    assert result.confirmed_right
    assert result.total_exact
    assert (result.load, result.locate, result.read) == (0.01, 0.0, 0.5)


def test_a_misread_tile():
    result = judge(truth(HAND), row(HAND.replace("C C", "F F")), {})
    assert (result.found, result.right, result.hand_exact) == (14, 12, False)
    assert (result.confirmed, result.confirmed_right) == (True, False)


def test_a_tile_that_is_missing_and_one_too_many():
    result = judge(truth(HAND), row(HAND[:-2]), {})
    assert (result.found, result.right, result.status) == (13, 13, "incomplete")
    assert (result.total, result.total_exact) == (None, False)


def test_what_the_rules_add_to_the_likeliest_tiles():
    laid = row(HAND)
    x, y = laid[2].centre
    laid[2] = tile("2m", x, y, probabilities=torn({"2m": 0.6, "3m": 0.4}))
    result = judge(truth(HAND), laid, {})
    assert (result.hand_exact, result.best_class_exact) == (True, False)


@pytest.mark.parametrize(
    ("melds", "exact"),
    [((("pung", "E E E"),), True), ((), False), ((("kong", "E E E E"),), False)],
)
def test_melds_must_be_the_visible_ones(melds, exact):
    laid = row("1m 2m 3m 4p 5p 6p 7s 7s 7s C C") + row("E E E", 60, -120)
    melds = tuple((kind, tiles(text)) for kind, text in melds)
    result = judge(truth("1m 2m 3m 4p 5p 6p 7s 7s 7s C C", melds=melds), laid, {})
    assert result.melds_exact is exact
    assert result.grouping_exact in (exact, None)


@pytest.mark.parametrize(
    ("groups", "exact"),
    [
        ("1m 2m 3m|4p 5p 6p|7s 7s 7s|E E E|C C", True),
        ("1m 2m 3m|4p 5p 6p|7s 7s 7s|E E E C C", False),
    ],
)
def test_visible_groups(groups, exact):
    laid = row("1m 2m 3m _ 4p 5p 6p _ 7s 7s 7s _ E E E _ C C") + row("a f", 0, -120)
    groups = tuple(map(tiles, groups.split("|")))
    result = judge(truth(HAND, groups=groups, flowers=tiles("a f")), laid, {})
    assert result.grouping_exact is exact


def test_the_winning_tile_counts_only_where_it_lies_apart():
    laid = row(HAND[:-2] + " . C")
    shown = judge(truth(HAND[:-2], winning_tile=Tile("C")), laid, {})
    assert (shown.hand_exact, shown.winning_tile_right, shown.total_exact) == (True, True, True)
    assert judge(truth(HAND), row(HAND), {}).winning_tile_right is None


def test_a_photo_of_no_hand_is_right_if_it_is_not_confirmed(tmp_path):
    nine = judge(truth("1m 2m 3m 4m 5m", complete=False), row("1m 2m 3m 4m 5m"), {})
    rows = [judge(truth(HAND), row(HAND), {}), nine]
    text = summary(rows)
    assert "| A | 1 | 100.0 % (14/14, 78.5-100.0) | 100.0 % (1/1, 20.7-100.0) |" in text
    assert "not confirmed: 100.0 % (1/1, 20.7-100.0)" in text
    write_csv(rows, tmp_path / "rows.csv")
    with (tmp_path / "rows.csv").open(newline="", encoding="utf-8") as file:
        first, second = csv.DictReader(file)
    assert (first["hand_exact"], first["total_exact"], second["total_exact"]) == (
        "True",
        "True",
        "",
    )


def test_with_perfect_tiles_nearly_every_real_hand_is_exact(shared):
    photos = shared / "photos" / "val" / "images"
    rows = list(evaluate_labels(load_truth(shared / "hands", photos)))
    hands = [result for result in rows if result.complete]
    assert sum(result.hand_exact for result in hands) >= 0.97 * len(hands)
    assert all(result.melds_exact for result in hands if result.hand_exact)
    grouped = [r.grouping_exact for r in hands if r.grouping_exact is not None]
    assert sum(grouped) >= 0.9 * len(grouped)
    confirmed = [result for result in rows if result.confirmed]
    assert len(confirmed) >= 0.7 * len(hands)
    assert all(result.confirmed_right for result in confirmed)
