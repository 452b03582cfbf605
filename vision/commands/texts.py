"""What `fanlens read` and `fanlens footage` say, in the languages of the tile names."""

from __future__ import annotations

from vision.footage.texts import COMMON

TEXTS = {
    **COMMON,
    "head": {
        "en": "{path}: {status}, {hand}",
        "zh-Hans": "{path}：{status}，{hand}",
        "zh-Hant": "{path}：{status}，{hand}",
    },
    "no_notation": {
        "en": "no hand that can be written down",
        "zh-Hans": "没有能写成文字的牌",
        "zh-Hant": "沒有能寫成文字的牌",
    },
    "place": {
        "en": " at {x:.0f}, {y:.0f}",
        "zh-Hans": "位置：{x:.0f}, {y:.0f}",
        "zh-Hant": "位置：{x:.0f}, {y:.0f}",
    },
    "if_right": {
        "en": "If it is read right:",
        "zh-Hans": "如果读得没错：",
        "zh-Hant": "如果讀得沒錯：",
    },
    "range": {
        "en": "{least} to {most} points, whichever tile won. If it was that one:",
        "zh-Hans": "{least}至{most}分，视和的是哪张牌而定。如果是这张：",
        "zh-Hant": "{least}至{most}分，視和的是哪張牌而定。如果是這張：",
    },
    "range_least": {
        "en": "{least} to {most} points, whichever tile won. The least that it can be:",
        "zh-Hans": "{least}至{most}分，视和的是哪张牌而定。最少的情形：",
        "zh-Hant": "{least}至{most}分，視和的是哪張牌而定。最少的情形：",
    },
    "not_scored": {
        "en": "{path} is read but not scored: {why}.",
        "zh-Hans": "{path}：读出来了，但没有计分：{why}。",
        "zh-Hant": "{path}：讀出來了，但沒有計分：{why}。",
    },
    "no_hand": {
        "en": "{film}: no finished hands",
        "zh-Hans": "{film}：没有和牌",
        "zh-Hant": "{film}：沒有和牌",
    },
    "one_hand": {
        "en": "{film}: 1 finished hand",
        "zh-Hans": "{film}：1副和牌",
        "zh-Hant": "{film}：1副和牌",
    },
    "hands": {
        "en": "{film}: {count} finished hands",
        "zh-Hans": "{film}：{count}副和牌",
        "zh-Hant": "{film}：{count}副和牌",
    },
    "written": {
        "en": "Written: {files}",
        "zh-Hans": "已写入：{files}",
        "zh-Hant": "已寫入：{files}",
    },
}


def text(key: str, language: str, **values: object) -> str:
    """A text of `TEXTS` in a language."""
    return TEXTS[key][language].format(**values)
