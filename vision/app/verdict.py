"""What is said of a draft: its score, its waits, what is wrong, and what is still in question."""

from __future__ import annotations

from dataclasses import dataclass, replace

from scoring import (
    Circumstances,
    HandStatus,
    InvalidHand,
    Problem,
    Rules,
    Score,
    Wait,
    score,
    waits,
)
from vision.app.draft import Draft, Place, Question
from vision.hand import DoubtKind

FULL = 14
TOGGLES = ("last_of_kind", "last_wall_tile", "kong_replacement", "robbed_kong")
_OF_CIRCUMSTANCES = (
    HandStatus.KONG_REPLACEMENT_DISCARDED
    | HandStatus.KONG_REPLACEMENT_WITHOUT_KONG
    | HandStatus.ROBBED_KONG_SELF_DRAWN
    | HandStatus.ROBBED_KONG_HELD
    | HandStatus.ROBBED_KONG_ON_LAST_TILE
    | HandStatus.LAST_OF_KIND_HELD
)


@dataclass(frozen=True, slots=True)
class Verdict:
    """score: of a win, None for what is none. problems: why there is no score. waits: what a hand
    that is one tile short waits for. questions: what keeps the score from being a fact."""

    score: Score | None
    problems: tuple[Problem, ...] = ()
    waits: tuple[Wait, ...] = ()
    questions: tuple[Question, ...] = ()
    span: tuple[Score, Score] | None = None

    @property
    def confirmed(self) -> bool:
        """Whether the score may be shown as a fact."""
        return self.score is not None and not self.questions


def judge(draft: Draft, rules: Rules) -> Verdict:
    """The verdict on a draft by the rules."""
    hand, circumstances = draft.hand, draft.circumstances
    try:
        value = score(hand, circumstances, rules)
    except InvalidHand as error:
        found: tuple[Wait, ...] = ()
        if draft.size == FULL - 1:
            try:
                found = waits(replace(hand, winning_tile=None), circumstances, rules)
            except InvalidHand:
                found = ()
        return Verdict(None, error.problems, found, draft.questions)
    span = value, value
    if any(question.doubt.kind is DoubtKind.winning_tile for question in draft.questions):
        span = _span(draft, value, rules)
    questions = tuple(question for question in draft.questions if _matters(question, draft, span))
    return Verdict(value, questions=questions, span=span)


def _matters(question: Question, draft: Draft, span: tuple[Score, Score]) -> bool:
    """Whether the answer can matter: which flower it is never does, and a guessed winning tile
    often does not."""
    kind = question.doubt.kind
    if kind is DoubtKind.winning_tile:
        least, most = span
        return least.total < most.total
    if kind is DoubtKind.tile:
        place = draft.place_of(question.pieces[0])
        others = [tile for tile, _ in question.doubt.alternatives]
        return place is not Place.flowers or not all(tile.is_flower for tile in others)
    return True


def _span(draft: Draft, value: Score, rules: Rules) -> tuple[Score, Score]:
    """The least and the most over all tiles that may have won, those that cannot left out."""
    found = [value]
    for tile in dict.fromkeys(piece.tile for piece in draft.standing):
        try:
            found.append(score(replace(draft.hand, winning_tile=tile), draft.circumstances, rules))
        except InvalidHand:
            continue
    return min(found, key=_points), max(found, key=_points)


def _points(value: Score) -> int:
    return value.total


def obstacles(draft: Draft, rules: Rules) -> dict[str, Problem]:
    """Which of the `TOGGLES` cannot be true of this hand, each with the reason.

    One that is set already is never among them, so that it can be taken back.
    """
    found = {}
    for name in TOGGLES:
        if getattr(draft.circumstances, name):
            continue
        changed: Circumstances = replace(draft.circumstances, **{name: True})
        before = {problem.flag for problem in draft.hand.problems(draft.circumstances, rules)}
        for problem in draft.hand.problems(changed, rules):
            if problem.flag & _OF_CIRCUMSTANCES and problem.flag not in before:
                found[name] = problem
                break
    return found
