"""Film files of every kind become upright pictures with exact times, or one clear sentence."""

from __future__ import annotations

import math
import struct
import zipfile
from itertools import chain

import av
import numpy as np
import pytest
from PIL import Image

from tests.vision.footage.films import RED, SIZE, Hum, number_in, numbered, write_film
from vision.footage import video
from vision.footage.frames import Frame, Turn, planes_of
from vision.footage.video import Film, FootageError

VP9 = {"codec": "libvpx-vp9", "options": {"deadline": "realtime", "cpu-used": "8"}}
KINDS = {
    "h264.mp4": {},
    "h264.mov": {},
    "h264.mkv": {},
    "no-b-frames.mp4": {"options": {"bf": "0"}},
    "one-key-picture.mkv": {"gop": 1000},
    "vp9.webm": VP9,
    "h264.avi": {},
    "mpeg4.avi": {"codec": "mpeg4", "options": {"bf": "2"}},
    "mjpeg.avi": {"codec": "mjpeg", "pix_fmt": "yuvj420p"},
    "ten-bit.mp4": {"pix_fmt": "yuv420p10le"},
    "odd-size.mkv": {"pix_fmt": "yuv444p", "size": (161, 123)},
    "camera.ts": {},
}


def seen(frames) -> list[tuple[float, int]]:
    return [(round(frame.time, 3), number_in(frame.photo().pixels)) for frame in frames]


@pytest.mark.parametrize("name", KINDS)
def test_every_picture_comes_with_its_time_from_wherever_it_is_asked_for(name, tmp_path):
    film = Film.open(write_film(tmp_path / name, **KINDS[name]))
    assert film.size == KINDS[name].get("size", SIZE)
    assert film.duration == pytest.approx(2.0, abs=0.06)
    everything = list(film.frames())
    assert seen(everything) == [(n / 20, n) for n in range(40)]
    for start, end in ((0.0, 0.5), (0.5, 1.0), (0.74, 1.51), (1.9, None), (2.5, None)):
        part = list(film.frames(start, end))
        whole = [f for f in everything if start <= f.time < (np.inf if end is None else end)]
        assert [f.time for f in part] == [f.time for f in whole]
        assert all(
            (a.photo().pixels == b.photo().pixels).all() for a, b in zip(part, whole, strict=True)
        )


def test_segments_hold_each_picture_once(tmp_path):
    film = Film.open(write_film(tmp_path / "film.mkv", 60, fps=30))
    parts = chain.from_iterable(film.frames(n / 3, (n + 1) / 3) for n in range(6))
    assert seen(parts) == seen(film.frames())


@pytest.mark.parametrize("name", ["phone.mp4", "screen.mkv"])
def test_variable_frame_rates_keep_their_times(name, tmp_path):
    times = [0, 33, 50, 51, 400, 1900, 1933, 4000]
    film = Film.open(write_film(tmp_path / name, 8, times, options={"bf": "0"}))
    assert seen(film.frames()) == [(t / 1000, n) for n, t in enumerate(times)]
    assert seen(film.frames(0.4, 1.95)) == [(0.4, 4), (1.9, 5), (1.933, 6)]
    assert [t for t, _ in seen(film.frames(every=0.5))] == [0.0, 1.9, 4.0]


def test_time_begins_with_the_first_picture(tmp_path):
    film = Film.open(write_film(tmp_path / "late.mkv", 8, range(700, 1100, 50)))
    assert seen(film.frames()) == [(n * 50 / 1000, n) for n in range(8)]


LATE = {
    "hour.mkv": {},
    "one-key-picture.mkv": {"gop": 1000},
    "hour.webm": VP9,
    "hour.ts": {},
    "hour.mp4": {},
    "hour.flv": {},
    "hour.wmv": {"codec": "wmv2"},
    "sound.mkv": {"sound": "libopus"},
}


@pytest.mark.parametrize("name", LATE)
@pytest.mark.parametrize("begin", [300, 3_600_000])
def test_a_film_is_as_long_as_its_pictures_whenever_its_times_begin(name, begin, tmp_path):
    times = range(begin, begin + 2000, 50)
    film = Film.open(write_film(tmp_path / name, 40, times, shift=False, **LATE[name]))
    assert film.duration == pytest.approx(2.0, abs=0.11)
    assert [n for _, n in seen(film.frames(1.0))] == list(range(20, 40))


