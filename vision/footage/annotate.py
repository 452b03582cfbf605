"""The film with its finished hands drawn in: each tile framed and named as long as it is in view.

A strip below the picture, where it hides nothing, holds the hand, its points and its fans; where
several are in view, a line for each. Everything is drawn into the planes of the pictures
themselves; those without a hand pass untouched.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

import cv2
import numpy as np
from av.video.frame import VideoFrame
from PIL import Image, ImageDraw

from scoring import BACK, MeldKind, Tile
from vision.draw import DOUBTFUL, INK, SURE, Colour
from vision.footage.frames import Frame, planes_of
from vision.footage.lettering import font, listed, shortened, wrapped
from vision.footage.review import CORRECTED, DELETED, Listed
from vision.footage.texts import text
from vision.footage.values import Event
from vision.hand import DoubtKind, ReadHand
from vision.hand.drawing import COLOURS, UNUSED
from vision.tile_art import ASPECT, raster

# Lengths in parts of the picture's shorter side.
TILE, LETTERS, SMALL_LETTERS, MARGIN = 0.075, 0.042, 0.032, 0.014
LINES = 4  # of small letters, below the points
GAP = 0.35  # between groups of tiles, in tile widths
PANEL, PALE, AMBER = (18, 26, 22), (196, 204, 198), (255, 176, 60)
_BITS = 4

Planes = tuple[np.ndarray, np.ndarray, np.ndarray]


@dataclass(frozen=True, eq=False)
class Caption:
    """What is drawn for one event. names and colours: of its places, in order; an empty name is
    not written. banner, line: its worth at length and in short, in planes, for the strip."""

    event: Event
    names: tuple[str, ...]
    colours: tuple[Colour, ...]
    banner: Planes
    line: Planes


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
    """Times and pictures with the strip below, as `write_part` takes them. size: of the pictures
    without it, even."""
    height = strip_height(size)
    for frame in frames:
        picture = _with_strip(frame.yuv(*size), height)
        scale = np.array(size) / frame.size
        at = [(c, c.event.corners_at(frame.time)) for c in shown]
        visible = [(caption, corners) for caption, corners in at if corners is not None]
        if visible:
            planes = planes_of(picture)
            edges = (size[1], size[1] // 2, size[1] // 2)
            above = [plane[:edge] for plane, edge in zip(planes, edges, strict=True)]
            below = [plane[edge:] for plane, edge in zip(planes, edges, strict=True)]
            for caption, corners in visible:
                _draw_tiles(above, caption, np.array(corners) * scale)
            _fill_strip(below, [caption for caption, _ in visible])
        yield frame.time, picture


def _caption(hand: Listed, size: tuple[int, int]) -> Caption:
    event, read = hand.event, hand.detected
    if hand.state == CORRECTED:
        # Nobody said which box the right tiles belong to.
        names, colours = [""] * len(event.places), [SURE] * len(event.places)
    else:
        names = [tile.code for tile in read.tiles]
        colours = _colours(hand.read)
    banner, line = _in_planes(_banner(hand, size)), _in_planes(_line(hand, size))
    return Caption(event, tuple(names), tuple(colours), banner, line)


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


# -- the strip below ---------------------------------------------------------------------------


def strip_height(size: tuple[int, int]) -> int:
    """How high, in pixels, the strip below pictures of a size is."""
    m = _measures(size)
    text = _line_height(m.large) + LINES * _line_height(m.small)
    height = 2 * m.margin + (text if _is_wide(size) else m.tile + m.margin + text)
    return _even(0, height)[1]


class _Measures(NamedTuple):
    margin: int
    tile: int
    large: int
    small: int


def _measures(size: tuple[int, int]) -> _Measures:
    parts = ((MARGIN, 3), (TILE, 16), (LETTERS, 12), (SMALL_LETTERS, 10))
    return _Measures(*(max(least, round(min(size) * part)) for part, least in parts))


def _is_wide(size: tuple[int, int]) -> bool:
    """Whether there is room for the words beside the tiles."""
    return size[0] > 1.2 * size[1]


def _line_height(letters: int) -> int:
    return round(1.4 * letters)


def _with_strip(picture: VideoFrame, height: int) -> VideoFrame:
    """The picture above an empty strip."""
    larger = VideoFrame(picture.width, picture.height + height, "yuv420p")
    planes = zip(planes_of(larger), planes_of(picture), _yuv(PANEL), strict=True)
    for target, source, level in planes:
        target[: len(source)] = source
        target[len(source) :] = level
    return larger


def _fill_strip(strip: Sequence[np.ndarray], shown: Sequence[Caption]) -> None:
    """One hand at length, or several in a line each, in two columns."""
    if len(shown) == 1:
        _paste(strip, shown[0].banner, 0, 0)
        return
    high, wide = strip[0].shape
    tall = shown[0].line[0].shape[0]
    rows = max(1, high // tall)
    room = 2 * rows
    lines = [caption.line for caption in shown]
    if len(lines) > room:
        left = len(lines) - room + 1
        lines[room - 1 :] = [_label(f"+ {left}", PANEL, round(tall / 1.4))]
    for place, line in enumerate(lines):
        column, row = divmod(place, rows)
        _paste(strip, line, column * wide // 2, row * tall)


def _line(hand: Listed, size: tuple[int, int]) -> Image.Image:
    """Number, points and fans in one line, half as wide as the picture."""
    letters = _measures(size).small
    words = _words(hand)
    picture = Image.new("RGB", _even(size[0] // 2 // 2 * 2, _line_height(letters)), PANEL)
    room = picture.width - letters
    (line,) = _title_and_more(words, letters, room)
    middle = (letters / 2, picture.height / 2)
    ImageDraw.Draw(picture).text(middle, line, INK, font(letters), anchor="lm")
    return picture


def _title_and_more(words: _Words, letters: int, room: float) -> list[str]:
    lead = f"{words.title}   "
    left = room - font(letters).getlength(lead)
    if not words.fans:
        return [shortened(lead + " ".join(words.open), letters, room)]
    line = listed(words.fans, words.between, words.more, letters, left, 1)
    return [shortened(lead + "".join(line), letters, room)]


def _banner(hand: Listed, size: tuple[int, int]) -> Image.Image:
    """The whole strip: the tiles, and beside or below them points, fans, and what is open."""
    m, words = _measures(size), _words(hand)
    picture = Image.new("RGB", (size[0], strip_height(size)), PANEL)
    room = size[0] - 2 * m.margin
    if _is_wide(size):
        tiles = _tiles(hand.read, m.tile, round(0.52 * room))
        picture.paste(tiles, (m.margin, (picture.height - tiles.height) // 2))
        x, y = tiles.width + 3 * m.margin, m.margin
    else:
        picture.paste(_tiles(hand.read, m.tile, room), (m.margin, m.margin))
        x, y = m.margin, m.tile + 2 * m.margin
    room = size[0] - m.margin - x
    open_lines = LINES - 2 if words.fans else LINES
    below = wrapped(words.open, m.small, room, open_lines)
    fans = listed(words.fans, words.between, words.more, m.small, room, LINES - len(below))
    pen = ImageDraw.Draw(picture)
    pen.text((x, y), shortened(words.title, m.large, room), INK, font(m.large))
    y += _line_height(m.large)
    for line, colour in [
        *((line, INK) for line in fans),
        *((line, words.colour) for line in below),
    ]:
        pen.text((x, y), line, colour, font(m.small))
        y += _line_height(m.small)
    return picture


class _Words(NamedTuple):
    """title: number and points. open: what is unknown or in doubt, and its colour. between: what
    stands between fans; more: says how many of them are left out."""

    title: str
    fans: list[str]
    open: str
    colour: Colour
    between: str
    more: Callable[[int], str]


def _words(hand: Listed) -> _Words:
    language, worth = hand.terms.language, hand.outlook
    number = hand.event.id.removeprefix("e")
    between = text("and", language)

    def more(count: int) -> str:
        return text("more", language, count=count)

    if worth is None:
        if hand.refusal:
            reasons = [problem.message(language) for problem in hand.refusal.problems]
            title = text("no_score", language)
        else:
            reasons = [doubt.message(language) for doubt in hand.doubts]
            title = text("in_doubt", language)
        return _Words(f"{number}   {title}", [], " ".join(reasons), AMBER, between, more)
    least, most = worth.least.total, worth.most.total
    if least == most:
        points = text("points", language, points=least)
    else:
        points = text("range", language, least=least, most=most)
    fans = [f"{row.fan.name(language)} {row.total}" for row in worth.least.fans]
    open_ones = between.join(text(name, language) for name in worth.unknown)
    what = text("unknown", language, what=open_ones) if open_ones else ""
    return _Words(f"{number}   {points}", fans, what, PALE, between, more)


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
