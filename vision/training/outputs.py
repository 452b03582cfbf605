"""Where results go, looked at before any work is done for them."""

from __future__ import annotations

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


def no_way_on(checkpoint: Path) -> str:
    """What to say of a checkpoint that a run cannot go on from."""
    return (
        f"{checkpoint} is damaged or of another run, so there is no going on from it: delete it to "
        "begin again, or name another --out."
    )
