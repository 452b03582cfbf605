"""The help page's fans: every one of the registry, each with a hand that has it."""

from scoring import FANS, HOUSE_FANS
from vision.app import fanbook
from vision.app.markup import fan_book_html
from vision.app.texts import Texts


def test_the_pages_hold_every_fan_once():
    shown = [example.fan for points in fanbook.PAGES for example in fanbook.page(points)]
    assert sorted(fan.chinese for fan in shown) == sorted(
        fan.chinese for fan in (*FANS, *HOUSE_FANS)
    )


def test_every_example_counts_its_fan_in_the_engine():
    for fan in (*FANS, *HOUSE_FANS):
        example = fanbook.example(fan)
        assert example.row.fan is fan
        assert example.row.points == fan.points


def test_the_sets_that_make_a_fan_are_lit():
    html = fan_book_html(fanbook.page(88), Texts("en"))
    first = html.split("</li>")[0]
    assert "Big Four Winds" in first
    assert first.count("fl-lit") == 4
