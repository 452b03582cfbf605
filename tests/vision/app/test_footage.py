"""The screen of films, without a browser: its list, one hand on it, and what a tap means."""

import io
import json

import pytest
from streamlit.testing.v1 import AppTest

from scoring import Tile
from tests.conftest import ROOT
from tests.vision.app.films.recorded import EVENTS, recorded
from tests.vision.footage.games import OTHER, event, game
from vision.app.films.saying import lists
from vision.app.films.sent import RESULTS, send
from vision.app.films.shelf import Shelf
from vision.app.screens import footage_list
from vision.app.screens.footage_list import tapped
from vision.app.state import Visit
from vision.app.texts import Texts
from vision.footage.listing import load_results
from vision.footage.review import Terms
from vision.footage.storage import store_json


@pytest.fixture(autouse=True)
def data(tmp_path, monkeypatch):
    monkeypatch.setenv("FANLENS_DATA", str(tmp_path / "data"))
    monkeypatch.delenv("FANLENS_FOOTAGE", raising=False)


@pytest.fixture
def out(tmp_path, monkeypatch):
    folder = tmp_path / "out"
    monkeypatch.setenv("FANLENS_FOOTAGE", str(folder))
    yield folder
    lists.wait(folder)


def opened(language="en", **query):
    page = AppTest.from_file(str(ROOT / "app.py"), default_timeout=120)
    page.session_state.visit = Visit(language=language)
    for name, value in query.items():
        page.query_params[name] = value
    return page.run()


def tap(page, word, identity, of="game"):
    assert not page.exception
    tapped(page.session_state.visit, page.session_state.shelf, word, identity, of)
    return page.run()


def states(folder):
    return [hand.state for hand in load_results(folder)[0].hands]


def labels(page):
    return page.segmented_control(key="footage_shown").options


def test_hands_are_confirmed_deleted_and_brought_back(out):
    recorded(out)
    page = opened()
    assert labels(page) == ["All 3", "In doubt 1", "Deleted 0"]
    page = tap(tap(page, "confirm", "e2"), "delete", "e3")
    assert labels(page) == ["All 2", "In doubt 0", "Deleted 1"]
    assert states(out) == ["found", "confirmed", "deleted"]
    rows = lists.read(out, "hands.jsonl").splitlines()
    assert [json.loads(row)["state"] for row in rows] == states(out)
    page = tap(page, "restore", "e3")
    assert states(out) == ["found", "confirmed", "found"]
    page.segmented_control(key="footage_shown").set_value("in_doubt").run()
    assert [info.value for info in page.info] == ["No hand is in doubt."]


def test_a_corrected_hand_comes_back_as_it_was_corrected(out):
    recorded(out)
    page = tap(opened(), "open", "e3")
    desk = page.session_state.shelf.desk
    desk.edit(desk.draft.with_tile(13, Tile("9p")))
    page.run()
    page.button(key="footage_delete").click().run()
    assert states(out)[2] == "deleted"
    tap(page, "restore", "e3")
    assert states(out)[2] == "corrected"


def test_what_a_hand_makes_impossible_cannot_be_chosen_and_the_page_says_why(out):
    recorded(out)
    page = tap(opened(), "open", "e1")
    assert [toggle.key for toggle in page.toggle if toggle.disabled] == ["known_kong_replacement"]
    reasons = [caption.value for caption in page.caption if "is not possible:" in caption.value]
    assert len(reasons) == 1


def test_how_a_hand_was_won_is_kept_and_the_next_hand_is_opened(out):
    recorded(out)
    page = tap(opened(), "open", "e1")
    page.segmented_control(key="known_seat_wind").set_value("S").run()
    page.segmented_control(key="known_self_drawn").set_value("self_drawn").run()
    page.toggle(key="known_last_wall_tile").set_value(True).run()
    (hand, *_) = load_results(out)[0].hands
    assert (hand.state, hand.known.seat_wind, hand.known.prevalent_wind) == (
        "found",
        Tile("S"),
        None,
    )
    assert (hand.known.self_drawn, hand.known.last_wall_tile) == (True, True)
    page.button(key="footage_after").click().run()
    assert page.session_state.shelf.desk.listed.event.id == "e2"
    page.button(key="footage_confirm").click().run()
    assert states(out) == ["found", "confirmed", "found"]
    page.button(key="footage_back").click().run()
    assert labels(page) == ["All 3", "In doubt 0", "Deleted 0"]


