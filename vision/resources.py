"""Where the files that travel with Fanlens are: beside the packages, or inside once installed."""

from __future__ import annotations

from pathlib import Path

_CHECKOUT = Path(__file__).resolve().parents[1]
_BUNDLE = Path(__file__).resolve().parent / "_bundle"


class MissingResource(ValueError):
    """A file that belongs to Fanlens is not where the installation should have put it."""


def resource(name: str) -> Path:
    """The path of ``name``, for example ``app.py`` or ``models/tiles.onnx``.

    A checkout's own file goes first, so that what was just trained or edited is what runs; an
    installed wheel carries the same tree under ``vision/_bundle``. Raises MissingResource.
    """
    in_checkout = (_CHECKOUT / "pyproject.toml").is_file()
    path = (_CHECKOUT if in_checkout else _BUNDLE) / name
    if not path.exists():
        remedy = (
            "get a complete checkout" if in_checkout else "install Fanlens again from a checkout"
        )
        raise MissingResource(f"Fanlens's own file {name} is missing at {path}; {remedy}.")
    return path
