"""Correcting the hand of an event: every edit is kept as soon as it says something sure."""

import json

import pytest

from scoring import Circumstances, Rules, Tile, parse_hand, score
from tests.vision.app.films.recorded import doubtful, recorded
from tests.vision.footage.games import WIN, event, results
from vision.app.films.desk import Desk, draft_of, notation_of, obstacles_of
from vision.app.films.opened import open_folder
from vision.app.screens.footage_list import confirm
from vision.footage.listing import load_results
from vision.footage.outlook import Known
from vision.footage.review import Listed, Review, Terms

FOUND = "123456789mEEEPP+?"
KNOWN = Known.of(Circumstances(Tile("E"), Tile("S"), True))


@pytest.fixture
def opening(tmp_path):
    """Opens a hand of one event on the desk."""

    def opens(found, review=None, language="en"):
        film = results(tmp_path / "game", [found])
        return Desk.opening(film, Listed(found, film.terms, review), language)

    return opens


def kept(desk):
    """What is kept of the event in the film's folder, and how it is listed."""
    path = desk.film.folder / "review.json"
    said = json.loads(path.read_text()) if path.exists() else {}
    return said.get(desk.listed.event.id), load_results(desk.film.folder)[0].hands[0]


def piece(desk, code):
    return next(piece.id for piece in desk.draft.standing if piece.tile is Tile(code))


def test_one_edit_is_kept_at_once_and_undone_again(opening):
    desk = opening(event(1))
    detected = (desk.film.folder / "hands.json").read_bytes()
    desk.edit(desk.draft.with_tile(piece(desk, "P"), Tile("C")))
    said, hand = kept(desk)
    assert (said["state"], said["hand"]) == ("corrected", "123456789mEEECP+?")
    assert (hand.state, hand.outlook) == ("corrected", None)
    assert "no winning shape" in hand.refusal.problems[0].message("en")
    desk.undo()
    said, hand = kept(desk)
    assert (said, hand.state, hand.outlook.least.total) == (None, "found", 25)
    assert (desk.film.folder / "hands.json").read_bytes() == detected


def test_naming_the_winning_tile_and_the_circumstances_leaves_one_number(opening):
    desk = opening(event(1))
    desk.edit(desk.draft.with_winner(piece(desk, "9m")))
    desk.know(KNOWN)
    said, hand = kept(desk)
    assert (said["state"], said["hand"]) == ("corrected", "12345678mEEEPP9m")
    expected = score(*parse_hand("12345678mEEEPP9m|ES1000")).total
    assert hand.outlook.least.total == hand.outlook.most.total == expected


def test_a_hand_in_doubt_is_kept_once_its_questions_are_answered(opening):
    desk = opening(doubtful(1, 2.0))
    desk.know(KNOWN)
    asked = next(q for q in desk.draft.questions if q.doubt.kind.value == "tile")
    desk.edit(desk.draft.settled(asked))
    said, hand = kept(desk)
    assert desk.unkept is None
    assert (said["state"], said["hand"], hand.known) == ("confirmed", None, KNOWN)
    assert hand.outlook.least.total > 0


@pytest.mark.parametrize("found", [event(1), doubtful(1, 2.0)])
def test_how_a_hand_was_won_is_kept_without_a_word_on_its_tiles(opening, found):
    desk = opening(found)
    unsure = kept(desk)[1].outlook is None
    desk.know(KNOWN)
    said, hand = kept(desk)
    assert (desk.unkept, said["state"], hand.state, hand.known) == (None, "found", "found", KNOWN)
    assert (hand.outlook is None) == unsure
    again = Desk.opening(desk.film, hand, "en")
    assert again.draft == desk.draft
    again.agree()
    assert kept(again)[0]["state"] == "confirmed"
    assert kept(again)[1].known == KNOWN
    again.undo()
    again.know(Known())
    assert kept(again)[0] is None


@pytest.mark.parametrize("state", ["confirmed", "corrected"])
def test_a_hand_that_was_settled_stays_so_whatever_is_said_of_how_it_was_won(opening, state):
    hand = "12345678mEEEPP9m" if state == "corrected" else None
    desk = opening(event(1), Review("e1", event(1).best, state, hand))
    desk.know(KNOWN)
    said, listed = kept(desk)
    assert (said["state"], said["hand"], listed.known) == (state, hand, KNOWN)


@pytest.mark.parametrize("known", [None, KNOWN])
def test_a_tap_confirms_a_hand_and_keeps_how_it_was_won(opening, known):
    desk = opening(event(1), known and Review("e1", event(1).best, "found", known=known))
    confirm(desk.film, desk.listed)
    said, hand = kept(desk)
    assert said["state"] == "confirmed"
    assert hand.review.known == known


