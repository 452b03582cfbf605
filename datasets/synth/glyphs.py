"""Faces drawn in ink: dots, bamboos, characters of installed fonts, flowers, in many manners."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from pathlib import Path

import numpy as np
from PIL import Image, ImageDraw, ImageFont

from scoring.tiles import Tile

_SCALE = 2  # drawn larger, then shrunk
_NUMBERS = "一二三四五六七八九"
_FLOWERS = dict(zip("abcdefgh", "春夏秋冬梅蘭竹菊", strict=True))
_HONOURS = {"E": "東", "S": "南", "W": "西", "N": "北", "C": "中", "F": "發"}
_SIMPLE = {"萬": "万", "東": "东", "發": "发", "蘭": "兰"}
_PROBE = "萬東發春蘭菊伍九"

_INKS = {
    "red": [(190, 25, 30), (215, 40, 40), (150, 20, 30), (226, 70, 60), (170, 40, 60)],
    "green": [(15, 95, 50), (20, 120, 70), (30, 75, 45), (40, 150, 90), (10, 70, 70)],
    "blue": [(25, 45, 140), (20, 70, 170), (15, 30, 90), (60, 110, 190), (30, 30, 40)],
    "black": [(20, 22, 28), (35, 35, 40), (25, 30, 70), (30, 45, 140), (15, 45, 35)],
}


@dataclass(frozen=True)
class Style:
    """One manner of drawing: inks, fonts, proportions. `seed` settles the rest."""

    seed: int
    font: str | None
    red: tuple
    green: tuple
    blue: tuple
    black: tuple
    numerals: str  # "", "left", "right", "both"
    latin: str
    dot: int
    ring: float
    stick: int
    thick: float
    fill: float
    white: int
    simplified: bool
    five: bool
    bird: int


@cache
def _missing(font: str) -> bytes:
    """The look of a character that the font lacks."""
    return bytes(ImageFont.truetype(font, 24).getmask("\U0010fffe"))


@cache
def _has(font: str, sign: str) -> bool:
    return bytes(ImageFont.truetype(font, 24).getmask(sign)) != _missing(font)


@cache
def fonts(folder: str) -> tuple[str, ...]:
    """The installed fonts that have the characters of the tiles, and not as empty boxes."""
    found = []
    paths = [p for p in Path(folder).rglob("*") if p.suffix.lower() in (".ttf", ".ttc", ".otf")]
    for path in sorted(paths):
        try:
            good = all(_has(str(path), sign) for sign in _PROBE)
        except (OSError, ValueError):
            continue
        if good:
            found.append(str(path))
    return tuple(found)


def style(number: int, folder: str) -> Style:
    rng = np.random.default_rng([77, number])
    faces = fonts(folder)
    pick = lambda name: _INKS[name][rng.choice(5, p=[0.35, 0.25, 0.15, 0.15, 0.1])]  # noqa: E731
    return Style(
        seed=number,
        font=faces[rng.integers(len(faces))] if faces else None,
        red=pick("red"),
        green=pick("green"),
        blue=pick("blue"),
        black=pick("black"),
        numerals=str(rng.choice(["", "left", "right", "both"], p=[0.6, 0.2, 0.1, 0.1])),
        latin=str(rng.choice(["DejaVuSans-Bold", "DejaVuSans", "DejaVuSerif-Bold"])),
        dot=int(rng.integers(6)),
        ring=float(rng.uniform(0.1, 0.2)),
        stick=int(rng.integers(4)),
        thick=float(rng.uniform(0.8, 1.25)),
        fill=float(rng.uniform(0.72, 0.9)),
        white=int(rng.choice(5, p=[0.15, 0.3, 0.25, 0.2, 0.1])),
        simplified=bool(rng.random() < 0.12),
        five=bool(rng.random() < 0.6),
        bird=int(rng.integers(1 << 30)),
    )


def draw(tile: Tile, style: Style, height: int, width: int) -> np.ndarray:
    """The face as height x width x 4 uint8 ink on nothing."""
    h, w = height * _SCALE, width * _SCALE
    pen = _Pen(h, w, style)
    if tile.suit == "p":
        pen.dots(tile.rank)
    elif tile.suit == "s":
        pen.bird() if tile.rank == 1 else pen.bamboos(tile.rank)
    elif tile.suit == "m":
        number = "伍" if tile.rank == 5 and style.five else _NUMBERS[tile.rank - 1]
        pen.text(number, 0.5, 0.29, 0.40, style.black)
        pen.text(pen.simple("萬") if style.simplified else "萬", 0.5, 0.7, 0.42, style.red)
    elif tile.code == "P":
        pen.frame()
    elif tile.is_flower:
        pen.flower(tile)
    else:
        ink = {"C": style.red, "F": style.green}.get(tile.code, style.black)
        sign = _HONOURS[tile.code]
        if style.simplified:
            sign = pen.simple(sign)
        pen.text(sign, 0.5, 0.5, 0.66, ink)
    if not tile.is_flower and style.numerals:
        sign = (
            str(tile.rank)
            if tile.rank
            else {"C": "C", "F": "F", "P": "P"}.get(tile.code, tile.code)
        )
        pen.corner(sign)
    return pen.finish()


def _corners(x: float, y: float, one, two) -> list:
    return [(-x, -y, one), (x, -y, two), (-x, y, two), (x, y, one)]


class _Pen:
    def __init__(self, h: int, w: int, style: Style) -> None:
        self.h, self.w, self.style = h, w, style
        self.rng = np.random.default_rng([78, style.seed])
        self.image = Image.new("RGBA", (w, h), (0, 0, 0, 0))
        self.pen = ImageDraw.Draw(self.image)

    def finish(self) -> np.ndarray:
        return np.asarray(self.image.convert("RGBa").reduce(_SCALE).convert("RGBA"))

    def simple(self, sign: str) -> str:
        """The simplified character where there is one and the font has it."""
        simple = _SIMPLE.get(sign, sign)
        return simple if self.style.font and _has(self.style.font, simple) else sign

    def disc(self, x: float, y: float, r: float, ink) -> None:
        self.pen.ellipse([x - r, y - r, x + r, y + r], fill=ink)

    def text(self, sign: str, x: float, y: float, size: float, ink, font=None) -> None:
        """One character centred at (x, y), its ink `size` of the face's height."""
        path = font or self.style.font
        height = size * self.h
        if path is None:
            font = ImageFont.load_default(height)
        else:
            font = ImageFont.truetype(path, round(height * 1.05))
        x0, y0, x1, y1 = font.getbbox(sign)
        glyph = Image.new("L", (max(1, x1 - x0 + 8), max(1, y1 - y0 + 8)))
        stroke = max(0, round((self.style.thick - 0.95) * height * 0.06))
        ImageDraw.Draw(glyph).text((4 - x0, 4 - y0), sign, fill=255, font=font, stroke_width=stroke)
        box = glyph.getbbox()
        if box is None:
            return
        glyph = glyph.crop(box)
        factor = min(height / max(glyph.height, 1), 0.8 * self.w / max(glyph.width, 1))
        if font is not None and sign in "一二三":
            factor = min(factor, 0.62 * self.w / max(glyph.width, 1))
        size = (max(1, round(glyph.width * factor)), max(1, round(glyph.height * factor)))
        glyph = glyph.resize(size, Image.Resampling.BILINEAR)
        at = (round(x * self.w - size[0] / 2), round(y * self.h - size[1] / 2))
        self.image.paste(Image.new("RGBA", size, (*ink, 255)), at, glyph)

    def corner(self, sign: str) -> None:
        s = self.style
        places = {"left": [0.1], "right": [0.9], "both": [0.1, 0.9]}[s.numerals]
        folder = "/usr/share/fonts/truetype/dejavu/"
        font = folder + s.latin + ".ttf"
        font = font if Path(font).exists() else None
        ink = [s.red, s.blue, s.black][s.seed % 3]
        for x in places:
            if s.numerals == "both" and x > 0.5:
                flipped = self.image.rotate(180)
                self.image.paste((0, 0, 0, 0), (0, 0, self.w, self.h))
                self.image.paste(flipped, (0, 0))
                self.text(sign, 0.1, 0.075, 0.085, ink, font)
                self.image.paste(self.image.rotate(180), (0, 0))
                continue
            self.text(sign, x, 0.08, 0.09, ink, font)

    # ---- dots

    def dots(self, rank: int) -> None:
        s = self.style
        red, green, blue = s.red, s.green, s.blue
        if rank == 1:
            return self._wheel(0.5 * self.w, 0.5 * self.h, 0.4 * s.fill * self.w)
        f = s.fill
        x = lambda v: (0.5 + v * f) * self.w  # noqa: E731
        y = lambda v: (0.5 + v * f) * self.h  # noqa: E731
        rows9 = ((-0.35, green), (0, red), (0.35, blue))
        layouts = {
            2: [(0, -0.25, green), (0, 0.25, blue)],
            3: [(-0.3, -0.33, blue), (0, 0, red), (0.3, 0.33, green)],
            4: _corners(0.25, 0.27, blue, green),
            5: [*_corners(0.28, 0.33, blue, green), (0, 0, red)],
            6: [(-0.23, -0.35, green), (0.23, -0.35, green)]
            + [(a, b, red) for b in (0.08, 0.36) for a in (-0.23, 0.23)],
            7: [(-0.32, -0.4, green), (0, -0.27, green), (0.32, -0.14, green)]
            + [(a, b, red) for b in (0.12, 0.38) for a in (-0.22, 0.22)],
            8: [(a, b, blue) for b in (-0.39, -0.13, 0.13, 0.39) for a in (-0.22, 0.22)],
            9: [(a, b, c) for b, c in rows9 for a in (-0.34, 0, 0.34)],
        }  # fmt: skip
        r = {2: 0.2, 3: 0.155, 4: 0.17, 5: 0.15, 6: 0.155, 7: 0.135, 8: 0.135, 9: 0.15}[rank]
        for a, b, ink in layouts[rank]:
            self._dot(x(a), y(b), r * self.w * f * 1.12, ink)
        return None

    def _dot(self, x: float, y: float, r: float, ink) -> None:
        clear = (0, 0, 0, 0)
        kind = self.style.dot
        self.disc(x, y, r, (*ink, 255))
        if kind == 0:  # rings
            self.disc(x, y, r * 0.72, clear)
            self.disc(x, y, r * 0.5, (*ink, 255))
            self.disc(x, y, r * 0.22, clear)
        elif kind == 1:  # thin rings
            for q in (0.84, 0.52, 0.22):
                self.disc(x, y, r * q, clear)
                self.disc(x, y, r * (q - 0.14), (*ink, 255))
        elif kind == 2:  # a cross
            for q in range(4):
                a = q * np.pi / 2 + np.pi / 4
                self.disc(x + 0.45 * r * np.cos(a), y + 0.45 * r * np.sin(a), r * 0.22, clear)
        elif kind == 3:  # a wheel
            self.disc(x, y, r * 0.74, clear)
            for q in range(8):
                a = q * np.pi / 4
                self.disc(x + 0.5 * r * np.cos(a), y + 0.5 * r * np.sin(a), r * 0.15, (*ink, 255))
            self.disc(x, y, r * 0.26, (*ink, 255))
        elif kind == 4:  # a ring round a dot of another ink
            self.disc(x, y, r * 0.7, clear)
            other = self.style.red if ink != self.style.red else self.style.green
            self.disc(x, y, r * 0.4, (*other, 255))
        else:  # a disc with an eye
            self.disc(x, y, r * 0.3, clear)

    def _wheel(self, x: float, y: float, r: float) -> None:
        s = self.style
        n = int(self.rng.integers(8, 18))
        first, second = (s.green, s.red) if self.rng.random() < 0.6 else (s.blue, s.green)
        if self.rng.random() < 0.5:
            for q in range(n):
                a = 2 * np.pi * q / n
                px, py = x + 0.78 * r * np.cos(a), y + 0.78 * r * np.sin(a)
                self.disc(px, py, 2.3 * r / n, (*first, 255))
                self.disc(px, py, 1.2 * r / n, (0, 0, 0, 0))
        else:
            self.disc(x, y, r, (*first, 255))
            self.disc(x, y, r * 0.88, (0, 0, 0, 0))
            for q in range(n):
                a = 2 * np.pi * q / n
                self.disc(
                    x + 0.72 * r * np.cos(a), y + 0.72 * r * np.sin(a), 0.09 * r, (*first, 255)
                )
        self.disc(x, y, r * 0.55, (*first, 255))
        self.disc(x, y, r * 0.46, (0, 0, 0, 0))
        self.disc(x, y, r * 0.38, (*second, 255))
        for q in range(5):
            a = 2 * np.pi * q / 5
            self.disc(x + 0.2 * r * np.cos(a), y + 0.2 * r * np.sin(a), 0.06 * r, (0, 0, 0, 0))

    # ---- bamboos

    def bamboos(self, rank: int) -> None:
        s = self.style
        g, r, b = s.green, s.red, s.blue if s.seed % 2 else s.green
        f = s.fill
        rows = {
            2: [(0, -0.24, g), (0, 0.24, g)],
            3: [(0, -0.24, g), (-0.24, 0.24, g), (0.24, 0.24, g)],
            4: _corners(0.24, 0.24, g, b),
            5: [*_corners(0.3, 0.24, g, b), (0, 0, r)],
            6: [(a, v, g) for v in (-0.24, 0.24) for a in (-0.3, 0, 0.3)],
            7: [(0, -0.36, r)]
            + [(a, v, b if a == 0 else g) for v in (0, 0.34) for a in (-0.3, 0, 0.3)],
            9: [(a, v, r if a == 0 else g) for v in (-0.34, 0, 0.34) for a in (-0.3, 0, 0.3)],
        }  # fmt: skip
        tall = 0.42 if rank in (2, 3, 4, 6, 8) else 0.29
        if rank == 5:
            tall = 0.38
        if rank == 8:
            for side in (-1, 1):
                for up in (-1, 1):
                    y = 0.24 * up
                    self._stick(0.32 * side * f, y * f, tall * f, g, 0)
                    self._stick(0.12 * side * f, y * f, tall * 0.86 * f, b, -up * side * 30)
            return
        for a, v, ink in rows[rank]:
            self._stick(a * f, v * f, tall * f, ink, 0)

    def _stick(self, x: float, y: float, tall: float, ink, turn: float) -> None:
        s = self.style
        half, thick = tall * self.h / 2, 0.055 * self.w * s.thick
        cx, cy = (0.5 + x) * self.w, (0.5 + y) * self.h
        c, n = np.cos(np.radians(turn)), np.sin(np.radians(turn))

        def place(dx: float, dy: float) -> tuple[float, float]:
            return cx + dx * c - dy * n, cy + dx * n + dy * c

        ink4, clear = (*ink, 255), (0, 0, 0, 0)

        def bar(dy0: float, dy1: float, width: float, fill) -> None:
            corners = [place(-width, dy0), place(width, dy0), place(width, dy1), place(-width, dy1)]
            self.pen.polygon(corners, fill=fill)
            for dy in (dy0, dy1):
                self.disc(*place(0, dy), width, fill)

        if s.stick == 0:  # one stick, joints cut
            bar(-half + thick, half - thick, thick, ink4)
            for dy in (-half * 0.33, half * 0.33):
                self.disc(*place(0, dy), thick * 0.5, clear)
        elif s.stick == 1:  # two links with a clear core
            for up in (-1, 1):
                mid = up * half / 2
                bar(mid - half / 2 + thick * 1.2, mid + half / 2 - thick * 1.2, thick * 1.2, ink4)
                bar(mid - half / 4, mid + half / 4, thick * 0.4, clear)
        elif s.stick == 2:  # beads on a bar
            bar(-half + thick, half - thick, thick * 0.7, ink4)
            for dy in (-half + thick, 0, half - thick):
                self.disc(*place(0, dy), thick * 1.5, ink4)
                self.disc(*place(0, dy), thick * 0.5, clear)
        else:  # an outlined stick with a middle joint
            bar(-half + thick, half - thick, thick * 1.3, ink4)
            bar(-half + thick * 1.5, -thick * 1.1, thick * 0.55, clear)
            bar(thick * 1.1, half - thick * 1.5, thick * 0.55, clear)

    def bird(self) -> None:
        s = self.style
        rng = np.random.default_rng(s.bird)
        inks = [s.green, s.red, s.blue]
        rng.shuffle(inks)
        a, b, c = (tuple(int(v) for v in ink) for ink in inks)
        w, h = self.w, self.h
        side = 1 if rng.random() < 0.5 else -1
        x = lambda v: (0.5 + side * v * s.fill) * w  # noqa: E731
        y = lambda v: (0.5 + v * s.fill) * h  # noqa: E731
        line = round(0.022 * w * s.thick * 1.3)
        for q in range(int(rng.integers(3, 7))):
            spread = (q - 2) * 0.09 + rng.normal(0, 0.02)
            pts = [
                (x(-0.02), y(0.08)),
                (x(0.12 + spread * 0.5), y(0.28)),
                (x(0.2 + spread), y(0.47)),
            ]
            self.pen.line(pts, fill=(*[a, b, c][q % 3], 255), width=line * 2, joint="curve")
            self.disc(*pts[-1], line * 1.6, (*b, 255))
        body = [
            (x(-0.22), y(-0.2)),
            (x(0.02), y(-0.22)),
            (x(0.18), y(0.02)),
            (x(0.05), y(0.2)),
            (x(-0.15), y(0.1)),
        ]
        self.pen.polygon(body, fill=(*a, 255))
        wing = [(x(-0.1), y(-0.12)), (x(0.34), y(-0.28)), (x(0.26), y(-0.02)), (x(0.04), y(0.08))]
        self.pen.polygon(wing, fill=(*c, 255))
        for q in range(4):
            self.pen.line(
                [(x(-0.02), y(0.02)), (x(0.1 + 0.06 * q), y(-0.2 + 0.05 * q))],
                fill=(0, 0, 0, 0),
                width=line,
            )
        head = (x(-0.16), y(-0.3))
        self.disc(*head, 0.1 * w, (*b, 255))
        self.disc(head[0] - side * 0.02 * w, head[1], 0.03 * w, (0, 0, 0, 0))
        self.pen.polygon(
            [
                (head[0] - side * 0.07 * w, head[1] - 0.03 * h),
                (head[0] - side * 0.2 * w, head[1] + 0.02 * h),
                (head[0] - side * 0.06 * w, head[1] + 0.03 * h),
            ],
            fill=(*c, 255),
        )
        for q in range(3):
            self.pen.line([head, (x(-0.1 + 0.08 * q), y(-0.44))], fill=(*c, 255), width=line)
        for q in (-0.06, 0.04):
            self.pen.line([(x(q), y(0.15)), (x(q - 0.06), y(0.42))], fill=(*b, 255), width=line)

    # ---- white dragon and flowers

    def frame(self) -> None:
        s = self.style
        if s.white == 0:
            return
        ink = (
            *[s.blue, s.black, s.green, s.red][s.seed % 4 if s.seed % 7 == 0 else s.seed % 2],
            255,
        )
        m, clear = (1 - s.fill) * 0.9, (0, 0, 0, 0)
        box = lambda q: [q * self.w, q * self.w, (1 - q) * self.w, self.h - q * self.w]  # noqa: E731
        t = s.ring * 0.35
        self.pen.rounded_rectangle(box(m), radius=0.04 * self.w, fill=ink)
        self.pen.rounded_rectangle(box(m + t), radius=0.03 * self.w, fill=clear)
        if s.white in (2, 4):
            self.pen.rounded_rectangle(box(m + 2 * t), radius=0.02 * self.w, fill=ink)
            self.pen.rounded_rectangle(box(m + 2.5 * t), radius=0.02 * self.w, fill=clear)
        if s.white == 3:
            step = t * 1.2
            for q in np.arange(m + t, 1 - m - t, step * 2):
                self.pen.rectangle(
                    [q * self.w, (m + t) * self.w, (q + step) * self.w, (m + 2 * t) * self.w],
                    fill=ink,
                )
                self.pen.rectangle(
                    [
                        q * self.w,
                        self.h - (m + 2 * t) * self.w,
                        (q + step) * self.w,
                        self.h - (m + t) * self.w,
                    ],
                    fill=ink,
                )
            for q in np.arange(m + t, self.h / self.w - m - t, step * 2):
                self.pen.rectangle(
                    [(m + t) * self.w, q * self.w, (m + 2 * t) * self.w, (q + step) * self.w],
                    fill=ink,
                )
                self.pen.rectangle(
                    [
                        self.w - (m + 2 * t) * self.w,
                        q * self.w,
                        self.w - (m + t) * self.w,
                        (q + step) * self.w,
                    ],
                    fill=ink,
                )
            inner = m + 2.4 * t
            self.pen.rounded_rectangle(
                box(inner), radius=0.02 * self.w, outline=ink, width=round(0.02 * self.w)
            )

    def flower(self, tile: Tile) -> None:
        s = self.style
        rng = np.random.default_rng([79, s.seed, tile.index])
        series = np.random.default_rng([80, s.seed, tile.index < 38])
        rank = (tile.index - 34) % 4
        number = {0: 1, 1: 2, 2: 3, 3: 4}[rank]
        if tile.code in "gh":
            number = {"g": 4, "h": 3}[tile.code] if series.random() < 0.7 else number
        left = series.random() < 0.5
        ink_sign, ink_number = (s.red, s.blue) if series.random() < 0.6 else (s.black, s.red)
        size = float(series.uniform(0.19, 0.27))
        self._plant(rng, tile.code)
        shape = str(number) if series.random() < 0.75 else _NUMBERS[number - 1]
        folder = "/usr/share/fonts/truetype/dejavu/" + s.latin + ".ttf"
        font = folder if shape.isdigit() and Path(folder).exists() else None
        sign = _FLOWERS[tile.code]
        if s.simplified or series.random() < 0.3:
            sign = self.simple(sign)
        x = 0.24 if left else 0.76
        self.text(sign, x, 0.17, size, ink_sign)
        self.text(shape, 1 - x, 0.14, size * 0.75, ink_number, font)

    def _plant(self, rng: np.random.Generator, code: str) -> None:
        s = self.style
        w, h = self.w, self.h
        line = max(2, round(0.02 * w * s.thick * rng.uniform(0.8, 1.4)))
        green, red = (*s.green, 255), (*s.red, 255)
        foot = (w * rng.uniform(0.4, 0.6), h * 0.93)
        tips = []
        blades = code in "fg"
        for _ in range(int(rng.integers(4, 8) if blades else rng.integers(2, 5))):
            tip = (w * rng.uniform(0.12, 0.88), h * rng.uniform(0.3, 0.62))
            bend = (
                (foot[0] + tip[0]) / 2 + w * rng.normal(0, 0.1),
                (foot[1] + tip[1]) / 2 - h * 0.08,
            )
            t = np.linspace(0, 1, 14)[:, None]
            curve = (
                (1 - t) ** 2 * np.array(foot)
                + 2 * t * (1 - t) * np.array(bend)
                + t**2 * np.array(tip)
            )
            self.pen.line([tuple(p) for p in curve], fill=green, width=line * (2 if blades else 1))
            tips.append(tip)
            if code == "g":
                for q in (4, 8, 11):
                    for turn in (-1, 1):
                        p = curve[q]
                        self.pen.line(
                            [tuple(p), (p[0] + turn * 0.13 * w, p[1] + 0.05 * h)],
                            fill=green,
                            width=line,
                        )
            elif not blades:
                for q in range(4, 13, 4):
                    p, turn = curve[q], rng.choice([-1, 1])
                    leaf = [
                        tuple(p),
                        (p[0] + turn * 0.08 * w, p[1] - 0.04 * h),
                        (p[0] + turn * 0.17 * w, p[1] - 0.01 * h),
                        (p[0] + turn * 0.08 * w, p[1] + 0.03 * h),
                    ]
                    self.pen.polygon(leaf, fill=green)
        heads = 0 if code == "g" else int(rng.integers(1, 3))
        for tip in tips[: heads + (1 if code == "e" else 0)]:
            r = w * rng.uniform(0.08, 0.16)
            petals = int(rng.integers(5, 12 if code == "h" else 8))
            for q in range(petals):
                a = 2 * np.pi * q / petals
                self.disc(
                    tip[0] + 0.65 * r * np.cos(a),
                    tip[1] + 0.65 * r * np.sin(a),
                    r * 2.1 / petals + line / 2,
                    red,
                )
                self.disc(
                    tip[0] + 0.65 * r * np.cos(a),
                    tip[1] + 0.65 * r * np.sin(a),
                    r * 1.5 / petals - line / 4,
                    (0, 0, 0, 0),
                )
            self.disc(*tip, r * 0.34, red)
