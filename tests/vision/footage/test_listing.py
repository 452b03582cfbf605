"""The list of hands: what is kept, what a person makes of it, and what is exported."""

from __future__ import annotations

import csv
import json
from dataclasses import replace
from pathlib import Path

import pytest
from PIL import Image

import vision.footage.outlook
from scoring import Circumstances, Tile, parse_hand, score
from scoring.names import LANGUAGES
from tests.vision.footage.games import OTHER, WIN, event, places, results, table
from vision.footage import listing, review, sheet
from vision.footage.lettering import font, shortened, signs
from vision.footage.listing import (
    COLUMNS,
    ListingError,
    drop_review,
    export,
    load_results,
    save_review,
)
from vision.footage.outlook import Known
from vision.footage.review import Listed, Review, ReviewError, Terms
from vision.footage.sheet import cut_out
from vision.footage.texts import TEXTS
from vision.hand import ReadStatus

EVERYTHING = Known.of(Circumstances(Tile("E"), Tile("S"), True))


def doubtful(tiles=WIN):
    """An event one of whose tiles may be another."""
    row = list(places(tiles))
    odds = [0.0] * len(row[0].probabilities)
    odds[Tile("9m").index], odds[Tile("6m").index] = 0.55, 0.45
    place = row[8]
    row[8] = type(place)(place.corners, 0.9, tuple(odds), place.tiles)
    return event(1, tiles, places=tuple(row))


def test_what_is_stored_is_loaded_again(tmp_path):
    made = results(tmp_path / "game", [event(1), event(2, OTHER, at=9)], notes=["Damaged."])
    assert load_results(tmp_path) == load_results(tmp_path / "game") == [made]
    (loaded,) = load_results(tmp_path)
    assert (loaded.name, loaded.notes, loaded.annotated) == ("game.mp4", ("Damaged.",), None)
    assert [hand.state for hand in loaded.hands] == ["found", "found"]
    assert loaded.thumbnail("e1") == tmp_path / "game/thumbnails/e1.jpg"


def test_a_row_says_when_what_and_how_much(tmp_path):
    (film,) = load_results(results(tmp_path / "game", [event(1)], Terms(EVERYTHING)).folder)
    (row,) = film.rows()
    hand, circumstances = parse_hand("23456789mEEEPP1m|ES1000")
    totals = [
        score(type(hand)(hand.concealed, winning_tile=tile), circumstances).total
        for tile in set(hand.concealed)
    ]
    assert row == {
        "film": "game.mp4",
        "id": "e1",
        "start": 2.0,
        "end": 3.0,
        "best": 2.5,
        "state": "found",
        "status": ["confirmed"],
        "tiles": "123456789mEEEPP+?",
        "concealed": list(WIN),
        "melds": [],
        "flowers": [],
        "winning_tile": None,
        "points_least": min(totals),
        "points_most": max(totals),
        "fans": row["fans"],
        "unknown": ["winning_tile"],
        "doubts": [],
        "refusal": None,
        "frames": 3,
        "agreed": 3,
        "box": [30.0, 60.0, 576.0, 112.0],
        "thumbnail": "game/thumbnails/e1.jpg",
    }
    assert {"name": "Pure Straight", "points": 16} in row["fans"]
    assert sum(fan["points"] for fan in row["fans"]) == row["points_least"]


@pytest.mark.parametrize(
    ("known", "unknown"),
    [
        (Known(), {"prevalent_wind", "seat_wind", "self_drawn", "winning_tile"}),
        (Known(prevalent_wind=Tile("E")), {"seat_wind", "self_drawn", "winning_tile"}),
        (EVERYTHING, {"winning_tile"}),
    ],
)
def test_unknown_circumstances_make_a_range(known, unknown):
    row = Listed(event(1), Terms(known)).row("game.mp4", "")
    assert set(row["unknown"]) == unknown
    assert row["points_least"] < row["points_most"]


def test_a_doubtful_hand_has_a_question_and_no_points():
    hand = Listed(doubtful(), Terms())
    row = hand.row("game.mp4", "")
    assert (row["status"], row["points_least"], row["points_most"]) == (["doubtful"], None, None)
    assert row["fans"] == []
    assert len(row["doubts"]) == 1
    assert "9 Characters" in row["doubts"][0] or "6 Characters" in row["doubts"][0]


