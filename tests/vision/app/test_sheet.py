"""The evening's score sheet: what is paid, who deals, and that nothing is lost."""

import csv
import io
import json
import threading

import pytest

from scoring import Rules, parse_hand, score
from scoring.names import LANGUAGES
from vision.app.markup import sheet_html
from vision.app.sheet import (
    Entry,
    SheetError,
    Sheets,
    StorageError,
    Table,
    changes_of,
    to_csv,
    to_json,
)
from vision.app.texts import Texts

NAMES = ("Anna", "Bo", "Cui", "Dora")
DRAWN = score(*parse_hand("[234s,1][FFFF]234m23p55p4p|EE1000|ag"))
DISCARDED = score(*parse_hand("[EEE,1][SSSS,1]55pWWWNNN|EE0000"))
LOW = score(*parse_hand("[888m,1]345m456s123pEE"))


def check_page_says(refused):
    """In every language, with everything filled in."""
    said = {Texts(language)(refused.key, **refused.values) for language in LANGUAGES}
    assert len(said) >= 2
    assert not any("{" in sentence for sentence in said)


@pytest.fixture
def sheets(tmp_path):
    return Sheets(tmp_path / "evening")


@pytest.mark.parametrize(
    ("value", "winner", "discarder", "changes"),
    [
        (DRAWN, 0, None, (69, -23, -23, -23)),
        (DRAWN, 3, None, (-23, -23, -23, 69)),
        (DISCARDED, 1, 2, (-8, DISCARDED.total + 24, -8 - DISCARDED.total, -8)),
    ],
)
def test_what_a_win_means_for_the_four(value, winner, discarder, changes):
    assert changes_of(value, winner, discarder) == changes


@pytest.mark.parametrize(
    ("value", "winner", "discarder", "sentence"),
    [
        (LOW, 0, 1, "below 8 points does not win"),
        (DRAWN, 0, 1, "self-drawn hand has no discarder"),
        (DISCARDED, 0, None, "self-drawn hand has no discarder"),
        (DISCARDED, 1, 1, "the discarder another"),
        (DISCARDED, 1, 4, "the discarder another"),
        (DISCARDED, -1, 1, "one of the four players"),
    ],
)
def test_what_cannot_be_entered(value, winner, discarder, sentence):
    with pytest.raises(SheetError, match=sentence) as refused:
        changes_of(value, winner, discarder)
    check_page_says(refused.value)


@pytest.mark.parametrize(
    ("hands", "prevalent", "dealer", "seats"),
    [
        (0, "E", 0, "ESWN"),
        (1, "E", 1, "NESW"),
        (3, "E", 3, "SWNE"),
        (4, "S", 0, "ESWN"),
        (15, "N", 3, "SWNE"),
    ],
)
def test_dealer_and_winds_advance_with_every_hand(sheets, hands, prevalent, dealer, seats):
    table = sheets.start(NAMES)
    for _ in range(hands):
        table = sheets.add_draw(table.key)
    assert table.prevalent_wind.code == prevalent
    assert table.dealer == dealer
    assert "".join(table.seat_wind(k).code for k in range(4)) == seats


def test_sixteen_hands_end_the_evening(sheets):
    table = sheets.start(NAMES)
    for _ in range(16):
        table = sheets.add_draw(table.key)
    assert table.finished
    with pytest.raises(SheetError, match="All four rounds are played") as refused:
        sheets.add_draw(table.key)
    check_page_says(refused.value)


def test_a_sheet_is_there_again_after_a_restart(sheets):
    key = sheets.start(NAMES).key
    sheets.add_win(key, DRAWN, 0, None, b"\xff\xd8jpeg")
    sheets.add_win(key, DISCARDED, 1, 2)
    again = Sheets(sheets.path.parent)
    table = again.table(key, photos=True)
    assert table.players == NAMES
    assert table.totals == (61, DISCARDED.total + 1, -31 - DISCARDED.total, -31)
    assert sum(table.totals) == 0
    assert [entry.photo for entry in table.entries] == [b"\xff\xd8jpeg", None]
    assert table.entries[0].notation == "[234s,1][FFFF]234m2355p4p|EE1000|ag"


