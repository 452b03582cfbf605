"""What is wrong with a hand: every problem at once, each with one sentence."""

from collections import Counter
from dataclasses import dataclass
from enum import Flag, auto

from scoring.checks import wrong_type
from scoring.counts import five_or_more, pack
from scoring.hand import Circumstances, Hand
from scoring.melds import Meld, MeldKind
from scoring.names import LANGUAGES, UnknownLanguage
from scoring.readings import Win, readings
from scoring.rules import Rules
from scoring.tiles import PLAYING_TILES, Tile

FULL_HAND = 14
MOST_TILES = 18
MOST_FLOWERS = 8
LAST_PLAYING = PLAYING_TILES[-1].index


class HandStatus(Flag):
    """The problems of a hand; `HandStatus.OK`, which is 0 and false, when there is none."""

    OK = 0
    NOT_PLAYING_TILES = auto()
    IMPOSSIBLE_CHOW = auto()
    IMPOSSIBLE_PUNG = auto()
    IMPOSSIBLE_KONG = auto()
    WRONG_COUNT = auto()
    INCOMPLETE = auto()
    TOO_MANY_COPIES = auto()
    NO_WINNING_TILE = auto()
    WINNING_TILE_NOT_IN_HAND = auto()
    NOT_FLOWERS = auto()
    REPEATED_FLOWERS = auto()
    TOO_MANY_FLOWERS = auto()
    FLOWERS_DISAGREE = auto()
    FLOWERS_NOT_USED = auto()
    UNKNOWN_WIND = auto()
    KONG_REPLACEMENT_DISCARDED = auto()
    KONG_REPLACEMENT_WITHOUT_KONG = auto()
    ROBBED_KONG_SELF_DRAWN = auto()
    ROBBED_KONG_HELD = auto()
    ROBBED_KONG_ON_LAST_TILE = auto()
    LAST_OF_KIND_HELD = auto()
    NOT_A_WIN = auto()


