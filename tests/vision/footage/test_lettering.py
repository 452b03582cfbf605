"""Words in pictures: broken into lines, or shortened, so that none is cut."""

from __future__ import annotations

import pytest

from vision.footage.lettering import font, listed, shortened, wrapped

FANS = [f"Pure Straight {n}" for n in range(1, 9)]


def more(count: int) -> str:
    return f"+ {count} more"


@pytest.mark.parametrize("lines", [1, 2, 3, 8])
@pytest.mark.parametrize("width", [100, 160, 300, 900])
def test_items_stand_whole_or_are_counted(width, lines):
    made = listed(FANS, ", ", more, 20, width, lines)
    assert 1 <= len(made) <= lines
    assert max(map(font(20).getlength, made)) <= width
    pieces = ", ".join(line.rstrip(",") for line in made).split(", ")
    shown = [piece for piece in pieces if piece in FANS]
    assert shown == FANS[: len(shown)]
    assert pieces[len(shown) :] == ([more(8 - len(shown))] if len(shown) < 8 else [])
    if len(shown) < 8:
        wider = listed(FANS, ", ", more, 20, 4 * width, lines)
        assert sum(line.count("Pure") for line in wider) > len(shown)


@pytest.mark.parametrize(
    ("text", "short"),
    [
        ("short", "short"),
        ("depends on prevalent wind", "depends on…"),
        ("Incomprehensibilities", "Incompreh…"),
        ("a Incomprehensibilities", "a Incompre…"),
        ("视圈风、门风、是否自摸而定", "视圈风、门…"),
    ],
)
def test_what_is_shortened_ends_with_a_whole_word(text, short):
    assert shortened(text, 20, 130) == short


def test_no_item_and_no_line_is_nothing():
    assert listed([], ", ", more, 20, 100, 3) == []
    assert listed(FANS, ", ", more, 20, 100, 0) == []
    assert wrapped("", 20, 100, 3) == []
    assert wrapped("words", 20, 100, 0) == []


@pytest.mark.parametrize(
    ("text", "width"),
    [
        ("depends on prevalent wind, seat wind, the winning tile", 200),
        ("视圈风、门风、是否自摸、和的牌而定", 120),
        ("Incomprehensibilities without any space", 60),
    ],
)
def test_sentences_are_broken_between_words(text, width):
    made = wrapped(text, 20, width, 9)
    assert max(map(font(20).getlength, made)) <= width
    assert "".join(made).replace(" ", "") == text.replace(" ", "")
    if width > 100:
        between = " " if " " in text else ""
        assert between.join(made) == text
    short = wrapped(text, 20, width, 2)
    assert short[0] == made[0]
    assert short[1].endswith("…")
    assert font(20).getlength(short[1]) <= width
