"""The page's HTML: what a visitor writes stays text, and what can be tapped says what it means."""

import re
from html.parser import HTMLParser

import pytest

from scoring import TILES, Rules, Tile, parse_hand, score, waits
from tests.vision.app.readings import drafted, row
from tests.vision.footage.games import event
from vision.app import markup
from vision.app.draft import Draft
from vision.app.films.desk import draft_of
from vision.app.sheet import Entry, Table
from vision.app.texts import LANGUAGE_NAMES, Texts
from vision.app.verdict import judge
from vision.footage.outlook import Known
from vision.footage.review import Listed, Terms

EVIL = '<img src=x onerror="alert(1)">'
EN = Texts("en")


class Tags(HTMLParser):
    """The tags of some HTML with their attributes, and how deep it ends."""

    VOID = ("img", "br", "use", "path", "polygon", "circle")

    def __init__(self, html):
        super().__init__()
        self.found, self.open = [], []
        self.feed(html)

    def handle_starttag(self, tag, attributes):
        self.found.append((tag, dict(attributes)))
        if tag not in self.VOID:
            self.open.append(tag)

    def handle_endtag(self, tag):
        if tag not in self.VOID:
            assert self.open.pop() == tag


def typed(text="[234s,1][FFFF]234m23p55p4p|EE1000|ag"):
    return Draft.of_hand(*parse_hand(text))


def every_html(texts):
    """Each kind of HTML that the page shows."""
    detections, _, draft = drafted(row("234m456p678sEEE99p", doubts=[(0, Tile("5m"), 0.45)]))
    value = score(*parse_hand("[345p,1]11122233m99s9s|EE0000"))
    yield markup.hand_html(draft, texts, 0)
    yield markup.photo_html("x", (800, 600), detections, draft, texts, 0, (0.1, 0.1, 0.9, 0.9))
    yield markup.palette_html(texts)
    for piece in typed().pieces:
        yield markup.editor_html(typed(), piece.id, texts)
    yield markup.total_html(value, texts, False, [Tile("1m")])
    yield markup.fans_html(value, texts)
    yield markup.dropped_html(value, texts)
    yield markup.alternatives_html(value, texts)
    yield markup.payments_html(score(*parse_hand("[EEE,1][SSSS,1]55pWWWNNN|EE1000")), texts)
    yield markup.waits_html(waits(parse_hand("1112345678999m").hand), texts, 8)
    yield markup.problems_html(["a problem"], texts)


@pytest.mark.parametrize("language", LANGUAGE_NAMES)
def test_all_html_is_well_formed_and_runs_nothing(language):
    for html in every_html(Texts(language)):
        tags = Tags(html)
        assert tags.open == []
        for tag, attributes in tags.found:
            assert tag != "script"
            assert not [name for name in attributes if name.startswith("on")]


def test_the_sprites_hold_every_tile_once():
    ids = re.findall(r'<symbol id="([^"]+)"', markup.sprites())
    assert ids == [f"fl-tile-{tile.code}" for tile in TILES]


def test_names_of_players_stay_text():
    table = Table(
        "k",
        "2026-01-01",
        (EVIL, "B", "C", "D"),
        (Entry(0, 0, None, 9, "x", (EVIL,), (27, -9, -9, -9), "2026"),),
    )
    html = markup.sheet_html(table, EN)
    assert EVIL not in html
    assert [tag for tag, _ in Tags(html).found if tag == "img"] == []


def test_markdown_in_a_name_stays_text():
    assert markup.plain_label("![x](http://y) **b**") == r"\!\[x\]\(http\://y\) \*\*b\*\*"


def test_problems_and_photo_names_stay_text():
    assert EVIL not in markup.problems_html([EVIL], EN)
    detections, _, draft = drafted(row("123m"))
    assert EVIL not in markup.photo_html(EVIL, (10, 10), detections, draft, EN)


def test_every_box_of_the_photo_and_every_tile_of_the_hand_can_be_tapped():
    detections, _, draft = drafted(row("234m456p678sEEE99p"))
    wanted = {f"tile:{piece.id}" for piece in draft.pieces}
    for html in (
        markup.hand_html(draft, EN),
        markup.photo_html("x", (800, 600), detections, draft, EN),
    ):
        assert {a["data-tap"] for _, a in Tags(html).found if "data-tap" in a} == wanted


@pytest.mark.parametrize(("language", "stop"), [("en", "."), ("zh-Hans", "。"), ("zh-Hant", "。")])
def test_what_speaks_against_a_hand_of_a_film_are_sentences_of_their_own(language, stop):
    known = Known(self_drawn=False, kong_replacement=True)
    listed = Listed(event(1), Terms(known))
    html = markup.worth_html(listed, draft_of(listed), Texts(language))
    lines = re.findall(r'<p class="fl-why">([^<]+)</p>', html)
    assert len(lines) == 2
    assert [line for line in lines if not line.endswith(stop) or line.endswith(2 * stop)] == []


def test_doubtful_tiles_are_marked_and_unused_ones_grey():
    _, _, draft = drafted(row("234m456p678sEEE99p", doubts=[(0, Tile("5m"), 0.45)]))
    html = markup.hand_html(draft.without(3), EN)
    classes = {a["data-tap"]: a["class"].split() for _, a in Tags(html).found if "data-tap" in a}
    assert "fl-doubt" in classes["tile:0"]
    assert "fl-unused" in classes["tile:3"]
    assert "fl-standing" in classes["tile:1"]


def test_an_unconfirmed_score_says_so_and_names_the_tiles():
    value = judge(typed(), Rules()).score
    html = markup.total_html(value, EN, False, [Tile("2m"), Tile("5p")])
    assert 'data-confirmed="false"' in html
    assert "In doubt: 2 Characters, 5 Dots" in html
    assert "fl-good" not in html
    assert "fl-good" in markup.total_html(value, EN, True)


def test_where_any_of_several_tiles_may_have_won_the_points_are_a_range():
    low, high = (
        judge(typed(text), Rules()).score for text in ("234m456p678s13p99s2p", "1112345678999m5m")
    )
    html = markup.total_html(high, EN, False, span=(low, high))
    assert f"{low.total}–{high.total}<span>" in html
    assert f"below, {high.total} points for the one that is marked" in html
    assert "Which tile won decides whether it reaches the 8 points" in html
    assert "✓" not in html


def test_a_hand_from_before_is_no_fact():
    html = markup.total_html(judge(typed(), Rules()).score, EN, True, earlier=True)
    assert 'data-confirmed="false"' in html
    assert "This is still the hand from before" in html
    assert "fl-good" not in html


def test_a_tile_that_is_sure_is_offered_no_others():
    _, _, draft = drafted(row("234m456p678sEEE99p", doubts=[(0, Tile("5m"), 0.004)]))
    assert EN("likely") not in markup.editor_html(draft, 0, EN)


def test_the_likeliest_tiles_come_first_in_the_editor():
    doubts = [(0, Tile("5m"), 0.3), (0, Tile("8m"), 0.1), (0, Tile("9m"), 0.05)]
    _, _, draft = drafted(row("234m456p678sEEE99p", doubts=doubts))
    taps = [
        a["data-tap"]
        for _, a in Tags(markup.editor_html(draft, 0, EN)).found
        if a.get("data-tap", "").startswith("set:")
    ]
    assert taps[:3] == ["set:5m", "set:8m", "set:9m"]
    assert taps[3:] == [f"set:{tile.code}" for tile in TILES[:42]]
