"""Faces of whole tile sets out of the files of free games."""

import gzip
import os
import shutil

import cv2
import numpy as np
import pytest

from datasets.tilesets import KMAHJONGG, RIICHI, Grid, flat, main, markup
from scoring.tiles import TILES, Tile


@pytest.mark.parametrize(("names", "count"), [(KMAHJONGG, 42), (RIICHI, 34)])
def test_every_name_stands_for_another_tile(names, count):
    assert len({Tile(code) for code in names.values()}) == len(names) == count


@pytest.mark.parametrize("name", ["REAL", "DOROTHYS", "SMOOTH"])
def test_a_grid_names_every_tile_but_the_back_once(name):
    import datasets.tilesets

    named = [t for row in getattr(datasets.tilesets, name).rows for t in row if t]
    assert sorted(named) == sorted(t.code for t in TILES if t.code != "back")


def test_a_grid_is_cut_into_cells_without_their_rims(tmp_path):
    picture = np.zeros((40, 60, 3), np.uint8)
    colours = {"1m": (10, 200, 30), "E": (200, 10, 30), "a": (1, 2, 250)}
    places = {"1m": (0, 0), "E": (0, 40), "a": (20, 20)}
    for code, (y, x) in places.items():
        picture[y + 2 : y + 18, x + 2 : x + 18] = colours[code]
    cv2.imwrite(str(tmp_path / "set.png"), picture)
    grid = Grid("set.png", 3, 2, [["1m", "", "E"], ["", "a"]], (0.1, 0.1, 0.1, 0.1))
    faces = dict(grid.faces(tmp_path))
    assert faces.keys() == colours.keys()
    for code, face in faces.items():
        assert face.shape == (16, 16, 3)
        assert (face == colours[code]).all()


def test_what_is_transparent_lies_on_a_white_body():
    picture = np.zeros((1, 3, 4), np.uint8)
    picture[0, 1] = (0, 0, 200, 255)
    picture[0, 2] = (0, 0, 200, 128)
    assert flat(picture)[0].tolist() == [[255, 255, 255], [0, 0, 200], [127, 127, 227]]


@pytest.mark.parametrize(
    ("jsx", "svg"),
    [
        ('<svg viewBox="0 0 3 4" {...props} />', '<svg viewBox="0 0 3 4"  />'),
        ("<rect width={3.5} ry={40} />", '<rect width="3.5" ry="40" />'),
        ("<path strokeWidth={2} />", '<path stroke-width="2" />'),
        ('<use xlinkHref="#a" />', '<use xlink:href="#a" />'),
        (
            '<path style={{\n  fill: "#b93c3c",\n  fillOpacity: 1,\n}} />',
            '<path style="fill:#b93c3c;fill-opacity:1" />',
        ),
    ],
)
def test_the_svg_that_jsx_stands_for(jsx, svg):
    assert markup(jsx) == svg


DRAWN = gzip.compress(b'<svg xmlns="http://www.w3.org/2000/svg"><g/></svg>')
TSX = "components/regular/regular/RegularMan1.tsx"
OUT = ["--out", "out"]


@pytest.mark.parametrize(
    ("files", "arguments", "words"),
    [
        ({}, OUT, "name a source: --kmahjongg, --xmahjongg, --gnome, --riichi"),
        ({}, ["--xmahjongg", ".", *OUT], "real.gif is no picture that can be read: give the"),
        ({}, ["--gnome", ".", *OUT], "smooth.png is no picture that can be read: give the"),
        ({"smooth.png": 5}, ["--gnome", ".", *OUT], "smooth.png is too small for 43 x 2 tiles"),
        ({"smooth.png": 860}, ["--gnome", ".", "--out", "smooth.png"], "smooth.png cannot be a fo"),
        (
            {},
            ["--kmahjongg", "no", *OUT],
            "cannot read no/default.svgz (No such file or directory)",
        ),
        ({"default.svgz": b"<svg>"}, ["--kmahjongg", ".", *OUT], "default.svgz is no drawing that"),
        ({"default.svgz": DRAWN[:-9]}, ["--kmahjongg", ".", *OUT], "default.svgz is no drawing th"),
        (
            {"default.svgz": gzip.compress(b"<html>")},
            ["--kmahjongg", ".", *OUT],
            "default.svgz holds no drawing: give the folder as it was installed",
        ),
        ({}, ["--riichi", ".", *OUT], f"cannot read {TSX} (No such file or directory): give the"),
        ({TSX: b"export const A = 1;"}, ["--riichi", ".", *OUT], f"{TSX} holds no drawing: give"),
        (
            {"default.svgz": DRAWN, "traditional.svgz": DRAWN},
            ["--kmahjongg", ".", "--chromium", "/nope", *OUT],
            "there is no browser /nope: give a Chromium with --chromium",
        ),
        (
            {"default.svgz": DRAWN, "traditional.svgz": DRAWN},
            ["--kmahjongg", ".", "--chromium", "/bin/false", *OUT],
            "the browser fails (",
        ),
    ],
)
def test_what_gives_no_set_is_refused_in_one_sentence(
    files, arguments, words, tmp_path, capsys, monkeypatch
):
    if "--kmahjongg" in arguments or "--riichi" in arguments:
        pytest.importorskip("playwright", reason="needs the browser extra")
    monkeypatch.chdir(tmp_path)
    for name, content in files.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        if isinstance(content, int):
            cv2.imwrite(name, np.zeros((content, content, 3), np.uint8))
        else:
            (tmp_path / name).write_bytes(content)
    with pytest.raises(SystemExit) as stopped:
        main(arguments)
    assert stopped.value.code == 2
    assert words in capsys.readouterr().err.splitlines()[-1]
    assert not (tmp_path / "out").exists()


@pytest.mark.browser
def test_a_drawing_is_cut_into_its_faces(tmp_path):
    pytest.importorskip("playwright", reason="needs the browser extra")
    chromium = os.environ.get("FANLENS_CHROMIUM") or shutil.which("chromium")
    if not chromium:
        pytest.skip("needs Chromium: apt-get install chromium, or set FANLENS_CHROMIUM")
    places = list(enumerate(KMAHJONGG))
    shapes = "".join(
        f'<g id="{name}"><rect x="{20 * (n % 7)}" y="{30 * (n // 7)}" width="15" height="20" '
        f'fill="rgb({5 * n},0,0)"/></g>'
        for n, name in places
    )
    table = '<rect width="400" height="400" fill="blue"/>'
    svg = f'<svg xmlns="http://www.w3.org/2000/svg" width="400" height="400">{table}{shapes}</svg>'
    for name in ("default", "traditional"):
        (tmp_path / f"{name}.svgz").write_bytes(gzip.compress(svg.encode()))
    out = tmp_path / "out"
    assert main(["--kmahjongg", str(tmp_path), "--out", str(out), "--chromium", chromium]) == 0
    for n, name in places:
        face = cv2.imread(str(out / "kde-default" / f"{KMAHJONGG[name]}.png"))
        assert face.shape[0] == 264
        assert face[130, 90] == pytest.approx((0, 0, 5 * n), abs=3)
