"""`python -m datasets.tilesets --out DIR [SOURCES]`: faces of whole tile sets out of free games.

Each set gets a folder of its own, `DIR/NAME/TILE.png`, for `python -m datasets.synth --sets DIR`.
The sources are files that distributions and registries carry; what is not given is left out:

    --kmahjongg FOLDER   its `tilesets` folder (Debian kdegames-mahjongg-data-kf5, GPL-2.0-or-later)
    --xmahjongg FOLDER   its `tiles` folder (Debian xmahjongg, GPL-2.0-or-later)
    --gnome FOLDER       its `themes` folder (Debian gnome-mahjongg, GPL-2.0-or-later)
    --riichi FOLDER      the unpacked npm package riichi-mahjong-tiles (MIT; drawings CC0)

Vector drawings need the `browser` extra and a Chromium (`--chromium PATH`).
"""

from __future__ import annotations

import argparse
import gzip
import re
import shutil
import sys
import zlib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np

from vision.outputs import OutError, made_folder

SOURCES = ("kmahjongg", "xmahjongg", "gnome", "riichi")
DOTS, BAMBOOS, CHARACTERS = ([f"{n}{suit}" for n in range(1, 10)] for suit in "psm")
# Pixels of a drawing's height, and the body that it is laid on.
HEIGHT, BODY = 264, (255, 255, 255)
# Pixels of a cell in which a face can be told.
SMALLEST = 8

# A set's faces as (tile code, BGR picture of the face edge to edge).
Faces = Iterator[tuple[str, np.ndarray]]


@dataclass(frozen=True)
class Grid:
    """A picture of equal cells: `rows` say which tile lies in each, "" for none; `inset` are the
    parts of a cell's width and height that lie outside the face: left, top, right, bottom."""

    file: str
    columns: int
    lines: int
    rows: list[list[str]]
    inset: tuple[float, float, float, float]

    def faces(self, folder: Path) -> Faces:
        picture = flat(read(folder / self.file))
        height, width = picture.shape[0] / self.lines, picture.shape[1] / self.columns
        if min(height, width) < SMALLEST:
            raise NoSet(
                f"{folder / self.file} is too small for {self.columns} x {self.lines} tiles: "
                f"{_GIVE_IT}"
            )
        left, top, right, bottom = self.inset
        for y, row in enumerate(self.rows):
            for x, tile in enumerate(row):
                if tile:
                    rows = slice(round((y + top) * height), round((y + 1 - bottom) * height))
                    columns = slice(round((x + left) * width), round((x + 1 - right) * width))
                    yield tile, picture[rows, columns]


REAL = Grid(
    "real.gif",
    9,
    5,
    [DOTS, BAMBOOS, CHARACTERS, [*"abcdNSEW"], [*"efhgFPC"]],
    (0.03, 0.03, 0.03, 0.03),
)
DOROTHYS = Grid(
    "dorothys.gif",
    21,
    4,
    [
        [*DOTS, *"NWSECF", *CHARACTERS[:6]],
        [*CHARACTERS[6:], *BAMBOOS, *"abcdPgfeh"],
    ],
    (0.02, 0.02, 0.18, 0.15),
)
SMOOTH = Grid(
    "smooth.png",
    43,
    2,
    [[], [*DOTS, *"NWSECF", *CHARACTERS, *BAMBOOS, *"fheg", "P", *"abcd"]],
    (0.14, 0.04, 0.05, 0.14),
)

KMAHJONGG = {
    **{f"CHARACTER_{n}": f"{n}m" for n in range(1, 10)},
    **{f"ROD_{n}": f"{n}p" for n in range(1, 10)},
    **{f"BAMBOO_{n}": f"{n}s" for n in range(1, 10)},
    **{f"WIND_{n}": tile for n, tile in enumerate("NSEW", 1)},
    **{f"DRAGON_{n}": tile for n, tile in enumerate("PFC", 1)},
    **{f"SEASON_{n}": tile for n, tile in enumerate("abcd", 1)},
    **{f"FLOWER_{n}": tile for n, tile in enumerate("efhg", 1)},
}
RIICHI = {
    **{f"{name}{n}": f"{n}{suit}" for name, suit in (("Man", "m"), ("Pin", "p"), ("Sou", "s"))
       for n in range(1, 10)},
    **dict(zip(("Ton", "Nan", "Shaa", "Pei", "Haku", "Hatsu", "Chun"), "ESWNPFC", strict=True)),
}  # fmt: skip


