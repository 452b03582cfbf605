"""From tiles to a hand: melds, kongs, flowers, the winning tile, and what is asked about."""

from __future__ import annotations

import time
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring import FLOWERS, PLAYING_TILES, Tile, format_hand
from scoring.shanten import distance, open_goals
from tests.vision.laying import boxed, row, tile, torn
from tests.vision.test_layout import anything
from vision.hand import DoubtKind, ReadStatus, Role, read_hand
from vision.hand.legality import waits, wins

HAND = "1m 2m 3m 4p 5p 6p 7s 7s 7s E E E C C"


def notation(detections) -> str:
    return format_hand(read_hand(detections).hand)


def roles(detections) -> list[str]:
    """Each group of the reading: its role and its tiles, melds with their kind."""
    read = read_hand(detections)
    return sorted(
        f"{g.meld.kind.value if g.meld else g.role.value}: {' '.join(t.code for t in g.tiles)}"
        for g in read.groups
    )


def doubts(read) -> list[DoubtKind]:
    return [doubt.kind for doubt in read.doubts]


# -- habits ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("laid", "melds", "standing"),
    [
        # one unbroken row is all concealed, whatever it holds
        ([row(HAND)], [], 14),
        # melds beside the hand, with small gaps or none
        ([row("1m 2m 3m 4p 5p 6p E E . 7s~ 7s 7s _ C C~ C")], ["777s,1", "CCC,2"], 8),
        ([row("1m 2m 3m 4p 5p 6p E E . 7s~ 7s 7s C C C~")], ["777s,1", "CCC,3"], 8),
        ([row("1m 2m 3m 4p 5p 6p E E 7s~ 7s 7s C C~ C")], ["777s,1", "CCC,2"], 8),
        ([row("4p~ 5p 6p . 1m 2m 3m 7s 7s 7s E E E C C")], ["456p,1"], 11),
        # above and below it
        ([row("1m 2m 3m 4p 5p 6p E E"), row("7s 7s 7s _ C C C", 60, -110)], ["777s", "CCC"], 8),
        ([row("1m 2m 3m 4p 5p 6p E E"), row("7s 7s 7s C C C", 60, 110)], ["777s", "CCC"], 8),
        # turned by a quarter, as they lie at a table's edge
        ([row("1m 2m 3m 4p 5p 6p 7s 7s 7s C C"), row("E E E", 790, -200, angle=90)], ["EEE"], 11),
    ],
)
def test_melds(laid, melds, standing):
    laid = [d for part in laid for d in part]
    read = read_hand(laid)
    text = format_hand(read.hand)
    assert sorted(text.split("]")[:-1]) == sorted(f"[{meld}" for meld in melds)
    assert len(read.concealed) == standing


@pytest.mark.parametrize("as_boxes", [False, True])
@pytest.mark.parametrize(
    ("kong", "kind"),
    [
        ("back 9p 9p back", "concealed_kong"),
        ("9p back back 9p", "concealed_kong"),
        ("back back 9p back", "concealed_kong"),
        ("9p 9p~ 9p 9p", "exposed_kong"),
    ],
)
def test_kongs(kong, kind, as_boxes):
    laid = row("1m 2m 3m 4p 5p 6p 7s 7s 7s C C . " + kong)
    read = read_hand(boxed(laid) if as_boxes else laid)
    (meld,) = read.melds
    assert (meld.kind.value, [t.code for t in meld.tiles]) == (kind, ["9p"] * 4)
    assert read.confirmed


@pytest.mark.parametrize("up", [80, 62, 45])
def test_an_added_kong_keeps_the_seat_of_its_pung(up):
    laid = row("1m 2m 3m 4p 5p 6p 7s 7s 7s C C . 9p 9p~ 9p")
    claimed = laid[12]
    (x, y) = claimed.centre
    read = read_hand([*laid, tile("9p", x, y - up, angle=90)])
    assert format_hand(read.hand).startswith("[9999p,6]")
    assert read.confirmed


