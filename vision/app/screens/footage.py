"""The finished hands of a film: which film, how far it is, then its hands."""

from __future__ import annotations

from pathlib import Path

import streamlit as st

from vision.app.films.queue import queue
from vision.app.films.sent import (
    FOLDER,
    MOST_MEGABYTES,
    Sent,
    Unsendable,
    forget,
    load_sent,
    point_at,
    send,
    terms_of,
)
from vision.app.films.shelf import Shelf, may_open_paths, shelf
from vision.app.markup import plain_label
from vision.app.screens import footage_hand, footage_known, footage_list
from vision.app.sheet import data_folder
from vision.app.state import Visit
from vision.footage.opening import FootageError
from vision.footage.progress import clock
from vision.footage.video import SUFFIXES

REFRESH = 2.0
EARLIER = 8


def show(here: Visit) -> None:
    """The screen."""
    films = shelf()
    if films.folder is None:
        _show_sources(here, films)
        return
    standing = films.standing
    if standing and standing.on_its_way:
        _show_standing(here, films)
        _show_head(here, films)
    elif standing and standing.state != "done":
        _show_failure(here, films)
        _show_head(here, films)
    elif films.desk:
        footage_hand.show(here, films)
    else:
        _show_head(here, films)
        footage_list.show(here, films)


def _show_head(here: Visit, films: Shelf) -> None:
    """Which film it is, and how to leave it."""
    texts, sent = here.texts, films.sent
    with st.container(horizontal=True, gap="small", vertical_alignment="center"):
        st.button(
            texts("film_other"),
            key="film_other",
            icon=":material/arrow_back:",
            on_click=films.close,
        )
        if sent:
            on_its_way = films.standing.on_its_way
            word = texts("film_stop" if on_its_way else "film_forget")
            with st.popover(word, icon=":material/delete:"):
                st.write(texts("film_forget_sure"))
                st.button(word, key="film_forget", on_click=_forget, args=(films,))


def _forget(films: Shelf) -> None:
    queue.drop(films.sent)
    forget(films.sent)
    films.close()


# -- choosing -------------------------------------------------------------------------------------


def _show_sources(here: Visit, films: Shelf) -> None:
    texts = here.texts
    st.write(texts("film_intro"))
    file = st.file_uploader(
        texts("film_upload"),
        type=sorted(SUFFIXES),
        max_upload_size=MOST_MEGABYTES,
        key=f"film_{films.uploads}",
        label_visibility="collapsed",
    )
    if file:
        with st.spinner(texts("film_starting", name=plain_label(file.name))):
            _take(here, films, lambda: send(file, file.name, file.size, _terms(here, films)))
        # A fresh uploader: the file is let go.
        films.uploads += 1
        st.rerun()
    if films.refusal:
        st.error(texts(films.refusal))
    st.caption(plain_label(texts("film_limit", megabytes=MOST_MEGABYTES)))
    with st.expander(texts("film_known")):
        footage_known.show(here, films.known, lambda known: setattr(films, "known", known))
    if may_open_paths():
        _show_paths(here, films)
    st.caption(texts("film_privacy"))


def _terms(here: Visit, films: Shelf):
    return terms_of(here.preset, here.rules, films.known, here.language)


def _take(here: Visit, films: Shelf, keep) -> None:
    """Have a film scored. keep: stores it, or says why not."""
    try:
        sent = keep()
    except Unsendable as error:
        films.refusal = error.key
    except FootageError:
        films.refusal = "film_unreadable"
    except OSError:
        films.refusal = "cannot_save"
    else:
        films.open_sent(sent)
        queue.add(sent)


def _show_paths(here: Visit, films: Shelf) -> None:
    texts = here.texts

    def open_path() -> None:
        named = st.session_state.film_path.strip()
        if not named:
            return
        path = Path(named).expanduser()
        if path.is_dir():
            films.open_folder(path.resolve())
        elif path.is_file():
            _take(here, films, lambda: point_at(path, _terms(here, films)))
        else:
            films.refusal = "film_missing"

    st.text_input(texts("film_path"), key="film_path", max_chars=1000, on_change=open_path)
    if earlier := _earlier():
        st.markdown(f"**{texts('film_earlier')}**")
        with st.container(horizontal=True, gap="small"):
            for sent in earlier:
                st.button(
                    plain_label(sent.name),
                    key=f"sent_{sent.key}",
                    icon=":material/movie:",
                    on_click=films.open_sent,
                    args=(sent,),
                )


def _earlier() -> list[Sent]:
    """The films that were sent last."""
    try:
        folders = list((data_folder() / FOLDER).iterdir())
        folders.sort(key=lambda folder: folder.stat().st_mtime_ns, reverse=True)
    except OSError:
        return []
    return [sent for folder in folders[:EARLIER] if (sent := load_sent(folder))]


# -- waiting --------------------------------------------------------------------------------------


@st.fragment(run_every=REFRESH)
def _show_standing(here: Visit, films: Shelf) -> None:
    texts, standing = here.texts, films.standing
    if standing is None or not standing.on_its_way:
        st.rerun()
    name, share = plain_label(films.sent.name), round(100 * standing.share)
    if standing.before:
        line = texts("film_waiting", name=name, before=standing.before)
    elif standing.state == "waiting":
        line = texts("film_starting", name=name)
    elif standing.left is None:
        line = texts("film_working", name=name, share=share)
    else:
        line = texts("film_working_left", name=name, share=share, left=clock(standing.left))
    st.progress(standing.share, line)
    st.caption(texts("film_leave"))


def _show_failure(here: Visit, films: Shelf) -> None:
    texts, standing = here.texts, films.standing
    if standing.state == "no_model":
        st.error(texts("no_model", reason=plain_label(standing.reason.rstrip("."))))
    else:
        st.error(texts("film_unreadable" if standing.state == "unreadable" else "film_failed"))
    if standing.state != "unreadable":
        st.button(
            texts("film_go_on"),
            key="film_go_on",
            type="primary",
            on_click=queue.add,
            args=(films.sent,),
        )
