"""What becomes of a photo or film that cannot be used: its error goes to a function that may end it
all or make a note and let the others be used."""

from __future__ import annotations

from collections.abc import Callable

Refuse = Callable[[ValueError], None]


def stop(error: ValueError) -> None:
    """The first one ends it all."""
    raise error
