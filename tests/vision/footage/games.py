"""Events and films of finished hands for tests, made of drawn tiles."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import cv2
import numpy as np

from scoring import Tile
from tests.vision.footage.films import write_film
from vision.detections import certain
from vision.footage.listing import FilmResults, store_results
from vision.footage.review import Terms
from vision.footage.values import STILL, Event, Place, Sighting
from vision.tile_art import raster

SIZE = (640, 360)
HEIGHT = 52
WIDTH = 39
WIN = ("1m", "2m", "3m", "4m", "5m", "6m", "7m", "8m", "9m", "E", "E", "E", "P", "P")
OTHER = ("2s", "3s", "4s", "2p", "3p", "4p", "6m", "7m", "8m", "5s", "6s", "7s", "8p", "8p")


def places(tiles: Sequence[str], y: float = 60.0, frames: int = 3) -> tuple[Place, ...]:
    """The places of a row of tiles whose top edge is at `y`."""
    made = []
    for number, code in enumerate(tiles):
        left, right = 30.0 + number * WIDTH, 30.0 + (number + 1) * WIDTH
        corners = ((left, y), (right, y), (right, y + HEIGHT), (left, y + HEIGHT))
        tile = Tile(code)
        made.append(Place(corners, 0.97, certain(tile), (tile.index,) * frames))
    return tuple(made)


def event(
    number: int, tiles: Sequence[str] = WIN, at: float = 2.0, y: float = 60.0, **changes
) -> Event:
    """An event that is in view for one second from `at`."""
    times = (at + 0.25, at + 0.5, at + 0.75)
    values = {
        "id": f"e{number}",
        "best": at + 0.5,
        "size": SIZE,
        "places": places(tiles, y),
        "box": (30.0, y, 30.0 + len(tiles) * WIDTH, y + HEIGHT),
        "sightings": (Sighting(at, at + 1.0, times, (STILL,) * 3),),
        "read": 3,
        "agreed": 3,
    }
    return Event(**values | changes)


def results(
    folder: Path,
    events: Sequence[Event],
    terms: Terms | None = None,
    notes: Sequence[str] = (),
    film: str = "game.mp4",
) -> FilmResults:
    """Results that are stored in `folder`."""
    made = FilmResults(
        folder, folder / film, 60.0, SIZE, terms or Terms(), tuple(notes), tuple(events)
    )
    folder.mkdir(parents=True, exist_ok=True)
    store_results(made)
    return made


def table(tiles: Sequence[str] = (), y: int = 60) -> np.ndarray:
    """A picture of a green table with a row of tiles."""
    picture = np.full((*SIZE[::-1], 3), (24, 92, 58), np.uint8)
    noise = np.random.default_rng(0).normal(0, 2, SIZE[::-1])
    picture = np.clip(picture + noise[..., None], 0, 255).astype(np.uint8)
    for number, code in enumerate(tiles):
        tile = raster(Tile(code), HEIGHT)
        left = 30 + number * WIDTH
        piece = picture[y : y + HEIGHT, left : left + tile.shape[1]]
        share = tile[..., 3:] / 255
        piece[:] = np.rint(share * tile[..., :3] + (1 - share) * piece)
    return cv2.GaussianBlur(picture, (3, 3), 0)


def game(path: Path, hands: Sequence[Sequence[str]], seconds: int = 4, fps: int = 5) -> Path:
    """A film that shows an empty table, then each hand in turn, for some seconds each."""
    shown = [table(), *(table(hand) for hand in hands)]
    return write_film(
        path, (picture for picture in shown for _ in range(seconds * fps)), size=SIZE, fps=fps
    )
