"""One hand of a film: its picture and tiles to correct, how it was won, what it is worth."""

from __future__ import annotations

import streamlit as st

from vision.app import markup
from vision.app.films.desk import Desk
from vision.app.films.opened import hands_of, open_folder
from vision.app.films.shelf import Shelf
from vision.app.screens import correction, footage_known, footage_list
from vision.app.state import Visit
from vision.app.verdict import judge
from vision.app.widgets import board
from vision.footage.listing import FilmResults, ListingError
from vision.footage.progress import clock
from vision.footage.review import DELETED, Listed


def show(here: Visit, films: Shelf) -> None:
    """The screen."""
    texts, desk = here.texts, films.desk
    desk.language = here.language
    opened = open_folder(films.folder)
    film, hand = opened.film(desk.film.folder.name), desk.now(opened)
    if film is None or hand is None:
        films.desk, films.refusal = None, "footage_gone"
        st.rerun()
    _show_head(here, films, film, hand)
    if films.refusal:
        st.error(texts(films.refusal))
    left, right = st.columns([11, 9], gap="medium")
    with left:
        correction.show(desk, judge(desk.draft, desk.rules), adjustable=False)
    with right:
        _show_worth(here, desk, hand)
        footage_known.show(here, desk.known, desk.know, desk.obstacles)
        _show_buttons(here, films, film, hand)
    if films.watched:
        films.watched = None
        footage_list.watch(here, film, hand)


def _show_head(here: Visit, films: Shelf, film: FilmResults, hand: Listed) -> None:
    """Which hand it is, and the way to the others."""
    texts = here.texts
    hands = footage_list.shown(hands_of(film), "all")
    at = next((k for k, other in enumerate(hands) if other.event == hand.event), None)

    def close() -> None:
        films.desk = films.refusal = None

    def turn_to(other: Listed) -> None:
        films.desk, films.refusal = Desk.opening(film, other, here.language), None

    with st.container(horizontal=True, gap="small", vertical_alignment="center"):
        st.button(
            texts("footage_back"), key="footage_back", icon=":material/arrow_back:", on_click=close
        )
        for key, step in (("footage_before", -1), ("footage_after", 1)):
            there = at is not None and 0 <= at + step < len(hands)
            st.button(
                texts(key),
                key=key,
                disabled=not there,
                on_click=turn_to,
                args=(hands[at + step],) if there else (None,),
            )


def _show_worth(here: Visit, desk: Desk, hand: Listed) -> None:
    texts = here.texts
    state = texts(f"footage_state_{hand.state}")
    time = texts("footage_hand_at", time=clock(hand.event.best))
    st.markdown(f"**{time}** · {state}")
    if desk.unkept:
        st.warning(markup.plain_label(desk.unkept))
    else:
        board(
            f'<section class="fl-event-worth">{markup.worth_html(hand, desk.draft, texts)}'
            "</section>",
            key="worth",
        )


def _show_buttons(here: Visit, films: Shelf, film: FilmResults, hand: Listed) -> None:
    texts, desk = here.texts, films.desk

    def delete() -> None:
        try:
            footage_list.delete(film, hand)
        except (ListingError, OSError):
            films.refusal = "footage_cannot_save"
        else:
            films.desk = films.refusal = None

    def watch() -> None:
        films.watched = hand.event.id

    with st.container(horizontal=True, gap="small"):
        if hand.state == "found" or desk.unkept:
            st.button(
                texts("footage_confirm_hand"),
                key="footage_confirm",
                type="primary",
                icon=":material/check:",
                on_click=desk.agree,
            )
        st.button(
            texts("footage_watch"), key="footage_watch", icon=":material/movie:", on_click=watch
        )
        if hand.state != DELETED:
            st.button(
                texts("footage_delete"),
                key="footage_delete",
                icon=":material/delete:",
                on_click=delete,
            )
