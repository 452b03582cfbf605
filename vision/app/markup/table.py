"""The sheet of an evening at the table."""

from __future__ import annotations

from html import escape

from vision.app.markup.tiles import tile_html
from vision.app.sheet import WINDS, Entry, Table
from vision.app.texts import Texts


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
        fans = (", " if texts.language == "en" else "、").join(entry.fan_names(texts.language)[:3])
        head += f'<div class="fl-small"><b>{escape(points)}</b> {escape(fans)}</div>'
    cells = "".join(
        f'<td class="{"fl-plus" if change > 0 else "fl-minus" if change < 0 else ""}">'
        f"<b>{change:+d}</b></td>"
        for change in entry.changes
    )
    return f"<tr><td>{head}</td>{cells}</tr>"
