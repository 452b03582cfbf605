"""Synthetic labelled scenes: mahjong tiles on tables as phones see them.

`scene(seed, config)` makes one in memory; `python -m datasets.synth` writes a data set.
"""

from datasets.synth.config import Config, ConfigError, load
from datasets.synth.labels import TileLabel
from datasets.synth.scene import Scene, scene

__all__ = ["Config", "ConfigError", "Scene", "TileLabel", "load", "scene"]
