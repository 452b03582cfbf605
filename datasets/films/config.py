"""Every knob of the film generator, with its meaning, its default and how to read it from a file.

As in `datasets.synth.config`: ranges are `(low, high)`, weights need not sum to 1, and a TOML file
names only what it changes::

    minutes = [1.0, 2.0]

    [shots]
    cover = 0.5
"""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path

from datasets.synth import config
from datasets.synth.config import Config, Range


@dataclass(frozen=True)
class ShotConfig:
    """How single shots look."""

    show: Range = (4.5, 11.0)  # seconds for which a finished hand is shown at a time
    clear: float = 3.2  # seconds of these without anything over the hand
    between: Range = (3.0, 14.0)  # seconds of a shot without a finished hand
    again: float = 0.3  # share of finished hands that are shown once more after something else
    resumed: float = (
        0.25  # share of second showings that are the same picture after a covering hand
    )
    cover: float = 0.35  # share of shots through which a hand moves
    refocus: float = 0.2  # share of shots in which the camera looks for its focus
    jolt: float = 0.2  # share of handheld shots in which the camera is knocked
    cut: float = 0.55  # how a shot begins (weights): at once,
    fade: float = 0.3  # cross-faded,
    sweep: float = 0.15  # or changed behind a hand that passes
    fade_seconds: Range = (0.3, 1.2)
    zoom: Range = (1.0, 1.6)  # how far a camera goes near
    pan: float = 0.35  # share of shots in which the camera moves through the picture


@dataclass(frozen=True)
class TableConfig:
    """What happens at a drawn table."""

    grown: float = 0.4  # share of finished hands that lay open before and grow by their last tile
    racked: float = 0.4  # share that stood on the rack and are laid open; others appear at once
    four: float = 0.2  # share of hands shown with those of the other three players
    two: float = 0.08  # share of pictures with two finished hands
    discards: float = 0.7  # share of tables with discards
    walls: float = 0.6  # share of tables with walls behind the hand
    clutter: float = 0.3  # share of tables with other things on them
    elevation: Range = (42.0, 85.0)  # of the camera above the table, degrees


@dataclass(frozen=True)
class QualityConfig:
    """Sizes, frame rates and compression of a phone's film and of a stream (weights, CRF)."""

    stream: float = 0.45  # share of films of stream quality, the others are a phone's
    overlay: float = 0.7  # share of stream films with banners and chat over them
    handheld: float = 0.6  # share of phone films that were held by hand
    noise: Range = (0.3, 1.3)  # standard deviation of the noise of a phone's sensor, of 255
    full_hd: float = 0.15  # share of phone films of 1920 x 1080, the others have 1280 x 720
    small: float = 0.35  # share of stream films of 854 x 480, the others have 1280 x 720
    fast: float = 0.15  # share of films of the shorter half with 30 (phone) or 25 (stream) frames
    slow: Range = (8.0, 12.0)  # frames a second of the others
    variable: float = 0.3  # share of phone films whose frame rate varies
    phone_crf: Range = (21.0, 27.0)
    stream_crf: Range = (28.0, 35.0)


@dataclass(frozen=True)
class FilmConfig:
    minutes: Range = (1.0, 5.0)  # of a film, drawn uniformly on a logarithmic scale
    hands: Range = (1.0, 12.0)  # finished hands in a film
    least: float = 13.0  # seconds of film for each of them, at least
    real: float = 0.5  # share of films of real photos, where there are some
    size: int = 1440  # longer side of drawn stills, pixels
    different: int = 4  # two hands of one film differ in at least so many tiles
    shots: ShotConfig = field(default_factory=ShotConfig)
    tables: TableConfig = field(default_factory=TableConfig)
    quality: QualityConfig = field(default_factory=QualityConfig)
    synth: Config = field(default_factory=Config)


def load(path: str | Path) -> FilmConfig:
    """The configuration in a TOML file; ConfigError says what is wrong with it."""
    return config.load(path, FilmConfig())
