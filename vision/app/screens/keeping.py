"""What becomes of a score: a line in the table's sheet, a picture to send, a problem case."""

from __future__ import annotations

import streamlit as st

from vision.app.card import buttons_html, card
from vision.app.cases import TooManyCases, save_case
from vision.app.markup import plain_label
from vision.app.sheet import SheetError, Sheets, StorageError, Table, data_folder
from vision.app.state import Visit, visit
from vision.app.verdict import Verdict, judge
from vision.app.widgets import share_board

NOBODY = -1
THUMBNAIL_SIDE = 480


def show(here: Visit, verdict: Verdict) -> None:
    """The buttons; what needs a confirmed score says so."""
    texts = here.texts
    st.markdown(f"**{texts('keep')}**")
    if verdict.confirmed:
        share_board(
            buttons_html(texts),
            card(verdict.score, here.draft, here.photo.id if here.photo else None, texts),
            key="share",
        )
        _show_table_entry(here, verdict)
    elif verdict.score:
        st.caption(texts("confirm_first"))
    if here.photo and not here.is_example:
        st.button(
            texts("save_case"), key="save_case", icon=":material/bug_report:", on_click=_save_case
        )
    if here.note:
        st.success(here.note)


def _show_table_entry(here: Visit, verdict: Verdict) -> None:
    texts, value = here.texts, verdict.score
    if not value.reaches_minimum:
        st.caption(
            texts(
                "too_low_for_table",
                points=value.points_without_flowers,
                minimum=value.rules.minimum,
            )
        )
        return
    table = open_table(here)
    if table is None:
        st.button(
            texts("to_table"),
            key="to_table",
            icon=":material/table_rows:",
            on_click=lambda: st.session_state.update(screen="table"),
        )
        return
    if table.finished:
        st.caption(texts("finished"))
        return
    players = range(len(table.players))

    def name(player: int) -> str:
        return plain_label(table.players[player])

    with st.container(border=True):
        winner = st.segmented_control(
            texts("who_won"),
            players,
            format_func=name,
            key="winner",
            on_change=_take_winds,
            width="stretch",
        )
        discarder = None
        if winner is not None and not here.draft.circumstances.self_drawn:
            discarder = st.segmented_control(
                texts("who_discarded"),
                [player for player in players if player != winner],
                format_func=name,
                key="discarder",
                width="stretch",
            )
        ready = winner is not None and (
            here.draft.circumstances.self_drawn or discarder is not None
        )
        st.button(
            texts("to_table"),
            key="to_table",
            icon=":material/table_rows:",
            type="primary",
            disabled=not ready,
            on_click=_add_to_table,
            width="stretch",
        )


def _take_winds() -> None:
    """The winds are those that the winner has at the table."""
    here = visit()
    table, winner = open_table(here), st.session_state.winner
    if table and winner is not None:
        here.edit(
            here.draft.with_circumstances(
                prevalent_wind=table.prevalent_wind, seat_wind=table.seat_wind(winner)
            )
        )


def _add_to_table() -> None:
    here = visit()
    verdict = judge(here.draft, here.rules)
    drawn = here.draft.circumstances.self_drawn
    photo = here.photo.smaller(THUMBNAIL_SIDE) if here.photo else None
    try:
        Sheets(data_folder()).add_win(
            here.table,
            verdict.score,
            st.session_state.winner,
            None if drawn else st.session_state.discarder,
            photo,
        )
    except (SheetError, StorageError) as error:
        here.refusal = here.texts(error.key, **error.values)
        return
    st.session_state.winner = None
    st.session_state.screen = "table"
    here.note = None


def _save_case() -> None:
    here = visit()
    try:
        folder = save_case(data_folder(), here.photo, here.draft)
    except TooManyCases:
        here.refusal = here.texts("cases_full")
    except OSError:
        here.refusal = here.texts("cannot_save")
    else:
        here.note = here.texts("case_saved", folder=folder.name)


def open_table(here: Visit) -> Table | None:
    """The table of this visit, None if there is none."""
    if not here.table:
        return None
    try:
        return Sheets(data_folder()).table(here.table)
    except (SheetError, StorageError):
        return None
