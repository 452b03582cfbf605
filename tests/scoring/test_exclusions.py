"""Every exclusion of the default list: a hand in which it bites, or why none can exist."""

import json
import re
from itertools import combinations

import pytest

from scoring import FANS, Rules, parse_hand, score
from scoring.fans import SOURCES
from scoring.readings import Win, readings
from scoring.search import book

# a counted fan, the hand, the fans that are found there and that it keeps from counting
CASES = [
    ("大四喜", "[EEE,1][SSSS,1]55pWWWNNN", "三风刻 碰碰和 圈风刻 门风刻 幺九刻"),
    ("大三元", "[PPP,1][FFF,1]66999sCCC", "双箭刻 箭刻 幺九刻"),
    ("绿一色", "[234s,1][666s,1]33888sFFF", "缺一门 混一色"),
    ("九莲宝灯", "1112345678999m5m", "清一色 门前清 无字 幺九刻"),
    ("九莲宝灯", "1112345678999m5m|EE1000", "不求人"),
    (
        "四杠",
        "[2222m][5555m,1][8888p,5][4444s]66s",
        "碰碰和 单钓将 三杠 双明杠 双暗杠 明暗杠 明杠 暗杠",
    ),
    ("连七对", "11223344556677p", "七对 清一色 门前清 无字"),
    ("连七对", "1122344556677m3m", "单钓将"),
    ("连七对", "22334455667788p|EE1000", "不求人"),
    ("十三幺", "19m19p19sESWNCFPP", "五门齐 混幺九 门前清"),
    ("十三幺", "19m9p19sESWNCFPP1p", "单钓将"),
    ("十三幺", "19m19p19sESWNCFPP|EE1000", "不求人"),
    ("清幺九", "[111m,1]11199s111999p", "混幺九 碰碰和 全带幺 幺九刻 无字 双同刻"),
    ("小四喜", "[EEE,1][SSS,1]123pWWWNN", "三风刻 幺九刻"),
    ("小三元", "[PPP,1][999s,1]345mFFFCC", "双箭刻 箭刻 幺九刻"),
    ("字一色", "[NNN,1][PPP,1][EEEE,1]CCWWW", "混幺九 碰碰和 全带幺 幺九刻"),
    ("四暗刻", "111m333s555pEEE22m", "碰碰和 三暗刻 双暗刻 门前清"),
    ("四暗刻", "111m333s555pEEE22m|EE1000", "不求人"),
    ("一色双龙会", "12312378978955m", "清一色 平和 一般高 老少副 无字"),
    ("一色四同顺", "[234m,1][234m,1]23423488m", "一色三同顺 一般高 四归一"),
    ("一色四节高", "[555p,1][4444p]22233388p", "一色三节高 碰碰和"),
    ("一色四步高", "[123m,1][234m,1][345m,1]456m99p", "一色三步高 连六"),
    ("一色四步高", "[123m,1][345m,1][567m,1]789m99p", "老少副"),
    ("三杠", "[EEEE,1][9999m][7777m,5]123pCC", "双明杠 明暗杠 明杠 暗杠"),
    ("三杠", "[EEEE,1][9999m][7777m]123pCC", "双暗杠"),
    ("混幺九", "[111m,1][999p,1]EEECC999s", "碰碰和 全带幺 幺九刻"),
    ("七对", "1133557799m1177s", "门前清 单钓将"),
    ("七对", "1133557799m1177s|EE1000", "不求人"),
    ("七星不靠", "147m3s258pESWNCFP", "全不靠 五门齐 门前清"),
    ("七星不靠", "147m3s258pESWNCFP|EE1000", "不求人"),
    ("全双刻", "[2222m][666m,1][888s,1]66688p", "碰碰和 断幺 无字"),
    ("清一色", "[123m,1]45634578999m", "缺一门 无字"),
    ("一色三同顺", "[234m,1][234m,1]234m567pEE", "一般高"),
    ("全大", "[789m,1][789m,1]789s78999p", "无字 大于五"),
    ("全中", "[456m,1][444s,1]456s55566p", "断幺 无字"),
    ("全小", "[123s,1]112233m11s123p", "无字 小于五"),
    ("清龙", "[123m,1]456789m555pEE", "连六 老少副"),
    ("三色双龙会", "123789m123789s55p", "喜相逢 老少副 平和 无字"),
    ("全带五", "[345m,1][456s,1]345567p55m", "断幺 无字"),
    ("三同刻", "[777p,1][777s,1]777m234pPP", "双同刻"),
    ("三暗刻", "111m333s555p789mEE", "双暗刻"),
    ("全不靠", "147m36s258pESWNCF", "五门齐 门前清"),
    ("全不靠", "147m36s258pESWNCF|EE1000", "不求人"),
    ("大于五", "[678m,1]789m66677788p", "无字"),
    ("小于五", "[123m,1]234m11122244p", "无字"),
    ("三风刻", "[EEE,1][SSS,1]234m55sWWW", "幺九刻"),
    ("推不倒", "[123p,1]123p456s888pPP", "缺一门"),
    ("三色三同顺", "[234m,1]234p234s55mEEE", "喜相逢"),
    ("妙手回春", "[123m,1]456p567s55mEEE|EE1010", "自摸"),
    ("杠上开花", "[1111m,1]456p567s55mEEE|EE1001", "自摸"),
    ("抢杠和", "[123m,1]456p55mEEE567s|EE0101", "和绝张"),
    ("双暗杠", "[7777p][8888m]123s456m44p", "双暗刻 暗杠"),
    ("混一色", "[123m,1]456345m99mEEE", "缺一门"),
    ("全求人", "[123m,1][234p,1][456s,1][EEE,1]55m", "单钓将"),
    ("双箭刻", "[CCC,1]FFF123m456p55s", "箭刻 幺九刻"),
    ("不求人", "[EEEE]123m234p456s55m|EE1000", "自摸"),
    ("双明杠", "[7777p,1][8888m,5]123s456m44p", "明杠"),
    ("箭刻", "[CCC,1]123m234p456s55m", "幺九刻"),
    ("圈风刻", "[SSS,1]123m234p456s55m|SE0000", "幺九刻"),
    ("门风刻", "[SSS,1]123m234p456s55m|ES0000", "幺九刻"),
    ("平和", "[123m,1]234p456s789s55m", "无字"),
    ("断幺", "[678m,1]234p567s55s345s", "无字"),
    ("明暗杠", "[8888m,1][7777p]456s123pEE", "明杠 暗杠"),
]

