"""What an installed Fanlens carries, and that it finds its own files."""

import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from vision.resources import MissingResource, resource

ROOT = Path(__file__).resolve().parents[1]


@pytest.fixture(scope="module")
def installed(tmp_path_factory) -> Path:
    """A folder with the wheel's contents, as an installation has them."""
    folder = tmp_path_factory.mktemp("wheel")
    subprocess.run(
        [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(folder)],
        cwd=ROOT,
        check=True,
        capture_output=True,
    )
    (wheel,) = folder.glob("*.whl")
    with zipfile.ZipFile(wheel) as archive:
        archive.extractall(folder / "site")
    return folder / "site"


def test_the_wheel_holds_the_packages_and_nothing_that_could_shadow_another(installed):
    top = {path.name for path in installed.iterdir() if not path.name.endswith(".dist-info")}
    assert top == {"scoring", "vision"}


def test_every_file_beside_the_packages_that_is_needed_travels(installed):
    needed = ["app.py", ".streamlit/config.toml", *_tracked("models")]
    missing = [name for name in needed if not (installed / "vision/_bundle" / name).is_file()]
    assert missing == []


def _tracked(folder: str) -> list[str]:
    return [
        str(path.relative_to(ROOT))
        for path in (ROOT / folder).rglob("*")
        if path.suffix in {".onnx", ".json", ".md"}
    ]


def test_an_installed_copy_finds_its_own_files(installed):
    code = "from vision.resources import resource; print(resource('app.py'))"
    run = subprocess.run(
        [sys.executable, "-c", code], cwd=installed, capture_output=True, text=True, check=True
    )
    assert Path(run.stdout.strip()) == installed / "vision/_bundle/app.py"


def test_a_checkout_uses_its_own_files():
    assert resource("pyproject.toml") == ROOT / "pyproject.toml"


def test_a_missing_file_is_named():
    with pytest.raises(MissingResource, match=r"models/none\.onnx is missing"):
        resource("models/none.onnx")
