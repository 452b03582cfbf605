"""Every disputed point: a hand that the two answers score differently."""

import re
from dataclasses import fields

import pytest

from scoring import (
    OPTIONS,
    PRESETS,
    Circumstances,
    Fan,
    HandStatus,
    InvalidHand,
    Rules,
    Sight,
    UnknownRules,
    parse_hand,
    score,
)
from scoring.counts import kinds
from scoring.readings import Shape

TWO_TO_EIGHT_DOTS = kinds("2345678", "p")

# option, its other answer, a hand, points without flowers by default and by the other answer
CASES = [
    ("exclusions", "rule1998", "[789m,1][789m,1]789s78999p", 39, 51),
    ("exclusions", "rule1998", "111m333s555pEEE22m|EE1000", 70, 73),
    ("exclusions", "rule1998", "[111m,1]11199s111999p", 82, 66),
    ("exclusions", "greenbook", "[111m,1][111p,1]999m99s999p", 64, 68),
    ("exclusions", "greenbook", "1112345678999m5m", 91, 90),
    ("exclusions", "greenbook", "1133557799m1177s|EE1000", 27, 30),
    ("fully_concealed_special_hands", True, "1133557799m1177s|EE1000", 27, 30),
    ("fully_concealed_special_hands", True, "1112345678999m5m|EE1000", 92, 95),
    ("fully_concealed_special_hands", True, "111m333s555pEEE22m|EE1000", 70, 73),
    ("fully_concealed_special_hands", True, "19m19p19sESWNCFPP|EE1000", 89, 92),
    ("two_concealed_kongs", 8, "[7777p][8888m]123s456m44p", 10, 12),
    ("mixed_kongs", "6", "[8888m,1][7777p]456s123pEE", 6, 7),
    ("mixed_kongs", "2+1", "[8888m,1][7777p]456s123pEE", 6, 4),
    ("concealed_kongs_beside_three", True, "[EEEE,1][9999m][7777m]123pCC", 41, 45),
    ("concealed_kongs_beside_three", True, "[EEEE,1][9999m,1][7777m]123pCC", 39, 41),
    ("nine_gates_pungs", "none", "1112345678999m5m", 91, 90),
    ("hogs_in_special_pairs", False, "2222446668888s6s", 152, 146),
    ("hogs_in_special_pairs", False, "1111m1199s11999p9p", 92, 88),
    ("triple_pung_of_terminals", False, "[111m,1]11199s111999p", 82, 66),
    ("knitted_straight_waits", False, "147m258s369p12m55p3m", 17, 16),
    ("exhausted_waits", False, "[4444m,1][7777m,1]123p5556m6m", 6, 7),
    ("upper_and_upper_four", True, "[789m,1][789m,1]789s78999p", 39, 51),
    ("upper_and_upper_four", True, "[123s,1]112233m11s123p", 40, 52),
    ("voided_suit_beside_big_sets", False, "[PPP,1][FFF,1]CCC234m55s", 90, 89),
    ("voided_suit_beside_big_sets", False, "[EEE,1][SSS,1]234m55sWWW", 17, 16),
    ("derived_last_tile", False, "[678p,1][678p,1][678p,1]11m67p8p", 55, 51),
]


@pytest.mark.parametrize(("option", "other", "hand", "by_default", "otherwise"), CASES)
def test_the_answers_to_a_disputed_point_score_differently(
    option, other, hand, by_default, otherwise
):
    parsed = parse_hand(hand)
    assert score(*parsed).points_without_flowers == by_default
    assert score(*parsed, Rules().replace(**{option: other})).points_without_flowers == otherwise


def test_a_kong_robbed_on_the_last_tile_is_a_win_or_refused():
    hand = parse_hand("[123m,1]456p55mEEE567s").hand
    told = Circumstances(robbed_kong=True, last_wall_tile=True)
    both = {row.fan.chinese for row in score(hand, told).fans}
    assert {"抢杠和", "海底捞月"} <= both
    refusing = Rules(robbed_kong_on_last_tile=False)
    assert hand.status(told, refusing) == HandStatus.ROBBED_KONG_ON_LAST_TILE
    with pytest.raises(InvalidHand, match="last tile of the wall"):
        score(hand, told, refusing)


def test_flowers_count_or_are_refused():
    parsed = parse_hand("[888m,1]345m456s123pEE|EE0000|ac")
    assert score(*parsed).flower_points == 2
    assert parsed.hand.status(rules=Rules.preset("136")) == HandStatus.FLOWERS_NOT_USED


def test_minimum_and_payment_follow_the_rules():
    parsed = parse_hand("[888m,1]345m456s123pEE")
    assert not score(*parsed).reaches_minimum
    lenient = score(*parsed, Rules(minimum=1, payment=2))
    assert lenient.reaches_minimum
    assert [payment.amount for payment in lenient.payments] == [7, -3, -2, -2]


