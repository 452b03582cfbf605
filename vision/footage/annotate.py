"""The film with its finished hands drawn in: each tile framed and named as long as it is in view,
and a banner with the hand, its points and its fans; where several are in view, a line at each.

Everything is drawn into the planes of the pictures themselves; those without a hand pass untouched.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache

import cv2
import numpy as np
from av.video.frame import VideoFrame
from PIL import Image, ImageDraw

from scoring import BACK, MeldKind, Tile
from vision.draw import DOUBTFUL, INK, SURE, Colour
from vision.footage.frames import Frame, planes_of
from vision.footage.lettering import font, shortened
from vision.footage.review import CORRECTED, DELETED, Listed
from vision.footage.texts import text
from vision.footage.values import Event
from vision.hand import DoubtKind, ReadHand
from vision.hand.drawing import COLOURS, UNUSED
from vision.tile_art import ASPECT, raster

# Lengths in parts of the picture's shorter side.
TILE, LETTERS, SMALL_LETTERS, MARGIN = 0.075, 0.042, 0.032, 0.014
GAP = 0.35  # between groups of tiles, in tile widths
PANEL, PALE, AMBER = (18, 26, 22), (196, 204, 198), (255, 176, 60)
_BITS = 4

Planes = tuple[np.ndarray, np.ndarray, np.ndarray]


@dataclass(frozen=True, eq=False)
class Caption:
    """What is drawn for one event. names and colours: of its places, in order; an empty name is
    not written. banner, line: its worth at length and in short, in planes. at_top: where the hand
    leaves room for the banner."""

    event: Event
    names: tuple[str, ...]
    colours: tuple[Colour, ...]
    banner: Planes
    line: Planes
    at_top: bool


def captions(hands: Iterable[Listed], size: tuple[int, int]) -> list[Caption]:
    """For pictures of a size, what is drawn of each event that was not deleted."""
    return [_caption(hand, size) for hand in hands if hand.state != DELETED]


def drawn_values(hand: Listed) -> list:
    """Plain values that differ wherever what is drawn of an event does."""
    row = hand.row("", hand.event.id)
    return [row, hand.event.to_dict(), hand.terms.language]


def annotated(
    frames: Iterable[Frame], shown: Sequence[Caption], size: tuple[int, int]
) -> Iterator[tuple[float, VideoFrame]]:
    """Times and pictures of an even size, as `write_part` takes them."""
    for frame in frames:
        picture = frame.yuv(*size)
        scale = np.array(size) / frame.size
        at = [(c, c.event.corners_at(frame.time)) for c in shown]
        visible = [(caption, corners) for caption, corners in at if corners is not None]
        if visible:
            planes = planes_of(picture)
            placed = [(caption, np.array(corners) * scale) for caption, corners in visible]
            for caption, corners in placed:
                _draw_tiles(planes, caption, corners)
            if len(placed) == 1:
                _draw_banner(planes, placed[0][0])
            else:
                for caption, corners in placed:
                    _draw_line(planes, caption.line, corners)
        yield frame.time, picture


def _caption(hand: Listed, size: tuple[int, int]) -> Caption:
    event, read = hand.event, hand.detected
    if hand.state == CORRECTED:
        # Nobody said which box the right tiles belong to.
        names, colours = [""] * len(event.places), [SURE] * len(event.places)
    else:
        names = [tile.code for tile in read.tiles]
        colours = _colours(hand.read)
    centre = (event.box[1] + event.box[3]) / 2 / event.size[1]
    banner, line = _in_planes(_banner(hand, size)), _in_planes(_line(hand, size))
    return Caption(event, tuple(names), tuple(colours), banner, line, centre > 0.5)


def _colours(read: ReadHand) -> list[Colour]:
    roles = {box: group.role for group in read.groups for box in group.boxes}
    asked = {
        box
        for doubt in read.doubts
        if doubt.kind is not DoubtKind.winning_tile
        for box in doubt.boxes
    }
    return [
        DOUBTFUL if box in asked else COLOURS[roles[box]] if box in roles else UNUSED
        for box in range(len(read.tiles))
    ]


# -- tiles --------------------------------------------------------------------------------------


def _draw_tiles(planes: Sequence[np.ndarray], caption: Caption, corners: np.ndarray) -> None:
    """corners: (tiles, 4, 2) in pixels of the picture."""
    for quad, name, colour in zip(corners, caption.names, caption.colours, strict=True):
        width = min(np.linalg.norm(quad[1] - quad[0]), np.linalg.norm(quad[2] - quad[1]))
        line = max(2, round(width / 16))
        for plane, level, part in zip(planes, _yuv(colour), (1, 2, 2), strict=True):
            points = np.rint(quad / part * (1 << _BITS)).astype(np.int32)
            thick = max(1, line // part)
            cv2.polylines(plane, [points], True, level, thick, cv2.LINE_AA, _BITS)
        if name:
            label = _label(name, colour, int(np.clip(round(width * 0.45), 11, 30)))
            left, top = quad.min(axis=0)
            _paste(planes, label, round(left), round(top) - label[0].shape[0])
    number = _label(caption.event.id.removeprefix("e"), PANEL, _number_size(corners))
    left, top = corners.reshape(-1, 2).min(axis=0)
    _paste(planes, number, round(left) - number[0].shape[1] - 2, round(top))


def _number_size(corners: np.ndarray) -> int:
    sides = np.linalg.norm(corners[:, 1] - corners[:, 0], axis=1)
    return int(np.clip(round(float(np.median(sides)) * 0.6), 13, 34))


@lru_cache(maxsize=512)
def _label(words: str, colour: Colour, size: int) -> Planes:
    letters = font(size)
    width = round(letters.getlength(words)) + size // 2
    picture = Image.new("RGB", _even(width, round(size * 1.25)), colour)
    middle = (picture.width / 2, picture.height / 2)
    ImageDraw.Draw(picture).text(middle, words, INK, letters, anchor="mm")
    return _in_planes(picture)


# -- banners ------------------------------------------------------------------------------------


def _draw_banner(planes: Sequence[np.ndarray], caption: Caption) -> None:
    bottom = planes[0].shape[0] - caption.banner[0].shape[0]
    _paste(planes, caption.banner, 0, 0 if caption.at_top else bottom)


def _draw_line(planes: Sequence[np.ndarray], line: Planes, corners: np.ndarray) -> None:
    """Below the hand, or above its names where the picture ends."""
    left, top = corners.reshape(-1, 2).min(axis=0)
    bottom = corners.reshape(-1, 2).max(axis=0)[1]
    height = line[0].shape[0]
    if bottom + 4 + height > planes[0].shape[0]:
        bottom = top - 4 - height - 1.3 * _number_size(corners)
    _paste(planes, line, round(left), round(bottom) + 4)


def _line(hand: Listed, size: tuple[int, int]) -> Image.Image:
    """Number, points and fans in one line, at most half as wide as the picture."""
    large = max(11, round(min(size) * SMALL_LETTERS))
    words, _, _ = _words(hand)
    words = shortened(words, large, size[0] / 2)
    width = font(large).getlength(words) + large
    picture = Image.new("RGB", _even(min(width, size[0]), 1.4 * large), PANEL)
    middle = (large / 2, picture.height / 2)
    ImageDraw.Draw(picture).text(middle, words, INK, font(large), anchor="lm")
    return picture


def _banner(hand: Listed, size: tuple[int, int]) -> Image.Image:
    """The whole width of the picture: the tiles, then points and fans, then what is open."""
    short = min(size)
    margin, large, small = (
        max(least, round(short * part))
        for part, least in ((MARGIN, 3), (LETTERS, 12), (SMALL_LETTERS, 10))
    )
    room = size[0] - 2 * margin
    tiles = _tiles(hand.read, max(16, round(short * TILE)), room)
    first, second, colour = _words(hand)
    height = 3 * margin + tiles.height + round(large * 1.3)
    height += round(small * 1.4) if second else 0
    picture = Image.new("RGB", _even(size[0], height), PANEL)
    picture.paste(tiles, (margin, margin))
    pen = ImageDraw.Draw(picture)
    y = 2 * margin + tiles.height
    pen.text((margin, y), shortened(first, large, room), INK, font(large))
    if second:
        y += round(large * 1.3)
        pen.text((margin, y), shortened(second, small, room), colour, font(small))
    return picture


def _words(hand: Listed) -> tuple[str, str, Colour]:
    """Number, points and fans; then what is unknown or in doubt, and in which colour."""
    language, worth = hand.terms.language, hand.outlook
    number = hand.event.id.removeprefix("e")
    if worth is None:
        if hand.refusal:
            reasons = [problem.message(language) for problem in hand.refusal.problems]
            title = text("no_score", language)
        else:
            reasons = [doubt.message(language) for doubt in hand.doubts]
            title = text("in_doubt", language)
        return f"{number}   {title}", " ".join(reasons), AMBER
    least, most = worth.least.total, worth.most.total
    if least == most:
        points = text("points", language, points=least)
    else:
        points = text("range", language, least=least, most=most)
    fans = [f"{row.fan.name(language)} {row.total}" for row in worth.least.fans]
    open_ones = [text(name, language) for name in worth.unknown]
    what = text("unknown", language, what=text("and", language).join(open_ones))
    first = f"{number}   {points}   {text('and', language).join(fans)}"
    return first, what if open_ones else "", PALE


def _tiles(read: ReadHand, height: int, room: int) -> Image.Image:
    groups = [group for group in _groups(read) if group]
    count = sum(map(len, groups))
    if not count:
        return Image.new("RGB", (1, 1), PANEL)
    height = min(height, int(room / ASPECT / (count + GAP * (len(groups) - 1))))
    pictures = [[raster(tile, max(8, height)) for tile in group] for group in groups]
    high, wide = pictures[0][0].shape[:2]
    gap = round(wide * GAP)
    strip = Image.new("RGB", (count * wide + gap * (len(groups) - 1), high), PANEL)
    x = 0
    for group in pictures:
        for pixels in group:
            picture = Image.fromarray(pixels)
            strip.paste(picture, (x, 0), picture)
            x += wide
        x += gap
    return strip


def _groups(read: ReadHand) -> Iterator[list[Tile]]:
    """Declared sets, standing tiles, the winning one if it is known, flowers."""
    for meld in read.melds:
        hidden = meld.kind is MeldKind.concealed_kong
        yield [BACK, *meld.tiles[1:3], BACK] if hidden else list(meld.tiles)
    standing = list(read.concealed)
    winner = None if read.winning_tile_guessed else read.winning_tile
    if winner in standing:
        standing.remove(winner)
    yield standing
    yield [winner] if winner else []
    yield list(read.flowers)


# -- planes -------------------------------------------------------------------------------------


def _even(width: float, height: float) -> tuple[int, int]:
    return max(2, -(-round(width) // 2) * 2), max(2, -(-round(height) // 2) * 2)


def _in_planes(picture: Image.Image) -> Planes:
    """A picture of even size in planes YUV 4:2:0."""
    width, height = picture.size
    flat = cv2.cvtColor(np.asarray(picture), cv2.COLOR_RGB2YUV_I420).reshape(-1)
    area = width * height
    return (
        flat[:area].reshape(height, width),
        flat[area : area * 5 // 4].reshape(height // 2, width // 2),
        flat[area * 5 // 4 :].reshape(height // 2, width // 2),
    )


@lru_cache(maxsize=64)
def _yuv(colour: Colour) -> tuple[int, int, int]:
    return tuple(int(plane[0, 0]) for plane in _in_planes(Image.new("RGB", (2, 2), colour)))


def _paste(planes: Sequence[np.ndarray], patch: Planes, x: int, y: int) -> None:
    """Lay a patch over the picture, kept inside it, at even pixels."""
    high, wide = planes[0].shape
    tall, broad = patch[0].shape
    x = max(0, min(x, wide - broad)) // 2 * 2
    y = max(0, min(y, high - tall)) // 2 * 2
    for plane, source, part in zip(planes, patch, (1, 2, 2), strict=True):
        target = plane[y // part :, x // part :]
        rows, columns = min(len(target), len(source)), min(target.shape[1], source.shape[1])
        target[:rows, :columns] = source[:rows, :columns]
