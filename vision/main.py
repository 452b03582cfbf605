"""The command line: one sub-command per feature, loaded only when it is asked for."""

from __future__ import annotations

import argparse
import importlib
import io
import os
import sys
from collections.abc import Sequence

# command: the module whose add_parser(subparsers) defines it, and its line in `fanlens --help`
COMMANDS = {
    "score": ("scoring.command", "score hands given as text"),
    "waits": ("scoring.command", "the tiles that a hand waits for, or what to discard"),
    "app": ("vision.commands.app", "open the app in the browser"),
    "read": ("vision.commands.read", "from photos to hands and their scores"),
    "footage": ("vision.commands.footage", "every finished hand in recorded games"),
    "tiles": ("vision.commands.tiles", "find and name the tiles in photos"),
    "evaluate": ("vision.commands.evaluate", "measure readings against labelled photos"),
    "finetune": ("vision.commands.finetune", "make a model for your own tile set"),
}

# packages that only an extra brings, by the name they are imported under
EXTRAS = {
    "ultralytics": "train",
    "torch": "train",
    "onnx": "train",
    "openvino": "openvino",
}

USAGE_ERROR = 2
INTERRUPTED = 130
BROKEN_PIPE = 141


def _parser(command: str | None) -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="fanlens",
        description="From a photo of a finished Chinese Official mahjong hand to its score.",
    )
    subparsers = parser.add_subparsers(dest="command", metavar="COMMAND", required=True)
    if command in COMMANDS:
        module, _ = COMMANDS[command]
        importlib.import_module(module).add_parser(subparsers)
    else:
        for name, (_, summary) in COMMANDS.items():
            subparsers.add_parser(name, help=summary)
    return parser


def _sentence(error: BaseException) -> str:
    """One line that says what is wrong, for an error whose cause lies with the input."""
    if isinstance(error, OSError) and error.strerror:
        place = f"{error.filename}: " if error.filename else ""
        return f"{place}{error.strerror}."
    if isinstance(error, ModuleNotFoundError):
        package = (error.name or "").partition(".")[0]
        return f"This needs the package {package}: pip install 'fanlens[{EXTRAS[package]}]'."
    return " ".join(str(error).split()) or f"{type(error).__name__}."


def _has_a_remedy(error: BaseException) -> bool:
    if isinstance(error, ModuleNotFoundError):
        return (error.name or "").partition(".")[0] in EXTRAS
    return isinstance(error, ValueError | OSError)


def _settle_output() -> None:
    """Let no answer be lost because the output is closed or lacks a sign of it."""
    if sys.stdout is None:
        sys.stdout = os.fdopen(os.open(os.devnull, os.O_WRONLY), "w", encoding="utf-8")
    elif isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(errors="backslashreplace")


def main(arguments: Sequence[str] | None = None) -> int:
    """Run ``fanlens`` with ``arguments`` (default: the process's) and return its exit status.

    A command's parser sets ``run``, a function of the parsed arguments that returns an exit status
    or None for success. Wrong input ends with one sentence on standard error and status 2.
    """
    arguments = list(sys.argv[1:] if arguments is None else arguments)
    _settle_output()
    try:
        parsed = _parser(arguments[0] if arguments else None).parse_args(arguments)
        status = parsed.run(parsed) or 0
        sys.stdout.flush()
        return status
    except KeyboardInterrupt:
        return INTERRUPTED
    except BrokenPipeError:
        # The interpreter flushes standard output once more at exit, which must not fail again.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return BROKEN_PIPE
    except Exception as error:
        if not _has_a_remedy(error):
            raise
        print(f"fanlens: {_sentence(error)}", file=sys.stderr)
        return USAGE_ERROR


if __name__ == "__main__":
    sys.exit(main())
