"""`fanlens evaluate footage`: measure the footage pipeline on films with known truth."""

from __future__ import annotations

import argparse
from pathlib import Path

from vision.commands.measuring import Refusals, progress
from vision.commands.tiles import NOT_READ, add_model_options, open_reader
from vision.evaluation import footage, footage_frames
from vision.evaluation.footage_run import FilmRun, run_film, speed
from vision.evaluation.report import not_measured
from vision.footage.opening import FootageError
from vision.outputs import made_folder


def add_parser(subparsers) -> None:
    parser = subparsers.add_parser(
        "footage",
        help="count the finished hands found in films, and read right",
        description="Analyse every film in FOLDER that has a truth beside it (a JSON file of its "
        "name, as python -m datasets.films writes it) and hold the events against it.",
    )
    parser.add_argument("folder", type=Path, metavar="FOLDER")
    parser.add_argument(
        "--out",
        type=Path,
        metavar="DIR",
        help="write events.csv (a row for each event, true or false), frames.csv and report.md",
    )
    add_model_options(parser)
    parser.set_defaults(run=run)


def run(parsed: argparse.Namespace) -> int:
    refusals = Refusals()
    films = footage.load_films(parsed.folder, refusals)
    if parsed.out:
        made_folder(parsed.out)
    reader = open_reader(parsed)
    rows, frames, runs = [], [], []
    for done, film in enumerate(films):
        progress(done, len(films), film.path.name)
        try:
            ran = run_film(film.path, reader, keep=bool(film.frames))
        except FootageError as error:
            refusals(error)
            continue
        runs.append(ran)
        rows += footage.rows_of(
            film,
            [footage.FoundEvent.of(event) for event in ran.events],
            {
                event.id: exact
                for event in film.events
                if (exact := footage.read_still(reader, event)) is not None
            },
        )
        if film.frames:
            frames += footage_frames.stream_rows(film.path.name, film.frames, ran)
        if parsed.out:
            footage.write_csv(rows, parsed.out / "events.csv")
    progress(len(films), len(films))
    if not runs:
        raise ValueError("None of these films could be measured.")
    text = _report(rows, frames, runs)
    if refusals.sentences:
        total = len(runs) + len(refusals.sentences)
        text += "\n" + not_measured(refusals.sentences, total, "films")
    if parsed.out:
        (parsed.out / "report.md").write_text(text, "utf-8")
        if frames:
            footage_frames.write_csv(frames, parsed.out / "frames.csv")
    print(text, end="")
    return NOT_READ if refusals.sentences else 0


def _report(rows: list, frames: list, runs: list[FilmRun]) -> str:
    parts = [footage.summary(rows)] if rows else []
    if frames:
        parts.append(footage_frames.summary(frames))
    return "\n".join([*parts, speed(runs)])
