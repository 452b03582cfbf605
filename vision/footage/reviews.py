"""The file in which it is kept what a person said of a film's hands."""

from __future__ import annotations

import os
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from vision.footage.review import Review, ReviewError
from vision.footage.storage import load_json, store_json

REVIEW = "review.json"
_NO_OBJECT = "It is no JSON object."


@dataclass(frozen=True)
class Said:
    """What such a file says. faults: sentences on what cannot be used. remarks: sentences on what
    can be, but may not be meant so."""

    reviews: tuple[Review, ...] = ()
    faults: tuple[str, ...] = ()
    remarks: tuple[str, ...] = ()


def said_in(path: Path) -> Said:
    """What a file says; nothing where there is none."""
    if leads_nowhere(path):
        return Said(remarks=(nowhere(path),))
    if not os.path.lexists(path):
        return Said()
    values = load_json(path, _Object)
    if values is None:
        return Said(faults=(_NO_OBJECT,))
    reviews, faults, remarks = [], [], list(_doubles("the file", values))
    for identity, entry in values.items():
        try:
            reviews.append(Review.from_dict(identity, entry))
        except ReviewError as error:
            faults.append(str(error))
        else:
            remarks += _doubles(identity, entry)
            remarks += _doubles(f"known of {identity}", entry.get("known"))
    return Said(tuple(reviews), tuple(faults), tuple(f"{path}: {remark}" for remark in remarks))


def store_reviews(folder: Path, reviews: dict[str, Review]) -> None:
    """Keep what was said, by the ids of the events. Raises NotWritten."""
    values = {identity: reviews[identity].to_dict() for identity in sorted(reviews)}
    store_json(folder / REVIEW, values)


def leads_nowhere(path: Path) -> bool:
    """Whether a path is a link to a file that is not there."""
    return os.path.lexists(path) and not path.exists()


def nowhere(path: Path) -> str:
    """A sentence about such a link."""
    return (
        f"{path} is a link to a file that is not there, and the film's hands are listed as found; "
        "put that file back, or delete the link."
    )


class _Object(dict):
    """Of JSON; the last of several values of one name counts. twice: such names."""

    def __init__(self, pairs: list[tuple[str, object]]) -> None:
        super().__init__(pairs)
        names = [name for name, _ in pairs]
        self.twice = (
            [name for name in self if names.count(name) > 1] if len(self) < len(names) else []
        )


def _doubles(where: str, values: object) -> Iterator[str]:
    for name in getattr(values, "twice", ()):
        yield f"{name} stands in {where} more than once; the last counts."
