"""What footage is turned into: places of tiles, stable stretches, and the finished hands.

All values are frozen, measured in seconds of the film and pixels of its upright picture, rounded
when they are made, and equal after `to_dict` and `from_dict`.
"""

from __future__ import annotations

import math
from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from scoring.tiles import TILES, Tile
from vision.detections import Box, Detection, DetectionError, Point

NOT_SEEN = -1

# (a, b, c, d, e, f): the point (x, y) goes to (a x + b y + c, d x + e y + f).
Motion = tuple[float, float, float, float, float, float]
STILL: Motion = (1.0, 0.0, 0.0, 0.0, 1.0, 0.0)


class FootageValueError(ValueError):
    """Values of footage that cannot be what they claim, such as a damaged file of results."""


@dataclass(frozen=True)
class Place:
    """Where one tile lies through some frames, and what it may be.

    corners, confidence, probabilities: as in `Detection`; the corners as they are in the best
        frame, the other two averaged over the frames in which the tile was seen, the probabilities
        as logarithms.
    tiles: for every frame that was read the index of the likeliest tile, NOT_SEEN where the tile
        was not seen.
    Raises FootageValueError for anything else.
    """

    corners: tuple[Point, Point, Point, Point]
    confidence: float
    probabilities: tuple[float, ...]
    tiles: tuple[int, ...]

    def __post_init__(self) -> None:
        try:
            corners = tuple((round(float(x), 2), round(float(y), 2)) for x, y in self.corners)
            confidence = round(float(self.confidence), 4)
            probabilities = tuple(round(float(p), 6) for p in self.probabilities)
            tiles = tuple(int(tile) for tile in self.tiles)
            object.__setattr__(self, "corners", corners)
            object.__setattr__(self, "confidence", confidence)
            object.__setattr__(self, "probabilities", probabilities)
            object.__setattr__(self, "tiles", tiles)
            self.detection  # noqa: B018
        except (DetectionError, TypeError, OverflowError, ValueError) as error:
            raise FootageValueError(f"This is no place of a tile: {error}") from error
        if not all(NOT_SEEN <= tile < len(TILES) for tile in tiles):
            raise FootageValueError("The tiles of a place are indices of tiles, -1 if not seen.")

    @cached_property
    def detection(self) -> Detection:
        """The place as a detection in the best frame."""
        return Detection(self.corners, self.confidence, self.probabilities)

    @property
    def tile(self) -> Tile:
        """The most probable tile."""
        return self.detection.tile

    @property
    def seen(self) -> int:
        """In how many of the frames that were read the tile was seen."""
        return sum(tile != NOT_SEEN for tile in self.tiles)

    def to_dict(self) -> dict:
        """Plain values for JSON."""
        ranked = sorted(enumerate(self.probabilities), key=lambda item: -item[1])
        return {
            "corners": [list(corner) for corner in self.corners],
            "confidence": self.confidence,
            "probabilities": {TILES[index].code: p for index, p in ranked if p > 0.0},
            "tiles": " ".join("-" if t == NOT_SEEN else TILES[t].code for t in self.tiles),
        }

    @classmethod
    def from_dict(cls, values: dict) -> Place:
        """The inverse of `to_dict`. Raises FootageValueError for foreign values."""
        try:
            probabilities = [0.0] * len(TILES)
            for code, probability in values["probabilities"].items():
                probabilities[Tile(code).index] = probability
            tiles = (NOT_SEEN if c == "-" else Tile(c).index for c in values["tiles"].split())
            return cls(values["corners"], values["confidence"], tuple(probabilities), tuple(tiles))
        except FootageValueError:
            raise
        except (KeyError, TypeError, AttributeError, ValueError) as error:
            raise FootageValueError(
                "A place needs 'corners', 'confidence', 'probabilities' by tile code and 'tiles'."
            ) from error


