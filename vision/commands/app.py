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

PORT, TRIED = 8501, 100
# What a system lets a server bind to, but no browser can visit.
NOWHERE = frozenset({"", "*", "255.255.255.255"})


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


def run(parsed: argparse.Namespace, remedy: str = "choose another with --port") -> int:
    from streamlit.web import cli

    # Brackets belong to an IPv6 address in a URL alone.
    address = re.sub(r"^\[(.*:.*)\]$", r"\1", parsed.address)
    port = _free(parsed.port, address, remedy)
    if parsed.data:
        if parsed.data.exists() and not parsed.data.is_dir():
            raise AppError(f"--data {parsed.data} is a file: name a folder.")
        os.environ["FANLENS_DATA"] = str(parsed.data.resolve())
    sys.argv = [
        "streamlit",
        "run",
        str(resource("app.py")),
        f"--server.port={port}",
        f"--server.address={address}",
        f"--server.headless={'true' if parsed.no_browser else 'false'}",
        # Where Streamlit never ran, it would wait for an e-mail address before it opens the page.
        "--server.showEmailPrompt=false",
    ]
    return cli.main()


def _free(port: int | None, address: str, remedy: str) -> int:
    """The port, or the first from PORT on that nobody serves. Raises AppError if there is none.

    remedy: what to do where the ports that are tried by themselves are in use."""
    for tried in [port] if port else range(PORT, PORT + TRIED):
        fault = _fault(tried, address)
        if fault is None:
            return tried
        if fault == errno.EADDRINUSE:
            continue
        if fault == errno.EACCES:
            raise AppError(f"Port {tried} is not for everyone: use one from 1024 on.")
        raise AppError(f"{address!r} is no address of this machine: use localhost or 0.0.0.0.")
    raise AppError(
        f"Port {port} is in use: choose another with --port, or leave it out to have one chosen."
        if port
        else f"The ports {PORT} to {PORT + TRIED - 1} are in use: {remedy}."
    )


def _fault(port: int, address: str) -> int | None:
    """The number of the system's error if nothing can be served there; None if it can."""
    if address in NOWHERE:
        return errno.EADDRNOTAVAIL
    try:
        family, _, _, _, place = socket.getaddrinfo(
            address, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE
        )[0]
        with socket.socket(family, socket.SOCK_STREAM) as tried:
            if os.name == "posix":
                # As servers do: a connection that is just being closed keeps nobody out.
                tried.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            tried.bind(place)
    except UnicodeError:  # no name that a machine can have
        return errno.EADDRNOTAVAIL
    except OSError as error:
        return error.errno
    return None
