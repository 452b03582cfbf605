"""Tiles, hands, photos and scores as HTML.

Everything that can be tapped is a button or a drawn outline with a `data-tap` that says what it
means. Tiles are drawn once for the whole page by `sprites` and referred to by their code. All text
is escaped here.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Sequence
from functools import cache
from html import escape

from scoring import TILES, MeldKind, Score, Tile, Wait
from vision.app.draft import Draft, DraftMeld, Piece, Place
from vision.app.fanbook import Example
from vision.app.sheet import WINDS, Entry, Table
from vision.app.texts import Texts
from vision.detections import Detection
from vision.tile_art import svg
from vision.tile_art.shapes import HEIGHT, WIDTH

_SHELL = re.compile(r"^<svg[^>]*>(?:<title>[^<]*</title>)?(.*)</svg>$", re.S)
MELD_COLOURS = 5
_MARKDOWN = frozenset(r"\`*_{}[]()#+-.!|~$:<>")


@cache
def sprites() -> str:
    """One hidden drawing that holds all 43 tiles, for the whole page."""
    symbols = "".join(
        f'<symbol id="fl-tile-{tile.code}" viewBox="0 0 {WIDTH:g} {HEIGHT:g}">'
        f"{_SHELL.match(svg(tile)).group(1)}</symbol>"
        for tile in TILES
    )
    return (
        '<svg xmlns="http://www.w3.org/2000/svg" width="0" height="0" '
        f'style="position:absolute" aria-hidden="true">{symbols}</svg>'
    )


def words_of_buttons(texts: Texts) -> str:
    """The page's words on the two buttons that Streamlit labels in English alone."""
    words = {
        '[data-testid="stFileUploaderDropzone"] button': texts("upload"),
        '[data-testid="stCameraInputButton"]': texts("shutter"),
    }
    rules = "".join(
        f"{button}::after{{content:{json.dumps(word, ensure_ascii=False)}}}"
        for button, word in words.items()
    )
    return f"<style>{rules}</style>"


def tile_html(tile: Tile, language: str, classes: str = "") -> str:
    """A tile that only shows itself."""
    name = escape(tile.name(language), quote=True)
    return (
        f'<svg class="fl-tile {classes}" viewBox="0 0 {WIDTH:g} {HEIGHT:g}" role="img" '
        f'aria-label="{name}"><use href="#fl-tile-{tile.code}"/></svg>'
    )


def tiles_html(tiles: Iterable[Tile], language: str) -> str:
    """Tiles side by side, as one set."""
    return f'<span class="fl-set">{"".join(tile_html(t, language) for t in tiles)}</span>'


def tile_button(tile: Tile, tap: str, language: str, classes: str = "") -> str:
    """A tile to tap."""
    name = escape(tile.name(language), quote=True)
    return (
        f'<button type="button" class="fl-key {classes}" data-tap="{escape(tap, quote=True)}" '
        f'title="{name}" aria-label="{name}">{tile_html(tile, language)}</button>'
    )


def plain_label(text: str) -> str:
    """Text that a Streamlit label, which takes Markdown, shows as it is."""
    return "".join(f"\\{sign}" if sign in _MARKDOWN else sign for sign in text)


def text_button(label: str, tap: str, classes: str = "") -> str:
    """A word to tap."""
    return (
        f'<button type="button" class="fl-word {classes}" data-tap="{escape(tap, quote=True)}">'
        f"{escape(label)}</button>"
    )


# -- the hand -----------------------------------------------------------------------------------


def _colour_classes(draft: Draft) -> dict[int, str]:
    """The class that colours each tile by its group, by tile id."""
    found = {piece.id: "fl-standing" for piece in draft.standing}
    for k, meld in enumerate(draft.melds):
        found.update({piece.id: f"fl-meld{k % MELD_COLOURS}" for piece in meld.pieces})
    found.update({piece.id: "fl-flower" for piece in draft.flowers})
    found.update({piece.id: "fl-unused" for piece in draft.unused})
    if draft.winner is not None:
        found[draft.winner] = "fl-winner"
    return found


