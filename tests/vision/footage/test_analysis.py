"""Which frames of a film are read, and the stretches that come of it."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from pathlib import Path

import cv2
import numpy as np
import pytest

import vision
from tests.vision.footage.test_stillness import table, with_hand
from tests.vision.laying import row, torn
from vision.detections import Detection
from vision.footage import analysis
from vision.footage.analysis import CERTAINTY, Options, analyse, reader_for
from vision.footage.events import join
from vision.footage.values import moved
from vision.footage.video import Frame
from vision.hand import read_hand
from vision.images import load_photo
from vision.reading import Reader, Reading, Settings, default_reader

EVERY = 0.2
SIZE = (480, 270)
HALF = (0.5, 0.0, 10.0, 0.0, 0.5, 50.0)


def laid(text):
    return [replace(d, corners=moved(d.corners, HALF)) for d in row(text)]


WON = laid("1m 2m 3m 4p 5p 6p 7s 7s 7s E E E C C")
PLAYED = laid("1m 2m 3m 4p 5p 6p 7s 7s 7s E E N C")


@pytest.mark.parametrize(
    ("size", "doublings"), [((854, 480), 1), ((1080, 1920), 1), ((3840, 2160), 2), ((8000, 9), 2)]
)
def test_no_look_is_larger_than_the_film(size, doublings):
    reader = Reader(None, None, Settings(most_doublings=2))
    assert reader_for(reader, size).settings == Settings(
        most_doublings=doublings, certainty=CERTAINTY
    )
    assert reader.settings.most_doublings == 2


@dataclass
class Table:
    """What lies on a table: a picture, and the tiles that a reader would find there."""

    number: int
    tiles: list[Detection]

    def shot(self, seconds, hand=False, sharp=1, speed=0.0):
        """Frames of it: hand: whether one passes; sharp: every how many frames one is; speed: of
        the camera, in pixels a second to the right."""
        picture = table(self.number)
        frames = round(seconds / EVERY)
        for at in range(frames):
            shift = np.float32([[1, 0, -speed * EVERY * at], [0, 1, 0]])
            seen = cv2.warpAffine(picture, shift, SIZE, borderMode=cv2.BORDER_REFLECT)
            if hand:
                seen = with_hand(seen, round(SIZE[0] * (at + 0.5) / frames), 130, 50)
            if at % sharp:
                seen = cv2.GaussianBlur(seen, (0, 0), 0.8)
            yield self, seen, -speed * EVERY * at


@dataclass
class Told:
    """Stands for the networks, which are slow: it is told what each picture shows."""

    shows: dict[bytes, list[Detection]] = field(default_factory=dict)
    times: list[float] = field(default_factory=list)

    def film(self, *shots, start=0.0):
        at = 0
        for shot in shots:
            for shown, grey, shift in shot:
                pixels = np.repeat(grey[..., None], 3, axis=2)
                pixels[0, 0] = at % 256, at // 256, 0
                motion = (1.0, 0.0, shift, 0.0, 1.0, 0.0)
                self.shows[pixels.tobytes()] = (
                    start + at * EVERY,
                    [replace(d, corners=moved(d.corners, motion)) for d in shown.tiles],
                )
                yield Frame.of(start + at * EVERY, pixels)
                at += 1

    def read(self, photo):
        time, detections = self.shows[photo.pixels.tobytes()]
        self.times.append(time)
        return Reading(tuple(detections), photo.size)


def analysed(*shots, **options):
    reader = Told()
    return analyse(reader.film(*shots), reader, Options(**options)), reader.times


FINISHED, GAME = Table(0, WON), Table(1, PLAYED)


def test_a_finished_hand_is_read_a_few_times():
    (found,), read = analysed(FINISHED.shot(14))
    assert 4 <= len(read) <= 6
    assert read[0] < 1.0
    assert list(found.times) == pytest.approx(read)
    assert (found.start, found.end) == pytest.approx((EVERY, 13.8))
    assert [len(hand) for hand in found.hands] == [14]


def test_hands_are_looked_for_when_other_tiles_are_seen(monkeypatch):
    looked = []
    plain = analysis.find_hands
    monkeypatch.setattr(analysis, "find_hands", lambda d: looked.append(len(d)) or plain(d))
    (found,), read = analysed(FINISHED.shot(14))
    assert len(read) >= 3
    assert looked == [14, 14]
    assert found.hands == (tuple(range(14)),)


def test_a_game_is_read_once_wherever_it_rests():
    tables = [Table(n % 9, PLAYED) for n in range(8)]
    found, read = analysed(*(table.shot(2) for table in tables))
    assert len(found) >= 7
    assert len(read) <= 4 + 0.4 * 16
    assert not any(stretch.hands for stretch in found)


def test_a_hand_in_the_picture_is_waited_out():
    (found,), read = analysed(FINISHED.shot(3), FINISHED.shot(1.6, hand=True), FINISHED.shot(3))
    assert not any(2.9 < time < 4.7 for time in read)
    assert any(time > 4.7 for time in read)
    assert found.end == pytest.approx(7.4)


@pytest.mark.parametrize("speed", [5, 30])
def test_a_slow_pan_is_read_all_the_way(speed):
    found, read = analysed(FINISHED.shot(5, speed=speed))
    assert len(read) >= 3
    assert len(found) == 1
    (event,) = join(found)
    for time in (1.0, 2.5, 4.5):
        x, y = event.corners_at(time)[0][0]
        assert (x, y) == pytest.approx((10 - speed * time, 30), abs=2)


def test_a_cut_ends_a_stretch():
    found, _ = analysed(FINISHED.shot(3), GAME.shot(3), FINISHED.shot(3))
    starts_and_ends = [(round(s.start, 1), round(s.end, 1)) for s in found]
    assert starts_and_ends == [(0.2, 2.8), (3.2, 5.8), (6.2, 8.8)]
    (event,) = join(found)
    assert [(s.start, s.end) for s in event.sightings] == [(0.2, 2.8), (6.2, 8.8)]


def test_the_sharpest_frames_are_read():
    _, read = analysed(FINISHED.shot(6, sharp=3))
    assert len(read) >= 3
    assert all(round(time / EVERY) % 3 == 0 for time in read)


def test_tiles_exchanged_behind_a_hand():
    """The picture looks the same, but what is read does not."""
    other = [replace(WON[0], probabilities=torn({"4m": 0.97})), *WON[1:]]
    found, _ = analysed(FINISHED.shot(3), FINISHED.shot(1.6, hand=True), Table(0, other).shot(4))
    assert len(found) == 2
    assert found[0].end < 4.7 < found[1].start
    assert {place.tile.code for place in found[1].places} >= {"4m", "2m"}


def test_what_never_rests_is_read_now_and_then():
    shots = [FINISHED.shot(1.0, hand=True) for _ in range(6)]
    found, read = analysed(*shots)
    assert 1 <= len(read) <= 3
    assert len(found) == len(read)


def test_segments_of_a_film():
    """A hand cut in two by the border of segments is one event."""
    found = []
    for start in (0.0, 2.0):
        reader = Told()
        found += analyse(reader.film(FINISHED.shot(2), start=start), reader)
    (event,) = join(found)
    assert event.read >= 3
    assert (event.start, event.end) == pytest.approx((0.2, 3.8))


@pytest.mark.parametrize("shots", [[], [GAME.shot(0.2)], [Table(2, []).shot(3)]])
def test_little_or_nothing(shots):
    found, _ = analysed(*shots)
    assert all(stretch.places == () for stretch in found)
    assert join(found) == []


def test_an_upright_film():
    frame = Frame.of(0.0, np.zeros((800, 300, 3), np.uint8))
    frames = [replace(frame, time=n * EVERY) for n in range(8)]
    widths = []
    reader = Told({frame.photo().pixels.tobytes(): (0.0, [])})
    for f in frames:
        object.__setattr__(f, "_grey", _noting(f._grey, widths))
    (found,) = analyse(frames, reader)
    assert found.size == (300, 800)
    assert set(widths[2:]) == {180}


def _noting(grey, widths):
    def noted(width):
        widths.append(width)
        return grey(width)

    return noted


@pytest.mark.slow
def test_with_the_networks():
    """A slow zoom over the example photo, with a hand passing: what the still says is found."""
    photo = load_photo(Path(vision.__file__).parent / "example.jpg")
    scale = 960 / photo.width
    size = (960, round(photo.height * scale))
    still = cv2.resize(photo.pixels, size, interpolation=cv2.INTER_AREA)
    frames = []
    for at in range(16):
        zoom = 1.0 + 0.004 * at
        seen = cv2.warpAffine(still, np.float32([[zoom, 0, -at], [0, zoom, -at]]), size)
        if 7 <= at < 11:
            cv2.ellipse(seen, (200 * (at - 6), 300), (150, 110), 0, 0, 360, (205, 165, 140), -1)
        frames.append(Frame.of(at * EVERY, seen))
    (event,) = join(analyse(frames, default_reader()))
    alone = read_hand(default_reader().read(photo).detections)
    assert read_hand(event.detections).hand == alone.hand
    assert event.read >= 2
