"""What the README shows is what happens."""

import doctest
import re
import shlex
from pathlib import Path

import pytest

from vision.main import main

README = (Path(__file__).resolve().parents[1] / "README.md").read_text(encoding="utf-8")


def blocks(kind: str) -> list[str]:
    return re.findall(rf"^```{kind}\n(.*?)^```$", README, re.MULTILINE | re.DOTALL)


def test_the_python_tour_runs_as_shown():
    (tour,) = blocks("python")
    example = doctest.DocTestParser().get_doctest(tour, {}, "README.md", "README.md", 0)
    report = []
    result = doctest.DocTestRunner().run(example, out=report.append)
    assert result.attempted > 5
    assert result.failed == 0, "".join(report)


@pytest.mark.parametrize("block", blocks("console"))
def test_commands_print_what_is_shown(block, capsys):
    command, _, shown = block.partition("\n")
    assert command.startswith("$ fanlens ")
    assert main(shlex.split(command.removeprefix("$ fanlens "))) == 0
    assert capsys.readouterr().out == shown


def test_one_command_sets_up_and_one_tests():
    (test_command,) = blocks("sh test")
    assert test_command.count("\n") == 1
    assert test_command.rstrip().endswith("-m pytest")
    assert ".venv/bin/fanlens app" in blocks("sh")[0]