def test_which_flower_it_is_never_matters():
    tiles = (*WIN, "a")
    row = list(places(tiles))
    odds = [0.0] * len(row[0].probabilities)
    odds[Tile("a").index], odds[Tile("b").index] = 0.6, 0.4
    row[-1] = type(row[-1])(row[-1].corners, 0.9, tuple(odds), row[-1].tiles)
    listed = Listed(event(1, tiles, places=tuple(row)), Terms(EVERYTHING))
    plain = Listed(event(1), Terms(EVERYTHING))
    assert listed.outlook.least.total == plain.outlook.least.total + 1


@pytest.mark.parametrize("language", LANGUAGES)
def test_names_and_questions_follow_the_language(language):
    terms = Terms(EVERYTHING, language=language)
    names = [fan["name"] for fan in Listed(event(1), terms).row("", "")["fans"]]
    assert {"zh-Hans": "清龙", "zh-Hant": "清龍", "en": "Pure Straight"}[language] in names
    doubts = Listed(doubtful(), terms).row("", "")["doubts"]
    assert doubts[0].startswith(
        "This tile" if language == "en" else "这张" if "s" in language[-2:] else ""
    )


def test_confirming_settles_doubts(tmp_path):
    folder = results(tmp_path / "game", [doubtful()]).folder
    save_review(folder, Review("e1", 2.5, "confirmed", known=EVERYTHING))
    (row,) = load_results(folder)[0].rows()
    assert (row["state"], row["status"], row["doubts"]) == ("confirmed", ["confirmed"], [])
    assert row["points_least"] > 0


def test_a_correction_takes_the_place_of_what_was_detected(tmp_path):
    folder = results(tmp_path / "game", [event(1), event(2, at=9)]).folder
    before = (folder / "hands.json").read_bytes()
    known = Known.of(Circumstances(Tile("E"), Tile("E"), False))
    save_review(
        folder, Review("e2", 9.5, "corrected", "[111s,1]345s22m678p55p+5p|SS0000|ab", known)
    )
    first, second = load_results(folder)[0].rows()
    assert first["state"] == "found"
    assert second["state"] == "corrected"
    assert second["melds"] == [{"kind": "pung", "tiles": ["1s", "1s", "1s"]}]
    assert (second["flowers"], second["winning_tile"]) == (["a", "b"], "5p")
    expected = parse_hand("[111s,1]345s22m678p55p+5p|EE0000|ab")
    assert second["points_least"] == second["points_most"] == score(*expected).total
    assert (folder / "hands.json").read_bytes() == before
    drop_review(folder, "e2")
    assert load_results(folder)[0].hands[1].state == "found"


@pytest.mark.parametrize(
    "said",
    [
        None,
        Review("e1", 2.5, "confirmed"),
        Review("e1", 2.5, "confirmed", known=EVERYTHING),
        Review("e1", 2.5, "found", known=EVERYTHING),
        Review("e1", 2.5, "corrected", "[111s,1]345s22m678p55p+5p"),
        Review("e1", 2.5, "corrected", "[111s,1]345s22m678p55p+5p", EVERYTHING),
    ],
)
def test_a_deleted_hand_stays_and_comes_back_as_it_was(said, tmp_path):
    folder = results(tmp_path / "game", [doubtful()]).folder
    for _ in range(2):
        save_review(folder, said.deleted() if said else Review("e1", 2.5, "deleted"))
        ((hand,),) = (film.hands for film in load_results(folder))
        assert hand.state == "deleted"
        assert hand.review.deleted() == hand.review
        assert hand.review.restored() == said
        before = Listed(hand.event, hand.terms, said).row("", "")
        assert hand.row("", "") == before | {"state": "deleted"}


@pytest.mark.parametrize(
    ("entry", "state"),
    [
        ({"hand": "[111s,1]345s22m678p55p+5p"}, "corrected"),
        ({"known": {"self_drawn": True}}, "confirmed"),
    ],
)
def test_a_deleted_hand_that_only_says_what_it_was_comes_back_too(entry, state):
    said = Review.from_dict("e1", {"best": 2.5, "state": "deleted"} | entry)
    assert said.restored().state == state