def test_four_tiles_face_down_are_a_kong_of_a_tile_to_ask_for():
    laid = row("1m 2m 3m 4p 5p 6p 7s 7s 7s C C . back back back back")
    read = read_hand(laid)
    assert roles(laid)[1] == "concealed_kong: back back back back"
    assert read.status is ReadStatus.DOUBTFUL
    assert next(d for d in read.doubts if d.kind is DoubtKind.hidden_tile).boxes == (11, 12, 13, 14)


def test_four_faces_set_apart_ask_which_kong_they_are():
    read = read_hand(row("1m 2m 3m 4p 5p 6p 7s 7s 7s C C . 9p 9p 9p 9p"))
    assert read.melds[0].kind.value == "exposed_kong"
    assert read.status is ReadStatus.DOUBTFUL
    assert DoubtKind.kong_kind in doubts(read)


def test_four_sets_and_a_pair_at_even_gaps_ask_whether_they_are_melds():
    read = read_hand(row("1m 2m 3m _ 4p 5p 6p _ 7s 7s 7s _ E E E _ C C"))
    assert (len(read.concealed), read.status) == (14, ReadStatus.DOUBTFUL)
    assert DoubtKind.arrangement in doubts(read)


@pytest.mark.parametrize(
    "flowers",
    [
        row("a f h", 200, -150),
        row("a f h", 200, 130),
        row("a f h _", -180, 0),
        row("a f h", 60 * 14, 0),
    ],
)
def test_flowers_lie_aside_or_at_either_end(flowers):
    read = read_hand([*row(HAND), *flowers])
    assert [t.code for t in read.flowers] == ["a", "f", "h"]
    assert len(read.concealed) == 14
    assert read.confirmed


def test_flowers_stand_inside_the_row():
    read = read_hand(row("1m 2m 3m a f 4p 5p 6p 7s 7s 7s E E E C C"))
    assert ([t.code for t in read.flowers], read.melds) == (["a", "f"], ())


# -- the winning tile -----------------------------------------------------------------------------

STANDS = "1m 2m 3m 4p 5p 7s 7s 7s E E E C C"


@pytest.mark.parametrize(
    "laid",
    [
        row(STANDS + " . 6p"),
        row("6p . " + STANDS),
        row(STANDS + " _ 6p/"),
        row(STANDS + " 6p~"),
        [*row(STANDS), tile("6p", 400, -110)],
        [*row(STANDS), tile("6p", 400, -120, angle=35)],
        [*row(STANDS), tile("6p", 400, 120)],
    ],
    ids=["right", "left", "leaning", "on its side", "above", "above, leaning", "below"],
)
def test_the_winning_tile_shows_by_how_it_lies(laid):
    read = read_hand(laid)
    assert (read.winning_tile, read.winning_tile_guessed) == (Tile("6p"), False)
    assert [g.role for g in read.groups].count(Role.winning_tile) == 1
    assert read.confirmed


@pytest.mark.parametrize(
    ("laid", "guess"),
    [(HAND, "C"), ("9s 9s 9s 1m 2m 3m 4m 5m 6m 7p 8p 9p E E", "E"), (STANDS + " 6p", "6p")],
)
def test_a_winning_tile_that_nothing_shows_is_a_guess_and_says_so(laid, guess):
    read = read_hand(row(laid))
    assert (read.winning_tile, read.winning_tile_guessed) == (Tile(guess), True)
    assert doubts(read) == [DoubtKind.winning_tile]
    assert read.confirmed


# -- what belongs to no hand ----------------------------------------------------------------------


