"""What all tests share: repeatable hypothesis runs and the folder of reference material."""

from __future__ import annotations

import os
import signal
from pathlib import Path

import pytest
from hypothesis import settings

ROOT = Path(__file__).resolve().parents[1]

settings.register_profile("default", derandomize=True, deadline=None, print_blob=False)
settings.load_profile("default")

# A shell ignores interruptions in what it starts in the background, and so would all that tests
# start and interrupt.
signal.signal(signal.SIGINT, signal.default_int_handler)


@pytest.fixture(scope="session")
def shared() -> Path:
    """The folder of reference material: $FANLENS_SHARED, or ``shared`` beside the checkout."""
    folder = Path(os.environ.get("FANLENS_SHARED", ROOT.parent / "shared"))
    if not folder.is_dir():
        pytest.skip(
            f"needs the reference material, and {folder} is no folder: set FANLENS_SHARED to it"
        )
    return folder
