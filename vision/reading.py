"""Locate, straighten, read: every tile of a photo, with its corners and what it may be.

The first look takes the whole photo and says where tiles are. Each patch of tiles is then cut out
at full resolution, turned level, and looked at again at the scale that the network knows best. All
looks at a tile are averaged, the better its scale in a look the more that look counts, and the
classifier of single faces adds its opinion if there is one.
"""

from __future__ import annotations

import math
import threading
import time
from dataclasses import dataclass, field, replace
from functools import cache
from pathlib import Path

import cv2
import numpy as np

from scoring.tiles import TILES
from vision import boxes, models, straighten
from vision.detections import Detection
from vision.detector import PADDING, SIZE, Detector, confidences
from vision.faces import FaceReader, certainty, fuse
from vision.images import Photo
from vision.straighten import Region

# A photo that is brought back to its proportions grows no larger than this, unless it was.
MOST_PIXELS = 8_000_000
# The part of a tile's place that surer tiles may take.
COVERED = 0.85


@dataclass(frozen=True)
class Settings:
    """The knobs of a reading; the model card says how each was chosen.

    size: longer side of the first look, in network pixels.
    tile_width: how wide a tile is in the second look, in network pixels.
    scale_tolerance: how far from that, as a ratio, a look's weight falls to 1/e.
    glimpse: the least confidence that a look reports at all.
    hint: the least confidence of a box whose proportions count.
    locate: the least confidence that makes a place worth a second look.
    confidence: the least that a tile in the reading has, where the detector alone decides.
    certainty: the same where a classifier has its say.
    enough: how many tiles, at least `legible` network pixels wide, end the search at one size; a
        photo with fewer is searched again at twice the size, up to `most_doublings` times, but
        never enlarged more than twice.
    most_unstretched: how often in a row a stretched photo may be brought nearer its proportions.
    most_enlarged: how far a patch may be enlarged for the second look.
    """

    size: int = SIZE
    tile_width: float = 44.0
    scale_tolerance: float = 2.0
    glimpse: float = 0.05
    hint: float = 0.1
    locate: float = 0.2
    confidence: float = 0.3
    certainty: float = 0.65
    enough: int = 5
    legible: float = 16.0
    most_doublings: int = 2
    most_unstretched: int = 3
    most_enlarged: float = 4.0


@dataclass(frozen=True)
class Reading:
    """The tiles of a photo, from left to right.

    detections: with corners in pixels of the photo. size: the photo's (width, height).
    seconds: what each stage took: locate, read, faces. regions: the patches that were read again.
    """

    detections: tuple[Detection, ...]
    size: tuple[int, int]
    seconds: dict[str, float] = field(default_factory=dict, compare=False)
    regions: tuple[Region, ...] = field(default=(), compare=False)


@dataclass(frozen=True, eq=False)
class _Look:
    """What one look saw, in photo pixels: corners (n, 4, 2), scores (n, 43), and how wide the tiles
    were to the network (n,). `region` is the part of the photo that it could see."""

    region: Region
    scale: float
    corners: np.ndarray
    scores: np.ndarray

    @property
    def boxes(self) -> np.ndarray:
        return _around(self.corners)