@pytest.mark.parametrize(
    ("hand", "drawn", "expected"),
    [
        ("12345678mEEEPP9m", None, {"kong_replacement": "there is no kong"}),
        (
            "12345678mEEEPP9m",
            True,
            {"kong_replacement": "there is no kong", "robbed_kong": "another player's"},
        ),
        (
            "12345678mEEEPP9m",
            False,
            {"kong_replacement": "drawn, not discarded"},
        ),
        ("[EEEE]12345678mPP9m", None, {}),
        (
            "12345678m9mEEEPP",
            None,
            {
                "last_of_kind": "another",
                "kong_replacement": "there is no kong",
                "robbed_kong": "another",
            },
        ),
        ("123456789mEEEPP+?", None, {"kong_replacement": "there is no kong"}),
    ],
)
def test_what_no_known_circumstance_allows_cannot_be_chosen(hand, drawn, expected):
    listed = Listed(event(1), Terms(), Review("e1", 2.5, "corrected", hand))
    draft = draft_of(listed)
    found = obstacles_of(draft, Known(self_drawn=drawn), Rules())
    said = {name: problem.message("en") for name, problem in found.items()}
    assert said.keys() == expected.keys()
    assert [name for name, words in expected.items() if words not in said[name]] == [], said


def test_agreeing_to_a_hand_confirms_it_and_undo_takes_that_back(opening):
    desk = opening(doubtful(1, 2.0))
    desk.agree()
    assert kept(desk)[1].state == "confirmed"
    desk.undo()
    assert kept(desk)[1].state == "found"
    sure = opening(event(1))
    sure.agree()
    assert kept(sure)[1].state == "confirmed"


@pytest.mark.parametrize(
    ("language", "edit", "sentence"),
    [
        ("en", lambda d: d.without(0).without(1), "Not kept yet: the hand has 12 tiles"),
        ("zh-Hans", lambda d: d.without(0).without(1), "还没有保存：这手牌有12张"),
        ("zh-Hant", lambda d: d.with_tile(0, Tile("E")).with_tile(1, Tile("E")), "還沒有儲存："),
        ("en", lambda d: d.with_tile(0, Tile("back")), "say which tile lies face down"),
    ],
)
def test_a_hand_that_is_none_is_not_kept_and_the_page_says_why(opening, language, edit, sentence):
    desk = opening(event(1), language=language)
    desk.edit(edit(desk.draft))
    assert sentence in desk.unkept
    assert kept(desk)[0] is None
    desk.undo()
    assert desk.unkept is None


@pytest.mark.parametrize(
    "hand", ["123456789mEEEPP+?", "12345678mEEEPP9m", "[EEE,1]12345678mPP9m", "12345678mEEECC9m"]
)
def test_a_correction_is_opened_as_it_was_left(hand):
    listed = Listed(event(1), Terms(), Review("e1", 2.5, "corrected", hand))
    draft = draft_of(listed)
    assert parse_hand(notation_of(draft)).hand == parse_hand(hand).hand
    laid = [piece.box for piece in draft.pieces if piece.box is not None]
    assert sorted(laid) == list(range(len(WIN)))


def test_a_confirmed_hand_is_opened_without_questions_but_for_its_winning_tile(opening):
    found = doubtful(1, 2.0)
    desk = opening(found, Review("e1", found.best, "confirmed"))
    assert [q.doubt.kind.value for q in desk.draft.questions] == ["winning_tile"]


def test_what_a_winning_hand_answers_is_not_asked_any_more(opening):
    tiles = ("1m", *WIN[:7], "2s", *WIN[9:])
    desk = opening(event(1, tiles))
    assert "no_win" in {q.doubt.kind.value for q in desk.draft.questions}
    desk.edit(desk.draft.with_tile(0, Tile("8m")).with_tile(8, Tile("9m")))
    assert "no_win" not in {q.doubt.kind.value for q in desk.draft.questions}
    assert (desk.unkept, kept(desk)[0]["hand"]) == (None, FOUND)


def test_the_picture_shows_the_hand_and_its_boxes_lie_on_the_tiles(tmp_path):
    film = recorded(tmp_path)
    hand = open_folder(tmp_path).film("game").hands[0]
    photo = Desk.opening(film, hand, "en").photo
    width, height = photo.size
    assert (width, height) != hand.event.size
    for before, after in zip(hand.event.detections, photo.detections, strict=True):
        assert all(0 <= x <= width and 0 <= y <= height for x, y in after.corners)
        assert after.tile is before.tile
    film.still("e1").unlink()
    assert Desk.opening(film, hand, "en").photo is None


def test_a_folder_that_cannot_be_written_to_is_told(opening):
    desk = opening(event(1))
    (desk.film.folder / "review.json").mkdir()
    desk.agree()
    assert desk.unkept.startswith("The folder of results cannot be written to")
