"""Reading and writing hands as text."""

import json
import pickle

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.hand import Circumstances, Hand
from scoring.melds import Meld, MeldKind
from scoring.names import LANGUAGES, UnknownLanguage
from scoring.notation import format_hand, parse_circumstances, parse_hand
from scoring.rules import Rules
from scoring.slips import Slip
from scoring.tile_text import NotationError, format_tiles, parse_tiles
from scoring.tiles import BACK, FLOWERS, PLAYING_TILES, TILES, WINDS, Tile


def tiles(text: str) -> tuple[Tile, ...]:
    """Tiles from codes set apart by spaces, without the parser under test."""
    return tuple(Tile(code) for code in text.split())


CHOW, PUNG = MeldKind.chow, MeldKind.pung
EXPOSED, ADDED, CONCEALED = (
    MeldKind.exposed_kong,
    MeldKind.added_kong,
    MeldKind.concealed_kong,
)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("123m", "1m 2m 3m"),
        ("123m 456p", "1m 2m 3m 4p 5p 6p"),
        ("1 2 3 m", "1m 2m 3m"),
        ("19m9s1pESWNCFP", "1m 9m 9s 1p E S W N C F P"),
        ("321m", "3m 2m 1m"),
        ("１２３ｍ Ｅ", "1m 2m 3m E"),
        ("一二三万 东东东 白白", "1m 2m 3m E E E P P"),
        ("七八九萬 東 發發", "7m 8m 9m E F F"),
        ("一二筒 三四饼 五餅", "1p 2p 3p 4p 5p"),
        ("一条 二條 三索", "1s 2s 3s"),
        ("123万456条", "1m 2m 3m 4s 5s 6s"),
        ("东风 南風 红中 发财 白板", "E S C F P"),
        ("🀇🀈🀉🀐🀑🀒🀙🀚🀛", "1m 2m 3m 1s 2s 3s 1p 2p 3p"),
        ("🀀🀁🀂🀃🀄🀅🀆", "E S W N C F P"),
        ("🀄\ufe0f🀄\ufe0e", "C C"),
        ("abcdefgh", "a b c d e f g h"),
        ("春夏秋冬梅蘭竹菊", "a b c d e f g h"),
        ("🀢🀣🀤🀥🀦🀧🀨🀩", "e f g h a b c d"),
        ("🀫", "back"),
        ("", ""),
    ],
)
def test_tiles_are_read_in_many_forms(text, expected):
    assert parse_tiles(text) == tiles(expected)


@pytest.mark.parametrize(
    ("text", "melds"),
    [
        ("[234s,1]", Meld(CHOW, tiles("2s 3s 4s"), 1)),
        ("[423s,1]", Meld(CHOW, tiles("2s 3s 4s"), 1)),
        ("[234s]", Meld(CHOW, tiles("2s 3s 4s"))),
        ("[555p,2]", Meld(PUNG, tiles("5p 5p 5p"), 2)),
        ("[555p,0]", Meld(PUNG, tiles("5p 5p 5p"))),
        ("[7777s,3]", Meld(EXPOSED, tiles("7s 7s 7s 7s"), 3)),
        ("[7777s,0]", Meld(EXPOSED, tiles("7s 7s 7s 7s"))),
        ("[7777s,5]", Meld(ADDED, tiles("7s 7s 7s 7s"), 1)),
        ("[7777s,7]", Meld(ADDED, tiles("7s 7s 7s 7s"), 3)),
        ("[7777s,4]", Meld(ADDED, tiles("7s 7s 7s 7s"))),
        ("[7777s]", Meld(CONCEALED, tiles("7s 7s 7s 7s"))),
        ("【东东东，2】", Meld(PUNG, tiles("E E E"), 2)),
        ("[🀇🀈🀉,1]", Meld(CHOW, tiles("1m 2m 3m"), 1)),
    ],
)
def test_melds_say_their_kind_and_seat(text, melds):
    hand, _ = parse_hand(f"{text} 12355m 678p NN")
    assert hand.melds == (melds,)


