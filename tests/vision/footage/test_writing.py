"""Films are written as browsers play them, with the times and the sound of the original."""

from __future__ import annotations

import av
import pytest

from tests.vision.footage.films import files_of_at_most, numbered, write_film
from tests.vision.footage.test_video import seen
from vision.footage.frames import Frame
from vision.footage.storage import NotWritten
from vision.footage.video import Film, FootageError
from vision.footage.writing import join_parts, picture_size, write_part


def rewritten(path, bounds=((0.0, 0.5), (0.5, 1.2), (1.2, 1.25), (1.25, None))):
    """A film written in parts and joined, and the note about it."""
    film = Film.open(path)
    parts = []
    for number, (start, end) in enumerate(bounds):
        parts.append(path.with_name(f"part-{number}.mp4"))
        frames = film.frames(start, end)
        write_part(parts[-1], film, ((f.time, f.yuv(*picture_size(film))) for f in frames))
    out = path.with_name("out.mp4")
    return out, join_parts(parts, film, out)


KINDS = {
    "steady.mp4": {},
    "steady.mkv": {"fps": 30, "pictures": 60},
    "odd.mkv": {"size": (161, 123), "pix_fmt": "yuv444p"},
    "ten-bit.mp4": {"pix_fmt": "yuv420p10le"},
    "full-range.avi": {"codec": "mjpeg", "pix_fmt": "yuvj420p"},
    "screen.mov": {"codec": "png", "pix_fmt": "rgb24"},
    "phone.mp4": {"turned": -90},
    "variable.mp4": {"pictures": 8, "times": [0, 33, 50, 51, 400, 1190, 1933, 4000]},
}


@pytest.mark.parametrize("name", KINDS)
def test_every_picture_keeps_its_time(name, tmp_path):
    path = write_film(tmp_path / name, **KINDS[name])
    out, note = rewritten(path)
    assert note is None
    before, after = Film.open(path), Film.open(out)
    assert after.size == picture_size(before)
    assert seen(after.frames()) == seen(before.frames())
    assert seen(after.frames(1.0)) == seen(before.frames(1.0))


def test_a_browser_can_play_it(tmp_path):
    out, _ = rewritten(write_film(tmp_path / "film.mkv", pix_fmt="yuv444p"))
    data = out.read_bytes()
    assert 0 < data.index(b"moov") < data.index(b"mdat")
    with av.open(str(out)) as container:
        stream = container.streams.video[0]
        assert (stream.codec.canonical_name, stream.pix_fmt) == ("h264", "yuv420p")
        assert len(list(container.streams)) == 1


@pytest.mark.parametrize(
    ("size", "written"),
    [
        ((1920, 1080), (1280, 720)),
        ((1080, 1920), (720, 1280)),
        ((3840, 2160), (1280, 720)),
        ((1280, 720), (1280, 720)),
        ((641, 361), (640, 360)),
        ((1, 1), (2, 2)),
    ],
)
def test_sizes_are_even_and_bounded(size, written, tmp_path):
    film = Film.open(write_film(tmp_path / "film.mkv", 1))
    assert picture_size(film.__class__(**{**vars(film), "size": size})) == written


@pytest.mark.parametrize(
    ("name", "codec", "note"),
    [
        ("film.mp4", "aac", None),
        ("film.mkv", "aac", None),
        ("film.webm", "libopus", None),
        ("mp3.mkv", "libmp3lame", None),
        ("film.mov", "pcm_s16le", "The sound (pcm_s16le) cannot be copied into an MP4"),
    ],
)
def test_sound_is_copied_where_an_mp4_can_hold_it(name, codec, note, tmp_path):
    pictures = {"codec": "libvpx-vp9"} if name.endswith("webm") else {}
    path = write_film(tmp_path / name, sound=codec, **pictures)
    out, said = rewritten(path)
    with av.open(str(path)) as before, av.open(str(out)) as after:
        if note:
            assert said.startswith(note)
            assert not after.streams.audio
            return
        assert said is None
        original = [bytes(p) for p in before.demux(audio=0) if p.size]
        copied = [(float(p.pts * p.time_base), bytes(p)) for p in after.demux(audio=0) if p.size]
    assert 0 <= len(original) - len(copied) <= 1
    assert [data for _, data in copied] == original[-len(copied) :]
    assert copied[0][0] < 0.03
    assert 1.9 < copied[-1][0] < 2.0


def test_a_part_without_pictures_is_an_empty_file(tmp_path):
    film = Film.open(write_film(tmp_path / "film.mp4"))
    write_part(tmp_path / "part.mp4", film, iter(()))
    assert (tmp_path / "part.mp4").read_bytes() == b""
    with pytest.raises(FootageError, match=r"film\.mp4 has no pictures to write"):
        join_parts([tmp_path / "part.mp4"], film, tmp_path / "out.mp4")


def test_nothing_is_left_where_writing_fails(tmp_path):
    film = Film.open(write_film(tmp_path / "film.mp4"))

    def broken():
        yield 0.0, Frame.of(0.0, numbered(1)).yuv(*picture_size(film))
        raise RuntimeError

    with pytest.raises(RuntimeError):
        write_part(tmp_path / "part.mp4", film, broken())
    assert [path.name for path in tmp_path.iterdir()] == ["film.mp4"]


def test_the_same_pictures_make_the_same_bytes(tmp_path):
    path = write_film(tmp_path / "film.mp4", sound="aac")
    first = rewritten(path)[0].read_bytes()
    assert rewritten(path)[0].read_bytes() == first


@pytest.mark.parametrize("room", [0, 2000, 4000])
def test_what_cannot_be_written_is_named_and_not_the_film(room, tmp_path):
    film = Film.open(write_film(tmp_path / "film.mp4", sound="aac"))
    part, out = tmp_path / "part.mp4", tmp_path / "out.mp4"

    def write(path):
        frames = film.frames()
        write_part(path, film, ((f.time, f.yuv(*picture_size(film))) for f in frames))

    write(part)
    assert part.stat().st_size > 4000
    for path, action in (
        (tmp_path / "new.mp4", write),
        (out, lambda p: join_parts([part], film, p)),
    ):
        with files_of_at_most(room), pytest.raises(NotWritten) as refusal:
            action(path)
        assert str(refusal.value) == (
            f"{path} could not be written (File too large): allow larger files (ulimit -f), or "
            "name another folder; what is done is kept."
        )
    assert {path.name for path in tmp_path.iterdir()} == {"film.mp4", "part.mp4"}


def test_a_folder_in_the_place_of_a_film_is_named(tmp_path):
    film = Film.open(write_film(tmp_path / "film.mp4", 2))
    (tmp_path / "out.mp4").mkdir()
    frames = ((f.time, f.yuv(*picture_size(film))) for f in film.frames())
    with pytest.raises(NotWritten, match=r"out\.mp4 could not be written \(Is a directory\): move"):
        write_part(tmp_path / "out.mp4", film, frames)
