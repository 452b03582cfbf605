"""Every knob of the scene generator, with its meaning, its default and how to read it from a file.

Ranges are `(low, high)`, both drawn uniformly unless said otherwise; weights need not sum to 1.
A TOML file names only what it changes::

    size = 640
    faces = "../shared/faces"

    [camera]
    elevation = [35.0, 90.0]

    [scenes]
    hand = 5.0
    empty = 0.5
"""

from __future__ import annotations

import dataclasses
import tomllib
from dataclasses import dataclass, field
from pathlib import Path

Range = tuple[float, float]


@dataclass(frozen=True)
class SceneWeights:
    """How often each kind of scene is made (weights)."""

    hand: float = 4.0  # a whole hand laid open: rows, melds, flowers, winning tile
    rack: float = 1.6  # tiles standing on a rack or on their edge, melds lying behind
    table: float = 1.2  # a hand with discards, walls and other hands round it
    rows: float = 1.6  # rows of any tiles, straight, wavy or diagonal
    grid: float = 1.3  # tiles packed in a grid, also in a case
    scatter: float = 2.0  # tiles lying every way
    few: float = 0.9  # one to four tiles, often close up
    backs: float = 0.5  # walls and heaps of tiles lying face down
    empty: float = 0.7  # no tile at all: dominoes, dice, keyboards, cards, chips, text


@dataclass(frozen=True)
class CameraConfig:
    elevation: Range = (20.0, 90.0)  # degrees above the table
    top_down: float = 0.35  # share of pictures taken from at least 70 degrees
    field_of_view: Range = (32.0, 74.0)  # degrees across the longer side
    level: float = 0.58  # share of pictures held level within `tilt`
    tilt: float = 6.0  # degrees (standard deviation) of a level picture
    quarter_turn: float = 0.12  # share turned by a multiple of 90 degrees
    flat: float = 0.03  # share of pictures without perspective or light: charts, app screens
    fill: Range = (0.6, 1.08)  # part of the picture that the tiles span
    closest: Range = (20.0, 46.0)  # the camera goes near until a tile is this wide, of 640 pixels
    distortion: Range = (-0.09, 0.07)  # radial lens distortion at the corner


@dataclass(frozen=True)
class TileConfig:
    """The bodies of the tiles, in tile widths."""

    height: Range = (1.26, 1.46)
    depth: Range = (0.55, 0.95)
    radius: Range = (0.035, 0.11)
    coloured: float = 0.07  # share of sets whose whole body has a colour
    patterned: float = 0.25  # share of sets whose backs have a grain or a print
    yellowed: float = 0.3  # share of sets with an ivory or yellow front
    upside_down: float = 0.12  # share of scenes in which tiles lie upside down among the others
    unevenness: float = 1.0  # how far from neat people lay tiles (1 as on the photos)


@dataclass(frozen=True)
class FaceConfig:
    """Where the faces come from (weights); a source that is not given is left out."""

    cutouts: float = 5.0  # the folder of cut-out faces
    crops: float = 2.0  # the folder of crops of real photos
    sets: float = 4.0  # the folder of whole tile sets
    drawn: float = 5.0  # our own vector drawings
    designs: int = 5  # drawn designs in each `block` of seeds in a row,
    block: int = 64  # so that a face is drawn once and serves several scenes
    mixed: float = 0.06  # share of scenes with tiles of two sets
    blank: float = 0.2  # share of sets whose white dragon bears nothing, beside those drawn so
    recolour: float = 0.3  # share of scenes in which the inks are tinted, greyed or bleached
    reshape: float = 0.45  # share in which drawings are bent, moved, scaled, drawn thicker, thinner


@dataclass(frozen=True)
class LightConfig:
    ambient: Range = (0.25, 0.85)  # share of the light that comes from everywhere
    elevation: Range = (22.0, 85.0)  # of the main lamp, degrees
    temperature: Range = (2700.0, 8500.0)  # kelvin
    cast: float = 0.12  # share of pictures with a colour cast left in
    glare: float = 0.45  # share of scenes with lamps or windows mirrored in the tiles
    shadow: float = 0.3  # share with the shadow of the phone or of a person
    dim: float = 0.1  # share of very dim pictures


