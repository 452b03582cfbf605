"""Designs by name, and designs by chance for training scenes."""

from __future__ import annotations

import colorsys

import numpy as np

from vision.tile_art.glyphs import hands, has
from vision.tile_art.style import CHOICES, DEFAULT, ArtStyle

STYLES: dict[str, ArtStyle] = {
    "default": DEFAULT,
    "tournament": DEFAULT.replace(
        numeral_hand="scribe",
        wan_hand="scribe",
        honour_hand="scribe",
        index="left",
        index_hand="hei",
        wheel="cog",
        bamboo="tube",
        bird="sparrow",
        white="notched",
    ),
    "hong-kong": DEFAULT.replace(
        numeral_hand="fat-brush",
        circle_inks="bbr",
        eye_ink="r",
        circle="eye",
        wheel="target",
        bamboo="solid",
        bird="parrot",
        white="frame",
        flower_art="line",
        back="#c98a1b",
        back_pattern="plain",
    ),
    "ink": DEFAULT.replace(
        green="#23483c",
        blue="#1d2a33",
        numeral_ink="k",
        wind_ink="k",
        white_ink="k",
        circle="clover",
        circle_inks="kkr",
        wheel="rosette",
        bamboo="beads",
        bamboo_inks="gkr",
        bird="phoenix",
        bird_inks="kgr",
        white="ornate",
        flower_picture="sprig",
        engraving=0.5,
    ),
    "old": DEFAULT.replace(
        face="#f1e6c4",
        edge="#cdb98a",
        red="#a82a22",
        green="#2f5d3a",
        blue="#2b3c66",
        numeral_hand="antique",
        wan_hand="antique",
        honour_hand="antique",
        flower_hand="antique",
        circle="spokes",
        wheel="sunflower",
        bamboo="bones",
        bird="crane",
        white="fret",
        flower_art="line",
        engraving=0.8,
        back="#7a4a24",
        back_pattern="frame",
    ),
    "modern": DEFAULT.replace(
        numeral_hand="hei",
        wan_hand="hei",
        honour_hand="hei",
        flower_hand="hei",
        index_hand="hei",
        traditional=False,
        five="五",
        bold=0.0,
        circle="disc",
        wheel="daisy",
        bamboo="plain",
        bird="swallow",
        white="bracket",
        flower_layout="name",
        back="#2b4a8b",
        back_pattern="frame",
    ),
    "pastel": DEFAULT.replace(
        red="#ef6f5e",
        green="#3dba86",
        blue="#5aa2dc",
        black="#5d7684",
        numeral_hand="running",
        wan_hand="thin-kai",
        honour_hand="thin-kai",
        flower_hand="pen",
        circle="thin-rings",
        wheel="spokes",
        bamboo="segments",
        white="notched",
        flower_picture="pot",
    ),
}

_PALETTES = (  # red, green, blue, black
    ("#c1272d", "#12794a", "#1c4fa0", "#1f2a33"),
    ("#e0201f", "#0a8f3c", "#1546d2", "#0d0d10"),
    ("#b01e2e", "#1e4d38", "#222a6e", "#15181c"),
    ("#7f1d2b", "#1d5a3b", "#27357c", "#242428"),
    ("#ef6f5e", "#3dba86", "#5aa2dc", "#5d7684"),
    ("#d21f2a", "#0b6b3a", "#17255f", "#101010"),
    ("#d3352b", "#2e8b2e", "#2a6fc4", "#26331f"),
    ("#c8102e", "#12433a", "#143640", "#101a1a"),
    ("#e8452c", "#1fa266", "#0f6fb8", "#2d3b45"),
)
_FACES = ("#fcf9f1", "#ffffff", "#f4f4f2", "#f1e6c4", "#f7efd6", "#e9ece8", "#eef3ea", "#f6e8ea")
_BACKS = (
    "#1f8a5b",
    "#0f7a3e",
    "#2a9d7f",
    "#1f5fae",
    "#3f8fd0",
    "#d98a1e",
    "#e8c23a",
    "#7a4a24",
    "#4d4f57",
    "#1d1f24",
    "#b5342c",
    "#7d4aa8",
    "#f0efe9",
    "#e58fa8",
)
_COMMON_HANDS = ("brush", "scribe", "fat-brush", "kai", "song")
# No maker writes numerals and winds as cursively as the grass hand does.
_PLAIN_HANDS = tuple(hand for hand in hands() if hand != "grass")


