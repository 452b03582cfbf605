"""Where results go, looked at before any work is done for them."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterable
from pathlib import Path


class OutError(ValueError):
    """A place where nothing can be written; the message says why."""


def made_folder(folder: Path, option: str = "--out") -> Path:
    """The folder, made if need be, that `option` of the command line names. Raises OutError, also
    where nothing can be written in it."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise OutError(
            f"{option} {folder} cannot be a folder ({error.strerror}); name another."
        ) from error
    try:
        tempfile.TemporaryFile(dir=folder).close()
    except OSError as error:
        raise OutError(
            f"Nothing can be written in {option} {folder} ({error.strerror}); name another folder."
        ) from error
    return folder


def writable_file(path: Path, endings: tuple[str, ...] = (), option: str = "--out") -> Path:
    """The file, with one of `endings` if any are given, that `option` names, its folder made.
    Raises OutError, also for a file that cannot be written to."""
    if endings and path.suffix.lower() not in endings:
        raise OutError(f"{option} {path} does not end in {' or '.join(endings)}; name it so.")
    if path.is_dir():
        raise OutError(f"{option} {path} is a folder; name a file in it.")
    if not path.exists():
        made_folder(path.parent, option)
        return path
    try:
        path.open("ab").close()
    except OSError as error:
        raise OutError(
            f"{option} {path} cannot be written to ({error.strerror}); name another file."
        ) from error
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
