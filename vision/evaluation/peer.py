"""The peer, `mahjong-detector` (extra `test`), read through the same eyes as our own readings."""

from __future__ import annotations

import time

from PIL import Image

from scoring.tiles import Tile
from vision.detections import Detection, certain
from vision.images import Photo
from vision.reading import Reading

HONOURS = {
    "tou": "E",
    "nan": "S",
    "sha": "W",
    "pe": "N",
    "chun": "C",
    "hatsu": "F",
    "haku": "P",
}


class Peer:
    """Reads photos as the peer does: one look, 34 riichi tiles, no flowers and no backs.

    Raises ModuleNotFoundError where the peer is not installed.
    """

    def __init__(self) -> None:
        from mahjong_detector.predict import CLASS_NAMES, predict
        from mahjong_detector.preprocess import preprocess_image

        self._tiles = [Tile(HONOURS.get(name, name)) for name in CLASS_NAMES]
        self._prepare, self._predict = preprocess_image, predict

    def read(self, photo: Photo) -> Reading:
        started = time.perf_counter()
        found = self._predict(*self._prepare(Image.fromarray(photo.pixels)))
        detections = [
            Detection.from_box(
                (tile.x1, tile.y1, tile.x2, tile.y2),
                tile.confidence,
                certain(self._tiles[tile.class_id]),
            )
            for tile in found
        ]
        detections.sort(key=lambda detection: detection.centre)
        return Reading(tuple(detections), photo.size, {"read": time.perf_counter() - started})