def random_style(rng: np.random.Generator) -> ArtStyle:
    """A design by chance. The same state of `rng` gives the same design."""

    def chance(probability: float) -> bool:
        return bool(rng.random() < probability)

    def pick(choices):
        return choices[int(rng.integers(len(choices)))]

    def between(low: float, high: float) -> float:
        return round(float(rng.uniform(low, high)), 3)

    def hand() -> str:
        return pick(_COMMON_HANDS) if chance(0.45) else pick(_PLAIN_HANDS)

    def writer(traditional: str) -> str:
        """A hand, and mostly one that has the form which nearly all makers use."""
        choice = hand()
        return choice if has(choice, traditional) or chance(0.3) else pick(_COMMON_HANDS[:2])

    def usual(usual_choice: str, choices, probability: float) -> str:
        return usual_choice if chance(probability) else pick(choices)

    red, green, blue, black = (_varied(colour, rng) for colour in pick(_PALETTES))
    if chance(0.03):  # a set in one ink
        red = blue = black = green
    face = _varied(pick(_FACES), rng, 0.4)
    main = hand()
    symbols = pick(("song", "hei", "scribe", "kai", "slim", "marker", "poster", "antique"))
    dark = usual("b", "kgb", 0.4)
    layout = usual("name+number", CHOICES["flower_layout"], 0.7)
    season, plant = pick(("rk", "rb", "kr", "rr", "gr", "br")), pick(("kr", "br", "rk", "bb", "rb"))
    return ArtStyle(
        red=red,
        green=green,
        blue=blue,
        black=black,
        face=face,
        edge=_varied(face, rng, 0.5, darker=0.85),
        back=_varied(pick(_BACKS), rng),
        back_pattern=usual("plain", CHOICES["back_pattern"], 0.85),
        radius=between(12, 40),
        numeral_hand=main,
        wan_hand=main if has(main, "萬") and chance(0.7) else writer("萬"),
        honour_hand=main if has(main, "發") and chance(0.7) else writer("發"),
        flower_hand=main if chance(0.5) else pick(tuple(hands())),
        traditional=chance(0.85),
        five="伍" if chance(0.65) else "五",
        numeral_share=between(0.42, 0.54),
        bold=between(0, 9) if chance(0.6) else 0.0,
        widen=between(0.8, 1.15),
        slant=between(-4, 12) if chance(0.25) else 0.0,
        numeral_ink=dark if dark != "g" or chance(0.4) else "k",
        wan_ink=usual("r", "kb", 0.93),
        wind_ink=usual(dark, "kbg", 0.8),
        circle=usual("rings", CHOICES["circle"], 0.2),
        wheel=pick(CHOICES["wheel"]),
        circle_inks=usual("gbr", ("ggr", "gkr", "kkr", "bbr", "bgr", "gbk", "bbb"), 0.4),
        six_red_on_top=chance(0.08),
        eye_ink=pick(("r", "b", "g", "k")) if chance(0.25) else "",
        crowd=between(0.84, 1.06),
        bamboo=usual("nodes", CHOICES["bamboo"], 0.2),
        bamboo_inks=usual("gbr", ("kkr", "gkr", "bbr", "ggg", "gbb"), 0.7),
        bamboo_width=between(0.75, 1.15),
        seven_inks=usual("rgg", ("rbb", "rrr", "rkk"), 0.5),
        bird=pick(CHOICES["bird"]),
        bird_inks=pick(("gbr", "bgr", "rgb", "grb", "brg", "kgr", "ggr", "kkr", "gkr")),
        bird_mirror=chance(0.4),
        bird_turn=between(-12, 12),
        white=pick(CHOICES["white"]),
        white_ink=usual(dark, "bkgr", 0.7),
        white_sign=pick(("B", "P", "W")) if chance(0.06) else "",
        flower_layout=layout,
        flower_art=pick(CHOICES["flower_art"]),
        flower_inks=usual("gbr", ("kgr", "bgr", "ggr", "gkr", "grb"), 0.6),
        flower_mirror=chance(0.25),
        # Without words the picture alone tells a flower, so it has to be its own.
        flower_picture="garden" if layout == "picture" else pick(CHOICES["flower_picture"]),
        sprig_seed=int(rng.integers(1_000_000)),
        season_numerals="chinese" if layout == "number" or chance(0.2) else "arabic",
        numbers=pick(("12341243", "12341234")),
        season_name_ink=season[0],
        plant_name_ink=plant[0],
        season_number_ink=season[1],
        plant_number_ink=plant[1],
        index=usual("none", ("left", "right"), 0.6),
        index_hand=symbols,
        index_ink=pick("rkbg"),
        index_size=between(0.8, 1.25),
        line_width=between(5, 10),
        scale=between(0.82, 1.04),
        shift=(between(-6, 6), between(-8, 8)),
        engraving=between(0.2, 1) if chance(0.6) else 0.0,
    )


def _varied(colour: str, rng: np.random.Generator, amount: float = 1.0, darker: float = 1.0) -> str:
    """A colour of nearly the same hue, saturation and brightness."""
    red, green, blue = (int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5))
    hue, saturation, value = colorsys.rgb_to_hsv(red, green, blue)
    hue_by, saturation_by, value_by = rng.normal(0, (0.012, 0.08, 0.07)) * amount
    varied = colorsys.hsv_to_rgb(
        (hue + hue_by) % 1,
        min(max(saturation * (1 + saturation_by), 0), 1),
        min(max(value * (1 + value_by) * darker, 0), 1),
    )
    return "#" + "".join(f"{round(255 * channel):02x}" for channel in varied)