@dataclass(frozen=True)
class Sighting:
    """A while in which the same tiles are in view.

    start, end: seconds. times: of some frames between them, ascending, one where the camera stands
    still. motions: for each of them, how a point of the best frame is to be moved to be the same
    point there.
    """

    start: float
    end: float
    times: tuple[float, ...]
    motions: tuple[Motion, ...]

    def __post_init__(self) -> None:
        try:
            times = tuple(round(float(time), 3) for time in self.times)
            motions = tuple(
                (round(a, 6), round(b, 6), round(c, 2), round(d, 6), round(e, 6), round(f, 2))
                for a, b, c, d, e, f in ((float(v) for v in motion) for motion in self.motions)
            )
            object.__setattr__(self, "start", round(float(self.start), 3))
            object.__setattr__(self, "end", round(float(self.end), 3))
        except (TypeError, OverflowError, ValueError) as error:
            raise FootageValueError(f"These are no times and motions: {error}") from error
        object.__setattr__(self, "times", times)
        object.__setattr__(self, "motions", motions)
        numbers = (self.start, self.end, *times, *(v for motion in motions for v in motion))
        if not all(map(math.isfinite, numbers)):
            raise FootageValueError("A sighting needs finite times and motions.")
        if not times or len(times) != len(motions) or list(times) != sorted(times):
            raise FootageValueError("A sighting needs ascending times and a motion for each.")
        if not self.start <= times[0] <= times[-1] <= self.end:
            raise FootageValueError("The times of a sighting lie between its start and its end.")

    def motion_at(self, time: float) -> Motion:
        """The motion at any time, between the known ones in proportion."""
        after = bisect_right(self.times, time)
        if after == 0 or after == len(self.times):
            return self.motions[min(after, len(self.times) - 1)]
        before = after - 1
        share = (time - self.times[before]) / (self.times[after] - self.times[before])
        pairs = zip(self.motions[before], self.motions[after], strict=True)
        return tuple((1 - share) * a + share * b for a, b in pairs)

    def to_dict(self) -> dict:
        """Plain values for JSON."""
        return {
            "start": self.start,
            "end": self.end,
            "times": list(self.times),
            "motions": [list(motion) for motion in self.motions],
        }

    @classmethod
    def from_dict(cls, values: dict) -> Sighting:
        """The inverse of `to_dict`. Raises FootageValueError for foreign values."""
        try:
            motions = tuple(tuple(motion) for motion in values["motions"])
            return cls(values["start"], values["end"], tuple(values["times"]), motions)
        except (KeyError, TypeError) as error:
            raise FootageValueError(
                "A sighting needs 'start', 'end', 'times' and 'motions'."
            ) from error


@dataclass(frozen=True)
class Stretch:
    """A while in which the tiles in view keep their places, and what was read in it.

    sighting: when, and how the camera moved. times: of the frames that were read, ascending. best:
    that of them which agrees most with all and is sharpest. size: (width, height) of the upright
    picture.
    places: every tile that was seen in enough frames, from left to right in the best frame.
    hands: the positions in `places` of the tiles of each finished hand, and of what lies close by.
    """

    sighting: Sighting
    times: tuple[float, ...]
    best: float
    size: tuple[int, int]
    places: tuple[Place, ...]
    hands: tuple[tuple[int, ...], ...] = ()

    def __post_init__(self) -> None:
        object.__setattr__(self, "times", tuple(round(float(time), 3) for time in self.times))
        object.__setattr__(self, "best", round(float(self.best), 3))
        object.__setattr__(self, "size", _size(self.size))
        object.__setattr__(self, "places", tuple(self.places))
        object.__setattr__(self, "hands", tuple(tuple(map(int, hand)) for hand in self.hands))
        if self.best not in self.times or list(self.times) != sorted(self.times):
            raise FootageValueError("A stretch needs ascending times, the best among them.")
        if any(len(place.tiles) != self.read for place in self.places):
            raise FootageValueError("A place needs a tile, or none, for every frame read.")
        if not all(0 <= at < len(self.places) for hand in self.hands for at in hand):
            raise FootageValueError("The hands of a stretch are positions of its places.")

    @property
    def start(self) -> float:
        return self.sighting.start

    @property
    def end(self) -> float:
        return self.sighting.end

    @property
    def read(self) -> int:
        """How many frames were read."""
        return len(self.times)

    @property
    def detections(self) -> tuple[Detection, ...]:
        """The places as detections in the best frame."""
        return tuple(place.detection for place in self.places)

    def to_dict(self) -> dict:
        """Plain values for JSON."""
        return {
            "sighting": self.sighting.to_dict(),
            "times": list(self.times),
            "best": self.best,
            "size": list(self.size),
            "places": [place.to_dict() for place in self.places],
            "hands": [list(hand) for hand in self.hands],
        }

    @classmethod
    def from_dict(cls, values: dict) -> Stretch:
        """The inverse of `to_dict`. Raises FootageValueError for foreign values."""
        try:
            places = tuple(map(Place.from_dict, values["places"]))
            sighting = Sighting.from_dict(values["sighting"])
            times, best, size = values["times"], values["best"], values["size"]
            return cls(sighting, times, best, size, places, values["hands"])
        except FootageValueError:
            raise
        except (KeyError, TypeError, ValueError) as error:
            raise FootageValueError(
                "A stretch needs 'sighting', 'times', 'best', 'size', 'places' and 'hands'."
            ) from error