_GIVE_IT = "give the folder as it was installed"


class NoSet(ValueError):
    """A source that lacks a file of the set, or holds it in another form."""


def read(path: Path) -> np.ndarray:
    """The picture in a file, with its alpha channel where it has one."""
    picture = cv2.imread(str(path), cv2.IMREAD_UNCHANGED)
    if picture is None:
        raise NoSet(f"{path} is no picture that can be read: {_GIVE_IT}")
    return picture


def flat(picture: np.ndarray) -> np.ndarray:
    """BGR, what is transparent laid on a white body."""
    if picture.ndim == 2:
        return cv2.cvtColor(picture, cv2.COLOR_GRAY2BGR)
    if picture.shape[2] == 3:
        return picture
    alpha = picture[..., 3:].astype(np.float32) / 255
    return np.round(picture[..., :3] * alpha + np.float32(BODY) * (1 - alpha)).astype(np.uint8)


def text(path: Path) -> str:
    try:
        packed = path.read_bytes()
    except OSError as error:
        raise NoSet(f"cannot read {path} ({error.strerror}): {_GIVE_IT}") from None
    try:
        return (gzip.decompress(packed) if path.suffix == ".svgz" else packed).decode("utf-8")
    except (OSError, EOFError, zlib.error, UnicodeDecodeError):
        raise NoSet(f"{path} is no drawing that can be read: {_GIVE_IT}") from None


def drawing(path: Path) -> str:
    """The SVG in a file, or the JSX of one."""
    found = re.search(r"<svg.*(?:</svg>|/>)", text(path), re.DOTALL)
    if not found:
        raise NoSet(f"{path} holds no drawing: {_GIVE_IT}")
    return found[0]


_BOXES = """names => names.map(name => {
    const e = document.getElementById(name), b = e && e.getBoundingClientRect();
    return b && [b.x, b.y, b.width, b.height];
})"""
# Faces may be drawn with parts of other faces, so all of them stay visible together.
_ONLY = """names => {
    const faces = names.map(name => document.getElementById(name));
    document.querySelectorAll('svg *').forEach(e => {
        const kept = e.closest('defs') || faces.some(f => f.contains(e) || e.contains(f));
        if (!kept) e.style.visibility = 'hidden';
    });
}"""


def elements(page, svg: str, names: dict[str, str]) -> Faces:
    """The elements of one drawing that `names` gives tiles; they lie apart."""
    page.set_content(f'<body style="margin:0;background:transparent">{svg}')
    boxes = page.evaluate(_BOXES, list(names))
    if None in boxes:
        missing = list(names)[boxes.index(None)]
        raise NoSet(f"the drawing has no {missing}: {_GIVE_IT}")
    page.evaluate(_ONLY, list(names))
    for tile, box in zip(names.values(), boxes, strict=True):
        yield tile, shot(page, box)


def shot(page, box: list[float]) -> np.ndarray:
    clip = dict(zip(("x", "y", "width", "height"), box, strict=True))
    picture = page.screenshot(clip=clip, omit_background=True)
    return flat(cv2.imdecode(np.frombuffer(picture, np.uint8), cv2.IMREAD_UNCHANGED))


def components(page, drawings: dict[str, str]) -> Faces:
    """The drawings (JSX) of single tiles."""
    for tile, svg in drawings.items():
        page.set_content(
            '<body style="margin:0;background:transparent">'
            + markup(svg).replace("<svg", '<svg width="300" height="400"', 1)
        )
        yield tile, shot(page, [0, 0, 300, 400])


def markup(jsx: str) -> str:
    """The SVG that a component's JSX stands for."""
    jsx = re.sub(r"\{\.\.\.props\}", "", jsx)
    jsx = re.sub(r"style=\{\{(.*?)\}\}", lambda m: _style(m[1]), jsx, flags=re.S)
    jsx = re.sub(r'=\{"?([^{}"]*)"?\}', r'="\1"', jsx)
    kept = "viewBox|gradientUnits|gradientTransform|maskUnits|clipPathUnits|spreadMethod"
    return re.sub(rf"\b(?!{kept})([a-z]+)([A-Z])([a-zA-Z]*)=", _attribute, jsx)


