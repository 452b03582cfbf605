"""Winds and dragons."""

from __future__ import annotations

from vision.tile_art.glyphs import fitted
from vision.tile_art.shapes import Shape, frame, path
from vision.tile_art.style import ArtStyle

_WINDS = {"E": "東", "S": "南", "W": "西", "N": "北"}


def wind(code: str, style: ArtStyle) -> list[Shape]:
    character = "东" if code == "E" and not style.traditional else _WINDS[code]
    return [fitted(style.honour_hand, character, 52, 82, 196, 236, style.ink(style.wind_ink))]


def dragon(code: str, style: ArtStyle) -> list[Shape]:
    if code == "C":
        return [fitted(style.honour_hand, "中", 62, 72, 176, 256, style.red, 1.25)]
    if code == "F":
        character = "發" if style.traditional else "发"
        return [fitted(style.honour_hand, character, 50, 80, 200, 240, style.green)]
    return WHITES[style.white](style)


def _double(style: ArtStyle) -> list[Shape]:
    ink = style.ink(style.white_ink)
    corner = "M{0} {1}L{2} {1}Q{2} {3} {0} {3}Z"
    x1, y1, x2, y2, size = 66, 66, 234, 334, 34
    corners = [
        path(corner.format(x, y, x + dx * size, y + dy * size), ink)
        for x, y, dx, dy in ((x1, y1, 1, 1), (x2, y1, -1, 1), (x1, y2, 1, -1), (x2, y2, -1, -1))
    ]
    return [
        frame(40, 40, 220, 320, 14, 16, ink),
        frame(64, 64, 172, 272, 4, 7, ink),
        *corners,
    ]


WHITES = {"double": _double}
