"""Tiles, hands, photos and scores as HTML.

Everything that can be tapped is a button or a drawn outline with a `data-tap` that says what it
means. Tiles are drawn once for the whole page by `sprites` and referred to by their code. All text
is escaped here.
"""

from vision.app.markup.editor import adder_html, editor_html, palette_html
from vision.app.markup.fans import fan_book_html
from vision.app.markup.footage import events_html, hand_line_html, worth_html
from vision.app.markup.hand import hand_html, photo_html
from vision.app.markup.labels import plain_label, words_of_buttons
from vision.app.markup.score import (
    alternatives_html,
    dropped_html,
    fans_html,
    payments_html,
    problems_html,
    total_html,
    waits_html,
)
from vision.app.markup.table import sheet_html
from vision.app.markup.tiles import sprites, text_button, tile_button, tile_html, tiles_html

__all__ = [
    "adder_html",
    "alternatives_html",
    "dropped_html",
    "editor_html",
    "events_html",
    "fan_book_html",
    "fans_html",
    "hand_html",
    "hand_line_html",
    "palette_html",
    "payments_html",
    "photo_html",
    "plain_label",
    "problems_html",
    "sheet_html",
    "sprites",
    "text_button",
    "tile_button",
    "tile_html",
    "tiles_html",
    "total_html",
    "waits_html",
    "words_of_buttons",
    "worth_html",
]
