"""What can be done with one tile, and the whole set to choose from."""

from __future__ import annotations

from html import escape

from scoring import TILES, MeldKind, Tile
from vision.app.draft import Draft, DraftMeld, Place
from vision.app.markup.tiles import text_button, tile_button, tiles_html
from vision.app.texts import Texts

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
