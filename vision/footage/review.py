"""An event as it is listed: what was detected, what a person made of it, and what it is worth."""

from __future__ import annotations

import math
from dataclasses import dataclass, field, fields, replace
from difflib import get_close_matches
from functools import cached_property, lru_cache

from scoring import (
    PRESETS,
    InvalidHand,
    Meld,
    NotationError,
    Rules,
    Tile,
    UnknownTile,
    format_hand,
    parse_hand,
)
from vision.detections import Detection
from vision.footage.outlook import WINDS, Known, Outlook, outlook
from vision.footage.values import Event
from vision.hand import Doubt, DoubtKind, RankedReading, ReadHand, ReadStatus, read_hand

CONFIRMED, CORRECTED, DELETED, FOUND = "confirmed", "corrected", "deleted", "found"
# What a person can say of an event.
STATES = (CONFIRMED, CORRECTED, DELETED, FOUND)
# The names of what is said.
_KEYS = ("best", "state", "hand", "known", "before")


class ReviewError(ValueError):
    """What was said of an event cannot be kept; the message says why."""


@dataclass(frozen=True)
class Review:
    """What a person said of one event.

    best: the event's time, so that no other event is taken for it. hand: the right one in the
    notation of `scoring.notation`, for "corrected"; circumstances in it do not count.
    known: of this hand, None for those of the whole film; all that is said of a "found" one.
    before: the state of one that is "deleted"; hand and known are kept for its return.
    Raises ReviewError for anything else.
    """

    id: str
    best: float
    state: str
    hand: str | None = None
    known: Known | None = None
    before: str | None = None

    def __post_init__(self) -> None:
        if self.state not in STATES:
            raise ReviewError(f"{self.id} can be {', '.join(STATES)}, not {self.state!r}.")
        if self.before not in (None, CONFIRMED, CORRECTED, FOUND):
            raise ReviewError(
                f"{self.id} was {CONFIRMED}, {CORRECTED} or {FOUND} before, not {self.before!r}."
            )
        if self.before and self.state != DELETED:
            raise ReviewError(f"{self.id}: only a deleted event has a state before.")
        if not math.isfinite(self.best):
            raise ReviewError(f"{self.id}: best is a time in seconds, as in the list.")
        state = self.lasting
        if state == FOUND and self.known is None:
            raise ReviewError(f"{self.id}: a found event has what is known of it, or no entry.")
        if (self.hand is not None) != (state == CORRECTED):
            raise ReviewError(f"{self.id}: a corrected event has its hand, and no other has one.")
        if self.hand is not None:
            if not isinstance(self.hand, str):
                raise ReviewError(
                    f"{self.id}: hand is text in the notation of `fanlens score`, such as "
                    f'"234m55p+5p", not {self.hand!r}.'
                )
            try:
                parse_hand(self.hand)
            except NotationError as error:
                raise ReviewError(f"{self.id}: {error}.") from error

    def deleted(self) -> Review:
        """The event deleted, what was said of it kept."""
        return replace(self, state=DELETED, before=self.lasting)

    def restored(self) -> Review | None:
        """What was said before it was deleted, None if nothing was."""
        state = self.lasting
        return replace(self, state=state, before=None) if state else None

    @property
    def lasting(self) -> str | None:
        """The state, of a deleted event the one before; None if there was none."""
        if self.state != DELETED:
            return self.state
        return self.before or (CORRECTED if self.hand else CONFIRMED if self.known else None)

    def to_dict(self) -> dict:
        """Plain values for JSON."""
        values = {
            "best": self.best,
            "state": self.state,
            "hand": self.hand,
            "known": None if self.known is None else known_to_dict(self.known),
        }
        return values | ({"before": self.before} if self.before else {})

    @classmethod
    def from_dict(cls, identity: str, values: dict) -> Review:
        """The inverse of `to_dict`. Raises ReviewError for foreign values."""
        if not isinstance(values, dict):
            raise ReviewError(f"{identity} needs an object with best and state.")
        for name in values:
            if name not in _KEYS and (meant := get_close_matches(name.lower(), _KEYS, 1, 0.7)):
                raise ReviewError(f"{identity}: {name} is no name; write {meant[0]}.")
        if isinstance(values.get("best"), bool) or not isinstance(values.get("best"), int | float):
            raise ReviewError(f"{identity} needs best: its time in seconds, as in the list.")
        known = values.get("known")
        try:
            return cls(
                identity,
                float(values["best"]),
                values.get("state"),
                values.get("hand"),
                None if known is None else known_from_dict(known),
                values.get("before"),
            )
        except ReviewError:
            raise
        except (TypeError, ValueError, AttributeError, OverflowError) as error:
            raise ReviewError(
                f"{identity}: known holds winds (E, S, W, N) and circumstances (true, false), by "
                f"the names {', '.join(entry.name for entry in fields(Known))}."
            ) from error


@dataclass(frozen=True)
class Terms:
    """What the hands of a film are scored by.

    preset, options: the rules, as `fanlens score` takes them. language: of names and questions.
    """

    known: Known = field(default_factory=Known)
    preset: str = next(iter(PRESETS))
    options: tuple[str, ...] = ()
    language: str = "en"

    @cached_property
    def rules(self) -> Rules:
        """Raises UnknownRules."""
        rules = Rules.preset(self.preset)
        for option in self.options:
            rules = rules.with_option(option)
        return rules

    def to_dict(self) -> dict:
        """Plain values for JSON."""
        return {
            "known": known_to_dict(self.known),
            "rules": self.preset,
            "options": list(self.options),
            "language": self.language,
        }

    @classmethod
    def from_dict(cls, values: dict) -> Terms:
        """The inverse of `to_dict`. Raises KeyError, TypeError or ValueError."""
        known = known_from_dict(values["known"])
        return cls(known, values["rules"], tuple(values["options"]), values["language"])


