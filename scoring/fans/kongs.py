"""Fans of kongs. An exposed and a concealed kong together have a name of their own, 明暗杠."""

from scoring.fans.fan import Fan, Sight, declare

FANS: list[Fan] = []


def exposed_kongs(reading):
    return tuple([kong for kong in reading.kongs if not kong.is_concealed])


def concealed_kongs(reading):
    return tuple([kong for kong in reading.kongs if kong.is_concealed])


@declare(
    FANS,
    5,
    "四杠",
    88,
    needs="kongs",
    brings="碰碰和 单钓将 三杠",
    excludes="双明杠 双暗杠 明暗杠 明杠 暗杠",
)
def four_kongs(reading):
    return reading.kongs if len(reading.kongs) == 4 else ()


@declare(FANS, 17, "三杠", 32, needs="kongs", excludes="双明杠 双暗杠 明暗杠 明杠 暗杠")
def three_kongs(reading):
    return reading.kongs if len(reading.kongs) >= 3 else ()


@declare(FANS, 48, "双暗杠", 6, needs="kongs", brings="双暗刻 暗杠")
def two_concealed_kongs(reading):
    kongs = concealed_kongs(reading)
    return kongs if len(kongs) >= 2 else ()


@declare(FANS, 57, "双明杠", 4, needs="kongs", brings="明杠")
def two_melded_kongs(reading):
    kongs = exposed_kongs(reading)
    return kongs if len(kongs) >= 2 else ()


@declare(FANS, 67, "暗杠", 2, needs="kongs", sight=Sight.each)
def concealed_kong(reading):
    return [(kong,) for kong in concealed_kongs(reading)]


@declare(FANS, 74, "明杠", 1, needs="kongs", sight=Sight.each)
def melded_kong(reading):
    return [(kong,) for kong in exposed_kongs(reading)]


@declare(FANS, 82, "明暗杠", 5, needs="kongs", brings="明杠 暗杠")
def exposed_and_concealed_kong(reading):
    return reading.kongs if len({kong.is_concealed for kong in reading.kongs}) == 2 else ()
