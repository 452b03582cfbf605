"""What is said of hands: kept whoever says it, and followed by the lists."""

import csv
import json
import threading

import pytest

from tests.vision.footage.games import event, results
from vision.app.films.saying import lists, say, unsay
from vision.footage.listing import load_results
from vision.footage.review import Review


@pytest.fixture
def film(tmp_path):
    return results(tmp_path / "out" / "game", [event(n, at=2.0 * n) for n in range(1, 7)])


def states(film):
    return [hand.state for hand in load_results(film.folder)[0].hands]


def test_the_lists_follow(film):
    out = film.folder.parent
    say(film, Review("e2", 4.5, "deleted"))
    rows = [json.loads(line) for line in lists.read(out, "hands.jsonl").splitlines()]
    assert [row["state"] for row in rows] == states(film) == ["found", "deleted", *["found"] * 4]
    unsay(film, "e2")
    table = csv.DictReader(lists.read(out, "hands.csv").decode("utf-8-sig").splitlines())
    assert [row["state"] for row in table] == ["found"] * 6
    assert (out / "sheet.jpg").stat().st_size > 0


def test_visitors_do_not_lose_what_others_say(film):
    def visitor(number):
        say(film, Review(f"e{number}", 2.0 * number + 0.5, "confirmed"))

    threads = [threading.Thread(target=visitor, args=(n,)) for n in range(1, 7)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert states(film) == ["confirmed"] * 6
    lists.wait(film.folder.parent)


def test_lists_that_an_earlier_server_left_behind_are_written(film):
    out = film.folder.parent
    lists.catch_up(film)
    assert lists.read(out, "hands.jsonl").count(b"\n") == 6
    before = (out / "hands.jsonl").stat().st_mtime_ns
    lists.catch_up(film)
    lists.wait(out)
    assert (out / "hands.jsonl").stat().st_mtime_ns == before


def test_lists_that_cannot_be_written_are_told_and_nothing_else_is_lost(film):
    out = film.folder.parent
    (out / "hands.csv").mkdir()
    say(film, Review("e1", 2.5, "confirmed"))
    lists.wait(out)
    assert lists.failed(out)
    assert states(film)[0] == "confirmed"
    (out / "hands.csv").rmdir()
    say(film, Review("e1", 2.5, "deleted"))
    lists.wait(out)
    assert not lists.failed(out)
