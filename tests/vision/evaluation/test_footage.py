"""Events held against the truth: who is matched with whom, what the rows and tables say."""

from __future__ import annotations

import csv
import json
from pathlib import Path

import pytest

from scoring import Tile
from vision.detections import Detection, certain
from vision.evaluation.footage import (
    FALSE,
    FOUND,
    MISSED,
    TWICE,
    FoundEvent,
    TrueEvent,
    TrueFilm,
    load_films,
    match,
    rows_of,
    summary,
    write_csv,
)
from vision.evaluation.footage_frames import stream_rows
from vision.evaluation.footage_frames import summary as stream_summary
from vision.evaluation.footage_run import FilmRun, speed
from vision.evaluation.truth import TruthError
from vision.footage.values import STILL, Place, Sighting, Stretch
from vision.main import main
from vision.reading import Reading

A = "1m 2m 3m 4p 5p 6p 7s 7s 7s E E E C C"
A_WRONG = "1m 2m 3m 4p 5p 6p 7s 7s 9s E E E C C"
B = "1p 1p 1p 2p 3p 4p 6s 7s 8s W W W N N"
HALF_A = "1m 2m 3m 4p 5p 6p 7s 9p 9p 9p 8m 8m 8m 8p"
LESS_A = "1m 2m 3m 4p 5p 6p 9p 9p 9p 8m 8m 8m 8p 8p"


def tiles(text: str) -> tuple[Tile, ...]:
    return tuple(map(Tile, text.split()))


def true(hand: str, *spans: tuple[float, float], name: str = "e1", traits=()) -> TrueEvent:
    return TrueEvent(name, spans, tiles(hand), frozenset(traits))


def seen(hand: str, *spans: tuple[float, float]) -> FoundEvent:
    return FoundEvent(spans, tiles(hand))


@pytest.mark.parametrize(
    ("truths", "found", "pairs", "twice", "false"),
    [
        ([], [], [], [], []),
        ([true(A, (5, 9))], [], [], [], []),
        ([], [seen(A, (5, 9))], [], [], [0]),
        ([true(A, (5, 9))], [seen(A, (5, 9))], [(0, 0)], [], []),
        # a wrong tile is still the hand, fewer than half of its tiles are another
        ([true(A, (5, 9))], [seen(A_WRONG, (6, 8))], [(0, 0)], [], []),
        ([true(A, (5, 9))], [seen(HALF_A, (5, 9))], [(0, 0)], [], []),
        ([true(A, (5, 9))], [seen(LESS_A, (5, 9))], [], [], [0]),
        # the right hand at another time is a false event
        ([true(A, (5, 9))], [seen(A, (20, 24))], [], [], [0]),
        ([true(A, (5, 9))], [seen(A, (9.8, 12))], [(0, 0)], [], []),
        # a hand that is shown twice may be found in either showing
        ([true(A, (5, 9), (20, 24))], [seen(A, (20, 24))], [(0, 0)], [], []),
        ([true(A, (5, 9), (20, 24))], [seen(A, (5, 9)), seen(A, (20, 24))], [(0, 0)], [1], []),
        # between the showings there is something else
        ([true(A, (5, 9), (20, 24))], [seen(A, (12, 15))], [], [], [0]),
        # of two events of one hand the one with more of its tiles is it, then the longer one
        ([true(A, (5, 9))], [seen(A_WRONG, (5, 9)), seen(A, (8, 9))], [(0, 1)], [0], []),
        ([true(A, (5, 9))], [seen(A, (5, 6)), seen(A, (6, 9))], [(0, 1)], [0], []),
        # two hands in one picture are told apart by their tiles
        (
            [true(A, (5, 9)), true(B, (5, 9))],
            [seen(B, (5, 9)), seen(A, (5, 9))],
            [(0, 1), (1, 0)],
            [],
            [],
        ),
        ([true(A, (5, 9)), true(B, (5, 9))], [seen(B, (5, 9))], [(1, 0)], [], []),
    ],
)  # fmt: skip
def test_matching(truths, found, pairs, twice, false):
    assert match(truths, found) == (pairs, twice, false)


