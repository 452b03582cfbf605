"""The strip below a film's pictures: one hand with its fans, or a few words on each of several."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
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
_LEAST_TILE = 8  # high, in pixels: none is drawn lower
BESIDE = 0.32  # of a line's width, at most, for its tiles
PANEL, PALE, AMBER = (18, 26, 22), (196, 204, 198), (255, 176, 60)


@dataclass(frozen=True, eq=False)
class Worth:
    """What a hand is worth, drawn for pictures of a size: at length, to fill the strip; in two
    lines or in one; and in one of half the width."""

    banner: Planes
    two: Planes
    line: Planes
    half: Planes


def worth_of(hand: Listed, size: tuple[int, int]) -> Worth:
    """Drawn for pictures of a size, without the strip."""
    drawn = (
        _banner(hand, size),
        _lines(hand, size, size[0], 2),
        _lines(hand, size, size[0], 1),
        _lines(hand, size, size[0] // 2, 1),
    )
    return Worth(*map(in_planes, drawn))


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
    """One hand at length; several in lines; in two columns if there are more of them than lines."""
    if len(shown) == 1:
        paste(strip, shown[0].banner, 0, 0)
        return
    high, wide = strip[0].shape
    tall = shown[0].line[0].shape[0]
    rows = max(1, high // tall)
    if len(shown) <= rows:
        both = 2 * len(shown) <= rows
        for row, worth in enumerate(shown):
            paste(strip, worth.two if both else worth.line, 0, row * tall * (2 if both else 1))
        return
    room = 2 * rows
    lines = [worth.half for worth in shown]
    if len(lines) > room:
        left = len(lines) - room + 1
        lines[room - 1 :] = [label(f"+ {left}", PANEL, round(tall / 1.4))]
    for place, line in enumerate(lines):
        column, row = divmod(place, rows)
        paste(strip, line, column * wide // 2, row * tall)


def _lines(hand: Listed, size: tuple[int, int], width: int, count: int) -> Image.Image:
    """Tiles, number and points in a line so wide, with the fans behind them; or in two, what is
    open behind them and the fans below. Tiles only where there is room."""
    m, words = _measures(size), _words(hand)
    high = even(0, _line_height(m.small))[1]
    picture = Image.new("RGB", (width // 2 * 2, count * high), PANEL)
    pen, letters = ImageDraw.Draw(picture), font(m.small)
    x, edge, middle = m.small / 2, picture.width - m.small / 2, high / 2
    if width == size[0] and _is_wide(size):
        tiles = _tiles(hand.read, high - 4, round(BESIDE * width))
        picture.paste(tiles, (round(x), (high - tiles.height) // 2))
        x += tiles.width + m.small / 2
    title = shortened(words.title, m.small, edge - x)
    pen.text((x, middle), title, INK, letters, anchor="lm")
    x += letters.getlength(f"{title}   ")
    fans = listed(words.fans, words.between, words.more, m.small, edge - x, 1)
    if count == 1 and fans:
        pen.text((x, middle), "".join(fans), INK, letters, anchor="lm")
        return picture
    if words.open and (count == 1 or words.fans):
        pen.text((x, middle), shortened(words.open, m.small, edge - x), words.colour, letters, "lm")
    if count == 2:
        x = m.small / 2
        below = listed(words.fans, words.between, words.more, m.small, edge - x, 1)
        below = below or wrapped(words.open, m.small, edge - x, 1)
        colour = INK if words.fans else words.colour
        pen.text((x, high + middle), "".join(below), colour, letters, anchor="lm")
    return picture


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
        if reasons := hand.why_refused:
            title = text("no_score", language)
        else:
            reasons = " ".join(doubt.message(language) for doubt in hand.doubts)
            title = text("in_doubt", language)
        return _Words(f"{number}   {title}", [], reasons, AMBER, between, more)
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
    while height > _LEAST_TILE and _row_width(height, count, len(groups)) > room:
        height -= 1
    height = max(_LEAST_TILE, height)
    wide, gap = _widths(height)
    strip = Image.new("RGB", (_row_width(height, count, len(groups)), height), PANEL)
    x = 0
    for group in groups:
        for tile in group:
            picture = Image.fromarray(_face(tile, height))
            strip.paste(picture, (x, 0), picture)
            x += wide
        x += gap
    if strip.width > room:
        strip = strip.resize((room, max(1, height * room // strip.width)))
    return strip


def _row_width(height: int, tiles: int, groups: int) -> int:
    wide, gap = _widths(height)
    return tiles * wide + (groups - 1) * gap


def _widths(height: int) -> tuple[int, int]:
    """Of a tile so high, and of the gap between groups."""
    wide = round(height * ASPECT)
    return wide, round(wide * GAP)


@lru_cache(maxsize=256)
def _face(tile: Tile, height: int) -> np.ndarray:
    return raster(tile, height)


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