def hand_html(draft: Draft, texts: Texts, selected: int | None = None) -> str:
    """The hand as tiles to tap, group by group; its photo's unused tiles last and grey."""
    language, doubtful, colours = texts.language, draft.doubtful, _colour_classes(draft)

    def key(piece: Piece) -> str:
        classes = colours[piece.id]
        classes += " fl-doubt" if piece.id in doubtful else ""
        classes += " fl-selected" if piece.id == selected else ""
        classes += " fl-down" if piece.face_down else ""
        return tile_button(piece.tile, f"tile:{piece.id}", language, classes)

    def group(label: str, pieces: Sequence[Piece], classes: str) -> str:
        keys = "".join(map(key, pieces))
        return (
            f'<div class="fl-group {classes}"><div class="fl-label">{escape(label)}</div>'
            f'<div class="fl-keys">{keys}</div></div>'
        )

    standing = sorted(
        (piece for piece in draft.standing if piece.id != draft.winner),
        key=lambda piece: (piece.tile.index, piece.id),
    )
    parts = []
    if standing:
        parts.append(group(texts("standing"), standing, "fl-of-standing"))
    winner = [piece for piece in draft.standing if piece.id == draft.winner]
    if winner:
        parts.append(group(texts("winning_tile"), winner, "fl-of-winner"))
    for k, meld in enumerate(draft.melds):
        label = texts(meld.kind.value)
        parts.append(group(label, meld.pieces, f"fl-of-meld{k % MELD_COLOURS}"))
    if draft.flowers:
        parts.append(group(texts("flowers"), draft.flowers, "fl-of-flower"))
    if draft.unused:
        parts.append(group(texts("unused"), draft.unused, "fl-of-unused"))
    if not parts:
        return f'<p class="fl-note">{escape(texts("empty_hand"))}</p>'
    return f'<div class="fl-hand">{"".join(parts)}</div>'


def photo_html(
    photo_id: str,
    size: tuple[int, int],
    detections: Sequence[Detection],
    draft: Draft,
    texts: Texts,
    selected: int | None = None,
    crop: tuple[float, float, float, float] | None = None,
) -> str:
    """The photo with an outline around every tile. size: of the photo that the corners refer to."""
    width, height = size
    colours, doubtful = _colour_classes(draft), draft.doubtful
    outlines, marks = [], []
    for piece in draft.pieces:
        if piece.box is None:
            continue
        detection = detections[piece.box]
        points = " ".join(f"{x:.0f},{y:.0f}" for x, y in detection.corners)
        classes = colours[piece.id]
        classes += " fl-doubt" if piece.id in doubtful else ""
        classes += " fl-selected" if piece.id == selected else ""
        name = escape(piece.tile.name(texts.language), quote=True)
        outlines.append(
            f'<polygon class="fl-box {classes}" points="{points}" data-tap="tile:{piece.id}" '
            f'role="button" tabindex="0" aria-label="{name}"/>'
        )
        if piece.id in doubtful:
            x, y = detection.corners[0]
            radius = max(detection.width * 0.28, width / 90)
            marks.append(
                f'<g class="fl-mark"><circle cx="{x:.0f}" cy="{y:.0f}" r="{radius:.0f}"/>'
                f'<text x="{x:.0f}" y="{y:.0f}" font-size="{radius * 1.5:.0f}">?</text></g>'
            )
    shade = ""
    if crop:
        left, top, right, bottom = (
            round(v * s) for v, s in zip(crop, (width, height) * 2, strict=True)
        )
        shade = (
            f'<path class="fl-shade" fill-rule="evenodd" d="M0 0H{width}V{height}H0Z'
            f'M{left} {top}H{right}V{bottom}H{left}Z"/>'
        )
    label = escape(texts("photo"), quote=True)
    return (
        f'<div class="fl-photo" style="--fl-ratio:{width / height:.4f}">'
        f'<img data-photo="{escape(photo_id, quote=True)}" alt="{label}">'
        f'<svg viewBox="0 0 {width} {height}" preserveAspectRatio="none">'
        f"{''.join(outlines)}{''.join(marks)}{shade}</svg></div>"
    )


# -- the editor ---------------------------------------------------------------------------------

_ROWS = (range(9), range(9, 18), range(18, 27), range(27, 34), range(34, 42))