def test_other_tiles_are_kept_as_unused():
    rng = Random(3)
    heap = [
        tile(
            rng.choice(PLAYING_TILES).code,
            80 + 110 * (k % 6),
            -900 + 110 * (k // 6),
            angle=rng.uniform(0, 360),
        )
        for k in range(24)
    ]
    wall = row(" ".join(["back"] * 17), 0, -350)
    read = read_hand([*row(HAND), *heap, *wall])
    assert read.confirmed
    assert read.unused == tuple(range(14, 14 + 24 + 17))


def test_a_smaller_row_far_away_is_another_players():
    codes = [f"{rank}s" for rank in range(1, 9)]
    far = [tile(code, 200 + 30 * k, -700, scale=0.5) for k, code in enumerate(codes)]
    read = read_hand([*row(HAND), *far])
    assert (read.confirmed, len(read.unused)) == (True, 8)


@given(anything)
def test_nothing_is_lost(detections):
    read = read_hand(detections)
    placed = [box for group in read.groups for box in group.boxes]
    assert sorted([*placed, *read.unused]) == list(range(len(detections)))
    assert len(read.tiles) == len(detections)


# -- the rules decide -----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("laid", "at", "likely", "read_as"),
    [
        # 2m is likelier, but 1m 2m 2m is no set
        (HAND, 2, {"2m": 0.6, "3m": 0.4}, "3m"),
        # a fifth copy is likelier than the fourth
        ("1m 1m 1m 1m 2m 3m 4p 5p 6p 7s 7s 7s C C", 4, {"1m": 0.7, "2m": 0.3}, "2m"),
        # the pair's other tile
        (HAND, 13, {"F": 0.55, "C": 0.45}, "C"),
        # a flower among the playing tiles
        (HAND, 9, {"a": 0.5, "E": 0.4}, "E"),
    ],
)
def test_the_rules_decide_a_doubtful_tile(laid, at, likely, read_as):
    detections = row(laid)
    x, y = detections[at].centre
    detections[at] = tile("1m", x, y, probabilities=torn(likely))
    read = read_hand(detections)
    assert read.tiles[at].code == read_as
    assert detections[at].tile.code != read_as


def test_of_two_flowers_alike_one_is_another():
    flowers = [
        tile("a", 300, -150, probabilities=torn({"a": 0.9, "b": 0.1})),
        tile("a", 360, -150, probabilities=torn({"a": 0.6, "b": 0.35})),
    ]
    read = read_hand([*row(HAND), *flowers])
    assert [t.code for t in read.flowers] == ["a", "b"]


@pytest.mark.parametrize(
    ("likely", "confirmed", "settled"),
    [
        ({"a": 0.95}, True, True),
        ({"a": 0.5, "b": 0.45}, False, True),
        # with another bamboo the hand would hold a tile too many
        ({"a": 0.5, "1s": 0.45}, True, True),
    ],
)
def test_which_flower_it_is_leaves_a_reading_settled(likely, confirmed, settled):
    flower = tile("a", 300, -150, probabilities=torn(likely))
    read = read_hand([*row(HAND), flower])
    assert (read.confirmed, read.settled) == (confirmed, settled)


@pytest.mark.parametrize(
    ("flower", "count", "asked"),
    [(0.3, 4, True), (0.3, 3, True), (0.01, 8, False)],
)
def test_a_row_near_the_hand_that_hardly_holds_no_flower_is_asked_about(flower, count, asked):
    """Flowers of a design that the models do not know look like winds and dragons."""
    likely = torn({"W": 0.8 * (1 - flower), "F": 0.15 * (1 - flower), "d": flower})
    beside = [tile("F", 300 + 60 * k, -150, probabilities=likely) for k in range(count)]
    read = read_hand([*row(HAND), *beside])
    left = [doubt.boxes for doubt in read.doubts if doubt.kind is DoubtKind.belongs]
    assert left == ([tuple(range(14, 14 + count))] if asked else [])
    assert read.confirmed is not asked


def test_several_misread_tiles_of_a_hand_laid_out_in_sets():
    detections = row(HAND)
    for at, wrong in ((1, "9m"), (4, "9p"), (7, "9s")):
        x, y = detections[at].centre
        right = detections[at].tile.code
        likely = torn({wrong: 0.6, "8m": 0.15, right: 0.2})
        detections[at] = tile(wrong, x, y, probabilities=likely)
    assert notation(detections) == "123m456p777sEEECC"


