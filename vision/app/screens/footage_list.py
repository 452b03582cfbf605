"""The list of a film's hands: look through, confirm, delete, open to correct, download."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache, partial
from pathlib import Path

import streamlit as st

from vision.app import markup
from vision.app.films.desk import Desk, draft_of
from vision.app.films.opened import Opened, hands_of, open_folder
from vision.app.films.saying import lists, say, unsay
from vision.app.films.shelf import SHOWN, Shelf
from vision.app.markup import plain_label
from vision.app.state import Visit
from vision.app.widgets import board, show_photo_bytes
from vision.footage.listing import CSV, JSONL, FilmResults, ListingError
from vision.footage.progress import clock
from vision.footage.review import CONFIRMED, DELETED, FOUND, Listed, Review

PER_PAGE = 20
# A film that is played passes through memory.
MOST_PLAYED = 200 << 20
# A film is shown from a little before the moment.
LEAD = 2.0
KINDS = {CSV: "text/csv", JSONL: "application/x-ndjson"}


def show(here: Visit, films: Shelf) -> None:
    """The screen."""
    texts = here.texts
    opened = open_folder(films.folder)
    for fault in opened.faults:
        st.error(texts(fault.key, path=plain_label(str(fault.path))))
    if films.refusal:
        st.error(texts(films.refusal))
    if not opened.films:
        return
    film = _chosen(here, films, opened)
    with st.spinner(texts("reading")):
        hands = hands_of(film)
        by_kind = {kind: shown(hands, kind) for kind in SHOWN}
    _show_bar(here, films, film, by_kind)
    for note in film.notes:
        st.caption(plain_label(note))
    found = by_kind[films.shown]
    if not found:
        st.info(texts(f"footage_empty_{films.shown}"))
        return
    last = (len(found) - 1) // PER_PAGE
    films.page = min(films.page, last)
    _show_cards(here, films, film, found[films.page * PER_PAGE :][:PER_PAGE])
    if last:
        _show_pages(here, films, last + 1)
    watched = next((hand for hand in hands if hand.event.id == films.watched), None)
    films.watched = None
    if watched:
        watch(here, film, watched)


def shown(hands: Sequence[Listed], kind: str) -> list[Listed]:
    """The hands of one of `SHOWN`; deleted ones are nowhere else."""
    if kind == "deleted":
        return [hand for hand in hands if hand.state == DELETED]
    kept = [hand for hand in hands if hand.state != DELETED]
    return kept if kind == "all" else [hand for hand in kept if hand.outlook is None]


def _chosen(here: Visit, films: Shelf, opened: Opened) -> FilmResults:
    film = opened.film(films.film or "") or opened.films[0]
    films.film = film.folder.name
    names = [one.folder.name for one in opened.films]
    if len(names) > 1:
        st.session_state.footage_film = films.film

        def choose() -> None:
            films.film, films.page = st.session_state.footage_film, 0

        st.selectbox(here.texts("footage_film"), names, key="footage_film", on_change=choose)
    lists.catch_up(film)
    return film


def _show_bar(
    here: Visit, films: Shelf, film: FilmResults, by_kind: dict[str, list[Listed]]
) -> None:
    """Which hands are shown, and the lists to download."""
    texts, folder = here.texts, film.folder.parent
    st.session_state.footage_shown = films.shown

    def choose() -> None:
        films.shown, films.page = st.session_state.footage_shown, 0

    title = films.sent.name if films.sent else film.name
    st.markdown(f"**{plain_label(title)}** · {clock(film.duration)}")
    with st.container(horizontal=True, gap="small", vertical_alignment="center", key="film_bar"):
        st.segmented_control(
            texts("footage_show"),
            SHOWN,
            required=True,
            format_func=lambda kind: texts(f"footage_{kind}", count=len(by_kind[kind])),
            key="footage_shown",
            on_change=choose,
            label_visibility="collapsed",
        )
        for name, kind in KINDS.items():
            st.download_button(
                name,
                data=partial(_list, folder, name),
                file_name=name,
                mime=kind,
                key=f"footage_{name}",
                icon=":material/download:",
                on_click="ignore",
            )
    if lists.failed(folder):
        st.warning(texts("footage_lists_failed"))


def _list(folder: Path, name: str) -> bytes:
    return lists.read(folder, name)


def _show_cards(here: Visit, films: Shelf, film: FilmResults, hands: Sequence[Listed]) -> None:
    name = film.folder.name
    pictures = {f"{name}-{hand.event.id}": film.thumbnail(hand.event.id) for hand in hands}
    show_photo_bytes({key: data for key, path in pictures.items() if (data := _bytes(path))})
    cards = [(hand, draft_of(hand), f"{name}-{hand.event.id}") for hand in hands]

    def on_tap(tap: str) -> None:
        word, identity, of = tap.split(":", 2)
        tapped(here, films, word, identity, of)

    board(markup.events_html(cards, here.texts, name), key="footage", on_tap=on_tap)


def _bytes(path: Path) -> bytes:
    try:
        stamp = path.stat().st_mtime_ns
    except OSError:
        return b""
    return _read(path, stamp)


@lru_cache(maxsize=400)
def _read(path: Path, _stamp: int) -> bytes:
    try:
        return path.read_bytes()
    except OSError:
        return b""


def _show_pages(here: Visit, films: Shelf, count: int) -> None:
    st.session_state.footage_page = films.page + 1

    def choose() -> None:
        films.page = st.session_state.footage_page - 1

    st.pills(
        here.texts("footage_page"),
        range(1, count + 1),
        required=True,
        key="footage_page",
        on_change=choose,
    )


# -- what a tap means -----------------------------------------------------------------------------


def tapped(here: Visit, films: Shelf, word: str, identity: str, of: str) -> None:
    """Carries out one tap on the hand `identity` of the film in the folder `of`."""
    films.refusal = None
    film = open_folder(films.folder).film(of)
    hands = hands_of(film) if film else ()
    hand = next((hand for hand in hands if hand.event.id == identity), None)
    if hand is None:
        films.refusal = "footage_gone"
        return
    try:
        if word == "open":
            films.desk = Desk.opening(film, hand, here.language)
        elif word == "watch":
            films.watched = identity
        elif word == "confirm":
            confirm(film, hand)
        elif word == "delete":
            delete(film, hand)
        elif word == "restore":
            restore(film, hand)
    except (ListingError, OSError):
        films.refusal = "footage_cannot_save"


def confirm(film: FilmResults, hand: Listed) -> None:
    """Say that a hand is right as it is listed."""
    before = hand.review and hand.review.restored()
    if before is None or before.state == FOUND:
        known = before and before.known
        before = Review(hand.event.id, hand.event.best, CONFIRMED, known=known)
    say(film, before)


def delete(film: FilmResults, hand: Listed) -> None:
    """Say that it is no hand."""
    said = hand.review
    say(film, said.deleted() if said else Review(hand.event.id, hand.event.best, DELETED))


def restore(film: FilmResults, hand: Listed) -> None:
    """Bring a deleted hand back as it was."""
    if before := hand.review and hand.review.restored():
        say(film, before)
    else:
        unsay(film, hand.event.id)


# -- the film -------------------------------------------------------------------------------------


def watch(here: Visit, film: FilmResults, hand: Listed) -> None:
    """The film from a hand's moment on, in a window of its own; its picture where there is none."""
    texts, time = here.texts, clock(hand.event.best)

    @st.dialog(texts("footage_hand_at", time=time), width="large")
    def window() -> None:
        path = film.annotated
        if path and path.stat().st_size <= MOST_PLAYED:
            st.video(str(path), start_time=int(max(0.0, hand.event.best - LEAD)), muted=True)
            return
        still = film.still(hand.event.id)
        if still.is_file():
            st.image(str(still))
        key = "footage_too_large" if path else "footage_no_film"
        st.caption(texts(key, path=plain_label(str(path or film.film)), time=time))

    window()
