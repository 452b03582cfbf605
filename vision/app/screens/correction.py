"""The photo and the hand, and everything that can be tapped to correct them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from html import escape

import streamlit as st

from scoring import MeldKind, Tile
from vision.app import markup
from vision.app.draft import Draft, Place, Question
from vision.app.photos import WHOLE, View
from vision.app.screens import sources
from vision.app.state import ADDING, Visit, visit
from vision.app.verdict import Verdict, judge
from vision.app.widgets import board, show_photo_bytes
from vision.hand import DoubtKind

# What a visitor is told rather than asked.
TOLD = (DoubtKind.too_few, DoubtKind.too_many, DoubtKind.no_win, DoubtKind.several_hands)
OTHER_READINGS = 3
LEAST_PROBABILITY = 0.02


def show(here: Visit, verdict: Verdict, adjustable: bool = True) -> None:
    """Photo, questions, hand and editor. adjustable: the photo can be turned, cropped and read
    again."""
    texts = here.texts

    def on_tap(tap: str) -> None:
        tapped(here, tap)

    photo = here.photo
    if photo:
        if photo.flaws and not verdict.confirmed:
            st.warning(texts(f"flaw_{photo.flaws[0].value}"))
        show_photo_bytes({photo.id: photo.preview})
        view = _wanted_view(here)
        board(
            markup.photo_html(
                photo.id,
                photo.size,
                photo.detections,
                here.draft,
                texts,
                here.selected,
                None if view.part == WHOLE else view.part,
            ),
            key="photo",
            on_tap=on_tap,
        )
    board(markup.hand_html(here.draft, texts, here.selected), key="hand", on_tap=on_tap)
    if verdict.confirmed:
        for kind in {question.doubt.kind for question in here.draft.questions}:
            if kind is DoubtKind.winning_tile:
                st.caption(texts("winner_no_matter"))
            else:
                st.caption(texts("flower_no_matter"))
    _show_editor(here, on_tap)
    if verdict.questions:
        board(questions_html(here, verdict.questions), key="questions", on_tap=on_tap)
    with st.container(horizontal=True, gap="small"):
        st.button(
            texts("add_tile"),
            key="add",
            icon=":material/add:",
            on_click=_select,
            args=(here, ADDING),
        )
        st.button(
            texts("undo"),
            key="undo",
            icon=":material/undo:",
            on_click=here.undo,
            disabled=not here.history.past,
        )
        if photo and adjustable:
            with st.popover(texts("adjust"), icon=":material/crop_rotate:"):
                _show_view(here)


def _show_editor(here: Visit, on_tap: Callable[[str], None]) -> None:
    texts = here.texts
    known = {piece.id for piece in here.draft.pieces}
    if here.selected == ADDING:
        html = markup.adder_html(texts)
    elif here.selected in known:
        html = markup.editor_html(here.draft, here.selected, texts)
    else:
        return
    board(html, key="editor", on_tap=on_tap)
    st.button(
        texts("close"),
        key="close",
        icon=":material/check:",
        on_click=_select,
        args=(here, None),
    )


def _select(here: Visit, selected: int | None) -> None:
    here.selected = selected


# -- what is in question --------------------------------------------------------------------------


def questions_html(here: Visit, questions: Sequence[Question]) -> str:
    """Every open question with its answers to tap, and the other readings of the photo."""
    texts, draft = here.texts, here.draft
    items = []
    for place, question in enumerate(questions):
        tiles = [draft.piece(identity) for identity in question.pieces]
        shown = "".join(
            markup.tile_button(piece.tile, f"tile:{piece.id}", here.language, "fl-doubt")
            for piece in tiles
        )
        answers = _answers_html(here, place, question)
        items.append(
            f'<div class="fl-question"><p>{escape(question.doubt.message(here.language))}</p>'
            f'<div class="fl-keys">{shown}{"<i>→</i>" if shown and answers else ""}{answers}</div>'
            "</div>"
        )
    head = f"<h4>{escape(texts('unsure'))}</h4>"
    every = markup.text_button(texts("all_right"), "settle:all") if len(questions) > 1 else ""
    return (
        f'<section class="fl-questions">{head}{"".join(items)}'
        f'<div class="fl-keys">{every}</div>{_other_readings_html(here)}</section>'
    )


def _answers_html(here: Visit, place: int, question: Question) -> str:
    texts = here.texts
    kind = question.doubt.kind
    parts = []
    if kind in (DoubtKind.tile, DoubtKind.missing_tile):
        own = {here.draft.piece(identity).tile for identity in question.pieces}
        parts += [
            markup.tile_button(tile, f"answer:{place}:{tile.code}", here.language, "fl-answer")
            for tile, _ in question.doubt.alternatives[:4]
            if tile not in own
        ]
    if kind is DoubtKind.kong_kind:
        parts += [
            markup.text_button(texts(name), f"kong:{place}:{name}")
            for name in ("exposed_kong", "concealed_kong")
        ]
    if kind in (DoubtKind.belongs, DoubtKind.extra_tile):
        left_out = all(
            here.draft.place_of(identity) is Place.unused for identity in question.pieces
        )
        word = ("to_hand", f"take:{place}") if left_out else ("delete", f"drop:{place}")
        parts.append(markup.text_button(texts(word[0]), word[1]))
    if kind is DoubtKind.missing_tile:
        parts.append(markup.text_button(texts("add_tile"), "add"))
    if kind is not DoubtKind.hidden_tile:
        word = "understood" if kind in TOLD else "right_as_is"
        parts.append(markup.text_button(texts(word), f"settle:{place}", "fl-yes"))
    return "".join(parts)


def _other_readings_html(here: Visit) -> str:
    if here.photo is None or here.history.past:
        return ""
    others = [
        (k, reading)
        for k, reading in enumerate(here.photo.read.readings[1:], 1)
        if reading.probability >= LEAST_PROBABILITY
    ][:OTHER_READINGS]
    if not others:
        return ""
    rows = "".join(
        f'<button type="button" class="fl-word" data-tap="reading:{k}">'
        + "".join(markup.tiles_html(meld.tiles, here.language) for meld in reading.hand.melds)
        + markup.tiles_html(reading.hand.concealed, here.language)
        + "</button>"
        for k, reading in others
    )
    title = escape(here.texts("other_photo_readings"))
    return (
        f'<details class="fl-more fl-readings"><summary>{title}</summary>'
        f'<div class="fl-keys">{rows}</div></details>'
    )


# -- what a tap means -----------------------------------------------------------------------------


def tapped(here: Visit, tap: str) -> None:
    """Carries out one tap on photo, hand, editor or question."""
    word, *rest = tap.split(":")
    if word == "tile":
        identity = int(rest[0])
        here.selected = None if here.selected == identity else identity
    elif word == "add":
        here.selected = ADDING
    elif word == "set" and here.selected == ADDING:
        here.edit(here.draft.adding(Tile(rest[0])))
    else:
        draft = edited(here.draft, here.selected, word, rest, here)
        here.edit(draft)
        if word in ("set", "delete", "dissolve", "declare", "join", "move"):
            here.selected = None


def edited(draft: Draft, selected: int | None, word: str, rest: list[str], here: Visit) -> Draft:
    """The draft after one tap of the editor or of a question."""
    if word == "set":
        return draft.with_tile(selected, Tile(rest[0]))
    if word == "delete":
        return draft.without(selected)
    if word == "winner":
        return draft.with_winner(selected)
    if word == "move":
        return draft.moved(selected, Place(rest[0]))
    if word == "dissolve":
        return draft.dissolving(int(rest[0]))
    if word == "kind":
        return draft.with_kind(int(rest[0]), MeldKind(rest[1]))
    if word == "declare":
        return draft.declaring(selected, draft.declarable(selected)[int(rest[0])])
    if word == "join":
        return draft.moved(selected, int(rest[0]))
    if word == "reading":
        reading = here.photo.read.readings[int(rest[0])]
        return draft.arranged_as(reading.hand, reading.winning_tile_guessed)
    if word == "settle" and rest[0] == "all":
        return draft.settled()
    question = _asked(here)[int(rest[0])]
    if word == "answer":
        tile = Tile(rest[1])
        if question.pieces:
            return draft.with_tile(question.pieces[0], tile)
        return draft.adding(tile)
    if word == "kong":
        place = draft.place_of(question.pieces[0])
        return draft.with_kind(place.id, MeldKind(rest[1])).settled(question)
    if word == "take":
        for identity in question.pieces:
            draft = draft.moved(identity, Place.standing)
        return draft.settled(question)
    if word == "drop":
        for identity in question.pieces:
            draft = draft.without(identity)
        return draft.settled(question)
    return draft.settled(question)


def _asked(here: Visit) -> tuple[Question, ...]:
    return judge(here.draft, here.rules).questions


# -- turning and cropping -------------------------------------------------------------------------


def _wanted_view(here: Visit) -> View:
    """The view that the sliders show, relative to the one on the page."""
    across = st.session_state.get("crop_x", (0, 100))
    down = st.session_state.get("crop_y", (0, 100))
    return View(0, (across[0] / 100, down[0] / 100, across[1] / 100, down[1] / 100))


def _show_view(here: Visit) -> None:
    texts = here.texts
    with st.container(horizontal=True):
        st.button(
            texts("turn_left"),
            key="turn_left",
            icon=":material/rotate_left:",
            on_click=_turn,
            args=(-1,),
        )
        st.button(
            texts("turn_right"),
            key="turn_right",
            icon=":material/rotate_right:",
            on_click=_turn,
            args=(1,),
        )
    st.slider(texts("crop_x"), 0, 100, (0, 100), key="crop_x")
    st.slider(texts("crop_y"), 0, 100, (0, 100), key="crop_y")
    st.button(texts("read_again"), key="read_again", type="primary", on_click=_read_again)


def _turn(quarter: int) -> None:
    here = visit()
    sources.read_again(here, View((here.photo.view.turns + quarter) % 4))


def _read_again() -> None:
    here = visit()
    part = _wanted_view(here).part
    old = here.photo.view.part
    width, height = old[2] - old[0], old[3] - old[1]
    inner = (
        old[0] + part[0] * width,
        old[1] + part[1] * height,
        old[0] + part[2] * width,
        old[1] + part[3] * height,
    )
    st.session_state.crop_x = st.session_state.crop_y = (0, 100)
    # A part as it is written already means the whole photo again.
    sources.read_again(here, View(here.photo.view.turns, WHOLE if part == WHOLE else inner))
