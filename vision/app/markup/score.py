"""The score and what it is made of; without one, why not and what the hand waits for."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

from scoring import Score, Tile, Wait
from vision.app.markup.labels import sentence
from vision.app.markup.tiles import tile_html, tiles_html
from vision.app.texts import Texts


def standing_of(least: Score, most: Score, texts: Texts) -> tuple[str, str]:
    """Whether a win of so many points stands: its sign, and a sentence."""
    key, sign = "may_reach", "?"
    if least.reaches_minimum:
        key, sign = "reaches", "✓"
    elif not most.reaches_minimum:
        key, sign = "too_low", "✗"
    return sign, texts(key, minimum=least.rules.minimum)


def without_flowers(value: Score, texts: Texts) -> str:
    """What the score is without its flowers, "" where it has none."""
    if not value.flower_points:
        return ""
    return texts("without_flowers", points=value.points_without_flowers)


def total_html(
    value: Score,
    texts: Texts,
    confirmed: bool,
    doubtful: Sequence[Tile] = (),
    span: tuple[Score, Score] | None = None,
    earlier: bool = False,
) -> str:
    """The total, large, and whether the win stands. doubtful: the tiles in question, named where
    the score is not confirmed. span: the least and the most that it can be, whichever tile won.
    earlier: whether the hand is the one before an input that could not be read."""
    least, most = span or (value, value)
    sign, verdict = standing_of(least, most, texts)
    total = f"{least.total}" if least.total == most.total else f"{least.total}–{most.total}"
    confirmed = confirmed and not earlier
    state = ("fl-good" if least.reaches_minimum else "fl-bad") if confirmed else "fl-open"
    bare = without_flowers(value, texts)
    extra = f'<span class="fl-small">{escape(bare)}</span>' if bare else ""
    lines = []
    if earlier:
        lines.append(texts("earlier_hand"))
    elif not confirmed:
        lines.append(texts("provisional"))
    if least.total < most.total:
        lines.append(texts("whichever", points=value.total))
    if not confirmed and doubtful:
        names = ", ".join(tile.name(texts.language) for tile in doubtful)
        lines.append(texts("in_question", tiles=names))
    note = "".join(f'<p class="fl-note">{escape(line)}</p>' for line in lines)
    return (
        f'<section class="fl-total {state}" id="fl-score" data-total="{value.total}" '
        f'data-confirmed="{str(confirmed).lower()}">'
        f'<div class="fl-number">{total}<span>{escape(texts("points"))}</span></div>'
        f'<div class="fl-verdict">{sign} {escape(verdict)}{extra}</div>'
        f"{note}</section>"
        f'<button type="button" class="fl-bar {state}" data-scroll="fl-score">'
        f"<b>{total}</b> {escape(texts('points'))} "
        f"<span>{sign}{'' if confirmed or sign == '?' else ' ?'}</span></button>"
    )


def _sets_html(sets: Sequence[Sequence[Tile]], whole: int, texts: Texts) -> str:
    if sum(map(len, sets)) >= whole:
        return f'<span class="fl-small">{escape(texts("whole_hand"))}</span>'
    return "".join(tiles_html(tiles, texts.language) for tiles in sets)


def fans_html(value: Score, texts: Texts) -> str:
    """Every counted fan with its points and the tiles that make it."""
    whole = len(value.hand.tiles)
    rows = []
    for row in value.fans:
        name = escape(row.fan.name(texts.language))
        second = "" if texts.language != "en" else f"<i>{escape(row.fan.chinese)}</i>"
        times = f' <span class="fl-small">× {row.count}</span>' if row.count > 1 else ""
        rows.append(
            f'<li><span class="fl-points">{row.total}</span>'
            f'<span class="fl-name">{name} {second}{times}</span>'
            f'<span class="fl-sets">{_sets_html(row.sets, whole, texts)}</span></li>'
        )
    return f'<ul class="fl-fans">{"".join(rows)}</ul>'


def dropped_html(value: Score, texts: Texts) -> str:
    """What was found and is not counted, folded, each with its reason."""
    if not value.dropped:
        return ""
    rows = "".join(
        f"<li><b>{escape(row.fan.name(texts.language))}</b> "
        f'<span class="fl-small">{escape(row.reason_in(texts.language))}</span></li>'
        for row in value.dropped
    )
    title = escape(texts("not_counted", count=len(value.dropped)))
    return f'<details class="fl-more"><summary>{title}</summary><ul>{rows}</ul></details>'


def payments_html(value: Score, texts: Texts) -> str:
    """What each of the four players receives or pays."""
    if not value.payments:
        return ""
    cells = "".join(
        f'<li class="{"fl-plus" if payment.amount > 0 else "fl-minus"}">'
        f"<span>{escape(texts(payment.player))}</span><b>{payment.amount:+d}</b></li>"
        for payment in value.payments
    )
    return (
        f'<div class="fl-label">{escape(texts("payments"))}</div>'
        f'<ul class="fl-payments">{cells}</ul>'
    )


def alternatives_html(value: Score, texts: Texts) -> str:
    """Other ways to divide the hand, folded."""
    if not value.alternatives:
        return ""
    rows = "".join(
        f'<li><span class="fl-points">{other.points_without_flowers}</span><span class="fl-sets">'
        + "".join(tiles_html(part.tiles, texts.language) for part in other.reading.parts)
        + "</span></li>"
        for other in value.alternatives
    )
    title = escape(texts("alternatives"))
    return (
        f'<details class="fl-more"><summary>{title}</summary><ul class="fl-fans">{rows}</ul>'
        "</details>"
    )


def waits_html(found: Sequence[Wait], texts: Texts, minimum: int) -> str:
    """What a hand that is one tile short waits for, and what each tile is worth."""
    if not found:
        return f'<p class="fl-note">{escape(texts("no_waits"))}</p>'

    def worth(value: Score) -> str:
        if value.reaches_minimum:
            return f"<b>{value.total}</b>"
        low = escape(texts("too_low_mark", minimum=minimum))
        return f'<b>{value.total}</b> <span class="fl-small">{low}</span>'

    head = "".join(
        f"<th>{escape(texts(key))}</th>"
        for key in ("wait_tile", "wait_discard", "wait_drawn", "wait_unseen")
    )
    rows = "".join(
        f"<tr><td>{tile_html(wait.tile, texts.language)}</td><td>{worth(wait.by_discard)}</td>"
        f"<td>{worth(wait.self_drawn)}</td><td>{wait.unseen}</td></tr>"
        for wait in found
    )
    return (
        f'<div class="fl-label">{escape(texts("waits"))}</div>'
        f'<table class="fl-waits"><tr>{head}</tr>{rows}</table>'
    )


def problems_html(messages: Sequence[str], texts: Texts) -> str:
    """Why there is no score, one sentence each."""
    items = "".join(f"<li>{escape(sentence(message, texts.language))}</li>" for message in messages)
    return (
        f'<section class="fl-total fl-open" id="fl-score" data-total=""><div class="fl-none">'
        f'{escape(texts("no_score"))}</div><ul class="fl-problems">{items}</ul></section>'
    )
