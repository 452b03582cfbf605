"""Footage held against films whose finished hands are known: which were found, how well read.

A film is described by a JSON file of the same name, as `datasets.films` writes it: `events` with
start, end, tiles and the name of a clean still, or, for films of frames of streams, `frames` with
their labelled tiles (see `vision.evaluation.footage_frames`).
"""

from __future__ import annotations

import csv
import json
import statistics
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields
from pathlib import Path

from scoring import Tile
from vision.evaluation.report import share, table
from vision.evaluation.truth import TruthError
from vision.footage.hands import find_hands
from vision.footage.values import Event
from vision.footage.video import SUFFIXES
from vision.hand import ReadHand, read_hand
from vision.images import load_photo
from vision.reading import Reader
from vision.refusing import Refuse, stop

# A hand may be found a little before or after the frames that show it wholly, in seconds.
SLACK = 0.5
# What shares less than this part of a hand's tiles is something else.
ALIKE = 0.5
FOUND, MISSED, FALSE, TWICE = "found", "missed", "false", "second event of a hand"

Span = tuple[float, float]


@dataclass(frozen=True)
class TrueEvent:
    """A finished hand of a film. spans: the seconds from and to which it is wholly in the picture;
    traits: what is special about how it is shown; clean: a still of it without the camera's faults.
    """

    id: str
    spans: tuple[Span, ...]
    tiles: tuple[Tile, ...]
    traits: frozenset[str] = frozenset()
    clean: Path | None = None

    @property
    def start(self) -> float:
        return self.spans[0][0]

    @property
    def end(self) -> float:
        return self.spans[-1][1]


@dataclass(frozen=True)
class TrueFilm:
    """A film and what it truly shows. frames: of a stream, as the file has them."""

    path: Path
    source: str
    quality: str
    seconds: float
    events: tuple[TrueEvent, ...]
    frames: tuple[Mapping, ...] = ()
    traits: frozenset[str] = frozenset()


def load_films(folder: Path, refuse: Refuse = stop) -> list[TrueFilm]:
    """The films below a folder that have a truth beside them, in order.

    A film whose truth says nothing is left out if `refuse` takes its TruthError. Raises TruthError.
    """
    if folder.is_file():
        raise TruthError(f"{folder} is a file; give the folder of the films and their truth.")
    if not folder.is_dir():
        raise TruthError(f"There is no folder {folder}.")
    paths = sorted(p for p in folder.rglob("*") if p.suffix.lower() in SUFFIXES)
    paths = [path for path in paths if path.with_suffix(".json").is_file()]
    if not paths:
        raise TruthError(
            f"No film in {folder} has a truth beside it; make some with python -m datasets.films."
        )
    films = []
    for path in paths:
        try:
            films.append(_film(path))
        except TruthError as error:
            refuse(error)
    return films


def _film(path: Path) -> TrueFilm:
    truth = path.with_suffix(".json")
    try:
        values = json.loads(truth.read_text("utf-8"))
        film = {
            "variable rate": values["variable"],
            "handheld": values["handheld"],
            "overlay": values["overlay"],
            f"{values['size'][1]} lines": True,
        }
        return TrueFilm(
            path,
            str(values["source"]),
            str(values["quality"]),
            float(values["seconds"]),
            tuple(_event(entry, path.parent) for entry in values["events"]),
            tuple(map(_frame, values.get("frames", ()))),
            frozenset(name for name, so in film.items() if so),
        )
    except (OSError, ValueError, KeyError, TypeError, AttributeError, IndexError) as error:
        raise TruthError(
            f"{truth} does not say what the film shows; make both again with "
            "python -m datasets.films."
        ) from error


def _frame(entry: Mapping) -> Mapping:
    """An entry of a stream's frames, if it says when which tiles are shown where."""
    float(entry["start"]), float(entry["end"]), str(entry["photo"])
    for tile in entry["tiles"]:
        Tile(tile["tile"])
        if len(tuple(map(float, tile["box"]))) != 4:
            raise ValueError("no box")
    return entry


def _event(entry: Mapping, folder: Path) -> TrueEvent:
    melded = [code for meld in entry["melds"] for code in meld["tiles"]]
    won = [entry["winning_tile"]] if entry["winning_tile"] else []
    codes = [*entry["concealed"], *won, *melded, *entry["flowers"]]
    clean = folder / entry["clean_still"] if entry.get("clean_still") else None
    spans = tuple((float(a), float(b)) for a, b in entry["spans"])
    if not spans:
        raise ValueError(f"event {entry['id']} is never shown")
    return TrueEvent(entry["id"], spans, tuple(map(Tile, codes)), frozenset(entry["traits"]), clean)