def palette_html(texts: Texts, current: Tile | None = None) -> str:
    """The whole set of tiles to tap."""
    rows = "".join(
        '<div class="fl-row">'
        + "".join(
            tile_button(
                TILES[i],
                f"set:{TILES[i].code}",
                texts.language,
                "fl-current" if TILES[i] is current else "",
            )
            for i in row
        )
        + "</div>"
        for row in _ROWS
    )
    return f'<div class="fl-palette">{rows}</div>'


def editor_html(draft: Draft, identity: int, texts: Texts) -> str:
    """What can be done with one tile: the likeliest others first, then the set, then its place."""
    piece, place = draft.piece(identity), draft.place_of(identity)
    language = texts.language
    parts = []
    if piece.likeliest:
        keys = "".join(
            tile_button(tile, f"set:{tile.code}", language, "fl-big") for tile in piece.likeliest
        )
        parts.append(_line(texts("likely"), keys))
    parts.append(_line("", palette_html(texts, piece.tile)))
    words = []
    meld = place if isinstance(place, DraftMeld) else None
    if place is Place.standing and piece.id != draft.winner:
        words.append(text_button(texts("make_winner"), "winner"))
    if place is not Place.standing and not piece.tile.is_flower:
        words.append(text_button(texts("to_hand"), "move:standing"))
    if place is Place.unused and piece.tile.is_flower:
        words.append(text_button(texts("flowers"), "move:flowers"))
    if meld is not None:
        words.append(text_button(texts("dissolve"), f"dissolve:{meld.id}"))
    if place is not Place.unused:
        words.append(text_button(texts("delete"), "delete", "fl-danger"))
    parts.append(_line("", "".join(words)))
    if meld is not None:
        kinds = "".join(
            text_button(
                texts(kind.value),
                f"kind:{meld.id}:{kind.value}",
                "fl-chosen" if kind is meld.kind else "",
            )
            for kind in MeldKind
        )
        parts.append(_line(texts("kind"), kinds))
    if place is Place.standing:
        sets = "".join(
            f'<button type="button" class="fl-word" data-tap="declare:{k}">'
            f"{tiles_html(meld.tiles, language)}"
            f"<span>{escape(texts(meld.kind.value))}</span></button>"
            for k, meld in enumerate(draft.declarable(identity))
        )
        if sets:
            parts.append(_line(texts("declare"), sets))
    if meld is None and place is not Place.flowers:
        sets = "".join(
            f'<button type="button" class="fl-word" data-tap="join:{other.id}">'
            f"{tiles_html([p.tile for p in other.pieces], language)}</button>"
            for other in draft.melds
            if len(other.pieces) < 4
        )
        if sets:
            parts.append(_line(texts("join"), sets))
    return f'<div class="fl-editor">{"".join(parts)}</div>'


def adder_html(texts: Texts) -> str:
    """The whole set, to add a tile from."""
    return f'<div class="fl-editor">{_line(texts("adding"), palette_html(texts))}</div>'


def _line(label: str, content: str) -> str:
    head = f'<div class="fl-label">{escape(label)}</div>' if label else ""
    return f'<div class="fl-line">{head}<div class="fl-keys">{content}</div></div>'


# -- the score ----------------------------------------------------------------------------------


