"""What is said of runs that cannot be gone on with."""

from __future__ import annotations

from pathlib import Path


def planned_otherwise(out: Path, option: str, planned: int, asked: int) -> str:
    """What to say of a run whose length, which `option` names, is not the one asked for."""
    return (
        f"The run in {out} was planned for {option} {planned}, not {asked}: give {option} "
        f"{planned}, or name another --out."
    )


def has_ended(out: Path) -> str:
    """What to say of a run that has nothing left to do."""
    return f"The run in {out} has ended and is left as it is; to train again, name another --out."


def no_way_on(checkpoint: Path) -> str:
    """What to say of a checkpoint that a run cannot go on from."""
    return (
        f"{checkpoint} is damaged or of another run, so there is no going on from it: delete it to "
        "begin again, or name another --out."
    )
