"""What is written into pictures, in the languages of the tile names."""

from __future__ import annotations

# Also what `fanlens read` says: how far a reading can be relied on.
COMMON = {
    "confirmed": {"en": "confirmed", "zh-Hans": "已确认", "zh-Hant": "已確認"},
    "doubtful": {"en": "doubtful", "zh-Hans": "存疑", "zh-Hant": "存疑"},
    "incomplete": {"en": "incomplete", "zh-Hans": "缺牌", "zh-Hant": "缺牌"},
    "not a hand": {"en": "not a hand", "zh-Hans": "不是一副和牌", "zh-Hant": "不是一副和牌"},
    "several hands": {"en": "several hands", "zh-Hans": "不止一副牌", "zh-Hant": "不止一副牌"},
    "and": {"en": ", ", "zh-Hans": "、", "zh-Hant": "、"},
}
TEXTS = {
    **COMMON,
    "corrected": {"en": "corrected", "zh-Hans": "已更正", "zh-Hant": "已更正"},
    "points": {"en": "{points} points", "zh-Hans": "{points}分", "zh-Hant": "{points}分"},
    "range": {
        "en": "{least}–{most} points",
        "zh-Hans": "{least}–{most}分",
        "zh-Hant": "{least}–{most}分",
    },
    "in_doubt": {"en": "In doubt", "zh-Hans": "存疑", "zh-Hant": "存疑"},
    "no_score": {"en": "No score", "zh-Hans": "无法计分", "zh-Hant": "無法計分"},
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
    "no_picture": {"en": "no picture", "zh-Hans": "没有图片", "zh-Hant": "沒有圖片"},
}


def text(key: str, language: str, **values: object) -> str:
    """A text of `TEXTS` in a language."""
    return TEXTS[key][language].format(**values)
