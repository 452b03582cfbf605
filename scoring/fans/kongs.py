"""Fans of kongs. An exposed and a concealed kong together have a name of their own, 明暗杠."""

from scoring.fans.fan import Fan, Sight, declare

FANS: list[Fan] = []


def all_kongs(reading):
    return tuple([pung for pung in reading.pungs if pung.is_kong])


def exposed_kongs(reading):
    return tuple([pung for pung in reading.pungs if pung.is_kong and not pung.is_concealed])


def concealed_kongs(reading):
    return tuple([pung for pung in reading.pungs if pung.is_kong and pung.is_concealed])


@declare(
    FANS,
    5,
    "四杠",
    88,
    brings="碰碰和 单钓将 三杠",
    excludes="双明杠 双暗杠 明暗杠 明杠 暗杠",
)
def four_kongs(reading):
    kongs = all_kongs(reading)
    return kongs if len(kongs) == 4 else ()


@declare(FANS, 17, "三杠", 32, excludes="双明杠 双暗杠 明暗杠 明杠 暗杠")
def three_kongs(reading):
    kongs = all_kongs(reading)
    return kongs if len(kongs) >= 3 else ()


@declare(FANS, 48, "双暗杠", 6, brings="双暗刻 暗杠")
def two_concealed_kongs(reading):
    kongs = concealed_kongs(reading)
    return kongs if len(kongs) >= 2 else ()


@declare(FANS, 57, "双明杠", 4, brings="明杠")
def two_melded_kongs(reading):
    kongs = exposed_kongs(reading)
    return kongs if len(kongs) >= 2 else ()


@declare(FANS, 67, "暗杠", 2, sight=Sight.each)
def concealed_kong(reading):
    return [(kong,) for kong in concealed_kongs(reading)]


@declare(FANS, 74, "明杠", 1, sight=Sight.each)
def melded_kong(reading):
    return [(kong,) for kong in exposed_kongs(reading)]


@declare(FANS, 82, "明暗杠", 5, brings="明杠 暗杠")
def exposed_and_concealed_kong(reading):
    kongs = all_kongs(reading)
    return kongs if len({kong.is_concealed for kong in kongs}) == 2 else ()