def test_a_correction_without_a_winning_tile_gives_the_range_over_all():
    listed = Listed(
        event(1), Terms(EVERYTHING), Review("e1", 2.5, "corrected", "123456789mEEEPP+?")
    )
    assert listed.row("", "") == Listed(event(1), Terms(EVERYTHING)).row("", "") | {
        "state": "corrected"
    }


@pytest.mark.parametrize("found", [event(1), doubtful()])
def test_a_found_hand_of_which_circumstances_are_said_stays_found(found):
    listed = Listed(found, Terms(), Review("e1", 2.5, "found", known=EVERYTHING))
    assert listed.row("", "") == Listed(found, Terms(EVERYTHING)).row("", "")


def test_what_speaks_against_a_hand_is_told_apart():
    known = replace(EVERYTHING, self_drawn=False, kong_replacement=True)
    listed = Listed(event(1), Terms(), Review("e1", 2.5, "found", known=known))
    first, second = (p.message("en") for p in listed.refusal.problems)
    assert listed.row("", "")["refusal"] == f"{first}; {second}"


def test_a_correction_that_does_not_win_says_why():
    listed = Listed(event(1), Terms(), Review("e1", 2.5, "corrected", "135m246p357s11p2mE+E"))
    row = listed.row("", "")
    assert row["points_least"] is None
    assert "no winning shape" in row["refusal"]


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (("won",), "e1 can be confirmed, corrected, deleted, found, not 'won'"),
        (("corrected",), "e1: a corrected event has its hand, and no other has one"),
        (("confirmed", "123m"), "e1: a corrected event has its hand, and no other has one"),
        (("deleted", None, None, "corrected"), "e1: a corrected event has its hand"),
        (("deleted", "123m", None, "confirmed"), "e1: a corrected event has its hand"),
        (("deleted", None, None, "deleted"), "e1 was confirmed, corrected or found before"),
        (("found",), "e1: a found event has what is known of it, or no entry"),
        (("deleted", None, None, "found"), "e1: a found event has what is known of it"),
        (("found", "123m", EVERYTHING), "e1: a corrected event has its hand, and no other"),
        (("confirmed", None, None, "confirmed"), "e1: only a deleted event has a state before"),
        (("corrected", "12345x"), "e1: at character 6"),
    ],
)
def test_reviews_that_say_nothing(arguments, sentence):
    with pytest.raises(ReviewError, match=sentence.replace("(", r"\(")):
        Review("e1", 2.5, *arguments)


def test_what_was_said_of_a_hand_that_is_gone_is_kept_and_told(tmp_path):
    folder = results(tmp_path / "game", [event(1), event(2, at=9)]).folder
    save_review(folder, Review("e2", 9.5, "deleted"))
    results(tmp_path / "game", [event(1), event(2, at=5), event(3, at=9)])
    (film,) = load_results(folder)
    assert [hand.state for hand in film.hands] == ["found", "found", "deleted"]
    results(tmp_path / "game", [event(1)])
    (film,) = load_results(folder)
    assert film.notes == (
        "What was said of the hand at 0:00:09 fits no hand that is found now; it is kept.",
    )
    assert json.loads((folder / "review.json").read_text())["e2"]["state"] == "deleted"


def test_what_was_said_of_another_hand_under_the_same_id_stays(tmp_path):
    folder = results(tmp_path / "game", [event(1), event(2, at=9)]).folder
    save_review(folder, Review("e2", 9.5, "deleted"))
    results(tmp_path / "game", [event(1), event(2, at=5), event(3, at=9)])
    for state in ("deleted", "confirmed"):
        save_review(folder, Review("e2", 5.5, state))
        (film,) = load_results(folder)
        assert [hand.state for hand in film.hands] == ["found", state, "deleted"]
        assert [review.id for review in film.reviews] == ["e2", "e2-2"]
        assert film.notes == ()


BOTH = {"e1": "confirmed", "e9": "deleted"}


@pytest.mark.parametrize("order", [("e1", "e9"), ("e9", "e1")])
def test_what_is_said_by_the_id_counts_before_what_only_fits_by_time(order, tmp_path):
    folder = results(tmp_path / "game", [event(1)]).folder
    said = {identity: {"best": 2.5, "state": BOTH[identity]} for identity in order}
    (folder / "review.json").write_text(json.dumps(said))
    (film,) = load_results(folder)
    assert [hand.state for hand in film.hands] == ["confirmed"]
    assert film.notes == (
        "What is said as e9 of the hand at 0:00:02 does not count beside what is said of it as e1; "
        "it is kept.",
    )


