"""Fans of winds and dragons."""

from scoring.fans.fan import Fan, Sight, declare

FANS: list[Fan] = []


def wind_pungs(reading):
    return tuple([pung for pung in reading.honours if pung.tile.is_wind])


def dragon_pungs(reading):
    return tuple([pung for pung in reading.honours if pung.tile.is_dragon])


@declare(FANS, 1, "大四喜", 88, needs="honours", brings="三风刻 碰碰和 圈风刻 门风刻 幺九刻:own")
def big_four_winds(reading):
    pungs = wind_pungs(reading)
    return pungs if len(pungs) == 4 else ()


@declare(FANS, 2, "大三元", 88, needs="honours", brings="双箭刻 箭刻 幺九刻:own")
def big_three_dragons(reading):
    pungs = dragon_pungs(reading)
    return pungs if len(pungs) == 3 else ()


@declare(FANS, 9, "小四喜", 64, needs="honours", brings="三风刻 幺九刻:own")
def little_four_winds(reading):
    pair = reading.pair
    if pair is None or not pair.tile.is_wind:
        return ()
    pungs = wind_pungs(reading)
    return (*pungs, pair) if len(pungs) == 3 else ()


@declare(FANS, 10, "小三元", 64, needs="honours", brings="双箭刻 箭刻 幺九刻:own")
def little_three_dragons(reading):
    pair = reading.pair
    if pair is None or not pair.tile.is_dragon:
        return ()
    pungs = dragon_pungs(reading)
    return (*pungs, pair) if len(pungs) == 2 else ()


@declare(FANS, 38, "三风刻", 12, needs="honours", brings="幺九刻:own")
def big_three_winds(reading):
    pungs = wind_pungs(reading)
    return pungs if len(pungs) >= 3 else ()


@declare(FANS, 54, "双箭刻", 6, needs="honours", brings="箭刻 幺九刻:own")
def two_dragon_pungs(reading):
    pungs = dragon_pungs(reading)
    return pungs if len(pungs) >= 2 else ()


@declare(FANS, 59, "箭刻", 2, needs="honours", sight=Sight.each, brings="幺九刻:own")
def dragon_pung(reading):
    return [(pung,) for pung in reading.honours if pung.tile.is_dragon]


@declare(FANS, 60, "圈风刻", 2, needs="honours", sight=Sight.each, brings="幺九刻:own")
def prevalent_wind(reading):
    return [(pung,) for pung in reading.honours if pung.tile is reading.win.prevalent_wind]


@declare(FANS, 61, "门风刻", 2, needs="honours", sight=Sight.each, brings="幺九刻:own")
def seat_wind(reading):
    return [(pung,) for pung in reading.honours if pung.tile is reading.win.seat_wind]
