"""`fanlens app`: open the page in the browser."""

from __future__ import annotations

import argparse
import errno
import os
import re
import socket
import sys
from pathlib import Path

from vision.resources import resource

PORT = 8501


class AppError(ValueError):
    """The page cannot be served as asked; the message says why and what to do."""


def add_parser(subparsers) -> None:
    parser = subparsers.add_parser(
        "app",
        help="open the app in the browser",
        description="Serve the page and open it in the browser. Ctrl-C ends it.",
    )
    parser.add_argument(
        "--port", type=_port, help=f"default {PORT}, or the next one that is not in use"
    )
    parser.add_argument(
        "--address",
        default="localhost",
        help="who may visit: localhost (default) for this machine alone, 0.0.0.0 for the network",
    )
    parser.add_argument(
        "--data",
        type=Path,
        metavar="FOLDER",
        help="where score sheets and problem cases are kept (default ~/.fanlens, or $FANLENS_DATA)",
    )
    parser.add_argument(
        "--no-browser", action="store_true", help="only serve; open no browser window"
    )
    parser.set_defaults(run=run)


def _port(text: str) -> int:
    if not re.fullmatch("[0-9]{1,5}", text) or not 0 < int(text) < 2**16:
        raise argparse.ArgumentTypeError(f"{text!r} is no port: use a number from 1 to 65535")
    return int(text)


def run(parsed: argparse.Namespace) -> int:
    from streamlit.web import cli

    port = _free(parsed.port, parsed.address)
    if parsed.data:
        os.environ["FANLENS_DATA"] = str(parsed.data.resolve())
    sys.argv = [
        "streamlit",
        "run",
        str(resource("app.py")),
        f"--server.port={port}",
        f"--server.address={parsed.address}",
        f"--server.headless={'true' if parsed.no_browser else 'false'}",
        # Where Streamlit never ran, it would wait for an e-mail address before it opens the page.
        "--server.showEmailPrompt=false",
    ]
    return cli.main()


def _free(port: int | None, address: str) -> int:
    """The port, or the first from PORT on that nobody serves. Raises AppError if there is none."""
    for tried in [port] if port else range(PORT, PORT + 100):
        fault = _fault(tried, address)
        if fault is None:
            return tried
        if fault.errno == errno.EADDRINUSE:
            continue
        if fault.errno == errno.EACCES:
            raise AppError(f"Port {tried} is not for everyone: use one from 1024 on.")
        raise AppError(f"{address!r} is no address of this machine: use localhost or 0.0.0.0.")
    raise AppError(
        f"Port {port} is in use: choose another with --port, or leave it out to have one chosen."
        if port
        else f"The ports from {PORT} on are in use: choose one with --port."
    )


def _fault(port: int, address: str) -> OSError | None:
    """Why nothing can be served there; None if it can."""
    try:
        family, _, _, _, place = socket.getaddrinfo(
            address, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE
        )[0]
        with socket.socket(family, socket.SOCK_STREAM) as tried:
            if os.name == "posix":
                # As servers do: a connection that is just being closed keeps nobody out.
                tried.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            tried.bind(place)
    except OSError as error:
        return error
    return None