@dataclass(frozen=True)
class EffectConfig:
    legible: float = 0.042  # all blur together may be this part of the smallest faces, so that
    # whoever looks closely can still read every labelled tile
    resolution: Range = (0.5, 1.0)  # real detail per pixel; below 1 the picture was enlarged
    soft: float = 0.3  # share of pictures with detail below 1
    motion: float = 0.1  # share with motion blur
    defocus: float = 0.13  # share out of focus
    noise: Range = (0.0, 0.035)  # standard deviation, of full scale
    jpeg: Range = (28.0, 96.0)  # quality
    sharpen: float = 0.3
    grey: float = 0.03  # share of grey pictures
    per_tile: float = 0.05  # share in which single tiles were brightened or darkened
    stretch: float = 0.22  # share stretched to a square
    letterbox: float = 0.1  # share with black bars baked in
    overlay: float = 0.12  # share of stream screenshots with banners and chat over them
    clutter: float = 0.45  # share with other things on the table
    hands: float = 0.18  # share with hands or arms in the picture


@dataclass(frozen=True)
class LabelConfig:
    visible: float = 0.4  # a tile shown less than this is not labelled
    smallest: float = 9.0  # nor one whose face is seen with a shorter side than this, pixels
    foreshortened: float = 0.2  # nor one whose face is seen flatter than this (height by width)


@dataclass(frozen=True)
class Config:
    size: int = 640  # pixels of the longer side
    faces: str | None = None  # folder of cut-out faces named TILE_NN.jpg
    crops: str | None = None  # folder of crops of real photos named TILE_anything.jpg
    sets: str | None = None  # folder of folders, each one set's faces, edge to edge: TILE.png
    fonts: str = "/usr/share/fonts"  # where to look for fonts of the words on mats, papers, streams
    scenes: SceneWeights = field(default_factory=SceneWeights)
    camera: CameraConfig = field(default_factory=CameraConfig)
    tiles: TileConfig = field(default_factory=TileConfig)
    face: FaceConfig = field(default_factory=FaceConfig)
    light: LightConfig = field(default_factory=LightConfig)
    effects: EffectConfig = field(default_factory=EffectConfig)
    labels: LabelConfig = field(default_factory=LabelConfig)

    def replace(self, **options: object) -> Config:
        return dataclasses.replace(self, **options)


class ConfigError(ValueError):
    """A configuration that names no knob or gives it a value of the wrong kind."""


def from_dict(values: dict, default: object = None) -> Config:
    """`values` laid over `default` (a `Config`); ConfigError for an unknown or ill-typed knob."""
    default = Config() if default is None else default
    known = {f.name: getattr(default, f.name) for f in dataclasses.fields(default)}
    changes = {}
    for name, value in values.items():
        if name not in known:
            raise ConfigError(f"unknown knob {name!r}: use one of {', '.join(known)}")
        old = known[name]
        if dataclasses.is_dataclass(old):
            if not isinstance(value, dict):
                raise ConfigError(f"{name!r} is a section: write its knobs under [{name}]")
            changes[name] = from_dict(value, old)
        elif isinstance(old, tuple):
            if not (
                isinstance(value, list | tuple)
                and len(value) == len(old)
                and all(isinstance(v, int | float) for v in value)
                and value[0] <= value[1]
            ):
                raise ConfigError(f"{name!r} is a range: give two numbers, the lower first")
            changes[name] = tuple(float(v) for v in value)
        elif isinstance(old, float):
            if not isinstance(value, int | float) or isinstance(value, bool) or value < 0:
                raise ConfigError(f"{name!r} is a number of at least 0, not {value!r}")
            changes[name] = float(value)
        elif isinstance(old, int):
            if not isinstance(value, int) or isinstance(value, bool) or value < 1:
                raise ConfigError(f"{name!r} is a whole number of at least 1, not {value!r}")
            changes[name] = value
        else:
            if not isinstance(value, str):
                raise ConfigError(f"{name!r} is a path, not {value!r}")
            changes[name] = value
    return dataclasses.replace(default, **changes)


def load(path: str | Path, default: object = None) -> Config:
    """The configuration in a TOML file, laid over `default`; ConfigError says what is wrong."""
    try:
        with open(path, "rb") as file:
            values = tomllib.load(file)
    except OSError as error:
        raise ConfigError(f"cannot read {path}: {error.strerror}") from None
    except tomllib.TOMLDecodeError as error:
        raise ConfigError(f"{path} is no TOML file: {error}") from None
    return from_dict(values, default)
