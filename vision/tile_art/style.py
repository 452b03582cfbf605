"""The knobs of a tile design, and some designs."""

from __future__ import annotations

from dataclasses import dataclass, fields
from dataclasses import replace as _replace

from vision.tile_art.glyphs import hands

LETTERS = {"r": "red", "g": "green", "b": "blue", "k": "black"}

# What a knob may say; the drawings of each kind are named alike in their modules.
CHOICES = {
    "five": ("伍", "五"),
    "circle": (
        "rings",
        "thin-rings",
        "bullseye",
        "eye",
        "spokes",
        "clover",
        "blossom",
        "coin",
        "disc",
    ),
    "wheel": (
        "blossom",
        "target",
        "sunflower",
        "cog",
        "rosette",
        "coin",
        "spokes",
        "daisy",
    ),
    "bamboo": ("nodes", "solid", "tube", "bones", "beads", "segments", "plain"),
    "bird": ("peacock", "sparrow", "crane", "parrot", "swallow", "phoenix"),
    "white": ("blank", "frame", "double", "notched", "ornate", "fret", "bracket"),
    "flower_layout": ("name+number", "name", "number", "picture"),
    "flower_art": ("filled", "line"),
    "flower_picture": ("garden", "sprig", "pot"),
    "season_numerals": ("arabic", "chinese"),
    "index": ("none", "left", "right"),
    "back_pattern": ("plain", "frame", "lattice"),
}
_INKS = (
    "numeral_ink",
    "wan_ink",
    "wind_ink",
    "white_ink",
    "index_ink",
    "season_name_ink",
    "plant_name_ink",
    "season_number_ink",
    "plant_number_ink",
)
_SCHEMES = ("circle_inks", "bamboo_inks", "bird_inks", "flower_inks")
_HANDS = ("numeral_hand", "wan_hand", "honour_hand", "flower_hand", "index_hand")


@dataclass(frozen=True)
class ArtStyle:
    """One design of a whole set. `CHOICES` lists what each field of words may say.

    Colours are "#rrggbb". An ink is one of the letters r g b k, which stand for the four ink
    colours. A scheme of inks is three such letters: what is drawn in the places where a classic
    set has green, blue and red. Hands are those of glyphs.json. ValueError for anything else.
    """

    # The four inks
    red: str = "#c1272d"
    green: str = "#12794a"
    blue: str = "#1c4fa0"
    black: str = "#1f2a33"
    # The body: its face, the rim of the face, its back; corner radius in face units (300 × 400)
    face: str = "#fcf9f1"
    edge: str = "#d9cfb6"
    back: str = "#1f8a5b"
    back_pattern: str = "lattice"
    radius: float = 26.0
    # Characters
    numeral_hand: str = "brush"
    wan_hand: str = "brush"
    honour_hand: str = "brush"
    flower_hand: str = "brush"
    traditional: bool = True  # 萬 東 發 蘭 rather than 万 东 发 兰, where the hand has both
    five: str = "伍"
    numeral_share: float = 0.5  # of the height of a character tile
    bold: float = 3.0  # added to the width of strokes, face units
    widen: float = 1.0  # width of characters against their natural width
    slant: float = 0.0  # degrees that characters lean to the right
    numeral_ink: str = "b"
    wan_ink: str = "r"
    wind_ink: str = "b"
    # Circles
    circle: str = "rings"
    wheel: str = "blossom"  # the 1
    circle_inks: str = "gbr"
    six_red_on_top: bool = False  # 6 and 7: red above and green below
    eye_ink: str = ""  # ink of the circles' centres, or "" for the circle's own
    crowd: float = 1.0  # size of circles and bamboos against the room between them
    # Bamboos
    bamboo: str = "nodes"
    bamboo_inks: str = "gbr"
    bamboo_width: float = 1.0
    seven_inks: str = "rgg"  # 7: the middle column from the top
    bird: str = "peacock"  # the 1
    bird_inks: str = "gbr"
    bird_mirror: bool = False
    bird_turn: float = 0.0  # degrees clockwise
    # White dragon
    white: str = "double"
    white_ink: str = "b"
    white_sign: str = ""  # a letter in the middle, B or P on some sets
    # Flowers: a to d are the seasons, e to h the plants
    flower_layout: str = "name+number"
    flower_art: str = "filled"
    flower_picture: str = "garden"
    sprig_seed: int = 0  # another sprig for each
    flower_inks: str = "gbr"
    flower_mirror: bool = False  # the other corner for name and number, the picture turned round
    season_numerals: str = "arabic"
    numbers: str = "12341243"  # of a to h
    season_name_ink: str = "r"
    plant_name_ink: str = "k"
    season_number_ink: str = "k"
    plant_number_ink: str = "r"
    # Corner indices
    index: str = "none"
    index_hand: str = "song"
    index_ink: str = "r"
    index_size: float = 1.0
    # The whole drawing
    line_width: float = 7.0  # of birds and flowers drawn in lines, face units
    scale: float = 1.0
    shift: tuple[float, float] = (0.0, 0.0)
    engraving: float = 0.0  # depth of the engraved look, 0 to 1

    def __post_init__(self) -> None:
        for name, choices in CHOICES.items():
            _check(name, getattr(self, name), choices)
        for name in _INKS:
            _check(name, getattr(self, name), tuple(LETTERS))
        for name in _HANDS:
            _check(name, getattr(self, name), tuple(hands()))
        _check("eye_ink", self.eye_ink, ("", *LETTERS))
        _check("white_sign", self.white_sign, ("", "B", "P", "W"))
        for name in (*_SCHEMES, "seven_inks"):
            scheme = getattr(self, name)
            if len(scheme) != 3 or not set(scheme) <= set(LETTERS):
                raise ValueError(f"{name} is {scheme!r}: use three of the letters r g b k")

    def ink(self, letter: str) -> str:
        """The colour of ink r, g, b or k."""
        return getattr(self, LETTERS[letter])

    def scheme(self, scheme: str) -> tuple[str, str, str]:
        """The colours in the places of green, blue and red, such as `style.scheme("bird_inks")`."""
        first, second, third = getattr(self, scheme)
        return self.ink(first), self.ink(second), self.ink(third)

    def replace(self, **knobs) -> ArtStyle:
        """A copy with other knobs."""
        unknown = set(knobs) - {field.name for field in fields(self)}
        if unknown:
            raise ValueError(f"a style has no knob {sorted(unknown)[0]!r}")
        return _replace(self, **knobs)


def _check(name: str, value: str, choices: tuple[str, ...]) -> None:
    if value not in choices:
        raise ValueError(f"{name} is {value!r}: use one of {', '.join(map(repr, choices))}")


DEFAULT = ArtStyle()
