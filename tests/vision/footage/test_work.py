"""A whole call: the same results however often it was interrupted and however many work on it."""

from __future__ import annotations

import errno
import json
import os
import pickle
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path

import numpy as np
import pytest

from tests.vision.footage.films import files_of_at_most, write_film
from tests.vision.footage.games import OTHER, WIN, game
from vision.footage.analysis import Options
from vision.footage.listing import load_results, save_review
from vision.footage.opening import FootageError
from vision.footage.progress import Progress
from vision.footage.review import Review
from vision.footage.segments import draw_segment, is_drawn, parts_of
from vision.footage.storage import NotWritten, locked
from vision.footage.video import Film
from vision.footage.work import PARTS, Job, drawing_cost, films_in, run

# Each hand is read twice, which is as often as it must be.
OPTIONS = Options(finished=(0.6, 9.0))
JOB = Job(options=OPTIONS, segment=5.0)


def contents(folder: Path) -> dict[str, bytes]:
    """All results by name, without the lock."""
    return {
        str(path.relative_to(folder)): path.read_bytes()
        for path in sorted(folder.rglob("*"))
        if path.is_file() and path.name != ".lock"
    }


@pytest.fixture(scope="module")
def film(tmp_path_factory) -> Path:
    return game(tmp_path_factory.mktemp("films") / "game.mp4", [WIN, OTHER])


class Lines:
    def __init__(self, terminal: bool) -> None:
        self.text, self._terminal = "", terminal

    def isatty(self) -> bool:
        return self._terminal

    def write(self, text: str) -> None:
        self.text += text

    def flush(self) -> None:
        pass


class Recorded(Progress):
    """Notes what share is done whenever more is."""

    def __init__(self) -> None:
        super().__init__(Lines(False))
        self.shares = []

    def add(self, seconds: float, what: str = "") -> None:
        super().add(seconds, what)
        self.shares.append(self._done / self._total)


@pytest.fixture(scope="module")
def recorded(film) -> Recorded:
    """How a call goes on that nothing interrupts."""
    progress = Recorded()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("vision.footage.processes.TELL_EVERY", 0.0)
        summary = run([film], film.parent / "out", JOB, progress=progress)
    assert summary.refused == ()
    return progress


@pytest.fixture(scope="module")
def done(film, recorded) -> Path:
    """What such a call makes of the film."""
    return film.parent / "out"


def test_a_game_becomes_a_list_of_its_hands(film, done):
    (results,) = load_results(done)
    assert (results.name, results.film, results.notes) == ("game.mp4", film, ())
    assert [sorted(hand.row("", "")["concealed"]) for hand in results.hands] == [
        sorted(WIN),
        sorted(OTHER),
    ]
    first, second = (hand.event for hand in results.hands)
    assert 4.0 <= first.start < first.best < first.end <= 8.0 <= second.start < 12.0
    assert Film.open(results.annotated).duration == pytest.approx(12.0, abs=0.3)
    assert set(contents(done)) == {
        "hands.csv",
        "hands.jsonl",
        "sheet.jpg",
        "game/annotated.mp4",
        "game/film.json",
        "game/hands.json",
        "game/segments/0000.json",
        "game/segments/0001.json",
        *(f"game/{kind}/{e}.jpg" for kind in ("stills", "thumbnails") for e in ("e1", "e2")),
    }


# What a call that is killed may leave, by what is missing or damaged.
LEFT = {
    "one segment": ["game/segments/0001.json", "game/hands.json", "game/annotated.mp4"],
    "segments without a list": ["game/hands.json", "game/stills/e2.jpg", "game/annotated.mp4"],
    "everything but the exports": ["hands.csv", "hands.jsonl", "sheet.jpg"],
}


@pytest.mark.parametrize(
    "missing",
    [
        pytest.param(names, id=left, marks=pytest.mark.slow if "one" in left else ())
        for left, names in LEFT.items()
    ],
)
def test_what_an_earlier_call_left_is_gone_on_with(missing, film, done, tmp_path):
    out = tmp_path / "out"
    shutil.copytree(done, out)
    for name in missing:
        (out / name).unlink()
    (out / "game/segments/.0001.json.77.partial").write_text("{")
    kept = (out / "game/segments/0000.json").stat().st_mtime_ns
    assert run([film], out, JOB).refused == ()
    assert contents(out) == contents(done)
    assert (out / "game/segments/0000.json").stat().st_mtime_ns == kept


