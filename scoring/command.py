"""`fanlens score` and `fanlens waits`: hands given as text, answered as tables or JSON."""

from __future__ import annotations

import argparse
import io
import json
import sys
from collections.abc import Callable, Iterator
from typing import NamedTuple

from scoring.advice import advise
from scoring.command_options import add_language, add_rules, rules_of, score_values, sentence_of
from scoring.engine import score
from scoring.notation import ParsedHand, parse_hand
from scoring.rules import Rules
from scoring.status import FULL_HAND, InvalidHand
from scoring.tables import advice_table, score_table, waits_table
from scoring.tile_text import NotationError, parse_tiles
from scoring.waiting import waits

STANDARD_INPUT = "-"
BAD_INPUT = 2


def add_parser(subparsers: argparse._SubParsersAction) -> None:
    scoring = subparsers.add_parser(
        "score",
        help="score hands given as text",
        description="Score finished hands, with the reasons.",
        epilog="Example: fanlens score '[EEE,1][SSSS,1]55pWWWNNN|EE1000'",
    )
    _add_common(scoring)
    scoring.set_defaults(run=run_score)
    waiting = subparsers.add_parser(
        "waits",
        help="the tiles that a hand waits for, or what to discard",
        description="With 13 tiles, what a hand waits for and what each tile scores; with 14, "
        "which discards keep it nearest to winning. A kong counts as three tiles.",
        epilog="Example: fanlens waits 1112345678999m",
    )
    _add_common(waiting)
    waiting.add_argument(
        "--known",
        metavar="TILES",
        default="",
        help="tiles that lie open on the table, beside the hand's own",
    )
    waiting.set_defaults(run=run_waits)


def _add_common(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "hands",
        metavar="HAND",
        nargs="+",
        help="[melds]tiles|QMzjlk|flowers; - reads one a line from standard input and writes one "
        "line of JSON for each",
    )
    parser.add_argument("--json", action="store_true", help="write one line of JSON for each hand")
    add_rules(parser)
    add_language(parser)


class _Answer(NamedTuple):
    """What is said of one hand, for a program and for a person."""

    values: Callable[[], dict]
    table: Callable[[], str]


def run_score(arguments: argparse.Namespace) -> int:
    rules = rules_of(arguments)

    def answer(parsed: ParsedHand) -> _Answer:
        result = score(*parsed, rules)
        language = arguments.language
        return _Answer(
            lambda: score_values(result, language), lambda: score_table(result, language)
        )

    return _answer_all(arguments, rules, answer)


def run_waits(arguments: argparse.Namespace) -> int:
    rules = rules_of(arguments)
    known = parse_tiles(arguments.known)
    language = arguments.language

    def answer(parsed: ParsedHand) -> _Answer:
        hand, circumstances = parsed
        advice = advise(hand, circumstances, rules, known)
        finished = len(hand.concealed) + 3 * len(hand.melds) == FULL_HAND
        found = () if finished else waits(hand, circumstances, rules, known)

        def table() -> str:
            if finished:
                return advice_table(advice, language)
            return waits_table(advice, found, rules.minimum, language)

        return _Answer(
            lambda: advice.to_dict() | {"waits": [wait.to_dict() for wait in found]}, table
        )

    return _answer_all(arguments, rules, answer)


def _answer_all(
    arguments: argparse.Namespace, rules: Rules, answer: Callable[[ParsedHand], _Answer]
) -> int:
    """Answer every hand, going on after a bad one, which only an argument makes a failure."""
    # Text that some rules allow and others refuse is read by rules that somebody chose.
    chosen = rules if arguments.rules is not None or arguments.option else None
    status = 0
    for place, text in enumerate(arguments.hands):
        if text == STANDARD_INPUT:
            for line in _lines_of_input():
                print(_json(_values(line, chosen, answer, arguments.language)), flush=True)
        elif arguments.json:
            values = _values(text, chosen, answer, arguments.language)
            status = BAD_INPUT if "error" in values else status
            print(_json(values))
        else:
            try:
                table = answer(parse_hand(text, chosen)).table()
            except ValueError as error:
                print(f"fanlens: {sentence_of(error, arguments.language)}", file=sys.stderr)
                status = BAD_INPUT
            else:
                print(f"\n{table}" if place else table)
    return status


def _values(
    text: str, rules: Rules | None, answer: Callable[[ParsedHand], _Answer], language: str
) -> dict:
    try:
        return answer(parse_hand(text, rules)).values()
    except ValueError as error:
        return _refusal(error, language)


def _json(values: dict) -> str:
    return json.dumps(values, ensure_ascii=False)


def _refusal(error: ValueError, language: str) -> dict:
    """An error as plain values: its sentence, the place in the text, and the hand's status."""
    invalid = error if isinstance(error, InvalidHand) else error.__cause__
    problems = invalid.problems if isinstance(invalid, InvalidHand) else ()
    return {
        "error": sentence_of(error, language),
        "position": error.position if isinstance(error, NotationError) else None,
        "status": [problem.flag.name for problem in problems],
    }


def _lines_of_input() -> Iterator[str]:
    if sys.stdin is None:
        raise ValueError("there is no standard input: give the hands as arguments")
    if isinstance(sys.stdin, io.TextIOWrapper):
        # A line in another encoding is one bad line, not the end of the input.
        sys.stdin.reconfigure(encoding="utf-8", errors="backslashreplace")
    for line in sys.stdin:
        yield line.rstrip("\r\n")
