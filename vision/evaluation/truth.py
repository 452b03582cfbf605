"""What photos of hands truly show, from a file that lists it."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from scoring import Tile
from vision.labels import SUFFIXES
from vision.refusing import Refuse, stop

TRUTH = "truth.json"


class TruthError(ValueError):
    """A file of true hands that does not say what it should."""


@dataclass(frozen=True)
class TrueHand:
    """What a photo truly shows.

    concealed: without the winning tile where that lies apart. melds: those visibly set apart from
    the hand. groups: the visible groups of all its tiles, where gaps show some. complete: whether
    it is a finished hand by the rules.
    """

    photo: Path
    session: str
    concealed: tuple[Tile, ...]
    melds: tuple[tuple[str, tuple[Tile, ...]], ...]
    winning_tile: Tile | None
    flowers: tuple[Tile, ...]
    groups: tuple[tuple[Tile, ...], ...] | None
    complete: bool

    @property
    def standing(self) -> tuple[Tile, ...]:
        """The concealed tiles and the winning tile."""
        return self.concealed + ((self.winning_tile,) if self.winning_tile else ())

    @property
    def tiles(self) -> Counter[Tile]:
        """Every tile of the hand, flowers among them."""
        melded = [tile for _, tiles in self.melds for tile in tiles]
        return Counter([*self.standing, *melded, *self.flowers])


def load_truth(folder: Path, photos: Path | None = None, refuse: Refuse = stop) -> list[TrueHand]:
    """The true hands that `truth.json` in a folder lists, with their photos.

    photos: where the photos are, by default in the folder or anywhere below it. An entry that is no
    true hand or has no photo there is left out if `refuse` takes its TruthError. Raises TruthError.
    """
    if folder.is_file():
        raise TruthError(f"{folder} is a file; give the folder that has {TRUTH}.")
    path = folder / TRUTH
    place = photos or folder
    if place.is_file():
        raise TruthError(f"{place} is a file; give the folder of the photos.")
    try:
        listed = json.loads(path.read_text("utf-8"))
    except OSError as error:
        raise TruthError(
            f"{path} cannot be read ({error.strerror}); give the folder that has it."
        ) from error
    except ValueError as error:
        raise TruthError(f"{path} is no JSON file of true hands ({error}); correct it.") from error
    if not isinstance(listed, list) or not listed:
        raise TruthError(f"{path} lists no true hands; give the folder of a list with some.")
    files = {p.stem: p for p in sorted(place.rglob("*")) if p.suffix.lower() in SUFFIXES}
    found = []
    for number, entry in enumerate(listed, 1):
        try:
            name = entry["photo"]
            hand = _true_hand(entry, files[name]) if name in files else None
        except (ValueError, KeyError, TypeError, AttributeError) as error:
            why = f"it lacks {error}" if isinstance(error, KeyError) else error
            refuse(TruthError(f"Entry {number} of {path} is no true hand ({why}); correct it."))
            continue
        if hand is None:
            refuse(TruthError(f"There is no photo {name} in {place}; say where the photos are."))
        else:
            found.append(hand)
    return found


def _true_hand(entry: Mapping, photo: Path) -> TrueHand:
    def tiles(codes: Sequence[str]) -> tuple[Tile, ...]:
        return tuple(map(Tile, codes))

    groups = entry.get("groups")
    winner = entry.get("winning_tile")
    return TrueHand(
        photo,
        entry.get("session", ""),
        tiles(entry["concealed"]),
        tuple((meld["kind"], tiles(meld["tiles"])) for meld in entry["melds"]),
        Tile(winner) if winner else None,
        tiles(entry["flowers"]),
        tuple(map(tiles, groups)) if groups else None,
        bool(entry["is_complete_hand"]),
    )
