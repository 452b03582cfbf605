"""`fanlens footage`: every finished hand in recorded games, with its time and its score."""

from __future__ import annotations

import argparse
import json
import os
import sys
from pathlib import Path

from scoring import NotationError, parse_circumstances
from scoring.command_options import add_circumstances, add_language, add_rules, preset_of
from vision.commands.texts import text
from vision.commands.tiles import add_model_options

NOT_READ = 2
RESULTS = "FANLENS_FOOTAGE"


def add_parser(subparsers) -> None:
    parser = subparsers.add_parser(
        "footage",
        help="every finished hand in recorded games",
        description="Find every finished hand in films of games, with its time and its score. "
        "Writes lists, a contact sheet and each film with the hands drawn in to a folder; started "
        "again after an interruption, it goes on where it stopped.",
        epilog="Example: fanlens footage evening.mp4 --out evening --circumstances E? --review",
    )
    parser.add_argument(
        "films", nargs="*", type=Path, metavar="FILE", help="films, or folders of them"
    )
    parser.add_argument(
        "--out", type=_folder, metavar="FOLDER", required=True, help="for the results"
    )
    parser.add_argument(
        "--workers",
        type=_workers,
        default=os.cpu_count() or 1,
        metavar="N",
        help="processes (default one for each core)",
    )
    parser.add_argument(
        "--review",
        action="store_true",
        help="then open the list in the app, to confirm, correct or delete hands; without FILE, "
        "only that",
    )
    parser.add_argument("--json", action="store_true", help="print the list as JSON")
    add_circumstances(
        parser,
        "??????",
        "0, 1 or ?",
        ", for all hands; ? for what is unknown, and what is left out is",
        type=_circumstances,
    )
    add_rules(parser)
    add_language(parser)
    parser.add_argument("--no-film", action="store_true", help="draw no films, which is quicker")
    add_model_options(parser)
    parser.set_defaults(run=run)


def _folder(text: str) -> Path:
    if not text:
        raise argparse.ArgumentTypeError("an empty name is no folder")
    return Path(text)


def _workers(text: str) -> int:
    if not (text.isdecimal() and 1 <= int(text) <= 256):
        raise argparse.ArgumentTypeError(f"{text!r} is no number of processes: use 1 to 256")
    return int(text)


def _circumstances(text: str) -> dict:
    """What is known: a place of the six that is `?` or left out is not. As values of `Known`."""
    padded = text.strip() + "??????"[len(text.strip()) :]
    # What is unknown is read as anything, and then left out.
    filled = "".join("EE0000"[n] if sign == "?" else sign for n, sign in enumerate(padded))
    try:
        given = parse_circumstances(filled)
    except NotationError as error:
        raise argparse.ArgumentTypeError(f"{error}; ? stands for what is unknown") from error
    known = {
        "last_of_kind": given.last_of_kind,
        "last_wall_tile": given.last_wall_tile,
        "kong_replacement": given.kong_replacement,
        "robbed_kong": given.robbed_kong,
    }
    for place, name in enumerate(("prevalent_wind", "seat_wind", "self_drawn")):
        known[name] = None if padded[place] == "?" else getattr(given, name)
    if padded[2] == "?" and padded[5] == "1":
        raise argparse.ArgumentTypeError("a kong counts only if self-drawn is given as 0 or 1")
    return known


def run(parsed: argparse.Namespace) -> int:
    from vision.footage.opening import FootageError
    from vision.footage.stopping import STOPPED, Stopped, stoppable

    if not parsed.films and not parsed.review:
        raise FootageError("Name a film or a folder of films.")
    try:
        with stoppable():
            status = _find(parsed) if parsed.films else 0
    except Stopped:
        # On a terminal a line of progress may stand there.
        start = "\r\x1b[K" if sys.stderr.isatty() else ""
        print(f"{start}fanlens: Stopped; the same command goes on from here.", file=sys.stderr)
        return STOPPED
    if parsed.review:
        status = _review(parsed.out) or status
    return status


def _find(parsed: argparse.Namespace) -> int:
    # Loaded here: the parser alone needs none of it.
    from vision.footage.outlook import Known
    from vision.footage.progress import Progress
    from vision.footage.review import Terms
    from vision.footage.segments import Models
    from vision.footage.work import Job, run

    terms = Terms(
        Known(**parsed.circumstances), preset_of(parsed), tuple(parsed.option), parsed.language
    )
    terms.rules  # noqa: B018
    job = Job(terms, Models(parsed.model, parsed.engine), draw=not parsed.no_film)
    progress = Progress()
    told: set[str] = set()

    def tell(sentence: str) -> None:
        told.add(sentence)
        progress.say(f"fanlens: {sentence}")

    summary = run(parsed.films, parsed.out, job, parsed.workers, progress, tell)
    progress.finish()
    for sentence in summary.refused:
        if sentence not in told:
            print(f"fanlens: {sentence}", file=sys.stderr)
    for film in summary.films:
        for note in film.notes:
            if note not in told:
                print(f"fanlens: {film.name}: {note}", file=sys.stderr)
    rows = [row for film in summary.films for row in film.rows()]
    if parsed.json:
        json.dump(rows, sys.stdout, indent=1, ensure_ascii=False)
        print()
    else:
        for film in summary.films:
            print(_text(film.name, film.rows(), parsed.language))
        if summary.files:
            print(text("written", parsed.language, files=", ".join(map(str, summary.files))))
    return NOT_READ if summary.refused else 0


def _text(film: str, rows: list[dict], language: str) -> str:
    from vision.footage.progress import clock
    from vision.footage.sheet import worth

    shown = [row for row in rows if row["state"] != "deleted"]
    key = {0: "no_hand", 1: "one_hand"}.get(len(shown), "hands")
    lines = [text(key, language, film=film, count=len(shown))]
    for row in shown:
        tiles = row["tiles"] or " ".join(row["concealed"])
        mark = "" if row["points_least"] is not None else "? "
        lines.append(f"  {row['id']:>4}  {clock(row['best'])}  {tiles}  {mark}{worth(row)}")
    return "\n".join(lines)


def _review(out: Path) -> int:
    from vision.commands import app
    from vision.footage.listing import load_results

    load_results(out)
    os.environ[RESULTS] = str(out.resolve())
    parser = argparse.ArgumentParser()
    app.add_parser(parser.add_subparsers())
    return app.run(parser.parse_args(["app"]), "close one of the programs that use them")