@pytest.mark.parametrize(
    ("content", "state", "note"),
    [
        (
            '{"e1": {"best": 2.5, "state": "deleted"}, "e1": {"best": 2.5, "state": "confirmed"}}',
            "confirmed",
            "e1 stands in the file more than once; the last counts.",
        ),
        (
            '{"e1": {"best": 2.5, "state": "confirmed", "state": "deleted"}}',
            "deleted",
            "state stands in e1 more than once; the last counts.",
        ),
        (
            '{"e1": {"best": 2.5, "state": "confirmed", "known": {"seat_wind": "E", '
            '"seat_wind": "S"}}}',
            "confirmed",
            "seat_wind stands in known of e1 more than once; the last counts.",
        ),
    ],
)
def test_of_two_values_of_one_name_the_last_counts_and_that_is_told(content, state, note, tmp_path):
    folder = results(tmp_path / "game", [event(1)]).folder
    (folder / "review.json").write_text(content)
    (film,) = load_results(folder)
    assert film.hands[0].state == state
    assert film.notes == (f"{folder / 'review.json'}: {note}",)


def test_a_link_to_no_review_is_told_and_not_written_over(tmp_path):
    folder = results(tmp_path / "game", [event(1)]).folder
    (folder / "review.json").symlink_to(tmp_path / "disk" / "review.json")
    (film,) = load_results(folder)
    assert [hand.state for hand in film.hands] == ["found"]
    (note,) = film.notes
    assert note.startswith(f"{folder / 'review.json'} is a link to a file that is not there, and")
    with pytest.raises(ListingError, match="is a link to a file that is not there"):
        save_review(folder, Review("e1", 2.5, "deleted"))
    assert (folder / "review.json").is_symlink()


def test_the_export_is_what_was_detected_as_a_person_left_it(tmp_path):
    results(tmp_path / "a", [event(1), event(2, OTHER, at=9)])
    results(tmp_path / "b", [doubtful()], Terms(language="zh-Hans"))
    for name in ("a", "b"):
        (tmp_path / name / "thumbnails").mkdir()
        picture = Image.fromarray(cut_out(table(WIN), event(1).box))
        picture.save(tmp_path / name / "thumbnails/e1.jpg")
    save_review(tmp_path / "a", Review("e2", 9.5, "deleted"))
    files = export(tmp_path)
    assert [path.name for path in files] == ["hands.jsonl", "hands.csv", "sheet.jpg"]
    rows = [json.loads(line) for line in files[0].read_text("utf-8").splitlines()]
    assert [(row["id"], row["state"]) for row in rows] == [
        ("e1", "found"),
        ("e2", "deleted"),
        ("e1", "found"),
    ]
    assert rows == [row for film in load_results(tmp_path) for row in film.rows()]
    with files[1].open(encoding="utf-8-sig", newline="") as file:
        table_rows = list(csv.DictReader(file))
    assert tuple(table_rows[0]) == COLUMNS
    first = table_rows[0]
    assert [first[c] for c in ("from", "to", "at")] == ["0:00:02", "0:00:03", "0:00:02"]
    assert (first["start"], first["concealed"]) == ("2.000", " ".join(WIN))
    assert first["fans"].startswith("Pure Straight 16; ")
    assert table_rows[2]["points_least"] == ""
    assert Image.open(files[2]).size == (1280, sheet.PICTURE + sheet.CAPTION)
    before = [path.read_bytes() for path in files]
    assert [path.read_bytes() for path in export(tmp_path / "b")] == before


def test_a_change_costs_the_hand_that_it_is_about(tmp_path, monkeypatch):
    counted = []

    def outlook(*arguments):
        counted.append(arguments)
        return vision.footage.outlook.outlook(*arguments)

    monkeypatch.setattr(review, "outlook", outlook)
    review._judge.cache_clear()
    # The second hand does not win.
    no_win = (*WIN[:10], "S", "W", "N", "P")
    hands = [event(1), event(2, no_win, at=9), event(3, OTHER, at=19)]
    folder = results(tmp_path / "game", hands, Terms(EVERYTHING)).folder
    save_review(folder, Review("e2", 9.5, "confirmed"))
    export(tmp_path)
    assert len(counted) == 3
    for said in (
        Review("e3", 19.5, "confirmed"),
        Review("e3", 19.5, "corrected", "234s234p678m567s8p+8p"),
    ):
        counted.clear()
        save_review(folder, said)
        export(tmp_path)
        assert len(counted) == 1


