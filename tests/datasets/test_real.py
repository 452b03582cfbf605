"""The import of real photos: what is written, what is left out, and that val stays apart."""

from __future__ import annotations

import csv
import shutil
from pathlib import Path

import cv2
import numpy as np
import pytest

from datasets import real
from datasets.corrections import Correction
from datasets.sources import KIM_WONG
from scoring.tiles import TILES
from vision import labels
from vision.detector import Found
from vision.images import load_photo
from vision.reading import Places
from vision.resources import resource

CODES = [tile.code for tile in TILES]
SIZE = 200


def picture(path: Path, seed: int) -> None:
    """A noisy picture of SIZE x SIZE pixels, unlike that of any other seed."""
    rng = np.random.default_rng(seed)
    coarse = rng.integers(20, 235, (8, 8, 3)).astype(np.uint8)
    image = cv2.resize(coarse, (SIZE, SIZE), interpolation=cv2.INTER_NEAREST)
    noise = rng.integers(0, 20, (SIZE, SIZE, 1))
    path.parent.mkdir(parents=True, exist_ok=True)
    cv2.imwrite(str(path), image + noise.astype(np.uint8))


def put(folder: Path, name: str, rows: list[tuple[int, tuple]], seed: int) -> None:
    """A picture below folder/images and its labels, boxes in pixels."""
    picture(folder / "images" / f"{name}.jpg", seed)
    (folder / "labels").mkdir(exist_ok=True)
    parts = [(index, labels.scaled(box, 1 / SIZE, 1 / SIZE)) for index, box in rows]
    (folder / "labels" / f"{name}.txt").write_text(labels.render(parts))


def tiles(*indices: int) -> list[tuple[int, tuple]]:
    """Labels of tiles side by side from the left, 18 x 25 pixels each."""
    return [(index, (20.0 * k + 1, 50.0, 20.0 * k + 19, 75.0)) for k, index in enumerate(indices)]


@pytest.fixture
def yolo(tmp_path):
    """A source: two pictures to train on, one to measure on."""
    folder = tmp_path / "source"
    put(folder / "train", "one", tiles(0, 1, 2), 1)
    put(folder / "train", "two", tiles(9, 10), 2)
    put(folder / "val", "three", tiles(33, 33), 3)
    (folder / "data.yaml").write_text(f"names: {CODES}\n")
    (folder / "manifest.csv").write_text(
        "image,session,flowers_without_box,original\n"
        "train/images/one.jpg,B/hand,0,train/one\n"
        "train/images/two.jpg,A/mat32,0,two\n"
        "val/images/three.jpg,B/fb,0,three\n"
    )
    return folder


def no_corrections(*folders: Path, out: Path, look=None, sheet_folder=None, reader=None):
    return real.import_all(folders, out, look, {}, sheet_folder, reader)


def reasons(findings) -> list[tuple[str, str]]:
    return sorted({(finding.action, finding.reason) for finding in findings})


def table(path: Path) -> list[dict]:
    with path.open(newline="") as file:
        return list(csv.DictReader(file))


def test_one_yolo_folder_comes_out(yolo, tmp_path):
    out = tmp_path / "out"
    lines, findings = no_corrections(yolo, out=out)
    assert findings == []
    assert labels.class_names(out / "data.yaml") == CODES
    assert [path.relative_to(out).as_posix() for path in labels.pictures(out)] == [
        "train/images/one.jpg",
        "train/images/two.jpg",
        "val/images/three.jpg",
    ]
    for name in ("train/images/one.jpg", "val/images/three.jpg"):
        assert (out / name).read_bytes() == (yolo / name).read_bytes()
        got = labels.parse(labels.label_file(out / name).read_text())
        expected = labels.parse(labels.label_file(yolo / name).read_text())
        assert [index for index, _ in got] == [index for index, _ in expected]
        assert np.allclose([box for _, box in got], [box for _, box in expected], atol=1e-5)
    assert [line["boxes"] for line in lines] == [3, 2, 2]
    assert labels.sessions(out)[out / "train/images/two.jpg"] == "A/mat32"
    assert table(out / "report.csv") == []


def test_what_comes_out_can_be_imported_again(yolo, tmp_path):
    first, _ = no_corrections(yolo, out=tmp_path / "first")
    second, findings = no_corrections(tmp_path / "first", out=tmp_path / "second")
    assert second == first
    assert findings == []


