"""Three languages, complete, chosen from the browser."""

import re
import string

import pytest

from scoring import OPTIONS, PRESETS
from scoring.names import LANGUAGES, UnknownLanguage
from vision.app.screens import circumstances
from vision.app.texts import LANGUAGE_NAMES, QUESTIONS, TEXTS, Texts, language_of
from vision.app.verdict import TOGGLES
from vision.quality import Flaw

CHINESE = re.compile(r"[\u4e00-\u9fff]")
SIMPLIFIED_ONLY = set("张这请读认显说时间开关门发点击应选择项规则项库马长图样样书写宽页码钟错难")


def fields(text):
    return {name for _, name, _, _ in string.Formatter().parse(text) if name}


@pytest.mark.parametrize("key", TEXTS)
def test_a_text_exists_in_three_languages_with_the_same_values(key):
    simplified, traditional, english = TEXTS[key]
    assert all((simplified, traditional, english))
    assert fields(simplified) == fields(traditional) == fields(english)


def test_traditional_texts_hold_no_simplified_characters():
    mixed = {key: set(text[1]) & SIMPLIFIED_ONLY for key, text in TEXTS.items()}
    mixed |= {key: set(text[1]) & SIMPLIFIED_ONLY for key, text in QUESTIONS.items()}
    assert {key: signs for key, signs in mixed.items() if signs} == {}


def test_english_texts_hold_no_chinese_but_for_the_example_of_a_typed_hand():
    assert [key for key, text in TEXTS.items() if CHINESE.search(text[2])] == ["type_help"]


def test_every_name_that_the_page_looks_up_is_there():
    wanted = [f"preset_{name}" for name in PRESETS] + [f"flaw_{flaw.value}" for flaw in Flaw]
    wanted += [*TOGGLES, "winner", "discarder", "other"]
    assert [key for key in wanted if key not in TEXTS] == []
    assert set(QUESTIONS) == set(OPTIONS)
    assert circumstances.WINDS == ("E", "S", "W", "N")


@pytest.mark.parametrize(
    ("locale", "language"),
    [
        ("en-GB", "en"),
        ("de-DE", "en"),
        (None, "en"),
        ("zh-CN", "zh-Hans"),
        ("zh", "zh-Hans"),
        ("zh-Hans-HK", "zh-Hans"),
        ("zh-TW", "zh-Hant"),
        ("zh-HK", "zh-Hant"),
        ("zh-Hant", "zh-Hant"),
        ("zh_TW", "zh-Hant"),
        ("yue", "zh-Hant"),
    ],
)
def test_the_language_follows_the_browser(locale, language):
    assert language_of(locale) == language


def test_every_language_can_be_chosen_and_no_other():
    assert tuple(LANGUAGE_NAMES) == LANGUAGES
    with pytest.raises(UnknownLanguage):
        Texts("fr")
