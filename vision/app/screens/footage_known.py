"""What is known of how hands were won, each point of which may be unknown."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace

import streamlit as st

from scoring import Problem, Tile
from vision.app.screens.circumstances import WINDS
from vision.app.state import Visit
from vision.app.verdict import TOGGLES
from vision.footage.outlook import Known

UNKNOWN = "?"
DRAWN = {UNKNOWN: None, "discard": False, "self_drawn": True}


def show(
    here: Visit,
    known: Known,
    change: Callable[[Known], None],
    impossible: Mapping[str, Problem] | None = None,
) -> None:
    """The switches; `change` is told what is known after one of them. impossible: which of the
    `TOGGLES`, which count as "no" unless said otherwise, cannot be, and why; None leaves all of
    them out."""
    texts = here.texts

    def choice(name: str, options, now: str, word: Callable[[str], str], value) -> None:
        key = f"known_{name}"
        # What is known counts; the widgets only show it.
        st.session_state[key] = now
        st.segmented_control(
            texts("circumstances" if name == "self_drawn" else name),
            options,
            required=True,
            format_func=word,
            key=key,
            on_change=lambda: change(replace(known, **{name: value(st.session_state[key])})),
            width="stretch",
        )

    drawn = next(word for word, value in DRAWN.items() if value is known.self_drawn)
    choice(
        "self_drawn",
        tuple(DRAWN),
        drawn,
        lambda way: texts("footage_unknown" if way == UNKNOWN else way),
        DRAWN.get,
    )
    for name in ("prevalent_wind", "seat_wind"):
        wind = getattr(known, name)
        choice(
            name,
            (UNKNOWN, *WINDS),
            wind.code if wind else UNKNOWN,
            lambda code: code if code == UNKNOWN else Tile(code).name(here.language),
            lambda code: None if code == UNKNOWN else Tile(code),
        )
    if impossible is not None:
        _show_rare(here, known, change, impossible)


def _show_rare(
    here: Visit,
    known: Known,
    change: Callable[[Known], None],
    impossible: Mapping[str, Problem],
) -> None:
    texts = here.texts

    def changed(name: str) -> None:
        change(replace(known, **{name: st.session_state[f"known_{name}"]}))

    with st.container(horizontal=True, gap="small", key="toggles"):
        for name in TOGGLES:
            st.session_state[f"known_{name}"] = getattr(known, name)
            st.toggle(
                texts(name),
                key=f"known_{name}",
                disabled=name in impossible,
                on_change=changed,
                args=(name,),
            )
    for name, problem in impossible.items():
        st.caption(texts("impossible", what=texts(name), why=problem.message(here.language)))