def test_two_tiles_that_fit_alike_are_asked_about():
    detections = row("2m 3m 4m 4p 5p 6p 7s 7s 7s E E E C C")
    x, y = detections[0].centre
    detections[0] = tile("2m", x, y, probabilities=torn({"2m": 0.6, "5m": 0.4}))
    read = read_hand(detections)
    assert read.status is ReadStatus.DOUBTFUL
    assert not read.settled
    (doubt,) = [d for d in read.doubts if d.kind is DoubtKind.tile]
    assert doubt.boxes == (0,)
    assert [t.code for t, _ in doubt.alternatives] == ["2m", "5m"]
    assert read.readings[0].probability == pytest.approx(read.probability)
    assert [r.hand.concealed[:3] for r in read.readings[:2]] == [
        (Tile("2m"), Tile("3m"), Tile("4m")),
        (Tile("3m"), Tile("4m"), Tile("5m")),
    ]


# -- what is no finished hand ---------------------------------------------------------------------


@pytest.mark.parametrize(
    ("likely", "asked"),
    [
        ({"W": 0.93, "S": 0.06}, [0, 1, 2]),
        ({"W": 0.98, "S": 0.01}, []),
        # four of which are in the row besides
        ({"W": 0.93, "7s": 0.06}, []),
        # no pung of flowers
        ({"W": 0.93, "a": 0.06}, []),
    ],
)
def test_tiles_of_one_kind_are_no_surer_than_one_of_them(likely, asked):
    detections = row("W W W 1m 2m 3m 7s 7s 7s 7s 8s 9s C C")
    for box in range(3):
        x, y = detections[box].centre
        detections[box] = tile("W", x, y, probabilities=torn(likely))
    read = read_hand(detections)
    found = [d for d in read.doubts if d.kind is DoubtKind.tile]
    assert [box for doubt in found for box in doubt.boxes] == asked
    assert all([t.code for t, _ in doubt.alternatives] == ["W", "S"] for doubt in found)
    assert read.confirmed is not bool(asked)


def test_a_missing_tile_is_placed_where_the_gap_is_too_wide():
    read = read_hand(row("1m 2m 3m 4p . 6p 7s 7s 7s E E E C C"))
    assert read.status is ReadStatus.INCOMPLETE
    (doubt,) = [d for d in read.doubts if d.kind is DoubtKind.missing_tile]
    assert doubt.place == pytest.approx((270.0, 0.0))
    assert [t.code for t, _ in doubt.alternatives] == ["5p"]


def test_thirteen_tiles_say_what_would_finish_them():
    read = read_hand(row("1m 2m 3m 4p 5p 6p 7s 7s 7s E E E C"))
    assert read.status is ReadStatus.INCOMPLETE
    assert read.winning_tile is None
    assert [t.code for t, _ in read.doubts[0].alternatives] == ["C"]


def test_one_tile_too_many_is_asked_about_and_kept():
    read = read_hand(row(HAND + " 9m"))
    assert read.status is ReadStatus.DOUBTFUL
    assert notation(row(HAND + " 9m")) == "123m456p777sEEECC"
    assert DoubtKind.extra_tile in doubts(read)
    assert read.unused == (14,)


DECK = [t.code for t in PLAYING_TILES for _ in range(4)] + [t.code for t in FLOWERS]
Random(1).shuffle(DECK)


