"""Names of tiles, fans and kinds of meld in simplified Chinese, traditional Chinese and English.

`NAMES` is the only table: tiles stand under their code, fans under their simplified Chinese name,
kinds of meld under their English key.
"""

from typing import NamedTuple

LANGUAGES = ("zh-Hans", "zh-Hant", "en")


class Name(NamedTuple):
    simplified: str
    traditional: str
    english: str


_DIGITS = ("一", "二", "三", "四", "五", "六", "七", "八", "九")

NAMES: dict[str, Name] = {
    **{f"{n}m": Name(f"{d}万", f"{d}萬", f"{n} Characters") for n, d in enumerate(_DIGITS, 1)},
    **{f"{n}p": Name(f"{d}筒", f"{d}筒", f"{n} Dots") for n, d in enumerate(_DIGITS, 1)},
    **{f"{n}s": Name(f"{d}条", f"{d}條", f"{n} Bamboos") for n, d in enumerate(_DIGITS, 1)},
    "E": Name("东", "東", "East"),
    "S": Name("南", "南", "South"),
    "W": Name("西", "西", "West"),
    "N": Name("北", "北", "North"),
    "C": Name("中", "中", "Red Dragon"),
    "F": Name("发", "發", "Green Dragon"),
    "P": Name("白", "白", "White Dragon"),
    "a": Name("春", "春", "Spring"),
    "b": Name("夏", "夏", "Summer"),
    "c": Name("秋", "秋", "Autumn"),
    "d": Name("冬", "冬", "Winter"),
    "e": Name("梅", "梅", "Plum"),
    "f": Name("兰", "蘭", "Orchid"),
    "g": Name("竹", "竹", "Bamboo"),
    "h": Name("菊", "菊", "Chrysanthemum"),
    "back": Name("牌背", "牌背", "Tile Back"),
    "chow": Name("顺子", "順子", "Chow"),
    "pung": Name("刻子", "刻子", "Pung"),
    "exposed_kong": Name("明杠", "明槓", "Exposed Kong"),
    "added_kong": Name("加杠", "加槓", "Added Kong"),
    "concealed_kong": Name("暗杠", "暗槓", "Concealed Kong"),
    "大四喜": Name("大四喜", "大四喜", "Big Four Winds"),
    "大三元": Name("大三元", "大三元", "Big Three Dragons"),
    "绿一色": Name("绿一色", "綠一色", "All Green"),
    "九莲宝灯": Name("九莲宝灯", "九蓮寶燈", "Nine Gates"),
    "四杠": Name("四杠", "四槓", "Four Kongs"),
    "连七对": Name("连七对", "連七對", "Seven Shifted Pairs"),
    "十三幺": Name("十三幺", "十三么", "Thirteen Orphans"),
    "清幺九": Name("清幺九", "清么九", "All Terminals"),
    "小四喜": Name("小四喜", "小四喜", "Little Four Winds"),
    "小三元": Name("小三元", "小三元", "Little Three Dragons"),
    "字一色": Name("字一色", "字一色", "All Honours"),
    "四暗刻": Name("四暗刻", "四暗刻", "Four Concealed Pungs"),
    "一色双龙会": Name("一色双龙会", "一色雙龍會", "Pure Terminal Chows"),
    "一色四同顺": Name("一色四同顺", "一色四同順", "Quadruple Chow"),
    "一色四节高": Name("一色四节高", "一色四節高", "Four Pure Shifted Pungs"),
    "一色四步高": Name("一色四步高", "一色四步高", "Four Pure Shifted Chows"),
    "三杠": Name("三杠", "三槓", "Three Kongs"),
    "混幺九": Name("混幺九", "混么九", "All Terminals and Honours"),
    "七对": Name("七对", "七對", "Seven Pairs"),
    "七星不靠": Name("七星不靠", "七星不靠", "Greater Honours and Knitted Tiles"),
    "全双刻": Name("全双刻", "全雙刻", "All Even Pungs"),
    "清一色": Name("清一色", "清一色", "Full Flush"),
    "一色三同顺": Name("一色三同顺", "一色三同順", "Pure Triple Chow"),
    "一色三节高": Name("一色三节高", "一色三節高", "Pure Shifted Pungs"),
    "全大": Name("全大", "全大", "Upper Tiles"),
    "全中": Name("全中", "全中", "Middle Tiles"),
    "全小": Name("全小", "全小", "Lower Tiles"),
    "清龙": Name("清龙", "清龍", "Pure Straight"),
    "三色双龙会": Name("三色双龙会", "三色雙龍會", "Three-Suited Terminal Chows"),
    "一色三步高": Name("一色三步高", "一色三步高", "Pure Shifted Chows"),
    "全带五": Name("全带五", "全帶五", "All Fives"),
    "三同刻": Name("三同刻", "三同刻", "Triple Pung"),
    "三暗刻": Name("三暗刻", "三暗刻", "Three Concealed Pungs"),
    "全不靠": Name("全不靠", "全不靠", "Lesser Honours and Knitted Tiles"),
    "组合龙": Name("组合龙", "組合龍", "Knitted Straight"),
    "大于五": Name("大于五", "大於五", "Upper Four"),
    "小于五": Name("小于五", "小於五", "Lower Four"),
    "三风刻": Name("三风刻", "三風刻", "Big Three Winds"),
    "花龙": Name("花龙", "花龍", "Mixed Straight"),
    "推不倒": Name("推不倒", "推不倒", "Reversible Tiles"),
    "三色三同顺": Name("三色三同顺", "三色三同順", "Mixed Triple Chow"),
    "三色三节高": Name("三色三节高", "三色三節高", "Mixed Shifted Pungs"),
    "无番和": Name("无番和", "無番和", "Chicken Hand"),
    "妙手回春": Name("妙手回春", "妙手回春", "Last Tile Draw"),
    "海底捞月": Name("海底捞月", "海底撈月", "Last Tile Claim"),
    "杠上开花": Name("杠上开花", "槓上開花", "Out with Replacement Tile"),
    "抢杠和": Name("抢杠和", "搶槓和", "Robbing the Kong"),
    "双暗杠": Name("双暗杠", "雙暗槓", "Two Concealed Kongs"),
    "碰碰和": Name("碰碰和", "碰碰和", "All Pungs"),
    "混一色": Name("混一色", "混一色", "Half Flush"),
    "三色三步高": Name("三色三步高", "三色三步高", "Mixed Shifted Chows"),
    "五门齐": Name("五门齐", "五門齊", "All Types"),
    "全求人": Name("全求人", "全求人", "Melded Hand"),
    "双箭刻": Name("双箭刻", "雙箭刻", "Two Dragon Pungs"),
    "明暗杠": Name("明暗杠", "明暗槓", "Exposed and Concealed Kong"),
    "全带幺": Name("全带幺", "全帶么", "Outside Hand"),
    "不求人": Name("不求人", "不求人", "Fully Concealed Hand"),
    "双明杠": Name("双明杠", "雙明槓", "Two Melded Kongs"),
    "和绝张": Name("和绝张", "和絕張", "Last Tile"),
    "箭刻": Name("箭刻", "箭刻", "Dragon Pung"),
    "圈风刻": Name("圈风刻", "圈風刻", "Prevalent Wind"),
    "门风刻": Name("门风刻", "門風刻", "Seat Wind"),
    "门前清": Name("门前清", "門前清", "Concealed Hand"),
    "平和": Name("平和", "平和", "All Chows"),
    "四归一": Name("四归一", "四歸一", "Tile Hog"),
    "双同刻": Name("双同刻", "雙同刻", "Double Pung"),
    "双暗刻": Name("双暗刻", "雙暗刻", "Two Concealed Pungs"),
    "暗杠": Name("暗杠", "暗槓", "Concealed Kong"),
    "断幺": Name("断幺", "斷么", "All Simples"),
    "一般高": Name("一般高", "一般高", "Pure Double Chow"),
    "喜相逢": Name("喜相逢", "喜相逢", "Mixed Double Chow"),
    "连六": Name("连六", "連六", "Short Straight"),
    "老少副": Name("老少副", "老少副", "Two Terminal Chows"),
    "幺九刻": Name("幺九刻", "么九刻", "Pung of Terminals or Honours"),
    "明杠": Name("明杠", "明槓", "Melded Kong"),
    "缺一门": Name("缺一门", "缺一門", "One Voided Suit"),
    "无字": Name("无字", "無字", "No Honours"),
    "边张": Name("边张", "邊張", "Edge Wait"),
    "坎张": Name("坎张", "坎張", "Closed Wait"),
    "单钓将": Name("单钓将", "單釣將", "Single Wait"),
    "自摸": Name("自摸", "自摸", "Self-Drawn"),
    "花牌": Name("花牌", "花牌", "Flower Tiles"),
    "混四节": Name("混四节", "混四節", "Four Mixed Shifted Pungs"),
    "混四步": Name("混四步", "混四步", "Four Mixed Shifted Chows"),
    "混三节": Name("混三节", "混三節", "Two-Suited Shifted Pungs"),
    "混三步": Name("混三步", "混三步", "Two-Suited Shifted Chows"),
    "258将": Name("258将", "258將", "Pair of Two, Five or Eight"),
    "幺九头": Name("幺九头", "么九頭", "Pair of Terminals"),
}


class UnknownLanguage(ValueError):
    """A language in which the project has no names."""

    def __init__(self, language: object) -> None:
        super().__init__(f"unknown language {language!r}: use one of {', '.join(LANGUAGES)}")


def name_of(key: str, language: str = "en") -> str:
    """The name under a key of `NAMES`, in "zh-Hans", "zh-Hant" or "en"."""
    if language not in LANGUAGES:
        raise UnknownLanguage(language)
    return NAMES[key][LANGUAGES.index(language)]
