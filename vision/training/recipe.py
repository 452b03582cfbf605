"""The recipe: `recipe.toml` beside this file, or another of the same form."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

RECIPE = Path(__file__).with_suffix(".toml")
TABLES = ("detector", "faces", "fusion")


class RecipeError(ValueError):
    """A file that is no recipe; the message says why."""


def load_recipe(path: Path = RECIPE) -> dict[str, dict[str, Any]]:
    """Its tables: detector, faces, fusion. Raises RecipeError for a file that lacks one."""
    try:
        tables = tomllib.loads(path.read_text("utf-8"))
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise RecipeError(f"{path} is no TOML file: {error}; copy {RECIPE.name}.") from error
    for name in TABLES:
        if not isinstance(tables.get(name), dict):
            raise RecipeError(f"{path} has no table [{name}]; begin with a copy of {RECIPE.name}.")
    return tables
