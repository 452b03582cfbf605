"""What one visitor's page of films holds between two runs of the script. Nothing here is shared."""

from __future__ import annotations

import os
from dataclasses import dataclass, field
from pathlib import Path

import streamlit as st

from vision.app.films.desk import Desk
from vision.app.films.queue import Standing, queue
from vision.app.films.sent import RESULTS, Sent, sent_of
from vision.app.state import LOCAL, is_local
from vision.footage.outlook import Known

ENVIRONMENT = "FANLENS_FOOTAGE"
PARAMETER = "footage"
SHOWN = ("all", "in_doubt", "deleted")


@dataclass
class Shelf:
    """folder: of the results on the page. sent: the film that was given to the page, if they are
    its. film: the name of the chosen film's folder. shown: one of `SHOWN`. desk: the hand that is
    being corrected. watched: the event whose film is to be shown. known: of the film to be sent.
    refusal: a sentence about what was last tried."""

    folder: Path | None = None
    sent: Sent | None = None
    film: str | None = None
    shown: str = SHOWN[0]
    page: int = 0
    desk: Desk | None = None
    watched: str | None = None
    known: Known = field(default_factory=Known)
    uploads: int = 0
    refusal: str | None = None

    def open_folder(self, folder: Path) -> None:
        """The results in a folder of this machine."""
        self._clear()
        self.folder = folder
        st.query_params[PARAMETER] = str(folder)

    def open_sent(self, sent: Sent) -> None:
        """A film that was given to the page, scored or not."""
        self._clear()
        self.sent, self.folder = sent, sent.folder / RESULTS
        st.query_params[PARAMETER] = sent.key

    def close(self) -> None:
        """Nothing, to choose anew."""
        self._clear()
        st.query_params.pop(PARAMETER, None)

    @property
    def standing(self) -> Standing | None:
        """How far the film that was sent is, None for a folder of results."""
        return queue.standing(self.sent) if self.sent else None

    def _clear(self) -> None:
        self.folder = self.sent = self.film = self.desk = self.watched = self.refusal = None
        self.shown, self.page = SHOWN[0], 0


def shelf() -> Shelf:
    """This visitor's films; at first those of the address, or of the server's own folder."""
    if "shelf" not in st.session_state:
        st.session_state.shelf = made = Shelf()
        named = st.query_params.get(PARAMETER)
        if named and (sent := sent_of(named)):
            made.open_sent(sent)
        elif named and may_open_paths() and Path(named).is_absolute():
            made.open_folder(Path(named))
        elif named:
            made.refusal = "film_unknown"
            st.query_params.pop(PARAMETER, None)
        elif os.environ.get(ENVIRONMENT):
            made.folder = Path(os.environ[ENVIRONMENT])
    return st.session_state.shelf


def comes_first() -> bool:
    """Whether the page opens with its films."""
    return bool(st.query_params.get(PARAMETER) or os.environ.get(ENVIRONMENT))


def may_open_paths() -> bool:
    """Whether visitors may name files of the machine: only where nobody else can visit."""
    return st.get_option("server.address") in LOCAL and is_local()
