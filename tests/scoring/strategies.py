"""Random hands for property tests: finished hands of every shape, with what can be true of them.

Everything is drawn from small choices, so hypothesis shrinks a failure to a plain hand: all
concealed, low tiles, discarded, no flowers.
"""

from collections import Counter

from hypothesis import strategies as st

from scoring import PLAYING_TILES, Circumstances, Hand, Meld, MeldKind, Tile
from scoring.tiles import DRAGONS, WINDS

HONOURS = WINDS + DRAGONS
SUITED = PLAYING_TILES[:27]
STRAIGHTS = ("147", "258", "369")

# Hands drawn from all tiles rarely hold a big fan, so most are drawn from a part of them.
THEMES: tuple[tuple[Tile, ...], ...] = (
    PLAYING_TILES,
    SUITED,
    *(tuple(tile for tile in SUITED if tile.suit == suit) for suit in "mps"),
    *(tuple(tile for tile in PLAYING_TILES if tile.suit in (suit, None)) for suit in "mps"),
    tuple(tile for tile in PLAYING_TILES if tile.is_terminal or tile.is_honour),
    tuple(tile for tile in SUITED if tile.is_terminal),
    HONOURS,
    tuple(tile for tile in SUITED if tile.rank <= 3),
    tuple(tile for tile in SUITED if tile.rank <= 4),
    tuple(tile for tile in SUITED if 4 <= tile.rank <= 6),
    tuple(tile for tile in SUITED if tile.rank >= 6),
    tuple(tile for tile in SUITED if tile.rank >= 7),
    tuple(tile for tile in SUITED if 3 <= tile.rank <= 7),
    tuple(tile for tile in SUITED if tile.rank % 2 == 0),
    (*(tile for tile in SUITED if tile.rank in (1, 2, 3, 7, 8, 9)), Tile("5m")),
    tuple(map(Tile, ("2s", "3s", "4s", "6s", "8s", "F"))),
    tuple(Tile(f"{rank}p") for rank in (1, 2, 3, 4, 5, 8, 9))
    + tuple(Tile(code) for code in ("2s", "4s", "5s", "6s", "8s", "9s", "P")),
)


def _chow(lowest: Tile) -> tuple[Tile, ...]:
    return PLAYING_TILES[lowest.index : lowest.index + 3]


def _fits(tiles: tuple[Tile, ...], used: Counter) -> bool:
    wanted = Counter(tiles)
    return all(used[tile] + wanted[tile] <= 4 for tile in wanted)


@st.composite
def _sets(draw, count: int, theme: tuple[Tile, ...], used: Counter) -> list[tuple[Tile, ...]]:
    """Chows and pungs of the theme for which there are tiles left; counts them as used."""
    chows = [_chow(tile) for tile in theme if tile.is_suited and tile.rank <= 7]
    chows = [chow for chow in chows if set(chow) <= set(theme)]
    pungs = [(tile,) * 3 for tile in theme]
    preferred = draw(st.sampled_from((chows + pungs, chows or pungs, pungs)))
    everything = [_chow(tile) for tile in SUITED if tile.rank <= 7] + [
        (tile,) * 3 for tile in PLAYING_TILES
    ]
    sets = []
    for _ in range(count):
        possible = [tiles for tiles in preferred if _fits(tiles, used)] or [
            tiles for tiles in everything if _fits(tiles, used)
        ]
        tiles = draw(st.sampled_from(possible))
        used.update(tiles)
        sets.append(tiles)
    return sets


@st.composite
def _pair(draw, theme: tuple[Tile, ...], used: Counter) -> tuple[Tile, ...]:
    possible = [tile for tile in theme if used[tile] <= 2] or [
        tile for tile in PLAYING_TILES if used[tile] <= 2
    ]
    tile = draw(st.sampled_from(possible))
    used.update((tile, tile))
    return (tile, tile)


@st.composite
def _declared(draw, tiles: tuple[Tile, ...], used: Counter) -> Meld | None:
    """A set as a declared meld, or None for one that stays in the hand."""
    if not draw(st.booleans()):
        return None
    source = draw(st.sampled_from((1, 2, 3)))
    if tiles[0] is not tiles[1]:
        return Meld(MeldKind.chow, tiles, 1)
    kinds = [MeldKind.pung]
    if used[tiles[0]] == 3:
        kinds += [MeldKind.exposed_kong, MeldKind.added_kong, MeldKind.concealed_kong]
    kind = draw(st.sampled_from(kinds))
    if kind is MeldKind.pung:
        return Meld(kind, tiles, source)
    used[tiles[0]] += 1
    return Meld(kind, tiles[:1] * 4, None if kind is MeldKind.concealed_kong else source)


