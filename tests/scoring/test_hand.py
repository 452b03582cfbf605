"""Hands and circumstances as values, and everything that can be wrong with them."""

import copy
import pickle
import re
from dataclasses import FrozenInstanceError

import pytest

from scoring import (
    BACK,
    Circumstances,
    Hand,
    HandStatus,
    InvalidHand,
    Meld,
    MeldKind,
    Rules,
    Tile,
    advise,
    format_hand,
    format_tiles,
    parse_circumstances,
    parse_hand,
    parse_tiles,
    score,
    waits,
)
from scoring.names import LANGUAGES, UnknownLanguage
from scoring.status import Problem

WIN = parse_hand("[234m,1]123p456789s55p").hand
WAITING = parse_hand("1112345678999m").hand
FLAWLESS = Circumstances()


def hand(concealed: str, melds=(), winning: str | None = None, **flowers) -> Hand:
    return Hand(parse_tiles(concealed), melds, Tile(winning) if winning else None, **flowers)


def meld(kind: str, tiles: str, source: int | None = None) -> Meld:
    return Meld(MeldKind(kind), parse_tiles(tiles), source)


# -- values -------------------------------------------------------------------------------------


def test_hands_that_hold_the_same_are_equal():
    assert hand("321m", winning="2m") == hand("123m", winning="2m")
    assert hash(hand("321m")) == hash(hand("123m"))
    assert pickle.loads(pickle.dumps(WIN)) == WIN == copy.deepcopy(WIN)


def test_lists_become_tuples():
    made = Hand(list(parse_tiles("21m")), [meld("pung", "EEE", 1)], None, list(parse_tiles("ba")))
    assert made.concealed == parse_tiles("12m")
    assert made.flowers == parse_tiles("ab")
    assert isinstance(made.melds, tuple)
    assert Meld("chow", list(parse_tiles("423m"))).tiles == parse_tiles("234m")


def test_tiles_are_those_that_stand_and_those_of_the_melds():
    assert hand("11p", (meld("pung", "EEE", 2),)).tiles == parse_tiles("11pEEE")


def test_flowers_are_known_by_tile_or_by_number():
    assert hand("11p", flowers=parse_tiles("abc")).number_of_flowers == 3
    assert hand("11p", flower_count=5).number_of_flowers == 5


@pytest.mark.parametrize(
    ("value", "field"), [(WIN, "melds"), (WIN.melds[0], "tiles"), (FLAWLESS, "self_drawn")]
)
def test_values_cannot_be_changed(value, field):
    with pytest.raises(FrozenInstanceError):
        setattr(value, field, ())


def test_kinds_of_meld():
    kinds = {kind: meld(kind.value, "EEEE") for kind in MeldKind}
    assert [kind.value for kind, one in kinds.items() if one.is_kong] == [
        "exposed_kong",
        "added_kong",
        "concealed_kong",
    ]
    assert [kind.value for kind, one in kinds.items() if one.is_concealed] == ["concealed_kong"]
    assert [kind.value for kind, one in kinds.items() if one.is_chow] == ["chow"]


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: Hand("123m"), "must be tiles, not the text '123m': parse it first"),
        (lambda: Hand(("1m",)), "must hold tiles, not '1m'"),
        (lambda: Hand(7), "must be a sequence of tiles, not 7"),
        (lambda: Hand((), ("EEE",)), "the melds of a hand must be Meld values, not 'EEE'"),
        (lambda: Hand((), None), "must be a sequence of Meld values, not None"),
        (lambda: score("11m"), "'11m' is no Hand: text becomes one by parse_hand"),
        (lambda: score(None), "None is no Hand: text"),
        (
            lambda: score(parse_hand("123m456p789sEEE55p")),
            "a ParsedHand is no Hand",
        ),
        (lambda: score(WIN, "EE1000"), "'EE1000' is no Circumstances: text becomes one by parse_c"),
        (lambda: score(WIN, FLAWLESS, "national"), "'national' is no Rules: Rules.preset(name)"),
        (lambda: waits(None), "None is no Hand"),
        (lambda: waits(WAITING, "EE"), "'EE' is no Circumstances"),
        (lambda: waits(WAITING, known="1m"), "the known tiles must be tiles, not the text '1m'"),
        (lambda: advise(WIN, "EE"), "'EE' is no Circumstances"),
        (lambda: format_hand(None), "None is no Hand"),
        (lambda: format_hand(WIN, "EE"), "'EE' is no Circumstances"),
        (lambda: format_tiles(["1m"]), "what is written must hold tiles, not '1m'"),
        (lambda: parse_hand(None), "None is no text: write a hand like '123m"),
        (lambda: parse_circumstances(b"EE1000"), "b'EE1000' is no text"),
        (lambda: parse_tiles(range(100)), "range(0, 100) is no text"),
        (lambda: parse_tiles(["1m"] * 50), "a list is no text"),
        (lambda: advise(WIN, known="1m"), "the known tiles must be tiles, not the text '1m'"),
        (lambda: Hand((), (), "1m"), "the winning tile must be a Tile or None"),
        (lambda: Hand((), flower_count="3"), "the number of flowers must be a whole number"),
        (lambda: Hand((), flower_count=True), "the number of flowers must be a whole number"),
        (lambda: Meld("kong", ()), "unknown kind of meld 'kong': use one of chow, pung"),
        (lambda: Meld("pung", (), 4), "a meld cannot come from seat 4: use 1 upper"),
        (lambda: Meld("pung", (), True), "a meld cannot come from seat True"),
        (lambda: Meld("pung", (), 1.0), "a meld cannot come from seat 1.0"),
        (lambda: Circumstances(seat_wind="E"), "the seat wind must be a Tile, not 'E'"),
        (lambda: Circumstances(self_drawn="yes"), "self_drawn must be true or false, not 'yes'"),
    ],
)
def test_what_is_no_value_is_refused(make, message):
    with pytest.raises(ValueError, match=re.escape(message)) as refusal:
        make()
    assert len(str(refusal.value)) < 200


