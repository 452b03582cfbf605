"""Help: how to photograph a hand, and every fan with an example."""

from __future__ import annotations

import streamlit as st

from vision.app import markup
from vision.app.fanbook import PAGES, page
from vision.app.state import Visit
from vision.app.widgets import board


def show(here: Visit) -> None:
    """The screen."""
    texts = here.texts
    st.subheader(texts("help_photo"), anchor=False)
    st.write(texts("help_photo_text"))
    st.subheader(texts("help_fans"), anchor=False)
    chosen = st.pills(
        texts("help_fans"),
        PAGES,
        default=PAGES[0],
        required=True,
        format_func=lambda points: str(points) if points else texts("house_fans"),
        key="fan_points",
        label_visibility="collapsed",
    )
    board(markup.fan_book_html(page(chosen), texts), key="fan_book")