# One row for each flag: English, simplified Chinese, traditional Chinese.
_MESSAGES: dict[HandStatus, tuple[str, str, str]] = {
    HandStatus.NOT_PLAYING_TILES: (
        "{tiles} cannot stand among the playing tiles: flowers lie apart, and a back must be read",
        "{tiles}不能算作手牌：花牌要另放，牌背要先认出牌面",
        "{tiles}不能算作手牌：花牌要另放，牌背要先認出牌面",
    ),
    HandStatus.IMPOSSIBLE_CHOW: (
        "{tiles} is no chow: a chow is three tiles of one suit in a row",
        "{tiles}不是顺子：顺子是同花色序数相连的三张牌",
        "{tiles}不是順子：順子是同花色序數相連的三張牌",
    ),
    HandStatus.IMPOSSIBLE_PUNG: (
        "{tiles} is no pung: a pung is three equal tiles",
        "{tiles}不是刻子：刻子是三张相同的牌",
        "{tiles}不是刻子：刻子是三張相同的牌",
    ),
    HandStatus.IMPOSSIBLE_KONG: (
        "{tiles} is no kong: a kong is four equal tiles, and a concealed one comes from nobody",
        "{tiles}不是杠：杠是四张相同的牌，暗杠没有供牌者",
        "{tiles}不是槓：槓是四張相同的牌，暗槓沒有供牌者",
    ),
    HandStatus.WRONG_COUNT: (
        "the hand has {number} tiles where a finished one has 14 (a kong counts as three): "
        "add or remove tiles",
        "这手牌有{number}张，和牌应为14张（杠算三张）：请增减",
        "這手牌有{number}張，和牌應為14張（槓算三張）：請增減",
    ),
    HandStatus.INCOMPLETE: (
        "the hand still waits for its last tile: add the winning tile",
        "这手牌还差最后一张：请加上和的那张牌",
        "這手牌還差最後一張：請加上和的那張牌",
    ),
    HandStatus.TOO_MANY_COPIES: (
        "there are more than four of {tiles}: each tile exists four times",
        "{tiles}超过四张：每种牌只有四张",
        "{tiles}超過四張：每種牌只有四張",
    ),
    HandStatus.NO_WINNING_TILE: (
        "the winning tile is unknown: say which of the standing tiles won",
        "不知道和的是哪一张：请指明和牌张",
        "不知道和的是哪一張：請指明和牌張",
    ),
    HandStatus.WINNING_TILE_NOT_IN_HAND: (
        "the winning tile {tiles} is not among the standing tiles: choose one of them",
        "和牌张{tiles}不在立牌中：请从立牌中选",
        "和牌張{tiles}不在立牌中：請從立牌中選",
    ),
    HandStatus.NOT_FLOWERS: (
        "{tiles} is no flower: flowers are the four seasons and the four plants",
        "{tiles}不是花牌：花牌是春夏秋冬、梅兰竹菊",
        "{tiles}不是花牌：花牌是春夏秋冬、梅蘭竹菊",
    ),
    HandStatus.REPEATED_FLOWERS: (
        "there is more than one {tiles}: each flower exists once",
        "{tiles}多于一张：每种花牌只有一张",
        "{tiles}多於一張：每種花牌只有一張",
    ),
    HandStatus.TOO_MANY_FLOWERS: (
        "a hand cannot have {number} flowers: there are 0 to 8",
        "花牌不可能有{number}张：应为0至8张",
        "花牌不可能有{number}張：應為0至8張",
    ),
    HandStatus.FLOWERS_DISAGREE: (
        "the number of flowers is given as {number}, but other flowers are listed: leave one out",
        "花牌数写作{number}，与列出的花牌不符：请只留一种写法",
        "花牌數寫作{number}，與列出的花牌不符：請只留一種寫法",
    ),
    HandStatus.FLOWERS_NOT_USED: (
        "these rules play without flowers: take them out or choose other rules",
        "这套规则不用花牌：请去掉花牌或换规则",
        "這套規則不用花牌：請去掉花牌或換規則",
    ),
    HandStatus.UNKNOWN_WIND: (
        "{tiles} is no wind: prevalent and seat wind are E, S, W or N",
        "{tiles}不是风：圈风和门风是东南西北",
        "{tiles}不是風：圈風和門風是東南西北",
    ),
    HandStatus.KONG_REPLACEMENT_DISCARDED: (
        "a kong's replacement tile is drawn, not discarded: mark the win as self-drawn",
        "杠后补的牌是自己摸的：请标为自摸",
        "槓後補的牌是自己摸的：請標為自摸",
    ),
    HandStatus.KONG_REPLACEMENT_WITHOUT_KONG: (
        "there is no kong to replace a tile of: add the kong or take the mark away",
        "没有杠，不会有杠上开花：请加上杠或去掉标记",
        "沒有槓，不會有槓上開花：請加上槓或去掉標記",
    ),
    HandStatus.ROBBED_KONG_SELF_DRAWN: (
        "a robbed kong is another player's: the win cannot be self-drawn or a replacement tile",
        "抢的是别人的杠：不能同时是自摸或杠上开花",
        "搶的是別人的槓：不能同時是自摸或槓上開花",
    ),
    HandStatus.ROBBED_KONG_HELD: (
        "another {tiles} is in the hand, so nobody else could make a kong of it",
        "自己手里还有{tiles}，别人不可能开这个杠",
        "自己手裡還有{tiles}，別人不可能開這個槓",
    ),
    HandStatus.ROBBED_KONG_ON_LAST_TILE: (
        "by these rules no kong is made on the last tile of the wall, so none can be robbed",
        "按这套规则，最后一张牌不能开杠，也就不能抢杠",
        "按這套規則，最後一張牌不能開槓，也就不能搶槓",
    ),
    HandStatus.LAST_OF_KIND_HELD: (
        "another {tiles} is concealed in the hand, so the three others cannot lie on the table",
        "手里还有暗着的{tiles}，另外三张不可能都已亮明",
        "手裡還有暗著的{tiles}，另外三張不可能都已亮明",
    ),
    HandStatus.NOT_A_WIN: (
        "the tiles make no winning shape: check them for one that is wrong or missing",
        "这些牌不成和牌牌型：请检查有无错认或缺漏",
        "這些牌不成和牌牌型：請檢查有無錯認或缺漏",
    ),
}


