"""The questions that a reading may raise, in the languages of the tile names."""

from __future__ import annotations

from collections.abc import Sequence

from scoring import Tile

_MESSAGES = {
    "tile": {
        "en": "This tile is not clear{choice}.",
        "zh-Hans": "这张牌看不清{choice}。",
        "zh-Hant": "這張牌看不清{choice}。",
    },
    "arrangement": {
        "en": "Are these tiles melds, or part of the concealed hand?",
        "zh-Hans": "这些牌是副露，还是手牌？",
        "zh-Hant": "這些牌是副露，還是手牌？",
    },
    "kong_kind": {
        "en": "Four tiles alike lie face up: is this kong exposed or concealed?",
        "zh-Hans": "四张相同的牌都正面朝上：是明杠还是暗杠？",
        "zh-Hant": "四張相同的牌都正面朝上：是明槓還是暗槓？",
    },
    "belongs": {
        "en": "Do these tiles belong to the hand?",
        "zh-Hans": "这些牌是这副牌的吗？",
        "zh-Hant": "這些牌是這副牌的嗎？",
    },
    "hidden_tile": {
        "en": "These tiles lie face down: which tile is it?",
        "zh-Hans": "这些牌背面朝上：是哪张牌？",
        "zh-Hant": "這些牌背面朝上：是哪張牌？",
    },
    "missing_tile": {
        "en": "A tile seems to be missing{choice}.",
        "zh-Hans": "似乎少了一张牌{choice}。",
        "zh-Hant": "似乎少了一張牌{choice}。",
    },
    "extra_tile": {
        "en": "These tiles lie in the hand but are too many for it.",
        "zh-Hans": "这些牌在手牌之中，但张数多了。",
        "zh-Hant": "這些牌在手牌之中，但張數多了。",
    },
    "no_win": {
        "en": "These tiles do not make a winning hand.",
        "zh-Hans": "这些牌没有和牌。",
        "zh-Hant": "這些牌沒有和牌。",
    },
    "several_hands": {
        "en": "The photo shows more than one hand; the nearest one was read.",
        "zh-Hans": "照片中有不止一副牌，这里读的是最近的一副。",
        "zh-Hant": "照片中有不止一副牌，這裡讀的是最近的一副。",
    },
    "too_few": {
        "en": "The photo shows too few tiles for a hand.",
        "zh-Hans": "照片中的牌太少，不成一副牌。",
        "zh-Hant": "照片中的牌太少，不成一副牌。",
    },
    "too_many": {
        "en": "The photo shows many tiles, and no hand stands out among them.",
        "zh-Hans": "照片中的牌很多，看不出哪些是手牌。",
        "zh-Hant": "照片中的牌很多，看不出哪些是手牌。",
    },
    "winning_tile": {
        "en": "Nothing shows which tile won; this one is a guess.",
        "zh-Hans": "看不出和的是哪张牌，这张是猜测。",
        "zh-Hant": "看不出和的是哪張牌，這張是猜測。",
    },
}

_CHOICE = {
    "en": (": it may be {}", " or "),
    "zh-Hans": ("，可能是{}", "或"),
    "zh-Hant": ("，可能是{}", "或"),
}


def doubt_message(kind: str, tiles: Sequence[Tile], language: str) -> str:
    """The sentence for a kind of doubt; tiles: what may be meant, for kinds that say so."""
    if language not in _CHOICE:
        raise ValueError(f"There are no messages in {language!r}; use {', '.join(_CHOICE)}.")
    before, between = _CHOICE[language]
    names = between.join(tile.name(language) for tile in tiles)
    return _MESSAGES[kind][language].format(choice=before.format(names) if tiles else "")