class Reader:
    """A detector, perhaps a classifier of faces, and the settings that suit them; thread-safe."""

    def __init__(
        self,
        detector: Detector,
        faces: FaceReader | None = None,
        settings: Settings = Settings(),
    ) -> None:
        self.detector, self.faces, self.settings = detector, faces, settings

    @classmethod
    def open(
        cls, model: Path | None = None, engine: str | None = None, folder: Path | None = None
    ) -> Reader:
        """With the models that come with Fanlens or those in `folder`, or another detector.

        Raises ModelError.
        """
        faces = models.find("faces", folder)
        detector = Detector.open(model or models.find("tiles", folder), engine)
        return cls(detector, FaceReader(faces) if faces else None)

    def read(self, photo: Photo) -> Reading:
        """Every tile of the photo."""
        started = time.perf_counter()
        whole, looks = self._unstretched(photo)
        reading = self._read(whole, looks, started)
        if whole is photo:
            return reading
        back = np.array(photo.size) / whole.size
        detections = tuple(
            replace(found, corners=tuple(map(tuple, np.array(found.corners) * back)))
            for found in reading.detections
        )
        return Reading(detections, photo.size, reading.seconds, reading.regions)

    def _unstretched(self, photo: Photo) -> tuple[Photo, list[_Look]]:
        """The photo with its proportions back if somebody stretched it, and the looks at it.

        The better the proportions, the more tiles show how far they still are from right.
        """
        whole, looks, factors = photo, self._locate(photo), np.ones(2)
        for _ in range(self.settings.most_unstretched):
            seen, _ = _merged(looks, self.settings, self.settings.hint)
            stretch = straighten.stretch(_around(seen))
            if stretch is None:
                break
            factors = factors * stretch
            size = np.array(photo.size) * factors
            size *= min(1.0, math.sqrt(max(MOST_PIXELS, math.prod(photo.size)) / size.prod()))
            size = tuple(int(length) for length in np.ceil(size))
            whole = Photo(cv2.resize(photo.pixels, size, interpolation=cv2.INTER_LINEAR))
            looks = self._locate(whole)
        return whole, looks

    def _read(self, photo: Photo, looks: list[_Look], started: float) -> Reading:
        located = time.perf_counter()
        regions, more = self._read_again(photo, looks)
        corners, scores = _merged([*looks, *more], self.settings)
        reread = time.perf_counter()
        detections = self._detections(photo, corners, scores)
        seconds = {
            "locate": located - started,
            "read": reread - located,
            "faces": time.perf_counter() - reread,
        }
        return Reading(detections, photo.size, seconds, tuple(regions))

    def _locate(self, photo: Photo) -> list[_Look]:
        """Looks at the whole photo, each at twice the size, until enough tiles are legible."""
        knobs, looks = self.settings, []
        for doubling in range(knobs.most_doublings + 1):
            scale = knobs.size * 2**doubling / max(photo.size)
            if looks and scale > 2.0:
                break
            found = self.detector.look(photo.pixels, scale, knobs.glimpse)
            region = straighten.whole(photo.size)
            looks.append(_Look(region, scale, _quads(found.boxes), found.scores))
            found = found[found.confidences >= knobs.locate]
            widths = straighten.tile_widths(found.boxes, 0.0) * scale
            if (widths >= knobs.legible).sum() >= knobs.enough:
                break
        return looks

    def _read_again(self, photo: Photo, looks: list[_Look]) -> tuple[list[Region], list[_Look]]:
        knobs = self.settings
        corners, _ = _merged(looks, knobs, knobs.locate)
        regions, again = straighten.regions(_around(corners)), []
        for region in regions:
            scale = min(knobs.tile_width / region.tile_width, knobs.most_enlarged)
            cut = region.cut(photo.pixels, scale, PADDING)
            found = self.detector.look(cut, 1.0, knobs.glimpse)
            quads = region.to_photo(_quads(found.boxes), scale)
            again.append(_Look(region, scale, quads, found.scores))
        return regions, again

    def _detections(
        self, photo: Photo, corners: np.ndarray, scores: np.ndarray
    ) -> tuple[Detection, ...]:
        sure = confidences(scores)
        tiles = scores / np.maximum(scores.sum(axis=1, keepdims=True), 1e-9)
        corners = np.array([_from_top_left(quad) for quad in corners]).reshape(-1, 4, 2)
        if self.faces is not None and len(corners):
            faces = self.faces.read(photo.pixels, corners)
            tiles = fuse(tiles, faces.tiles, self.faces.model.weight)
            sure = certainty(sure, faces.no_tile)
            if faces.up is not None:
                turns = faces.up.argmax(axis=1)
                corners = np.array(
                    [
                        np.roll(quad, -turn, axis=0)
                        for quad, turn in zip(corners, turns, strict=True)
                    ]
                )
        least = self.settings.confidence if self.faces is None else self.settings.certainty
        kept = np.nonzero(sure >= least)[0]
        kept = kept[~_covered(corners[kept], sure[kept])]
        kept = kept[np.argsort(corners[kept].mean(axis=1)[:, 0], kind="stable")]
        return tuple(
            Detection(tuple(map(tuple, corners[i])), sure[i], tuple(tiles[i])) for i in kept
        )


def read_tiles(photo: Photo, reader: Reader | None = None) -> Reading:
    """Every tile of the photo, read by `reader` or by the models that come with Fanlens.

    Raises ModelError if those are missing or damaged.
    """
    return (reader or default_reader()).read(photo)


_opening = threading.Lock()


def default_reader() -> Reader:
    """The reader with the models that come with Fanlens, loaded once. Raises ModelError."""
    with _opening:
        return _default_reader()


@cache
def _default_reader() -> Reader:
    return Reader.open()


