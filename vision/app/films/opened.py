"""A folder of results as the page shows it: its films, and what is wrong with the others."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from vision.footage import listing
from vision.footage.listing import FilmResults, ListingError, load_results
from vision.footage.review import Listed, Review, ReviewError
from vision.footage.storage import load_json

# Films, and hands with their scores, that are kept in memory for all visitors.
MOST_FILMS, MOST_HANDS = 16, 600


@dataclass(frozen=True)
class Fault:
    """What cannot be opened. key: of `texts`, with `path` in its sentence."""

    key: str
    path: Path


@dataclass(frozen=True)
class Opened:
    """folder: as it was named. films: those whose results are sound, in order of names."""

    folder: Path
    films: tuple[FilmResults, ...] = ()
    faults: tuple[Fault, ...] = ()

    def film(self, name: str) -> FilmResults | None:
        """The film whose own folder is called so."""
        return next((film for film in self.films if film.folder.name == name), None)


def open_folder(folder: Path) -> Opened:
    """The results in a folder, of all films or of the one whose own folder it is.

    One film's damaged file leaves the others alone.
    """
    try:
        folders = _folders(folder)
    except OSError:
        return Opened(folder, faults=(Fault("footage_closed", folder),))
    if not folders:
        return Opened(folder, faults=(Fault("footage_none", folder),))
    films, faults = [], []
    for inside in folders:
        try:
            stamps = (_stamp(inside / listing.HANDS), _stamp(inside / listing.REVIEW))
            films.append(_load(inside, stamps))
        except ListingError:
            faults.append(_fault(inside))
        except OSError:
            faults.append(Fault("footage_closed", inside))
    return Opened(folder, tuple(films), tuple(faults))


def hands_of(film: FilmResults) -> tuple[Listed, ...]:
    """A film's hands; what was worked out of each is kept as long as nothing of it changes."""
    return tuple(_listed(hand.event, hand.terms, hand.review) for hand in film.hands)


def _folders(folder: Path) -> list[Path]:
    if (folder / listing.HANDS).is_file():
        return [folder]
    return sorted(path for path in folder.iterdir() if (path / listing.HANDS).is_file())


def _stamp(path: Path) -> tuple[int, int, int] | None:
    """Differs whenever a file was replaced."""
    try:
        status = path.stat()
    except FileNotFoundError:
        return None
    return status.st_mtime_ns, status.st_size, status.st_ino


@lru_cache(maxsize=MOST_FILMS)
def _load(folder: Path, _stamps: tuple) -> FilmResults:
    (film,) = load_results(folder)
    return film


@lru_cache(maxsize=MOST_HANDS)
def _listed(*parts: object) -> Listed:
    return Listed(*parts)


def _fault(folder: Path) -> Fault:
    review = folder / listing.REVIEW
    if review.exists() and not _is_sound(load_json(review)):
        return Fault("footage_review_damaged", review)
    return Fault("footage_damaged", folder / listing.HANDS)


def _is_sound(reviews: dict | None) -> bool:
    try:
        for identity, entry in (reviews or {}).items():
            Review.from_dict(identity, entry)
    except ReviewError:
        return False
    return reviews is not None