def test_no_photo_of_val_is_trained_on(yolo, tmp_path):
    put(yolo / "train", "again", tiles(0), 4)
    turned = np.rot90(cv2.imread(str(yolo / "val/images/three.jpg")))
    cv2.imwrite(str(yolo / "train/images/turned.jpg"), turned)
    (yolo / "train/labels/turned.txt").write_text("0 0.5 0.5 0.2 0.2\n")
    with (yolo / "manifest.csv").open("a") as file:
        file.write("train/images/again.jpg,B/fb,0,valid/three\n")
        file.write("train/images/turned.jpg,B/fb,0,turned\n")
    lines, findings = no_corrections(yolo, out=tmp_path / "out")
    assert len(lines) == 3
    assert reasons(findings) == [
        ("left out", "a validation photo by its name"),
        ("left out", "the same photo as three of val"),
    ]
    assert {finding.picture.stem for finding in findings} == {"again", "turned"}


def test_a_photo_published_twice_is_taken_once(yolo, tmp_path):
    again = tmp_path / "again"
    shutil.copytree(yolo, again)
    lines, findings = no_corrections(yolo, again, out=tmp_path / "out")
    assert len(lines) == 3
    assert reasons(findings) == [("left out", "published twice")]


def test_faults_are_dropped_painted_over_and_reported(yolo, tmp_path):
    faulty = [*tiles(0, 1, 2), (99, (100.0, 100.0, 130.0, 140.0))]
    put(yolo / "train", "one", faulty, 1)
    out = tmp_path / "out"
    lines, findings = no_corrections(yolo, out=out)
    assert reasons(findings) == [("dropped", "unknown class")]
    assert lines[0]["masked"] == 1
    (row,) = table(out / "report.csv")
    assert (row["image"], row["tile"], row["left"]) == ("one", "99", "100.0")
    before, after = (load_photo(f / "train/images/one.jpg").pixels for f in (yolo, out))
    changed = np.abs(before.astype(int) - after).mean(axis=2)
    # JPEG changes every pixel a little; the label's place is painted over.
    assert np.median(changed[105:135, 105:125]) > 4 * max(np.median(changed[:90]), 1)


def test_an_unreadable_picture_or_label_file_is_left_out_with_its_reason(yolo, tmp_path):
    (yolo / "train/images/one.jpg").write_bytes(b"no picture")
    (yolo / "train/labels/two.txt").write_text("no label\n")
    lines, findings = no_corrections(yolo, out=tmp_path / "out")
    assert [line["image"] for line in lines] == ["val/images/three.jpg"]
    assert {finding.picture.stem for finding in findings} == {"one", "two"}


def test_corrections_change_train_and_never_val(yolo, tmp_path):
    wrong = {
        "one": [
            Correction((0.0, 0.25, 0.1, 0.375), "1m", "9m"),
            Correction((0.1, 0.25, 0.2, 0.375), "2m", ""),
            Correction((0.6, 0.6, 0.7, 0.8), "", "P"),
            Correction((0.2, 0.25, 0.3, 0.375), "7s", "8s"),
        ],
        "three": [Correction((0.0, 0.25, 0.1, 0.375), "P", "F")],
    }
    out = tmp_path / "out"
    _, findings = real.import_all([yolo], out, None, wrong)
    written = {
        name: [CODES[i] for i, _ in labels.parse((out / name).read_text())]
        for name in ("train/labels/one.txt", "val/labels/three.txt")
    }
    assert written == {"train/labels/one.txt": ["9m", "3m", "P"], "val/labels/three.txt": ["P"] * 2}
    assert len([f for f in findings if f.action == real.CORRECTED]) == 3


def seeing(*boxes: tuple[float, float, float, float]):
    """A look that sees these boxes in every picture, as the first flower, surely."""
    scores = np.zeros((len(boxes), len(TILES)), np.float32)
    scores[:, CODES.index("e")] = 0.9
    found = Found(np.array(boxes, np.float32).reshape(-1, 4), scores)
    return lambda pixels, scale, threshold: found


def test_tiles_without_a_label_are_painted_out_where_sessions_show_them(yolo, tmp_path):
    out = tmp_path / "out"
    look = seeing((100, 100, 130, 140))
    lines, findings = no_corrections(yolo, out=out, look=look, sheet_folder=tmp_path / "sheets")
    # one lies in a session with discards, two does not, and val is measured as it is.
    assert {line["image"]: line["masked"] for line in lines} == {
        "train/images/one.jpg": 1,
        "train/images/two.jpg": 0,
        "val/images/three.jpg": 0,
    }
    assert reasons(findings) == [("painted out", "a tile without a label")]
    assert (out / "val/images/three.jpg").read_bytes() == (
        yolo / "val/images/three.jpg"
    ).read_bytes()
    assert (tmp_path / "sheets" / "masked-1.jpg").is_file()


