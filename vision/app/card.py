"""The result as a picture: its contents, which the visitor's own browser draws.

The browser has the fonts of its language and the system's way to send a picture; the server needs
neither.
"""

from __future__ import annotations

from html import escape

from scoring import Score
from vision.app.draft import Draft
from vision.app.markup.score import standing_of, without_flowers
from vision.app.texts import Texts


def card(value: Score, draft: Draft, photo_id: str | None, texts: Texts) -> dict:
    """What the picture shows, as plain values: tile codes by group, whether the win stands, rows of
    points and names."""
    language = texts.language
    standing = sorted(piece.tile for piece in draft.standing if piece.id != draft.winner)
    won = [piece.tile for piece in draft.standing if piece.id == draft.winner]
    groups = [standing, won, *([p.tile for p in m.pieces] for m in draft.melds)]
    groups.append([piece.tile for piece in draft.flowers])
    now = value.circumstances
    how = [
        texts("self_drawn" if now.self_drawn else "discard"),
        f"{texts('prevalent_wind')} {now.prevalent_wind.name(language)}",
        f"{texts('seat_wind')} {now.seat_wind.name(language)}",
    ]
    sign, verdict = standing_of(value, value, texts)
    return {
        "photo": photo_id,
        "groups": [[tile.code for tile in group] for group in groups if group],
        "total": str(value.total),
        "unit": texts("points"),
        "stands": value.reaches_minimum,
        "verdict": " · ".join(filter(None, (f"{sign} {verdict}", without_flowers(value, texts)))),
        "how": " · ".join(how),
        "rows": [
            [
                str(row.total),
                row.fan.name(language) + (f" × {row.count}" if row.count > 1 else ""),
            ]
            for row in value.fans
        ],
        "brand": texts("title"),
    }


def buttons_html(texts: Texts) -> str:
    """The two ways to have the picture; the browser takes away the one that it cannot do."""
    words = (("share", "send_picture"), ("save", "save_picture"))
    return "".join(
        f'<button type="button" class="fl-word" data-card="{name}">{escape(texts(key))}</button> '
        for name, key in words
    )