def test_a_wrong_type_is_a_type_error_too():
    for call in (lambda: score(None), lambda: parse_hand(None), lambda: Hand(5)):
        with pytest.raises(TypeError):
            call()


# -- status -------------------------------------------------------------------------------------


def test_a_win_has_no_problem():
    assert WIN.status() is HandStatus.OK
    assert not WIN.status()
    assert WIN.problems() == ()


@pytest.mark.parametrize(
    ("value", "circumstances", "flags", "tiles"),
    [
        (hand("123456789m123pa5p", (), "5p"), {}, "NOT_PLAYING_TILES", "a"),
        (
            Hand((*parse_tiles("123456789m123p5p"), BACK), (), Tile("5p")),
            {},
            "NOT_PLAYING_TILES",
            "back",
        ),
        (
            hand("123456789m55p", (meld("chow", "134m", 1),), "5p"),
            {},
            "IMPOSSIBLE_CHOW",
            "1m 3m 4m",
        ),
        (
            hand("123456789m55p", (meld("chow", "9m1p2p", 1),), "5p"),
            {},
            "IMPOSSIBLE_CHOW",
            "9m 1p 2p",
        ),
        (hand("123456789m55p", (meld("chow", "CFP", 1),), "5p"), {}, "IMPOSSIBLE_CHOW", "C F P"),
        (
            hand("123456789m55p", (meld("chow", "2345p", 1),), "5p"),
            {},
            "IMPOSSIBLE_CHOW",
            "2p 3p 4p 5p",
        ),
        (hand("123456789m55p", (meld("pung", "EES", 1),), "5p"), {}, "IMPOSSIBLE_PUNG", "E S"),
        (hand("123456789m55p", (meld("pung", "EEEE", 1),), "5p"), {}, "IMPOSSIBLE_PUNG", "E"),
        (
            hand("123456789m55p", (meld("exposed_kong", "EEE", 1),), "5p"),
            {},
            "IMPOSSIBLE_KONG",
            "E",
        ),
        (
            hand("123456789m55p", (meld("concealed_kong", "EEEE", 1),), "5p"),
            {},
            "IMPOSSIBLE_KONG",
            "E",
        ),
        (hand("123456789m55p", (meld("pung", ""),), "5p"), {}, "IMPOSSIBLE_PUNG", ""),
        (hand("123456789m5p", (), "5p"), {}, "WRONG_COUNT", ""),
        (hand("", (meld("pung", "EEE", 1),) * 5), {}, "WRONG_COUNT TOO_MANY_COPIES", "E"),
        (hand("123456789m55p12s"), {}, "INCOMPLETE", ""),
        (hand("11111m234p567p999s", (), "1m"), {}, "TOO_MANY_COPIES", "1m"),
        (
            hand("111m234p567p99s", (meld("chow", "123m", 1),) * 2, "1m"),
            {},
            "WRONG_COUNT TOO_MANY_COPIES",
            "1m",
        ),
        (hand("123456789m55p123s"), {}, "NO_WINNING_TILE", ""),
        (hand("123456789m55p123s", (), "9s"), {}, "WINNING_TILE_NOT_IN_HAND", "9s"),
        (hand("123456789m55p123s", (), "5p", flowers=parse_tiles("a1m")), {}, "NOT_FLOWERS", "1m"),
        (
            hand("123456789m55p123s", (), "5p", flowers=parse_tiles("aab")),
            {},
            "REPEATED_FLOWERS",
            "a",
        ),
        (hand("123456789m55p123s", (), "5p", flower_count=9), {}, "TOO_MANY_FLOWERS", ""),
        (hand("123456789m55p123s", (), "5p", flower_count=-1), {}, "TOO_MANY_FLOWERS", ""),
        (
            hand("123456789m55p123s", (), "5p", flowers=parse_tiles("ab"), flower_count=3),
            {},
            "FLOWERS_DISAGREE",
            "",
        ),
        (WIN, {"prevalent_wind": Tile("C"), "seat_wind": Tile("a")}, "UNKNOWN_WIND", "C a"),
        (WIN, {"kong_replacement": True, "self_drawn": True}, "KONG_REPLACEMENT_WITHOUT_KONG", ""),
        (
            hand("123456789m55p", (meld("concealed_kong", "EEEE"),), "5p"),
            {"kong_replacement": True},
            "KONG_REPLACEMENT_DISCARDED",
            "",
        ),
        (
            hand("123456789m55p", (meld("concealed_kong", "EEEE"),), "1m"),
            {"kong_replacement": True, "robbed_kong": True, "self_drawn": True},
            "ROBBED_KONG_SELF_DRAWN",
            "",
        ),
        (hand("123456789m55p123s", (), "5p"), {"robbed_kong": True}, "ROBBED_KONG_HELD", "5p"),
        (
            hand("23455m123s456s", (meld("chow", "345m", 1),), "3m"),
            {"robbed_kong": True},
            "ROBBED_KONG_HELD",
            "3m",
        ),
        (hand("123456789m55p123s", (), "5p"), {"last_of_kind": True}, "LAST_OF_KIND_HELD", "5p"),
        (hand("123456789m56p123s", (), "5p"), {}, "NOT_A_WIN", ""),
        (hand("1122334455m123pE", (), "E"), {}, "NOT_A_WIN", ""),
        (hand("147m258p369sESWCC", (), "E"), {}, "NOT_A_WIN", ""),
    ],
)
def test_each_problem_is_named_with_its_tiles(value, circumstances, flags, tiles):
    circumstances = Circumstances(**circumstances)
    problems = value.problems(circumstances)
    assert {problem.flag.name for problem in problems} == set(flags.split())
    assert {tile.code for problem in problems for tile in problem.tiles} == set(tiles.split())
    assert {flag.name for flag in value.status(circumstances)} == set(flags.split())
    with pytest.raises(InvalidHand) as refusal:
        score(value, circumstances)
    assert refusal.value.problems == problems