@dataclass(frozen=True)
class Event:
    """One finished hand, seen once or several times.

    id: "e1", "e2"… in order of time. best: the time of the frame that shows it best. size: (width,
    height) of the upright picture. places: the hand's tiles where they lie in the best frame, with
    the evidence of all sightings. box: left, top, right, bottom around the hand in the best frame.
    sightings: when it was in view, in order. read: in how many frames the hand was read. agreed:
    how many of them alone give the same tiles.
    """

    id: str
    best: float
    size: tuple[int, int]
    places: tuple[Place, ...]
    box: Box
    sightings: tuple[Sighting, ...]
    read: int
    agreed: int

    def __post_init__(self) -> None:
        object.__setattr__(self, "best", round(float(self.best), 3))
        object.__setattr__(self, "size", _size(self.size))
        object.__setattr__(self, "places", tuple(self.places))
        object.__setattr__(self, "box", tuple(round(float(v), 2) for v in self.box))
        object.__setattr__(self, "sightings", tuple(self.sightings))
        if not self.sightings or not self.places:
            raise FootageValueError("An event needs a sighting and the places of its tiles.")
        if len(self.box) != 4 or not all(map(math.isfinite, self.box)):
            raise FootageValueError("The box of an event is left, top, right and bottom.")
        if not 0 <= self.agreed <= self.read:
            raise FootageValueError("No more frames can agree with an event than were read.")

    @property
    def start(self) -> float:
        return self.sightings[0].start

    @property
    def end(self) -> float:
        return max(sighting.end for sighting in self.sightings)

    @property
    def detections(self) -> tuple[Detection, ...]:
        """What `read_hand` makes the hand of: the hand's tiles as they lie in the best frame."""
        return tuple(place.detection for place in self.places)

    def corners_at(self, time: float) -> tuple[tuple[Point, ...], ...] | None:
        """The corners of every place in the picture at a time, None while it is not in view."""
        for sighting in self.sightings:
            if sighting.start <= time <= sighting.end:
                motion = sighting.motion_at(time)
                return tuple(moved(place.corners, motion) for place in self.places)
        return None

    def to_dict(self) -> dict:
        """Plain values for JSON."""
        return {
            "id": self.id,
            "best": self.best,
            "size": list(self.size),
            "places": [place.to_dict() for place in self.places],
            "box": list(self.box),
            "sightings": [sighting.to_dict() for sighting in self.sightings],
            "read": self.read,
            "agreed": self.agreed,
        }

    @classmethod
    def from_dict(cls, values: dict) -> Event:
        """The inverse of `to_dict`. Raises FootageValueError for foreign values."""
        try:
            return cls(
                id=str(values["id"]),
                best=values["best"],
                size=tuple(values["size"]),
                places=tuple(map(Place.from_dict, values["places"])),
                box=tuple(values["box"]),
                sightings=tuple(map(Sighting.from_dict, values["sightings"])),
                read=int(values["read"]),
                agreed=int(values["agreed"]),
            )
        except FootageValueError:
            raise
        except (KeyError, TypeError, ValueError) as error:
            raise FootageValueError(
                "An event needs 'id', 'best', 'size', 'places', 'box', 'sightings', 'read' and "
                "'agreed'."
            ) from error


def moved(points: Sequence[Point], motion: Motion) -> tuple[Point, ...]:
    """Points after a motion."""
    a, b, c, d, e, f = motion
    return tuple((a * x + b * y + c, d * x + e * y + f) for x, y in points)


def _size(size: Sequence[int]) -> tuple[int, int]:
    try:
        width, height = (int(length) for length in size)
    except (TypeError, ValueError) as error:
        raise FootageValueError("The size of a picture is its width and height.") from error
    if width < 1 or height < 1:
        raise FootageValueError("A picture is at least one pixel wide and high.")
    return width, height
