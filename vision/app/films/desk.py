"""The hand of one event while a person corrects it: every edit is kept as soon as it can be."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from functools import cached_property

from scoring import (
    HandStatus,
    InvalidHand,
    NotationError,
    Problem,
    Rules,
    format_hand,
    parse_hand,
    score,
)
from vision.app.draft import Draft, History, Question, draft_of_reading
from vision.app.films.opened import Opened, hands_of
from vision.app.films.saying import say, unsay
from vision.app.photos import PREVIEW_SIDE, PhotoRead, View, jpeg
from vision.app.state import Visit
from vision.app.verdict import TOGGLES, judge, obstacles
from vision.detections import Detection, DetectionError
from vision.footage.listing import FilmResults, ListingError
from vision.footage.outlook import Known
from vision.footage.review import CONFIRMED, CORRECTED, FOUND, Listed, Review
from vision.hand import DoubtKind
from vision.images import ImageError, load_photo

# What a hand that wins answers by itself.
_ANSWERED = (
    DoubtKind.no_win,
    DoubtKind.missing_tile,
    DoubtKind.too_few,
    DoubtKind.too_many,
)
# What does not stand against a hand of which it is unknown whether it was self-drawn.
_OF_SELF_DRAWN = HandStatus.KONG_REPLACEMENT_DISCARDED | HandStatus.ROBBED_KONG_SELF_DRAWN
# How much of the picture around the hand is shown, as a share of the hand's longer side.
_MARGIN = 0.08


class Unkept(Exception):
    """A hand that cannot be kept as it stands; the message, in the page's language, says why."""


def draft_of(listed: Listed) -> Draft:
    """The hand as it is listed, its tiles where they lie in the picture."""
    draft = draft_of_reading(listed.event.detections, listed.detected)
    review = listed.review
    if review and review.hand is not None:
        return draft.arranged_as(parse_hand(review.hand).hand)
    if review and review.lasting == CONFIRMED:
        return _only_winner_asked(draft)
    return draft


def notation_of(draft: Draft) -> str:
    """The hand in notation, without a winning tile as long as it is a guess.

    Raises NotationError, or ValueError for a tile that nobody knows.
    """
    hand = draft.hand
    if any(map(_asks_winner, draft.questions)):
        hand = replace(hand, winning_tile=None)
    if any(tile.is_back for tile in hand.tiles):
        raise ValueError("A tile lies face down.")
    text = format_hand(hand)
    parse_hand(text)
    return text


def answered(draft: Draft, rules: Rules) -> Draft:
    """Without the questions that a winning hand answers by itself."""
    asked = [q for q in draft.questions if q.doubt.kind in _ANSWERED]
    return draft.settled(*asked) if asked and _wins(draft, rules) else draft


def open_questions(draft: Draft, rules: Rules) -> tuple[Question, ...]:
    """What has to be answered before the hand is sure; which tile won may stay unknown."""
    if draft.winner is None and draft.standing:
        draft = replace(draft, winner=draft.standing[-1].id)
    return tuple(q for q in judge(draft, rules).questions if not _asks_winner(q))


def obstacles_of(draft: Draft, known: Known, rules: Rules) -> dict[str, Problem]:
    """As `obstacles`, for a hand of which some is unknown: what nothing that is known allows."""
    if any(map(_asks_winner, draft.questions)):
        draft = replace(draft, winner=None)
    draft = draft.with_circumstances(**{name: getattr(known, name) for name in TOGGLES})
    ways = (False, True) if known.self_drawn is None else (known.self_drawn,)
    found = [obstacles(draft.with_circumstances(self_drawn=way), rules) for way in ways]
    common = [name for name in TOGGLES if all(name in each for each in found)]
    return {
        name: min((each[name] for each in found), key=lambda p: bool(p.flag & _OF_SELF_DRAWN))
        for name in common
    }


