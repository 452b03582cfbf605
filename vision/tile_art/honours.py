"""Winds and dragons."""

from __future__ import annotations

from vision.tile_art.shapes import Shape, box, curve, frame, line, path
from vision.tile_art.style import ArtStyle
from vision.tile_art.text import written

_WINDS = {"E": "東", "S": "南", "W": "西", "N": "北"}


def wind(code: str, style: ArtStyle) -> list[Shape]:
    ink = style.ink(style.wind_ink)
    return written(style.honour_hand, _WINDS[code], (48, 78, 204, 244), ink, style)


def dragon(code: str, style: ArtStyle) -> list[Shape]:
    if code == "C":
        return written(style.honour_hand, "中", (58, 66, 184, 268), style.red, style, stretch=1.25)
    if code == "F":
        return written(style.honour_hand, "發", (46, 78, 208, 244), style.green, style)
    shapes = WHITES[style.white](style.ink(style.white_ink))
    if style.white_sign:
        box, ink = (122, 164, 56, 72), style.ink(style.index_ink)
        shapes += written(style.index_hand, style.white_sign, box, ink, style, bold=0)
    return shapes


# --- the white dragon: nothing, or one of many frames around nothing


def _blank(ink):
    return []


def _frame(ink):
    return [frame(44, 44, 212, 312, 16, 18, ink)]


def _double(ink):
    x1, y1, x2, y2, size = 66, 66, 234, 334, 34
    corners = [
        path(
            f"M{x} {y}L{x + dx * size} {y}Q{x + dx * size} {y + dy * size} {x} {y + dy * size}Z",
            ink,
        )
        for x, y, dx, dy in _corners(x1, y1, x2, y2)
    ]
    return [frame(40, 40, 220, 320, 14, 16, ink), frame(64, 64, 172, 272, 4, 7, ink), *corners]


def _notched(ink):
    """Two thin lines, the inner one with its corners cut off."""
    x1, y1, x2, y2, cut = 76, 76, 224, 324, 26
    inner = [
        (x1 + cut, y1),
        (x2 - cut, y1),
        (x2, y1 + cut),
        (x2, y2 - cut),
        (x2 - cut, y2),
        (x1 + cut, y2),
        (x1, y2 - cut),
        (x1, y1 + cut),
        (x1 + cut, y1),
    ]
    return [
        frame(46, 46, 208, 308, 8, 11, ink),
        line(inner, ink, 8),
        *(
            line([(x, y), (x + 14 * dx, y + 14 * dy)], ink, 7)
            for x, y, dx, dy in _corners(60, 60, 240, 340)
        ),
    ]


def _ornate(ink):
    """Bands of blocks between two lines."""
    shapes = [frame(38, 38, 224, 324, 4, 8, ink), frame(82, 82, 136, 236, 2, 8, ink)]
    shapes += [box(x - 13, y - 13, 26, 26, 3, ink) for x in (64, 236) for y in (64, 336)]
    for k in range(4):
        shapes += [box(93 + 31 * k, y, 20, 16, 2, ink) for y in (56, 328)]
    for k in range(7):
        shapes += [box(x, 94 + 31.5 * k, 16, 20, 2, ink) for x in (56, 228)]
    return shapes


def _fret(ink):
    """A meander that runs around."""
    shapes = [frame(40, 40, 220, 320, 2, 9, ink)]
    for x, y, dx, dy in _corners(62, 62, 238, 338):
        hook = [(0, 64), (0, 0), (64, 0), (64, 28), (28, 28), (28, 50)]
        shapes.append(line([(x + dx * u, y + dy * v) for u, v in hook], ink, 8))
    shapes += [line([(x, 144), (x, 256)], ink, 8) for x in (62, 238)]
    return shapes


def _bracket(ink):
    """Four curled corners."""
    shapes = []
    for x, y, dx, dy in _corners(46, 46, 254, 354):
        hook = [(0, 110), (4, 30), (30, 4), (86, 0)]
        curl = [(86, 0), (104, 12), (96, 30), (82, 24)]
        shapes.append(curve([(x + dx * u, y + dy * v) for u, v in hook], ink, 11))
        shapes.append(curve([(x + dx * u, y + dy * v) for u, v in curl], ink, 9))
    return shapes


def _corners(x1, y1, x2, y2):
    """Each corner of a rectangle with the signs of the directions to its inside."""
    return ((x1, y1, 1, 1), (x2, y1, -1, 1), (x1, y2, 1, -1), (x2, y2, -1, -1))


WHITES = {
    "blank": _blank,
    "frame": _frame,
    "double": _double,
    "notched": _notched,
    "ornate": _ornate,
    "fret": _fret,
    "bracket": _bracket,
}
