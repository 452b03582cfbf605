"""The recipe: `recipe.toml` beside this file, or another of the same form."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

RECIPE = Path(__file__).with_suffix(".toml")


def load_recipe(path: Path = RECIPE) -> dict[str, dict[str, Any]]:
    """Its tables: detector, faces, fusion. Raises ValueError for a file that is no TOML."""
    try:
        return tomllib.loads(path.read_text("utf-8"))
    except tomllib.TOMLDecodeError as error:
        raise ValueError(f"{path} is no recipe: {error}.") from error