@pytest.mark.parametrize("sign", ["=", "+", "-", "@", "\t", "\n", "＝", "＠"])
def test_no_name_of_a_film_is_a_formula_in_the_spreadsheet(sign, tmp_path):
    name = f'{sign}HYPERLINK("http:··x")'
    results(tmp_path / name, [event(1)], film=f"{name}.mp4")
    jsonl, table, _ = export(tmp_path)
    assert json.loads(jsonl.read_text("utf-8"))["film"] == f"{name}.mp4"
    with table.open(encoding="utf-8-sig", newline="") as file:
        (row,) = csv.DictReader(file)
    assert row["film"] == f"'{name}.mp4"
    assert row["thumbnail"] == f"'{name}/thumbnails/e1.jpg"
    assert [cell for cell in row.values() if cell.startswith(sign)] == []


def test_a_review_from_an_editor_that_marks_utf_8_counts(tmp_path):
    folder = results(tmp_path / "game", [event(1)]).folder
    said = '{"e1": {"state": "deleted", "best": 2.5}}'
    (folder / "review.json").write_text(said, "utf-8-sig")
    ((hand,),) = (film.hands for film in load_results(folder))
    assert hand.state == "deleted"


def test_a_damaged_film_is_left_out_of_the_lists_of_the_others(tmp_path):
    results(tmp_path / "a", [event(1)])
    results(tmp_path / "b", [event(1)])
    (tmp_path / "a" / "review.json").write_text("{")
    refused = []
    jsonl, *_ = export(tmp_path, lambda error: refused.append(str(error)))
    assert len(jsonl.read_text("utf-8").splitlines()) == 1
    assert [str(tmp_path / "a" / "review.json") in sentence for sentence in refused] == [True]


LONG = "an evening in the old house, 2026-11-30, table"


@pytest.mark.parametrize(
    ("make", "said", "state"),
    [
        (lambda: event(1), None, "confirmed"),
        (doubtful, None, "doubtful"),
        (lambda: event(1), "[1111m,1][2222p,2][3333s,3][4444m,1]5p+5p", "corrected"),
        (lambda: event(1), "135m246p357s11p2mE+E", "corrected"),
    ],
)
def test_captions_of_the_sheet_are_broken_and_not_cut(make, said, state):
    width = sheet.CELL - 2 * sheet.MARGIN
    review = Review("e1", 2.5, "corrected", said) if said else None
    row = Listed(make(), Terms(), review).row(f"{LONG} 3.mp4", "")
    lines = [line for line, _ in sheet._caption(row, "en", width)]
    assert len(lines) <= sheet.LINES
    assert max(map(font(sheet.LETTERS).getlength, lines)) <= width
    assert lines[0] == f"e1  0:00:02  {state}"
    assert " ".join(lines[1:3]) == f"{LONG} 3.mp4"
    rest = "".join(lines[3:])
    assert rest.replace(" ", "").startswith(row["tiles"])
    if row["points_least"] is None:
        assert " ".join(lines[4:]) == sheet.worth(row)
    else:
        points = f"{row['points_least']}–{row['points_most']}"
        assert any(line.startswith(f"{points}  ") for line in lines[4:])
    assert "…" not in rest


def test_the_sheet_speaks_the_language_of_the_film():
    for language in LANGUAGES:
        for make, said in ((doubtful, None), (lambda: event(1), "234s234p678m567s8p+8p")):
            review = Review("e1", 2.5, "corrected", said) if said else None
            row = Listed(make(), Terms(language=language), review).row("game.mp4", "")
            (first, _), *_ = sheet._caption(row, language, 300)
            words = {
                "en": ("doubtful", "corrected"),
                "zh-Hans": ("存疑", "已更正"),
                "zh-Hant": ("存疑", "已更正"),
            }
            assert first == f"e1  0:00:02  {words[language][bool(said)]}"


