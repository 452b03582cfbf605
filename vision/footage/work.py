"""A whole call: films in, lists of hands and annotated films out.

Everything that takes long is a unit of `segments`; this module hands them to processes, and puts
their results together once a film has all. What an earlier call left is used, whenever and however
it ended.
"""

from __future__ import annotations

import os
import shutil
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import Future
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from functools import cache, partial
from pathlib import Path

import av

from vision.footage import listing
from vision.footage.analysis import Options
from vision.footage.aside import Reviews, Tell
from vision.footage.decoding import USUAL_FPS
from vision.footage.joining import results_of
from vision.footage.listing import FilmResults
from vision.footage.opening import FootageError
from vision.footage.processes import processes, tell
from vision.footage.progress import Progress, Units
from vision.footage.review import Listed, Terms
from vision.footage.segments import (
    SEGMENT_SECONDS,
    Models,
    Segment,
    analyse_segment,
    draw_segment,
    fingerprint,
    is_drawn,
    load_segment,
    parts_of,
    segments_of,
    shown_in,
)
from vision.footage.storage import (
    NotWritten,
    checksum,
    digest,
    load_json,
    locked,
    store_json,
    writing_to,
)
from vision.footage.video import SUFFIXES, Film
from vision.footage.writing import join_parts
from vision.reading import Reader

SEGMENTS, PARTS, SOURCE = "segments", "parts", "film.json"
# In SOURCE, beside which film it is: what the film with the hands drawn in shows, and its digest.
DRAWN = "drawn"
# How long drawing takes, with analysing the same as 1, measured: so much, and so much more for each
# picture a second, of which analysis skips most.
DRAWING, DRAWING_PICTURE = 0.35, 0.03


@dataclass(frozen=True)
class Job:
    """What a call is to do. draw: whether films with the hands drawn in are made. segment: how much
    film is one unit of work, in seconds; a hand seen across a border is found on either side."""

    terms: Terms = field(default_factory=Terms)
    models: Models = field(default_factory=Models)
    options: Options = field(default_factory=Options)
    draw: bool = True
    segment: float = SEGMENT_SECONDS


@dataclass(frozen=True)
class Summary:
    """What came of a call. films: in the order given. refused: a sentence for each file that could
    not be used, or not wholly. files: the lists that were written."""

    films: tuple[FilmResults, ...]
    refused: tuple[str, ...]
    files: tuple[Path, ...]


def films_in(paths: Iterable[Path]) -> tuple[list[Path], list[str]]:
    """The files named and those in the folders named, each once; a sentence for each folder that
    holds none."""
    found: dict[Path, Path] = {}
    refused = []
    for path in paths:
        try:
            if not path.is_dir():
                found.setdefault(path.resolve(), path)
                continue
            inside = sorted(p for p in path.iterdir() if p.suffix.lower() in SUFFIXES)
            if not inside:
                refused.append(f"There is no film in {path}; name one, or another folder.")
            for file in inside:
                if file.is_file():
                    found.setdefault(file.resolve(), file)
        except PermissionError:
            refused.append(f"{path} may not be opened; change its permissions.")
        except (OSError, RuntimeError):
            # A name that is too long, or links that lead in a circle.
            refused.append(f"{printable(path)} leads to no file; name another.")
    return list(found.values()), refused


def printable(path: Path) -> str:
    """A name with a sign for whatever in it is no text."""
    return os.fsencode(path).decode("utf-8", "replace")


def run(
    paths: Sequence[Path],
    out: Path,
    job: Job,
    workers: int = 1,
    progress: Progress | None = None,
    tell: Tell = lambda _: None,
) -> Summary:
    """Find the finished hands of films and write everything to `out`.

    workers: processes; 1 works in this one. Results do not depend on it. progress: where it is
    told, nowhere if None. tell: given a sentence before a review is put under another name, so that
    no interruption leaves that unsaid. Raises FootageError where another call writes to `out`,
    NotWritten where nothing can be written there at all, and ModelError.
    """
    job.models.checksum  # noqa: B018
    with locked(out):
        files, refused = films_in(paths)
        reviews = Reviews(tell, refused.append)
        for folder in _folders_in(out):
            reviews.look_at(folder)
        tasks = [task for path in files if (task := _begin(path, out, job, reviews, refused))]
        _work(tasks, job, workers, progress, refused)
        films = tuple(task.results for task in tasks if task.results)
        damaged: list[str] = []
        # Results of an earlier call may be listed otherwise today.
        listed = films or any(path.is_file() for path in out.glob(f"*/{listing.HANDS}"))
        written = _exported(out, damaged) if listed else ()
        refused += [sentence for sentence in damaged if sentence not in refused]
    return Summary(films, tuple(refused), written)


