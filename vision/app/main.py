"""The page as a whole: its head, its screens, its languages."""

from __future__ import annotations

import streamlit as st

from scoring import Tile
from vision.app.films.shelf import comes_first
from vision.app.markup import tile_html
from vision.app.screens import fans, footage, scoring, table
from vision.app.sheet import StorageError
from vision.app.state import visit
from vision.app.texts import LANGUAGE_NAMES
from vision.app.widgets import board, show_skin

SCREENS = {"score": scoring.show, "footage": footage.show, "table": table.show, "help": fans.show}


def main() -> None:
    """Draws the page; run by Streamlit for every interaction of every visitor."""
    st.set_page_config(page_title="Fanlens 看番", page_icon="🀄", layout="wide")
    here = visit()
    texts = here.texts
    show_skin(texts)
    if "screen" not in st.session_state:
        st.session_state.screen = "footage" if comes_first() else "score"
    with st.container(horizontal=True, vertical_alignment="center", gap="small", key="head"):
        board(
            f'<div class="fl-brand">{tile_html(Tile("C"), here.language)}'
            f"<b>{texts('title')}</b></div>",
            key="brand",
        )
        st.selectbox(
            texts("language"),
            list(LANGUAGE_NAMES),
            index=list(LANGUAGE_NAMES).index(here.language),
            format_func=LANGUAGE_NAMES.get,
            key="language",
            on_change=_change_language,
            label_visibility="collapsed",
            width=130,
        )
        screen = st.segmented_control(
            texts("title"),
            list(SCREENS),
            required=True,
            format_func=lambda name: texts(f"page_{name}"),
            key="screen",
            label_visibility="collapsed",
            width="stretch",
        )
    try:
        SCREENS[screen](here)
    except StorageError as error:
        st.error(texts(error.key, **error.values))


def _change_language() -> None:
    visit().language = st.session_state.language