def total_html(value: Score, texts: Texts, confirmed: bool, doubtful: Sequence[Tile] = ()) -> str:
    """The total, large, and whether the win stands. doubtful: the tiles in question, named where
    the score is not confirmed."""
    minimum = value.rules.minimum
    stands = value.reaches_minimum
    verdict = texts("reaches" if stands else "too_low", minimum=minimum)
    state = ("fl-good" if stands else "fl-bad") if confirmed else "fl-open"
    bare = escape(texts("without_flowers", points=value.points_without_flowers))
    extra = f'<span class="fl-small">{bare}</span>' if value.flower_points else ""
    note = ""
    if not confirmed:
        note = f'<p class="fl-note">{escape(texts("provisional"))}</p>'
        if doubtful:
            names = ", ".join(tile.name(texts.language) for tile in doubtful)
            note += f'<p class="fl-note">{escape(texts("in_question", tiles=names))}</p>'
    return (
        f'<section class="fl-total {state}" id="fl-score" data-total="{value.total}" '
        f'data-confirmed="{str(confirmed).lower()}">'
        f'<div class="fl-number">{value.total}<span>{escape(texts("points"))}</span></div>'
        f'<div class="fl-verdict">{"✓" if stands else "✗"} {escape(verdict)}{extra}</div>'
        f"{note}</section>"
        f'<button type="button" class="fl-bar {state}" data-scroll="fl-score">'
        f"<b>{value.total}</b> {escape(texts('points'))} "
        f"<span>{'✓' if stands else '✗'}{'' if confirmed else ' ?'}</span></button>"
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
    items = "".join(f"<li>{escape(_capital(message))}</li>" for message in messages)
    return (
        f'<section class="fl-total fl-open" id="fl-score" data-total=""><div class="fl-none">'
        f'{escape(texts("no_score"))}</div><ul class="fl-problems">{items}</ul></section>'
    )


# -- the table and the fans ---------------------------------------------------------------------


def sheet_html(table: Table, texts: Texts) -> str:
    """An evening's sheet: who deals now, the totals, and a line for every hand."""
    language = texts.language
    now = texts("finished")
    if not table.finished:
        now = texts(
            "now",
            round=table.prevalent_wind.name(language),
            number=table.number % 4 + 1,
            dealer=table.players[table.dealer],
        )
    names = "".join(
        f"<th>{escape(name)}"
        + ("" if table.finished else f"<br>{tile_html(table.seat_wind(k), language)}")
        + "</th>"
        for k, name in enumerate(table.players)
    )
    sums = "".join(f"<td>{total:+d}</td>" for total in table.totals)
    rows = "".join(_entry_html(entry, texts) for entry in reversed(table.entries))
    if not table.entries:
        rows = f'<tr><td colspan="5">{escape(texts("no_hands"))}</td></tr>'
    return (
        f'<p class="fl-now">{escape(now)}</p><div class="fl-sheet-scroll">'
        f'<table class="fl-sheet"><tr><th></th>{names}</tr>'
        f'<tr class="fl-sum"><td>{escape(texts("total"))}</td>{sums}</tr>{rows}</table></div>'
    )


def _entry_html(entry: Entry, texts: Texts) -> str:
    wind = WINDS[entry.number // 4].name(texts.language)
    head = f"{escape(wind)} {entry.number % 4 + 1}"
    if entry.photo is not None:
        head += f'<img data-photo="hand{entry.number}" alt="{escape(texts("photo"), quote=True)}">'
    if entry.total is None:
        head += f'<div class="fl-small">{escape(texts("draw_hand"))}</div>'
    else:
        points = f"{entry.total} {texts('points')}"
        fans = "、".join(entry.fans[:3])
        head += f'<div class="fl-small"><b>{escape(points)}</b> {escape(fans)}</div>'
    cells = "".join(
        f'<td class="{"fl-plus" if change > 0 else "fl-minus" if change < 0 else ""}">'
        f"<b>{change:+d}</b></td>"
        for change in entry.changes
    )
    return f"<tr><td>{head}</td>{cells}</tr>"


def fan_book_html(examples: Sequence[Example], texts: Texts) -> str:
    """Fans with their examples, the sets that make each one lit."""
    return f'<ul class="fl-fan-book">{"".join(_example_html(e, texts) for e in examples)}</ul>'


def _example_html(example: Example, texts: Texts) -> str:
    fan, language = example.fan, texts.language
    lit = list(example.row.sets)
    whole = sum(map(len, lit)) >= len(example.score.hand.tiles)
    sets = []
    for part in example.score.reading.parts:
        tiles = tiles_html(part.tiles, language)
        if not whole and part.tiles in lit:
            lit.remove(part.tiles)
            tiles = f'<span class="fl-lit">{tiles}</span>'
        sets.append(tiles)
    sets += [tiles_html([flower], language) for flower in example.score.hand.flowers]
    number = f"{fan.number}. " if fan.number and fan.number <= 81 else ""
    second = (
        f" <i>{escape(fan.chinese)}</i>" if language == "en" else f" <i>{escape(fan.english)}</i>"
    )
    points = texts("help_points", points=fan.points)
    return (
        f'<li><span class="fl-name">{number}{escape(fan.name(language))}{second} '
        f'<span class="fl-small">{escape(points)}</span></span>'
        f'<span class="fl-sets">{"".join(sets)}</span></li>'
    )


def _capital(message: str) -> str:
    return (
        message[:1].upper()
        + message[1:]
        + ("" if message[-1:] in ".。" else "." if message.isascii() else "")
    )
