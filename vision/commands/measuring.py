"""What measuring many photos says on standard error: how far it is, and what it leaves out."""

from __future__ import annotations

import sys
from pathlib import Path

NOTHING_MEASURED = "None of these photos could be measured."


def check_writable(path: Path) -> None:
    """Raises OSError where no file can be written, before any work is done for it."""
    with path.open("ab"):
        pass


def progress(done: int, total: int) -> None:
    if sys.stderr.isatty():
        print(f"\r{done}/{total}", end="" if done < total else "\r", file=sys.stderr, flush=True)


class Refusals:
    """Takes the errors of what cannot be measured: a sentence each, and all `sentences` again."""

    def __init__(self) -> None:
        self.sentences: list[str] = []

    def __call__(self, error: ValueError) -> None:
        sentence = " ".join(str(error).split())
        self.sentences.append(sentence)
        # A line of progress may stand there.
        start = "\r" if sys.stderr.isatty() else ""
        print(f"{start}fanlens: {sentence}", file=sys.stderr)
