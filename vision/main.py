"""The command line: one sub-command per feature, loaded only when it is asked for."""

from __future__ import annotations

# What takes long to load is loaded inside `main`, where an interruption is no surprise.
import os
import sys

# command: the module whose add_parser(subparsers) defines it, and its line in `fanlens --help`
COMMANDS = {
    "score": ("scoring.command", "score hands given as text"),
    "waits": ("scoring.command", "the tiles that a hand waits for, or what to discard"),
    "app": ("vision.commands.app", "open the app in the browser"),
    "read": ("vision.commands.read", "from photos to hands and their scores"),
    "footage": ("vision.commands.footage", "every finished hand in recorded games"),
    "tiles": ("vision.commands.tiles", "find and name the tiles in photos"),
    "evaluate": ("vision.commands.evaluate", "measure readings against labelled photos"),
    "finetune": ("vision.commands.finetune", "make a model for your own tile set"),
}

# packages that only an extra brings, by the name they are imported under
EXTRAS = {
    "ultralytics": "train",
    "torch": "train",
    "onnx": "train",
    "openvino": "openvino",
}

USAGE_ERROR = 2
INTERRUPTED = 130
BROKEN_PIPE = 141
# Where the interpreter's code for importing says that it is from.
_IMPORTING = "<frozen importlib._bootstrap>"


def _parser(command: str | None):
    import argparse
    import importlib

    parser = argparse.ArgumentParser(
        prog="fanlens",
        description="From a photo of a finished Chinese Official mahjong hand to its score.",
    )
    subparsers = parser.add_subparsers(dest="command", metavar="COMMAND", required=True)
    if command in COMMANDS:
        module, _ = COMMANDS[command]
        importlib.import_module(module).add_parser(subparsers)
    else:
        for name, (_, summary) in COMMANDS.items():
            subparsers.add_parser(name, help=summary)
    return parser


def _sentence(error: BaseException, language: str) -> str:
    """One line that says what is wrong, for an error whose cause lies with the input; in the
    language where there is more than English."""
    if isinstance(error, OSError) and error.strerror:
        place = f"{error.filename}: " if error.filename else ""
        return f"{place}{error.strerror}."
    if isinstance(error, ModuleNotFoundError):
        package = (error.name or "").partition(".")[0]
        return (
            f"This needs the package {package}: in Fanlens' folder, "
            f"pip install '.[{EXTRAS[package]}]'."
        )
    from scoring.command_options import sentence_of

    return " ".join(sentence_of(error, language).split()) or f"{type(error).__name__}."


def _has_a_remedy(error: BaseException) -> bool:
    if isinstance(error, ModuleNotFoundError):
        return (error.name or "").partition(".")[0] in EXTRAS
    return isinstance(error, ValueError | OSError)


def _settle_output() -> None:
    """Let no answer be lost because the output is closed or lacks a sign of it."""
    import io

    if sys.stdout is None:
        sys.stdout = os.fdopen(os.open(os.devnull, os.O_WRONLY), "w", encoding="utf-8")
    elif isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(errors="backslashreplace")


class _Interruptions:
    """Ctrl-C as `KeyboardInterrupt`, but where that could be lost or taken for something else the
    process ends at once: while modules load, in finalizers, and while the interpreter shuts down.
    """

    def __init__(self) -> None:
        self.happened = False

    def take(self) -> None:
        """For the rest of the process, unless that was started so as not to be interrupted."""
        import signal

        if signal.getsignal(signal.SIGINT) is signal.default_int_handler:
            signal.signal(signal.SIGINT, self._raise)
            sys.unraisablehook = self._not_raised

    def leave(self) -> None:
        """From here on nothing is left to be tidied up."""
        import signal

        if signal.getsignal(signal.SIGINT) == self._raise:
            signal.signal(signal.SIGINT, signal.SIG_DFL)

    def _raise(self, _signal: int, frame) -> None:
        self.happened = True
        while frame:
            if frame.f_code.co_filename == _IMPORTING:
                self._end()
            frame = frame.f_back
        raise KeyboardInterrupt

    def _not_raised(self, unraisable) -> None:
        if unraisable.exc_type is KeyboardInterrupt:
            self._end()
        sys.__unraisablehook__(unraisable)

    def _end(self) -> None:
        _tell_interrupted()
        os._exit(INTERRUPTED)


def _tell_interrupted() -> None:
    # On a terminal a line of progress may stand there.
    start = b"\r\x1b[K" if os.isatty(2) else b""
    try:  # noqa: SIM105 (nothing may be imported here)
        # Past the buffers, which may be in use.
        os.write(2, start + b"fanlens: Interrupted.\n")
    except OSError:
        pass


def main(arguments: list[str] | None = None) -> int:
    """Run ``fanlens`` with ``arguments`` (default: the process's) and return its exit status.

    A command's parser sets ``run``, a function of the parsed arguments that returns an exit status
    or None for success. Wrong input ends with one sentence on standard error and status 2, Ctrl-C
    with one and status 130.
    """
    interruptions, parsed = _Interruptions(), None
    try:
        if arguments is None:
            interruptions.take()
            arguments = sys.argv[1:]
        _settle_output()
        parsed = _parser(arguments[0] if arguments else None).parse_args(arguments)
        status = parsed.run(parsed) or 0
        sys.stdout.flush()
        return status
    except KeyboardInterrupt:
        pass
    except BrokenPipeError:
        # The interpreter flushes standard output once more at exit, which must not fail again.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return BROKEN_PIPE
    except Exception as error:
        # Some libraries make another error of an interruption.
        if not interruptions.happened:
            if not _has_a_remedy(error):
                raise
            language = getattr(parsed, "language", "en")
            print(f"fanlens: {_sentence(error, language)}", file=sys.stderr)
            return USAGE_ERROR
    finally:
        interruptions.leave()
    _tell_interrupted()
    return INTERRUPTED


if __name__ == "__main__":
    sys.exit(main())