def _attribute(match: re.Match) -> str:
    name = match[1] + match[2] + match[3]
    if name.startswith("xlink"):
        return f"xlink:{name[5:].lower()}="
    return re.sub("[A-Z]", lambda m: "-" + m[0].lower(), name) + "="


def _style(body: str) -> str:
    pairs = re.findall(r'(\w+):\s*(?:"([^"]*)"|([^,\n]+))', body)
    rules = ";".join(
        f"{re.sub('[A-Z]', lambda m: '-' + m[0].lower(), name)}:{quoted or bare.strip()}"
        for name, quoted, bare in pairs
    )
    return f'style="{rules}"'


def write(faces: Faces, folder: Path) -> int:
    """Writes the faces as PNG files, all `HEIGHT` pixels high; how many there were."""
    made_folder(folder)
    count = 0
    for tile, picture in faces:
        scale = HEIGHT / picture.shape[0]
        way = cv2.INTER_AREA if scale < 1 else cv2.INTER_CUBIC
        picture = cv2.resize(picture, (round(picture.shape[1] * scale), HEIGHT), interpolation=way)
        cv2.imwrite(str(folder / f"{tile}.png"), picture)
        count += 1
    return count


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(
        prog="python -m datasets.tilesets",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    for source in SOURCES:
        parser.add_argument(f"--{source}", type=Path, metavar="FOLDER")
    parser.add_argument("--chromium", metavar="PATH", help="the browser, if not playwright's own")
    parser.add_argument("--out", type=Path, required=True)
    given = parser.parse_args(arguments)
    if not any(getattr(given, source) for source in SOURCES):
        parser.error(f"name a source: --{', --'.join(SOURCES)}")
    try:
        sets = _grids(given)
        if given.kmahjongg or given.riichi:
            sets |= _vectors(given)
        made_folder(given.out)
        for name, faces in sets.items():
            print(f"{name}: {write(iter(faces), given.out / name)} faces")
    except (NoSet, OutError) as error:
        parser.error(str(error))
    return 0


def _grids(given: argparse.Namespace) -> dict[str, list]:
    """The faces of each set that lies in cells."""
    grids = [(given.xmahjongg, REAL), (given.xmahjongg, DOROTHYS), (given.gnome, SMOOTH)]
    return {Path(grid.file).stem: list(grid.faces(folder)) for folder, grid in grids if folder}


def _vectors(given: argparse.Namespace) -> dict[str, list]:
    """The faces of each set that is drawn; all files are read before the browser starts."""
    try:
        from playwright.sync_api import Error, sync_playwright
    except ImportError:
        raise NoSet("vector drawings need a browser: pip install 'fanlens[browser]'") from None
    wholes, singles = {}, {}
    if given.kmahjongg:
        for name in ("default", "traditional"):
            wholes[f"kde-{name}"] = drawing(given.kmahjongg / f"{name}.svgz")
    if given.riichi:
        folder = given.riichi / "components/regular/regular"
        for name, tile in RIICHI.items():
            singles[tile] = drawing(folder / f"Regular{name}.tsx")
    chromium = shutil.which(given.chromium) if given.chromium else None
    if given.chromium and not chromium:
        raise NoSet(f"there is no browser {given.chromium}: give a Chromium with --chromium")
    sets = {}
    try:
        with sync_playwright() as playwright:
            browser = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
            page = browser.new_page(device_scale_factor=3, viewport={"width": 1200, "height": 1300})
            for name, svg in wholes.items():
                sets[name] = list(elements(page, svg, KMAHJONGG))
            if singles:
                sets["riichi"] = list(components(page, singles))
            browser.close()
    except Error as error:
        reason = str(error).splitlines()[0]
        raise NoSet(
            f"the browser fails ({reason}): give a Chromium with --chromium, or other drawings"
        ) from None
    return sets


if __name__ == "__main__":
    sys.exit(main())
