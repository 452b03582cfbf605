"""What can be wrong with a text that is to be a hand: each with one sentence in three languages."""

from enum import Enum

from scoring.names import LANGUAGES, UnknownLanguage

_AS_IN = "two winds and four signs 0 or 1, as in EE1000"
_AS_IN_HANS = "竖线后写两个风和四个 0 或 1，如 EE1000"
_AS_IN_HANT = "豎線後寫兩個風和四個 0 或 1，如 EE1000"


class Slip(Enum):
    """English, simplified Chinese, traditional Chinese."""

    too_long = (
        "the text goes on past {limit} characters: write one hand",
        "文字超过 {limit} 个字符：请只写一手牌",
        "文字超過 {limit} 個字元：請只寫一手牌",
    )
    suit_alone = (
        "the suit {sign} has no digits before it",
        "花色 {sign} 前面没有数字",
        "花色 {sign} 前面沒有數字",
    )
    number_alone = (
        "the number {sign} has no suit: write m, p or s after it",
        "数字 {sign} 没有花色：请在后面写 m、p 或 s",
        "數字 {sign} 沒有花色：請在後面寫 m、p 或 s",
    )
    number_zero = (
        "no tile has the number 0",
        "没有序数为 0 的牌",
        "沒有序數為 0 的牌",
    )
    suit_z = (
        "z is no suit: write the honours as E S W N C F P",
        "z 不是花色：字牌请写 E S W N C F P",
        "z 不是花色：字牌請寫 E S W N C F P",
    )
    no_tile = (
        "{sign} is no tile: use 1-9 with m, p or s, and E S W N C F P",
        "{sign} 不是牌：请用 1-9 加 m、p 或 s，以及 E S W N C F P",
        "{sign} 不是牌：請用 1-9 加 m、p 或 s，以及 E S W N C F P",
    )
    no_tiles = (
        "there are no tiles here",
        "这里没有牌",
        "這裡沒有牌",
    )
    closes_none = (
        "this bracket closes none",
        "这个右括号没有对应的左括号",
        "這個右括號沒有對應的左括號",
    )
    never_closed = (
        "this bracket is never closed",
        "这个左括号没有对应的右括号",
        "這個左括號沒有對應的右括號",
    )
    second_plus = (
        "a second + : only one tile wins",
        "多了一个 +：和牌张只有一张",
        "多了一個 +：和牌張只有一張",
    )
    after_plus = (
        "after + stands the one tile that won, or ? for unknown",
        "+ 后面只写和的那一张牌，不知道就写 ?",
        "+ 後面只寫和的那一張牌，不知道就寫 ?",
    )
    empty_meld = (
        "these brackets hold no tiles",
        "这对括号里没有牌",
        "這對括號裡沒有牌",
    )
    no_meld = (
        "{tiles} is neither chow, pung nor kong",
        "{tiles} 不是顺子、刻子或杠",
        "{tiles} 不是順子、刻子或槓",
    )
    short_meld = (
        "a meld has three or four tiles",
        "一组副露是三张或四张牌",
        "一組副露是三張或四張牌",
    )
    seat = (
        "the seat after the comma is 1 upper, 2 opposite or 3 lower",
        "逗号后写供牌者：1 上家、2 对家或 3 下家",
        "逗號後寫供牌者：1 上家、2 對家或 3 下家",
    )
    seat_of_kong = (
        "the seat after the comma is 1 upper, 2 opposite or 3 lower, and 5, 6 or 7 for a kong "
        "added to a pung",
        "逗号后写供牌者：1 上家、2 对家或 3 下家；加杠写 5、6 或 7",
        "逗號後寫供牌者：1 上家、2 對家或 3 下家；加槓寫 5、6 或 7",
    )
    circumstances = (
        f"after the bar stand {_AS_IN}",
        _AS_IN_HANS,
        _AS_IN_HANT,
    )
    no_wind = (
        f"{{sign}} is no wind: after the bar stand {_AS_IN}",
        f"{{sign}} 不是风：{_AS_IN_HANS}",
        f"{{sign}} 不是風：{_AS_IN_HANT}",
    )
    no_answer = (
        f"{{sign}} is neither 0 nor 1: after the bar stand {_AS_IN}",
        f"{{sign}} 不是 0 也不是 1：{_AS_IN_HANS}",
        f"{{sign}} 不是 0 也不是 1：{_AS_IN_HANT}",
    )
    no_flowers = (
        "after the second bar stand the flowers, a to h, or how many",
        "第二条竖线后写花牌 a 至 h，或写张数",
        "第二條豎線後寫花牌 a 至 h，或寫張數",
    )
    no_flower = (
        "{sign} is no flower: use a to h, or how many",
        "{sign} 不是花牌：请写 a 至 h，或写张数",
        "{sign} 不是花牌：請寫 a 至 h，或寫張數",
    )
    third_bar = (
        "one bar too many: nothing follows the flowers",
        "多了一条竖线：花牌后面没有别的内容",
        "多了一條豎線：花牌後面沒有別的內容",
    )
    robbed_by_some_rules = (
        "only some rules let a kong be robbed on the last tile: name the rules",
        "最后一张牌能否抢杠因规则而异：请指明规则",
        "最後一張牌能否搶槓因規則而異：請指明規則",
    )

    def message(self, language: str = "en", **values: object) -> str:
        """The sentence in "en", "zh-Hans" or "zh-Hant", with the signs of the text in it."""
        if language not in LANGUAGES:
            raise UnknownLanguage(language)
        return self.value[("en", "zh-Hans", "zh-Hant").index(language)].format(**values)
