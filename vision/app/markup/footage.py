"""The finished hands of a film as cards."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from html import escape

from vision.app.draft import Draft
from vision.app.markup.labels import sentence
from vision.app.markup.tiles import text_button, tile_html
from vision.app.texts import Texts
from vision.footage.progress import clock
from vision.footage.review import DELETED, FOUND, Listed
from vision.footage.texts import text as footage_text
from vision.hand import DoubtKind

# Doubts that are about few tiles, so that naming them helps.
_OF_TILES = (
    DoubtKind.tile,
    DoubtKind.kong_kind,
    DoubtKind.belongs,
    DoubtKind.hidden_tile,
    DoubtKind.extra_tile,
)


def events_html(hands: Sequence[tuple[Listed, Draft, str]], texts: Texts, of: str) -> str:
    """Hands to look through, each with the draft that it makes and the name of its picture.

    of: what every tap ends with, to tell the film.
    """
    cards = "".join(_card_html(hand, draft, picture, texts, of) for hand, draft, picture in hands)
    return f'<ul class="fl-events">{cards}</ul>'


def doubtful_ids(hand: Listed, draft: Draft) -> frozenset[int]:
    """The tiles of a hand that keep it from having points, by id."""
    if hand.outlook is not None:
        return frozenset()
    asked = (q for q in draft.questions if q.doubt.kind in _OF_TILES)
    return frozenset(identity for question in asked for identity in question.pieces)


def worth_html(hand: Listed, draft: Draft, texts: Texts) -> str:
    """The points of a hand, or their range and what it depends on; without them, why."""
    language, worth = texts.language, hand.outlook
    if worth is None:
        head = texts("footage_doubt" if hand.refusal is None else "no_score")
        reasons = [doubt.message(language) for doubt in hand.doubts]
        if hand.refusal:
            reasons = [problem.message(language) for problem in hand.refusal.problems]
        if names := _doubtful_names(draft, language):
            reasons.insert(0, texts("in_question", tiles=names))
        lines = "".join(
            f'<p class="fl-why">{escape(sentence(line, language))}</p>' for line in reasons
        )
        return f'<div class="fl-worth fl-open"><b>{escape(head)}</b></div>{lines}'
    least, most = worth.least.total, worth.most.total
    points = str(least) if least == most else f"{least}–{most}"
    stands = worth.least.reaches_minimum
    low = texts("too_low_mark", minimum=worth.least.rules.minimum)
    extra = "" if stands else f' <span class="fl-small">{escape(low)}</span>'
    fans = " · ".join(
        f"{row.fan.name(language)} {row.total}"
        for row in sorted(worth.least.fans, key=lambda row: -row.total)
    )
    lines = f'<p class="fl-small">{escape(fans)}</p>'
    if worth.unknown:
        names = [footage_text(name, language) for name in worth.unknown]
        what = footage_text("and", language).join(names)
        line = footage_text("unknown", language, what=what)
        lines += f'<p class="fl-small">{escape(_capital(line))}</p>'
    return (
        f'<div class="fl-worth {"fl-good" if stands else "fl-bad"}" data-least="{least}" '
        f'data-most="{most}"><b>{points}</b> {escape(texts("points"))}{extra}</div>{lines}'
    )


def _doubtful_names(draft: Draft, language: str) -> str:
    """The tiles that are in doubt for another reason than what they are, which the doubt says."""
    asked = (q for q in draft.questions if q.doubt.kind in _OF_TILES[1:])
    ids = sorted({identity for question in asked for identity in question.pieces})
    names = dict.fromkeys(draft.piece(identity).tile.name(language) for identity in ids)
    return footage_text("and", language).join(names)


def hand_line_html(draft: Draft, texts: Texts, doubtful: Collection[int] = ()) -> str:
    """A hand as small tiles: the declared sets, what stands, what won, the flowers."""
    language = texts.language

    def group(pieces, classes: str = "") -> str:
        tiles = "".join(
            f'<span class="fl-mini{" fl-doubt" if piece.id in doubtful else ""}">'
            f"{tile_html(piece.tile, language)}</span>"
            for piece in pieces
        )
        return f'<span class="fl-set {classes}">{tiles}</span>' if tiles else ""

    asked = {question.doubt.kind for question in draft.questions}
    winner = None if DoubtKind.winning_tile in asked else draft.winner
    standing = sorted(
        (piece for piece in draft.standing if piece.id != winner),
        key=lambda piece: (piece.tile.index, piece.id),
    )
    won = [piece for piece in draft.standing if piece.id == winner]
    groups = [group(meld.pieces) for meld in draft.melds]
    groups += [group(standing), group(won, "fl-won"), group(draft.flowers)]
    return f'<div class="fl-line-hand">{"".join(groups)}</div>'


def _card_html(hand: Listed, draft: Draft, picture: str, texts: Texts, of: str) -> str:
    event, language = hand.event, texts.language

    def tap(word: str) -> str:
        return f"{word}:{event.id}:{of}"

    deleted = hand.state == DELETED
    if deleted:
        words = [("footage_restore", "restore", "fl-yes")]
    else:
        words = [("footage_correct", "open", "")]
        if hand.state == FOUND and hand.read.hand is not None:
            words.insert(0, ("footage_confirm", "confirm", "fl-yes"))
        words.append(("footage_delete", "delete", "fl-danger"))
    words.insert(1 if deleted else -1, ("footage_watch", "watch", ""))
    keys = "".join(text_button(texts(key), tap(word), look) for key, word, look in words)
    frames = texts("footage_frames", agreed=event.agreed, read=event.read)
    open_word = "" if deleted else f' data-tap="{escape(tap("open"), quote=True)}"'
    label = escape(texts("footage_hand_at", time=clock(event.best)), quote=True)
    return (
        f'<li class="fl-event fl-is-{hand.state}" data-event="{escape(event.id, quote=True)}" '
        f'data-state="{hand.state}" lang="{language}">'
        f'<button type="button" class="fl-event-picture"{open_word} aria-label="{label}">'
        f'<img data-photo="{escape(picture, quote=True)}" alt="">'
        f'<span class="fl-time">{clock(event.best)}</span></button>'
        f'<div class="fl-event-text"><span class="fl-state">'
        f"{escape(texts('footage_state_' + hand.state))}</span>"
        f"{worth_html(hand, draft, texts)}</div>"
        f"{hand_line_html(draft, texts, doubtful_ids(hand, draft))}"
        f'<div class="fl-event-foot"><div class="fl-keys">{keys}</div>'
        f'<span class="fl-small">{escape(frames)}</span></div></li>'
    )


def _capital(line: str) -> str:
    return line[:1].upper() + line[1:]