@pytest.mark.parametrize(
    ("text", "winning_tile"),
    [
        ("123456789mEEE2p2p", "2p"),
        ("123456789mEEE22p", "2p"),
        ("123456789mEEE2p + 2p", "2p"),
        ("+5m[789m]46m55567p123m", "5m"),
        ("1112345678999m+5m", "5m"),
        ("123m+5m[789m]46m55567p", "5m"),
        ("123m[789m]46m55567p+?", None),
        ("1112345678999m", None),
        ("[CCCC][FFFF][PPPP][NNNN]E", None),
    ],
)
def test_the_last_standing_tile_wins_unless_a_plus_names_another(text, winning_tile):
    assert parse_hand(text).hand.winning_tile == (winning_tile and Tile(winning_tile))


@pytest.mark.parametrize(
    ("signs", "expected"),
    [
        ("", Circumstances()),
        ("|EE0000", Circumstances()),
        ("|SN1000", Circumstances(Tile("S"), Tile("N"), self_drawn=True)),
        ("|EE0100", Circumstances(last_of_kind=True)),
        ("|EE0010", Circumstances(last_wall_tile=True)),
        ("|EE0001", Circumstances(robbed_kong=True)),
        ("|EE1001", Circumstances(self_drawn=True, kong_replacement=True)),
        ("|东 南 ００００", Circumstances(Tile("E"), Tile("S"))),
    ],
)
def test_circumstances_follow_the_first_bar(signs, expected):
    assert parse_hand(f"[CCCC]12346m678p5s5s5m{signs}").circumstances == expected
    assert not signs or parse_circumstances(signs[1:]) == expected


@pytest.mark.parametrize(
    ("field", "flowers", "count"),
    [
        ("a", "a", None),
        ("hca", "a c h", None),
        ("春菊", "a h", None),
        ("🀦🀥", "a h", None),
        ("0", "", 0),
        ("8", "", 8),
    ],
)
def test_flowers_follow_the_second_bar(field, flowers, count):
    hand, _ = parse_hand(f"123456789mEEE2p2p|EE0000|{field}")
    assert (hand.flowers, hand.flower_count) == (tiles(flowers), count)


ROBBED_ON_LAST_TILE = "[234m,1][555m,1]567m5557p6p|EE0011"
WRONG_SIGNS = [
    ("", 0, "there are no tiles here"),
    ("|EE0000", 0, "there are no tiles here"),
    ("12", 0, "the number 1 has no suit"),
    ("123m45", 4, "the number 4 has no suit"),
    ("45[123m]", 0, "the number 4 has no suit"),
    ("34Fp", 0, "the number 3 has no suit"),
    ("1m m", 3, "the suit m has no digits"),
    ("120m", 2, "no tile has the number 0"),
    ("123x", 3, "x is no tile"),
    ("1234z", 4, "z is no suit"),
    ("１２x", 2, "x is no tile"),
    ("1m[]", 2, "these brackets hold no tiles"),
    ("1m[123m", 2, "this bracket is never closed"),
    ("1m]", 2, "this bracket closes none"),
    ("[12m]", 4, "a meld has three or four tiles"),
    ("[124m]", 3, "124m is neither chow, pung nor kong"),
    ("[1234m]", 4, "1234m is neither chow, pung nor kong"),
    ("[11111m]", 5, "11111m is neither chow, pung nor kong"),
    ("[ESW]", 2, "ESW is neither chow, pung nor kong"),
    ("[1m2p3s]", 3, "1m2p3s is neither chow, pung nor kong"),
    ("[aaa]", 1, "aaa is neither chow, pung nor kong"),
    ("[123m,]", 5, "the seat after the comma is 1 upper"),
    ("[123m,12]", 7, "the seat after the comma is 1 upper"),
    ("[123m,4]", 6, "the seat after the comma is 1 upper"),
    ("[123m,E]", 6, "the seat after the comma is 1 upper"),
    ("[1111m,8]", 7, "5, 6 or 7 for a kong added to a pung"),
    ("1m+1m+1m", 5, "a second +"),
    ("11m+", 3, "after + stands the one tile"),
    ("11m+12m", 5, "after + stands the one tile"),
    ("11m?", 3, "? is no tile"),
    ("11m+11m[123m]1m", 5, "after + stands the one tile"),
    ("11m+?[123m]+1m", 11, "a second +"),
    ("11m|", 4, "two winds and four signs"),
    ("11m|E", 5, "two winds and four signs"),
    ("11m|Ex0000", 5, "x is no wind"),
    ("11m|EC0000", 5, "C is no wind"),
    ("11m|EE0200", 7, "2 is neither 0 nor 1"),
    ("11m|EE00000", 10, "two winds and four signs"),
    ("11m|EE0000|", 11, "after the second bar stand the flowers"),
    ("11m|EE0000|ax", 12, "x is no flower"),
    ("11m|EE0000|aE", 12, "E is no flower"),
    ("11m|EE0000|a|", 12, "one bar too many"),
    ("1m\x1b[31m", 2, "U+001B is no tile"),
    ("1m\0", 2, "U+0000 is no tile"),
    ("\u202e1m", 0, "U+202E is no tile"),
    ("\ud800", 0, "U+D800 is no tile"),
    ("11m|\0E0000", 4, "U+0000 is no wind"),
    ("11m|EE\x070000", 6, "U+0007 is neither 0 nor 1"),
    ("11m|EE0000|\x7f", 11, "U+007F is no flower"),
    ("1" * 10_001, 10_000, "the text goes on past 10000 characters"),
]


