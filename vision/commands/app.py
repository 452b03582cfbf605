"""`fanlens app`: open the page in the browser."""

from __future__ import annotations

import argparse
import re
import sys
from pathlib import Path

from vision.resources import resource


def add_parser(subparsers) -> None:
    parser = subparsers.add_parser(
        "app",
        help="open the app in the browser",
        description="Serve the page and open it in the browser. Ctrl-C ends it.",
    )
    parser.add_argument("--port", type=_port, default=8501, help="default 8501")
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

    if parsed.data:
        import os

        os.environ["FANLENS_DATA"] = str(parsed.data.resolve())
    sys.argv = [
        "streamlit",
        "run",
        str(resource("app.py")),
        f"--server.port={parsed.port}",
        f"--server.address={parsed.address}",
        f"--server.headless={'true' if parsed.no_browser else 'false'}",
        # Where Streamlit never ran, it would wait for an e-mail address before it opens the page.
        "--server.showEmailPrompt=false",
    ]
    return cli.main()
