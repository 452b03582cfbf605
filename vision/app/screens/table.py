"""An evening's score sheet."""

from __future__ import annotations

import streamlit as st

from vision.app import markup
from vision.app.sheet import (
    WINDS,
    SheetError,
    Sheets,
    StorageError,
    Table,
    data_folder,
    to_csv,
    to_json,
)
from vision.app.state import Visit, is_local, visit
from vision.app.widgets import board, show_photo_bytes

PARAMETER = "table"


def show(here: Visit) -> None:
    """The sheet of the visit's table, or the ways to come to one."""
    sheets = Sheets(data_folder())
    table = None
    if here.table:
        try:
            table = sheets.table(here.table, photos=True)
        except SheetError as error:
            here.table = None
            st.warning(here.texts(error.key, **error.values))
    if table:
        _show_sheet(here, table)
    else:
        st.query_params.pop(PARAMETER, None)
        _show_choice(here, sheets)
    if here.refusal:
        st.error(here.refusal)
        here.refusal = None


def _show_choice(here: Visit, sheets: Sheets) -> None:
    texts = here.texts
    st.caption(texts("table_none"))
    with st.form("new_table"):
        st.markdown(f"**{texts('seat_names')}**")
        for wind in WINDS:
            name = wind.name(here.language)
            st.text_input(texts("player", wind=name), key=f"player_{wind}", max_chars=16)
        st.form_submit_button(texts("start"), type="primary", on_click=_start, width="stretch")
    with st.form("open_table"):
        st.text_input(texts("table_key"), key="table_key", max_chars=16)
        st.form_submit_button(texts("table_open"), on_click=_open_by_key)
    if is_local():
        for table in sheets.tables(8):
            st.button(
                f"{table.started[:10]} · {' · '.join(map(markup.plain_label, table.players))}",
                key=f"open_{table.key}",
                on_click=_open,
                args=(table.key,),
                width="stretch",
            )


def _start() -> None:
    here = visit()
    names = [st.session_state[f"player_{wind}"] for wind in WINDS]
    try:
        _open(Sheets(data_folder()).start(names).key)
    except (SheetError, StorageError) as error:
        here.refusal = here.texts(error.key, **error.values)


def _open(key: str) -> None:
    visit().table = key
    st.query_params[PARAMETER] = key


def _open_by_key() -> None:
    key = st.session_state.table_key.strip()
    if key:
        _open(key)


def _show_sheet(here: Visit, table: Table) -> None:
    texts = here.texts
    st.query_params[PARAMETER] = table.key
    photos = {
        f"hand{entry.number}": entry.photo for entry in table.entries if entry.photo is not None
    }
    show_photo_bytes(photos)
    board(markup.sheet_html(table, texts), key="sheet")
    with st.container(horizontal=True):
        st.button(
            texts("draw_hand"),
            key="draw_hand",
            disabled=table.finished,
            on_click=lambda: _change(lambda sheets, key: sheets.add_draw(key)),
        )
        st.button(
            texts("undo_last"),
            key="undo_last",
            icon=":material/undo:",
            disabled=not table.entries,
            on_click=lambda: _change(lambda sheets, key: sheets.undo(key)),
        )
        name = f"fanlens-{table.started[:10]}"
        st.download_button(
            texts("export_csv"),
            # Excel takes a file for UTF-8 only with this mark.
            "\ufeff" + to_csv(table, here.language),
            f"{name}.csv",
            "text/csv",
            on_click="ignore",
        )
        st.download_button(
            texts("export_json"),
            to_json(table),
            f"{name}.json",
            "application/json",
            on_click="ignore",
        )
        st.button(texts("table_new"), key="table_new", on_click=_leave)
    st.caption(f"{texts('table_key')}: `{table.key}` · {texts('table_key_help')}")


def _change(change) -> None:
    here = visit()
    try:
        change(Sheets(data_folder()), here.table)
    except (SheetError, StorageError) as error:
        here.refusal = here.texts(error.key, **error.values)


def _leave() -> None:
    visit().table = None
    st.query_params.pop(PARAMETER, None)
