"""What photos of hands truly show, from a file that lists it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from difflib import get_close_matches
from pathlib import Path

from scoring import Hand, Meld, MeldKind, Tile, UnknownTile
from vision.evaluation.json_file import shown, values_in, writable
from vision.labels import SUFFIXES
from vision.refusing import Refuse, stop

TRUTH = "truth.json"
NEEDED = ("photo", "concealed", "melds", "flowers", "is_complete_hand")
OPTIONAL = ("session", "winning_tile", "groups")
# A kong whose tiles do not show how it was made counts as exposed.
MELDS = {"kong": MeldKind.exposed_kong, **{kind.value: kind for kind in MeldKind}}


class TruthError(ValueError):
    """A file of true hands that does not say what it should."""


@dataclass(frozen=True)
class TrueHand:
    """What a photo truly shows.

    concealed: without the winning tile where that lies apart. melds: those visibly set apart from
    the hand, each with one of `MELDS`. groups: the visible groups of all its tiles, where gaps show
    some. complete: whether it is a finished hand by the rules.
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

    def won_with(self, likely: Tile | None = None) -> Hand:
        """The hand of a photo that shows a finished one; likely: what won where nothing shows it.
        The last standing tile wins where that is none of the hand's."""
        winner = self.winning_tile or likely
        if winner not in self.standing:
            winner = self.standing[-1] if self.standing else None
        melds = tuple(Meld(MELDS[kind], tiles) for kind, tiles in self.melds)
        return Hand(self.standing, melds, winner, self.flowers)


def load_truth(folder: Path, photos: Path | None = None, refuse: Refuse = stop) -> list[TrueHand]:
    """The true hands that `truth.json` in a folder lists, with their photos.

    photos: where the photos are, by default in the folder or anywhere below it. An entry that is no
    true hand, whose photo another one has or is not there, is left out if `refuse` takes its
    TruthError. Raises TruthError.
    """
    if folder.is_file():
        raise TruthError(f"{folder} is a file; give the folder that has {TRUTH}.")
    path = folder / TRUTH
    place = photos or folder
    if place.is_file():
        raise TruthError(f"{place} is a file; give the folder of the photos.")
    listed = _listed(path)
    if not place.is_dir():
        raise TruthError(f"There is no folder {place}; give the folder of the photos.")
    files = {p.stem: p for p in sorted(place.rglob("*")) if p.suffix.lower() in SUFFIXES}
    found, taken = [], set()
    for number, entry in enumerate(listed, 1):
        try:
            hand = _true_hand(entry, files)
        except _NoHand as why:
            name = entry.get("photo") if isinstance(entry, dict) else None
            of = f" ({name})" if isinstance(name, str) else ""
            sentence = f"Entry {number}{of} of {path} is no true hand: {why}; correct it."
            refuse(TruthError(writable(sentence)))
            continue
        name = entry["photo"]
        if name in taken:
            refuse(TruthError(f"{path} lists the photo {name} more than once; take one entry out."))
        elif hand is None:
            refuse(TruthError(f"There is no photo {name} in {place}; say where the photos are."))
        else:
            found.append(hand)
        taken.add(name)
    return found


def _listed(path: Path) -> list:
    listed = values_in(path, "true hands", "give the folder that has it", TruthError)
    if not isinstance(listed, list) or not listed:
        raise TruthError(f"{path} lists no true hands; give the folder of a list with some.")
    return listed


# -- entries --------------------------------------------------------------------------------------


class _NoHand(Exception):
    """Why an entry is no true hand."""


def _true_hand(entry: object, files: Mapping[str, Path]) -> TrueHand | None:
    """The entry's hand; None where its photo is none of `files`, by stem. Raises _NoHand."""
    if not isinstance(entry, dict):
        raise _NoHand(f"{shown(entry)} has no names and values")
    _check_names(entry)
    name, session, complete = entry["photo"], entry.get("session", ""), entry["is_complete_hand"]
    for what, value in (("photo", name), ("session", session)):
        if not isinstance(value, str):
            raise _NoHand(f"{what} is {shown(value)}, not a text")
        if writable(value) != value:
            raise _NoHand(f"{what} is {shown(value)}, in which half a character stands")
    if not isinstance(complete, bool):
        raise _NoHand(f"is_complete_hand is {shown(complete)}, not true or false")
    winner, groups = entry.get("winning_tile"), entry.get("groups")
    hand = TrueHand(
        files.get(name, Path(name)),
        session,
        _tiles(entry["concealed"], "concealed"),
        tuple(_melds(entry["melds"])),
        None if winner is None else _tile(winner, "winning_tile"),
        _tiles(entry["flowers"], "flowers"),
        None if groups is None else _groups(groups),
        complete,
    )
    if complete and (problems := hand.won_with().problems()):
        reasons = "; ".join(problem.message() for problem in problems)
        raise _NoHand(f"is_complete_hand is true, but {reasons}")
    return hand if name in files else None


def _check_names(entry: Mapping) -> None:
    """Names that are not known are somebody's notes, unless they look like one that is missing."""
    strange = [name for name in entry if name not in NEEDED + OPTIONAL]
    for name in NEEDED + OPTIONAL:
        if name in entry:
            continue
        meant = get_close_matches(name, strange, 1, 0.75)
        if meant:
            raise _NoHand(f"it has {meant[0]} in place of {name}")
        if name in NEEDED:
            raise _NoHand(f"it lacks {name}")


def _melds(values: object) -> Iterator[tuple[str, tuple[Tile, ...]]]:
    for meld in _several(values, "melds"):
        if not isinstance(meld, dict) or not {"kind", "tiles"} <= meld.keys():
            raise _NoHand(f"the meld {shown(meld)} lacks kind and tiles")
        kind = meld["kind"]
        if not isinstance(kind, str) or kind not in MELDS:
            raise _NoHand(f"a meld's kind is {shown(kind)}, not one of {', '.join(MELDS)}")
        yield kind, _tiles(meld["tiles"], f"a {kind}")


def _groups(values: object) -> tuple[tuple[Tile, ...], ...] | None:
    return tuple(_tiles(group, "a group") for group in _several(values, "groups")) or None


def _tiles(values: object, what: str) -> tuple[Tile, ...]:
    return tuple(_tile(value, what) for value in _several(values, what))


def _tile(value: object, what: str) -> Tile:
    try:
        return Tile(value)
    except UnknownTile as error:
        raise _NoHand(f"in {what}, {error}") from error


def _several(values: object, what: str) -> list:
    if not isinstance(values, list):
        raise _NoHand(f"{what} is {shown(values)}, not a list")
    return values
