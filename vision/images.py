"""The one place where picture files become pixels.

`load_photo` takes the bytes or the path of a JPEG, PNG, WebP, HEIC/HEIF, AVIF, BMP, TIFF or GIF
file (the first frame of those that hold several) and returns an upright RGB `Photo`. Whatever
cannot be read whole raises `ImageError` with one sentence.
"""

from __future__ import annotations

import io
import math
import os
import re
import struct
import warnings
from contextlib import contextmanager
from dataclasses import dataclass
from enum import Enum
from pathlib import Path
from typing import BinaryIO

import cv2
import numpy as np
import pillow_heif
import simplejpeg
from PIL import ExifTags, Image, UnidentifiedImageError

MAX_PIXELS = 100_000_000
# A photo with more pixels than this is reduced by a whole number: no table needs more to be read.
WORKING_PIXELS = 32_000_000
MAX_BYTES = 1_000_000_000
# Some cameras leave stray bytes between the parts of a sound JPEG; more than these are lost pixels.
STRAY_BYTES = 64

FORMATS = ("JPEG", "PNG", "WEBP", "HEIF", "AVIF", "BMP", "TIFF", "GIF")
DAMAGED = "is damaged or cut off; send the whole photo again."
READABLE = "JPEG, PNG, WebP, HEIC, AVIF, BMP, TIFF or GIF"

pillow_heif.register_heif_opener()
Image.MAX_IMAGE_PIXELS = MAX_PIXELS
# Pillow warns about odd metadata of pictures that it reads well, and of those refused here anyway.
warnings.filterwarnings("ignore", module=r"PIL\.")
warnings.filterwarnings("ignore", category=Image.DecompressionBombWarning)


class Cause(Enum):
    """Why a file is no readable photo."""

    unreachable = "unreachable"
    empty = "empty"
    too_large = "too large"
    damaged = "damaged"
    not_a_photo = "not a photo"


class ImageError(ValueError):
    """A file that is no readable photo; the message says why and what to do."""

    def __init__(self, message: str, cause: Cause = Cause.unreachable) -> None:
        super().__init__(message)
        self.cause = cause


@dataclass(frozen=True, eq=False)
class Photo:
    """An upright picture.

    pixels: uint8 array of shape (height, width, 3), RGB, read-only.
    Raises ImageError for anything else.
    """

    pixels: np.ndarray

    def __post_init__(self) -> None:
        pixels = self.pixels
        if (
            not isinstance(pixels, np.ndarray)
            or pixels.dtype != np.uint8
            or pixels.ndim != 3
            or pixels.shape[2] != 3
            or pixels.size == 0
        ):
            raise ImageError("A photo is an array of 8-bit RGB pixels: height x width x 3.")
        pixels = np.ascontiguousarray(pixels).view()
        pixels.flags.writeable = False
        object.__setattr__(self, "pixels", pixels)

    @property
    def width(self) -> int:
        return self.pixels.shape[1]

    @property
    def height(self) -> int:
        return self.pixels.shape[0]

    @property
    def size(self) -> tuple[int, int]:
        """Width and height in pixels."""
        return self.width, self.height


def load_photo(source: bytes | str | os.PathLike) -> Photo:
    """The upright photo in a file's bytes or at a path.

    EXIF orientation is applied; 16-bit, floating, grey, CMYK and palette pictures become 8-bit RGB;
    transparent places become white; more than `WORKING_PIXELS` are reduced by a whole number.
    Raises ImageError for what is missing, empty, too big, truncated, damaged or no photo.
    """
    if isinstance(source, bytes | bytearray | memoryview):
        return _load(io.BytesIO(source), "This file")
    path = Path(source)
    try:
        # A pipe would be waited for without end.
        if path.exists() and not path.is_file() and not path.is_dir():
            raise ImageError(f"{path} is no file; save the photo as one and name that.")
        with path.open("rb") as file:
            return _load(file, path.name)
    except ImageError:
        raise
    except FileNotFoundError as error:
        raise ImageError(f"There is no file {path}.") from error
    except IsADirectoryError as error:
        raise ImageError(f"{path} is a folder; name a photo in it.") from error
    except PermissionError as error:
        raise ImageError(f"{path} may not be read; change its permissions or copy it.") from error
    except (OSError, ValueError) as error:
        # ValueError is for names that no file can have.
        why = getattr(error, "strerror", None) or str(error)
        raise ImageError(f"{str(path)!r} cannot be read ({why}); name a photo.") from error


