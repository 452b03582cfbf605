"""The component of the page: it shows our own HTML and says what was tapped.

Tiles and photos are sent once and referred to by every other mount, so an edit sends only the few
kilobytes of HTML that changed.
"""

from __future__ import annotations

import base64
from collections.abc import Callable
from functools import cache
from pathlib import Path

import streamlit as st

from vision.app.markup import sprites, words_of_buttons
from vision.app.texts import Texts

_HERE = Path(__file__).parent


@cache
def _asset(name: str) -> str:
    return (_HERE / name).read_text("utf-8")


def _board():
    # Styles are not isolated: every mount refers to the one drawing of the tiles.
    return st.components.v2.component("fanlens_board", js=_asset("page.js"), isolate_styles=False)


def _skin():
    return st.components.v2.component(
        "fanlens_skin",
        js=_asset("page.js"),
        css=_asset("page.css") + _asset("page_style.css"),
        isolate_styles=False,
    )


def show_skin(texts: Texts) -> None:
    """The tiles and the look of the page; first on every page."""
    _skin()(key="skin", data={"html": sprites() + words_of_buttons(texts)})


def show_photo_bytes(photos: dict[str, bytes]) -> None:
    """Makes JPEG pictures known to the page by their names; `img[data-photo]` shows them."""
    data = {
        name: "data:image/jpeg;base64," + base64.b64encode(picture).decode()
        for name, picture in photos.items()
    }
    _board()(key="photos", data={"photo": data})


def share_board(html: str, card: dict, key: str) -> None:
    """Buttons that let the visitor's browser draw, send and save the picture of `card`."""
    mount = st.components.v2.component("fanlens_card", js=_asset("card.js"), isolate_styles=False)
    mount(key=key, data={"html": html, "card": card})


def board(html: str, key: str, on_tap: Callable[[str], None] | None = None) -> None:
    """Shows HTML of `markup`; `on_tap` gets the `data-tap` of what was tapped, before the rerun."""

    def tapped() -> None:
        tap = st.session_state[key].get("tap")
        if tap and on_tap:
            on_tap(tap)

    _board()(key=key, data={"html": html}, on_tap_change=tapped)
