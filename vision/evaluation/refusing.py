"""What becomes of a photo that cannot be measured: its error goes to a function that may end it all
or make a note and let the others be measured."""

from __future__ import annotations

from collections.abc import Callable

Refuse = Callable[[ValueError], None]


def stop(error: ValueError) -> None:
    """The first one ends the evaluation."""
    raise error
