"""`fanlens app`: which port the page is served at."""

from __future__ import annotations

import socket
from contextlib import contextmanager

import pytest
from streamlit.web import cli

from tests.vision.footage.games import event, results
from vision.commands import app
from vision.main import main


@contextmanager
def served():
    """A port of this machine at which something is served."""
    with socket.create_server(("localhost", 0)) as server:
        yield server.getsockname()[1]


@pytest.fixture
def arguments(monkeypatch):
    """What Streamlit is started with; it is not."""
    seen = []
    monkeypatch.setattr("sys.argv", [])
    monkeypatch.setattr(cli, "main", lambda: seen.extend(__import__("sys").argv) or 0)
    return seen


def test_the_page_is_served_at_the_port_that_is_asked_for(arguments):
    with served() as port:
        pass
    assert main(["app", "--port", str(port), "--no-browser"]) == 0
    assert f"--server.port={port}" in arguments


def test_without_one_it_is_the_first_that_is_free(arguments, monkeypatch):
    with served() as port:
        monkeypatch.setattr(app, "PORT", port)
        assert main(["app", "--no-browser"]) == 0
    (chosen,) = [int(a.partition("=")[2]) for a in arguments if a.startswith("--server.port=")]
    assert port < chosen < port + 100


def test_a_port_in_use_is_refused_with_what_to_do(arguments, capsys):
    with served() as port:
        assert main(["app", "--port", str(port), "--no-browser"]) == 2
    assert capsys.readouterr().err == (
        f"fanlens: Port {port} is in use: choose another with --port, or leave it out to have one "
        "chosen.\n"
    )
    assert arguments == []


@pytest.mark.parametrize(
    "address",
    ["203.0.113.7", "no such host", "a..b", "x" * 300, "", "*", "255.255.255.255", "[203]"],
)
def test_a_foreign_address_is_refused_with_what_to_do(arguments, capsys, address):
    assert main(["app", "--address", address, "--no-browser"]) == 2
    assert capsys.readouterr().err == (
        f"fanlens: {address!r} is no address of this machine: use localhost or 0.0.0.0.\n"
    )


def test_a_file_is_no_place_for_data(arguments, tmp_path, capsys):
    (tmp_path / "notes.txt").write_text("")
    assert main(["app", "--data", str(tmp_path / "notes.txt"), "--no-browser"]) == 2
    assert capsys.readouterr().err == (
        f"fanlens: --data {tmp_path / 'notes.txt'} is a file: name a folder.\n"
    )


@pytest.mark.parametrize(
    ("arguments", "remedy"),
    [
        (["app", "--no-browser"], "choose another with --port"),
        (["footage", "--review", "--out", "."], "close one of the programs that use them"),
    ],
)
def test_where_every_port_is_in_use_the_remedy_is_one_that_the_command_has(
    monkeypatch, tmp_path, capsys, arguments, remedy
):
    results(tmp_path / "game", [event(1)])
    monkeypatch.chdir(tmp_path)
    with served() as port:
        monkeypatch.setattr(app, "PORT", port)
        monkeypatch.setattr(app, "TRIED", 1)
        assert main(arguments) == 2
    assert capsys.readouterr().err == (
        f"fanlens: The ports {port} to {port} are in use: {remedy}.\n"
    )
