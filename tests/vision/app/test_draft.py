"""The hand on the page: every edit gives another hand, and undoing gives the last one back."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring import (
    FLOWERS,
    PLAYING_TILES,
    HandStatus,
    Meld,
    MeldKind,
    Tile,
    format_hand,
    parse_hand,
    parse_tiles,
    score,
)
from tests.vision.app.readings import detection, drafted, row
from vision.app.draft import Draft, DraftError, History, Piece, Place
from vision.app.films.desk import notation_of
from vision.hand import DoubtKind

HAND = "[234s,1][FFFF]234m23p55p4p|EE1000|ag"


def typed(text=HAND):
    return Draft.of_hand(*parse_hand(text))


def identity(draft, code, among="standing"):
    """The id of the first tile of that code."""
    return next(p.id for p in getattr(draft, among) if p.tile is Tile(code))


def written(draft):
    return format_hand(draft.hand, draft.circumstances)


def test_a_typed_hand_is_the_same_hand():
    hand, circumstances = parse_hand(HAND)
    draft = Draft.of_hand(hand, circumstances)
    assert (draft.hand, draft.circumstances, draft.questions) == (hand, circumstances, ())


@pytest.mark.parametrize("flowers", [*"012345678", "a", "ag", "abcdefgh"])
def test_flowers_count_on_the_page_as_they_do_in_text(flowers):
    parsed = parse_hand(f"345m456p567s234m22p|ES1000|{flowers}")
    draft = Draft.of_hand(*parsed)
    assert score(draft.hand, draft.circumstances).total == score(*parsed).total


@pytest.mark.parametrize(
    ("flowers", "named"), [("0", ""), ("2", "ab"), ("8", "abcdefgh"), ("dg", "dg")]
)
def test_flowers_known_by_number_are_the_first_of_them(flowers, named):
    assert typed(f"345m456p567s234m22p|EE0000|{flowers}").hand.flowers == parse_tiles(named)


@pytest.mark.parametrize(
    ("edit", "expected"),
    [
        (lambda d: d.with_tile(identity(d, "2m"), Tile("3m")), "[234s,1][FFFF]334m235p5p4p"),
        (lambda d: d.with_tile(identity(d, "2m"), Tile("h")), "[234s,1][FFFF]34m2355p|4p|agh"),
        (lambda d: d.without(identity(d, "2m")), "[234s,1][FFFF]34m2355p|4p|ag"),
        (lambda d: d.without(identity(d, "a", "flowers")), "[234s,1][FFFF]234m2355p4p|g"),
    ],
)
def test_edits(edit, expected):
    draft = edit(typed())
    tiles, *rest = expected.split("|")
    flowers = parse_tiles(rest[-1]) if rest else parse_tiles("ag")
    standing = parse_tiles(tiles.split("]")[-1] + (rest[0] if len(rest) > 1 else ""))
    assert draft.hand.concealed == tuple(sorted(standing))
    assert draft.hand.flowers == tuple(sorted(flowers))
    assert draft.hand.melds == typed().hand.melds


def test_a_tile_of_the_photo_that_is_taken_out_stays_among_the_unused():
    _, _, draft = drafted(row("234m456p678sEEE99p"))
    gone = draft.standing[0]
    after = draft.without(gone.id)
    assert after.unused == (gone,)
    assert after.moved(gone.id, Place.standing).hand.concealed == draft.hand.concealed


def test_a_fourteenth_tile_is_taken_for_the_winning_one():
    draft = typed("123456789m1234p")
    after = draft.adding(Tile("4p"))
    assert after.hand.winning_tile is Tile("4p")
    assert after.hand.status() is HandStatus.OK


def test_an_added_flower_lies_beside_the_hand():
    assert typed().adding(Tile("h")).hand.flowers == parse_tiles("agh")


@pytest.mark.parametrize(
    ("hand", "code", "sets"),
    [
        ("12344456m123p55s", "4m", ["chow 234m", "chow 345m", "chow 456m", "pung 444m"]),
        ("1112345678999m5m", "1m", ["chow 123m", "pung 111m"]),
        ("EEE123m456p789s5s", "E", ["pung EEE"]),
        ("EEEE123m456p789s", "E", ["pung EEE", "exposed_kong EEEE", "concealed_kong EEEE"]),
        ("EEE123m456p789s5s", "5s", []),
    ],
)
def test_which_sets_a_tile_can_be_declared_in(hand, code, sets):
    draft = Draft.of_hand(parse_hand(hand).hand)
    found = draft.declarable(identity(draft, code))
    named = [f"{m.kind.value} {''.join(t.code for t in m.tiles)}" for m in found]
    assert [name.replace(" ", "") for name in named] == [
        kind + "".join(t.code for t in parse_tiles(tiles))
        for kind, tiles in (entry.split() for entry in sets)
    ]


def test_declaring_and_taking_back():
    draft = typed("123m456p789sEE555p")
    declared = draft.declaring(identity(draft, "1m"), Meld(MeldKind.chow, parse_tiles("123m")))
    assert declared.hand.melds == (Meld(MeldKind.chow, parse_tiles("123m")),)
    assert declared.size == draft.size
    back = declared.dissolving(declared.melds[0].id)
    assert back.hand == draft.hand


def test_declaring_spares_the_winning_tile():
    draft = typed("123m123m789sEE555p")
    first = draft.with_winner(draft.standing[3].id)
    declared = first.declaring(first.standing[0].id, Meld(MeldKind.chow, parse_tiles("123m")))
    assert declared.winner == first.winner


@pytest.mark.parametrize(
    ("kind", "expected"),
    [
        ("exposed_kong", "[EEEE,0]"),
        ("added_kong", "[EEEE,4]"),
        ("concealed_kong", "[EEEE]"),
        ("pung", "[EEE]"),
    ],
)
def test_the_kind_of_a_set_can_be_changed_and_keeps_its_tiles_right(kind, expected):
    draft = typed("[EEE]123m456p789s55p")
    changed = draft.with_kind(draft.melds[0].id, MeldKind(kind))
    assert written(changed).startswith(expected + "1")
    assert changed.with_kind(draft.melds[0].id, MeldKind.pung).hand == draft.hand


def test_only_a_standing_tile_can_have_won():
    draft = typed()
    with pytest.raises(DraftError, match="Only a standing tile"):
        draft.with_winner(draft.flowers[0].id)


def test_an_unknown_tile_is_refused():
    with pytest.raises(DraftError, match="no tile number 99"):
        typed().with_tile(99, Tile("1m"))


def test_a_reading_keeps_every_box_and_its_guesses():
    doubts = [(0, Tile("2m"), 0.3), (0, Tile("3m"), 0.1), (0, Tile("7m"), 0.05)]
    detections, _, draft = drafted(row("1m", doubts=doubts), row("55m456p678sEEE99p", left=145))
    assert sorted(p.box for p in draft.pieces) == list(range(len(detections)))
    first = draft.piece(0)
    assert set(first.likeliest) == {Tile("1m"), Tile("2m"), Tile("3m"), Tile("7m")} - {first.tile}


@pytest.mark.parametrize(
    ("others", "offered"),
    [
        ([("2m", 0.3), ("3m", 0.01), ("7m", 0.009)], ["2m", "3m"]),
        ([("back", 0.0007), ("a", 0.0005), ("g", 0.0002)], []),
        ([], []),
    ],
)
def test_tiles_that_are_hardly_possible_are_not_offered(others, offered):
    guesses = [(Tile(code), probability) for code, probability in others]
    rest = 1 - sum(probability for _, probability in guesses)
    piece = Piece(0, Tile("7s"), 0, ((Tile("7s"), rest), *guesses))
    assert [tile.code for tile in piece.likeliest] == offered


def test_another_reading_takes_a_box_for_what_it_hardly_shows():
    _, _, draft = drafted(row("234m456p678sEEE99p", doubts=[(0, Tile("5m"), 0.004)]))
    arranged = draft.arranged_as(parse_hand("345m456p678sEEE99p").hand)
    assert {piece.box for piece in arranged.standing} == set(range(14))


def test_changing_a_doubtful_tile_settles_its_question():
    _detections, _read, draft = drafted(
        row("234m456p678s55p99p8p", doubts=[(13 - 2, Tile("8p"), 0.45)])
    )
    asked = [q for q in draft.questions if 11 in q.pieces]
    assert asked
    assert 11 in draft.doubtful
    after = draft.with_tile(11, Tile("8p"))
    assert 11 not in after.doubtful


def test_face_down_tiles_of_a_concealed_kong_are_read_by_their_set():
    back = detection(Tile("back"), 400, 200)
    last = detection(Tile("back"), 400 + 3 * 40, 200)
    _, _read, draft = drafted(
        row("234m234p55p678s", top=320), [back, *row("FF", left=440, top=200), last]
    )
    assert [meld.kind for meld in draft.melds] == [MeldKind.concealed_kong]
    kong = draft.melds[0].pieces
    assert [piece.tile.code for piece in kong] == ["F"] * 4
    assert sorted(piece.shown.code for piece in kong) == ["F", "F", "back", "back"]


def test_another_reading_uses_the_same_boxes():
    _, _read, draft = drafted(row("234m456p678sEEE99p"))
    other = parse_hand("[EEE]234m456p678s99p").hand
    arranged = draft.arranged_as(other)
    assert arranged.hand == other
    assert {p.box for p in arranged.pieces} == {p.box for p in draft.pieces}


def test_another_reading_asks_which_tile_won_where_nothing_shows_it():
    _, _read, draft = drafted(row("234m456p678sEEE99p"))
    other = parse_hand("[EEE]234m456p678s99p").hand
    arranged = draft.arranged_as(other, winner_guessed=True)
    assert [question.doubt.kind for question in arranged.questions] == [DoubtKind.winning_tile]
    (asked,) = arranged.questions[0].pieces
    assert asked == arranged.winner
    assert notation_of(arranged) == "[EEE]234m45699p678s+?"


def test_undo_gives_back_what_was():
    first, history = typed(), History(typed())
    second = first.with_circumstances(self_drawn=False)
    history = history.then(second).then(second).then(second.adding(Tile("h")))
    assert history.undone().present == second
    assert history.undone().undone() == History(first)
    assert history.undone().undone().undone() == History(first)


tiles = st.sampled_from([*PLAYING_TILES, *FLOWERS])


@st.composite
def edits(draw):
    """A draft after some edits, and the drafts on the way."""
    draft = typed()
    way = [draft]
    for _ in range(draw(st.integers(0, 12))):
        ids = [piece.id for piece in draft.pieces]
        kind = draw(st.integers(0, 5))
        if kind == 0 or not ids:
            draft = draft.adding(draw(tiles))
        elif kind == 1:
            draft = draft.with_tile(draw(st.sampled_from(ids)), draw(tiles))
        elif kind == 2:
            draft = draft.without(draw(st.sampled_from(ids)))
        elif kind == 3:
            draft = draft.moved(draw(st.sampled_from(ids)), draw(st.sampled_from(list(Place))))
        elif kind == 4 and draft.melds:
            meld = draw(st.sampled_from([meld.id for meld in draft.melds]))
            draft = draft.with_kind(meld, draw(st.sampled_from(list(MeldKind))))
        elif kind == 5 and draft.melds:
            draft = draft.dissolving(draft.melds[0].id)
        way.append(draft)
    return way


@given(edits())
def test_whatever_is_edited_every_tile_is_in_one_place_and_a_hand_can_be_made(way):
    for draft in way:
        ids = [piece.id for piece in draft.pieces] + [meld.id for meld in draft.melds]
        assert len(ids) == len(set(ids))
        assert draft.hand.status() is not None
        assert draft.winner is None or draft.place_of(draft.winner) is Place.standing


@given(edits())
def test_undoing_every_edit_leads_back_to_the_beginning(way):
    history = History(way[0])
    for draft in way[1:]:
        history = history.then(draft)
    while history.past:
        history = history.undone()
    assert history.present == way[0]