def test_every_option_has_its_pair_of_cases():
    shown = {option for option, *_ in CASES} | {"flowers", "robbed_kong_on_last_tile"}
    assert shown == set(OPTIONS)
    answers = {(option, other) for option, other, *_ in CASES}
    for option in OPTIONS.values():
        if option.name not in ("flowers", "robbed_kong_on_last_tile"):
            others = [choice for choice in option.choices if choice != option.default]
            assert {(option.name, choice) for choice in others} <= answers


@pytest.mark.parametrize(
    ("preset", "hand", "points"),
    [
        ("national", "[8888m,1][7777p]456s123pEE", 6),
        ("greenbook", "[8888m,1][7777p]456s123pEE", 7),
        ("1998", "[8888m,1][7777p]456s123pEE", 4),
        ("136", "[8888m,1][7777p]456s123pEE", 6),
        ("house", "[8888m,1][7777p]456s123p99s", 8),
    ],
)
def test_presets(preset, hand, points):
    assert Rules.preset(preset) is PRESETS[preset]
    assert score(*parse_hand(hand), Rules.preset(preset)).points_without_flowers == points


def test_house_fans_are_off_by_default():
    names = {row.fan.chinese for row in score(*parse_hand("[8888m,1][7777p]456s123p99s")).fans}
    assert "幺九头" not in names


def test_a_house_fan_is_added_in_a_few_lines():
    def big_wheels(reading):
        return reading.shape is Shape.seven_pairs and reading.win.kinds == TWO_TO_EIGHT_DOTS

    rules = Rules().with_fan(Fan("大车轮", 100, big_wheels, "Big Wheels", brings="连七对 断幺"))

    result = score(*parse_hand("22334455667788p"), rules)
    assert [(row.fan.english, row.total) for row in result.fans] == [("Big Wheels", 100)]
    kept_out = {
        row.fan.chinese for row in result.dropped if row.by and row.by.english == "Big Wheels"
    }
    assert kept_out == {"连七对", "断幺", "七对", "清一色", "门前清", "缺一门", "无字"}


@pytest.mark.parametrize(
    ("text", "option", "value"),
    [
        ("mixed_kongs=2+1", "mixed_kongs", "2+1"),
        ("two_concealed_kongs=8", "two_concealed_kongs", 8),
        ("flowers=no", "flowers", False),
        ("upper_and_upper_four = TRUE", "upper_and_upper_four", True),
        ("minimum=6", "minimum", 6),
    ],
)
def test_an_option_is_read_from_text(text, option, value):
    assert getattr(Rules().with_option(text), option) == value


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: Rules.preset("riichi"), "unknown rules 'riichi': use one of national"),
        (lambda: Rules(two_concealed_kongs=7), "two_concealed_kongs cannot be 7: use 6 or 8"),
        (lambda: Rules(flowers=1), "flowers cannot be 1: use true or false"),
        (lambda: Rules(minimum=-1), "minimum must be a whole number"),
        (lambda: Rules(house_fans=("混四节",)), "a house fan must be a Fan"),
        (lambda: Rules(house_fans=5), "house_fans must be a sequence of fans, not 5"),
        (lambda: Rules.preset([]), "unknown rules []: use one of national"),
        (lambda: Rules().with_option(None), "an option is written name=value, not None"),
        (lambda: Rules().replace(speed=9), "unknown option 'speed'"),
        (lambda: Rules().with_option("flowers"), "an option is written name=value"),
        (lambda: Rules().with_option("house_fans=all"), "unknown option 'house_fans'"),
        (lambda: Rules().with_option("minimum=-1"), "minimum must be a whole number from 0 to"),
        (lambda: Rules().with_option("payment=²"), "payment must be a whole number from 0 to"),
        (lambda: Rules().with_option("minimum=" + "9" * 5000), "not '99999999999999999999'"),
        (lambda: Rules().with_option("flowers=maybe"), "flowers cannot be 'maybe'"),
        (lambda: Fan("", 2, bool), "a fan needs a name"),
        (lambda: Fan(5, 2, bool), "a fan needs a name and points of 0 or more, not 5 and 2"),
        (lambda: Fan("三连刻", 2, None), "the test of 三连刻 must be a function, not None"),
        (lambda: Fan("三连刻", 2, bool, sight=Sight.pungs), "say how many"),
        (lambda: Fan("三连刻", 2, bool, brings="幺九刻:some"), "unknown scope 'some'"),
    ],
)
def test_what_does_not_exist_is_refused_with_what_does(make, message):
    with pytest.raises(ValueError, match=re.escape(message)):
        make()


def test_two_fans_cannot_share_a_name():
    with pytest.raises(UnknownRules, match="自摸"):
        Rules().with_fan(Fan("自摸", 2, bool))


def test_a_fan_keeps_out_only_fans_that_exist():
    with pytest.raises(UnknownRules, match="三连刻 keeps out 一色三连, which is no fan"):
        Rules().with_fan(Fan("三连刻", 2, bool, brings="一色三连"))


def test_rules_are_values():
    assert Rules() == Rules.preset("national")
    assert hash(Rules().replace(mixed_kongs="6")) == hash(Rules(mixed_kongs="6"))
    assert {field.name for field in fields(Rules)} == {*OPTIONS, "minimum", "payment", "house_fans"}
