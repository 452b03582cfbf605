"""Finished hands to measure speed on, quickly made and always the same."""

import random
from collections import Counter

from scoring import PLAYING_TILES, Circumstances, Hand, Meld, MeldKind
from scoring.tiles import WINDS

CHOWS = [PLAYING_TILES[9 * suit + i : 9 * suit + i + 3] for suit in range(3) for i in range(7)]
PUNGS = [(tile,) * 3 for tile in PLAYING_TILES]


def ordinary_hands(number: int, seed: int = 0) -> list[tuple[Hand, Circumstances]]:
    """Hands of four sets and a pair as games end with them: mostly chows, some of them claimed."""
    draw = random.Random(seed)
    hands = []
    while len(hands) < number:
        hand = _hand(draw)
        if hand:
            circumstances = Circumstances(
                draw.choice(WINDS), draw.choice(WINDS), self_drawn=draw.random() < 0.4
            )
            hands.append((hand, circumstances))
    return hands


def _hand(draw: random.Random) -> Hand | None:
    standing, melds = [], []
    for _ in range(4):
        tiles = draw.choice(CHOWS if draw.random() < 0.7 else PUNGS)
        if draw.random() < 0.6:
            standing += tiles
        elif tiles in CHOWS:
            melds.append(Meld(MeldKind.chow, tiles, 1))
        elif draw.random() < 0.8:
            melds.append(Meld(MeldKind.pung, tiles, draw.choice((1, 2, 3))))
        else:
            melds.append(Meld(MeldKind.concealed_kong, tiles[:1] * 4))
    standing += [draw.choice(PLAYING_TILES)] * 2
    hand = Hand(tuple(standing), tuple(melds), draw.choice(standing))
    return hand if max(Counter(hand.tiles).values()) <= 4 else None
