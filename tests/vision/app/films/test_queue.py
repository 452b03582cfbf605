"""Films are scored one after the other, each by a process of its own."""

import io
import time

import pytest

from tests.vision.footage.games import WIN, game
from vision.app.films.queue import Queue
from vision.app.films.sent import RESULTS, forget, point_at, send
from vision.footage.listing import load_results
from vision.footage.review import Terms
from vision.footage.storage import store_json

PATIENCE = 300.0


@pytest.fixture(autouse=True)
def data(tmp_path, monkeypatch):
    monkeypatch.setenv("FANLENS_DATA", str(tmp_path / "data"))


@pytest.fixture(scope="module")
def film(tmp_path_factory):
    return game(tmp_path_factory.mktemp("film") / "game.mp4", [WIN], seconds=3)


def ended(queue, sent, states=("done", "failed", "unreadable", "no_model")):
    deadline = time.monotonic() + PATIENCE
    while (standing := queue.standing(sent)).state not in states:
        assert time.monotonic() < deadline, standing
        time.sleep(0.2)
    return standing


@pytest.mark.slow
def test_films_wait_for_one_another_and_become_lists(film):
    queue = Queue()
    data = film.read_bytes()
    first = send(io.BytesIO(data), "first.mp4", len(data), Terms(language="zh-Hans"))
    second, third = point_at(film, Terms()), point_at(film, Terms())
    for sent in (first, second, third, first):
        queue.add(sent)
    assert [queue.standing(sent).before for sent in (first, second, third)] == [0, 1, 2]
    queue.drop(second)
    assert ended(queue, first).state == "done"
    (results,) = load_results(first.folder / RESULTS)
    assert [hand.notation for hand in results.hands] == ["123456789mEEEPP+?"]
    assert results.terms.language == "zh-Hans"
    assert results.annotated
    assert not first.film.exists()
    assert ended(queue, third).state == "done"
    assert film.exists()
    assert queue.standing(second).state == "failed"


@pytest.mark.slow
def test_a_film_that_was_stopped_goes_on(film):
    queue = Queue()
    sent = point_at(film, Terms())
    queue.add(sent)
    ended(queue, sent, ("working",))
    queue.drop(sent)
    assert ended(queue, sent).state == "failed"
    queue.add(sent)
    assert ended(queue, sent).state == "done"
    forget(sent)


@pytest.mark.parametrize(
    ("told", "state"),
    [
        (None, "failed"),
        ({"state": "working", "share": 0.4, "left": 3}, "failed"),
        ({"state": "done"}, "done"),
        ({"state": "done", "share": "much"}, "failed"),
    ],
)
def test_what_another_server_left_is_done_or_failed(film, told, state):
    sent = point_at(film, Terms())
    if told:
        store_json(sent.folder / "progress.json", told)
    assert Queue().standing(sent).state == state
