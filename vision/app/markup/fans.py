"""The fans, each with an example."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

from vision.app.fanbook import Example
from vision.app.markup.tiles import tiles_html
from vision.app.texts import Texts


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
