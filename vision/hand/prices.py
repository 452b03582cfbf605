"""What each habit of laying tiles costs, in natural logarithms of probability.

These prices are the whole model of how people lay tiles. They were set by hand and held against
thousands of random layouts and the photos of real hands; `fanlens evaluate hands` measures them.
"""

import math

# -- in one row -----------------------------------------------------------------------------------
MELD = 0.7
MELD_BY_MELD = 0.8  # two melds that touch
MELD_BY_HAND = 8.0  # a meld that touches the standing tiles
MELD_BY_HAND_MARKED = 1.5  # the same, where a tile on its side marks the meld
MARK = 2.5  # what a tile on its side, or one on top, speaks for a meld
GAP_IN_MELD = 4.0  # and as much again per tile width
GAP_BETWEEN_SETS = (0.25, 0.7, 4.0)  # standing tiles shown set by set: fixed, and per width beyond
SETS_TOGETHER = 0.7  # ... where no gap parts two of the sets
UNEVEN_GAPS = (1.6, 0.15, 12.0)  # ... a gap this many times the usual and more: per tile width
MIXED = 6.0  # ... and yet a meld among them, no farther away than they are from each other
FARTHER = 1.6  # how many times their widest gap would be farther away
GAP_IN_HAND = (1.2, 4.0, 1.2)  # any other gap among standing tiles: fixed, per width, widest
HAND_PARTED = 5.0  # standing tiles on both sides of a meld
TURNED_IN_HAND = 5.0
TILTED_IN_HAND = 1.2
PUSHED_IN_HAND = 1.0
FACE_DOWN_IN_HAND = 6.0
WINNER_APART = 0.4
WINNER_INSIDE = 4.0  # a winning tile set apart with standing tiles on both sides
UNUSED_IN_ROW = (4.0, 10.0)  # a box of no tile among the row's: fixed, and by its confidence
UNUSED_GROUP = (3.0, 1.0)  # a group of a row that is no part of the hand: fixed, and per tile

# -- beside the main row --------------------------------------------------------------------------
FAR = 0.25  # per tile width beyond a row right beside it
SECOND_ROW_OF_HAND = 2.0
SET_AS_SECOND_ROW = 6.0  # a set in a row of its own, where the hand is not shown set by set
ROW_OF_ONE_SET = 0.3
UNLIKE_SIZE = 4.0  # per unit of log scale beyond a sixth
ASKEW = 1.0
LEFT_OUT = 1.0  # a tidy row close by that is no part of the hand
LYING_ON_LEFT_OUT = 4.0  # a tile that lies on one of the hand's, or touches it from above
FLOWERS_LEFT_OUT = (8.0, 1.0)  # the same for flowers, close by and far
LOWER = 0.1  # another cluster of rows taken for the hand, per tile width nearer the player
LARGER = 3.0  # ... per unit of log scale
FULLER = 0.5  # ... per tile, up to a hand's 14

# -- what the tiles make --------------------------------------------------------------------------
# A finished hand is photographed far more often than fourteen tiles that are none, and of all
# combinations of tiles only few win.
NO_WIN = 9.0
NOT_READY = 4.0  # thirteen tiles that wait for nothing
SHORT = 2.0  # fewer than thirteen
# A kong of four faces with no tile on its side may be either; on a table it is more often exposed.
EXPOSED_UNMARKED = 0.4
CONCEALED_FACE_UP = 1.1

# -- what counts as such --------------------------------------------------------------------------
TILTED = math.radians(10)  # a tile leaning against its row
PUSHED = 0.2  # a tile off its row's line, in tile heights
POOR_SET = -13.0  # log probability against the likeliest tiles, below which boxes are no set
POOR_PAIR = -6.0
BESIDE = 2.0  # tile widths between centres of a row right beside another
CLOSE = 0.8  # beyond that, what still is close by
CLUSTER = 3.2  # tile widths between centres, from row to row of a cluster
FARTHEST = 6.0  # tile widths between rows of one hand


def of_count(tiles: int) -> float:
    """The log prior of a hand with that many tiles, a set counting three and flowers none."""
    if tiles == 14:
        return 0.0
    if tiles == 13:
        return -5.0
    return -6.0 - abs(tiles - 14) if tiles < 14 else -12.0 - 2.0 * (tiles - 14)
