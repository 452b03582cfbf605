"""The page about the engine shows what the engine does."""

import doctest
from pathlib import Path

from scoring import FANS, HOUSE_FANS, OPTIONS, fans

PAGE = Path(__file__).resolve().parents[2] / "scoring" / "README.md"
SUBJECTS = ("suits", "ranks", "honours", "chows", "pungs", "kongs", "shapes", "winning", "house")


def cells(line: str) -> list[str]:
    return [cell.strip() for cell in line.strip("|").split("|")]


def test_the_examples_run():
    failed, tried = doctest.testfile(str(PAGE), module_relative=False)
    assert (failed, tried > 10) == (0, True)


def test_the_table_shows_every_fan_and_where_it_is():
    rows = [
        cells(line) for line in PAGE.read_text(encoding="utf-8").splitlines() if "](fans/" in line
    ]
    shown = [row[:5] for row in rows if len(row) == 6]
    subject_of = {
        fan.chinese: subject for subject in SUBJECTS for fan in getattr(fans, subject).FANS
    }
    assert shown == [
        [
            str(fan.number or ""),
            fan.chinese,
            fan.english,
            str(fan.points),
            f"[{subject_of[fan.chinese]}](fans/{subject_of[fan.chinese]}.py)",
        ]
        for fan in (*FANS, *HOUSE_FANS)
    ]
    assert [row[5].split() for row in rows if len(row) == 6] == [
        list(dict.fromkeys(str(removal) for removal in fan.excluded()))
        for fan in (*FANS, *HOUSE_FANS)
    ]


def test_the_table_shows_every_option():
    page = PAGE.read_text(encoding="utf-8")
    for option in OPTIONS.values():
        assert f"| `{option.name}` | {option.question} |" in page
