"""What is written into pictures, in the languages of the tile names."""

from __future__ import annotations

TEXTS = {
    "points": {"en": "{points} points", "zh-Hans": "{points}番", "zh-Hant": "{points}番"},
    "range": {
        "en": "{least}–{most} points",
        "zh-Hans": "{least}–{most}番",
        "zh-Hant": "{least}–{most}番",
    },
    "in_doubt": {"en": "In doubt", "zh-Hans": "存疑", "zh-Hant": "存疑"},
    "no_score": {"en": "No score", "zh-Hans": "无法计番", "zh-Hant": "無法計番"},
    "unknown": {
        "en": "depends on {what}",
        "zh-Hans": "视{what}而定",
        "zh-Hant": "視{what}而定",
    },
    "prevalent_wind": {"en": "prevalent wind", "zh-Hans": "圈风", "zh-Hant": "圈風"},
    "seat_wind": {"en": "seat wind", "zh-Hans": "门风", "zh-Hant": "門風"},
    "self_drawn": {"en": "self-drawn or not", "zh-Hans": "是否自摸", "zh-Hant": "是否自摸"},
    "winning_tile": {"en": "the winning tile", "zh-Hans": "和的牌", "zh-Hant": "和的牌"},
    "none_found": {
        "en": "No finished hand was found.",
        "zh-Hans": "没有找到和牌。",
        "zh-Hant": "沒有找到和牌。",
    },
    "more": {"en": "+ {count} more", "zh-Hans": "+ {count}", "zh-Hant": "+ {count}"},
    "and": {"en": ", ", "zh-Hans": "、", "zh-Hant": "、"},
}


def text(key: str, language: str, **values: object) -> str:
    """A text of `TEXTS` in a language."""
    return TEXTS[key][language].format(**values)
