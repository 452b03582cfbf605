"""The hands of films as a visitor sees them, at phone and desktop size, in a real browser."""

import csv
import json
from contextlib import ExitStack

import pytest

from tests.vision.app.browsing import (
    DESKTOP,
    PHONE,
    choose,
    chromium,
    serving,
    settled,
    visiting,
)
from tests.vision.app.films.recorded import recorded
from tests.vision.footage.games import WIN, game
from vision.footage.listing import load_results

pytestmark = pytest.mark.browser

# Of a film of some seconds on a busy machine.
SCORED = 300_000


@pytest.fixture(scope="module")
def browser():
    with chromium() as running:
        yield running


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    """One that was not given a folder of results."""
    with serving(tmp_path_factory.mktemp("data")) as running:
        yield running


@pytest.fixture(scope="module")
def film(tmp_path_factory):
    return game(tmp_path_factory.mktemp("film") / "game.mp4", [WIN], seconds=3)


@pytest.fixture(scope="module")
def reviewing(tmp_path_factory):
    """A server of `fanlens footage --review`, with the folder that it shows."""
    out = tmp_path_factory.mktemp("out")
    recorded(out, film=True)
    with ExitStack() as stack:
        # Set no longer than this server needs to start: others are started beside it.
        with pytest.MonkeyPatch.context() as patch:
            patch.setenv("FANLENS_FOOTAGE", str(out))
            running = stack.enter_context(serving(tmp_path_factory.mktemp("data")))
        yield running, out


@pytest.fixture
def review(reviewing):
    """As `reviewing`, with nothing said of the hands."""
    running, out = reviewing
    (out / "game" / "review.json").unlink(missing_ok=True)
    return running, out


def card(page, identity):
    return page.locator(f'[data-event="{identity}"]')


def tap(page, identity, word):
    card(page, identity).locator(f'.fl-word[data-tap^="{word}:"]').click()
    settled(page)


def states(out):
    return [hand.state for hand in load_results(out)[0].hands]


def filtered(page, word):
    page.locator(".st-key-footage_shown").get_by_text(word).click()
    settled(page)


def test_hands_are_confirmed_corrected_deleted_and_exported(browser, review):
    server, out = review
    detected = (out / "game" / "hands.json").read_bytes()
    with visiting(browser, server.url) as page:
        page.wait_for_selector('[data-event="e3"]')
        assert [card(page, f"e{n}").locator(".fl-worth").inner_text() for n in (1, 2)] == [
            "25–31 points",
            "In doubt",
        ]
        assert card(page, "e2").locator(".fl-mini.fl-doubt").count() == 1
        assert card(page, "e1").locator("img").get_attribute("src").startswith("data:image/jpeg")
        tap(page, "e1", "confirm")
        page.wait_for_selector('[data-event="e1"][data-state="confirmed"]')
        tap(page, "e3", "delete")
        page.wait_for_selector('[data-event="e3"]', state="detached")
        # A wrong tile is put right in two taps.
        tap(page, "e2", "open")
        page.wait_for_selector(".fl-photo")
        page.locator('.fl-hand .fl-key[aria-label="9 Characters"]').click()
        settled(page)
        page.locator('.fl-big[data-tap="set:6m"]').click()
        settled(page)
        page.locator(".st-key-footage_back button").click()
        page.wait_for_selector('[data-event="e2"][data-state="corrected"]')
        with page.expect_download() as download:
            page.get_by_role("button", name="hands.csv").click()
        text = download.value.path().read_text("utf-8-sig")
        rows = list(csv.DictReader(text.splitlines()))
        assert (
            [row["state"] for row in rows] == ["confirmed", "corrected", "deleted"] == states(out)
        )
        with page.expect_download() as download:
            page.get_by_role("button", name="hands.jsonl").click()
        lines = download.value.path().read_text("utf-8").splitlines()
        assert json.loads(lines[1])["concealed"].count("6m") == 2
        filtered(page, "Deleted 1")
        tap(page, "e3", "restore")
        filtered(page, "All 3")
        page.wait_for_selector('[data-event="e3"][data-state="found"]')
        assert states(out) == ["confirmed", "corrected", "found"]
        assert (out / "game" / "hands.json").read_bytes() == detected
        assert page.errors == []


