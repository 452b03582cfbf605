"""Every reading of a finished hand: the ways to divide it, and the place of the winning tile."""

from enum import Enum
from itertools import permutations
from typing import NamedTuple

from scoring.counts import (
    ONES,
    SUIT_BITS,
    UNITS,
    four_or_more,
    kinds,
    kinds_in,
    pack,
    suit_key,
    tiles_in,
    unpack,
)
from scoring.hand import Circumstances, Hand
from scoring.parts import Part, PartKind, knitted, of_meld, orphans, pair, pung
from scoring.splits import splits, waiting
from scoring.tiles import Tile

ORPHANS = kinds("19", honours="ESWNCFP")
HONOURS = kinds(honours="ESWNCFP")
KNITTED_STRAIGHTS: tuple[int, ...] = tuple(
    kinds("147", first) | kinds("258", second) | kinds("369", third)
    for first, second, third in permutations("mps")
)
_KNITTED_BODIES = {straight: knitted(unpack(straight)) for straight in KNITTED_STRAIGHTS}


class Shape(Enum):
    standard = "four sets and a pair"
    seven_pairs = "seven pairs"
    thirteen_orphans = "thirteen orphans"
    knitted = "honours and knitted tiles"
    knitted_straight = "knitted straight, a set and a pair"


class WaitForm(Enum):
    """What the winning tile completed, where that is a wait on one kind of tile by its form."""

    edge = "edge"
    closed = "closed"
    pair = "pair"


class Win:
    """What is true of a win under every reading of the hand. Made once, never changed.

    `packed` counts all playing tiles, `standing` the concealed ones; `kinds` is which tiles occur;
    `melds` are the declared parts; `exposed` counts the exposed ones among them.
    """

    __slots__ = (
        "_waits",
        "circumstances",
        "exposed",
        "hand",
        "hogs",
        "kinds",
        "last_of_kind",
        "melds",
        "packed",
        "prevalent_wind",
        "seat_wind",
        "self_drawn",
        "standing",
        "tile",
    )

    def __init__(self, hand: Hand, circumstances: Circumstances, derive_last_of_kind: bool) -> None:
        self.hand = hand
        self.circumstances = circumstances
        self.tile = tile = hand.winning_tile
        self.self_drawn = circumstances.self_drawn
        self.prevalent_wind = circumstances.prevalent_wind
        self.seat_wind = circumstances.seat_wind
        self.standing = packed = pack(hand.concealed)
        self.melds = melds = tuple([of_meld(meld) for meld in hand.melds])
        exposed = 0
        kongs = 0
        open_copies = 0
        for part in melds:
            packed += pack(part.tiles)
            exposed += not part.is_concealed
            if part.is_kong:
                kongs |= UNITS[part.tile.index]
            open_copies += part.tiles.count(tile)
        self.packed = packed
        self.kinds = kinds_in(packed)
        self.hogs = four_or_more(packed) & ~kongs
        self.exposed = exposed
        self.last_of_kind = circumstances.last_of_kind or (derive_last_of_kind and open_copies == 3)
        self._waits: int | None = None

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Win):
            return NotImplemented
        return (self.hand, self.circumstances, self.last_of_kind) == (
            other.hand,
            other.circumstances,
            other.last_of_kind,
        )

    def __hash__(self) -> int:
        return hash((self.hand, self.circumstances, self.last_of_kind))

    @property
    def waits(self) -> int:
        """Which tiles the hand waited for by its form, as kinds (see `waiting_kinds`)."""
        if self._waits is None:
            self._waits = waiting_kinds(self.standing - UNITS[self.tile.index], len(self.melds))
        return self._waits


class Ending(NamedTuple):
    """How a hand was won, as far as fans ask. `wait` is None unless it was the only wait."""

    wait: WaitForm | None
    self_drawn: bool
    last_of_kind: bool
    last_wall_tile: bool
    kong_replacement: bool
    robbed_kong: bool


