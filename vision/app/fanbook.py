"""Every fan with a hand that has it, scored by the engine itself."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

from scoring import FANS, HOUSE_FANS, CountedFan, Fan, Rules, Score, parse_hand, score

# A hand for each fan, by the fan's name.
EXAMPLES: dict[str, str] = {
    "大四喜": "[EEE,1][SSSS,1]55pWWWNNN",
    "大三元": "[PPP,1][FFF,1]66999sCCC",
    "绿一色": "[234s,1][666s,1]33888sFFF",
    "九莲宝灯": "1112345678999m5m",
    "四杠": "[2222m][5555m,1][8888p,5][4444s]66s",
    "连七对": "22334455667788p",
    "十三幺": "19m19p19sESWNCFPP",
    "清幺九": "[111m,1]11199s111999p",
    "小四喜": "[EEE,1][SSS,1]123pWWWNN",
    "小三元": "[PPP,1][999s,1]345mFFFCC",
    "字一色": "[NNN,1][PPP,1][EEEE,1]CCWWW",
    "四暗刻": "111m333s555pEEE22m",
    "一色双龙会": "12312378978955m",
    "一色四同顺": "[234m,1][234m,1]23423488m",
    "一色四节高": "[555p,1][4444p]22233388p",
    "一色四步高": "[123m,1][234m,1][345m,1]456m99p",
    "三杠": "[EEEE,1][9999m][7777m,5]123pCC",
    "混幺九": "[111m,1][999p,1]EEECC999s",
    "七对": "1133557799m1177s",
    "七星不靠": "147m3s258pESWNCFP",
    "全双刻": "[6666m][888m,1][888s,1]66688p",
    "清一色": "[123m,1]45634578999m",
    "一色三同顺": "[234m,1][234m,1]234m567pEE",
    "一色三节高": "[222m,1][333m,1]444m567pEE",
    "全大": "[789m,1][789m,1]789s78999p",
    "全中": "[456m,1][444s,1]456s55566p",
    "全小": "[123s,1]112233m11s123p",
    "清龙": "[123m,1]456789m555pEE",
    "三色双龙会": "123789m123789s55p",
    "一色三步高": "[123m,1][345m,1]567m99pEEE",
    "全带五": "[345m,1][456s,1]345567p55m",
    "三同刻": "[777p,1][777s,1]777m234pPP",
    "三暗刻": "111m333s555p789mEE",
    "全不靠": "147m36s258pESWNCF",
    "组合龙": "[456m,1]147m258s369p99m",
    "大于五": "[678m,1]789m66677788p",
    "小于五": "[123m,1]234m11122244p",
    "三风刻": "[EEE,1][SSS,1]234m55sWWW",
    "花龙": "[123m,1]456p789s55mEEE",
    "推不倒": "[123p,1]123p456s888pPP",
    "三色三同顺": "[234m,1]234p234s55mEEE",
    "三色三节高": "[222m,1][333p,1]444s678mEE",
    "无番和": "[234m,1][555p,1][666s,1]EE777s",
    "妙手回春": "[123m,1]456p567s55mEEE|EE1010",
    "海底捞月": "[123m,1]456p567s55mEEE|EE0010",
    "杠上开花": "[1111m,1]456p567s55mEEE|EE1001",
    "抢杠和": "[123m,1]456p55mEEE567s|EE0001",
    "双暗杠": "[7777p][8888m]123s456m44p",
    "碰碰和": "[777p,1][888m,1]111s44pNNN",
    "混一色": "[123m,1]456345m99mEEE",
    "三色三步高": "[123m,1]234p345s55mEEE",
    "五门齐": "[123m,1]234p456sCCEEE",
    "全求人": "[123m,1][234p,1][456s,1][EEE,1]55m",
    "双箭刻": "[CCC,1]FFF123m456p55s",
    "全带幺": "[123m,1]789p123sEEE99m",
    "不求人": "[EEEE]123m234p456s55m|EE1000",
    "双明杠": "[7777p,1][8888m,5]123s456m44p",
    "和绝张": "[123m,1]234p55mEEE456s|EE0100",
    "箭刻": "[CCC,1]123m234p456s55m",
    "圈风刻": "[SSS,1]123m234p456s55m|SE0000",
    "门风刻": "[SSS,1]123m234p456s55m|ES0000",
    "门前清": "[EEEE]123m234p456s55m",
    "平和": "[123m,1]234p456s789s55m",
    "四归一": "[666m,1]456m234p678s55s",
    "双同刻": "[666m,1]666p234p567s55s",
    "双暗刻": "666m777p234p55s567s",
    "暗杠": "[6666m]234p567s55s345s",
    "断幺": "[678m,1]234p567s55s345s",
    "一般高": "[678m,1]678m234p345s55s",
    "喜相逢": "[678m,1]678p234p345s55s",
    "连六": "[678m,1]345m234p567s55s",
    "老少副": "[123m,1]789m234p456s55s",
    "幺九刻": "[999m,1]345m234p456s55s",
    "明杠": "[8888m,5]345m234p456s55s",
    "缺一门": "[888m,1]345m234p456p55p",
    "无字": "[888m,1]345m123p456s55s",
    "边张": "[888m,1]345m456sEE12p3p",
    "坎张": "[888m,1]345m456sEE13p2p",
    "单钓将": "[888m,1]345m456s123pEE",
    "自摸": "[888m,1]345m456s123pEE|EE1000",
    "花牌": "[888m,1]345m456s123pEE|EE0000|a",
    "明暗杠": "[8888m,1][7777p]456s123pEE",
    "混四节": "[222m,1][333p,1][444m,1]555p99s",
    "混四步": "[234m,1]345p456m567pEE",
    "混三节": "[222m,1][333p,1]444m789sEE",
    "混三步": "[234m,1]345p456m777pEE",
    "258将": "[234m,1]345p678m777p55s",
    "幺九头": "[234m,1]345p678m777p99s",
}

HOUSE = 0
PAGES: tuple[int, ...] = (*sorted({fan.points for fan in FANS}, reverse=True), HOUSE)


@dataclass(frozen=True, slots=True)
class Example:
    """A fan, a hand in which it counts, and the row that it makes there."""

    fan: Fan
    score: Score
    row: CountedFan


@cache
def example(fan: Fan) -> Example:
    """The example of a fan. ValueError if the engine does not count it there."""
    rules = Rules(house_fans=HOUSE_FANS) if fan in HOUSE_FANS else Rules()
    value = score(*parse_hand(EXAMPLES[fan.chinese]), rules)
    for row in value.fans:
        if row.fan is fan:
            return Example(fan, value, row)
    raise ValueError(f"the example of {fan.chinese} does not have it")


def page(points: int) -> tuple[Example, ...]:
    """The fans of one worth, or those of the house for `HOUSE`."""
    fans = HOUSE_FANS if points == HOUSE else [fan for fan in FANS if fan.points == points]
    return tuple(map(example, fans))
