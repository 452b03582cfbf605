"""A server of our own and a headless Chromium that visits it."""

from __future__ import annotations

import os
import re
import shutil
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.conftest import ROOT

PHONE, DESKTOP = (390, 844), (1280, 900)
# A name that the browser finds on this machine, and takes for another one.
ELSEWHERE = "fanlens.test"
# A busy machine with two cores reads a photo in ten seconds rather than one.
PATIENCE = 120_000
FLAGS = (
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    f"--host-resolver-rules=MAP {ELSEWHERE} 127.0.0.1",
)


class Server:
    """`fanlens app` on a free port, with a folder for its data."""

    def __init__(self, data: Path, address: str = "localhost") -> None:
        self.data, self.address, self.port = data, address, _free_port()
        self.process: subprocess.Popen | None = None

    @property
    def url(self) -> str:
        return f"http://localhost:{self.port}/"

    def start(self) -> None:
        self.process = subprocess.Popen(
            [
                *(sys.executable, "-m", "vision.main", "app", "--no-browser"),
                *("--port", str(self.port), "--address", self.address),
                *("--data", str(self.data)),
            ],
            cwd=ROOT,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        deadline = time.monotonic() + 120
        while time.monotonic() < deadline:
            try:
                urllib.request.urlopen(f"{self.url}_stcore/health", timeout=5)
                return
            except (urllib.error.URLError, OSError):
                assert self.process.poll() is None, "the server ended at once"
                time.sleep(0.3)
        raise AssertionError("the server does not answer")

    def stop(self) -> None:
        if self.process:
            self.process.terminate()
            try:
                self.process.wait(20)
            except subprocess.TimeoutExpired:
                self.process.kill()
                self.process.wait()


@contextmanager
def serving(data: Path, address: str = "localhost"):
    server = Server(data, address)
    try:
        server.start()
        yield server
    finally:
        server.stop()


@contextmanager
def chromium(*flags: str):
    """The browser; skips where Playwright or Chromium is not installed."""
    playwright = pytest.importorskip("playwright.sync_api", reason="needs .[browser]")
    path = os.environ.get("FANLENS_CHROMIUM") or shutil.which("chromium")
    if path is None:
        pytest.skip("needs Chromium: apt-get install chromium, or set FANLENS_CHROMIUM")
    with playwright.sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=path, args=[*FLAGS, *flags])
        yield browser
        browser.close()


@contextmanager
def visiting(browser, url, size=PHONE, *, dark=False, locale="en-US"):
    """A visitor of their own, with nothing shared but the server."""
    context = browser.new_context(
        viewport={"width": size[0], "height": size[1]},
        color_scheme="dark" if dark else "light",
        locale=locale,
        has_touch=size == PHONE,
        accept_downloads=True,
    )
    page = context.new_page()
    page.set_default_timeout(PATIENCE)
    page.errors = []
    page.on("pageerror", lambda error: page.errors.append(str(error)))
    page.goto(url)
    page.wait_for_selector(".fl-brand")
    settled(page)
    yield page
    context.close()


def settled(page) -> None:
    """Waits until the server has nothing more to say."""
    page.wait_for_timeout(350)
    page.wait_for_function(
        "() => document.querySelector('[data-testid=\"stApp\"]')"
        "?.dataset.testScriptState === 'notRunning'"
    )
    page.wait_for_timeout(350)


def choose(page, word) -> None:
    """Taps one of the words in a row of choices."""
    page.get_by_test_id("stButtonGroup").get_by_text(word, exact=True).first.click()
    settled(page)


def type_hand(page, text, source="Type") -> None:
    """Enters a hand by its notation."""
    choose(page, source)
    box = page.get_by_test_id("stTextInput").locator("input").first
    box.fill(text)
    box.press("Enter")
    settled(page)


def upload(page, *files) -> None:
    """Hands files to the page as (name, type, bytes) and waits until they are read."""
    uploader = page.locator('[class*="st-key-files"]').first
    taken = int(re.search(r"st-key-files(\d+)", uploader.get_attribute("class"))[1])
    page.set_input_files(
        '[data-testid="stFileUploader"] input[type="file"]',
        [{"name": name, "mimeType": kind, "buffer": data} for name, kind, data in files],
    )
    # The page shows a fresh uploader when it has read the files.
    page.wait_for_selector(f".st-key-files{taken + 1}")
    settled(page)


def total(page) -> str | None:
    """The points that the page shows, "" where it shows none."""
    return page.locator("#fl-score").get_attribute("data-total")


def hand(page) -> list[str]:
    """The names of the tiles on the page."""
    return [key.get_attribute("aria-label") for key in page.locator(".fl-hand .fl-key").all()]


def _free_port() -> int:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        return free.getsockname()[1]
