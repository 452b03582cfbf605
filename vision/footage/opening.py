"""Opening a film file, or saying in one sentence why it cannot be opened."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import av
from av.container import InputContainer

READABLE = "MP4, MOV, MKV, WebM or AVI"
# Formats beyond these hold no film, or name other files that would be opened in turn.
_FORMATS = (
    "mov,mp4,m4a,3gp,3g2,mj2,matroska,webm,avi,mpegts,mpeg,mpegvideo,flv,asf,ogg,"
    "mp3,wav,flac,aac,w64,aiff,amr"
)


class FootageError(ValueError):
    """A file that is no readable film; the message says why and what to do."""


@contextmanager
def opened(path: Path) -> Iterator[InputContainer]:
    """The file's streams while the context lasts. Raises FootageError."""
    if reason := _unreadable(path):
        raise FootageError(reason)
    try:
        # The prefix keeps a colon in a name from being taken for a protocol.
        container = av.open(
            f"file:{path}",
            container_options={"format_whitelist": _FORMATS, "protocol_whitelist": "file"},
            metadata_errors="replace",
        )
    except av.FFmpegError as error:
        raise FootageError(f"{path.name} {_what_it_is(path)}") from error
    with container:
        yield container


@contextmanager
def reading(path: Path) -> Iterator[InputContainer]:
    """As `opened`, for work in which only this file can be at fault."""
    with opened(path) as container:
        try:
            yield container
        except av.FFmpegError as error:
            raise FootageError(f"{path.name} is damaged; copy it again.") from error


def _unreadable(path: Path) -> str | None:
    """Why a file cannot even be opened."""
    try:
        if path.is_dir():
            return f"{path} is a folder; name a film in it."
        if path.exists() and not path.is_file():
            return f"{path} is no file; save the film as one and name that."
        with path.open("rb") as file:
            if not file.read(1):
                return f"{path.name} is empty (0 bytes); record or copy it again."
    except FileNotFoundError:
        return f"There is no file {path}."
    except PermissionError:
        return f"{path} may not be read; change its permissions or copy it."
    except (OSError, ValueError) as error:
        why = getattr(error, "strerror", None) or str(error)
        return f"{str(path)!r} cannot be read ({why}); name a film."
    return None


_PICTURES = (b"\xff\xd8\xff", b"\x89PNG", b"GIF8", b"BM", b"II*\x00", b"MM\x00*")
_BROKEN_OFF = (b"\x1aE\xdf\xa3", b"RIFF", b"FLV")
_BOXES = (b"ftyp", b"moov", b"mdat", b"wide", b"free", b"skip")


def _what_it_is(path: Path) -> str:
    """The rest of a sentence about a file that holds no stream, from its first bytes."""
    with path.open("rb") as file:
        start = file.read(64)
    if start.startswith(_PICTURES) or (start[:4] == b"RIFF" and start[8:12] == b"WEBP"):
        return "is a picture, not a film; read it with `fanlens read`."
    if start[4:8] in _BOXES:
        return (
            "breaks off before its index was written; end the recording properly, or repair a "
            "copy of it first."
        )
    if start.startswith(_BROKEN_OFF):
        return "is damaged or cut off at its very start; copy it again."
    return f"is no film that can be read; give {READABLE}."