def cut(path: Path) -> None:
    os.truncate(path, path.stat().st_size * 2 // 3)


def change(path: Path) -> None:
    """One byte in the middle; size and time stay."""
    data, status = bytearray(path.read_bytes()), path.stat()
    data[len(data) // 2] ^= 1
    path.write_bytes(data)
    os.utime(path, ns=(status.st_atime_ns, status.st_mtime_ns))


@pytest.mark.parametrize("damage", [cut, change])
def test_what_was_drawn_and_is_damaged_is_drawn_again(damage, film, done, tmp_path):
    out = tmp_path / "out"
    shutil.copytree(done, out)
    drawn = ("annotated.mp4", "stills/e1.jpg", "thumbnails/e2.jpg")
    for path in (*(out / "game" / name for name in drawn), out / "sheet.jpg"):
        damage(path)
    assert run([film], out, JOB).refused == ()
    assert contents(out) == contents(done)


def test_a_film_that_is_sound_is_not_drawn_again(film, done, tmp_path):
    out = tmp_path / "out"
    shutil.copytree(done, out)
    before = (out / "game/annotated.mp4").stat()
    run([film], out, JOB)
    assert os.path.samestat(before, (out / "game/annotated.mp4").stat())


def test_parts_that_are_damaged_are_drawn_again(film, done, tmp_path):
    out = tmp_path / "out"
    shutil.copytree(done, out)
    (out / "game/annotated.mp4").unlink()
    (results,) = load_results(out)
    parts = parts_of(Film.open(film), out / "game" / PARTS, results.hands, JOB.segment)
    assert [is_drawn(part) for part in parts] == [False, False]
    for part in parts:
        draw_segment(part, results.hands)
    assert [is_drawn(part) for part in parts] == [True, True]
    whole = parts[1].path.read_bytes()
    for damage in (Path.unlink, change, cut):
        parts[1].path.write_bytes(whole)
        assert is_drawn(parts[1])
        damage(parts[1].path)
        assert not is_drawn(parts[1])
    assert run([film], out, JOB).refused == ()
    assert contents(out) == contents(done)


@pytest.mark.parametrize(
    ("folder", "blames"),
    [
        ("hands.csv", "hands.csv"),
        ("hands.jsonl", "hands.jsonl"),
        ("sheet.jpg", "sheet.jpg"),
        ("game/annotated.mp4", "game/annotated.mp4"),
        ("game/hands.json", "game/hands.json"),
        ("game/film.json", "game/film.json"),
        ("game/thumbnails/e1.jpg", "game/thumbnails/e1.jpg"),
    ],
)
def test_a_folder_in_the_place_of_a_result_is_named(folder, blames, film, done, tmp_path):
    out = tmp_path / "out"
    shutil.copytree(done, out)
    (out / folder).unlink()
    (out / folder / "inside").mkdir(parents=True)
    (sentence,) = run([film], out, JOB).refused
    assert sentence == (
        f"{out / blames} could not be written (Is a directory): move the folder of that name "
        "away, or name another folder; what is done is kept."
    )


def test_a_disk_without_room_is_blamed_and_not_the_film(film, tmp_path):
    out = tmp_path / "out"
    with files_of_at_most(600):
        (sentence,) = run([film], out, Job(options=OPTIONS, segment=20.0)).refused
    assert sentence.startswith(
        f"{out / 'game/segments/0000.json'} could not be written (File too large): allow larger"
    )
    assert [path for path in out.rglob(".*") if path.name != ".lock"] == []


@pytest.mark.parametrize(
    ("number", "words"),
    [
        (errno.ENOSPC, "(No space left on device): make room on its disk, or name another folder;"),
        (errno.EACCES, "(Permission denied): change the permissions of it and its folder, or name"),
        (errno.EROFS, "(Read-only file system): make its disk writable, or name another folder;"),
        (errno.EIO, "(Input/output error): name another folder; what is done is kept."),
    ],
)
def test_what_hinders_writing_is_told_with_what_to_do(number, words):
    error = OSError(number, os.strerror(number), "out/.hands.csv.77.partial")
    told = pickle.loads(pickle.dumps(NotWritten.of(Path("out/hands.csv"), error)))
    assert str(told).startswith(f"out/hands.csv could not be written {words}")


@pytest.mark.slow
def test_damaged_and_foreign_results_are_made_again(film, done, tmp_path):
    out = tmp_path / "out"
    shutil.copytree(done, out)
    (out / "game/segments/0000.json").write_text('{"key"')
    values = json.loads((out / "game/segments/0001.json").read_text())
    (out / "game/segments/0001.json").write_text(json.dumps(values | {"key": "another"}))
    (out / "game/annotated.mp4").write_bytes(b"no film")
    run([film], out, JOB)
    assert contents(out) == contents(done)


def test_a_review_is_drawn_by_the_next_call(film, done, tmp_path):
    out = tmp_path / "out"
    shutil.copytree(done, out)
    (results,) = load_results(out)
    save_review(results.folder, Review("e1", results.events[0].best, "deleted"))
    summary = run([film], out, JOB)
    assert [hand.state for hand in summary.films[0].hands] == ["deleted", "found"]
    before, after = contents(done), contents(out)
    assert after["game/annotated.mp4"] != before["game/annotated.mp4"]
    assert after["game/hands.json"] == before["game/hands.json"]
    assert json.loads(after["hands.jsonl"].splitlines()[0])["state"] == "deleted"


def test_another_film_of_the_same_name_takes_nothing_over(tmp_path):
    mine, elsewhere = tmp_path / "game.mp4", tmp_path / "other" / "game.mov"
    elsewhere.parent.mkdir()
    write_film(mine, 4)
    write_film(elsewhere, 5)
    out, job = tmp_path / "out", Job(draw=False)
    run([elsewhere, mine, elsewhere], out, job)
    assert [film.film for film in load_results(out)] == [elsewhere, mine]
    assert [film.folder.name for film in load_results(out)] == ["game", "game-2"]
    save_review(out / "game-2", Review("e1", 5.0, "deleted"))
    before, told = mine.read_bytes(), []
    write_film(mine, 6)
    assert run([mine], out, job, tell=told.append).refused == ()
    other, changed = load_results(out)
    assert (other.film, changed.film, changed.reviews) == (elsewhere, mine, ())
    (kept,) = (out / "game-2").glob("review-*.json")
    assert json.loads(kept.read_text())["e1"]["state"] == "deleted"
    assert [kept.name in sentence for sentence in told] == [True]
    mine.write_bytes(before)
    run([mine], out, job, tell=told.append)
    _, back = load_results(out)
    assert [review.state for review in back.reviews] == ["deleted"]
    assert [kept.name in sentence for sentence in told] == [True, True]


def test_one_call_at_a_time_writes_to_a_folder(film, tmp_path):
    with locked(tmp_path), pytest.raises(FootageError, match="Another call is writing to"):
        run([film], tmp_path, JOB)


def test_a_folder_that_cannot_be_written_to(film, tmp_path):
    (tmp_path / "out").write_text("a file")
    for out in (tmp_path / "out", tmp_path / "out" / "inner"):
        with pytest.raises(NotWritten, match=rf"{out} could not be written \(.*\): move the file"):
            run([film], out, JOB)


def test_files_and_folders_are_looked_through_once(tmp_path):
    for name in ("b.MP4", "a.mkv", "notes.txt"):
        (tmp_path / name).write_bytes(b"")
    (tmp_path / "empty").mkdir()
    found, refused = films_in([tmp_path / "a.mkv", tmp_path, tmp_path / "empty"])
    assert [path.name for path in found] == ["a.mkv", "b.MP4"]
    assert refused == [f"There is no film in {tmp_path / 'empty'}; name one, or another folder."]


def test_names_that_lead_nowhere_are_told_and_the_others_looked_through(tmp_path):
    (tmp_path / "a.mkv").write_bytes(b"")
    (tmp_path / "round.mp4").symlink_to(tmp_path / "round.mp4")
    long = tmp_path / f"{'n' * 300}.mp4"
    found, refused = films_in([tmp_path / "round.mp4", long, tmp_path / "a.mkv"])
    assert [path.name for path in found] == ["a.mkv"]
    lost = (tmp_path / "round.mp4", long)
    assert refused == [f"{path} leads to no file; name another." for path in lost]


def test_a_name_of_dots_stays_inside_the_folder_of_results(tmp_path):
    write_film(tmp_path / "..mp4", 4)
    run([tmp_path / "..mp4"], tmp_path / "out" / "inner", Job(draw=False))
    assert {path.name for path in (tmp_path / "out").iterdir()} == {"inner"}
    assert (tmp_path / "out" / "inner" / "film" / "hands.json").is_file()


def test_damage_and_an_early_end_are_told(tmp_path):
    path = write_film(tmp_path / "cut.mp4", 200, movflags="+faststart")
    path.write_bytes(path.read_bytes()[: path.stat().st_size // 2])
    summary = run([path], tmp_path / "out", Job(draw=False))
    *damaged, end = summary.films[0].notes
    assert all("damaged part" in note for note in damaged)
    assert end.startswith("The pictures end at 0:00:0")
    assert "though the film should last 0:00:10" in end


@pytest.mark.parametrize(
    ("name", "pictures", "told"), [("early.mkv", 30, False), ("trimmed.mp4", 20, True)]
)
def test_films_whose_times_begin_below_zero_are_drawn_from_their_first_picture(
    name, pictures, told, tmp_path
):
    path = write_film(tmp_path / name, 30, range(-500, 1000, 50), shift=False)
    (results,) = run([path], tmp_path / "out", Job()).films
    drawn = [frame.time for frame in Film.open(results.annotated).frames()]
    assert drawn == pytest.approx([n / 20 for n in range(pictures)])
    assert ["trimmed off" in note for note in results.notes] == [True] * told


def test_progress_tells_the_time_that_is_left(monkeypatch):
    now = [0.0]
    monkeypatch.setattr(time, "monotonic", lambda: now[0])
    for terminal, shown in ((False, " 75%, 0:01:40 left game.mp4\n"), (True, "0:01:40 left")):
        now[0] = 0.0
        out = Lines(terminal)
        progress = Progress(out)
        progress.expect(400.0)
        progress.skip(200.0)
        assert progress.remaining is None
        now[0] = 100.0
        progress.add(100.0, "game.mp4")
        assert progress.remaining == 100.0
        assert shown in out.text


def test_progress_goes_on_while_a_film_is_read_and_drawn(film, recorded):
    steps = np.diff([0, *recorded.shares])
    assert 0 <= steps.min() <= steps.max() < 0.1
    assert recorded.shares[-1] == pytest.approx(1)
    # The film has 60 pictures, all to be drawn.
    read = 1.001 / (1 + drawing_cost(Film.open(film)))
    assert sum(share > read for share in recorded.shares) >= 60


@pytest.mark.slow
def test_several_processes_make_the_same(film, done, tmp_path):
    summary = run([film], tmp_path / "out", JOB, workers=2)
    assert summary.refused == ()
    assert contents(tmp_path / "out") == contents(done)


CALL = """
import sys
from pathlib import Path
from vision.footage.analysis import Options
from vision.footage.work import Job, run
if __name__ == "__main__":
    job = Job(options=Options(finished=(0.6, 9.0)), segment=5.0)
    run([Path(sys.argv[1])], Path(sys.argv[2]), job, workers=int(sys.argv[3]))
"""


@pytest.mark.slow
@pytest.mark.parametrize("workers", [1, 2])
def test_killed_at_any_point_and_started_again(workers, film, done, tmp_path):
    """Killed again and again, each time a little later, until it ends by itself."""
    script, out = tmp_path / "call.py", tmp_path / "out"
    script.write_text(CALL)
    begun, states = time.monotonic(), set()
    patience = 0.7
    while time.monotonic() - begun < 400:
        process = subprocess.Popen(
            [sys.executable, str(script), str(film), str(out), str(workers)],
            env=os.environ | {"PYTHONPATH": str(Path(__file__).resolve().parents[3])},
            start_new_session=True,
        )
        try:
            assert process.wait(patience) == 0
            break
        except subprocess.TimeoutExpired:
            process.send_signal(signal.SIGKILL)
            process.wait()
        states.add(frozenset(contents(out)))
        patience *= 1.2
    assert contents(out) == contents(done)
    assert states, "it was never killed"
