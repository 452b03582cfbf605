"""The screens' logic, without a browser and without a model: typed hands and given readings."""

import pytest
from streamlit.testing.v1 import AppTest

from scoring import Tile, parse_hand
from tests.conftest import ROOT
from tests.vision.app.readings import drafted, row
from vision.app.draft import Draft, History
from vision.app.screens.correction import tapped
from vision.app.sheet import Sheets
from vision.app.state import Visit

HAND = "[234s,1][FFFF]234m23p55p4p|EE1000|ag"


@pytest.fixture(autouse=True)
def data(tmp_path, monkeypatch):
    monkeypatch.setenv("FANLENS_DATA", str(tmp_path))
    return tmp_path


def opened(text=HAND, **fields):
    """The page with a hand on it, as after the first run."""
    page = AppTest.from_file(str(ROOT / "app.py"), default_timeout=60)
    draft = Draft.of_hand(*parse_hand(text))
    page.session_state.visit = Visit(history=History(draft), started=True, **fields)
    return page.run()


def visit(page):
    assert not page.exception
    return page.session_state.visit


def test_a_typed_hand_comes_onto_the_page():
    page = opened()
    page.segmented_control(key="source").set_value("type").run()
    page.text_input(key="typed").set_value("1112345678999m").run()
    assert visit(page).draft.hand == parse_hand("1112345678999m").hand


@pytest.mark.parametrize(
    ("language", "text", "sentence"),
    [
        ("en", "123m45", "At character 5: the number 4 has no suit: write m, p or s after it"),
        ("zh-Hans", "123m45", "第 5 个字符有误：数字 4 没有花色：请在后面写 m、p 或 s"),
        ("zh-Hant", "1m]", "第 3 個字元有誤：這個右括號沒有對應的左括號"),
        ("zh-Hans", "11111m234567899p", "第 5 个字符有误：一万超过四张：每种牌只有四张"),
    ],
)
def test_text_that_is_no_hand_is_refused_with_its_place(language, text, sentence):
    page = opened(language=language)
    page.segmented_control(key="source").set_value("type").run()
    page.text_input(key="typed").set_value(text).run()
    assert [error.value for error in page.error] == [sentence]


def test_the_hand_from_before_a_refused_text_is_marked_so_and_no_fact_until_it_is_kept():
    page = opened()
    page.segmented_control(key="source").set_value("type").run()
    page.text_input(key="typed").set_value("123m").run()
    assert visit(page).refusal
    assert not [button.key for button in page.button if button.key == "to_table"]
    page.button(key="keep_earlier").click().run()
    assert visit(page).draft == Draft.of_hand(*parse_hand(HAND))
    assert not page.error


def test_the_circumstances_change_the_hand_and_undo_changes_them_back():
    page = opened()
    page.segmented_control(key="won").set_value("discard").run()
    page.segmented_control(key="seat_wind").set_value("W").run()
    now = visit(page).draft.circumstances
    assert (now.self_drawn, now.seat_wind) == (False, Tile("W"))
    page.button(key="undo").click().run()
    page.button(key="undo").click().run()
    assert visit(page).draft == Draft.of_hand(*parse_hand(HAND))
    assert page.segmented_control(key="won").value == "self_drawn"
    assert page.button(key="undo").disabled


@pytest.mark.parametrize(
    ("hand", "disabled"),
    [
        (HAND, ["robbed_kong"]),
        ("123m456p789s55p123s|EE0000", ["kong_replacement"]),
        ("123m456p789sEEE55p|EE1000", ["last_of_kind", "kong_replacement", "robbed_kong"]),
    ],
)
def test_what_a_hand_makes_impossible_cannot_be_chosen_and_the_page_says_why(hand, disabled):
    page = opened(hand)
    assert [toggle.key for toggle in page.toggle if toggle.disabled] == disabled
    reasons = [caption.value for caption in page.caption if "is not possible:" in caption.value]
    assert len(reasons) == len(disabled)


def test_a_circumstance_that_became_impossible_can_be_taken_back():
    page = opened("[EEEE]123m456p789s5p5p|EE1001")
    draft = visit(page).draft
    page.session_state.visit.edit(draft.dissolving(draft.melds[0].id))
    page.run()
    assert not page.toggle(key="kong_replacement").disabled
    page.toggle(key="kong_replacement").set_value(False).run()
    assert not visit(page).draft.circumstances.kong_replacement


def test_rules_can_be_chosen_and_changed_point_by_point():
    page = opened()
    page.selectbox(key="preset").set_value("greenbook").run()
    assert visit(page).rules.two_concealed_kongs == 8
    page.selectbox(key="rule_two_concealed_kongs").set_value(6).run()
    page.number_input(key="rule_minimum").set_value(6).run()
    assert visit(page).rules.two_concealed_kongs == 6
    assert visit(page).rules.minimum == 6
    assert visit(page).rules.exclusions == "greenbook"


def test_the_language_is_switched_for_the_whole_page():
    page = opened()
    page.selectbox(key="language").set_value("zh-Hant").run()
    assert visit(page).language == "zh-Hant"
    assert page.button(key="undo").label == "復原"
    page.selectbox(key="language").set_value("zh-Hans").run()
    assert page.button(key="undo").label == "撤销"