def test_undo_takes_the_last_hand_back(sheets):
    key = sheets.start(NAMES).key
    sheets.add_draw(key)
    before = sheets.table(key)
    sheets.add_win(key, DRAWN, 0, None)
    assert sheets.undo(key) == before
    sheets.undo(key)
    assert sheets.undo(key).entries == ()


def test_tables_are_apart_and_found_by_their_key(sheets):
    first, second = sheets.start(NAMES), sheets.start(("A", "B", "C", "D"))
    sheets.add_draw(first.key)
    assert sheets.table(second.key).entries == ()
    assert [table.key for table in sheets.tables()] == [second.key, first.key]
    with pytest.raises(SheetError, match="There is no table") as refused:
        sheets.table("' OR 1=1 --")
    check_page_says(refused.value)


@pytest.mark.parametrize(
    "names",
    [
        ("Anna", "Bo", "Cui"),
        ("Anna", "Bo", "Cui", "  "),
        ("Anna", "Bo", "Cui", "Anna"),
    ],
)
def test_four_different_names_are_needed(sheets, names):
    with pytest.raises(SheetError, match="four different names") as refused:
        sheets.start(names)
    check_page_says(refused.value)


def test_visitors_at_once_lose_nothing(sheets):
    keys = [sheets.start((*NAMES[:3], f"D{n}")).key for n in range(4)]

    def play(key):
        for _ in range(5):
            sheets.add_draw(key)

    threads = [threading.Thread(target=play, args=(key,)) for key in keys]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert [sheets.table(key).number for key in keys] == [5] * 4


def test_the_exports_tell_the_same(sheets):
    key = sheets.start(("=SUM(A1)", "Bo", "Cui", "Dora")).key
    sheets.add_win(key, DRAWN, 0, None)
    table = sheets.add_draw(key)
    lines = list(csv.reader(io.StringIO(to_csv(table))))
    assert lines[0][6:10] == ["'=SUM(A1)", "Bo", "Cui", "Dora"]
    assert [line[6:10] for line in lines[1:]] == [
        ["69", "-23", "-23", "-23"],
        ["0", "0", "0", "0"],
        ["69", "-23", "-23", "-23"],
    ]
    data = json.loads(to_json(table))
    assert data["totals"] == [69, -23, -23, -23]
    assert data["hands"][0]["fans"] == list(table.entries[0].fans)
    assert data["hands"][0]["hand"] == "[234s,1][FFFF]234m2355p4p|EE1000|ag"
    assert data["hands"][0]["changes"]["=SUM(A1)"] == 69


@pytest.mark.parametrize(
    ("language", "names"),
    [
        ("en", ("All Pungs", "Last Tile Draw", "One Voided Suit", "my own fan")),
        ("zh-Hans", ("碰碰和", "妙手回春", "缺一门", "my own fan")),
        ("zh-Hant", ("碰碰和", "妙手回春", "缺一門", "my own fan")),
    ],
)
def test_stored_fans_are_named_in_the_language_of_the_page(language, names):
    stored = ("碰碰和", "妙手回春", "缺一门", "my own fan")
    entry = Entry(0, 0, None, 9, "x", stored, (27, -9, -9, -9), "2026")
    assert entry.fan_names(language) == names
    table = Table("key", "2026", NAMES, (entry,))
    assert "; ".join(names) in to_csv(table, language)
    for name in names[:3]:
        assert name in sheet_html(table, Texts(language))


def test_the_hand_of_an_entry_scores_the_same_again(sheets):
    table = sheets.start(NAMES)
    entry = sheets.add_win(table.key, DRAWN, 2, None).entries[0]
    assert score(*parse_hand(entry.notation), Rules()).total == entry.total


def test_a_damaged_file_of_sheets_is_named_and_left_alone(tmp_path):
    path = tmp_path / "tables.sqlite3"
    path.write_bytes(b"no database at all, but long enough to have a header of one" * 20)
    before = path.read_bytes()
    for call in (lambda s: s.start(NAMES), lambda s: s.table("key"), lambda s: s.tables()):
        with pytest.raises(StorageError, match=r"tables\.sqlite3"):
            call(Sheets(tmp_path))
    assert path.read_bytes() == before


def test_a_file_where_the_folder_should_be_is_named(tmp_path):
    (tmp_path / "evening").write_text("not a folder")
    with pytest.raises(StorageError, match="evening"):
        Sheets(tmp_path / "evening").tables()
