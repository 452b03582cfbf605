"""Names in three languages from one table."""

import pytest

from scoring import FANS, HOUSE_FANS, TILES, Fan, MeldKind, Tile
from scoring.names import NAMES, UnknownLanguage, name_of


@pytest.mark.parametrize(
    ("code", "simplified", "traditional", "english"),
    [
        ("3m", "三万", "三萬", "3 Characters"),
        ("7s", "七条", "七條", "7 Bamboos"),
        ("E", "东", "東", "East"),
        ("F", "发", "發", "Green Dragon"),
        ("f", "兰", "蘭", "Orchid"),
    ],
)
def test_tiles_have_names(code, simplified, traditional, english):
    tile = Tile(code)
    assert [tile.name(language) for language in ("zh-Hans", "zh-Hant", "en")] == [
        simplified,
        traditional,
        english,
    ]


def test_fans_and_kinds_of_meld_have_names():
    dragon = next(fan for fan in FANS if fan.chinese == "清龙")
    assert dragon.name("zh-Hant") == "清龍"
    assert dragon.name() == dragon.english == "Pure Straight"
    assert MeldKind.added_kong.name_in("zh-Hans") == "加杠"


def test_everything_that_has_a_name_is_in_the_table_and_nothing_else():
    named = {tile.code for tile in TILES} | {kind.value for kind in MeldKind}
    named |= {fan.chinese for fan in (*FANS, *HOUSE_FANS)}
    assert named == set(NAMES)


@pytest.mark.parametrize("language", ["zh-Hans", "zh-Hant", "en"])
def test_no_two_things_of_a_sort_share_a_name(language):
    for keys in (
        [tile.code for tile in TILES],
        [kind.value for kind in MeldKind],
        [fan.chinese for fan in (*FANS, *HOUSE_FANS)],
    ):
        names = [name_of(key, language) for key in keys]
        assert len(set(names)) == len(names)


def test_a_fan_of_the_house_may_bring_its_own_names():
    fan = Fan("大车轮", 88, bool, "Big Wheels")
    assert (fan.name("en"), fan.name("zh-Hans"), fan.name("zh-Hant")) == (
        "Big Wheels",
        "大车轮",
        "大车轮",
    )


def test_an_unknown_language_is_refused():
    with pytest.raises(UnknownLanguage, match="use one of zh-Hans, zh-Hant, en"):
        Tile("1m").name("de")