@pytest.mark.parametrize("size", [PHONE, DESKTOP])
def test_nothing_scrolls_sideways_and_everything_to_tap_is_large_enough(browser, review, size):
    server, _ = review

    def check():
        assert page.evaluate("document.documentElement.scrollWidth") <= size[0]
        small = page.evaluate(
            "[...document.querySelectorAll('.fl-key, .fl-word, .stButton button, "
            '.stDownloadButton button, [data-testid="stButtonGroup"] button\')]'
            ".map(e => [e.dataset.tap || e.textContent, e.getBoundingClientRect()])"
            ".filter(([, r]) => r.width && (r.height < 40 || r.width < 36)).map(([n]) => n)"
        )
        assert small == []

    with visiting(browser, server.url, size) as page:
        page.wait_for_selector('[data-event="e3"]')
        check()
        tap(page, "e2", "open")
        page.wait_for_selector(".fl-photo")
        settled(page)
        check()
        page.locator(".st-key-footage_back button").click()
        settled(page)
        page.locator(".st-key-film_other button").click()
        page.wait_for_selector('[class*="st-key-film_"] input[type="file"]', state="attached")
        check()


def test_the_film_is_shown_at_the_hand(browser, review):
    server, _ = review
    with visiting(browser, server.url, DESKTOP) as page:
        page.wait_for_selector('[data-event="e3"]')
        tap(page, "e1", "watch")
        video = page.locator('[data-testid="stDialog"] video')
        video.wait_for()
        page.wait_for_function("() => document.querySelector('video').readyState >= 2")
        assert video.evaluate("v => v.videoWidth") == 640
        page.keyboard.press("Escape")
        video.wait_for(state="detached")


def test_two_visitors_do_not_disturb_one_another(browser, review):
    server, out = review
    with (
        visiting(browser, server.url) as one,
        visiting(browser, server.url, DESKTOP) as other,
    ):
        for page in (one, other):
            page.wait_for_selector('[data-event="e3"]')
        tap(one, "e2", "open")
        one.wait_for_selector(".fl-photo")
        tap(other, "e1", "delete")
        other.wait_for_selector('[data-event="e1"]', state="detached")
        assert one.locator(".fl-photo").count() == 1
        one.locator(".st-key-footage_confirm button").click()
        settled(one)
        assert states(out) == ["deleted", "confirmed", "found"]


def send(page, *files):
    page.set_input_files('[class*="st-key-film_"] input[type="file"]', list(files))


def test_an_uploaded_film_becomes_its_list_and_is_forgotten(browser, server, film):
    with visiting(browser, server.url) as page:
        choose(page, "Films")
        send(page, film)
        page.wait_for_selector('[data-testid="stProgress"], .fl-event', timeout=SCORED)
        page.wait_for_url("**footage=*")
        address = page.url
        # The work goes on without the page.
        page.goto("about:blank")
        page.goto(address)
        page.wait_for_selector('[data-event="e1"]', timeout=SCORED)
        settled(page)
        assert card(page, "e1").locator(".fl-line-hand .fl-tile").count() == len(WIN)
        tap(page, "e1", "confirm")
        page.wait_for_selector('[data-event="e1"][data-state="confirmed"]')
    with visiting(browser, address) as again:
        again.wait_for_selector('[data-event="e1"][data-state="confirmed"]')
        again.get_by_test_id("stPopover").locator("button").click()
        again.locator(".st-key-film_forget button").click()
        again.wait_for_selector('[class*="st-key-film_"] input[type="file"]', state="attached")
        assert list((server.data / "footage").iterdir()) == []


@pytest.mark.parametrize(
    ("locale", "screen", "data", "sentence"),
    [
        ("en-US", "Films", b"this is no film", "This is no film that can be read"),
        ("zh-CN", "影片", b"", "这个文件是空的"),
        ("zh-TW", "影片", b"\x00\x00\x00\x20ftypisom" + bytes(500), "這不是能讀取的影片"),
    ],
)
def test_a_file_that_is_no_film_has_its_sentence(browser, server, locale, screen, data, sentence):
    with visiting(browser, server.url, locale=locale) as page:
        choose(page, screen)
        send(page, {"name": "game.mp4", "mimeType": "video/mp4", "buffer": data})
        page.get_by_test_id("stAlert").wait_for()
        assert sentence in page.get_by_test_id("stAlert").inner_text()


def test_a_folder_of_this_machine_is_opened_by_its_path(browser, server, tmp_path):
    recorded(tmp_path / "out")
    with visiting(browser, server.url) as page:
        choose(page, "Films")
        for path, found in (
            (tmp_path / "gone", '[data-testid="stAlert"]'),
            (tmp_path / "out", '[data-event="e3"]'),
        ):
            box = page.get_by_test_id("stTextInput").locator("input")
            box.fill(str(path))
            box.press("Enter")
            page.wait_for_selector(found)
        page.reload()
        page.wait_for_selector('[data-event="e3"]')
