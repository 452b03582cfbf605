"""From uploaded bytes to a draft: decoding, turning, cropping and reading, bounded in memory."""

from __future__ import annotations

import hashlib
import threading
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np

from vision.app.draft import Draft, draft_of_reading
from vision.detections import Detection
from vision.hand import ReadHand, ReadStatus, read_hand
from vision.images import Cause, ImageError, Photo, load_photo, shrunk
from vision.quality import Flaw, flaws
from vision.reading import Reader, read_tiles

PREVIEW_SIDE = 1400
PREVIEW_QUALITY = 82
# Decoding and reading of one photo may take several hundred megabytes.
AT_ONCE = 2
_slots = threading.BoundedSemaphore(AT_ONCE)

_EXAMPLE = Path(__file__).resolve().parents[1] / "example.jpg"
WHOLE = (0.0, 0.0, 1.0, 1.0)
_KEYS = {
    Cause.empty: "image_empty",
    Cause.too_large: "image_too_large",
    Cause.damaged: "image_damaged",
}
_HEIF_BRANDS = (b"heic", b"heix", b"hevc", b"hevx", b"mif1", b"msf1", b"heim", b"heis")


@dataclass(frozen=True)
class View:
    """How a photo is looked at: quarter turns clockwise, then a part of it (left, top, right,
    bottom, each 0..1)."""

    turns: int = 0
    part: tuple[float, float, float, float] = WHOLE


@dataclass(frozen=True, eq=False)
class PhotoRead:
    """A photo that was read.

    id: names the picture in this view. data: the file. preview: a JPEG of the view, at most
    `PREVIEW_SIDE` px. size: of the view, which the detections' corners refer to.
    """

    id: str
    data: bytes
    view: View
    preview: bytes
    size: tuple[int, int]
    detections: tuple[Detection, ...]
    read: ReadHand
    draft: Draft
    flaws: tuple[Flaw, ...]
    seconds: float

    def smaller(self, longest: int) -> bytes:
        """The view as a JPEG of at most that many pixels a side."""
        pixels = cv2.imdecode(np.frombuffer(self.preview, np.uint8), cv2.IMREAD_COLOR_RGB)
        return jpeg(pixels, longest)


class UnreadablePhoto(ValueError):
    """A file that is no readable photo. `cause` is one of the `image_*` keys of `texts`."""

    def __init__(self, cause: str, message: str) -> None:
        super().__init__(message)
        self.cause = cause


def open_view(data: bytes, view: View = View()) -> Photo:
    """The photo in a file's bytes, turned and cropped. Raises UnreadablePhoto."""
    try:
        photo = load_photo(data)
    except ImageError as error:
        raise UnreadablePhoto(cause_of(data, error), str(error)) from error
    pixels = np.rot90(photo.pixels, -view.turns)
    height, width = pixels.shape[:2]
    left, top, right, bottom = view.part
    x1, y1 = int(left * width), int(top * height)
    x2, y2 = max(x1 + 1, round(right * width)), max(y1 + 1, round(bottom * height))
    return Photo(pixels[y1:y2, x1:x2])


def cause_of(data: bytes, error: ImageError) -> str:
    """Why bytes are no photo, as a key of `texts`."""
    if error.cause is Cause.damaged and data[4:8] == b"ftyp" and data[8:12] in _HEIF_BRANDS:
        return "image_heic"
    return _KEYS.get(error.cause, "image_not_a_picture")


def read_photo(data: bytes, view: View = View(), reader: Reader | None = None) -> PhotoRead:
    """Everything that a photo's bytes show. Raises UnreadablePhoto, or ModelError."""
    with _slots:
        photo = open_view(data, view)
        reading = read_tiles(photo, reader)
        preview = jpeg(photo.pixels, PREVIEW_SIDE)
    read = read_hand(reading.detections)
    found = flaws(photo, reading.detections, spare(read))
    name = hashlib.sha256(data + repr(view).encode()).hexdigest()[:16]
    return PhotoRead(
        id=name,
        data=data,
        view=view,
        preview=preview,
        size=reading.size,
        detections=reading.detections,
        read=read,
        draft=draft_of_reading(reading.detections, read),
        flaws=found,
        seconds=sum(reading.seconds.values()),
    )


def spare(read: ReadHand) -> tuple[int, ...]:
    """The detections that a hand does without; none where a tile of it may be among them."""
    wanting = ReadStatus.INCOMPLETE | ReadStatus.NOT_A_HAND
    return () if read.hand is None or read.status & wanting else read.unused


def example() -> bytes:
    """The example photo's file."""
    return _EXAMPLE.read_bytes()


def jpeg(pixels: np.ndarray, longest: int | None = None, quality: int = PREVIEW_QUALITY) -> bytes:
    """RGB pixels as a JPEG file, reduced to at most `longest` px."""
    if longest is not None:
        pixels = shrunk(pixels, longest)
    _, encoded = cv2.imencode(
        ".jpg", cv2.cvtColor(pixels, cv2.COLOR_RGB2BGR), [cv2.IMWRITE_JPEG_QUALITY, quality]
    )
    return encoded.tobytes()