def test_a_sheet_holds_a_hundred_hands(tmp_path):
    results(tmp_path / "a", [event(n, at=2.0 * n) for n in range(1, 103)], Terms(EVERYTHING))
    names = [path.name for path in export(tmp_path)][2:]
    assert names == ["sheet.jpg", "sheet-2.jpg"]
    results(tmp_path / "a", [])
    assert [path.name for path in export(tmp_path)][2:] == ["sheet.jpg"]
    assert not (tmp_path / "sheet-2.jpg").exists()


@pytest.mark.parametrize(
    ("file", "content", "sentence"),
    [
        (None, None, "There are no results in"),
        ("game/hands.json", "{}", "hands.json is damaged, and its film is in no list until you"),
        ("game/hands.json", "no json", "hands.json is damaged"),
        ("game/review.json", "no json", "review.json cannot be used, and its film is in no list"),
        ("game/review.json", "[]", "It is no JSON object"),
        ("game/review.json", "[" * 100_000, "It is no JSON object"),
        ("game/review.json", '{"e1": {"state": "won", "best": 1}}', "e1 can be .* not 'won'"),
        ("game/review.json", '{"e1": 3}', "e1 needs an object with best and state"),
        ("game/review.json", '{"e1": {"state": "deleted"}}', "e1 needs best: its time"),
        ("game/review.json", '{"e1": {"state": "deleted", "best": "x"}}', "e1 needs best"),
        ("game/review.json", '{"e1": {"state": "deleted", "best": 1e999}}', "best is a time in"),
        ("game/review.json", '{"e1": {"state": "deleted", "best": NaN}}', "best is a time in"),
        (
            "game/review.json",
            '{"e1": {"state": "confirmed", "best": 2.5, "known": {"wind": "E"}}}',
            "e1: known holds winds .* prevalent_wind, seat_wind",
        ),
        (
            "game/review.json",
            '{"e1": {"state": "confirmed", "best": 2.5, "known": {"self_drawn": "yes"}}}',
            "e1: known holds winds",
        ),
        (
            "game/review.json",
            '{"e1": {"state": "confirmed", "best": 2.5, "known": {"seat_wind": "1m"}}}',
            "e1: known holds winds",
        ),
        (
            "game/review.json",
            '{"e1": {"state": "confirmed", "best": 2.5, "known": {"self_drawn": "E"}}}',
            "e1: known holds winds",
        ),
        (
            "game/review.json",
            '{"e1": {"state": "corrected", "best": 2.5, "hand": 5}}',
            "e1: hand is text in the notation of `fanlens score`, such as .*, not 5",
        ),
        (
            "game/review.json",
            '{"e1": {"state": "confirmed", "best": 2.5, "Known": {"seat_wind": "E"}}}',
            "e1: Known is no name; write known",
        ),
        ("game/review.json", '{"e1": {"sate": "deleted", "best": 2.5}}', "sate is .*; write state"),
    ],
)
def test_folders_without_sound_results_are_named(file, content, sentence, tmp_path):
    if file:
        results(tmp_path / "game", [event(1)])
        (tmp_path / file).write_text(content)
    with pytest.raises(ListingError, match=sentence):
        load_results(tmp_path)


def test_the_readme_describes_every_column():
    readme = (Path(listing.__file__).parent / "README.md").read_text("utf-8")
    assert [column for column in COLUMNS if f"| `{column}` |" not in readme] == []


def test_there_are_words_for_every_state_and_status():
    states = {*review.STATES} - {"deleted", "found"} | {flag.names[0] for flag in ReadStatus}
    assert [name for name in states if set(TEXTS[name]) != set(LANGUAGES)] == []


def test_there_is_a_letter_for_every_sign():
    letters = font(20)
    missing = letters.getmask("\U0001f600").getbbox(), letters.getlength("\U0001f600")
    without = [
        s for s in signs() if (letters.getmask(s).getbbox(), letters.getlength(s)) == missing
    ]
    assert without == []
    assert shortened("牌\U0001f600", 20, 999) == "牌?"
    assert letters.getlength(shortened("三色三步高" * 20, 20, 300)) <= 300


@pytest.mark.parametrize("box", [(0, 0, 10, 10), (30, 60, 576, 112), (500, 300, 640, 360)])
def test_thumbnails_show_the_hand_and_stay_in_the_picture(box):
    assert cut_out(table(), box).shape == (270, 480, 3)