@pytest.mark.parametrize(("text", "position", "message"), WRONG_SIGNS)
def test_a_wrong_sign_is_named_with_its_position(text, position, message):
    with pytest.raises(NotationError) as error:
        parse_hand(text)
    assert (error.value.position, message in str(error.value)) == (position, True)
    assert str(error.value).startswith(f"at character {position + 1}: ")


def slip_of(text):
    with pytest.raises(NotationError) as error:
        parse_hand(text)
    return error.value.wrong


def test_every_slip_has_its_case_and_its_sentence_in_three_languages():
    met = {slip_of(text) for text, _, _ in WRONG_SIGNS} | {slip_of(ROBBED_ON_LAST_TILE)}
    assert met == set(Slip)
    for slip in Slip:
        told = {slip.message(language, sign="x", tiles="12m", limit=9) for language in LANGUAGES}
        assert len(told) == 3
    with pytest.raises(UnknownLanguage):
        Slip.no_tiles.message("de")


@pytest.mark.parametrize(
    ("text", "simplified", "traditional"),
    [
        (
            "123m45",
            "数字 4 没有花色：请在后面写 m、p 或 s",
            "數字 4 沒有花色：請在後面寫 m、p 或 s",
        ),
        ("1m{", "{ 不是牌：请用 1-9", "{ 不是牌：請用 1-9"),
        ("11m|Ex0000", "x 不是风：竖线后写两个风", "x 不是風：豎線後寫兩個風"),
        ("11111m234567899p", "一万超过四张：每种牌只有四张", "一萬超過四張：每種牌只有四張"),
    ],
)
def test_what_is_wrong_is_told_in_chinese_too(text, simplified, traditional):
    with pytest.raises(NotationError) as error:
        parse_hand(text)
    assert error.value.message_in("zh-Hans").startswith(simplified)
    assert error.value.message_in("zh-Hant").startswith(traditional)
    again = pickle.loads(pickle.dumps(error.value))
    assert (str(again), again.position) == (str(error.value), error.value.position)


@pytest.mark.parametrize(
    ("text", "position"),
    [
        ("123456789mEEE22p2p", 16),  # fifteen tiles: the fifteenth
        ("123456789mEEE", 13),  # twelve: where the next would stand
        ("[123m][456m][789m][EEE][SSS]", 24),  # five melds: the fifth
        ("111111m23456789p", 4),  # the fifth 1m
        ("[1111m]1m2345678999p", 7),
        ("11ma11m222345678p", 3),  # a flower among the tiles
        ("🀫123456789mEEE2p", 0),  # a tile nobody sees
        ("[CCCC]123456m678p5s5s|EE1001|9", 29),
        ("123456789mEEE2p2p|EE0000|aba", 27),
        ("123456789mEEE2p2p|EE1001", 23),  # no kong to replace
        ("123456789mEEE2p2p|EE0001", 23),  # the robbed tile is the fourth
        ("123456789mEEE2p2p|EE0100", 21),  # a copy of the last tile is concealed
    ],
)
def test_what_nobody_can_hold_is_refused_with_its_position(text, position):
    with pytest.raises(NotationError) as error:
        parse_hand(text)
    assert error.value.position == position


def test_a_robbed_kong_on_the_last_tile_needs_rules_that_say_so():
    text = ROBBED_ON_LAST_TILE
    with pytest.raises(NotationError, match="name the rules") as error:
        parse_hand(text)
    assert error.value.position == len(text) - 1
    circumstances = parse_hand(text, Rules()).circumstances
    assert (circumstances.robbed_kong, circumstances.last_wall_tile) == (True, True)
    with pytest.raises(NotationError, match="by these rules no kong is made on the last tile"):
        parse_hand(text, Rules(robbed_kong_on_last_tile=False))