def _folders_in(out: Path) -> list[Path]:
    """The films' folders in `out` alone: it may hold whatever else."""
    marks = (path for name in (SOURCE, listing.HANDS) for path in out.glob(f"*/{name}"))
    return sorted({path.parent for path in marks})


def _exported(out: Path, refused: list[str]) -> tuple[Path, ...]:
    try:
        return tuple(listing.export(out, lambda error: refused.append(str(error))))
    except NotWritten as error:
        refused.append(str(error))
        return ()


@dataclass(eq=False)
class _Task:
    """A film on its way. left: units that are still to be done; results: once they are known.
    drawn: what is noted of the film with the hands drawn in, if that was there already."""

    film: Film
    folder: Path
    job: Job
    segments: list[Segment]
    parts: list[Segment] = field(default_factory=list)
    left: int = 0
    results: FilmResults | None = None
    drawn: dict | None = None
    failed: bool = False


def _begin(path: Path, out: Path, job: Job, reviews: Reviews, refused: list[str]) -> _Task | None:
    try:
        # Named as it was given where it is refused.
        film = replace(Film.open(path), path=path.resolve())
        folder = _folder_of(film.path, out)
        mark = {"film": str(film.path), "fingerprint": fingerprint(film.path)}
        reviews.begin(folder / SOURCE, mark)
        units = segments_of(film, folder / SEGMENTS, job.models, job.options, job.segment)
        return _Task(film, folder, job, units)
    except (FootageError, NotWritten) as error:
        refused.append(str(error))
    except OSError as error:
        refused.append(f"{path} cannot be read ({error.strerror}); name another file.")
    except UnicodeError:
        refused.append(f"{printable(path)} has a name that is not UTF-8; rename it.")
    return None


def _folder_of(path: Path, out: Path) -> Path:
    """A film's own folder in `out`: the one that it had, or the first that no other film has."""
    # A name of dots alone would be the folder itself, or the one above it.
    name = path.stem if path.stem.strip(".") else "film"
    number = 1
    while True:
        folder = out / (name if number == 1 else f"{name}-{number}")
        owner = load_json(folder / SOURCE)
        is_free = owner is None and not folder.is_file() and folder.name not in listing.FILES
        if is_free or (owner and owner.get("film") == str(path)):
            return folder
        number += 1


def _work(
    tasks: Sequence[_Task],
    job: Job,
    workers: int,
    progress: Progress | None,
    refused: list[str],
) -> None:
    # With what a second of the unit's film counts.
    waiting: deque[tuple[_Task, float, Callable, tuple]] = deque()
    for task in tasks:
        missing = [segment for segment in task.segments if load_segment(segment) is None]
        task.left = len(missing)
        if progress:
            passes = 1 + drawing_cost(task.film) if job.draw else 1
            progress.expect(passes * task.film.duration)
            progress.skip(sum(s.seconds for s in task.segments if s not in missing))
        waiting.extend((task, 1.0, _analyse, (s, job)) for s in missing)

    def complete(task: _Task) -> None:
        """Everything that was waited for is there: go on to what follows."""
        if task.results is None:
            task.results = results_of(task.film, task.folder, task.job.terms, task.segments)
            units = _drawing(task, progress)
            task.left = len(units)
            waiting.extendleft(reversed(units))
        if task.left == 0:
            _finish_drawing(task)

    for task in tasks:
        if task.left == 0:
            _guarded(task, refused, complete, task)
    running: dict[Future, tuple[_Task, str]] = {}
    units = Units(progress)
    with processes(workers, units.told) as pool:
        try:
            while waiting or running:
                while waiting and len(running) < workers:
                    task, weight, unit, arguments = waiting.popleft()
                    if not task.failed:
                        path, seconds = arguments[0].path, arguments[0].seconds
                        name = units.begin(path, task.film.path.name, seconds, weight)
                        running[pool.submit(unit, *arguments)] = (task, name)
                for future in pool.wait(running):
                    task, name = running.pop(future)
                    _guarded(task, refused, future.result)
                    task.left -= 1
                    units.end(name)
                    if task.left == 0 and not task.failed:
                        _guarded(task, refused, complete, task)
        except BrokenProcessPool as error:
            raise FootageError(
                "A worker process was ended from outside, perhaps for want of memory; start again "
                "with fewer --workers: what is done is kept."
            ) from error


