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

import numpy as np

from scoring.tiles import BACK
from vision import models, quads, straighten
from vision.certainty import certainty, evidence
from vision.detections import Detection
from vision.detector import PADDING, SIZE, Detector, confidences
from vision.faces import FaceReader, fuse
from vision.images import Photo, shrunk
from vision.merging import Look, Scales, covered, merge
from vision.proportions import ENOUGH, Proportions, Whole, slant, stretch
from vision.straighten import Region


@dataclass(frozen=True)
class Settings:
    """The knobs of a reading; the model card says how each was chosen.

    size: longer side of the first look, in network pixels.
    tile_width: how wide a tile is in the second look, in network pixels.
    scale_tolerance: how far from that, as a ratio, a look's weight falls to 1/e.
    glimpse: the least confidence that a look reports at all.
    hint: the least confidence of a box whose proportions count.
    locate: the least confidence that makes a place worth a second look.
    evident: the least confidence of a tile that needs no second look to be believed.
    confidence: the least that a tile in the reading has, where the detector alone decides.
    certainty: the same where a classifier has its say; back_certainty: of a tile that lies face
    down, which has less to be known by.
    enough: how many tiles, at least `legible` network pixels wide, end the search at one size; a
        photo with fewer is searched again at twice the size, up to `most_doublings` times, but
        never enlarged more than twice.
    narrow: so is a photo with pixels to spare in which a quarter of the tiles are narrower.
    most_unstretched: how often in a row a stretched photo may be brought nearer its proportions.
    slanting: from which lean of its edges on, in radians, it may have been turned after that.
    most_enlarged: how far a patch may be enlarged for the second look.
    """

    size: int = SIZE
    tile_width: float = 44.0
    scale_tolerance: float = 2.0
    glimpse: float = 0.05
    hint: float = 0.1
    locate: float = 0.2
    evident: float = 0.5
    confidence: float = 0.3
    certainty: float = 0.8
    back_certainty: float = 0.7
    enough: int = 5
    legible: float = 16.0
    narrow: float = 20.0
    most_doublings: int = 2
    most_unstretched: int = 3
    slanting: float = math.radians(3)
    most_enlarged: float = 4.0

    @property
    def scales(self) -> Scales:
        """How much each look counts."""
        return Scales(self.tile_width, self.scale_tolerance)


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
class Places:
    """Where tiles may lie: corners (n, 4, 2) in pixels of the photo, what each may be (n, 43), how
    sure it is that it is a tile (n,), and the `evidence` for that, None without a classifier."""

    corners: np.ndarray
    tiles: np.ndarray
    sure: np.ndarray
    evidence: np.ndarray | None


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
        places, regions, seconds = self._places(photo)
        return Reading(self._believed(places), photo.size, seconds, tuple(regions))

    def places(self, photo: Photo) -> Places:
        """Every place of the photo that any look takes for a tile, likely or not."""
        return self._places(photo)[0]

    def _places(self, photo: Photo) -> tuple[Places, list[Region], dict[str, float]]:
        started = time.perf_counter()
        whole, looks = self._unstretched(photo)
        located = time.perf_counter()
        regions, more = self._read_again(whole.photo, looks)
        corners, scores = merge([*looks, *more], self.settings.scales)
        reread = time.perf_counter()
        places = self._weigh(whole.photo, corners, scores)
        seconds = {
            "locate": located - started,
            "read": reread - located,
            "faces": time.perf_counter() - reread,
        }
        return replace(places, corners=whole.to_original(places.corners)), regions, seconds

    def _unstretched(self, photo: Photo) -> tuple[Whole, list[Look]]:
        """The photo with its proportions back if somebody stretched it, and the looks at it.

        The better the proportions, the more tiles show how far they still are from right.
        """
        proportions, looks = Proportions(), self._locate(photo)
        whole = proportions.applied(photo)
        evident = max(map(self._evident, looks))
        likely = max(self._count(look, self.settings.locate) for look in looks)
        if evident < max(ENOUGH, likely / 3):
            proportions = self._guessed(photo, evident)
            if proportions != Proportions():
                whole = proportions.applied(photo)
                looks = self._locate(whole.photo)
        for _ in range(self.settings.most_unstretched):
            seen = [look.corners[confidences(look.scores) >= self.settings.hint] for look in looks]
            factors = stretch(quads.around(np.concatenate(seen)))
            if factors is None:
                break
            proportions = proportions.times(factors)
            whole = proportions.applied(photo)
            looks = self._locate(whole.photo)
        return whole, looks

    def _guessed(self, photo: Photo, evident: int) -> Proportions:
        """How to bring back a photo in which few of the likely tiles are evident: as it is, unless
        it shows a row of them, and about twice as many, when twice as wide or as high as its
        edges run."""
        photo = Photo(shrunk(photo.pixels, 2 * self.settings.size))
        lean = slant(photo.pixels)
        angles = (0.0,) if abs(lean) < self.settings.slanting else (0.0, lean)
        tried = {
            proportions: self._evident(
                self._look(proportions.applied(photo).photo, self.settings.size)
            )
            for angle in angles
            for proportions in (Proportions(angle, (2.0, 1.0)), Proportions(angle, (1.0, 2.0)))
        }
        best = max(tried, key=tried.get)
        return best if tried[best] >= max(ENOUGH, 1.9 * evident) else Proportions()

    def _evident(self, look: Look) -> int:
        """How many tiles a look is sure of."""
        return self._count(look, self.settings.evident)

    @staticmethod
    def _count(look: Look, least: float) -> int:
        return int((confidences(look.scores) >= least).sum())

    def _locate(self, photo: Photo) -> list[Look]:
        """Looks at the whole photo, each at twice the size, until enough tiles are legible, and
        nearly all where the photo has the pixels to show them larger."""
        knobs, looks = self.settings, []
        for doubling in range(knobs.most_doublings + 1):
            size = knobs.size * 2**doubling
            if looks and size > 2 * max(photo.size):
                break
            look = self._look(photo, size)
            looks.append(look)
            seen = quads.around(look.corners)[confidences(look.scores) >= knobs.locate]
            widths = straighten.tile_widths(seen, 0.0) * look.scale
            if (widths >= knobs.legible).sum() < knobs.enough:
                continue
            if 2 * size > max(photo.size) or np.quantile(widths, 0.25) >= knobs.narrow:
                break
        return looks

    def _look(self, photo: Photo, size: int) -> Look:
        """A look at the whole photo, its longer side `size` network pixels."""
        scale = size / max(photo.size)
        found = self.detector.look(photo.pixels, scale, self.settings.glimpse)
        return Look(straighten.whole(photo.size), scale, quads.of_boxes(found.boxes), found.scores)

    def _read_again(self, photo: Photo, looks: list[Look]) -> tuple[list[Region], list[Look]]:
        knobs = self.settings
        corners, _ = merge(looks, knobs.scales, knobs.locate)
        regions, again = straighten.regions(quads.around(corners)), []
        for region in regions:
            scale = min(knobs.tile_width / region.tile_width, knobs.most_enlarged)
            cut = region.cut(photo.pixels, scale, PADDING)
            found = self.detector.look(cut, 1.0, knobs.glimpse)
            corners = region.to_photo(quads.of_boxes(found.boxes), scale)
            again.append(Look(region, scale, corners, found.scores))
        return regions, again

    def _weigh(self, photo: Photo, corners: np.ndarray, scores: np.ndarray) -> Places:
        sure, found = confidences(scores), None
        tiles = scores / np.maximum(scores.sum(axis=1, keepdims=True), 1e-9)
        corners = np.array([_from_top_left(quad) for quad in corners]).reshape(-1, 4, 2)
        if self.faces is not None and len(corners):
            faces = self.faces.read(photo.pixels, corners)
            tiles = fuse(tiles, faces.tiles, self.faces.model.weight)
            found = evidence(corners, sure, faces.no_tile)
            sure = certainty(found)
            if faces.up is not None:
                turns = faces.up.argmax(axis=1)
                corners = np.array(
                    [
                        np.roll(quad, -turn, axis=0)
                        for quad, turn in zip(corners, turns, strict=True)
                    ]
                )
        return Places(corners, tiles, sure, found)

    def _believed(self, places: Places) -> tuple[Detection, ...]:
        """The places that are tiles, each once, from left to right."""
        corners, sure = places.corners, places.sure
        knobs = self.settings
        least = np.full(len(sure), knobs.confidence)
        if self.faces is not None:
            backs = places.tiles.argmax(axis=1) == BACK.index
            least = np.where(backs, min(knobs.back_certainty, knobs.certainty), knobs.certainty)
        kept = np.nonzero(sure >= least)[0]
        kept = kept[~covered(corners[kept], sure[kept])]
        kept = kept[np.argsort(corners[kept].mean(axis=1)[:, 0], kind="stable")]
        return tuple(
            Detection(tuple(map(tuple, corners[i])), sure[i], tuple(places.tiles[i])) for i in kept
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


def _from_top_left(quad: np.ndarray) -> np.ndarray:
    """The same corners, begun so that the first edge runs to the right in the photo."""
    across = quad[1] - quad[0]
    quarter = round(math.atan2(across[1], across[0]) / (math.pi / 2))
    return np.roll(quad, quarter, axis=0)