@pytest.mark.parametrize(("begin", "claimed"), [(1000, 2000), (1000, 3000), (3000, 2000)])
def test_headers_may_claim_the_length_or_the_end(begin, claimed, tmp_path):
    times = range(begin, begin + 2000, 50)
    path = write_film(tmp_path / "film.mkv", 40, times, shift=False)
    data = path.read_bytes()
    # The element Duration, eight bytes long.
    at = data.index(b"\x44\x89\x88") + 3
    path.write_bytes(data[:at] + struct.pack(">d", claimed) + data[at + 8 :])
    assert Film.open(path).duration == pytest.approx(2.0, abs=0.06)


@pytest.mark.parametrize(
    ("name", "kind"),
    [
        ("h264.mkv", {}),
        ("no-b-frames.mkv", {"options": {"bf": "0"}}),
        ("vp9.webm", VP9),
        ("camera.ts", {}),
    ],
)
def test_pictures_before_time_begins_are_not_lost(name, kind, tmp_path):
    times = range(-500, 1500, 50)
    film = Film.open(write_film(tmp_path / name, 40, times, shift=False, **kind))
    everything = [(n / 20, n) for n in range(40)]
    assert not film.trimmed
    assert seen(film.frames()) == everything
    for start, end in ((0.0, 0.3), (0.3, 0.5), (0.45, 0.8), (0.5, 1.0), (1.0, None)):
        wanted = [s for s in everything if start <= s[0] < (end or np.inf)]
        assert seen(film.frames(start, end)) == wanted
    assert [n for _, n in seen(film.frames(every=0.2))] == list(range(0, 40, 4))


def test_pictures_that_an_edit_list_hides_are_told(tmp_path):
    times = range(-500, 1500, 50)
    film = Film.open(write_film(tmp_path / "trimmed.mp4", 40, times, shift=False))
    assert film.trimmed
    assert seen(film.frames()) == [(n / 20, n + 10) for n in range(30)]
    assert not Film.open(write_film(tmp_path / "whole.mp4", 40)).trimmed


def test_sampling_does_not_depend_on_where_it_begins(tmp_path):
    film = Film.open(write_film(tmp_path / "film.mp4", 60, fps=30))
    sampled = seen(film.frames(every=0.2))
    assert [n for _, n in sampled] == [0, 6, 12, 18, 24, 30, 36, 42, 48, 54]
    for start in (0.2, 0.8, 1.4):
        assert seen(film.frames(start, every=0.2)) == [s for s in sampled if s[0] >= start]


@pytest.mark.parametrize(
    "kind",
    [
        {"options": {"bf": "3", "b_strategy": "0"}},
        {"options": {"bf": "3", "b_strategy": "0", "x264-params": "open-gop=1"}},
        {"codec": "libx265", "options": {"bf": "4", "x265-params": "log-level=none"}},
    ],
)
def test_sampling_decodes_less_and_shows_the_same(kind, tmp_path, monkeypatch):
    film = Film.open(write_film(tmp_path / "film.mp4", 60, fps=30, **kind))
    steps: dict[int, np.ndarray] = {}
    for frame in film.frames():
        steps.setdefault(math.floor(frame.time / 0.2 + 1e-6), frame.photo().pixels)
    decoded = []
    plain = video.decoded_of
    monkeypatch.setattr(
        video, "decoded_of", lambda *a: (decoded.append(found) or found for found in plain(*a))
    )
    sampled = list(film.frames(every=0.2))
    assert len(decoded) < 50
    assert len(sampled) == len(steps) == 10
    for frame, pixels in zip(sampled, steps.values(), strict=True):
        assert (frame.photo().pixels == pixels).all()