@dataclass(frozen=True, slots=True)
class Problem:
    """One thing that is wrong with a hand, and the tiles concerned."""

    flag: HandStatus
    tiles: tuple[Tile, ...] = ()
    number: int | None = None

    def message(self, language: str = "en") -> str:
        """One sentence in "en", "zh-Hans" or "zh-Hant": what is wrong and what to do."""
        if language not in LANGUAGES:
            raise UnknownLanguage(language)
        template = _MESSAGES[self.flag][("en", "zh-Hans", "zh-Hant").index(language)]
        if language == "en":
            tiles = ", ".join(f"{tile.name('en')} ({tile})" for tile in self.tiles)
        else:
            tiles = "、".join(tile.name(language) for tile in self.tiles)
        return template.format(tiles=tiles, number=self.number)

    def __str__(self) -> str:
        return self.message()


class InvalidHand(ValueError):
    """A hand that cannot be scored. `problems` holds every reason."""

    def __init__(self, problems: tuple[Problem, ...]) -> None:
        self.problems = problems
        super().__init__(self.sentence_in("en"))

    def __reduce__(self) -> tuple:
        return (InvalidHand, (self.problems,))

    def sentence_in(self, language: str = "en") -> str:
        """Every reason in "en", "zh-Hans" or "zh-Hant"."""
        between = "; " if language == "en" else "；"
        return between.join(problem.message(language) for problem in self.problems)


def problems_of(
    hand: Hand, circumstances: Circumstances | None = None, rules: Rules | None = None
) -> tuple[Problem, ...]:
    """Every problem of a hand as a finished one, in a settled order; none for a win.

    A hand that still waits has the one problem `HandStatus.INCOMPLETE`, if it has no other.
    """
    circumstances = circumstances or Circumstances()
    rules = rules or Rules()
    found = form_problems(hand, circumstances, rules)
    if found:
        return found
    win = Win(hand, circumstances, rules.derived_last_tile)
    if readings(win, rules.exhausted_waits, rules.knitted_straight_waits):
        return ()
    return (Problem(HandStatus.NOT_A_WIN),)


def form_problems(hand: Hand, circumstances: Circumstances, rules: Rules) -> tuple[Problem, ...]:
    """Every problem but that of the winning shape, which can be asked only where there is none.

    Raises WrongType for what is no hand, circumstances or rules at all.
    """
    for value, kind in ((hand, Hand), (circumstances, Circumstances), (rules, Rules)):
        if not isinstance(value, kind):
            raise wrong_type(value, kind)
    return (
        *_tile_problems(hand),
        *_winning_tile_problems(hand),
        *_flower_problems(hand, rules),
        *_circumstance_problems(hand, circumstances, rules),
    )


def _tile_problems(hand: Hand) -> list[Problem]:
    found = []
    tiles = hand.tiles
    strange = tuple([tile for tile in tiles if tile.index > LAST_PLAYING])
    if strange:
        found.append(Problem(HandStatus.NOT_PLAYING_TILES, tuple(dict.fromkeys(strange))))
    for meld in hand.melds:
        flag = _meld_problem(meld)
        if flag:
            found.append(Problem(flag, meld.tiles))
    count = len(hand.concealed) + 3 * len(hand.melds)
    if count == FULL_HAND - 1:
        found.append(Problem(HandStatus.INCOMPLETE))
    elif count != FULL_HAND or not hand.concealed:
        found.append(Problem(HandStatus.WRONG_COUNT, number=count))
    if len(tiles) > MOST_TILES or five_or_more(pack([t for t in tiles if t.index <= LAST_PLAYING])):
        copies = Counter(tiles)
        excess = tuple(tile for tile in copies if copies[tile] > 4 and tile not in strange)
        if excess:
            found.append(Problem(HandStatus.TOO_MANY_COPIES, excess))
    return found


