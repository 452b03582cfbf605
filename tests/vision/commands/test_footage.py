"""`fanlens footage`: films in, lists out, and what is no film refused beside them."""

from __future__ import annotations

import argparse
import json

import pytest

from scoring import Tile
from tests.vision.footage.films import write_film
from tests.vision.footage.games import WIN, event, game, results
from vision.commands.footage import _circumstances
from vision.footage.outlook import Known
from vision.main import main


def test_a_game_among_files_that_are_none(tmp_path, capsys):
    film = game(tmp_path / "game.mp4", [WIN], seconds=2)
    (tmp_path / "notes.mp4").write_text("no film")
    arguments = ["footage", str(tmp_path), "--out", str(tmp_path / "out"), "--workers", "1"]
    arguments += ["--circumstances", "ES1", "--language", "zh-Hans", "--no-film"]
    assert main([*arguments, "--json"]) == 2
    captured = capsys.readouterr()
    assert "fanlens: notes.mp4 is no film that can be read" in captured.err
    (row,) = json.loads(captured.out)
    assert (row["film"], sorted(row["concealed"])) == (film.name, sorted(WIN))
    assert row["unknown"] == ["winning_tile"]
    assert {"name": "清龙", "points": 16} in row["fans"]
    assert json.loads((tmp_path / "out/hands.jsonl").read_text("utf-8")) == row
    assert not (tmp_path / "out/game/annotated.mp4").exists()
    assert main(arguments) == 2
    text = capsys.readouterr().out
    assert "game.mp4：1副和牌\n" in text
    assert "已写入：" in text
    assert "123456789mEEEPP+?" in text
    assert "清龙" in text


@pytest.mark.parametrize(
    ("text", "known"),
    [
        ("??????", Known()),
        ("", Known()),
        ("E", Known(prevalent_wind=Tile("E"))),
        ("?N", Known(seat_wind=Tile("N"))),
        ("ES1", Known(Tile("E"), Tile("S"), True)),
        ("??0", Known(self_drawn=False)),
        ("ES1001", Known(Tile("E"), Tile("S"), True, kong_replacement=True)),
        ("ES0??1", Known(Tile("E"), Tile("S"), False, robbed_kong=True)),
        ("????1", Known(last_wall_tile=True)),
    ],
)
def test_circumstances_that_are_known(text, known):
    assert Known(**_circumstances(text)) == known


@pytest.mark.parametrize("text", ["X", "E5", "EE2", "EE00000", "?????1"])
def test_circumstances_that_are_none(text):
    with pytest.raises(argparse.ArgumentTypeError):
        _circumstances(text)


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        (["--workers", "0"], "'0' is no number of processes: use 1 to 256"),
        (["--workers", "many"], "'many' is no number of processes"),
        (["--circumstances", "EX"], "X is no wind"),
        (["--out", ""], "an empty name is no folder"),
    ],
)
def test_wrong_choices_are_refused_with_usage(options, sentence, tmp_path, capsys):
    with pytest.raises(SystemExit) as end:
        main(["footage", "game.mp4", "--out", str(tmp_path), *options])
    assert end.value.code == 2
    assert sentence in capsys.readouterr().err


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        (["game.mp4", "--rules", "none"], "unknown rules 'none'"),
        (["game.mp4", "--option", "flowers"], "an option is written name=value"),
        (["game.mp4", "--model", "none.onnx"], "There is no model at none.onnx."),
        ([], "Name a film or a folder of films."),
        (["--review"], "There are no results in"),
        (["game.mp4"], "There is no file game.mp4."),
    ],
)
def test_wrong_input_ends_with_one_sentence(options, sentence, tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "out").mkdir()
    assert main(["footage", *options, "--out", "out"]) == 2
    error = capsys.readouterr().err
    assert sentence in error
    assert error.count("\n") == 1


def test_damaged_reviews_are_told_and_no_list_stays_as_it_was(tmp_path, capsys):
    out = tmp_path / "out"
    films = [str(write_film(tmp_path / f"{name}.mp4", 5)) for name in ("a", "b")]
    arguments = ["footage", *films, "--out", str(out), "--workers", "1", "--no-film"]
    results(out / "earlier", [event(1)])
    assert main(arguments) == 0
    capsys.readouterr()
    for name in ("a", "earlier", "of no film"):
        (out / name).mkdir(exist_ok=True)
        (out / name / "review.json").write_text('{"e1": ')
    for name in ("hands.jsonl", "hands.csv"):
        (out / name).write_text("old")
    assert main(arguments) == 2
    captured = capsys.readouterr()
    told = captured.err.splitlines()
    assert [line.split(" cannot")[0] for line in told] == [
        f"fanlens: {out / name / 'review.json'}" for name in ("a", "earlier")
    ]
    assert "a.mp4: no finished hands\nb.mp4: no finished hands" in captured.out
    (row,) = map(json.loads, (out / "hands.jsonl").read_text("utf-8").splitlines())
    assert (row["film"], row["state"]) == ("game.mp4", "found")
    assert (out / "earlier/review-damaged.json").read_text() == '{"e1": '
    assert (out / "of no film/review.json").read_text() == '{"e1": '
    assert main(arguments) == 0


def test_what_becomes_of_reviews_is_told_before_the_films_are_worked_on(
    tmp_path, monkeypatch, capsys
):
    out = tmp_path / "out"
    results(out / "earlier", [event(1)])
    (out / "earlier/review.json").write_text("{")
    film = write_film(tmp_path / "a.mp4", 5)

    def interrupted(*_):
        raise KeyboardInterrupt

    monkeypatch.setattr("vision.footage.work._work", interrupted)
    assert main(["footage", str(film), "--out", str(out), "--workers", "1"]) == 130
    assert "review.json cannot be used" in capsys.readouterr().err


def test_results_of_earlier_films_stay_in_the_list(tmp_path, capsys):
    out = tmp_path / "out"
    results(out / "earlier", [event(1)])
    write_film(tmp_path / "empty table.mp4", 5)
    arguments = [str(tmp_path / "empty table.mp4"), "--out", str(out), "--workers", "1"]
    assert main(["footage", *arguments]) == 0
    assert "empty table.mp4: no finished hands" in capsys.readouterr().out
    assert len((out / "hands.jsonl").read_text("utf-8").splitlines()) == 1
    assert (out / "empty table/annotated.mp4").exists()
