"""The list of finished hands: kept, loaded again, corrected, and exported.

OUT/hands.jsonl, hands.csv, sheet.jpg   every hand of every film in OUT
OUT/FILM/hands.json                     what was detected in one film; never changed by a review
OUT/FILM/review.json                    what a person said of its hands
OUT/FILM/stills/, thumbnails/           the best picture of each hand, whole and cut out
OUT/FILM/annotated.mp4                  the film with the hands drawn in

README.md describes the columns.
"""

from __future__ import annotations

import csv
import json
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import count
from pathlib import Path

from scoring import UnknownRules
from vision.footage.progress import clock
from vision.footage.review import Listed, Review, Terms
from vision.footage.reviews import REVIEW, Said, leads_nowhere, nowhere, said_in, store_reviews
from vision.footage.sheet import SHEET, write_sheets
from vision.footage.storage import load_json, store, store_json
from vision.footage.values import Event, FootageValueError
from vision.refusing import Refuse, stop

HANDS, ANNOTATED = "hands.json", "annotated.mp4"
JSONL, CSV = "hands.jsonl", "hands.csv"
FILES = (JSONL, CSV, SHEET)
STILLS, THUMBNAILS = "stills", "thumbnails"
# As near as times in results are.
_SAME = 0.0015


class ListingError(ValueError):
    """A folder that holds no results, or damaged ones; the message says what to do."""


@dataclass(frozen=True)
class FilmResults:
    """What was found in one film.

    folder: of the results. film: the file. duration: seconds. size: width and height of the
    upright picture. remarks: what there is to say about the file of reviews, a sentence each.
    notes: what else there is to say too, such as damaged places. hands: all, the deleted ones too,
    in order of time.
    """

    folder: Path
    film: Path
    duration: float
    size: tuple[int, int]
    terms: Terms
    found_notes: tuple[str, ...]
    events: tuple[Event, ...]
    reviews: tuple[Review, ...] = ()
    remarks: tuple[str, ...] = ()

    @property
    def name(self) -> str:
        """Of the film's file."""
        return self.film.name

    @cached_property
    def hands(self) -> tuple[Listed, ...]:
        said = self._said
        return tuple(Listed(event, self.terms, said.get(event.id)) for event in self.events)

    @cached_property
    def _said(self) -> dict[str, Review]:
        """Reviews by the id of the event that they are about."""
        named = {
            event.id: review
            for review in self.reviews
            for event in self._at(review)
            if event.id == review.id
        }
        # An entry under another id, as of a film that was read before, counts where none is named.
        others = {at[0].id: review for review in self.reviews if len(at := self._at(review)) == 1}
        return others | named

    def _at(self, review: Review) -> list[Event]:
        return [event for event in self.events if abs(event.best - review.best) < _SAME]

    @property
    def notes(self) -> tuple[str, ...]:
        used = set(map(id, self._said.values()))
        strays = (review for review in self.reviews if id(review) not in used)
        return (*self.found_notes, *self.remarks, *map(self._stray, strays))

    def _stray(self, review: Review) -> str:
        at = self._at(review)
        if len(at) == 1:
            return (
                f"What is said as {review.id} of the hand at {clock(review.best)} does not count "
                f"beside what is said of it as {self._said[at[0].id].id}; it is kept."
            )
        return (
            f"What was said of the hand at {clock(review.best)} fits no hand that is found now; it "
            "is kept."
        )

    def thumbnail(self, identity: str) -> Path:
        """A JPEG cut out around the hand of an event."""
        return self.folder / THUMBNAILS / f"{identity}.jpg"

    def still(self, identity: str) -> Path:
        """A JPEG of an event's whole best picture."""
        return self.folder / STILLS / f"{identity}.jpg"

    @property
    def annotated(self) -> Path | None:
        """The film with the hands drawn in, if it was made."""
        path = self.folder / ANNOTATED
        return path if path.is_file() else None

    def rows(self) -> list[dict]:
        """The film's lines of the list."""
        return [
            hand.row(self.name, f"{self.folder.name}/{THUMBNAILS}/{hand.event.id}.jpg")
            for hand in self.hands
        ]

    def to_dict(self) -> dict:
        """What is kept of it in `HANDS`; reviews stand elsewhere."""
        return {
            "film": str(self.film),
            "duration": round(self.duration, 3),
            "size": list(self.size),
            "terms": self.terms.to_dict(),
            "notes": list(self.found_notes),
            "events": [event.to_dict() for event in self.events],
        }


def store_results(results: FilmResults) -> None:
    """Keep what was detected in a film."""
    store_json(results.folder / HANDS, results.to_dict())


def load_results(folder: Path, refuse: Refuse = stop) -> list[FilmResults]:
    """The results of all films in `folder`, the --out of `fanlens footage`, or of the one film
    whose own folder it is, in order of names.

    refuse: what is done about a film among several whose results are damaged, which is left out if
    that returns. Raises ListingError.
    """
    folder = Path(folder)
    if (folder / HANDS).is_file():
        return [_load(folder)]
    try:
        inside = sorted(path for path in folder.iterdir() if (path / HANDS).is_file())
    except OSError as error:
        raise ListingError(f"{folder} cannot be opened; name a folder of results.") from error
    if not inside:
        raise ListingError(
            f"There are no results in {folder}; make them with `fanlens footage FILM --out FOLDER`."
        )
    found = []
    for path in inside:
        try:
            found.append(_load(path))
        except ListingError as error:
            refuse(error)
    return found


