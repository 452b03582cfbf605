"""The hand and its photo, every tile to tap and in the colour of its group."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

from vision.app.draft import Draft, Piece
from vision.app.markup.tiles import tile_button
from vision.app.texts import Texts
from vision.detections import Detection

MELD_COLOURS = 5


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