class Reading(NamedTuple):
    """One way to read a finished hand. The tests of the fans look at this.

    parts:     what the hand is divided into; declared sets come first.
    chows:     the chows among the parts, in index order.
    pungs:     the pungs and kongs among the parts.
    honours:   those of them that are winds or dragons.
    kongs:     those of them that are kongs.
    hidden:    those of them that are concealed; a pung completed by a discard is not.
    pair:      the pair beside the sets, or None.
    wait:      what the winning tile completed, if that is an edge, a closed or a pair wait by form.
    only_wait: whether the hand waited for nothing else; None where `wait` is None.
    """

    shape: Shape
    win: Win
    parts: tuple[Part, ...]
    chows: tuple[Part, ...]
    pungs: tuple[Part, ...]
    honours: tuple[Part, ...]
    kongs: tuple[Part, ...]
    hidden: tuple[Part, ...]
    pair: Part | None
    wait: WaitForm | None
    only_wait: bool | None

    @property
    def is_special(self) -> bool:
        """Whether it is anything but four sets and a pair."""
        return self.shape is not Shape.standard

    @property
    def ending(self) -> Ending:
        win, circumstances = self.win, self.win.circumstances
        return Ending(
            self.wait if self.only_wait else None,
            circumstances.self_drawn,
            win.last_of_kind,
            circumstances.last_wall_tile,
            circumstances.kong_replacement,
            circumstances.robbed_kong,
        )

    def __str__(self) -> str:
        return " ".join(f"[{part}]" if part in self.win.melds else str(part) for part in self.parts)


def readings(win: Win, exhausted_waits: bool, knitted_straight_waits: bool) -> list[Reading]:
    """Every reading of a hand that passed the checks of its form; empty when it is no win.

    `exhausted_waits`: a tile of which the player holds all four is still a wait.
    `knitted_straight_waits`: edge, closed and pair waits exist beside a knitted straight.
    """
    found = []
    for shape, parts, the_pair in _divisions(win):
        for settled, wait in _winning_places(win, shape, parts):
            only_wait = None
            if shape is Shape.knitted_straight and not knitted_straight_waits:
                wait = None
            if wait is not None:
                others = win.waits & ~UNITS[win.tile.index]
                if others and not exhausted_waits:
                    others &= ~four_or_more(win.packed - UNITS[win.tile.index])
                only_wait = not others
            chows = [part for part in settled if part.is_chow]
            pungs = [part for part in settled if part.is_pung]
            if win.melds:
                chows.sort(key=_place)
                pungs.sort(key=_place)
            found.append(
                Reading(
                    shape,
                    win,
                    settled,
                    tuple(chows),
                    tuple(pungs),
                    tuple([part for part in pungs if part.rank is None]) if pungs else (),
                    tuple([part for part in pungs if part.is_kong]) if win.melds else (),
                    tuple([part for part in pungs if part.is_concealed]) if pungs else (),
                    the_pair,
                    wait,
                    only_wait,
                )
            )
    return found


def _place(part: Part) -> int:
    return part.tile.index


def _divisions(win: Win) -> list[tuple[Shape, tuple[Part, ...], Part | None]]:
    """Every way to divide the hand, with the pair beside the sets."""
    melds, standing = win.melds, win.standing
    found = [
        (Shape.standard, (*melds, *sets, the_pair), the_pair)
        for the_pair, sets in _standard_splits(standing)
    ]
    if len(melds) <= 1:
        standing_kinds = kinds_in(standing)
        found += [
            (Shape.knitted_straight, (*melds, body, *sets, the_pair), the_pair)
            for straight, body in _KNITTED_BODIES.items()
            if not straight & ~standing_kinds
            for the_pair, sets in _standard_splits(standing - straight)
        ]
    if not melds:
        if not standing & ONES:
            pairs = tuple([pair(tile) for tile in unpack(standing)[::2]])
            found.append((Shape.seven_pairs, pairs, None))
        elif win.kinds == ORPHANS:
            found.append((Shape.thirteen_orphans, (orphans(win.hand.concealed),), None))
        elif standing == win.kinds and any(
            not standing & ~(straight | HONOURS) for straight in KNITTED_STRAIGHTS
        ):
            found.append((Shape.knitted, (knitted(win.hand.concealed),), None))
    return found