@dataclass(frozen=True)
class Listed:
    """An event of a film with what was said of it."""

    event: Event
    terms: Terms
    review: Review | None = None

    @property
    def state(self) -> str:
        return self.review.state if self.review else FOUND

    @property
    def known(self) -> Known:
        """The circumstances that are known of this hand."""
        return (self.review and self.review.known) or self.terms.known

    @cached_property
    def detected(self) -> ReadHand:
        """What the film's tiles were read as, whatever was said of it."""
        return _read(self.event.detections)

    @cached_property
    def read(self) -> ReadHand:
        """What is listed: as detected, or as corrected."""
        return self.detected if self.review is None else _reviewed(self.detected, self.review)

    @cached_property
    def outlook(self) -> Outlook | None:
        """What the hand can be worth; None for one that has no score, or is in doubt."""
        return self._judged[0]

    @property
    def refusal(self) -> InvalidHand | None:
        """Why a hand that is read without doubt has no score."""
        return self._judged[1]

    @cached_property
    def _judged(self) -> tuple[Outlook | None, InvalidHand | None]:
        if not self.read.settled:
            return None, None
        return _judge(self.read, self.known, self.terms.rules)

    @property
    def why_refused(self) -> str | None:
        """That refusal in words; None where there is none."""
        if self.refusal is None:
            return None
        return "; ".join(p.message(self.terms.language) for p in self.refusal.problems)

    @property
    def doubts(self) -> tuple[Doubt, ...]:
        """What is asked about the tiles. Which of them won is among the unknown circumstances."""
        return tuple(d for d in self.read.doubts if d.kind is not DoubtKind.winning_tile)

    @property
    def notation(self) -> str | None:
        """The tiles in notation, without flowers, the winning one last if it is known; None where
        a tile lies face down."""
        hand = self.read.hand
        if hand is None or any(tile.is_back for tile in hand.tiles):
            return None
        winner = None if self.read.winning_tile_guessed else hand.winning_tile
        return format_hand(replace(hand, winning_tile=winner, flowers=(), flower_count=None))

    def row(self, film: str, thumbnail: str) -> dict:
        """A line of the list; README.md says what its columns hold."""
        event, read, worth = self.event, self.read, self.outlook
        language = self.terms.language
        winner = None if read.winning_tile_guessed else read.winning_tile
        return {
            "film": film,
            "id": event.id,
            "start": event.start,
            "end": event.end,
            "best": event.best,
            "state": self.state,
            "status": list(read.status.names),
            "tiles": self.notation,
            "concealed": [tile.code for tile in read.concealed],
            "melds": [_meld(meld) for meld in read.melds],
            "flowers": [tile.code for tile in read.flowers],
            "winning_tile": winner.code if winner else None,
            "points_least": worth.least.total if worth else None,
            "points_most": worth.most.total if worth else None,
            "fans": [
                {"name": row.fan.name(language), "points": row.total}
                for row in (worth.least.fans if worth else ())
            ],
            "unknown": list(worth.unknown) if worth else [],
            "doubts": [doubt.message(language) for doubt in self.doubts],
            "refusal": self.why_refused,
            "frames": event.read,
            "agreed": event.agreed,
            "box": [round(value, 1) for value in event.box],
            "thumbnail": thumbnail,
        }


# Lists are made again at every change, of which most hands know nothing.
@lru_cache(maxsize=2000)
def _read(detections: tuple[Detection, ...]) -> ReadHand:
    return read_hand(detections)


@lru_cache(maxsize=2000)
def _judge(read: ReadHand, known: Known, rules: Rules) -> tuple[Outlook | None, InvalidHand | None]:
    try:
        return outlook(read, known, rules), None
    except InvalidHand as error:
        return None, error.with_traceback(None)


def _reviewed(detected: ReadHand, review: Review) -> ReadHand:
    if review.hand is None:
        # Who deletes a hand, or says how it was won, has settled none of its doubts.
        if review.lasting != CONFIRMED:
            return detected
        return replace(detected, status=ReadStatus.CONFIRMED, doubts=())
    hand = parse_hand(review.hand).hand
    guessed = hand.winning_tile is None and bool(hand.concealed)
    if guessed:
        # As a reading does it: every tile is tried, and the range says what that comes to.
        hand = replace(hand, winning_tile=hand.concealed[-1])
    return ReadHand(
        hand=hand,
        groups=(),
        unused=(),
        tiles=(),
        status=ReadStatus.CONFIRMED,
        doubts=(),
        readings=(RankedReading(hand, 1.0),),
        winning_tile_guessed=guessed,
    )


def _meld(meld: Meld) -> dict:
    return {"kind": meld.kind.value, "tiles": [tile.code for tile in meld.tiles]}


def known_to_dict(known: Known) -> dict:
    """Plain values for JSON; None for what is not known."""
    values = {entry.name: getattr(known, entry.name) for entry in fields(known)}
    return {k: v.code if isinstance(v, Tile) else v for k, v in values.items()}


def known_from_dict(values: dict) -> Known:
    """The inverse of `known_to_dict`. Raises TypeError or ValueError for foreign values."""
    try:
        known = Known(**{k: Tile(v) if isinstance(v, str) else v for k, v in values.items()})
    except UnknownTile as error:
        raise ValueError(str(error)) from error
    for name, value in values.items():
        is_wind = name.endswith("_wind")
        fits = getattr(known, name) in WINDS if is_wind else isinstance(value, bool)
        if value is not None and not fits:
            raise ValueError(f"{name} cannot be {value!r}")
    return known