def _meld_problem(meld: Meld) -> HandStatus | None:
    tiles = meld.tiles
    if meld.kind is MeldKind.chow:
        legal = (
            len(tiles) == 3
            and tiles[0].is_suited
            and tiles[0].suit == tiles[2].suit
            and tiles[0].index + 2 == tiles[1].index + 1 == tiles[2].index
        )
        return None if legal else HandStatus.IMPOSSIBLE_CHOW
    equal = len(tiles) > 0 and tiles[0] is tiles[-1]
    if meld.kind is MeldKind.pung:
        return None if equal and len(tiles) == 3 else HandStatus.IMPOSSIBLE_PUNG
    legal = equal and len(tiles) == 4 and not (meld.is_concealed and meld.source)
    return None if legal else HandStatus.IMPOSSIBLE_KONG


def _winning_tile_problems(hand: Hand) -> list[Problem]:
    tile = hand.winning_tile
    if tile is None:
        if len(hand.concealed) + 3 * len(hand.melds) == FULL_HAND:
            return [Problem(HandStatus.NO_WINNING_TILE)]
        return []
    if tile not in hand.concealed:
        return [Problem(HandStatus.WINNING_TILE_NOT_IN_HAND, (tile,))]
    return []


def _flower_problems(hand: Hand, rules: Rules) -> list[Problem]:
    flowers, number = hand.flowers, hand.number_of_flowers
    if not flowers and not number:
        return []
    found = []
    strange = tuple(tile for tile in dict.fromkeys(flowers) if not tile.is_flower)
    if strange:
        found.append(Problem(HandStatus.NOT_FLOWERS, strange))
    repeated = tuple(
        tile for tile, copies in Counter(flowers).items() if copies > 1 and tile.is_flower
    )
    if repeated:
        found.append(Problem(HandStatus.REPEATED_FLOWERS, repeated))
    if not 0 <= number <= MOST_FLOWERS:
        found.append(Problem(HandStatus.TOO_MANY_FLOWERS, number=number))
    if flowers and number != len(flowers):
        found.append(Problem(HandStatus.FLOWERS_DISAGREE, number=number))
    if not rules.flowers:
        found.append(Problem(HandStatus.FLOWERS_NOT_USED))
    return found


def _circumstance_problems(hand: Hand, circumstances: Circumstances, rules: Rules) -> list[Problem]:
    found = []
    winds = (circumstances.prevalent_wind, circumstances.seat_wind)
    if not (winds[0].is_wind and winds[1].is_wind):
        strange = tuple(tile for tile in dict.fromkeys(winds) if not tile.is_wind)
        found.append(Problem(HandStatus.UNKNOWN_WIND, strange))
    tile = hand.winning_tile
    if circumstances.kong_replacement:
        if not circumstances.self_drawn:
            found.append(Problem(HandStatus.KONG_REPLACEMENT_DISCARDED))
        if not any(meld.is_kong for meld in hand.melds):
            found.append(Problem(HandStatus.KONG_REPLACEMENT_WITHOUT_KONG))
    if circumstances.robbed_kong:
        if circumstances.self_drawn or circumstances.kong_replacement:
            found.append(Problem(HandStatus.ROBBED_KONG_SELF_DRAWN))
        if tile is not None and hand.tiles.count(tile) > 1:
            found.append(Problem(HandStatus.ROBBED_KONG_HELD, (tile,)))
        if circumstances.last_wall_tile and not rules.robbed_kong_on_last_tile:
            found.append(Problem(HandStatus.ROBBED_KONG_ON_LAST_TILE))
    if circumstances.last_of_kind and tile is not None and hand.concealed.count(tile) > 1:
        found.append(Problem(HandStatus.LAST_OF_KIND_HELD, (tile,)))
    return found
