"""One picture of a film, converted only as far as somebody asks."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

import cv2
import numpy as np
from av.video.frame import VideoFrame
from av.video.reformatter import ColorRange, Colorspace, Interpolation, VideoReformatter

from vision.images import Photo

# FFmpeg's code for a film that does not say how its colours are to be read.
UNSPECIFIED = 2
# From this height on, such films are in the colours of HD television.
HD_HEIGHT = 720


@dataclass(frozen=True)
class Turn:
    """How stored pixels become upright ones: transposed, then mirrored left-right, then top-bottom.

    One of the eight that a film's display matrix can ask for.
    """

    transposed: bool = False
    mirrored: bool = False
    flipped: bool = False

    @classmethod
    def of_matrix(cls, matrix: np.ndarray) -> Turn:
        """From a display matrix, nine 32-bit numbers, rounded to whole quarter turns."""
        a, b, _, c, d = (int(value) for value in matrix[:5])
        if abs(a) + abs(d) >= abs(b) + abs(c):
            return cls(False, a < 0, d < 0)
        return cls(True, c < 0, b < 0)

    def upright(self, pixels: np.ndarray) -> np.ndarray:
        """The picture as it is to be seen; a view of the stored one, (h, w) or (h, w, channels)."""
        if self.transposed:
            pixels = pixels.swapaxes(0, 1)
        if self.mirrored:
            pixels = pixels[:, ::-1]
        return pixels[::-1] if self.flipped else pixels

    def swap(self, size: tuple[int, int]) -> tuple[int, int]:
        """Width and height before or after the turn."""
        return size[::-1] if self.transposed else size


@dataclass(frozen=True, eq=False)
class Frame:
    """One picture of a film.

    time: seconds from the film's first picture, exact by its time stamps. size: width and height
    of the upright picture in pixels.
    """

    time: float
    size: tuple[int, int]
    _grey: Callable[[int], np.ndarray] = field(repr=False)
    _pixels: Callable[[], np.ndarray] = field(repr=False)
    _yuv: Callable[[int, int], VideoFrame] = field(repr=False)

    @classmethod
    def of(cls, time: float, pixels: np.ndarray) -> Frame:
        """From upright RGB pixels, uint8 (height, width, 3)."""
        height, width = pixels.shape[:2]

        def grey(wanted: int) -> np.ndarray:
            size = (wanted, small_height((width, height), wanted))
            return cv2.resize(
                cv2.cvtColor(pixels, cv2.COLOR_RGB2GRAY), size, interpolation=cv2.INTER_AREA
            )

        def yuv(wanted: int, high: int) -> VideoFrame:
            small = cv2.resize(pixels, (wanted, high), interpolation=cv2.INTER_AREA)
            planes = cv2.cvtColor(small, cv2.COLOR_RGB2YUV_I420)
            return VideoFrame.from_ndarray(planes, format="yuv420p")

        return cls(time, (width, height), grey, lambda: pixels, yuv)

    def grey(self, width: int) -> np.ndarray:
        """A small grey picture, uint8 (height, width), in the film's proportions; cheap."""
        return self._grey(width)

    def photo(self) -> Photo:
        """The whole upright picture."""
        return Photo(self._pixels())

    def yuv(self, width: int, height: int) -> VideoFrame:
        """The upright picture in another even size, in planes YUV 4:2:0 (`planes_of`), which may
        be drawn upon."""
        return self._yuv(width, height)


def planes_of(picture: VideoFrame) -> list[np.ndarray]:
    """The pixels of a planar picture themselves: writable uint8 arrays, one for each plane."""
    return [
        np.frombuffer(plane, np.uint8).reshape(-1, plane.line_size)[: plane.height, : plane.width]
        for plane in picture.planes
    ]


def small_height(size: tuple[int, int], width: int) -> int:
    """The height that belongs to a width in the proportions of `size`."""
    return max(1, round(size[1] * width / size[0]))


class Converter:
    """Makes frames out of decoded pictures; keeps what the conversions have in common.

    turn: of the stored pictures. size: of the upright ones. Use one per thread.
    """

    def __init__(self, turn: Turn, size: tuple[int, int]) -> None:
        self.turn, self.size = turn, size
        self._to_grey, self._to_rgb, self._to_yuv = (VideoReformatter() for _ in range(3))

    def frame(self, time: float, decoded: VideoFrame) -> Frame:
        """A frame that holds on to the decoded picture until it is dropped itself."""
        return Frame(
            time,
            self.size,
            lambda width: self._grey(decoded, width),
            lambda: self._rgb(decoded),
            lambda width, height: self._planes(decoded, width, height),
        )

    def _grey(self, decoded: VideoFrame, width: int) -> np.ndarray:
        wide, high = self.turn.swap((width, small_height(self.size, width)))
        small = self._to_grey.reformat(
            decoded, wide, high, "gray8", interpolation=Interpolation.AREA, threads=1
        )
        return np.ascontiguousarray(self.turn.upright(small.to_ndarray()))

    def _rgb(self, decoded: VideoFrame) -> np.ndarray:
        wide, high = self.turn.swap(self.size)
        source = None
        if decoded.colorspace == UNSPECIFIED and min(wide, high) >= HD_HEIGHT:
            source = Colorspace.ITU709
        whole = self._to_rgb.reformat(
            decoded,
            wide,
            high,
            "rgb24",
            src_colorspace=source,
            interpolation=Interpolation.BILINEAR | Interpolation.ACCURATE_RND,
            threads=1,
        )
        return self.turn.upright(whole.to_ndarray())

    def _planes(self, decoded: VideoFrame, width: int, height: int) -> VideoFrame:
        wide, high = self.turn.swap((width, height))
        small = self._to_yuv.reformat(
            decoded,
            wide,
            high,
            "yuv420p",
            interpolation=Interpolation.FAST_BILINEAR,
            dst_color_range=ColorRange.MPEG,
            threads=1,
        )
        if self.turn == Turn():
            # A picture that needs no conversion is the decoder's own, which others refer to.
            small.make_writable()
            return small
        turned = VideoFrame(width, height, "yuv420p")
        for plane, source in zip(planes_of(turned), planes_of(small), strict=True):
            plane[:] = self.turn.upright(source)
        return turned
