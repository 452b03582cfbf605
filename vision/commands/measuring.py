"""What measuring many photos says on standard error: how far it is, and what it leaves out."""

from __future__ import annotations

import sys

NOTHING_MEASURED = "None of these photos could be measured."


def progress(done: int, total: int, what: str = "") -> None:
    """So many are done; what: which one comes next."""
    if sys.stderr.isatty():
        end = "" if done < total else "\r"
        line = f"{done}/{total} {what}".rstrip()
        print(f"\r\x1b[K{line}", end=end, file=sys.stderr, flush=True)


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