def film(*events: TrueEvent, source: str = "synth") -> TrueFilm:
    return TrueFilm(Path("one.mp4"), source, "phone", 60.0, events, (), frozenset({"handheld"}))


def test_rows_say_what_came_of_each_event():
    rows = rows_of(
        film(true(A, (5, 9), name="e1", traits=["cut"]), true(B, (20, 24), name="e2")),
        [seen(A_WRONG, (5.5, 8)), seen(A, (8, 9.25)), seen(B, (40, 45))],
        {"e1": True},
    )
    assert [row.outcome for row in rows] == [FOUND, MISSED, TWICE, FALSE]
    first, missed = rows[:2]
    assert (first.exact, first.still_exact) == (True, True)
    assert (first.start_error, first.end_error) == (3.0, 0.25)
    assert first.traits == "cut; handheld"
    assert (missed.exact, missed.still_exact, missed.start_error) == (None, None, None)
    assert rows[3].read == "1p 1p 1p 2p 3p 4p 6s 7s 8s W W W N N"


def test_the_summary_counts_shares(tmp_path):
    rows = [
        *rows_of(film(true(A, (5, 9))), [seen(A, (5, 9)), seen(B, (5, 9))], {"e1": True}),
        *rows_of(film(true(A, (5, 9)), source="real"), [seen(A_WRONG, (6, 9))], {"e1": True}),
        *rows_of(film(true(B, (5, 9)), source="real"), [seen(B, (6, 9))], {"e1": False}),
        *rows_of(film(true(B, (5, 9)), source="real"), [], {}),
    ]
    text = summary(rows)
    lines = {line.split(" | ")[0].strip("| "): line.split(" | ")[1:] for line in text.splitlines()}
    counts, shown, false, exact, clear = (cell.strip(" |") for cell in lines["all"])
    assert counts == "4"
    assert shown.startswith("75.0 % (3/4")
    assert false.startswith("25.0 % (1/4")
    assert exact.startswith("66.7 % (2/3")
    assert clear.startswith("50.0 % (1/2")
    assert lines["real, phone"][1].startswith("66.7 % (2/3")
    assert "| one.mp4 | 5.0-9.0 | inexact | 7s | 9s | exact | confirmed | handheld |" in text
    write_csv(rows, tmp_path / "events.csv")
    with (tmp_path / "events.csv").open() as file:
        written = list(csv.DictReader(file))
    assert [row["outcome"] for row in written] == [FOUND, FALSE, FOUND, FOUND, MISSED]
    assert written[4]["exact"] == ""


def truth_file(folder: Path, **changes) -> None:
    event = {
        "id": "e1", "spans": [[1.0, 4.0], [6.0, 9.0]], "concealed": A.split()[:10],
        "melds": [{"kind": "pung", "tiles": ["E", "E", "E"]}], "winning_tile": "C",
        "flowers": ["a"], "traits": ["cut"], "clean_still": "one-e1.png",
    }  # fmt: skip
    values = {
        "source": "synth", "quality": "phone", "seconds": 60.0, "variable": False,
        "handheld": True, "overlay": False, "size": [1280, 720], "events": [event],
    }  # fmt: skip
    folder.mkdir(exist_ok=True)
    (folder / "one.mp4").write_bytes(b"")
    (folder / "one.json").write_text(json.dumps({**values, **changes}))


def test_a_film_comes_with_its_truth(tmp_path):
    truth_file(tmp_path)
    (tmp_path / "unknown.mp4").write_bytes(b"")
    (only,) = load_films(tmp_path)
    assert only.path.name == "one.mp4"
    assert only.traits == {"handheld", "720 lines"}
    (event,) = only.events
    assert (event.start, event.end) == (1.0, 9.0)
    assert sorted(event.tiles) == sorted(tiles(" ".join(A.split()[:10]) + " C E E E a"))
    assert event.clean == tmp_path / "one-e1.png"


