"""Where a hand comes from: the example, photos, the camera, or the keyboard."""

from __future__ import annotations

from urllib.parse import urlsplit

import streamlit as st

from scoring import NotationError, parse_hand
from vision.app.draft import Draft
from vision.app.photos import PhotoRead, UnreadablePhoto, View, example, read_photo
from vision.app.state import ADDING, Visit, is_local, visit
from vision.app.verdict import judge
from vision.engines import ModelError

MOST_PHOTOS = 12
# Phone photos have up to 15.
MOST_MEGABYTES = 40
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
            max_upload_size=MOST_MEGABYTES,
            key=f"files{here.uploads}",
            label_visibility="collapsed",
        )
        if files:
            _take(here, [file.getvalue() for file in files[:MOST_PHOTOS]])
            if len(files) > MOST_PHOTOS:
                here.note = texts("too_many_photos", count=MOST_PHOTOS)
            # A fresh uploader: the files are let go, and the next photo comes alone.
            here.uploads += 1
            st.rerun()
    elif source == "camera":
        if _camera_forbidden():
            st.warning(texts("camera_https"))
        picture = st.camera_input(texts("camera"), key="camera", resolution="1080p")
        if picture and picture.file_id != here.shot:
            here.shot = picture.file_id
            _take(here, [picture.getvalue()])
    else:
        _show_typing(here)
    if len(here.batch) > 1:
        _show_batch(here)
    if here.is_example:
        st.caption(texts("example_note"))
    elif here.started:
        st.button(
            texts("to_example"),
            key="to_example",
            icon=":material/photo_library:",
            on_click=_back_to_example,
        )


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


def _take(here: Visit, files: list[bytes]) -> None:
    """Reads files; several make a batch to choose from."""
    found: list[PhotoRead | UnreadablePhoto] = []
    with st.spinner(here.texts("reading")):
        for data in files:
            try:
                found.append(read_photo(data))
            except UnreadablePhoto as error:
                found.append(error)
            except ModelError as error:
                here.refusal = here.texts("no_model", reason=str(error).rstrip("."))
                return
    here.batch, here.batch_histories = found, {}
    st.session_state.batch = next(
        (place for place, photo in enumerate(found) if isinstance(photo, PhotoRead)), 0
    )
    open_photo(here, found[st.session_state.batch])


def open_photo(here: Visit, found: PhotoRead | UnreadablePhoto) -> None:
    """Shows a photo that was read, or says why another could not be."""
    if isinstance(found, UnreadablePhoto):
        here.refusal = here.texts(found.cause)
    else:
        here.show_photo(found)


def _show_batch(here: Visit) -> None:
    st.pills(
        here.texts("several", count=len(here.batch)),
        range(len(here.batch)),
        required=True,
        format_func=lambda place: _batch_label(here, here.batch[place], place),
        key="batch",
        on_change=_choose_of_batch,
    )


def _batch_label(here: Visit, photo: PhotoRead | UnreadablePhoto, place: int) -> str:
    """Which photo, and its points where they are a fact."""
    if isinstance(photo, UnreadablePhoto):
        return f"{place + 1}: ⚠"
    history = here.history if photo is here.photo else here.batch_histories.get(photo.id)
    verdict = judge(history.present if history else photo.draft, here.rules)
    points = f"{verdict.score.total} {here.texts('points')}" if verdict.confirmed else "?"
    return f"{place + 1}: {points}"


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
        message = error.message_in(here.language)
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
        except ModelError as error:
            here.refusal = here.texts("no_model", reason=str(error).rstrip("."))