@st.composite
def _set_hands(draw, with_straight: bool):
    """Four sets and a pair, or a knitted straight, one set and a pair."""
    theme = draw(st.sampled_from(THEMES))
    used: Counter = Counter()
    concealed: list[Tile] = []
    if with_straight:
        concealed += _straight(draw)
        used.update(concealed)
    melds = []
    for tiles in draw(_sets(1 if with_straight else 4, theme, used)):
        meld = draw(_declared(tiles, used))
        if meld is None:
            concealed += tiles
        else:
            melds.append(meld)
    concealed += draw(_pair(theme, used))
    return concealed, melds


def _straight(draw) -> list[Tile]:
    order = draw(st.permutations(STRAIGHTS))
    return [Tile(rank + suit) for suit, ranks in zip("mps", order, strict=True) for rank in ranks]


@st.composite
def _pair_hands(draw):
    theme = draw(st.sampled_from(THEMES))
    used: Counter = Counter()
    if draw(st.booleans()) and len(theme) >= 9:
        start = draw(st.integers(0, len(theme) - 7))
        theme = theme[start : start + 7]
    concealed: list[Tile] = []
    for _ in range(7):
        concealed += draw(_pair(theme, used))
    return concealed, []


@st.composite
def _orphan_hands(draw):
    orphans = [tile for tile in PLAYING_TILES if tile.is_terminal or tile.is_honour]
    return [*orphans, draw(st.sampled_from(orphans))], []


@st.composite
def _knitted_hands(draw):
    tiles = [*HONOURS, *sorted(_straight(draw))]
    left_out = draw(st.sampled_from(tiles))
    if left_out in HONOURS:
        tiles.remove(left_out)
        tiles.remove(draw(st.sampled_from(tiles)))
    else:
        for tile in draw(st.permutations(tiles))[:2]:
            tiles.remove(tile)
    return tiles, []


@st.composite
def _nine_gates_hands(draw):
    suit = draw(st.sampled_from("mps"))
    tiles = [Tile(f"{rank}{suit}") for rank in "1112345678999"]
    return [*tiles, draw(st.sampled_from(tiles))], []


SHAPES = {
    "four sets and a pair": _set_hands(with_straight=False),
    "knitted straight": _set_hands(with_straight=True),
    "seven pairs": _pair_hands(),
    "thirteen orphans": _orphan_hands(),
    "honours and knitted tiles": _knitted_hands(),
    "nine gates": _nine_gates_hands(),
}
_SHAPES_BY_WEIGHT = (
    *(SHAPES["four sets and a pair"],) * 8,
    *(SHAPES["knitted straight"],) * 2,
    *(SHAPES["seven pairs"],) * 2,
    *(SHAPES[shape] for shape in ("thirteen orphans", "honours and knitted tiles", "nine gates")),
)


@st.composite
def wins(draw, shape: str | None = None) -> tuple[Hand, Circumstances]:
    """A finished hand, of any shape or of one of `SHAPES`, and what can be true of it."""
    hands = SHAPES[shape] if shape else draw(st.sampled_from(_SHAPES_BY_WEIGHT))
    concealed, melds = draw(hands)
    winning_tile = draw(st.sampled_from(sorted(set(concealed))))
    hand = Hand(
        tuple(concealed),
        tuple(melds),
        winning_tile,
        flower_count=draw(st.sampled_from((0, 0, 1, 8))),
    )
    self_drawn = draw(st.booleans())
    alone = hand.tiles.count(winning_tile) == 1
    about_kong = draw(st.sampled_from((False, False, True)))
    circumstances = Circumstances(
        prevalent_wind=draw(st.sampled_from(WINDS)),
        seat_wind=draw(st.sampled_from(WINDS)),
        self_drawn=self_drawn,
        last_of_kind=hand.concealed.count(winning_tile) == 1
        and draw(st.sampled_from((False, False, True))),
        last_wall_tile=draw(st.sampled_from((False, False, False, True))),
        kong_replacement=about_kong and self_drawn and any(meld.is_kong for meld in hand.melds),
        robbed_kong=about_kong and not self_drawn and alone,
    )
    return hand, circumstances