def _load(folder: Path) -> FilmResults:
    values = load_json(folder / HANDS) or {}
    try:
        terms = Terms.from_dict(values["terms"])
        terms.rules  # noqa: B018
        width, height = values["size"]
        said = _said_of(folder)
        return FilmResults(
            folder=folder,
            film=Path(values["film"]),
            duration=float(values["duration"]),
            size=(int(width), int(height)),
            terms=terms,
            found_notes=tuple(map(str, values["notes"])),
            events=tuple(map(Event.from_dict, values["events"])),
            reviews=said.reviews,
            remarks=said.remarks,
        )
    except (KeyError, TypeError, FootageValueError, UnknownRules, ValueError) as error:
        if isinstance(error, ListingError):
            raise
        raise ListingError(
            f"{folder / HANDS} is damaged, and its film is in no list until you delete it and run "
            "`fanlens footage` with the film again."
        ) from error


def _said_of(folder: Path) -> Said:
    said = said_in(folder / REVIEW)
    if said.faults:
        raise ListingError(
            f"{folder / REVIEW} cannot be used, and its film is in no list until it is corrected "
            f"or moved away. {said.faults[0]}"
        )
    return said


def save_review(folder: Path, review: Review) -> None:
    """Keep what a person said of an event in a film's folder of results, instead of what was said
    of it before. What was said of another that had its id is kept under a free one. Raises
    ListingError."""
    reviews = _by_id(folder)
    earlier = reviews.get(review.id)
    if earlier and abs(earlier.best - review.best) >= _SAME:
        numbered = (f"{review.id}-{number}" for number in count(2))
        identity = next(name for name in numbered if name not in reviews)
        reviews[identity] = replace(earlier, id=identity)
    _store_reviews(folder, reviews | {review.id: review})


def drop_review(folder: Path, identity: str) -> None:
    """Forget what was said of an event. Raises ListingError."""
    reviews = _by_id(folder)
    if reviews.pop(identity, None):
        _store_reviews(folder, reviews)


def _by_id(folder: Path) -> dict[str, Review]:
    return {review.id: review for review in _said_of(folder).reviews}


def _store_reviews(folder: Path, reviews: dict[str, Review]) -> None:
    if leads_nowhere(folder / REVIEW):
        raise ListingError(nowhere(folder / REVIEW))
    store_reviews(folder, reviews)


def export(folder: Path, refuse: Refuse = stop) -> list[Path]:
    """Write the list of all hands in `folder`, what was detected as a person left it; returns the
    files. refuse: as in `load_results`. Raises ListingError."""
    folder = Path(folder)
    if (folder / HANDS).is_file():
        folder = folder.parent
    films = load_results(folder, refuse)
    listed = [(row, film.terms.language) for film in films for row in film.rows()]
    rows = [row for row, _ in listed]
    lines = "".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows)
    store(folder / JSONL, lambda path: path.write_text(lines, "utf-8"))
    store(folder / CSV, lambda path: _write_csv(path, rows))
    language = films[0].terms.language if films else Terms().language
    return [folder / JSONL, folder / CSV, *write_sheets(folder, listed, language)]


COLUMNS = (
    "film",
    "id",
    "from",
    "to",
    "at",
    "start",
    "end",
    "best",
    "state",
    "status",
    "tiles",
    "concealed",
    "melds",
    "flowers",
    "winning_tile",
    "points_least",
    "points_most",
    "fans",
    "unknown",
    "doubts",
    "refusal",
    "frames",
    "agreed",
    "box",
    "thumbnail",
)


# What these cells hold may come from a stranger, such as the name of a file.
_TEXT = ("film", "tiles", "doubts", "refusal", "thumbnail")
# A spreadsheet takes a cell that begins so for a formula, and carries it out.
_FORMULA = tuple("=+-@\t\r\n＝＋－＠")


def _write_csv(path: Path, rows: list[dict]) -> None:
    # With the mark by which spreadsheets know UTF-8.
    with path.open("w", encoding="utf-8-sig", newline="") as file:
        writer = csv.DictWriter(file, COLUMNS)
        writer.writeheader()
        writer.writerows(_cells(row) for row in rows)


def _cells(row: dict) -> dict:
    cells = {
        **row,
        "from": clock(row["start"]),
        "to": clock(row["end"]),
        "at": clock(row["best"]),
        **{column: f"{row[column]:.3f}" for column in ("start", "end", "best")},
        "status": ", ".join(row["status"]),
        **{column: " ".join(row[column]) for column in ("concealed", "flowers", "unknown")},
        "melds": "; ".join(f"{meld['kind']} {' '.join(meld['tiles'])}" for meld in row["melds"]),
        "fans": "; ".join(f"{fan['name']} {fan['points']}" for fan in row["fans"]),
        "doubts": " ".join(row["doubts"]),
        "box": " ".join(f"{value:.1f}" for value in row["box"]),
    }
    for column in _TEXT:
        if cells[column] and cells[column].startswith(_FORMULA):
            cells[column] = f"'{cells[column]}"
    return cells