def _merged(
    looks: list[_Look], knobs: Settings, least: float = 0.0
) -> tuple[np.ndarray, np.ndarray]:
    """Each tile once: corners (n, 4, 2) from the look that suits it best, scores (n, 43) averaged
    over all looks that could see it, so that one that did not see it speaks against it."""
    corners = np.concatenate([look.corners for look in looks])
    scores = np.concatenate([look.scores for look in looks])
    source = np.repeat(np.arange(len(looks)), [len(look.corners) for look in looks])
    around = _around(corners)
    middle = corners.mean(axis=1)
    short = _short_sides(corners)
    # (tiles, looks): how much each look's opinion on each sighting counts.
    weights = np.stack([_weight(look, middle, short, knobs) for look in looks], axis=1)
    own = weights[np.arange(len(source)), source]
    alike = _alike(around, middle, short)
    left = np.ones(len(source), bool)
    chosen, averaged = [], []
    for best in np.argsort(-own * confidences(scores), kind="stable"):
        if not left[best]:
            continue
        total = np.zeros(scores.shape[1])
        for look in range(len(looks)):
            rivals = np.nonzero(alike[best] & (source == look))[0]
            left[rivals] = False
            if len(rivals):
                nearest = rivals[np.argmax(confidences(scores[rivals]))]
                total += weights[best, look] * scores[nearest]
        total /= max(weights[best].sum(), 1e-9)
        if total.sum() >= least:
            chosen.append(best)
            averaged.append(total)
    if not chosen:
        return np.zeros((0, 4, 2)), np.zeros((0, len(TILES)))
    return corners[chosen], np.array(averaged)


def _covered(corners: np.ndarray, sure: np.ndarray) -> np.ndarray:
    """Which tiles (n,) are none of their own: nearly all of their place is that of surer ones.

    Two neighbours' halves look like a tile; NMS leaves it, as it overlaps each only by half.
    """
    quads = corners.astype(np.float32)
    areas = np.array([cv2.contourArea(quad) for quad in quads])
    near = boxes.overlaps(_around(corners), _around(corners)) > 0
    covered = np.zeros(len(quads), bool)
    for i in np.argsort(-sure, kind="stable"):
        surer = np.nonzero(near[i] & ~covered & (sure > sure[i]))[0]
        shared = sum(cv2.intersectConvexConvex(quads[i], quads[j])[0] for j in surer)
        covered[i] = shared > COVERED * areas[i]
    return covered


def _weight(look: _Look, middle: np.ndarray, short: np.ndarray, knobs: Settings) -> np.ndarray:
    """How much a look counts for tiles at `middle` (n, 2) with short sides `short` (n,).

    A look that saw less than the whole of a tile has no say in it.
    """
    ratio = np.maximum(short * look.scale, 1.0) / knobs.tile_width
    octaves = np.log(ratio) / math.log(knobs.scale_tolerance)
    inset = 0.0 if math.isnan(look.region.tile_width) else 0.7 * look.region.tile_width
    return np.exp(-(octaves**2)) * look.region.contains(middle, inset) + 1e-6


def _alike(around: np.ndarray, middle: np.ndarray, short: np.ndarray) -> np.ndarray:
    """Which sightings (n, n) are of one tile: centres nearer than half a tile, or one box."""
    distance = np.hypot(*np.moveaxis(middle[:, None] - middle[None], 2, 0))
    near = distance < 0.5 * np.minimum(short[:, None], short[None])
    return near | (boxes.iou(around, around) > 0.55) | (boxes.within(around, around) > 0.8)


def _quads(found: np.ndarray) -> np.ndarray:
    """Boxes (n, 4) as corners (n, 4, 2), clockwise from the top left."""
    return found[:, [0, 1, 2, 1, 2, 3, 0, 3]].reshape(-1, 4, 2).astype(float)


def _around(corners: np.ndarray) -> np.ndarray:
    """The boxes (n, 4) around corners (n, 4, 2)."""
    return np.concatenate([corners.min(axis=1), corners.max(axis=1)], axis=1).reshape(-1, 4)


def _short_sides(corners: np.ndarray) -> np.ndarray:
    across = np.hypot(*(corners[:, 1] - corners[:, 0]).T)
    down = np.hypot(*(corners[:, 3] - corners[:, 0]).T)
    return np.minimum(across, down)


def _from_top_left(quad: np.ndarray) -> np.ndarray:
    """The same corners, begun so that the first edge runs to the right in the photo."""
    across = quad[1] - quad[0]
    quarter = round(math.atan2(across[1], across[0]) / (math.pi / 2))
    return np.roll(quad, quarter, axis=0)
