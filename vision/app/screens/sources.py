"""Where a hand comes from: the example, photos, the camera, or the keyboard."""

from __future__ import annotations

from urllib.parse import urlsplit

import streamlit as st

from scoring import InvalidHand, NotationError, parse_hand
from vision.app.draft import Draft
from vision.app.photos import PhotoRead, UnreadablePhoto, View, example, read_photo
from vision.app.state import ADDING, Visit, is_local, visit
from vision.engines import ModelError

MOST_PHOTOS = 12
TYPES = ("image/*", ".heic", ".heif", ".avif")
SOURCES = ("upload", "camera", "type")


def show(here: Visit) -> None:
    """The choice of sources, and the one that is chosen."""
    texts = here.texts
    if not here.started and not here.refusal:
        _show_example(here)
    source = st.segmented_control(
        texts("source"),
        SOURCES,
        default="upload",
        required=True,
        format_func=lambda name: texts(f"source_{name}"),
        key="source",
        label_visibility="collapsed",
        width="stretch",
    )
    if source == "upload":
        files = st.file_uploader(
            texts("upload"),
            type=TYPES,
            accept_multiple_files=True,
            key="files",
            label_visibility="collapsed",
        )
        _take(here, [(file.file_id, file) for file in files[:MOST_PHOTOS]])
    elif source == "camera":
        if _camera_forbidden():
            st.warning(texts("camera_https"))
        picture = st.camera_input(texts("camera"), key="camera", resolution="1080p")
        _take(here, [(picture.file_id, picture)] if picture else [])
    else:
        _show_typing(here)
    _show_batch(here)
    if here.is_example:
        st.caption(texts("example_note"))
    elif here.started:
        st.button(texts("to_example"), type="tertiary", key="to_example", on_click=_back_to_example)


@st.cache_resource(show_spinner=False)
def _example_read() -> PhotoRead:
    return read_photo(example())


def _show_example(here: Visit) -> None:
    with st.spinner(here.texts("reading")):
        try:
            here.show_photo(_example_read(), is_example=True)
        except ModelError as error:
            here.refusal = here.texts("no_model", reason=str(error).rstrip("."))


def _back_to_example() -> None:
    here = visit()
    here.batch = []
    _show_example(here)


def _camera_forbidden() -> bool:
    return urlsplit(st.context.url or "").scheme == "http" and not is_local()


def _take(here: Visit, files: list) -> None:
    """Reads the files that have not been read yet; several make a batch to choose from."""
    names = tuple(name for name, _ in files)
    if names == here.uploads:
        return
    here.uploads = names
    if not files:
        here.batch = []
        return
    found: list[PhotoRead | UnreadablePhoto] = []
    with st.spinner(here.texts("reading")):
        for _, file in files:
            try:
                found.append(read_photo(file.getvalue()))
            except UnreadablePhoto as error:
                found.append(error)
            except ModelError as error:
                here.refusal = here.texts("no_model", reason=str(error).rstrip("."))
                return
    here.batch = found if len(found) > 1 else []
    open_photo(here, next((f for f in found if isinstance(f, PhotoRead)), found[0]))


def open_photo(here: Visit, found: PhotoRead | UnreadablePhoto) -> None:
    """Shows a photo that was read, or says why another could not be."""
    if isinstance(found, UnreadablePhoto):
        here.refusal = here.texts(found.cause)
    else:
        here.show_photo(found)


def _show_batch(here: Visit) -> None:
    if not here.batch:
        return
    texts = here.texts

    def label(place: int) -> str:
        name = texts("photo_number", number=place + 1)
        return name if isinstance(here.batch[place], PhotoRead) else f"{name} ⚠"

    st.pills(
        texts("several", count=len(here.batch)),
        range(len(here.batch)),
        default=0,
        required=True,
        format_func=label,
        key="batch",
        on_change=_choose_of_batch,
    )


def _choose_of_batch() -> None:
    here = visit()
    open_photo(here, here.batch[st.session_state.batch])


def _show_typing(here: Visit) -> None:
    texts = here.texts
    st.text_input(
        texts("type_label"),
        key="typed",
        placeholder="[234s,1][FFFF]234m23p55p4p|EE1000|ag",
        help=texts("type_help"),
        on_change=_read_typed,
        max_chars=300,
    )
    st.button(texts("type_start"), key="type_start", on_click=_start_empty)


def _read_typed() -> None:
    here = visit()
    try:
        parsed = parse_hand(st.session_state.typed, here.rules)
    except NotationError as error:
        invalid = error.__cause__
        message = error.message
        if isinstance(invalid, InvalidHand):
            message = invalid.problems[0].message(here.language)
        here.refusal = here.texts("notation", position=error.position + 1, message=message)
        return
    here.show_hand(Draft.of_hand(*parsed))


def _start_empty() -> None:
    here = visit()
    here.show_hand(Draft())
    here.selected = ADDING


def read_again(here: Visit, view: View) -> None:
    """The same photo, turned or cropped otherwise."""
    with st.spinner(here.texts("reading")):
        try:
            here.show_photo(read_photo(here.photo.data, view), here.is_example)
        except UnreadablePhoto as error:
            here.refusal = here.texts(error.cause)
