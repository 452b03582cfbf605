"""Reviews that cannot count where they lie: told before anything moves, and never lost."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.vision.footage.games import OTHER, event, results
from vision.footage.aside import Reviews, set_aside_damaged
from vision.footage.listing import load_results


class Interrupted(BaseException):
    pass


def set_aside(folder: Path) -> str:
    """All that is told."""
    told = []
    assert set_aside_damaged(folder, told.append) == bool(told)
    return " ".join(told)


GOOD = '{"best": 2.5, "state": "deleted"}'


@pytest.mark.parametrize(
    ("content", "states", "sentence"),
    [
        ("", ["found", "found"], "cannot be used. It is no JSON object. The film's hands are"),
        ('{"e1": {"sta', ["found", "found"], "cannot be used. It is no JSON object."),
        ('["e1"]', ["found", "found"], "cannot be used. It is no JSON object."),
        ('{"name": "x", "rows": []}', ["found", "found"], "name needs an object with best and"),
        ('{"name": "x", "rows": []}', ["found", "found"], "state. (and 1 more) The film's hands"),
        (f'{{"e1": {GOOD}, "e2": 3}}', ["deleted", "found"], "cannot be used wholly. e2 needs an"),
        (f'{{"e1": {GOOD}, "e2": 3}}', ["deleted", "found"], "Everything else in it counts; the"),
    ],
)
def test_a_damaged_review_is_kept_aside_and_what_it_says_counts(
    content, states, sentence, tmp_path
):
    folder = results(tmp_path / "game", [event(1), event(2, OTHER, at=9)]).folder
    for name in ("review-damaged.json", "review-damaged-2.json"):
        (folder / "review.json").write_text(content)
        told = set_aside(folder)
        assert sentence in told
        assert told.startswith(str(folder / "review.json"))
        assert told.endswith(
            f"the file is kept as {name}: correct it and name it review.json again."
        )
        assert (folder / name).read_text() == content
        (film,) = load_results(tmp_path)
        assert [hand.state for hand in film.hands] == states
    assert set_aside(folder) == ""


def test_an_interruption_comes_after_the_sentence_and_loses_nothing(tmp_path, monkeypatch):
    folder = results(tmp_path / "game", [event(1), event(2, OTHER, at=9)]).folder
    content = f'{{"e1": {GOOD}, "e2": 3}}'
    for place in ("store", "store_reviews"):
        (folder / "review.json").write_text(content)
        told = []
        with monkeypatch.context() as patch:
            patch.setattr(f"vision.footage.aside.{place}", interrupt)
            with pytest.raises(Interrupted):
                set_aside_damaged(folder, told.append)
        assert "cannot be used wholly" in told[0]
        assert (folder / "review.json").read_text() == content
        set_aside(folder)
        assert list(json.loads((folder / "review.json").read_text())) == ["e1"]
    kept = sorted(path.name for path in folder.glob("review-*"))
    assert kept == [f"review-damaged{end}.json" for end in ("-2", "-3", "")]
    assert {(folder / name).read_text() for name in kept} == {content}


def interrupt(*_):
    raise Interrupted


def test_a_link_to_no_review_is_told_and_left(tmp_path):
    folder = results(tmp_path / "game", [event(1)]).folder
    (folder / "review.json").symlink_to(tmp_path / "nowhere")
    (folder / "review-damaged.json").symlink_to(tmp_path / "nowhere")
    assert "is a link to a file that is not there" in set_aside(folder)
    assert (folder / "review.json").is_symlink()
    (folder / "review.json").unlink()
    (folder / "review.json").write_text("{")
    assert "is kept as review-damaged-2.json" in set_aside(folder)
    assert (folder / "review-damaged.json").is_symlink()


FILMS = {"A": [1000, 5, "a" * 64], "B": [2000, 6, "b" * 64]}


def put(folder: Path, film: str, time: int | None = None) -> list[str]:
    """What is told when a film comes under the folder's name."""
    told: list[str] = []
    size, at, digest = FILMS[film]
    mark = {"film": "game.mp4", "fingerprint": [size, time or at, digest]}
    Reviews(told.append, told.append).begin(folder / "film.json", mark)
    return told


def say(folder: Path, text: str) -> None:
    (folder / "review.json").write_text(json.dumps({text: {"best": 2.5, "state": "deleted"}}))


def said(path: Path) -> str:
    (text,) = json.loads(path.read_text())
    return text


def test_films_that_come_and_go_under_one_name_keep_what_was_said_of_each(tmp_path):
    assert put(tmp_path, "A") == []
    say(tmp_path, "of A")
    (told,) = put(tmp_path, "B")
    (kept,) = tmp_path.glob("review-*.json")
    assert told == (
        f"{tmp_path / 'review.json'} is about another film, which had this name before; it is kept "
        f"as {kept.name} and counts again when that film is back."
    )
    say(tmp_path, "of B")
    for film, time in (("A", None), ("B", 77), ("A", 88), ("B", None)):
        aside, back = put(tmp_path, film, time)
        assert "is about another film" in aside
        assert "is what was said of this film before another one had its name" in back
        assert said(tmp_path / "review.json") == f"of {film}"
        (kept,) = tmp_path.glob("review-*.json")
        assert said(kept) == {"A": "of B", "B": "of A"}[film]
    assert put(tmp_path, "B", 99) == []


def test_no_review_that_is_kept_is_written_over_and_the_latest_comes_back(tmp_path):
    put(tmp_path, "A")
    say(tmp_path, "1")
    put(tmp_path, "B")
    (first,) = tmp_path.glob("review-*.json")
    content = first.read_text()
    put(tmp_path, "A")
    first.write_text(content)
    say(tmp_path, "2")
    (told,) = put(tmp_path, "B")
    assert f"it is kept as {first.stem}-2.json" in told
    first.with_stem(f"{first.stem}-10").write_text(content.replace("1", "10"))
    first.with_stem(f"{first.stem}-mine").write_text("of somebody")
    (told,) = put(tmp_path, "A")
    assert told.endswith(f"Earlier ones stay: {first.name}, {first.stem}-2.json.")
    assert said(tmp_path / "review.json") == "10"
    assert (said(first), said(first.with_stem(f"{first.stem}-2"))) == ("1", "2")


def test_what_is_interrupted_between_two_films_is_gone_on_with(tmp_path, monkeypatch):
    for film in "AB":
        put(tmp_path, film)
        say(tmp_path, f"of {film}")
    for place in ("store_json", "take_up_of"):
        with monkeypatch.context() as patch:
            patch.setattr(f"vision.footage.aside.{place}", interrupt)
            with pytest.raises(Interrupted):
                put(tmp_path, "A")
        assert put(tmp_path, "A") != []
        assert said(tmp_path / "review.json") == "of A"
        (kept,) = tmp_path.glob("review-*.json")
        assert said(kept) == "of B"
        put(tmp_path, "B")


def test_a_review_that_comes_back_damaged_is_kept_beside(tmp_path):
    put(tmp_path, "A")
    say(tmp_path, "of A")
    put(tmp_path, "B")
    (kept,) = tmp_path.glob("review-*.json")
    kept.write_text("{")
    back, damaged = dict.fromkeys(put(tmp_path, "A"))
    assert "counts again as review.json" in back
    assert "is kept as review-damaged.json" in damaged