@pytest.mark.parametrize(
    ("turned", "corner"), [(0, (0, 0)), (-90, (0, -1)), (180, (-1, -1)), (90, (-1, 0))]
)
def test_phone_films_stand_upright(turned, corner, tmp_path):
    film = Film.open(write_film(tmp_path / "phone.mp4", 3, turned=turned))
    assert film.size == (SIZE if turned in (0, 180) else SIZE[::-1])
    frame = next(film.frames())
    assert frame.size == film.size
    corners = {(y, x) for y in (0, -1) for x in (0, -1)}
    pixels = frame.photo().pixels
    red = {at for at in corners if np.abs(pixels[at].astype(int) - RED).max() < 40}
    assert red == {corner}
    grey = frame.grey(80)
    assert grey.shape == ((60, 80) if film.size == SIZE else (107, 80))
    darkest = min(corners, key=lambda at: grey[at] if grey[at] > 50 else 255)
    assert darkest == corner
    luma, blue, red_plane = planes_of(frame.yuv(*film.size))
    assert luma.shape == film.size[::-1]
    assert max(corners, key=lambda at: red_plane[at]) == corner
    assert blue.shape == red_plane.shape == (film.size[1] // 2, film.size[0] // 2)


@pytest.mark.parametrize("transposed", [False, True])
@pytest.mark.parametrize("mirrored", [False, True])
@pytest.mark.parametrize("flipped", [False, True])
def test_each_of_the_eight_turns(transposed, mirrored, flipped):
    x, y = (-1 if mirrored else 1) << 16, (-1 if flipped else 1) << 16
    matrix = (0, y, 0, x, 0) if transposed else (x, 0, 0, 0, y)
    turn = Turn.of_matrix(np.array([*matrix, 0, 0, 0, 1 << 30], np.int32))
    assert turn == Turn(transposed, mirrored, flipped)
    picture = np.arange(6).reshape(2, 3)
    turned = turn.upright(picture)
    height, width = turned.shape
    for (row, column), value in np.ndenumerate(picture):
        across, down = (row, column) if transposed else (column, row)
        across = width - 1 - across if mirrored else across
        down = height - 1 - down if flipped else down
        assert turned[down, across] == value


def test_a_frame_can_be_made_of_pixels():
    frame = Frame.of(1.5, numbered(5))
    assert (frame.time, frame.size, number_in(frame.photo().pixels)) == (1.5, SIZE, 5)
    assert frame.grey(40).shape == (30, 40)
    assert [plane.shape for plane in planes_of(frame.yuv(80, 60))] == [(60, 80), (30, 40), (30, 40)]


def test_grey_pictures_show_what_the_photo_shows(tmp_path):
    frame = next(Film.open(write_film(tmp_path / "film.mp4", 3)).frames(0.1))
    assert number_in(np.stack([frame.grey(80)] * 3, axis=2)) == 2


def damage(path, at: float, size: int):
    """Overwrite a part of a file with noise."""
    data = bytearray(path.read_bytes())
    begin = int(len(data) * at)
    data[begin : begin + size] = np.random.default_rng(1).bytes(size)
    path.write_bytes(data)
    return path


@pytest.mark.parametrize("name", ["film.mkv", "film.mp4"])
def test_damaged_parts_are_passed_over_and_told(name, tmp_path):
    pictures = [
        np.random.default_rng(n).integers(0, 255, (*SIZE[::-1], 3), np.uint8) for n in range(80)
    ]
    path = write_film(tmp_path / name, pictures, options={"preset": "ultrafast"})
    sound = {frame.time: frame.photo().pixels for frame in Film.open(path).frames()}
    told = []
    frames = list(Film.open(damage(path, 0.4, 4000)).frames(on_damage=told.append))
    assert told
    assert 1.0 < min(told) < 2.5
    same = [frame.time for frame in frames if (frame.photo().pixels == sound[frame.time]).all()]
    assert len(same) > 60
    assert {time for time in sound if time >= 2.6} <= set(same)
    assert {time for time in sound if time <= 1.0} <= set(same)


def test_a_film_that_was_cut_off_is_used_as_far_as_it_goes(tmp_path):
    path = write_film(tmp_path / "cut.mp4", 80, movflags="+faststart")
    path.write_bytes(path.read_bytes()[: path.stat().st_size * 2 // 3])
    film = Film.open(path)
    numbers = [n for _, n in seen(film.frames())]
    assert film.duration == pytest.approx(4.0)
    assert 10 < len(numbers) < 70
    assert numbers[:10] == list(range(10))


def test_a_film_that_does_not_say_how_long_it_is_is_measured(tmp_path):
    path = tmp_path / "live.mkv"
    with (tmp_path / "live.mkv").open("wb") as file:

        class Pipe:
            """Cannot go back to write the length into the header."""

            def write(self, data):
                return file.write(data)

        with av.open(Pipe(), "w", format="matroska") as container:
            stream = container.add_stream("libx264", rate=20)
            stream.width, stream.height = SIZE
            stream.pix_fmt = "yuv420p"
            for n in range(40):
                frame = av.VideoFrame.from_ndarray(numbered(n), format="rgb24")
                frame.pts = n
                container.mux(stream.encode(frame))
            container.mux(stream.encode())
    film = Film.open(path)
    assert film.duration == pytest.approx(2.0, abs=0.06)
    assert [n for _, n in seen(film.frames(1.0))] == list(range(20, 40))


def make_bad(kind: str, folder):
    path = folder / "film.mp4"
    if kind == "missing":
        return path
    if kind == "folder":
        return folder
    if kind == "cut":
        write_film(path)
        path.write_bytes(path.read_bytes()[: path.stat().st_size // 2])
    elif kind == "cut to its head":
        write_film(folder / "film.mkv")
        path.write_bytes((folder / "film.mkv").read_bytes()[:40])
    elif kind == "sound":
        with av.open(str(path), "w") as container:
            hum = Hum(container, "aac")
            hum.until(1.0)
            hum.finish()
    elif kind == "no length":
        with av.open(str(path), "w") as container:
            stream = container.add_stream("libx264", rate=20)
            stream.width, stream.height = SIZE
            stream.pix_fmt = "yuv420p"
            container.start_encoding()
    elif kind in ("jpg", "png", "webp", "gif"):
        Image.new("RGB", (64, 48)).save(path, kind.replace("jpg", "jpeg"))
    elif kind == "zip":
        with zipfile.ZipFile(path, "w") as archive:
            archive.writestr("film.mp4", b"nothing")
    else:
        path.write_bytes(
            {
                "empty": b"",
                "text": b"This is no film.\n" * 100,
                "noise": np.random.default_rng(0).bytes(20000),
                "zeros": bytes(20000),
                "playlist": b"#EXTM3U\n#EXTINF:10,\nhttp://localhost/film.ts\n",
            }[kind]
        )
    return path


@pytest.mark.parametrize(
    ("kind", "sentence"),
    [
        ("missing", "There is no file "),
        ("folder", "is a folder; name a film in it."),
        ("empty", "film.mp4 is empty (0 bytes); record or copy it again."),
        ("cut", "film.mp4 breaks off before its index was written; end the recording properly"),
        ("cut to its head", "film.mp4 is damaged or cut off at its very start; copy it again."),
        ("sound", "film.mp4 holds sound but no moving picture; give a film."),
        ("no length", "film.mp4 holds no moving picture; give a film."),
        ("jpg", "film.mp4 is a picture, not a film; read it with `fanlens read`."),
        ("png", "film.mp4 is a picture, not a film"),
        ("webp", "film.mp4 is a picture, not a film"),
        ("gif", "film.mp4 is a picture, not a film"),
        ("zip", "film.mp4 is no film that can be read; give MP4, MOV, MKV, WebM or AVI."),
        ("text", "film.mp4 is no film that can be read"),
        ("noise", "film.mp4 is no film that can be read"),
        ("zeros", "film.mp4 is no film that can be read"),
        ("playlist", "film.mp4 is no film that can be read"),
    ],
)
def test_what_is_no_film_is_refused_in_one_sentence(kind, sentence, tmp_path):
    with pytest.raises(FootageError) as refusal:
        Film.open(make_bad(kind, tmp_path))
    assert sentence in str(refusal.value)
    assert "\n" not in str(refusal.value)


def test_names_with_a_colon_are_files(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    path = write_film(tmp_path / "film.mp4", 5).rename("http:evening, 20:30 打牌.mp4")
    assert len(list(Film.open(path).frames())) == 5
