"""The strip below a film's pictures: one hand with its fans, or a line for each of several."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from av.video.frame import VideoFrame
from PIL import Image, ImageDraw

from scoring import BACK, MeldKind, Tile
from vision.draw import INK, Colour
from vision.footage.frames import planes_of
from vision.footage.lettering import font, listed, shortened, wrapped
from vision.footage.planes import Planes, even, in_planes, label, levels, paste
from vision.footage.review import Listed
from vision.footage.texts import text
from vision.hand import ReadHand
from vision.tile_art import ASPECT, raster

# Lengths in parts of the picture's shorter side.
TILE, LETTERS, SMALL_LETTERS, MARGIN = 0.075, 0.042, 0.032, 0.014
LINES = 4  # of small letters, below the points
GAP = 0.35  # between groups of tiles, in tile widths
PANEL, PALE, AMBER = (18, 26, 22), (196, 204, 198), (255, 176, 60)


@dataclass(frozen=True, eq=False)
class Worth:
    """What a hand is worth, drawn for pictures of a size: at length, to fill the strip, and in one
    line."""

    banner: Planes
    line: Planes


def worth_of(hand: Listed, size: tuple[int, int]) -> Worth:
    """Drawn for pictures of a size, without the strip."""
    return Worth(in_planes(_banner(hand, size)), in_planes(_line(hand, size)))


def strip_height(size: tuple[int, int]) -> int:
    """How high, in pixels, the strip below pictures of a size is."""
    m = _measures(size)
    text = _line_height(m.large) + LINES * _line_height(m.small)
    height = 2 * m.margin + (text if _is_wide(size) else m.tile + m.margin + text)
    return even(0, height)[1]


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


def with_strip(picture: VideoFrame, height: int) -> VideoFrame:
    """The picture above an empty strip."""
    larger = VideoFrame(picture.width, picture.height + height, "yuv420p")
    planes = zip(planes_of(larger), planes_of(picture), levels(PANEL), strict=True)
    for target, source, level in planes:
        target[: len(source)] = source
        target[len(source) :] = level
    return larger


def fill_strip(strip: Sequence[np.ndarray], shown: Sequence[Worth]) -> None:
    """One hand at length, or several in a line each, in two columns."""
    if len(shown) == 1:
        paste(strip, shown[0].banner, 0, 0)
        return
    high, wide = strip[0].shape
    tall = shown[0].line[0].shape[0]
    rows = max(1, high // tall)
    room = 2 * rows
    lines = [worth.line for worth in shown]
    if len(lines) > room:
        left = len(lines) - room + 1
        lines[room - 1 :] = [label(f"+ {left}", PANEL, round(tall / 1.4))]
    for place, line in enumerate(lines):
        column, row = divmod(place, rows)
        paste(strip, line, column * wide // 2, row * tall)


def _line(hand: Listed, size: tuple[int, int]) -> Image.Image:
    """Number, points and fans in one line, half as wide as the picture."""
    letters = _measures(size).small
    words = _words(hand)
    picture = Image.new("RGB", even(size[0] // 2 // 2 * 2, _line_height(letters)), PANEL)
    room = picture.width - letters
    (line,) = _title_and_more(words, letters, room)
    middle = (letters / 2, picture.height / 2)
    ImageDraw.Draw(picture).text(middle, line, INK, font(letters), anchor="lm")
    return picture


def _title_and_more(words: _Words, letters: int, room: float) -> list[str]:
    lead = f"{words.title}   "
    left = room - font(letters).getlength(lead)
    if not words.fans:
        return [shortened(lead + words.open, letters, room)]
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
