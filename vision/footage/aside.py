"""Reviews that cannot count where they lie are kept beside, under names that no other file has.

Whoever calls is told before anything moves, so that an interruption leaves nothing unsaid; and
whatever moment it comes at, all that a person said lies in one file or another.
"""

from __future__ import annotations

import os
import re
import shutil
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from vision.footage.reviews import REVIEW, leads_nowhere, nowhere, said_in, store_reviews
from vision.footage.storage import (
    NotWritten,
    checksum,
    load_json,
    store,
    store_json,
    writing_to,
)

Tell = Callable[[str], None]


@dataclass(frozen=True)
class Reviews:
    """The reviews of a call's films. tell: given what becomes of them, a sentence each. refuse:
    given those that are about damaged ones, and what could not be written."""

    tell: Tell
    refuse: Tell

    def look_at(self, folder: Path) -> None:
        """Keep a damaged review beside."""

        def refuse(sentence: str) -> None:
            self.refuse(sentence)
            self.tell(sentence)

        try:
            set_aside_damaged(folder, refuse)
        except NotWritten as error:
            self.refuse(str(error))

    def begin(self, source: Path, mark: dict) -> None:
        """Keep in `source`, in a film's folder of results, which film that is; what is said there
        of another film is kept beside, and what was said of this one counts. Raises NotWritten."""
        owner = load_json(source)
        if owner and not is_same(owner.get("fingerprint"), mark["fingerprint"]):
            set_aside_of(source.parent, owner.get("fingerprint"), self.tell)
        # What lies there is this film's only from here on.
        store_json(source, (owner or {}) | mark)
        if take_up_of(source.parent, mark["fingerprint"], self.tell):
            self.look_at(source.parent)


def set_aside_damaged(folder: Path, tell: Tell) -> bool:
    """Keep an unusable `REVIEW` in a film's folder of results under another name, so that its hands
    are listed all the same; what in it can be used stays. A link to nothing is told and left.
    Returns whether there was either. Raises NotWritten."""
    path = folder / REVIEW
    if leads_nowhere(path):
        tell(nowhere(path))
        return True
    said = said_in(path)
    if not said.faults:
        return False
    aside = free(path.with_name("review-damaged.json"))
    first, *others = said.faults
    more = f" (and {len(others)} more)" if others else ""
    effect = (
        "Everything else in it counts" if said.reviews else "The film's hands are listed as found"
    )
    tell(
        f"{path} cannot be used{' wholly' * bool(said.reviews)}. {first}{more} {effect}; the file "
        f"is kept as {aside.name}: correct it and name it {REVIEW} again."
    )
    for remark in said.remarks:
        tell(remark)
    if said.reviews:
        # Of two files with the same in them none is lost, however far this comes.
        store(aside, lambda partial: shutil.copyfile(path, partial))
        store_reviews(folder, {review.id: review for review in said.reviews})
    else:
        with writing_to(aside):
            path.rename(aside)
    return True


def set_aside_of(folder: Path, fingerprint: object, tell: Tell) -> None:
    """What was said of a film's hands says nothing about another film of that name: keep it for
    the film's return. Raises NotWritten."""
    path = folder / REVIEW
    if not os.path.lexists(path):
        return
    aside = free(path.with_name(_name_of(fingerprint)))
    tell(
        f"{path} is about another film, which had this name before; it is kept as {aside.name} "
        "and counts again when that film is back."
    )
    with writing_to(aside):
        path.rename(aside)


def take_up_of(folder: Path, fingerprint: object, tell: Tell) -> bool:
    """Where a film is back and nothing was said of it since, what was said of it before counts
    again. Returns whether there was something. Raises NotWritten."""
    path = folder / REVIEW
    kept = _kept(path.with_name(_name_of(fingerprint)))
    if os.path.lexists(path) or not kept:
        return False
    latest = kept.pop()
    others = f" Earlier ones stay: {', '.join(other.name for other in kept)}." if kept else ""
    tell(
        f"{latest} is what was said of this film before another one had its name; it counts again "
        f"as {REVIEW}.{others}"
    )
    with writing_to(path):
        latest.rename(path)
    return True


def is_same(fingerprint: object, other: object) -> bool:
    """Whether two fingerprints are of the same film, whenever its file was written."""
    return _identity(fingerprint) == _identity(other)


def free(path: Path) -> Path:
    """The path, with a number behind its name where anything has that, a link to nothing too."""
    number, found = 1, path
    while os.path.lexists(found):
        number += 1
        found = path.with_stem(f"{path.stem}-{number}")
    return found


def _name_of(fingerprint: object) -> str:
    return f"review-{checksum(_identity(fingerprint))[:8]}.json"


def _identity(fingerprint: object) -> object:
    """A film that is copied back has another time."""
    if isinstance(fingerprint, list) and len(fingerprint) == 3:
        size, _, digest = fingerprint
        return [size, digest]
    return fingerprint


def _kept(path: Path) -> list[Path]:
    """The files to which `free` gave this name, the latest last."""
    numbers = {path: 1}
    for file in path.parent.glob(f"{path.stem}-*{path.suffix}"):
        if found := re.fullmatch(r"-(\d{1,9})", file.stem.removeprefix(path.stem)):
            numbers[file] = int(found[1])
    return sorted(filter(os.path.lexists, numbers), key=numbers.get)
