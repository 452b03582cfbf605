"""The models that come with Fanlens: found, verified against their manifest, never guessed.

`models/models.json` names each model's file, size, SHA-256 and classes. `python -m vision.models`
writes it again from the files that are there, in the folder that FANLENS_MODELS names if it is set.
"""

from __future__ import annotations

import hashlib
import json
import os
from pathlib import Path

from scoring.tiles import TILES
from vision.engines import ModelError
from vision.resources import MissingResource, resource

MANIFEST = "models.json"
# What the models are called, and which of them a reading cannot do without.
FILES = {"tiles": "tiles.onnx", "faces": "faces.onnx"}
REQUIRED = "tiles"
# Names another folder of models, such as `fanlens finetune` makes.
ELSEWHERE = "FANLENS_MODELS"


def models_folder() -> Path:
    """The folder that the environment names, or the one that comes with Fanlens."""
    elsewhere = os.environ.get(ELSEWHERE)
    return Path(elsewhere) if elsewhere else resource("models")


def find(name: str, folder: Path | None = None) -> Path | None:
    """The verified file of the model `name`, "tiles" or "faces", in `folder` or the usual one.

    None for one that is optional and not there. Raises ModelError for one that is missing, damaged
    or not the one that the manifest names.
    """
    elsewhere = folder or os.environ.get(ELSEWHERE)
    try:
        folder = folder or models_folder()
        place = folder if elsewhere else Path("models")
        manifest = json.loads((folder / MANIFEST).read_text("utf-8"))
        entry = manifest.get(name)
        if entry is None and name != REQUIRED:
            return None
        path = folder / entry["file"]
        size, checksum, classes = entry["bytes"], entry["sha256"], entry["classes"]
    except MissingResource as error:
        raise ModelError(str(error)) from error
    except OSError as error:
        raise ModelError(f"{place / MANIFEST} is missing; {_remedy(elsewhere)}.") from error
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        raise ModelError(f"{place / MANIFEST} is damaged; {_remedy(elsewhere)}.") from error
    shown = place / path.name
    if not path.is_file():
        raise ModelError(f"{shown} is missing; {_remedy(elsewhere)}.")
    if path.stat().st_size != size or _checksum(path) != checksum:
        raise ModelError(
            f"{shown} is damaged or another model (its checksum differs); {_remedy(elsewhere)}, "
            "or run python -m vision.models if the change is yours."
        )
    if classes != [tile.code for tile in TILES]:
        raise ModelError(f"{shown} was made for other tiles; {_remedy(elsewhere)}.")
    return path


def _remedy(elsewhere: object) -> str:
    if elsewhere:
        return f"make its folder again, or leave {ELSEWHERE} out to use the models of Fanlens"
    return "get a complete copy of models/"


def describe(path: Path) -> dict:
    """A model's entry in the manifest."""
    return {
        "file": path.name,
        "bytes": path.stat().st_size,
        "sha256": _checksum(path),
        "classes": [tile.code for tile in TILES],
    }


def write_manifest(folder: Path) -> Path:
    """Describe the models in `folder` in its manifest. Raises ModelError without a tile model, and
    where nothing can be written."""
    present = {name: folder / file for name, file in FILES.items() if (folder / file).is_file()}
    if REQUIRED not in present:
        raise ModelError(f"There is no {FILES[REQUIRED]} in {folder}.")
    path = folder / MANIFEST
    entries = {name: describe(file) for name, file in present.items()}
    try:
        path.write_text(json.dumps(entries, indent=1) + "\n", "utf-8")
    except OSError as error:
        raise ModelError(
            f"{path} cannot be written ({error.strerror}); check its folder."
        ) from error
    return path


def _checksum(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


if __name__ == "__main__":
    try:
        print(write_manifest(models_folder()))
    except (ModelError, MissingResource) as error:
        raise SystemExit(str(error)) from None