@pytest.mark.parametrize("screen", ["score", "table", "help"])
@pytest.mark.parametrize("language", ["zh-Hans", "zh-Hant", "en"])
def test_every_screen_is_drawn_in_every_language(screen, language):
    page = opened(language=language)
    page.segmented_control(key="screen").set_value(screen).run()
    assert not page.exception


def test_a_win_is_added_to_the_table_with_the_winds_of_the_winner(data):
    sheets = Sheets(data)
    key = sheets.add_draw(sheets.start(("Anna", "Bo", "Cui", "Dora")).key).key
    page = opened(table=key)
    page.segmented_control(key="winner").set_value(0).run()
    assert visit(page).draft.circumstances.seat_wind is Tile("N")
    page.button(key="to_table").click().run()
    table = sheets.table(key)
    assert [(entry.winner, entry.discarder, entry.total) for entry in table.entries] == [
        (None, None, None),
        (0, None, 15),
    ]
    assert page.segmented_control(key="screen").value == "table"
    page.button(key="undo_last").click().run()
    assert sheets.table(key).number == 1


def test_a_discarded_win_needs_its_discarder(data):
    sheets = Sheets(data)
    key = sheets.start(("Anna", "Bo", "Cui", "Dora")).key
    page = opened("[EEE,1][SSSS,1]55pWWWNNN|EE0000", table=key)
    page.segmented_control(key="winner").set_value(1).run()
    assert page.button(key="to_table").disabled
    page.segmented_control(key="discarder").set_value(3).run()
    page.button(key="to_table").click().run()
    (entry,) = sheets.table(key).entries
    assert (entry.winner, entry.discarder) == (1, 3)


@pytest.mark.parametrize("flowers", ["0", "8"])
@pytest.mark.parametrize("started", [False, True])
def test_a_hand_below_the_minimum_cannot_be_entered_and_the_page_says_why(data, started, flowers):
    key = Sheets(data).start(("Anna", "Bo", "Cui", "Dora")).key if started else None
    page = opened(f"[888m,1]345m456s123pEE|EE0000|{flowers}", table=key)
    assert not [button.key for button in page.button if button.key == "to_table"]
    (why,) = [caption.value for caption in page.caption if "added to the table" in caption.value]
    assert "without flowers it reaches 1 of the 8 points needed" in why


def test_a_table_is_started_by_four_names(data):
    page = opened()
    page.segmented_control(key="screen").set_value("table").run()
    for code, name in zip("ESWN", ("Anna", "Bo", "Cui", "Dora"), strict=True):
        page.text_input(key=f"player_{code}").set_value(name)
    page.button(key="FormSubmitter:new_table-Start").click().run()
    assert Sheets(data).table(visit(page).table).players == ("Anna", "Bo", "Cui", "Dora")


def test_names_that_are_alike_start_no_table():
    page = opened()
    page.segmented_control(key="screen").set_value("table").run()
    for code in "ESWN":
        page.text_input(key=f"player_{code}").set_value("Anna")
    page.button(key="FormSubmitter:new_table-Start").click().run()
    assert visit(page).table is None
    assert [error.value for error in page.error] == ["Enter four different names."]


def test_an_unknown_table_key_is_told():
    page = opened(table="nowhere")
    page.segmented_control(key="screen").set_value("table").run()
    assert [warning.value for warning in page.warning] == ["There is no table with this key."]


# -- taps ---------------------------------------------------------------------------------------


@pytest.fixture
def here():
    """A visit whose taps can be carried out without a page."""
    return Visit()


def test_two_taps_correct_a_tile(here):
    _, _, draft = drafted(row("234m456p678sEEE99p", doubts=[(0, Tile("5m"), 0.3)]))
    here.history = History(draft)
    tapped(here, "tile:0")
    assert here.selected == 0
    tapped(here, "set:5m")
    assert here.draft.piece(0).tile is Tile("5m")
    assert here.selected is None
    here.undo()
    assert here.draft == draft


def test_one_tap_answers_a_question(here):
    _, _, draft = drafted(row("234m456p678sEEE99p", doubts=[(0, Tile("5m"), 0.45)]))
    here.history = History(draft.with_winner(13))
    tapped(here, "answer:0:5m")
    assert here.draft.piece(0).tile is Tile("5m")
    assert here.draft.questions == ()


def test_tapping_a_tile_again_closes_its_editor(here):
    here.history = History(Draft.of_hand(*parse_hand(HAND)))
    tapped(here, "tile:0")
    tapped(here, "tile:0")
    assert here.selected is None


@pytest.mark.parametrize(
    ("select", "tap", "hand"),
    [
        ("2m", "delete", "[234s,1][FFFF]34m2355p4p|EE1000|ag"),
        ("2p", "winner", "[234s,1][FFFF]234m3455p2p|EE1000|ag"),
        ("2p", "declare:0", "[234s,1][FFFF][234p]234m55p|EE1000|ag"),
        ("2p", "move:unused", "[234s,1][FFFF]234m355p4p|EE1000|ag"),
    ],
)
def test_what_the_editor_does(here, select, tap, hand):
    draft = Draft.of_hand(*parse_hand(HAND))
    here.history = History(draft)
    here.selected = next(p.id for p in draft.standing if p.tile is Tile(select))
    tapped(here, tap)
    wanted = parse_hand(hand).hand
    assert here.draft.hand.concealed == wanted.concealed
    assert here.draft.hand.melds == wanted.melds
    if tap == "winner":
        assert here.draft.hand.winning_tile is Tile(select)