@pytest.mark.parametrize("language", ["zh-Hans", "zh-Hant", "en"])
def test_list_hand_and_choice_are_drawn_in_every_language(language, out):
    recorded(out)
    page = opened(language)
    assert len(labels(page)) == 3
    page = tap(page, "open", "e2")
    assert page.button(key="footage_confirm").label
    page.button(key="footage_back").click().run()
    page.button(key="film_other").click().run()
    assert [expander.label for expander in page.expander] == [Texts(language)("film_known")]
    assert not page.exception


def test_several_films_are_chosen_among_and_long_lists_have_pages(out, monkeypatch):
    monkeypatch.setattr(footage_list, "PER_PAGE", 2)
    recorded(out, "a")
    recorded(out, "b", [event(1, OTHER)])
    page = opened()
    page.pills(key="footage_page").set_value(2).run()
    assert page.session_state.shelf.page == 1
    page.selectbox(key="footage_film").set_value("b").run()
    assert labels(page)[0] == "All 1"
    assert not page.exception


@pytest.mark.parametrize(
    ("language", "file", "sentence"),
    [
        ("en", None, "There are no results in"),
        ("zh-Hans", "game/hands.json", "已损坏：请删除该文件"),
        ("zh-Hant", "game/review.json", "已損壞，未採用其中任何內容"),
    ],
)
def test_what_cannot_be_opened_is_one_sentence(language, file, sentence, out):
    out.mkdir()
    if file:
        recorded(out)
        (out / file).write_text("no json")
    page = opened(language)
    assert len(page.error) == 1
    assert sentence in page.error[0].value
    assert not page.exception


def test_a_hand_that_is_gone_meanwhile_is_told(out):
    recorded(out)
    page = tap(opened(), "open", "e3")
    recorded(out, events=EVENTS[:1])
    page.run()
    assert [error.value for error in page.error] == ["This hand is no longer among the results."]
    page = tap(page, "confirm", "e3")
    assert states(out) == ["found"]


def test_a_film_s_address_opens_it_again_and_forgets_it(tmp_path):
    film = game(tmp_path / "game.mp4", [], seconds=1)
    sent = send(io.BytesIO(film.read_bytes()), "game.mp4", film.stat().st_size, Terms())
    recorded(sent.folder / RESULTS)
    store_json(sent.folder / "progress.json", {"state": "done"})
    page = opened(footage=sent.key)
    assert labels(page)[0] == "All 3"
    page.button(key="film_forget").click().run()
    assert not sent.folder.exists()
    assert page.session_state.screen == "footage"
    page = opened(footage=sent.key)
    assert "There is no film for this address" in page.error[0].value


@pytest.mark.parametrize(
    ("told", "sentence"),
    [
        ({"state": "unreadable"}, "This is no film that can be read"),
        ({"state": "no_model", "reason": "There is no model."}, "There is no model"),
        ({"state": "working", "share": 0.5}, "The film was not finished"),
    ],
)
def test_a_film_that_was_not_scored_says_why(told, sentence, tmp_path):
    film = game(tmp_path / "game.mp4", [], seconds=1)
    sent = send(io.BytesIO(film.read_bytes()), "game.mp4", film.stat().st_size, Terms())
    store_json(sent.folder / "progress.json", told)
    page = opened(footage=sent.key)
    assert sentence in page.error[0].value.replace("\\", "")


def test_a_folder_in_the_address_is_opened_only_where_nobody_else_visits(tmp_path):
    recorded(tmp_path / "out")
    page = opened(footage=str(tmp_path / "out"))
    assert page.session_state.shelf.folder is None


def test_two_visitors_see_what_the_other_has_kept(out):
    recorded(out)
    one, other = opened(), opened()
    tap(one, "delete", "e1")
    other = tap(other, "open", "e2")
    other.button(key="footage_back").click().run()
    assert labels(other) == ["All 2", "In doubt 1", "Deleted 1"]
    assert other.session_state.shelf.desk is None


def test_a_tap_on_a_film_that_is_gone_is_told(tmp_path):
    shelf = Shelf(folder=tmp_path)
    tapped(Visit(), shelf, "confirm", "e1", "game")
    assert shelf.refusal == "footage_gone"