class Sure:
    """A reader that is so sure that a place is a tile, and of its kind."""

    def __init__(self, code: str, certain: float, named: float, box: tuple) -> None:
        left, top, right, bottom = box
        tiles = np.full((1, len(TILES)), (1 - named) / (len(TILES) - 1))
        tiles[0, CODES.index(code)] = named
        corners = [[(left, top), (right, top), (right, bottom), (left, bottom)]]
        self.found = Places(np.array(corners, float), tiles, np.array([certain]), None)

    def places(self, photo):
        return self.found


@pytest.mark.parametrize(
    ("code", "certain", "named", "box", "written"),
    [
        ("5p", 0.95, 0.95, (101, 100, 131, 141), ["5p"]),
        ("5p", 0.85, 0.95, (101, 100, 131, 141), []),
        ("5p", 0.95, 0.80, (101, 100, 131, 141), []),
        ("5p", 0.95, 0.95, (120, 100, 150, 141), []),
        ("5p", 0.02, 0.95, (101, 100, 131, 141), None),
    ],
    ids=["sure", "hardly a tile", "of two kinds", "another place", "no tile"],
)
def test_the_models_label_only_what_they_are_sure_of(
    yolo, tmp_path, code, certain, named, box, written
):
    out = tmp_path / "out"
    found = (100, 100, 130, 140)
    lines, findings = no_corrections(
        yolo, out=out, look=seeing(found), reader=Sure(code, certain, named, box)
    )
    rows = labels.parse((out / "train/labels/one.txt").read_text())
    before = labels.parse((yolo / "train/labels/one.txt").read_text())
    assert [CODES[index] for index, _ in rows[len(before) :]] == (written or [])
    assert (lines[0]["adopted"], lines[0]["masked"]) == (bool(written), written == [])
    actions = [] if written is None else [real.ADOPTED if written else real.MASKED]
    assert reasons(findings) == [(action, "a tile without a label") for action in actions]
    if written:
        assert labels.scaled(rows[-1][1], SIZE, SIZE) == pytest.approx(found, abs=0.1)


@pytest.mark.parametrize(
    ("seen", "flower"),
    [([(61.0, 50.0, 79.0, 75.0)], (61, 50, 79, 75)), ([], None)],
    ids=["found", "not found"],
)
def test_a_boxed_print_becomes_a_whole_tile_or_the_picture_is_left_out(tmp_path, seen, flower):
    clone = tmp_path / "clone"
    names = KIM_WONG.names.split()
    rows = [*tiles(0, 1, 2), (names.index("f1"), (62.0, 51.0, 78.0, 58.0))]
    put(clone / "Datas/2/all", "IMG_3250_jpeg.rf.aa", rows, 1)
    put(clone / "Datas/2/all", "00C43BBF-7D50-4347_jpeg.rf.aa", rows, 2)
    out = tmp_path / "out"
    lines, findings = no_corrections(clone, out=out, look=seeing(*seen))
    written = {line["image"]: line for line in lines}
    measured = written["val/images/A_hands_00C43BBF-7D50-4347.jpg"]
    trained = "train/images/A_mat32_IMG_3250.jpg"
    if flower is None:
        assert trained not in written
        assert ("left out", "1 tiles are known to have no box") in reasons(findings)
        assert (measured["boxes"], measured["flowers_without_box"]) == (3, 1)
    else:
        *_, (index, box) = labels.parse((labels.label_file(out / trained)).read_text())
        assert CODES[index] == "e"
        assert labels.scaled(box, SIZE, SIZE) == pytest.approx(flower, abs=0.1)
        assert (measured["boxes"], measured["flowers_without_box"]) == (4, 0)


def test_problem_cases_become_training_pictures_of_a_usable_size(tmp_path):
    folder = tmp_path / "cases"
    folder.mkdir()
    cv2.imwrite(str(folder / "table.png"), np.full((1000, 3200, 3), 90, np.uint8))
    (folder / "table.txt").write_text("4 0.5 0.5 0.1 0.4\n")
    out = tmp_path / "out"
    ((line,), findings) = no_corrections(folder, out=out)
    assert findings == []
    assert (line["image"], line["session"]) == ("train/images/cases_cases_table.jpg", "cases/cases")
    assert load_photo(out / line["image"]).size == (1600, 500)
    assert labels.label_file(out / line["image"]).read_text().split()[0] == "4"


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["missing"], "There is no folder missing"),
        ([".", "--mask", "missing.onnx"], "There is no model at missing.onnx"),
    ],
)
def test_bad_input_gets_one_sentence(tmp_path, monkeypatch, capsys, arguments, message):
    monkeypatch.chdir(tmp_path)
    assert real.main([*arguments, "--out", str(tmp_path / "out")]) == 2
    assert capsys.readouterr().err.startswith(f"datasets.real: {message}")
    assert not (tmp_path / "out").exists()