def _guarded(task: _Task, refused: list[str], action: Callable, *arguments: object) -> None:
    """Do something for a film; what goes wrong with it leaves the other films alone."""
    try:
        action(*arguments)
    except (FootageError, NotWritten, listing.ListingError) as error:
        reason = str(error)
    except OSError as error:
        reason = f"{error.filename or task.film.path}: {error.strerror or error}."
    else:
        return
    if not task.failed:
        refused.append(reason)
    task.failed = True


def _drawing(task: _Task, progress: Progress | None) -> list[tuple]:
    """The units of drawing that are still to be done; the rest counts as done."""
    hands = task.results.hands
    task.parts = parts_of(task.film, task.folder / PARTS, hands, task.job.segment)
    task.drawn = _drawn(task)
    if not task.job.draw:
        if task.drawn is None:
            # It shows other hands than the list, or is damaged.
            with writing_to(task.folder / listing.ANNOTATED):
                (task.folder / listing.ANNOTATED).unlink(missing_ok=True)
        return []
    missing = [] if task.drawn is not None else [part for part in task.parts if not is_drawn(part)]
    cost = drawing_cost(task.film)
    if progress:
        drawn = sum(part.seconds for part in task.parts if part not in missing)
        progress.skip(cost * drawn)
    return [(task, cost, _draw, (part, shown_in(part, hands))) for part in missing]


def drawing_cost(film: Film) -> float:
    """How long drawing a second of a film takes, with analysing it as 1."""
    return DRAWING + DRAWING_PICTURE * min(film.fps or USUAL_FPS, 120.0)


def _finish_drawing(task: _Task) -> None:
    """Put the parts together, and say in the results what had to be left out."""
    if not task.job.draw:
        return
    if task.drawn is not None:
        note = task.drawn.get("note")
    else:
        path = task.folder / listing.ANNOTATED
        with _in_words(task.film):
            note = join_parts([part.path for part in task.parts], task.film, path)
        drawn = {"key": _drawing_key(task), "sha256": digest(path), "note": note}
        store_json(task.folder / SOURCE, _source(task) | {DRAWN: drawn})
    if note:
        task.results = replace(task.results, found_notes=(*task.results.found_notes, note))
        listing.store_results(task.results)
    shutil.rmtree(task.folder / PARTS, ignore_errors=True)


def _drawing_key(task: _Task) -> str:
    return checksum([part.key for part in task.parts])


def _source(task: _Task) -> dict:
    return load_json(task.folder / SOURCE) or {}


def _drawn(task: _Task) -> dict | None:
    """What is noted of the film that was drawn, None unless it is whole and shows the hands."""
    drawn = _source(task).get(DRAWN)
    if not isinstance(drawn, dict) or drawn.get("key") != _drawing_key(task):
        return None
    is_whole = drawn.get("sha256") == digest(task.folder / listing.ANNOTATED) is not None
    return drawn if is_whole else None


def _analyse(segment: Segment, job: Job) -> None:
    with _in_words(segment.film):
        reader = _reader(job.models, job.models.checksum)
        analyse_segment(segment, reader, job.options, on_time=partial(tell, str(segment.path)))


def _draw(part: Segment, hands: Sequence[Listed]) -> None:
    with _in_words(part.film):
        draw_segment(part, hands, on_time=partial(tell, str(part.path)))


@cache
def _reader(models: Models, _checksum: str) -> Reader:
    return models.open()


@contextmanager
def _in_words(film: Film) -> Iterator[None]:
    """What FFmpeg says of a film as a sentence, which other processes understand too."""
    try:
        yield
    except av.FFmpegError as error:
        reason = error.strerror or "it is damaged"
        raise FootageError(f"{film.path.name} cannot be worked on: {reason}.") from error
