"""What one visitor's page holds between two runs of the script. Nothing here is shared."""

from __future__ import annotations

from dataclasses import dataclass, field
from urllib.parse import urlsplit

import streamlit as st

from scoring import Rules
from vision.app.draft import Draft, History
from vision.app.photos import PhotoRead, UnreadablePhoto
from vision.app.texts import Texts, language_of

ADDING = -1
LOCAL = ("localhost", "127.0.0.1", "::1")


@dataclass
class Visit:
    """photo: the one on the page, None for a typed hand. selected: the tile that is being edited,
    `ADDING` while one is added. batch: several photos at once, each read or refused; what was made
    of each is in batch_histories, by photo id. uploads: how many there were; shot: the last picture
    of the page's own camera."""

    language: str = "en"
    history: History = field(default_factory=lambda: History(Draft()))
    photo: PhotoRead | None = None
    is_example: bool = False
    started: bool = False
    selected: int | None = None
    rules: Rules = field(default_factory=Rules)
    preset: str = "national"
    batch: list[PhotoRead | UnreadablePhoto] = field(default_factory=list)
    batch_histories: dict[str, History] = field(default_factory=dict)
    uploads: int = 0
    shot: str | None = None
    refusal: str | None = None
    table: str | None = None
    note: str | None = None

    @property
    def draft(self) -> Draft:
        return self.history.present

    @property
    def texts(self) -> Texts:
        return Texts(self.language)

    def edit(self, draft: Draft) -> None:
        """One more step, which can be undone."""
        self.history = self.history.then(draft)
        self.refusal = self.note = None

    def undo(self) -> None:
        self.history = self.history.undone()
        self.selected = None

    def show_photo(self, photo: PhotoRead, is_example: bool = False) -> None:
        """Another photo with its reading; the winds and the rules stay."""
        circumstances = photo.draft.circumstances if is_example else self.draft.circumstances
        changes = {name: getattr(circumstances, name) for name in ("prevalent_wind", "seat_wind")}
        if self.photo:
            self.batch_histories[self.photo.id] = self.history
        fresh = History(photo.draft.with_circumstances(**changes))
        self.history = self.batch_histories.get(photo.id, fresh) if photo in self.batch else fresh
        self.photo, self.is_example, self.started = photo, is_example, True
        self.selected = self.refusal = self.note = None

    def show_hand(self, draft: Draft) -> None:
        """A hand without a photo."""
        self.history = History(draft)
        self.photo, self.is_example, self.started = None, False, True
        self.selected = self.refusal = self.note = None


def visit() -> Visit:
    """This visitor's page."""
    if "visit" not in st.session_state:
        st.session_state.visit = Visit(
            language=language_of(st.context.locale), table=st.query_params.get("table")
        )
    return st.session_state.visit


def is_local() -> bool:
    """Whether the visitor sits at the very machine that serves the page."""
    return urlsplit(st.context.url or "").hostname in LOCAL