# -- matching -------------------------------------------------------------------------------------


@dataclass(frozen=True)
class FoundEvent:
    """An event as the footage has it: the seconds of its sightings, the tiles of its hand."""

    spans: tuple[Span, ...]
    tiles: tuple[Tile, ...]
    status: str = "confirmed"

    @classmethod
    def of(cls, event: Event) -> FoundEvent:
        read = read_hand(event.detections)
        spans = tuple((sighting.start, sighting.end) for sighting in event.sightings)
        return cls(spans, tiles_of(read), ", ".join(read.status.names))

    @property
    def start(self) -> float:
        return self.spans[0][0]

    @property
    def end(self) -> float:
        return max(end for _, end in self.spans)


def tiles_of(read: ReadHand) -> tuple[Tile, ...]:
    """Every tile of a hand that was read, flowers among them."""
    return () if read.hand is None else (*read.hand.tiles, *read.hand.flowers)


def common(first: Sequence[Tile], second: Sequence[Tile]) -> int:
    """How many tiles two hands share."""
    return (Counter(first) & Counter(second)).total()


def overlap(first: Sequence[Span], second: Sequence[Span]) -> float:
    """For how many seconds spans of both hold, each made longer by SLACK at both ends."""
    return sum(max(0.0, min(b, d) - max(a, c) + SLACK * 2) for a, b in first for c, d in second)


def match(
    truths: Sequence[TrueEvent], found: Sequence[FoundEvent]
) -> tuple[list[tuple[int, int]], list[int], list[int]]:
    """One to one, those with the most tiles in common first, then those longest at the same time.

    Only events that meet in time and share at least ALIKE of the true hand's tiles are one. Returns
    pairs (truth, found), and of the found events that are left those that show a hand which is
    matched already, and those that show none.
    """
    rated = []
    for t, truth in enumerate(truths):
        for f, event in enumerate(found):
            shared, seconds = common(truth.tiles, event.tiles), overlap(truth.spans, event.spans)
            if seconds > 0 and shared >= ALIKE * len(truth.tiles):
                rated.append((-shared, -seconds, t, f))
    pairs: dict[int, int] = {}
    taken: set[int] = set()
    for _, _, t, f in sorted(rated):
        if t not in pairs and f not in taken:
            pairs[t] = f
            taken.add(f)
    alike = {f for _, _, _, f in rated} - taken
    others = [f for f in range(len(found)) if f not in taken and f not in alike]
    return sorted(pairs.items()), sorted(alike), others


# -- rows -----------------------------------------------------------------------------------------


@dataclass(frozen=True)
class FootageRow:
    """One event, true or found. start, end: in truth, or as found where it is false; the errors are
    found minus true, in seconds. still_exact: whether its clean still alone is read exactly, None
    where there is none."""

    film: str
    source: str
    quality: str
    outcome: str
    start: float
    end: float
    tiles: str
    read: str
    exact: bool | None
    still_exact: bool | None
    start_error: float | None
    end_error: float | None
    status: str
    traits: str


def rows_of(
    film: TrueFilm, events: Sequence[FoundEvent], still_exact: Mapping[str, bool]
) -> list[FootageRow]:
    """What came of every true event of a film, and the false ones.

    still_exact: by the events' ids.
    """
    pairs, twice, false = match(film.events, events)
    found = dict(pairs)
    rows = []
    for t, truth in enumerate(film.events):
        event = events[found[t]] if t in found else None
        exact = Counter(event.tiles) == Counter(truth.tiles) if event else None
        rows.append(
            FootageRow(
                film.path.name,
                film.source,
                film.quality,
                FOUND if event else MISSED,
                truth.start,
                truth.end,
                _named(truth.tiles),
                _named(event.tiles) if event else "",
                exact,
                still_exact.get(truth.id),
                round(event.start - truth.start, 2) if event else None,
                round(event.end - truth.end, 2) if event else None,
                event.status if event else "",
                "; ".join(sorted(truth.traits | film.traits)),
            )
        )
    for f in sorted([*twice, *false]):
        event = events[f]
        rows.append(
            FootageRow(
                film.path.name,
                film.source,
                film.quality,
                TWICE if f in twice else FALSE,
                event.start,
                event.end,
                "",
                _named(event.tiles),
                None,
                None,
                None,
                None,
                event.status,
                "; ".join(sorted(film.traits)),
            )
        )
    return rows


