"""`fanlens evaluate tiles`: what it prints and what it leaves behind."""

from __future__ import annotations

import csv
import shutil

import pytest
from PIL import Image

from vision.main import main


@pytest.fixture
def folder(shared, tmp_path):
    """Three of the validation photos with their labels."""
    for part, suffix in (("images", "jpg"), ("labels", "txt")):
        (tmp_path / "val" / part).mkdir(parents=True)
        for name in ("A_hands_0003", "B_fb_1093", "B_hand_1059"):
            source = shared / "photos" / "val" / part / f"{name}.{suffix}"
            shutil.copy(source, tmp_path / "val" / part)
    shutil.copy(shared / "photos" / "manifest.csv", tmp_path)
    return tmp_path / "val"


def test_rows_report_and_tables(folder, tmp_path, capsys):
    out = tmp_path / "out"
    command = ["evaluate", "tiles", str(folder), "--out", str(out), "--variants", "turned 180"]
    assert main(command) == 0
    printed = capsys.readouterr().out
    assert (out / "report.md").read_text("utf-8") == printed
    for session in ("A/hands", "B/fb", "B/hand"):
        assert f"| {session} | 1 |" in printed
    with (out / "photos.csv").open(newline="", encoding="utf-8") as file:
        rows = list(csv.DictReader(file))
    assert [row["photo"] for row in rows[::2]] == ["A_hands_0003", "B_fb_1093", "B_hand_1059"]
    assert {row["variant"] for row in rows} == {"as it is", "turned 180"}
    plain = rows[::2]
    assert sum(int(row["right"]) for row in plain) >= 0.9 * sum(int(row["tiles"]) for row in plain)
    wrong = any(row["exact"] == "0" for row in plain)
    assert (out / "mistakes-1.jpg").exists() == wrong


def test_photos_without_a_label_file_are_told(folder, capsys):
    (folder / "labels" / "B_fb_1093.txt").unlink()
    assert main(["evaluate", "tiles", str(folder)]) == 0
    assert "1 of 3 photos have no label file and count as photos without" in capsys.readouterr().err


def test_the_peer_is_measured_by_the_same_command(folder, capsys):
    pytest.importorskip("mahjong_detector", reason="needs the package mahjong-detector")
    assert main(["evaluate", "tiles", str(folder), "--peer"]) == 0
    assert "| all | 3 |" in capsys.readouterr().out


def test_what_cannot_be_read_is_named_and_the_others_are_measured(folder, tmp_path, capsys):
    (folder / "labels" / "A_hands_0003.txt").write_text("0 0.5 0.5 0.1 0.1\n43 0 0 1 1\n")
    (folder / "images" / "B_fb_1093.jpg").write_bytes(b"")
    out = tmp_path / "out"
    assert main(["evaluate", "tiles", str(folder), "--out", str(out)]) == 2
    printed, told = capsys.readouterr()
    wrong_label, empty_photo = told.splitlines()
    assert "A_hands_0003.txt, line 2: class 43 is none of the 43 tiles; use 0 to 42." in wrong_label
    assert empty_photo == "fanlens: B_fb_1093.jpg is empty (0 bytes); send the photo again."
    assert "| B/hand | 1 |" in printed
    listed = told.replace("fanlens: ", "- ")
    assert printed.endswith(f"## Not measured\n\n2 of 3 photos:\n\n{listed}")
    assert (out / "report.md").read_text("utf-8") == printed
    with (out / "photos.csv").open(newline="", encoding="utf-8") as file:
        assert [row["photo"] for row in csv.DictReader(file)] == ["B_hand_1059"]


def test_a_folder_without_any_photo_that_can_be_read(folder, capsys):
    for photo in (folder / "images").iterdir():
        photo.write_bytes(b"%PDF")
    assert main(["evaluate", "tiles", str(folder)]) == 2
    told = capsys.readouterr().err.splitlines()
    assert len(told) == 4
    assert told[-1] == "fanlens: None of these photos could be measured."


@pytest.mark.parametrize(
    ("measured", "options", "message"),
    [
        ("tiles", ["file"], "fanlens: file is a file; give the folder of the pictures."),
        ("hands", ["file"], "fanlens: file is a file; give the folder that has truth.json."),
        ("hands", [".", "--photos", "file"], "file is a file; give the folder of the photos."),
        ("footage", ["file"], "file is a file; give the folder of the films and their truth."),
        ("hands", [".", "--out", "folder"], "--out folder is a folder; name a file in it."),
        ("tiles", [".", "--out", "file"], "--out file cannot be a folder (File exists); name"),
        ("footage", [".", "--out", "file"], "--out file cannot be a folder (File exists); name"),
    ],
)
def test_a_file_in_the_place_of_a_folder(measured, options, message, tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "folder").mkdir()
    (tmp_path / "file").write_text("")
    (tmp_path / "truth.json").write_text('[{"photo": "none"}]')
    Image.new("RGB", (8, 8)).save("photo.jpg")
    (tmp_path / "photo.txt").write_text("")
    (tmp_path / "film.mp4").write_text("")
    film = '"source": "s", "quality": "q", "seconds": 1, "events": [], "size": [2, 2], '
    film += '"variable": false, "handheld": false, "overlay": false'
    (tmp_path / "film.json").write_text(f"{{{film}}}")
    assert main(["evaluate", measured, *options]) == 2
    error = capsys.readouterr().err.splitlines()[-1]
    assert message in error


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (["none"], "There is no folder none"),
        (["{folder}", "--unlabelled", "none.json"], "none.json cannot be read (No such file"),
    ],
)
def test_refusals(folder, options, message, capsys):
    options = [option.format(folder=folder) for option in options]
    assert main(["evaluate", "tiles", *options]) == 2
    assert message in capsys.readouterr().err