@pytest.mark.parametrize(
    "changes",
    [{"events": [{}]}, {"events": 3}, {"size": None}, {"seconds": "long"}, {"frames": [3]}],
)
def test_a_truth_that_says_nothing_is_refused(tmp_path, changes):
    truth_file(tmp_path, **changes)
    with pytest.raises(TruthError, match=r"one\.json does not say what the film shows"):
        load_films(tmp_path)


def test_the_others_are_measured_where_one_film_or_truth_cannot_be(tmp_path, capsys):
    truth_file(tmp_path)
    (tmp_path / "two.mp4").write_bytes(b"")
    (tmp_path / "two.json").write_text("{}")
    refused = []
    assert [film.path.name for film in load_films(tmp_path, refused.append)] == ["one.mp4"]
    assert len(refused) == 1
    assert main(["evaluate", "footage", str(tmp_path)]) == 2
    said = capsys.readouterr().err.splitlines()
    assert "two.json does not say" in said[0]
    assert "one.mp4" in said[1]
    assert said[-1] == "fanlens: None of these films could be measured."


def test_folders_without_films_are_refused(tmp_path):
    with pytest.raises(TruthError, match="no folder"):
        load_films(tmp_path / "nowhere")
    with pytest.raises(TruthError, match="No film"):
        load_films(tmp_path)


# -- frames of streams ----------------------------------------------------------------------------


def place(code: str, number: int, read: str) -> Place:
    left = 40.0 * number
    corners = ((left, 0), (left + 30, 0), (left + 30, 40), (left, 40))
    votes = tuple(Tile(c).index if c != "-" else -1 for c in read.split())
    return Place(corners, 0.9, certain(Tile(code)), votes)


def reading(*codes: str) -> Reading:
    boxes = [(40.0 * n, 0.0, 40.0 * n + 30, 40.0) for n in range(len(codes))]
    return Reading(
        tuple(Detection.of_tile(Tile(c), box) for c, box in zip(codes, boxes, strict=True)),
        (200, 100),
    )


def test_voting_is_held_against_single_frames():
    frame = {
        "photo": "A", "start": 0.0, "end": 6.0,
        "tiles": [{"tile": c, "box": [40 * n, 0, 40 * n + 30, 40]} for n, c in enumerate(
            ("1m", "2m", "3m", "4m"))],
    }  # fmt: skip
    times = (1.0, 2.0, 3.0)
    stretch = Stretch(
        Sighting(0.0, 6.0, (1.0,), (STILL,)), times, 2.0, (200, 100),
        (place("1m", 0, "1m 1m 9m"), place("2m", 1, "2m 2m 2m"), place("9p", 2, "9p 9p 3m")),
    )  # fmt: skip
    singles = [reading("1m", "2m", "9p"), reading("1m", "2m", "9p"), reading("9m", "2m", "3m")]
    readings = (*zip(times, singles, strict=True), (7.0, reading("1m", "2m", "3m", "4m")))
    run = FilmRun((), (stretch,), {"decode": 1.0}, 6.0, readings)
    (row,) = stream_rows("table", [frame], run)
    assert (row.tiles, row.found, row.voted, row.best, row.mean, row.reads) == (4, 3, 2, 2, 2.0, 3)
    assert not row.row_read
    assert "| table | 1 | 0.0 % (0/1" in stream_summary([row])
    (nothing,) = stream_rows("table", [{**frame, "start": 10.0, "end": 12.0}], run)
    assert (nothing.found, nothing.voted, nothing.best, nothing.reads) == (0, 0, 0, 0)


def test_speed_is_told_in_multiples_of_real_time():
    stages = dict.fromkeys(("grey", "photo", "locate", "read", "faces", "analyse", "join"), 0.0)
    runs = [FilmRun((), (), {"decode": 15.0, **stages, "read": 5.0}, 60.0, memory=300)] * 2
    text = speed(runs)
    assert text.startswith("## Speed\n\n3.0 times real time")
    assert "| 75 % |" in text
    assert "Memory: 300 MB" in text
