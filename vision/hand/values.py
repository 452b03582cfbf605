"""What a photo's tiles were read as: the hand, where each box went, and what is in doubt."""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import Enum, Flag, auto

from scoring import Hand, Meld, Tile
from vision.hand.messages import doubt_message

# A reading below this probability is asked about.
SURE = 0.97


class ReadStatus(Flag):
    """How far a reading can be relied on. CONFIRMED is the absence of every flag."""

    CONFIRMED = 0
    DOUBTFUL = auto()
    INCOMPLETE = auto()
    NOT_A_HAND = auto()
    SEVERAL_HANDS = auto()

    @property
    def names(self) -> tuple[str, ...]:
        """The flags in words, "confirmed" if there is none."""
        found = tuple(flag.name.lower().replace("_", " ") for flag in self if flag.name)
        return found or ("confirmed",)


class Role(Enum):
    """What a group of boxes is to the hand."""

    concealed = "concealed"
    meld = "meld"
    flowers = "flowers"
    winning_tile = "winning_tile"


class DoubtKind(Enum):
    """What a person is asked about, or told."""

    tile = "tile"
    arrangement = "arrangement"
    kong_kind = "kong_kind"
    belongs = "belongs"
    hidden_tile = "hidden_tile"
    missing_tile = "missing_tile"
    extra_tile = "extra_tile"
    no_win = "no_win"
    several_hands = "several_hands"
    too_few = "too_few"
    too_many = "too_many"
    winning_tile = "winning_tile"


@dataclass(frozen=True)
class Doubt:
    """One question about a reading.

    boxes: the detections concerned, by position. place: (x, y) pixels where a tile may be missing.
    alternatives: tiles that may be meant instead, with probabilities, where that is the question.
    """

    kind: DoubtKind
    boxes: tuple[int, ...] = ()
    place: tuple[float, float] | None = None
    alternatives: tuple[tuple[Tile, float], ...] = ()

    def message(self, language: str = "en") -> str:
        """The question in "zh-Hans", "zh-Hant" or "en"."""
        return doubt_message(self.kind.value, [tile for tile, _ in self.alternatives], language)


@dataclass(frozen=True)
class ReadGroup:
    """Boxes that belong together in the hand, in order; tiles: what each box was read as.

    meld: the declared set, for groups of that role.
    """

    role: Role
    boxes: tuple[int, ...]
    tiles: tuple[Tile, ...]
    meld: Meld | None = None


@dataclass(frozen=True)
class RankedReading:
    """One way to read the photo. probability: among all readings that were weighed.
    winning_tile_guessed: as in `ReadHand`."""

    hand: Hand
    probability: float
    winning_tile_guessed: bool = False


@dataclass(frozen=True)
class ReadHand:
    """The best reading of one photo's detections.

    hand: None where the photo shows none. groups and unused: every detection's position exactly
    once. tiles: per detection the tile it was read as, which legality may have decided against the
    likeliest class of its box. readings: the best first. winning_tile_guessed: nothing in the photo
    tells which tile won, and the hand's is a guess.
    """

    hand: Hand | None
    groups: tuple[ReadGroup, ...]
    unused: tuple[int, ...]
    tiles: tuple[Tile, ...]
    status: ReadStatus
    doubts: tuple[Doubt, ...]
    readings: tuple[RankedReading, ...]
    winning_tile_guessed: bool = False

    @property
    def concealed(self) -> tuple[Tile, ...]:
        """The standing tiles, the winning tile among them."""
        return self.hand.concealed if self.hand else ()

    @property
    def melds(self) -> tuple[Meld, ...]:
        """The declared sets."""
        return self.hand.melds if self.hand else ()

    @property
    def flowers(self) -> tuple[Tile, ...]:
        """The flowers."""
        return self.hand.flowers if self.hand else ()

    @property
    def winning_tile(self) -> Tile | None:
        """The tile that won, or None."""
        return self.hand.winning_tile if self.hand else None

    @property
    def probability(self) -> float:
        """The probability of the best reading, 0 where there is none."""
        return self.readings[0].probability if self.readings else 0.0

    @property
    def confirmed(self) -> bool:
        """Whether the reading may be scored without a question."""
        return self.status is ReadStatus.CONFIRMED

    @property
    def settled(self) -> bool:
        """Whether the reading may be scored: it is confirmed, or all that is in doubt is which
        flower a flower is, which never matters."""
        if self.hand is None or self.confirmed:
            return self.confirmed
        flowers = {b for g in self.groups if g.role is Role.flowers for b in g.boxes}
        for doubt in self.doubts:
            if doubt.kind is DoubtKind.winning_tile:
                continue
            others = [tile for tile, _ in doubt.alternatives]
            is_flower = set(doubt.boxes) <= flowers and all(tile.is_flower for tile in others)
            if doubt.kind is not DoubtKind.tile or not is_flower:
                return False
        same = (r for r in self.readings if _plain(r.hand) == _plain(self.hand))
        return self.status is ReadStatus.DOUBTFUL and sum(r.probability for r in same) >= SURE


def _plain(hand: Hand) -> tuple[Hand, int]:
    return replace(hand, flowers=(), flower_count=None), hand.number_of_flowers
