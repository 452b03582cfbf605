"""What is written beside a picture: YOLO boxes, four corners, and the truth of the layout.

Convention, as on the real photos: the box is round the visible side that carries the label - the
face, or the back of a tile that lies face down - with its rounded rim and without the tile's
flanks. Where something covers part of it, the box is round what is left.
"""

from __future__ import annotations

import json
from dataclasses import dataclass

import numpy as np

from datasets.synth.layouts import Layout
from scoring.notation import format_hand
from scoring.tiles import Tile


@dataclass(frozen=True)
class TileLabel:
    """One labelled tile. `corners`: four (x, y) in pixels, clockwise from the tile's own top left,
    possibly outside the picture; `visible`: part of the side that shows, 0..1; `box`: x1, y1, x2,
    y2 of what shows; `place`: its index in the truth's tiles. Unpacks as (tile, corners, visible).
    """

    tile: Tile
    corners: tuple[tuple[float, float], ...]
    visible: float
    box: tuple[float, float, float, float]
    place: int

    def __iter__(self):
        return iter((self.tile, self.corners, self.visible))


def yolo(tiles: tuple[TileLabel, ...], width: int, height: int) -> str:
    """One line a tile: class, centre, size, as parts of the picture."""
    lines = []
    for label in tiles:
        x1, y1, x2, y2 = label.box
        values = (
            (x1 + x2) / 2 / width,
            (y1 + y2) / 2 / height,
            (x2 - x1) / width,
            (y2 - y1) / height,
        )
        lines.append(f"{label.tile.index} " + " ".join(f"{v:.6f}" for v in values))
    return "".join(line + "\n" for line in lines)


def yolo_obb(tiles: tuple[TileLabel, ...], width: int, height: int) -> str:
    """One line a tile: class and the four corners, clipped to the picture."""
    lines = []
    for label in tiles:
        points = np.clip(np.array(label.corners) / (width, height), 0, 1).ravel()
        lines.append(f"{label.tile.index} " + " ".join(f"{v:.6f}" for v in points))
    return "".join(line + "\n" for line in lines)


def truth_of(kind: str, layout: Layout | None, shown: frozenset[int]) -> dict:
    """The layout as JSON values: groups with their tiles, and the hand in words and in notation.

    `shown` are the places of the labelled tiles. A group's `places` index the scene's placed
    tiles as `TileLabel.place` does; `complete` says that every tile of the hand is labelled,
    but for those that lie under another one.
    """
    truth: dict = {"scene": kind, "groups": [], "hand": None, "complete": False}
    if layout is None:
        return truth
    for k, group in enumerate(layout.groups):
        members = [i for i, p in enumerate(layout.placed) if p.group == k]
        truth["groups"].append(
            {
                "kind": group.kind,
                "tiles": [t.code for t in group.tiles],
                "source": group.source,
                "places": members,
            }
        )
    hand = layout.hand
    if hand is not None:
        hidden = _beneath(layout)
        truth["complete"] = all(
            i in shown or i in hidden for i, p in enumerate(layout.placed) if p.group is not None
        )
        truth["hand"] = {
            "notation": format_hand(hand),
            "concealed": [t.code for t in hand.concealed],
            "melds": [
                {"kind": m.kind.value, "tiles": [t.code for t in m.tiles], "source": m.source}
                for m in hand.melds
            ],
            "winning_tile": hand.winning_tile.code if hand.winning_tile else None,
            "flowers": [t.code for t in hand.flowers],
        }
    return truth


def _beneath(layout: Layout) -> set[int]:
    """The places of tiles with another tile of the hand on top."""
    below = set()
    for upper in layout.placed:
        if upper.level and upper.group is not None:
            under = [
                (abs(p.x - upper.x) + abs(p.y - upper.y), i)
                for i, p in enumerate(layout.placed)
                if p.group == upper.group and p.level == upper.level - 1
            ]
            below.add(min(under)[1])
    return below


def to_json(scene) -> str:
    """Everything known of a scene, for tests of layouts and footage."""
    height, width = scene.image.shape[:2]
    tiles = [
        {
            "tile": label.tile.code,
            "corners": [[round(x, 2), round(y, 2)] for x, y in label.corners],
            "box": [round(v, 2) for v in label.box],
            "visible": round(label.visible, 3),
            "place": label.place,
        }
        for label in scene.tiles
    ]
    return json.dumps({"width": width, "height": height, "tiles": tiles, **scene.truth})
