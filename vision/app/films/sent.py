"""Films that were given to the page, each in a folder of its own in the data folder.

footage/KEY/sent.json      which film, and what its hands are scored by
footage/KEY/film/          the film, until it is scored, if it was uploaded
footage/KEY/progress.json  how far its scoring is
footage/KEY/results/       as `fanlens footage --out` writes it

The key is in the page's address: who has it can open the film's hands again.
"""

from __future__ import annotations

import re
import secrets
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO

from scoring import OPTIONS, PRESETS, Rules
from vision.app.sheet import data_folder
from vision.footage.outlook import Known
from vision.footage.review import Terms
from vision.footage.storage import load_json, store_json
from vision.footage.video import SUFFIXES, Film

FOLDER, SENT, FILM, PROGRESS, RESULTS = "footage", "sent.json", "film", "progress.json", "results"
# Of one upload; it passes through memory.
MOST_MEGABYTES = 200
MOST_KEPT = 100
# What scoring leaves, as a multiple of the film, and what the system needs anyway.
ROOM, RESERVE = 3, 1 << 30
_CHUNK = 1 << 20
_KEY = re.compile("[0-9a-f]{16}")


class Unsendable(ValueError):
    """A film that is not taken. key: of `texts`."""

    def __init__(self, key: str) -> None:
        super().__init__(key)
        self.key = key


@dataclass(frozen=True)
class Sent:
    """A film that was given to the page. name: of its file, as the visitor knows it."""

    folder: Path
    film: Path
    name: str
    terms: Terms

    @property
    def key(self) -> str:
        return self.folder.name


def send(file: BinaryIO, name: str, size: int, terms: Terms) -> Sent:
    """Keep an uploaded film. Raises Unsendable, FootageError for what is no film, or OSError."""
    if size == 0:
        raise Unsendable("film_empty")
    if size > MOST_MEGABYTES << 20:
        raise Unsendable("film_too_large")
    if Path(name).suffix.lower() not in SUFFIXES:
        raise Unsendable("film_unreadable")
    with _fresh(size) as folder:
        path = folder / FILM / _safe(name)
        path.parent.mkdir()
        with path.open("wb") as out:
            shutil.copyfileobj(file, out, _CHUNK)
        return _stored(Sent(folder, path, name, terms))


def point_at(film: Path, terms: Terms) -> Sent:
    """Take a film where it lies. Raises Unsendable, FootageError for no film, or OSError."""
    with _fresh(film.stat().st_size) as folder:
        return _stored(Sent(folder, film.resolve(), film.name, terms))


def sent_of(key: str) -> Sent | None:
    """The film of a key, None where there is none."""
    folder = data_folder() / FOLDER / key
    return load_sent(folder) if _KEY.fullmatch(key) else None


def load_sent(folder: Path) -> Sent | None:
    """What `folder` was made for, None if nothing says so."""
    values = load_json(folder / SENT)
    try:
        return Sent(folder, Path(values["film"]), values["name"], Terms.from_dict(values["terms"]))
    except (KeyError, TypeError, ValueError):
        return None


def forget(sent: Sent) -> None:
    """Delete what was kept of a film; one that was taken where it lies stays there."""
    shutil.rmtree(sent.folder, ignore_errors=True)


def terms_of(preset: str, rules: Rules, known: Known, language: str) -> Terms:
    """What hands are scored by, from the page's rules."""
    usual = PRESETS[preset]
    names = (*OPTIONS, "minimum", "payment")
    changed = [name for name in names if getattr(rules, name) != getattr(usual, name)]
    return Terms(
        known,
        preset,
        tuple(f"{name}={_written(getattr(rules, name))}" for name in changed),
        language,
    )


def _written(value: object) -> str:
    return {True: "yes", False: "no"}[value] if isinstance(value, bool) else str(value)


@contextmanager
def _fresh(size: int) -> Iterator[Path]:
    """A folder for another film, which goes again if the film cannot be taken."""
    kept = data_folder() / FOLDER
    kept.mkdir(parents=True, exist_ok=True)
    if sum(1 for _ in kept.iterdir()) >= MOST_KEPT:
        raise Unsendable("films_full")
    if shutil.disk_usage(kept).free < ROOM * size + RESERVE:
        raise Unsendable("films_no_room")
    folder = kept / secrets.token_hex(8)
    folder.mkdir()
    try:
        yield folder
    except BaseException:
        shutil.rmtree(folder, ignore_errors=True)
        raise


def _stored(sent: Sent) -> Sent:
    Film.open(sent.film)
    values = {"film": str(sent.film), "name": sent.name, "terms": sent.terms.to_dict()}
    store_json(sent.folder / SENT, values)
    return sent


def _safe(name: str) -> str:
    """A file's name without what file systems refuse."""
    stem, suffix = Path(name).stem, Path(name).suffix.lower()
    plain = re.sub(r"[^\w .()+-]", "_", stem).strip(" .")[:80]
    return f"{plain or 'film'}{suffix}"
