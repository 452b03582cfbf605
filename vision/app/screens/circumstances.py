"""How the hand was won, and by which rules it is scored."""

from __future__ import annotations

import streamlit as st

from scoring import OPTIONS, PRESETS, Tile
from vision.app.state import Visit, visit
from vision.app.texts import TEXTS, question_of
from vision.app.verdict import TOGGLES, obstacles

WINDS = ("E", "S", "W", "N")


def show(here: Visit) -> None:
    """The switches; what this hand makes impossible is disabled, with the reason."""
    texts, now = here.texts, here.draft.circumstances
    # The draft is what counts; the widgets only show it, also after an undo.
    st.session_state.won = "self_drawn" if now.self_drawn else "discard"
    st.session_state.prevalent_wind = now.prevalent_wind.code
    st.session_state.seat_wind = now.seat_wind.code
    for name in TOGGLES:
        st.session_state[name] = getattr(now, name)
    st.markdown(f"**{texts('circumstances')}**")
    st.segmented_control(
        texts("circumstances"),
        ("discard", "self_drawn"),
        required=True,
        format_func=texts,
        key="won",
        on_change=_change_won,
        label_visibility="collapsed",
        width="stretch",
    )
    for name in ("prevalent_wind", "seat_wind"):
        st.segmented_control(
            texts(name),
            WINDS,
            required=True,
            format_func=lambda code: Tile(code).name(here.language),
            key=name,
            on_change=_change_wind,
            args=(name,),
            width="stretch",
        )
    blocked = obstacles(here.draft, here.rules)
    with st.container(horizontal=True, gap="small", key="toggles"):
        for name in TOGGLES:
            st.toggle(
                texts(name),
                key=name,
                disabled=name in blocked,
                on_change=_change_toggle,
                args=(name,),
            )
    for name, problem in blocked.items():
        st.caption(texts("impossible", what=texts(name), why=problem.message(here.language)))
    _show_rules(here)


def _change_won() -> None:
    here = visit()
    here.edit(here.draft.with_circumstances(self_drawn=st.session_state.won == "self_drawn"))


def _change_wind(name: str) -> None:
    here = visit()
    here.edit(here.draft.with_circumstances(**{name: Tile(st.session_state[name])}))


def _change_toggle(name: str) -> None:
    here = visit()
    here.edit(here.draft.with_circumstances(**{name: st.session_state[name]}))


def _show_rules(here: Visit) -> None:
    texts = here.texts
    with st.expander(f"{texts('rules')}: {texts('preset_' + here.preset)}"):
        st.selectbox(
            texts("rules"),
            list(PRESETS),
            index=list(PRESETS).index(here.preset),
            format_func=lambda name: texts(f"preset_{name}"),
            key="preset",
            on_change=_change_preset,
        )
        for name in ("minimum", "payment"):
            st.session_state[f"rule_{name}"] = getattr(here.rules, name)
            st.number_input(
                texts(name),
                min_value=0,
                max_value=88,
                key=f"rule_{name}",
                on_change=_change_option,
                args=(name,),
            )
        for name, option in OPTIONS.items():
            st.session_state[f"rule_{name}"] = getattr(here.rules, name)
            st.selectbox(
                question_of(option, here.language),
                option.choices,
                format_func=lambda choice: _choice(here, choice),
                key=f"rule_{name}",
                on_change=_change_option,
                args=(name,),
            )


def _choice(here: Visit, choice: object) -> str:
    if isinstance(choice, bool):
        return here.texts("yes" if choice else "no")
    key = f"choice_{choice}"
    return here.texts(key) if key in TEXTS else str(choice)


def _change_preset() -> None:
    here = visit()
    here.preset = st.session_state.preset
    here.rules = PRESETS[here.preset]


def _change_option(name: str) -> None:
    here = visit()
    here.rules = here.rules.replace(**{name: st.session_state[f"rule_{name}"]})
