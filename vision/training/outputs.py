"""Where results go, looked at before any work is done for them."""

from __future__ import annotations

import os
from collections.abc import Iterable
from pathlib import Path


class OutError(ValueError):
    """A place where nothing can be written; the message says why."""


def made_folder(folder: Path, option: str = "--out") -> Path:
    """The folder, made if need be, that `option` of the command line names. Raises OutError."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise OutError(
            f"{option} {folder} cannot be a folder ({error.strerror}); name another."
        ) from error
    return folder


def writable_file(path: Path, endings: tuple[str, ...], option: str = "--out") -> Path:
    """The file, with one of `endings`, that `option` names, its folder made. Raises OutError."""
    if path.suffix.lower() not in endings:
        raise OutError(f"{option} {path} does not end in {' or '.join(endings)}; name it so.")
    if path.is_dir():
        raise OutError(f"{option} {path} is a folder; name a file in it.")
    made_folder(path.parent, option)
    return path


def apart(
    place: Path, inputs: Iterable[Path | str | None], option: str = "--out", around: bool = False
) -> None:
    """Raises OutError where writing to `place`, which `option` names, would change one of the
    inputs: where it is that or lies in it, links followed, or with `around` holds it."""
    target = Path(os.path.realpath(place))
    for given in inputs:
        if given is None:
            continue
        source = Path(os.path.realpath(given))
        if target == source:
            how = "is the same as"
        elif target.is_relative_to(source):
            how = "lies in"
        elif around and source.is_relative_to(target):
            how = "holds"
        else:
            continue
        raise OutError(
            f"{option} {place} {how} {given}, which is to be read and not changed; name a place "
            "apart from it."
        )


def planned_otherwise(out: Path, option: str, planned: int, asked: int) -> str:
    """What to say of a run whose length, which `option` names, is not the one asked for."""
    return (
        f"The run in {out} was planned for {option} {planned}, not {asked}: give {option} "
        f"{planned}, or name another --out."
    )


def has_ended(out: Path) -> str:
    """What to say of a run that has nothing left to do."""
    return f"The run in {out} has ended and is left as it is; to train again, name another --out."


def no_way_on(checkpoint: Path) -> str:
    """What to say of a checkpoint that a run cannot go on from."""
    return (
        f"{checkpoint} is damaged or of another run, so there is no going on from it: delete it to "
        "begin again, or name another --out."
    )
