"""Take the character outlines that the drawings need out of free fonts.

    python -m vision.tile_art.extract FONTS

FONTS is a folder below which the font files named in `SOURCES` lie (unpacked packages, any depth).
The outlines are written to `glyphs.json` beside this file; README.md says where the fonts come
from. Needs fonttools (with brotli) and skia-pathops, which nothing else in the project uses.
"""

from __future__ import annotations

import argparse
import json
from dataclasses import dataclass
from pathlib import Path

from vision.tile_art.glyphs import CHARACTERS, EM, PATH, SYMBOLS


@dataclass(frozen=True)
class Source:
    """One hand: the pattern of its font files, and the face inside a collection."""

    pattern: str
    face: int = 0


SOURCES = {
    "song": Source("NotoSerifCJK-Bold.ttc", 3),
    "thin-song": Source("NotoSerifCJK-Regular.ttc", 3),
    "hei": Source("NotoSansCJK-Bold.ttc", 3),
    "kai": Source("LXGWWenKai-Bold.ttf"),
    "thin-kai": Source("LXGWWenKai-Light.ttf"),
    "brush": Source("yuji-boku-*-400-normal.woff2"),
    "scribe": Source("yuji-syuku-*-400-normal.woff2"),
    "fat-brush": Source("ma-shan-zheng-*-400-normal.woff2"),
    "running": Source("zhi-mang-xing-*-400-normal.woff2"),
    "pen": Source("long-cang-*-400-normal.woff2"),
    "grass": Source("liu-jian-mao-cao-*-400-normal.woff2"),
    "slim": Source("zcool-xiaowei-*-400-normal.woff2"),
    "comic": Source("zcool-kuaile-*-400-normal.woff2"),
    "antique": Source("zen-antique-*-400-normal.woff2"),
    "wedge": Source("reggae-one-*-400-normal.woff2"),
    "poster": Source("potta-one-*-400-normal.woff2"),
    "block": Source("dela-gothic-one-*-400-normal.woff2"),
    "marker": Source("yusei-magic-*-400-normal.woff2"),
}


def extract(folder: Path) -> dict[str, dict[str, str]]:
    """Outlines as SVG path data in an em of `EM` units, y down, by hand and character."""
    hands = {}
    for name, source in SOURCES.items():
        files = sorted(folder.rglob(source.pattern))
        if not files:
            raise FileNotFoundError(f"No {source.pattern} below {folder}: unpack that font there.")
        glyphs: dict[str, str] = {}
        for file in files:
            for character, outline in _outlines(file, source.face):
                glyphs.setdefault(character, outline)
        hands[name] = dict(sorted(glyphs.items()))
    return hands


def _outlines(file: Path, face: int):
    from fontTools.ttLib import TTCollection, TTFont
    from pathops import Path as Outline

    font = TTCollection(file).fonts[face] if file.suffix == ".ttc" else TTFont(file)
    names, glyph_set = font.getBestCmap(), font.getGlyphSet()
    scale = EM / font["head"].unitsPerEm
    for character in CHARACTERS + SYMBOLS:
        if (name := names.get(ord(character))) is None:
            continue
        outline = Outline()
        glyph_set[name].draw(outline.getPen(glyphSet=glyph_set))
        # Overlapping strokes would cut holes into each other under the even-odd rule.
        outline.simplify(fix_winding=True)
        if text := _path_data(outline, scale):
            yield character, text


def _path_data(outline, scale: float) -> str:
    from pathops import PathVerb

    def fixed(point) -> tuple[int, int]:
        # Fonts of Chinese put the top of the em at about 0.86 em over the base line.
        return round(point[0] * scale), round(0.86 * EM - point[1] * scale)

    letters = {PathVerb.LINE: "l", PathVerb.QUAD: "q", PathVerb.CUBIC: "c"}
    parts, last = [], (0, 0)
    for verb, points in outline:
        if verb is PathVerb.CLOSE:
            parts.append("z")
            continue
        targets = [fixed(p) for p in points]
        if verb is PathVerb.MOVE:
            parts.append(f"M{targets[0][0]} {targets[0][1]}")
        elif any(target != last for target in targets):
            parts.append(letters[verb] + _deltas(last, targets))
        last = targets[-1]
    return "".join(parts)


def _deltas(origin: tuple[int, int], points) -> str:
    numbers = [str(v) for x, y in points for v in (x - origin[0], y - origin[1])]
    return " ".join(numbers).replace(" -", "-")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("fonts", type=Path, help="folder with the unpacked font packages")
    hands = extract(parser.parse_args().fonts)
    PATH.write_text(
        json.dumps(hands, ensure_ascii=False, indent=0, separators=(",", ":")) + "\n",
        encoding="utf-8",
    )
    for name, glyphs in hands.items():
        absent = "".join(c for c in CHARACTERS + SYMBOLS if c not in glyphs)
        print(f"{name:10}{len(glyphs):4} glyphs" + (f", without {absent}" if absent else ""))
    print(f"{PATH.stat().st_size / 1000:.0f} kB in {PATH.name}")


if __name__ == "__main__":
    main()