@pytest.mark.parametrize(
    ("detections", "flag", "doubt"),
    [
        ([], ReadStatus.NOT_A_HAND, DoubtKind.too_few),
        (row("5p"), ReadStatus.NOT_A_HAND, DoubtKind.too_few),
        (row(" ".join(["back"] * 17)), ReadStatus.NOT_A_HAND, DoubtKind.too_few),
        (
            [d for k in range(8) for d in row(" ".join(DECK[18 * k : 18 * k + 18]), 0, 82 * k)],
            ReadStatus.NOT_A_HAND,
            DoubtKind.too_many,
        ),
        (
            [tile(c, 97 * (k % 12), 130 * (k // 12)) for k, c in enumerate(DECK)],
            ReadStatus.NOT_A_HAND,
            DoubtKind.too_many,
        ),
        (row(HAND) + row(HAND, 0, -600), ReadStatus.SEVERAL_HANDS, DoubtKind.several_hands),
        (row(HAND[:-1] + "9m"), ReadStatus.NOT_A_HAND, DoubtKind.no_win),
        (row("1m 2m 3m _ 4m 5m 6m _ 7m 8m 9m"), ReadStatus.NOT_A_HAND, DoubtKind.too_few),
    ],
    ids=["nothing", "one tile", "a wall", "144 in rows", "144 apart", "two hands", "no win", "9"],
)
def test_every_other_photo_has_a_clear_status_in_time(detections, flag, doubt):
    started = time.process_time()
    read = read_hand(detections)
    assert time.process_time() - started < 2.0
    assert flag in read.status
    assert doubt in doubts(read)
    assert not read.confirmed


def test_a_hand_among_all_tiles_of_two_tables_is_read_in_time():
    wall = [d for k in range(4) for d in row("back " * 36, -600, -300 - 90 * k)]
    codes = [tile.code for tile in PLAYING_TILES] * 6
    Random(1).shuffle(codes)
    rows = [codes[k : k + 12] for k in range(0, len(codes), 12)]
    discards = [d for k, line in enumerate(rows) for d in row(" ".join(line), 0, -900 - 84 * k)]
    started = time.process_time()
    read = read_hand(row(HAND) + wall + discards)
    assert time.process_time() - started < 6.0
    assert read.confirmed
    assert [tile.code for tile in read.concealed] == HAND.split()
    assert read.unused == tuple(range(14, 14 + len(wall) + len(discards)))


def test_status_names():
    assert ReadStatus.CONFIRMED.names == ("confirmed",)
    both = ReadStatus.INCOMPLETE | ReadStatus.DOUBTFUL
    assert both.names == ("doubtful", "incomplete")


@pytest.mark.parametrize("kind", DoubtKind)
@pytest.mark.parametrize("language", ["en", "zh-Hans", "zh-Hant"])
def test_every_doubt_has_a_sentence(kind, language):
    from vision.hand import Doubt

    plain = Doubt(kind).message(language)
    assert plain[-1] in ".?。？"
    asked = Doubt(kind, alternatives=((Tile("1m"), 0.6), (Tile("E"), 0.4))).message(language)
    if kind in (DoubtKind.tile, DoubtKind.missing_tile):
        assert Tile("E").name(language) in asked
    with pytest.raises(ValueError, match="no messages in 'fr'"):
        Doubt(kind).message("fr")


# -- legality -------------------------------------------------------------------------------------


def counts(text: str) -> tuple[int, ...]:
    codes = text.split()
    return tuple(codes.count(t.code) for t in PLAYING_TILES)


@pytest.mark.parametrize(
    ("standing", "melds", "won"),
    [
        (HAND, 0, True),
        ("1m 1m 1m 2m 3m 4m 5m 6m 7m 8m 9m 9m 9m 5m", 0, True),
        ("1m 1m 2m 2m 3p 3p 4p 4p 5s 5s E E C C", 0, True),
        ("1m 9m 1p 9p 1s 9s E S W N C F P P", 0, True),
        ("1m 4m 7m 2p 5p 8p 3s 6s 9s E S W N C", 0, True),
        ("1m 4m 7m 2p 5p 8p 3s 6s 9s 1p 2p 3p E E", 0, True),
        ("1m 4m 7m 2p 5p 8p 3s 6s 9s E E", 1, True),
        ("E E", 4, True),
        ("E E E", 4, False),
        ("1m 2m 3m 4p 5p 6p 7s 7s 7s E E E C F", 0, False),
        ("1m 1m 2m 2m 3p 3p 4p 4p 5s 5s E", 1, False),
    ],
)
def test_winning_forms(standing, melds, won):
    assert wins(counts(standing), melds) is won


@given(st.lists(st.sampled_from(range(9)), min_size=13, max_size=13))
def test_waits_and_wins_agree_with_the_distance_to_a_win(tiles):
    standing = tuple(tiles.count(t) for t in range(34))
    if max(standing) > 4:
        return
    found = waits(standing, 0)
    for extra in range(34):
        if standing[extra] < 4:
            finished = tuple(n + (t == extra) for t, n in enumerate(standing))
            away = min(distance(goal, finished, (0,) * 34, 0) for goal in open_goals(0))
            assert wins(finished, 0) == (extra in found) == (away == 0)