def test_flowers_need_rules_that_play_with_them():
    text = "123456789mEEE2p2p|EE0000|3"
    assert parse_hand(text).hand.number_of_flowers == 3
    with pytest.raises(NotationError, match="without flowers") as error:
        parse_hand(text, Rules.preset("136"))
    assert error.value.position == len(text) - 1


def test_all_known_malformed_hands_are_refused_inside_their_text(shared):
    hands = json.loads((shared / "scoring/malformed_hands.json").read_text())
    assert len(hands) == 25
    for text in hands:
        with pytest.raises(NotationError) as error:
            parse_hand(text)
        assert 0 <= error.value.position <= len(text), text


# -- round trips --------------------------------------------------------------------------------


@given(st.lists(st.sampled_from(TILES)))
def test_tiles_survive_being_written_and_read(drawn):
    assert parse_tiles(format_tiles(drawn)) == tuple(drawn)


def test_the_form_of_a_tile_does_not_matter_to_what_is_written():
    assert format_tiles(tiles("1m 2m 3m E E 4p")) == "123mEE4p"
    assert format_tiles([BACK]) == "🀫"


@st.composite
def holdable_hands(draw):
    """Hands of 13 or 14 tiles out of one set of tiles, with melds, flowers and circumstances."""
    among = draw(st.sampled_from((PLAYING_TILES, PLAYING_TILES[:9], PLAYING_TILES[18:])))
    kinds = draw(st.lists(st.sampled_from(among), min_size=5, max_size=9, unique=True))
    wall = draw(st.permutations([tile for tile in kinds for _ in range(4)]))
    melds = []
    for _ in range(draw(st.integers(0, 4))):
        first = draw(st.sampled_from(wall))
        if wall.count(first) >= 3:
            kind = draw(st.sampled_from([kind for kind in MeldKind if kind is not CHOW]))
            used = [first] * (4 if kind.is_kong else 3)
        elif first.is_suited and first.rank <= 7:
            kind = CHOW
            used = [TILES[first.index + step] for step in range(3)]
        else:
            continue
        if any(wall.count(tile) < used.count(tile) for tile in used):
            continue
        for tile in used:
            wall.remove(tile)
        source = None if kind is CONCEALED else draw(st.sampled_from([None, 1, 2, 3]))
        melds.append(Meld(kind, tuple(used), source))
    wins = draw(st.booleans())
    standing = wall[: 13 + wins - 3 * len(melds)]
    winner = draw(st.sampled_from([None, *standing])) if wins else None
    by_letter = draw(st.booleans())
    flowers = draw(st.sets(st.sampled_from(FLOWERS))) if by_letter else ()
    count = None if by_letter else draw(st.integers(0, 8))
    circumstances = Circumstances(
        prevalent_wind=draw(st.sampled_from(WINDS)),
        seat_wind=draw(st.sampled_from(WINDS)),
        self_drawn=draw(st.booleans()),
        last_wall_tile=draw(st.booleans()),
    )
    return Hand(tuple(standing), tuple(melds), winner, tuple(flowers), count), circumstances


@given(holdable_hands())
def test_a_hand_survives_being_written_and_read(holdable):
    hand, circumstances = holdable
    text = format_hand(hand, circumstances)
    assert parse_hand(text) == (hand, circumstances)
    assert format_hand(*parse_hand(text)) == text


@given(st.text(alphabet="123456789mpsESWNCFPabh[],|+?01 一万东🀇🀫", max_size=40))
def test_any_text_is_a_hand_or_a_notation_error_inside_it(text):
    position = 0
    try:
        parse_hand(text)
    except NotationError as error:
        position = error.position
    assert 0 <= position <= len(text)


@pytest.mark.parametrize(
    ("hand", "circumstances", "message"),
    [
        (Hand((), flower_count=-1), None, "a hand cannot have -1 flowers: there are 0 to 8"),
        (Hand((), flowers=(Tile("a"),), flower_count=1), None, "by letter or by count, not both"),
        (Hand(()), Circumstances(kong_replacement=True), "a kong's replacement is self-drawn"),
    ],
)
def test_what_the_notation_has_no_words_for_is_refused(hand, circumstances, message):
    with pytest.raises(ValueError, match=message):
        format_hand(hand, circumstances)
