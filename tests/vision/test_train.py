"""The command line of training, without training: what it refuses."""

import cv2
import numpy as np
import pytest

from vision import train


@pytest.fixture
def imported(tmp_path):
    """A folder as `datasets.real` writes it: the manifest above the part to train on."""
    for part in ("images", "labels"):
        (tmp_path / "train" / part).mkdir(parents=True)
    cv2.imwrite(str(tmp_path / "train/images/a.png"), np.zeros((64, 64, 3), np.uint8))
    (tmp_path / "train/labels/a.txt").write_text("4 0.5 0.5 0.5 0.5\n")
    (tmp_path / "manifest.csv").write_text("image,session\ntrain/images/a.png,A/mat32\n")
    return tmp_path / "train"


@pytest.mark.parametrize(
    "arguments",
    [
        ["faces", "nothere.npz"],
        ["detector", "nothere", "--start", "yolo11n.yaml"],
        ["detector", ".", "--start", "nothere.pt"],
        ["begin", "nothere.pt", "yolo11s.yaml"],
        ["certainty", "nothere"],
        ["faces", ".", "--start", "nothere.yaml"],
        ["export", "faces", "nothere.pt"],
        ["--recipe", "nothere.toml", "export", "faces", "models/faces.pt"],
    ],
)
def test_what_is_not_there_is_named(arguments, capsys):
    with pytest.raises(SystemExit) as stopped:
        train.main(arguments)
    assert stopped.value.code == 2
    assert "There is no nothere" in capsys.readouterr().err


def _crops(imported):
    from vision.training.crops import gather, photos

    path = imported / "crops.npz"
    gather(photos(imported)).save(path)
    return path


@pytest.mark.parametrize(
    ("kind", "sources"),
    [("detector", lambda folder: folder), ("faces", _crops)],
    ids=["detector", "faces"],
)
def test_a_session_to_hold_out_must_be_there(kind, sources, imported, tmp_path, capsys):
    pytest.importorskip("ultralytics", reason="needs the train extra")
    arguments = [
        kind,
        str(sources(imported)),
        "--hold-out",
        "A/mat23",
        "--out",
        str(tmp_path / "r"),
    ]
    if kind == "detector":
        arguments += ["--start", "yolo11n.yaml"]
    with pytest.raises(SystemExit) as stopped:
        train.main(arguments)
    assert stopped.value.code == 2
    message = capsys.readouterr().err
    assert "No picture is of the session A/mat23" in message
    assert "there are: A/mat32." in message


@pytest.mark.parametrize(
    "shares",
    [["1"], ["1", "1", "1"], ["2", "-1"], ["0", "0"], ["1", "nan"], ["1", "inf"], ["nan", "nan"]],
    ids=" ".join,
)
def test_every_file_of_crops_has_one_share(shares, imported, capsys):
    crops = [str(_crops(imported))] * 2
    with pytest.raises(SystemExit) as stopped:
        train.main(["faces", *crops, "--shares", *shares])
    assert stopped.value.code == 2
    assert "--shares takes one number for each file" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["faces", ".", "--steps", "-5"], "--steps is a whole number of at least 0"),
        (["detector", ".", "--start", ".", "--epochs", "0"], "--epochs is a whole number of at"),
        (["detector", ".", "--start", ".", "--hours", "nan"], "--hours is a number above 0"),
    ],
    ids=["steps", "epochs", "hours"],
)
def test_numbers_that_cannot_be_are_refused(arguments, words, capsys):
    with pytest.raises(SystemExit) as stopped:
        train.main(arguments)
    assert stopped.value.code == 2
    assert words in capsys.readouterr().err


FOREIGN = "{}"


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["faces", "foreign.npz"], "foreign.npz is no file of crops"),
        (["faces", "cut.npz"], "cut.npz is no file of crops"),
        (["faces", "train"], "train is no file of crops"),
        (["faces", "crops.npz", "crops.npz", "none.npz"], "none.npz holds no crop; leave it out."),
        (["faces", "crops.npz", "--test", "none.npz"], "none.npz holds no crop; leave it out."),
        (["faces", "crops.npz", "--hold-out", "A/mat32"], "All crops of crops.npz are of sessions"),
        (["faces", "crops.npz", "--out", "foreign.pt"], "--out foreign.pt cannot be a folder"),
        (["detector", "strange", "--start", "tiny.pt"], "class 99 is none of the 43 tiles; use"),
        (["faces", "crops.npz", "--start", "foreign.pt"], "foreign.pt holds no weights"),
        (["faces", "crops.npz", "--start", "tiny.pt"], "tiny.pt holds no weights of a classifier"),
        (["export", "faces", "foreign.pt"], "foreign.pt holds no weights"),
        (["begin", "foreign.pt", "yolo11s.yaml"], "foreign.pt holds no network"),
        (["begin", "tiny.pt", "yolo11s.yaml"], "tiny.pt holds no network"),
        (
            ["mean", "tiny.pt", "tiny.pt", "--out", "tiny.pt"],
            "--out tiny.pt is the same as",
        ),
        (["mean", "tiny.pt", "tiny.pt", "--out", "mean"], "--out mean does not end in .pt"),
        (["mean", "tiny.pt", "tiny.pt", "--out", "foreign.pt/m.pt"], "cannot be a folder"),
        (["detector", "train", "--start", "yolo11n.yaml", "--out", "."], "--out . holds train"),
        (["export", "detector", "foreign.pt"], "foreign.pt holds no network"),
        (["export", "detector", "tiny.pt"], "tiny.pt holds no network"),
        (["detector", "train", "--start", "foreign.pt"], "foreign.pt holds no network"),
        (["--recipe", "foreign.npz", "faces", "crops.npz"], "foreign.npz is no TOML file"),
        (["--recipe", "bare.toml", "faces", "crops.npz"], "bare.toml: size is no table of a rec"),
        (["--recipe", "odd.toml", "faces", "crops.npz"], "knows no value colour"),
        (["certainty", "train"], "train was not made by `python -m datasets.synth`"),
    ],
    ids=lambda value: "" if isinstance(value, str) else " ".join(value),
)
def test_foreign_files_are_refused_in_one_sentence(
    arguments, words, imported, tmp_path, capsys, monkeypatch
):
    torch = pytest.importorskip("torch", reason="needs the train extra")
    pytest.importorskip("ultralytics", reason="needs the train extra")
    monkeypatch.chdir(tmp_path)
    whole = _crops(imported).read_bytes()
    (tmp_path / "crops.npz").write_bytes(whole)
    (tmp_path / "cut.npz").write_bytes(whole[: len(whole) // 2])
    np.savez("none.npz", **{name: values[:0] for name, values in np.load("crops.npz").items()})
    for part in ("images", "labels"):
        (tmp_path / "strange" / part).mkdir(parents=True)
    (tmp_path / "strange/images/a.png").write_bytes(b"")
    (tmp_path / "strange/labels/a.txt").write_text("99 0.5 0.5 0.5 0.5\n")
    for name in ("foreign.npz", "foreign.pt"):
        (tmp_path / name).write_text(FOREIGN)
    torch.save({"model": {"other": torch.zeros(2)}}, "tiny.pt")
    (tmp_path / "bare.toml").write_text("size = 64\n")
    (tmp_path / "odd.toml").write_text("[faces]\ncolour = 1\n")
    with pytest.raises(SystemExit) as stopped:
        train.main(arguments)
    assert stopped.value.code == 2
    message = capsys.readouterr().err.splitlines()[-1]
    assert words in message
