"""Files of results: whole or not there at all, and written by one call at a time."""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from vision.footage.opening import FootageError

LOCK = ".lock"
_PARTIAL = ".partial"


def partial_of(path: Path) -> Path:
    """Where a process writes what is to become `path`."""
    return path.with_name(f".{path.name}.{os.getpid()}{_PARTIAL}")


def store(path: Path, write: Callable[[Path], object]) -> None:
    """Have a file written and put in its place once it is whole; its folder is made."""
    path.parent.mkdir(parents=True, exist_ok=True)
    partial = partial_of(path)
    try:
        write(partial)
        os.replace(partial, path)
    finally:
        partial.unlink(missing_ok=True)


def store_json(path: Path, values: object) -> None:
    """Store plain values; the same ones always as the same bytes."""
    text = json.dumps(values, ensure_ascii=False, indent=1) + "\n"
    store(path, lambda partial: partial.write_text(text, "utf-8"))


def load_json(path: Path) -> dict | None:
    """The values of a file, None where there is none or it is damaged."""
    try:
        # Editors that people use may put a mark before UTF-8.
        values = json.loads(path.read_text("utf-8-sig"))
    except (OSError, ValueError, RecursionError):
        return None
    return values if isinstance(values, dict) else None


def checksum(*values: object) -> str:
    """16 hexadecimal digits that differ wherever any of the plain values does."""
    text = json.dumps(values, ensure_ascii=False, sort_keys=True)
    return hashlib.sha256(text.encode()).hexdigest()[:16]


@contextmanager
def locked(folder: Path) -> Iterator[None]:
    """Keep other calls out of a folder, and clear away what a killed one left half written.

    The system frees the lock of a process that ends, however it ends. Raises FootageError.
    """
    try:
        folder.mkdir(parents=True, exist_ok=True)
        file = (folder / LOCK).open("a+b")
    except OSError as error:
        raise FootageError(
            f"{folder} cannot be written to; choose a folder that can be."
        ) from error
    with file:
        try:
            _lock(file)
        except OSError as error:
            raise FootageError(
                f"Another call is writing to {folder}; wait for it or choose another folder."
            ) from error
        for left in folder.rglob(f".*{_PARTIAL}"):
            left.unlink(missing_ok=True)
        yield


def _lock(file) -> None:
    try:
        import fcntl
    except ImportError:
        import msvcrt

        file.seek(0)
        msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)
    else:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
