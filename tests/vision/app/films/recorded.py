"""Folders of results as `fanlens footage` leaves them, of drawn tiles."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from scoring import Tile
from tests.vision.footage.games import OTHER, WIN, event, game, places, results, table
from vision.draw import save
from vision.footage.listing import ANNOTATED, FilmResults, export, load_results
from vision.footage.review import Terms
from vision.footage.sheet import cut_out
from vision.footage.values import Event


def doubtful(number: int = 2, at: float = 20.0) -> Event:
    """`WIN`, whose 9 Characters may be 6 Characters."""
    row = list(places(WIN))
    odds = [0.0] * len(row[8].probabilities)
    odds[Tile("9m").index], odds[Tile("6m").index] = 0.55, 0.45
    row[8] = replace(row[8], probabilities=tuple(odds))
    return event(number, WIN, at=at, places=tuple(row))


EVENTS = (event(1), doubtful(), event(3, OTHER, at=40.0))


def recorded(
    out: Path,
    name: str = "game",
    events: Sequence[Event] = EVENTS,
    terms: Terms | None = None,
    film: bool = False,
) -> FilmResults:
    """The results of one film in `out`, with its pictures and lists. film: the drawn-in one too."""
    made = results(out / name, events, terms)
    for one in events:
        pixels = table([place.tile.code for place in one.places])
        for path, picture in (
            (made.still(one.id), pixels),
            (made.thumbnail(one.id), cut_out(pixels, one.box)),
        ):
            path.parent.mkdir(exist_ok=True)
            save(picture, path)
    if film:
        game(made.folder / ANNOTATED, [WIN])
    export(out)
    return load_results(made.folder)[0]
