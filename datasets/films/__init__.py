"""Films of mahjong tables with exact truth: when which finished hand is on show, and where.

`python -m datasets.films` writes them; `fanlens evaluate footage` holds the footage pipeline
against them.
"""
