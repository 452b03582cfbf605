"""Folders of results on the page: one damaged film leaves the others alone."""

import pytest

from tests.vision.app.films.recorded import EVENTS
from tests.vision.footage.games import results
from vision.app.films.opened import Fault, hands_of, open_folder
from vision.footage.listing import save_review
from vision.footage.review import Review


@pytest.mark.parametrize(
    ("file", "content", "fault"),
    [
        ("b/hands.json", "{}", "footage_damaged"),
        ("b/hands.json", "no json", "footage_damaged"),
        ("b/review.json", "no json", "footage_review_damaged"),
        ("b/review.json", '{"e1": {"state": "won", "best": 2.5}}', "footage_review_damaged"),
    ],
)
def test_a_damaged_film_is_named_and_the_others_are_opened(file, content, fault, tmp_path):
    for name in ("a", "b"):
        results(tmp_path / name, EVENTS)
    (tmp_path / file).write_text(content)
    opened = open_folder(tmp_path)
    assert [film.folder.name for film in opened.films] == ["a"]
    assert opened.faults == (Fault(fault, tmp_path / file),)
    assert open_folder(tmp_path / "b").faults == opened.faults


def test_folders_that_are_none_are_named(tmp_path):
    (tmp_path / "file").write_text("")
    for path, key in ((tmp_path, "footage_none"), (tmp_path / "gone", "footage_closed")):
        assert open_folder(path).faults == (Fault(key, path),)
    assert open_folder(tmp_path / "file").faults == (Fault("footage_closed", tmp_path / "file"),)


def test_only_what_changed_is_worked_out_again(tmp_path):
    results(tmp_path / "a", EVENTS)
    first, second, third = hands_of(open_folder(tmp_path).film("a"))
    save_review(tmp_path / "a", Review("e2", second.event.best, "confirmed"))
    again = hands_of(open_folder(tmp_path).film("a"))
    assert again[0] is first
    assert again[2] is third
    assert again[1].state == "confirmed"