def read_still(reader: Reader, truth: TrueEvent) -> bool | None:
    """Whether the clean still of an event is read exactly, alone; None where there is none.

    The hand is the photo's, or one of those that lie apart from each other in it.
    """
    if truth.clean is None or not truth.clean.is_file():
        return None
    detections = reader.read(load_photo(truth.clean)).detections
    reads = [read_hand(detections), *(hand.read for hand in find_hands(detections))]
    return any(Counter(tiles_of(read)) == Counter(truth.tiles) for read in reads)


def _named(tiles: Sequence[Tile]) -> str:
    return " ".join(tile.code for tile in sorted(tiles))


def write_csv(rows: Sequence[FootageRow], path: Path) -> None:
    """One line an event."""
    names = [field.name for field in fields(FootageRow)]
    with path.open("w", newline="", encoding="utf-8") as file:
        writer = csv.writer(file)
        writer.writerow(names)
        for row in rows:
            writer.writerow(["" if (v := getattr(row, name)) is None else v for name in names])


# -- tables ---------------------------------------------------------------------------------------


def summary(rows: Sequence[FootageRow]) -> str:
    """The tables in Markdown: by kind of film, by what happens, and how exact the times are."""
    kinds = sorted({(row.source, row.quality) for row in rows})
    groups = [
        (f"{source}, {quality}", [r for r in rows if (r.source, r.quality) == (source, quality)])
        for source, quality in kinds
    ]
    if len(groups) > 1:
        groups.append(("all", list(rows)))
    head = ("hands", "shown", "found", "false events", "exact", "exact where the still is")
    traits = sorted({trait for row in rows for trait in row.traits.split("; ") if trait})
    by_trait = [(name, [r for r in rows if name in r.traits.split("; ")]) for name in traits]
    return (
        "## Finished hands\n\n"
        + table(("films", *head[1:]), ((name, *_counts(group)) for name, group in groups))
        + "\n\nFalse events count second events of one hand. Exact: of the hands found, flowers"
        " among their tiles.\n\n## By what happens\n\n"
        + table(head, ((name, *_counts(group)) for name, group in by_trait))
        + "\n\n## Times\n\n"
        + _times(rows)
        + "\n\n## What went wrong\n\n"
        + _wrong(rows)
        + "\n"
    )


def _counts(rows: Sequence[FootageRow]) -> tuple[str | int, ...]:
    true = [row for row in rows if row.outcome in (FOUND, MISSED)]
    found = [row for row in true if row.outcome == FOUND]
    false = [row for row in rows if row.outcome in (FALSE, TWICE)]
    clear = [row for row in found if row.still_exact]
    return (
        len(true),
        share(len(found), len(true)),
        share(len(false), len(found) + len(false)),
        share(sum(bool(row.exact) for row in found), len(found)),
        share(sum(bool(row.exact) for row in clear), len(clear)),
    )


def _times(rows: Sequence[FootageRow]) -> str:
    lines = []
    for name in ("start_error", "end_error"):
        errors = sorted(abs(e) for row in rows if (e := getattr(row, name)) is not None)
        if errors:
            worst = errors[min(len(errors) - 1, int(0.95 * len(errors)))]
            middle = statistics.median(errors)
            lines.append((name.replace("_", " "), f"{middle:.2f}", f"{worst:.2f}"))
    return table(("seconds off", "median", "95th percentile"), lines) if lines else "None found."


def _wrong(rows: Sequence[FootageRow]) -> str:
    """Every event that is missed, false or not exact, with the tiles that it lacks and has."""
    lines = []
    for row in rows:
        if row.outcome == FOUND and row.exact:
            continue
        true, read = Counter(row.tiles.split()), Counter(row.read.split())
        lacking, extra = (" ".join((a - b).elements()) for a, b in ((true, read), (read, true)))
        still = {True: "exact", False: "not exact", None: ""}[row.still_exact]
        time = f"{row.start:.1f}-{row.end:.1f}"
        what = "inexact" if row.outcome == FOUND else row.outcome
        lines.append((row.film, time, what, lacking, extra, still, row.status, row.traits))
    head = ("film", "seconds", "outcome", "lacks", "has instead", "still", "status", "traits")
    return table(head, lines) if lines else "Nothing."