# Chows and pungs of the same tiles, or pairs of them: the excluded fan is in another reading, and
# so is not counted beside the fan of the reading chosen.
OTHER_READINGS = [
    ("一色双龙会", "12312378978955m", "七对"),
    ("一色四同顺", "22223333444455m", "一色三节高"),
    ("一色四同顺", "22223333444455m", "七对"),
    ("一色四节高", "222333444555m66s", "一色三同顺"),
    ("一色三同顺", "[234p,1]22233344m55s4m", "一色三节高"),
    ("一色三节高", "[234p,1]222333444m55s", "一色三同顺"),
]

# What no hand can show; the tests below say why.
NEVER_MET = {("全不靠", "单钓将"), ("七星不靠", "单钓将"), ("不求人", "门前清")}


@pytest.mark.parametrize(("fan", "hand", "removed"), CASES)
def test_an_exclusion_bites(fan, hand, removed):
    result = score(*parse_hand(hand))
    assert fan in {row.fan.chinese for row in result.fans}
    kept_out = {row.fan.chinese for row in result.dropped if row.by and row.by.chinese == fan}
    assert kept_out >= set(removed.split())


@pytest.mark.parametrize(("fan", "hand", "removed"), OTHER_READINGS)
def test_an_exclusion_between_readings_bites(fan, hand, removed):
    result = score(*parse_hand(hand))
    names = {row.fan.chinese for row in result.fans}
    assert fan in names
    assert removed not in names
    elsewhere = [book(Rules()).best(other.reading) for other in result.alternatives]
    assert removed in {
        finding.entry.fan.chinese for selection in elsewhere for finding in selection.counted
    }


def test_every_exclusion_of_the_default_list_has_its_case():
    shown = {
        (fan, removed) for fan, _, names in CASES + OTHER_READINGS for removed in names.split()
    }
    listed = {(fan.chinese, removal.fan) for fan in FANS for removal in fan.excluded()}
    assert shown | NEVER_MET >= listed
    assert not NEVER_MET & shown


def _waits_for_one_tile(text: str) -> bool:
    win = Win(*parse_hand(text), derive_last_of_kind=True)
    return any(
        reading.only_wait
        for reading in readings(win, exhausted_waits=True, knitted_straight_waits=True)
    )


def test_honours_and_knitted_tiles_always_wait_for_more_than_one_tile():
    tiles = [*("1m", "4m", "7m", "2p", "5p", "8p", "3s", "6s", "9s"), *"ESWNCFP"]
    for left_out in combinations(tiles, 2):
        held = [tile for tile in tiles if tile not in left_out]
        for last in held:
            assert not _waits_for_one_tile("".join(tile for tile in held if tile != last) + last)


def test_a_hand_is_self_drawn_or_discarded_so_two_concealed_fans_never_meet():
    for signs in ("EE0000", "EE1000"):
        result = score(*parse_hand(f"[EEEE]123m234p456s55m|{signs}"))
        found = {row.fan.chinese for row in (*result.fans, *result.dropped)}
        assert len(found & {"不求人", "门前清"}) == 1


# The lists say some things in passing: own sets, how many, what other lists leave unsaid.
ASIDES = re.compile(r"\(.*?\)|×1|自身(三副的?|两副的|)|系列|其实必然")


def _names_in(text: str) -> set[str]:
    return set(ASIDES.sub("", text).replace("/", " ").split()) - {""}


def test_the_default_list_is_the_one_of_the_reference_material(shared):
    rows = json.loads((shared / "scoring" / "exclusions.json").read_text(encoding="utf-8"))
    for row, fan in zip(rows, FANS, strict=False):
        assert (row["no"], row["fan"], row["points"]) == (fan.number, fan.chinese, fan.points)
        ours = {removal.fan for removal in fan.excluded("consensus")}
        assert ours >= _names_in(row["consensus"]), fan


@pytest.mark.parametrize("source", SOURCES)
def test_every_list_excludes_what_a_fan_always_brings_along(source):
    for fan in FANS:
        assert set(fan.excluded(source)) >= set(fan.brought)