@dataclass
class Desk(Visit):
    """film, listed: the event as it was opened. known: what the person knows of how it was won.

    unkept: why the hand is not kept as it stands, None if it is. agreed: whether the person said
    that all of it is right.
    """

    film: FilmResults | None = None
    listed: Listed | None = None
    known: Known = field(default_factory=Known)
    unkept: str | None = None
    agreed: bool = False

    @classmethod
    def opening(cls, film: FilmResults, listed: Listed, language: str) -> Desk:
        """The desk with an event's hand, and its part of the picture, on it."""
        draft = draft_of(listed)
        return cls(
            language=language,
            history=History(draft),
            photo=_picture(film, listed, draft),
            started=True,
            rules=listed.terms.rules,
            film=film,
            listed=listed,
            known=listed.known,
        )

    @cached_property
    def first(self) -> Draft:
        """The hand as it was opened."""
        return draft_of(self.listed)

    @property
    def obstacles(self) -> dict[str, Problem]:
        """Which of the rare circumstances cannot be true of this hand, each with the reason."""
        return obstacles_of(self.draft, self.known, self.rules)

    def edit(self, draft: Draft) -> None:
        super().edit(answered(draft, self.rules))
        self.keep()

    def undo(self) -> None:
        super().undo()
        self.agreed = False
        self.keep()

    def agree(self) -> None:
        """All of the hand is right as it stands."""
        self.agreed, self.selected = True, None
        self.edit(_only_winner_asked(self.draft))

    def know(self, known: Known) -> None:
        """Something else is known of how the hand was won."""
        self.known = known
        self.keep()

    def keep(self) -> None:
        """Store the hand as it stands, or say why that cannot be."""
        self.unkept = None
        try:
            review = self.review()
            if review is None:
                unsay(self.film, self.listed.event.id)
            else:
                say(self.film, review)
        except Unkept as error:
            self.unkept = str(error)
        except (ListingError, OSError):
            self.unkept = self.texts("footage_cannot_save")

    def review(self) -> Review | None:
        """What the hand says of the event: nothing if it stands as it was found. Raises Unkept."""
        event, before = self.listed.event, self.listed.review
        known = None if self.known == self.listed.terms.known else self.known
        if self.draft == self.first and not self.agreed:
            if self.known == self.listed.known:
                return before
            if before is None or before.lasting == FOUND:
                return Review(event.id, event.best, FOUND, known=known) if known else None
        try:
            notation = notation_of(self.draft)
        except NotationError as error:
            message = error.message_in(self.language)
            raise Unkept(self.texts("footage_unkept_hand", why=message)) from error
        except ValueError as error:
            raise Unkept(self.texts("footage_unkept_hidden")) from error
        if asked := open_questions(self.draft, self.rules):
            raise Unkept(self.texts("footage_unkept_questions", count=len(asked)))
        if notation == _detected_notation(self.listed):
            return Review(event.id, event.best, CONFIRMED, known=known)
        return Review(event.id, event.best, CORRECTED, notation, known)

    def now(self, opened: Opened) -> Listed | None:
        """The event as it is listed at present, None if it is no more."""
        film = opened.film(self.film.folder.name)
        hands = hands_of(film) if film else ()
        return next((h for h in hands if h.event == self.listed.event), None)


def _detected_notation(listed: Listed) -> str | None:
    try:
        return notation_of(draft_of_reading(listed.event.detections, listed.detected))
    except ValueError:
        return None


def _wins(draft: Draft, rules: Rules) -> bool:
    hand = draft.hand
    if hand.winning_tile is None and hand.concealed:
        hand = replace(hand, winning_tile=hand.concealed[-1])
    try:
        score(hand, draft.circumstances, rules)
    except InvalidHand:
        return False
    return True


def _only_winner_asked(draft: Draft) -> Draft:
    return replace(draft, questions=tuple(filter(_asks_winner, draft.questions)))


def _asks_winner(question: Question) -> bool:
    return question.doubt.kind is DoubtKind.winning_tile


def _picture(film: FilmResults, listed: Listed, draft: Draft) -> PhotoRead | None:
    """The part of the film's best picture that shows the hand; None where it was not kept."""
    event = listed.event
    try:
        pixels = load_photo(film.still(event.id)).pixels
        height, width = pixels.shape[:2]
        corners = [corner for d in event.detections for corner in d.corners]
        xs, ys = zip(*corners, strict=True)
        margin = _MARGIN * max(max(xs) - min(xs), max(ys) - min(ys))
        left, top = max(0, int(min(xs) - margin)), max(0, int(min(ys) - margin))
        right, bottom = min(width, int(max(xs) + margin)), min(height, int(max(ys) + margin))
        part = pixels[top : max(bottom, top + 1), left : max(right, left + 1)]
        moved = tuple(
            Detection(
                tuple((x - left, y - top) for x, y in d.corners), d.confidence, d.probabilities
            )
            for d in event.detections
        )
        preview = jpeg(part, PREVIEW_SIDE)
    except (ImageError, OSError, DetectionError):
        return None
    return PhotoRead(
        id=f"{film.folder.name}-{event.id}",
        data=b"",
        view=View(),
        preview=preview,
        size=(part.shape[1], part.shape[0]),
        detections=moved,
        read=listed.detected,
        draft=draft,
        flaws=(),
        seconds=0.0,
    )
