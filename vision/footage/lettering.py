"""Letters for pictures: the names of tiles and fans, and the questions, in every language.

    python -m vision.footage.lettering FONT

takes the signs that these texts need out of NotoSansCJK-Regular.ttc (SIL Open Font License 1.1,
vision/tile_art/OFL.txt) and writes them to `lettering.otf` beside this file. Needs fonttools, which
nothing else in the project uses.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from functools import cache
from pathlib import Path

from PIL import ImageFont

from scoring import TILES, HandStatus, Problem
from scoring.names import LANGUAGES, NAMES
from vision.footage.texts import TEXTS
from vision.hand import Doubt, DoubtKind

PATH = Path(__file__).with_name("lettering.otf")
# Of the collection's faces, the one for mainland China.
FACE = 2
MISSING = "?"


def signs() -> str:
    """Every sign that there is a letter for, in order."""
    texts = [
        *(text for name in NAMES.values() for text in name),
        *(text for texts in TEXTS.values() for text in texts.values()),
        *(_question(kind).message(language) for kind in DoubtKind for language in LANGUAGES),
        *(_problem(flag).message(language) for flag in HandStatus for language in LANGUAGES),
        "".join(map(chr, range(0x20, 0x7F))),
        "–—…·×、，。；：？！（）「」" + MISSING,
    ]
    return "".join(sorted(set("".join(texts))))


def _question(kind: DoubtKind) -> Doubt:
    return Doubt(kind, alternatives=((TILES[0], 0.5), (TILES[1], 0.5)))


def _problem(flag: HandStatus) -> Problem:
    return Problem(flag, TILES[:1], 1)


@cache
def font(size: int) -> ImageFont.FreeTypeFont:
    """The letters, `size` pixels high."""
    return ImageFont.truetype(str(PATH), size, layout_engine=ImageFont.Layout.BASIC)


def shortened(text: str, size: int, width: float) -> str:
    """The text, or as many of its words as fit into `width` pixels with an ellipsis; a word is cut
    where none fits, or where that leaves less than half. Signs that there is no letter for are
    replaced."""
    text = _written(text)
    if font(size).getlength(text) <= width:
        return text
    end = _fitting(text, size, width, "…")
    at = _break_at(text, end)
    return text[: at if 2 * at > end else end].rstrip() + "…"


def wrapped(text: str, size: int, width: float, most: int) -> list[str]:
    """The text in at most so many lines, broken at spaces or between Chinese signs; the last one
    is `shortened`."""
    lines, rest = [], _written(text).strip()
    while rest and len(lines) < most - 1 and font(size).getlength(rest) > width:
        end = max(1, _fitting(rest, size, width))
        at = _break_at(rest, end) or end
        lines.append(rest[:at].rstrip())
        rest = rest[at:].lstrip()
    return [*lines, shortened(rest, size, width)] if rest and most > 0 else lines


def listed(
    items: Sequence[str],
    between: str,
    more: Callable[[int], str],
    size: int,
    width: float,
    most: int,
) -> list[str]:
    """Items in at most so many lines, none of them broken; those that find no room are counted at
    the end. between: what stands between two; more: says how many are left out."""
    letters = font(size)
    for count in range(len(items), 0, -1):
        words = [*items[:count], *([more(len(items) - count)] if count < len(items) else [])]
        lines = [""]
        for number, word in enumerate(words):
            piece = word + (between if number < len(words) - 1 else "")
            if lines[-1] and letters.getlength((lines[-1] + piece).rstrip()) > width:
                lines.append("")
            lines[-1] += piece
        lines = [line.rstrip() for line in lines]
        if len(lines) <= most and all(letters.getlength(line) <= width for line in lines):
            return lines
    return [shortened(more(len(items)), size, width)] if items and most > 0 else []


def _break_at(text: str, end: int) -> int:
    """The last place up to `end` where a line can be broken, 0 where there is none."""
    while 0 < end < len(text) and not (text[end] == " " or text[end - 1 : end + 1] > "\u2e80"):
        end -= 1
    return end


def _written(text: str) -> str:
    known = _known()
    return "".join(sign if sign in known else MISSING for sign in text)


def _fitting(text: str, size: int, width: float, end: str = "") -> int:
    """How many of the signs fit into a width, with an end behind them."""
    letters = font(size)
    low, high = 0, len(text)
    while low < high:
        middle = (low + high + 1) // 2
        if letters.getlength(text[:middle].rstrip() + end) <= width:
            low = middle
        else:
            high = middle - 1
    return low


@cache
def _known() -> frozenset[str]:
    return frozenset(signs())


def extract(source: Path) -> None:
    """Write `PATH` from the font collection `source`."""
    from fontTools.subset import Options, Subsetter
    from fontTools.ttLib import TTCollection

    face = TTCollection(source).fonts[FACE]
    options = Options(hinting=False, layout_features=[], name_IDs=[0, 1, 2, 13, 14])
    options.desubroutinize = True
    subsetter = Subsetter(options)
    subsetter.populate(text=signs())
    subsetter.subset(face)
    face.save(PATH)


if __name__ == "__main__":
    extract(Path(sys.argv[1]))