def files(folder: Path) -> dict[Path, bytes]:
    return {path: path.read_bytes() for path in folder.rglob("*") if path.is_file()}


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["source", "--out", "source"], "--out source is the same as source"),
        (["source", "--out", "link"], "--out link is the same as source"),
        (["link", "--out", "source"], "--out source is the same as link"),
        (["source", "--out", "source/new"], "--out source/new lies in source"),
        (["source", "--out", "."], "--out . holds source"),
        (["source/train", "--out", "source"], "--out source holds source/train"),
        (["source", "--out", "linked"], "--out linked/train/images lies in source"),
        (["cases", "--out", "source"], "--out source holds cases/one.jpg"),
        (["source", "--out", "new", "--sheets", "source"], "--sheets source is the same as source"),
        (["source", "--out", "new", "--sheets", "source/s"], "--sheets source/s lies in source"),
        (["source", "--out", "file"], "--out file cannot be a folder"),
        (["source", "--out", "file/new"], "--out file/new cannot be a folder"),
        (["source", "--out", "new", "--sheets", "file"], "--sheets file cannot be a folder"),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, list) else "",
)
def test_sources_are_never_written_to(yolo, tmp_path, monkeypatch, capsys, arguments, words):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "link").symlink_to("source")
    (tmp_path / "linked").mkdir()
    (tmp_path / "linked/train").symlink_to("../source/train")
    (tmp_path / "cases").mkdir()
    (tmp_path / "cases/one.jpg").symlink_to(yolo / "train/images/one.jpg")
    shutil.copyfile(yolo / "train/labels/one.txt", tmp_path / "cases/one.txt")
    (tmp_path / "file").write_text("")
    before = files(tmp_path)
    assert real.main(arguments) == 2
    (message,) = capsys.readouterr().err.splitlines()
    assert message.startswith(f"datasets.real: {words}")
    assert files(tmp_path) == before
    assert not (tmp_path / "new").exists()


@pytest.mark.parametrize("way", [Path.symlink_to, Path.hardlink_to], ids=["symbolic", "hard"])
def test_links_in_the_folder_to_write_are_replaced_not_followed(yolo, tmp_path, way):
    put(yolo / "train", "one", [*tiles(0, 1, 2), (99, (100.0, 100.0, 130.0, 140.0))], 1)
    before = files(yolo)
    out = tmp_path / "out"
    for path in before:
        again = out / path.relative_to(yolo)
        again.parent.mkdir(parents=True, exist_ok=True)
        way(again, path)
    lines, _ = no_corrections(yolo, out=out)
    assert (len(lines), lines[0]["masked"]) == (3, 1)
    assert files(yolo) == before


def test_the_command_says_what_it_did(yolo, tmp_path, capsys):
    put(yolo / "train", "one", [*tiles(0, 1, 2), (99, (100.0, 100.0, 130.0, 140.0))], 1)
    assert real.main([str(yolo), "--out", str(tmp_path / "out")]) == 0
    said = capsys.readouterr().out
    assert "train B/hand" in said
    assert "1 dropped: unknown class" in said
    assert "3 pictures in" in said


@pytest.fixture
def heap(shared, tmp_path):
    """A source of B_hand_1388: one labelled hand below a heap of discards that nobody labelled."""
    source = tmp_path / "source"
    for kind, suffix in (("images", "jpg"), ("labels", "txt")):
        (source / "train" / kind).mkdir(parents=True)
        name = f"train/{kind}/B_hand_1388.{suffix}"
        shutil.copyfile(shared / "photos" / name, source / name)
    shutil.copyfile(shared / "photos" / "data.yaml", source / "data.yaml")
    shutil.copyfile(shared / "photos" / "manifest.csv", source / "manifest.csv")
    return source


def test_a_real_model_paints_out_real_discards(heap, tmp_path):
    out = tmp_path / "out"
    model = resource("models") / "tiles.onnx"
    assert real.main([str(heap), "--out", str(out), "--mask", str(model)]) == 0
    (line,) = table(out / "manifest.csv")
    assert int(line["masked"]) >= 4
    masked = [row for row in table(out / "report.csv") if row["action"] == real.MASKED]
    # Everything painted out lies in the heap, the upper half; the hand lies in the lower.
    assert all(float(row["bottom"]) < 400 for row in masked)


def test_real_models_label_real_discards(heap, tmp_path):
    out = tmp_path / "out"
    model = resource("models") / "tiles.onnx"
    assert real.main([str(heap), "--out", str(out), "--mask", str(model), "--adopt"]) == 0
    (line,) = table(out / "manifest.csv")
    adopted = [row for row in table(out / "report.csv") if row["action"] == real.ADOPTED]
    assert int(line["adopted"]) == len(adopted) >= 4
    assert all(float(row["bottom"]) < 400 for row in adopted)
