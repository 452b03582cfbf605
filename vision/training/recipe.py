"""The recipe: `recipe.toml` beside this file, and files that say what differs from it."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

RECIPE = Path(__file__).with_suffix(".toml")


class RecipeError(ValueError):
    """A file that is no recipe; the message says why."""


def load_recipe(path: Path = RECIPE) -> dict[str, dict[str, Any]]:
    """The tables of the recipe: detector, faces, fusion; what the file at `path` holds in place of
    the recipe's own values. Raises RecipeError for a file that is none of this form."""
    recipe = _tables(RECIPE)
    for name, table in _tables(path).items():
        if name not in recipe or not isinstance(table, dict):
            raise RecipeError(
                f"{path}: {name} is no table of a recipe; begin with a copy of {RECIPE.name}."
            )
        recipe[name] |= table
    return recipe


def _tables(path: Path) -> dict[str, Any]:
    try:
        return tomllib.loads(path.read_text("utf-8"))
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise RecipeError(f"{path} is no TOML file: {error}; copy {RECIPE.name}.") from error