def _load(file: BinaryIO, name: str) -> Photo:
    size = file.seek(0, io.SEEK_END)
    file.seek(0)
    if size == 0:
        raise ImageError(f"{name} is empty (0 bytes); send the photo again.", Cause.empty)
    if size > MAX_BYTES:
        raise ImageError(
            f"{name} has {size / 1e6:.0f} MB, more than any photo needs.", Cause.too_large
        )
    with _in_plain_words(file, name):
        image = Image.open(file, formats=FORMATS)
    if image.width * image.height > MAX_PIXELS:
        raise ImageError(_too_many_pixels(name), Cause.too_large)
    if image.mode == "LAB":
        raise ImageError(
            f"{name} is stored in Lab colours; save it as JPEG or PNG.", Cause.not_a_photo
        )
    factor = _reduction(image)
    if factor > 1 and image.format == "WEBP":
        orientation = _orientation(image)
        with _in_plain_words(file, name):
            pixels = _reduced_webp(file, factor)
    else:
        with _in_plain_words(file, name):
            if image.format in ("JPEG", "MPO"):
                _check_whole(file, image.mode)
                if factor > 1:
                    image.draft(None, (image.width // factor, image.height // factor))
            image.load()
        # Asked after loading: decoders that turn the picture themselves take the mark away.
        orientation = _orientation(image)
        pixels = _eight_bit_rgb(image, _reduction(image))
    return Photo(_turned(pixels, orientation))


def _check_whole(file: BinaryIO, mode: str) -> None:
    """Raises OSError for a JPEG with a damaged stretch: Pillow shows what follows it as grey or
    shifted, and says nothing."""
    file.seek(0)
    try:
        # An eighth of the size, in which all data is read and few pixels are made.
        simplejpeg.decode_jpeg(
            file.read(), "CMYK" if mode == "CMYK" else "gray", min_height=1, min_width=1
        )
    except ValueError as error:
        stray = re.search(r"(\d+) extraneous bytes", str(error))
        if stray:
            damaged = int(stray[1]) > STRAY_BYTES
        else:
            # Whatever else this decoder does not like is left for Pillow to judge.
            damaged = str(error).startswith(("Corrupt JPEG data", "Premature end"))
        if damaged:
            raise OSError(str(error)) from error


def _reduction(image: Image.Image) -> int:
    return math.ceil(math.sqrt(image.width * image.height / WORKING_PIXELS))


def _too_many_pixels(name: str) -> str:
    return f"{name} has more than {MAX_PIXELS // 1_000_000} megapixels; send a smaller copy."


@contextmanager
def _in_plain_words(file: BinaryIO, name: str):
    try:
        yield
    except Image.DecompressionBombError as error:
        raise ImageError(_too_many_pixels(name), Cause.too_large) from error
    except UnidentifiedImageError as error:
        file.seek(0)
        kind = _what_it_is(file.read(512))
        cause = Cause.damaged if kind == DAMAGED else Cause.not_a_photo
        raise ImageError(f"{name} {kind}", cause) from error
    except MemoryError as error:
        raise ImageError(
            f"{name} needs more memory than there is; send a smaller copy.", Cause.too_large
        ) from error
    # The decoders of eight formats raise whatever they like for damaged data.
    except Exception as error:
        raise ImageError(f"{name} {DAMAGED}", Cause.damaged) from error


_OTHER_KINDS = (
    (b"%PDF", "is a PDF document"),
    (b"PK\x03\x04", "is an archive or an office document"),
    (b"\x1f\x8b", "is an archive"),
    (b"<?xml", "is an XML or SVG file"),
    (b"<svg", "is an SVG drawing"),
    (b"<!DOCTYPE", "is a web page"),
    (b"<html", "is a web page"),
    (b"8BPS", "is a Photoshop file"),
    (b"\x1aE\xdf\xa3", "is a film"),
)
_FILM_BRANDS = (b"isom", b"iso2", b"mp41", b"mp42", b"qt  ", b"avc1", b"M4V ", b"3gp")
_SIGNATURES = (
    b"\xff\xd8\xff",
    b"\x89PNG",
    b"GIF8",
    b"BM",
    b"II*\x00",
    b"MM\x00*",
)


def _what_it_is(start: bytes) -> str:
    """The rest of a sentence about a file that no decoder takes, from its first bytes."""
    for signature, kind in _OTHER_KINDS:
        if start.lstrip()[: len(signature)].lower() == signature.lower():
            return f"{kind}, not a photo; send a {READABLE} file."
    if start[4:8] == b"ftyp":
        if start[8:12].startswith(_FILM_BRANDS):
            return "is a film, not a photo; send one of its pictures."
        return DAMAGED
    if start.startswith(_SIGNATURES) or (start[:4] == b"RIFF" and start[8:12] == b"WEBP"):
        return DAMAGED
    return f"is no photo that can be read; send a {READABLE} file."


def _orientation(image: Image.Image) -> int:
    try:
        return image.getexif().get(ExifTags.Base.Orientation, 1)
    except (ValueError, TypeError, KeyError, SyntaxError, OSError, struct.error):
        # Damaged metadata around a sound picture: show it as it is stored.
        return 1


def _turned(pixels: np.ndarray, orientation: int) -> np.ndarray:
    """The eight EXIF orientations: what to do to the stored pixels to see them upright."""
    if orientation in (2, 5, 7, 4):
        pixels = pixels[:, ::-1]
    quarter_turns = {3: 2, 4: 2, 5: 1, 6: 3, 7: 3, 8: 1}.get(orientation, 0)
    return np.rot90(pixels, quarter_turns)


def shrunk(pixels: np.ndarray, side: int) -> np.ndarray:
    """A picture, colour or grey, its longer side no more than `side` pixels."""
    height, width = pixels.shape[:2]
    factor = side / max(height, width)
    if factor >= 1:
        return pixels
    size = (max(1, round(width * factor)), max(1, round(height * factor)))
    return cv2.resize(pixels, size, interpolation=cv2.INTER_AREA)


def _reduced_webp(file: BinaryIO, factor: int) -> np.ndarray:
    """Pillow's decoder would hold four copies of the whole picture at once."""
    file.seek(0)
    pixels = cv2.imdecode(np.frombuffer(file.read(), np.uint8), cv2.IMREAD_UNCHANGED)
    if pixels is None:
        raise OSError("undecodable WebP")
    size = (pixels.shape[1] // factor, pixels.shape[0] // factor)
    pixels = cv2.resize(pixels, size, interpolation=cv2.INTER_AREA)
    if pixels.shape[2] == 4:
        return _on_white(Image.fromarray(cv2.cvtColor(pixels, cv2.COLOR_BGRA2RGBA)))
    return cv2.cvtColor(pixels, cv2.COLOR_BGR2RGB)


def _eight_bit_rgb(image: Image.Image, factor: int) -> np.ndarray:
    if image.mode.startswith("I;16"):
        image = Image.fromarray((np.asarray(image) >> 8).astype(np.uint8))
    elif image.mode in ("P", "PA", "1"):
        transparent = image.mode == "PA" or "transparency" in image.info
        image = image.convert("RGBA" if transparent else "RGB")
    elif image.mode in ("L", "RGB") and "transparency" in image.info:
        image = image.convert("RGBA")
    if factor > 1:
        image = image.reduce(factor)
    if image.mode in ("I", "F"):
        image = _from_deep(image)
    if image.mode in ("LA", "La", "RGBA", "RGBa"):
        # Premultiplied modes convert only to their plain twins.
        plain = image.convert({"La": "LA", "RGBa": "RGBA"}.get(image.mode, image.mode))
        return _on_white(plain.convert("RGBA"))
    return np.asarray(image.convert("RGB"))


def _from_deep(image: Image.Image) -> Image.Image:
    """32-bit grey: whole numbers fill 16 bits unless none exceeds 8; fractions go up to 1."""
    values = np.nan_to_num(np.asarray(image, dtype=np.float32))
    peak = float(values.max())
    white = 1.0 if image.mode == "F" and peak <= 1.0 else 255.0 if peak <= 255.0 else 65535.0
    return Image.fromarray((np.clip(values / white, 0.0, 1.0) * 255.0).astype(np.uint8))


def _on_white(image: Image.Image) -> np.ndarray:
    white = Image.new("RGBA", image.size, "white")
    white.alpha_composite(image)
    return np.asarray(white.convert("RGB"))
