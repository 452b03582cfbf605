"""The command line: which commands there are, and how wrong input ends."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from vision.main import COMMANDS, main


def test_help_lists_every_command(capsys):
    with pytest.raises(SystemExit) as end:
        main(["--help"])
    assert end.value.code == 0
    text = capsys.readouterr().out
    assert [name for name in COMMANDS if f"    {name} " not in text] == []


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_has_help_of_its_own(command, capsys):
    with pytest.raises(SystemExit) as end:
        main([command, "--help"])
    assert end.value.code == 0
    assert f"fanlens {command}" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        ([], "required: COMMAND"),
        (["dance"], "invalid choice: 'dance'"),
        (["score"], "required: HAND"),
        (["app", "--port", "999999"], "'999999' is no port: use a number from 1 to 65535"),
    ],
)
def test_a_wrong_call_is_refused_with_usage(arguments, sentence, capsys):
    with pytest.raises(SystemExit) as end:
        main(arguments)
    assert end.value.code == 2
    assert sentence in capsys.readouterr().err


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["score", "123m45"], "fanlens: at character 5: the number 4 has no suit"),
        (
            ["score", "123m", "--rules", "riichi"],
            "fanlens: unknown rules 'riichi': use one of",
        ),
        (["score", "123m", "--rules", ""], "fanlens: unknown rules '': use one of"),
    ],
)
def test_wrong_input_ends_with_one_sentence(arguments, sentence, capsys):
    assert main(arguments) == 2
    error = capsys.readouterr().err
    assert error.startswith(sentence)
    assert error.count("\n") == 1


@pytest.mark.parametrize(
    ("hand", "written"),
    [
        ("11m123456789pEEE|EE0000", "\\u6e05\\u9f99 Pure Straight"),
        ("\x1b[31m", "U+001B is no tile"),
        ("\u202e123m", "U+202E is no tile"),
        (b"\xff", "U+DCFF is no tile"),
    ],
)
def test_output_that_lacks_a_sign_still_gets_the_answer(hand, written):
    process = subprocess.run(
        [sys.executable, "-m", "vision.main", "score", hand],
        capture_output=True,
        env=os.environ | {"PYTHONIOENCODING": "ascii"},
    )
    assert written in (process.stdout + process.stderr).decode("ascii")
    assert (process.returncode == 0) is (process.stderr == b"")


@pytest.mark.parametrize(
    ("closed", "status", "error"),
    [
        ("<&-", 2, "fanlens: there is no standard input: give the hands as arguments\n"),
        (">&-", 0, ""),
    ],
)
def test_closed_streams(closed, status, error):
    process = subprocess.run(
        ["sh", "-c", f'"$0" -m vision.main score - {closed}', sys.executable],
        input="11m123456789pEEE|EE0000\n",
        capture_output=True,
        text=True,
    )
    assert (process.returncode, process.stderr) == (status, error)


def test_a_reader_that_stops_early_is_no_error():
    hands = "11m123456789pEEE\n" * 20_000
    process = subprocess.Popen(
        [sys.executable, "-m", "vision.main", "score", "-"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    process.stdout.close()
    with pytest.raises(BrokenPipeError):
        process.stdin.write(hands)
    assert process.wait(timeout=30) == 141
    assert process.stderr.read() == ""
    process.stdin = None


def test_starting_up_loads_no_command_that_was_not_asked_for():
    code = (
        "import sys\n"
        "from vision.main import main\n"
        "try: main(['score', '--help'])\n"
        "except SystemExit: pass\n"
        "print(sorted({'cv2', 'numpy', 'onnxruntime', 'streamlit'} & set(sys.modules)))\n"
    )
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert run.stdout.splitlines()[-1] == "[]"


# A process that gets a real SIGINT at a point of its own way: while it imports a module, in a
# finalizer, where a library makes another error of it, or while it waits for input.
INTERRUPTED = """
import os, signal, sys
from vision.main import main

def interrupt():
    os.kill(os.getpid(), signal.SIGINT)
    for _ in range(1000):
        pass

class Finalized:
    def __del__(self):
        interrupt()

class Input:
    def __iter__(self):
        if point == "finalizer":
            Finalized()
        elif point == "conversion":
            try:
                interrupt()
            except KeyboardInterrupt:
                raise OSError("something else")
        else:
            interrupt()
        yield "11m123456789pEEE"

def imported(event, arguments):
    if event == "import" and arguments[0] == point:
        interrupt()

point, sys.argv = sys.argv[1], ["fanlens", *sys.argv[2:]]
sys.stdin = Input()
sys.addaudithook(imported)
sys.exit(main())
"""


@pytest.mark.parametrize(
    ("point", "command"),
    [
        ("argparse", ["score", "-"]),
        ("scoring.engine", ["score", "-"]),
        ("datetime", ["footage", "game.mp4", "--out", "out"]),
        ("vision.footage.work", ["footage", "game.mp4", "--out", "out"]),
        ("finalizer", ["score", "-"]),
        ("conversion", ["score", "-"]),
        ("input", ["score", "-"]),
    ],
)
def test_an_interruption_at_any_point_ends_with_one_line(point, command, tmp_path):
    root = str(Path(__file__).resolve().parents[2])
    process = subprocess.run(
        [sys.executable, "-c", INTERRUPTED, point, *command],
        cwd=tmp_path,
        env=os.environ | {"PYTHONPATH": root},
        capture_output=True,
        text=True,
    )
    assert (process.returncode, process.stderr) == (130, "fanlens: Interrupted.\n")
    assert list(tmp_path.iterdir()) == []


def test_what_was_started_deaf_to_interruptions_stays_so():
    code = (
        "import signal, sys\n"
        "signal.signal(signal.SIGINT, signal.SIG_IGN)\n"
        "from vision.main import main\n"
        "sys.argv = ['fanlens', 'score', '11m123456789pEEE']\n"
        "main()\n"
        "assert signal.getsignal(signal.SIGINT) is signal.SIG_IGN\n"
    )
    subprocess.run([sys.executable, "-c", code], capture_output=True, check=True)