def test_every_flag_has_its_case_and_its_messages():
    for flag in HandStatus:
        messages = {
            Problem(flag, (Tile("5m"), Tile("E")), 15).message(language) for language in LANGUAGES
        }
        assert len(messages) == 3
        assert not any("{" in message for message in messages)
    with pytest.raises(UnknownLanguage):
        Problem(HandStatus.NOT_A_WIN).message("de")


def test_messages_name_the_tiles():
    (problem,) = hand("11111m234p567p999s", (), "1m").problems()
    assert problem.message("en") == (
        "there are more than four of 1 Characters (1m): each tile exists four times"
    )
    assert problem.message("zh-Hans") == "一万超过四张：每种牌只有四张"
    assert problem.message("zh-Hant") == "一萬超過四張：每種牌只有四張"


def test_all_problems_are_told_at_once():
    wrong = hand("11111m", (meld("chow", "CFP", 1),), "9s", flower_count=9)
    told = Circumstances(robbed_kong=True, self_drawn=True, seat_wind=Tile("1m"))
    assert wrong.status(told) == (
        HandStatus.IMPOSSIBLE_CHOW
        | HandStatus.WRONG_COUNT
        | HandStatus.TOO_MANY_COPIES
        | HandStatus.WINNING_TILE_NOT_IN_HAND
        | HandStatus.TOO_MANY_FLOWERS
        | HandStatus.UNKNOWN_WIND
        | HandStatus.ROBBED_KONG_SELF_DRAWN
    )
    with pytest.raises(InvalidHand) as refusal:
        score(wrong, told)
    assert str(refusal.value).count("; ") == 6
    assert pickle.loads(pickle.dumps(refusal.value)).problems == refusal.value.problems


def test_the_rules_decide_about_flowers():
    assert (
        parse_hand("[234m,1]123p456789s55p|EE0000|a").hand.status(rules=Rules.preset("136"))
        == HandStatus.FLOWERS_NOT_USED
    )
