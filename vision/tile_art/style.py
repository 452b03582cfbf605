"""The knobs of a tile design."""

from __future__ import annotations

from dataclasses import dataclass, replace

INKS = ("red", "green", "blue", "black")


@dataclass(frozen=True)
class ArtStyle:
    """One design of a whole set. Colours are "#rrggbb"; "ink" fields name one of `INKS`."""

    # Inks
    red: str = "#c1272d"
    green: str = "#12794a"
    blue: str = "#1c4fa0"
    black: str = "#1f2a33"
    # Body
    face: str = "#fcf9f1"
    edge: str = "#d9cfb6"
    back: str = "#1f8a5b"
    back_pattern: str = "lattice"  # plain, frame, lattice
    radius: float = 26.0
    # Characters: a hand of glyphs.json each
    numeral_hand: str = "boku"
    wan_hand: str = "boku"
    honour_hand: str = "boku"
    flower_hand: str = "boku"
    index_hand: str = "song"
    traditional: bool = True  # 萬 東 發 蘭 rather than 万 东 发 兰
    five: str = "伍"  # or 五
    bold: float = 3.0  # extra width of the strokes of characters, face units
    slant: float = 0.0  # degrees that characters lean to the right
    numeral_ink: str = "blue"
    wan_ink: str = "red"
    wind_ink: str = "blue"
    # Circles
    circle: str = "rings"
    wheel: str = "blossom"
    circle_inks: str = "gbr"  # what stands for green, blue and red: g, b, r or k (black)
    # Bamboos
    bamboo: str = "nodes"
    bamboo_inks: str = "gbr"
    bird: str = "peacock"
    # White dragon
    white: str = "double"
    white_ink: str = "blue"
    # Flowers
    flower_layout: str = "name+number"
    flower_line: float = 7.0
    # Corner indices: none, left or right
    index: str = "none"
    index_ink: str = "red"
    # The whole drawing
    scale: float = 1.0
    engraving: float = 0.0  # depth of the engraved look, 0 to 1

    def ink(self, name: str) -> str:
        return getattr(self, name)

    def replace(self, **knobs) -> ArtStyle:
        return replace(self, **knobs)


DEFAULT = ArtStyle()
