"""Files of results: whole or not there at all, and written by one call at a time."""

from __future__ import annotations

import errno
import hashlib
import json
import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from vision.footage.opening import FootageError

LOCK = ".lock"
_PARTIAL = ".partial"

_REMEDIES = {
    errno.ENOSPC: "make room on its disk",
    errno.EDQUOT: "make room within your quota",
    errno.EFBIG: "allow larger files (ulimit -f)",
    errno.EACCES: "change the permissions of it and its folder",
    errno.EPERM: "change the permissions of it and its folder",
    errno.EROFS: "make its disk writable",
    errno.EISDIR: "move the folder of that name away",
    errno.EEXIST: "move the file that stands in the place of a folder away",
    errno.ENOTDIR: "move the file that stands in the place of a folder away",
}


class NotWritten(OSError):
    """A result that could not be written; the message says which, why, and what to do."""

    @classmethod
    def of(cls, path: Path, error: OSError) -> NotWritten:
        """For what the system says of an attempt to write `path`."""
        remedy = _REMEDIES.get(error.errno)
        remedy = f"{remedy}, or name another folder" if remedy else "name another folder"
        why = error.strerror or error
        return cls(f"{path} could not be written ({why}): {remedy}; what is done is kept.")


@contextmanager
def writing_to(path: Path) -> Iterator[None]:
    """For work in which only `path` is written. Raises NotWritten, which names it."""
    try:
        yield
    except NotWritten:
        raise
    except OSError as error:
        raise NotWritten.of(path, error) from error


def partial_of(path: Path) -> Path:
    """Where a process writes what is to become `path`."""
    return path.with_name(f".{path.name}.{os.getpid()}{_PARTIAL}")


def store(path: Path, write: Callable[[Path], object]) -> None:
    """Have a file written and put in its place once it is whole; its folder is made. Raises
    NotWritten."""
    partial = partial_of(path)
    with writing_to(path):
        path.parent.mkdir(parents=True, exist_ok=True)
        try:
            write(partial)
            os.replace(partial, path)
        finally:
            partial.unlink(missing_ok=True)


def store_json(path: Path, values: object) -> None:
    """Store plain values; the same ones always as the same bytes."""
    text = json.dumps(values, ensure_ascii=False, indent=1) + "\n"
    store(path, lambda partial: partial.write_text(text, "utf-8"))


def load_json(path: Path, made: Callable[[list], dict] = dict) -> dict | None:
    """The values of a file, None where there is none or it is damaged. made: makes an object of
    its names and values."""
    try:
        # Editors that people use may put a mark before UTF-8.
        values = json.loads(path.read_text("utf-8-sig"), object_pairs_hook=made)
    except (OSError, ValueError, RecursionError):
        return None
    return values if isinstance(values, dict) else None


def checksum(*values: object) -> str:
    """16 hexadecimal digits that differ wherever any of the plain values does."""
    text = json.dumps(values, ensure_ascii=False, sort_keys=True)
    return hashlib.sha256(text.encode()).hexdigest()[:16]


def digest(path: Path) -> str | None:
    """Of all that a file holds, None where none can be read."""
    try:
        with path.open("rb") as file:
            return hashlib.file_digest(file, "sha256").hexdigest()
    except OSError:
        return None


@contextmanager
def locked(folder: Path) -> Iterator[None]:
    """Keep other calls out of a folder, and clear away what a killed one left half written.

    The system frees the lock of a process that ends, however it ends. Raises FootageError where
    another call has it, and NotWritten.
    """
    with writing_to(folder):
        folder.mkdir(parents=True, exist_ok=True)
        file = (folder / LOCK).open("a+b")
    with file:
        try:
            _lock(file)
        except OSError as error:
            raise FootageError(
                f"Another call is writing to {folder}; wait for it or choose another folder."
            ) from error
        for left in folder.rglob(f".*{_PARTIAL}"):
            with writing_to(left):
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
