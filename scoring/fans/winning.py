"""Fans of how the hand was won: the last tile, the wait, concealed or melded, and what is left."""

from scoring.fans.fan import Fan, Sight, declare
from scoring.readings import WaitForm

FANS: list[Fan] = []


@declare(FANS, 43, "无番和", 8, sight=Sight.end)
def chicken_hand(win, points):
    return 1 if points == 0 else 0


@declare(FANS, 44, "妙手回春", 8, sight=Sight.ending, brings="自摸")
def last_tile_draw(ending):
    return ending.last_wall_tile and ending.self_drawn


@declare(FANS, 45, "海底捞月", 8, sight=Sight.ending)
def last_tile_claim(ending):
    return ending.last_wall_tile and not ending.self_drawn


@declare(FANS, 46, "杠上开花", 8, sight=Sight.ending, brings="自摸")
def out_with_replacement_tile(ending):
    return ending.kong_replacement


@declare(FANS, 47, "抢杠和", 8, sight=Sight.ending, excludes="和绝张")
def robbing_the_kong(ending):
    return ending.robbed_kong


@declare(FANS, 53, "全求人", 6, brings="单钓将")
def melded_hand(reading):
    return reading.win.exposed == 4 and not reading.win.self_drawn


@declare(FANS, 56, "不求人", 4, brings="门前清 自摸")
def fully_concealed_hand(reading):
    return reading.win.exposed == 0 and reading.win.self_drawn


@declare(FANS, 58, "和绝张", 4, sight=Sight.ending)
def last_tile(ending):
    return ending.last_of_kind


@declare(FANS, 62, "门前清", 2)
def concealed_hand(reading):
    return reading.win.exposed == 0 and not reading.win.self_drawn


@declare(FANS, 77, "边张", 1, sight=Sight.ending, greenbook="坎张 单钓将")
def edge_wait(ending):
    return ending.wait is WaitForm.edge


@declare(FANS, 78, "坎张", 1, sight=Sight.ending, greenbook="单钓将")
def closed_wait(ending):
    return ending.wait is WaitForm.closed


@declare(FANS, 79, "单钓将", 1, sight=Sight.ending)
def single_wait(ending):
    return ending.wait is WaitForm.pair


@declare(FANS, 80, "自摸", 1, sight=Sight.ending)
def self_drawn(ending):
    return ending.self_drawn


@declare(FANS, 81, "花牌", 1, sight=Sight.end)
def flower_tiles(win, points):
    return win.hand.number_of_flowers
