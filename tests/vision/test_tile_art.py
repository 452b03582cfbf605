"""Drawings of the tiles: page and pixels from the same shapes, in many designs."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET
from itertools import combinations
from pathlib import Path

import cv2
import numpy as np
import pytest
from PIL import Image, ImageChops, ImageDraw

from scoring.tiles import BACK, TILES, Tile
from vision import tile_art
from vision.tile_art import ASPECT, DEFAULT, STYLES, ArtStyle, glyphs, random_style, raster, svg
from vision.tile_art.__main__ import main
from vision.tile_art.circles import DESIGNS as CIRCLE_DESIGNS
from vision.tile_art.shapes import Shape, parse
from vision.tile_art.style import CHOICES

FACES = TILES[:-1]
SVG = "{http://www.w3.org/2000/svg}"


def chance(seed: int) -> ArtStyle:
    return random_style(np.random.default_rng(seed))


DESIGNS = {**STYLES, **{f"chance {seed}": chance(seed) for seed in range(3)}}
in_every_design = pytest.mark.parametrize("style", DESIGNS.values(), ids=DESIGNS)


def near(colour: str, picture: np.ndarray) -> np.ndarray:
    """Where a picture has a colour, edges apart."""
    wanted = np.array([int(colour[i : i + 2], 16) for i in (1, 3, 5)])
    return np.abs(picture[..., :3].astype(int) - wanted).max(axis=2) < 40


def middle_of(mask: np.ndarray) -> tuple[float, float]:
    """Centre of what is set, as shares of width and height."""
    ys, xs = np.nonzero(mask)
    return xs.mean() / mask.shape[1], ys.mean() / mask.shape[0]


# --- the SVG


@in_every_design
def test_an_svg_is_valid_and_self_contained(style):
    for tile in TILES:
        root = ET.fromstring(svg(tile, style))
        assert root.tag == f"{SVG}svg"
        assert root.get("viewBox") == "0 0 300 400"
        assert {element.tag for element in root} == {f"{SVG}path", f"{SVG}title"}
        for element in root.iter():
            assert not {"id", "class", "style", "href"} & set(element.attrib), tile
            for paint in ("fill", "stroke"):
                assert re.fullmatch("none|#[0-9a-f]{6}", element.get(paint, "none"))


def test_an_svg_has_the_size_and_the_name_asked_for():
    root = ET.fromstring(svg(Tile("1m"), height=64, title='<b>"One"</b> & more'))
    assert (root.get("width"), root.get("height")) == ("48", "64")
    assert root.get("aria-label") == root.findtext(f"{SVG}title") == '<b>"One"</b> & more'
    assert ET.fromstring(svg(Tile("1m"))).get("aria-label") == "1m"


def painted(markup: str, height: int) -> np.ndarray:
    """What an SVG shows, drawn by Pillow at four times the size: RGB on white."""
    size = (round(height * ASPECT) * 4, height * 4)
    scale = size[1] / 400
    picture = Image.new("RGB", size, "white")
    for element in ET.fromstring(markup).iter(f"{SVG}path"):
        shape = Shape(parse(element.get("d")), "#000000")
        points = shape.points() * scale
        lines = [[tuple(p) for p in points[a:b]] for a, b in shape.outline.flat[1]]
        mask = Image.new("1", size)
        if element.get("fill") != "none":
            for line in lines:
                part = Image.new("1", size)
                ImageDraw.Draw(part).polygon(line, fill=1)
                mask = ImageChops.logical_xor(mask, part)
        width, pen = float(element.get("stroke-width", 0)) * scale, ImageDraw.Draw(mask)
        for line in lines if width else ():
            pen.line(line, fill=1, width=round(width), joint="curve")
            for x, y in (line[0], line[-1]):
                pen.ellipse((x - width / 2, y - width / 2, x + width / 2, y + width / 2), fill=1)
        colours = {element.get("fill"), element.get("stroke")} - {"none", None}
        picture.paste(Image.new("RGB", size, colours.pop()), mask=mask)
        assert not colours, "fill and line of one shape have one colour"
    return np.asarray(picture.reduce(4))


@pytest.mark.parametrize("code", ["5m", "1p", "7p", "1s", "8s", "F", "P", "e", "h", "back"])
@pytest.mark.parametrize("name", ["default", "old", "chance 1"])
def test_svg_and_pixels_show_the_same_picture(code, name):
    tile, style = Tile(code), DESIGNS[name]
    pixels = raster(tile, 160, style).astype(float)
    alpha = pixels[..., 3:] / 255
    on_white = pixels[..., :3] * alpha + 255 * (1 - alpha)
    difference = np.abs(on_white - painted(svg(tile, style), 160))
    assert difference.mean() < 5
    assert (difference.max(axis=2) > 128).mean() < 0.002


# --- pixels


@pytest.mark.parametrize(("height", "width"), [(8, 6), (40, 30), (65, 49), (128, 96), (400, 300)])
def test_pixels_have_the_height_asked_for_and_the_aspect_of_a_tile(height, width):
    for tile in (Tile("9p"), BACK):
        picture = raster(tile, height)
        assert picture.shape == (height, width, 4)
        assert picture.dtype == np.uint8


@in_every_design
def test_a_tile_is_solid_but_for_its_round_corners(style):
    for tile in TILES:
        alpha = raster(tile, 80, style)[..., 3]
        assert max(alpha[0, 0], alpha[-1, -1]) < 64
        assert (alpha[15:-15] == 255).all()
        assert (alpha[:, 15:-15] == 255).all()


@in_every_design
def test_ink_alone_is_what_stands_on_the_body(style):
    for code in ("3m", "1p", "W", "b"):
        ink, whole = raster(Tile(code), 96, style, body=False), raster(Tile(code), 96, style)
        share = ink[..., 3:] / 255
        assert 0.02 < share.mean() < 0.7
        inside = np.s_[14:-14, 14:-14]
        face = np.array([int(style.face[i : i + 2], 16) for i in (1, 3, 5)])
        laid = ink[..., :3] * share + face * (1 - share)
        assert np.abs(laid - whole[..., :3])[inside].max() <= 3


def test_a_blank_white_dragon_is_all_body():
    style = DEFAULT.replace(white="blank")
    assert not raster(Tile("P"), 64, style, body=False).any()
    assert near(DEFAULT.face, raster(Tile("P"), 64, style))[4:-4, 4:-4].all()


def test_pictures_are_the_callers_own():
    first = raster(Tile("E"), 48)
    expected = first.copy()
    first[:] = 0
    np.testing.assert_array_equal(raster(Tile("E"), 48), expected)


# --- what the faces show


@in_every_design
def test_no_two_faces_look_alike(style):
    pictures = [raster(tile, 64, style)[..., :3].astype(int) for tile in TILES]
    for (i, one), (j, other) in combinations(enumerate(pictures), 2):
        changed = (np.abs(one - other).max(axis=2) > 40).mean()
        assert changed > 0.015, (TILES[i].code, TILES[j].code, changed)


@pytest.mark.parametrize("rank", range(2, 10))
@pytest.mark.parametrize("design", [name for name in CIRCLE_DESIGNS if name != "blossom"])
def test_a_circle_tile_has_as_many_circles_as_its_rank(rank, design):
    ink = raster(Tile(f"{rank}p"), 400, DEFAULT.replace(circle=design), body=False)[..., 3]
    outer, _ = cv2.findContours((ink > 127).astype(np.uint8), cv2.RETR_EXTERNAL, 2)
    assert len(outer) == rank


@pytest.mark.parametrize("rank", [2, 3, 4, 5, 6, 7, 9])
@pytest.mark.parametrize("design", ["nodes", "solid", "tube", "plain"])
def test_a_bamboo_tile_has_as_many_sticks_as_its_rank(rank, design):
    ink = raster(Tile(f"{rank}s"), 400, DEFAULT.replace(bamboo=design), body=False)[..., 3]
    outer, _ = cv2.findContours((ink > 127).astype(np.uint8), cv2.RETR_EXTERNAL, 2)
    assert len(outer) == rank


@pytest.mark.parametrize(
    ("code", "ink", "x", "y"),
    [
        ("1m", "red", 0.5, 0.75),
        ("1m", "blue", 0.5, 0.25),
        ("2p", "green", 0.5, 0.27),
        ("2p", "blue", 0.5, 0.73),
        ("3p", "green", 0.26, 0.21),
        ("3p", "red", 0.5, 0.5),
        ("3p", "blue", 0.74, 0.79),
        ("5p", "red", 0.5, 0.5),
        ("6p", "green", 0.5, 0.2),
        ("6p", "red", 0.5, 0.68),
        ("7p", "green", 0.5, 0.25),
        ("7p", "red", 0.5, 0.71),
        ("9p", "red", 0.5, 0.5),
        ("5s", "red", 0.5, 0.5),
        ("7s", "red", 0.5, 0.18),
        ("9s", "red", 0.5, 0.5),
    ],
)
def test_where_a_classic_set_has_its_colours(code, ink, x, y):
    mask = near(getattr(DEFAULT, ink), raster(Tile(code), 200))
    assert middle_of(mask) == pytest.approx((x, y), abs=0.03)


def test_the_seven_circles_run_from_top_left_to_lower_right():
    green = near(DEFAULT.green, raster(Tile("7p"), 200))
    left, right = green[:, :75].copy(), green[:, 75:].copy()
    assert middle_of(left)[1] + 0.1 < middle_of(right)[1]


def test_the_eight_bamboos_are_a_w_above_an_m():
    ink = raster(Tile("8s"), 400, body=False)[..., 3] > 127
    assert (ink == ink[::-1]).mean() > 0.98
    middle = ink[:, 140:160].any(axis=1).nonzero()[0]
    # The sticks between meet high in the W and low in the M; the tile's own middle is free.
    assert middle.min() < 80
    assert middle.max() > 320
    assert not ink[150:250, 140:160].any()


def test_corner_indices_stand_in_their_corner():
    for code in ("4m", "4p", "4s", "N", "F"):
        style = DEFAULT.replace(black="#ff00ff", index_ink="k")
        left, right, none = (
            near(style.black, raster(Tile(code), 200, style.replace(index=index)))
            for index in ("left", "right", "none")
        )
        assert middle_of(left)[0] < 0.25 < 0.75 < middle_of(right)[0]
        assert middle_of(left)[1] < 0.2
        assert not none.any()


@pytest.mark.parametrize("field", CHOICES)
def test_every_choice_of_a_knob_looks_different(field):
    shown_by = {"five": "5m", "circle": "5p", "wheel": "1p", "bamboo": "3s", "bird": "1s"}
    tile = Tile({**shown_by, "white": "P", "index": "N", "back_pattern": "back"}.get(field, "b"))
    pictures = {raster(tile, 48, DEFAULT.replace(**{field: c})).tobytes() for c in CHOICES[field]}
    assert len(pictures) == len(CHOICES[field])


# --- designs by chance


def test_the_same_seed_gives_the_same_design_and_picture():
    assert chance(3) == chance(3)
    for tile in (Tile("1s"), Tile("a")):
        first = raster(tile, 64, chance(3))
        tile_art.pixels._polygons.cache_clear()
        tile_art.face.drawing.cache_clear()
        np.testing.assert_array_equal(raster(tile, 64, chance(3)), first)


def test_designs_by_chance_are_many():
    styles = [chance(seed) for seed in range(300)]
    assert len(set(styles)) == 300
    for field in ("circle", "wheel", "bamboo", "bird", "white", "flower_layout", "index"):
        assert {getattr(style, field) for style in styles} == set(CHOICES[field])
    assert len({style.numeral_hand for style in styles}) >= 12


# --- characters


@pytest.mark.parametrize("hand", glyphs.hands())
def test_every_hand_writes_every_tile(hand):
    knobs = dict.fromkeys(("numeral_hand", "wan_hand", "honour_hand", "flower_hand"), hand)
    for traditional in (True, False):
        style = DEFAULT.replace(traditional=traditional, index="left", index_hand=hand, **knobs)
        for tile in FACES:
            assert raster(tile, 40, style, body=False)[..., 3].mean() > 5


def test_the_sources_of_all_hands_are_named():
    folder = Path(tile_art.__file__).parent
    readme = (folder / "README.md").read_text(encoding="utf-8")
    named = re.findall(r"^\| ([a-z-]+) \| .* \|$", readme, re.MULTILINE)
    assert [name for name in named if name in glyphs.hands()] == list(glyphs.hands())
    assert "SIL OPEN FONT LICENSE" in (folder / "OFL.txt").read_text(encoding="utf-8")
    assert glyphs.PATH.stat().st_size < 600_000


# --- refusals


@pytest.mark.parametrize("draw", [svg, lambda tile: raster(tile, 64)])
@pytest.mark.parametrize("tile", ["1m", None, 3])
def test_what_is_no_tile_is_refused(draw, tile):
    with pytest.raises(ValueError, match=r"cannot draw .*Tile\('1m'\)"):
        draw(tile)


def test_a_tile_too_small_to_draw_is_refused():
    with pytest.raises(ValueError, match="ask for 8 px or more"):
        raster(Tile("1m"), 7)


@pytest.mark.parametrize(
    ("knobs", "message"),
    [
        ({"circle": "square"}, "circle is 'square': use one of 'rings'"),
        ({"numeral_hand": "claw"}, "numeral_hand is 'claw': use one of 'song'"),
        ({"wan_ink": "red"}, "wan_ink is 'red': use one of 'r', 'g', 'b', 'k'"),
        ({"circle_inks": "gb"}, "circle_inks is 'gb': use three of the letters r g b k"),
        ({"colour": "red"}, "a style has no knob 'colour'"),
    ],
)
def test_a_knob_that_cannot_be_turned_so_is_refused(knobs, message):
    with pytest.raises(ValueError, match=message):
        DEFAULT.replace(**knobs)


# --- contact sheet


@pytest.mark.parametrize(
    ("arguments", "size"),
    [
        (["--height", "40"], (11 * 40 + 10, 4 * 50 + 10)),
        (["--height", "40", "--style", "old"], (11 * 40 + 10, 4 * 50 + 10)),
        (["--height", "40", "--random", "2"], (43 * 34 + 4, 2 * 44 + 4)),
    ],
)
def test_the_contact_sheet_holds_every_tile(arguments, size, tmp_path, monkeypatch, capsys):
    target = tmp_path / "sheet.png"
    monkeypatch.setattr("sys.argv", ["tile_art", "--sheet", str(target), *arguments])
    main()
    with Image.open(target) as picture:
        assert picture.size == size
    assert str(target) in capsys.readouterr().out
