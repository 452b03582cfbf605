"""From what was found in a film's segments to its list of hands, with their pictures."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

import cv2
import numpy as np

from vision.footage import listing
from vision.footage.events import join
from vision.footage.listing import FilmResults
from vision.footage.opening import FootageError
from vision.footage.progress import clock
from vision.footage.review import Terms
from vision.footage.segments import Segment, SegmentResult, frame_at, load_segment
from vision.footage.sheet import cut_out
from vision.footage.storage import store, writing_to
from vision.footage.video import Film

# A film that ends this much before its header says so, in seconds and as a share, was cut off.
CUT_OFF = (2.0, 0.02)


def results_of(film: Film, folder: Path, terms: Terms, segments: Sequence[Segment]) -> FilmResults:
    """Join the stretches of a film's segments to hands, and keep them with their pictures in its
    folder of results. Raises FootageError where a segment has no results, and NotWritten."""
    found = [load_segment(segment) for segment in segments]
    if any(result is None for result in found):
        raise FootageError(f"{segments[0].path.parent} was changed meanwhile; start again.")
    events = tuple(join(stretch for result in found for stretch in result.stretches))
    results = FilmResults(
        folder=folder,
        film=film.path,
        duration=film.duration,
        size=film.size,
        terms=terms,
        found_notes=tuple(_notes(film, found)),
        events=events,
    )
    _store_pictures(film, results)
    listing.store_results(results)
    (loaded,) = listing.load_results(folder)
    return loaded


def _notes(film: Film, found: Sequence[SegmentResult]) -> Iterator[str]:
    if film.trimmed:
        yield (
            "The film's start was trimmed off: pictures that players do not show are not read, and "
            "times count from the first that they show."
        )
    damaged = sorted({time for result in found for time in result.damaged})
    if len(damaged) == 1:
        yield f"A damaged part of the film at {clock(damaged[0])} was passed over."
    elif damaged:
        yield (
            f"{len(damaged)} damaged parts of the film between {clock(damaged[0])} and "
            f"{clock(damaged[-1])} were passed over."
        )
    last = max((result.last for result in found if result.last is not None), default=0.0)
    seconds, share = CUT_OFF
    if film.duration - last > max(seconds, share * film.duration):
        yield (
            f"The pictures end at {clock(last)}, though the film should last "
            f"{clock(film.duration)}: it may be cut off."
        )


def _store_pictures(film: Film, results: FilmResults) -> None:
    """The best picture of every hand, whole and cut out."""
    wanted = {results.still(event.id) for event in results.events}
    wanted |= {results.thumbnail(event.id) for event in results.events}
    for name in (listing.STILLS, listing.THUMBNAILS):
        for old in (results.folder / name).glob("*.jpg"):
            if old not in wanted:
                with writing_to(old):
                    old.unlink()
    for event in results.events:
        frame = frame_at(film, event.best)
        if frame is None:
            continue
        pixels = frame.photo().pixels
        _store_picture(results.still(event.id), pixels)
        _store_picture(results.thumbnail(event.id), cut_out(pixels, event.box))


def _store_picture(path: Path, pixels: np.ndarray) -> None:
    _, encoded = cv2.imencode(".jpg", pixels[..., ::-1])
    store(path, lambda partial: partial.write_bytes(encoded))