def _standard_splits(packed: int) -> list[tuple[Part, tuple[Part, ...]]]:
    """All ways to divide packed counts into sets and one pair."""
    combined: list[tuple[Part | None, tuple[Part, ...]]] = [(None, ())]
    for group in range(4):
        key = suit_key(packed, group)
        if key:
            divided = splits(group, key)
            if not divided:
                return []
            combined = [
                (one_pair or other_pair, sets + more)
                for one_pair, sets in combined
                for other_pair, more in divided
                if one_pair is None or other_pair is None
            ]
    return [split for split in combined if split[0] is not None]


def _winning_places(
    win: Win, shape: Shape, parts: tuple[Part, ...]
) -> list[tuple[tuple[Part, ...], WaitForm | None]]:
    """The parts with the winning tile settled in one of them, and the wait that this makes.

    The place matters in two ways only: it may be a wait that counts, and a pung completed by a
    discard is no longer concealed. A pung is therefore the place only if there is no other one:
    it makes no wait, and open it can only take fans away.
    """
    if shape not in (Shape.standard, Shape.knitted_straight):
        return [(parts, WaitForm.pair)]
    tile = win.tile
    waits: list[WaitForm | None] = []
    in_pung = None
    for place in range(len(win.melds), len(parts)):
        part = parts[place]
        if tile not in part.tiles:
            continue
        if part.is_pung:
            in_pung = place
            continue
        wait = _wait_by_form(part, tile)
        if wait not in waits:
            waits.append(wait)
    if not waits:
        place = in_pung
        if win.self_drawn:
            return [(parts, None)]
        return [((*parts[:place], pung(tile, False), *parts[place + 1 :]), None)]
    if len(waits) > 1 and None in waits:
        waits.remove(None)
    return [(parts, wait) for wait in waits]


def _wait_by_form(part: Part, tile: Tile) -> WaitForm | None:
    if part.kind is PartKind.pair:
        return WaitForm.pair
    if not part.is_chow:
        return None
    if tile is part.tiles[1]:
        return WaitForm.closed
    if (part.rank == 1 and tile is part.tiles[2]) or (part.rank == 7 and tile is part.tiles[0]):
        return WaitForm.edge
    return None


def waiting_kinds(standing: int, melds: int) -> int:
    """Which tiles finish a hand one tile short, as kinds, by form alone.

    `standing` are the packed counts of its 13 standing tiles less 3 for each of its `melds`. A tile
    of which the hand holds four already is among the answers.
    """
    found = _standard_waits(standing)
    present = kinds_in(standing)
    if melds <= 1:
        for straight in KNITTED_STRAIGHTS:
            missing = straight & ~present
            if not missing:
                found |= _standard_waits(standing - straight)
            elif tiles_in(missing) == 1 and _standard_splits(standing - (straight ^ missing)):
                found |= missing
    if not melds:
        found |= _special_waits(standing, present)
    return found


def _standard_waits(packed: int) -> int:
    keys = [suit_key(packed, group) for group in range(4)]
    broken = [group for group in range(4) if keys[group] and not splits(group, keys[group])]
    pairs = sum(tiles_in(key) % 3 == 2 for key in keys)
    if len(broken) > 1 or pairs > 2:
        return 0
    # With a broken group the tile can only mend that one. Without one, two groups hold a pair each
    # and either of them can take the tile into a set, so each is asked in turn.
    found = 0
    for group in broken or range(4):
        if tiles_in(keys[group]) % 3:
            found |= waiting(group, keys[group]) << (SUIT_BITS * group)
    return found


def _special_waits(standing: int, present: int) -> int:
    found = 0
    unpaired = standing & ONES
    if tiles_in(unpaired) == 1:
        found |= unpaired
    if not present & ~ORPHANS:
        missing = ORPHANS & ~present
        if not missing:
            found |= ORPHANS
        elif tiles_in(missing) == 1:
            found |= missing
    if present == standing:
        for straight in KNITTED_STRAIGHTS:
            if not present & ~(straight | HONOURS):
                found |= (straight | HONOURS) & ~present
    return found
