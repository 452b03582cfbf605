"""The page as a visitor sees it, at phone and desktop size, in a real browser."""

import io
import re

import pillow_heif
import pytest
from PIL import Image, ImageFilter

from datasets.synth.example import HAND as EXAMPLE_HAND
from scoring import Circumstances, score
from tests.vision.app.browsing import (
    DESKTOP,
    ELSEWHERE,
    PHONE,
    choose,
    chromium,
    hand,
    serving,
    settled,
    total,
    type_hand,
    upload,
    visiting,
)
from vision.app.photos import example

pytestmark = pytest.mark.browser

HAND = "[234s,1][FFFF]234m23p55p4p|EE1000|ag"


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    with serving(tmp_path_factory.mktemp("data")) as running:
        yield running


@pytest.fixture(scope="module")
def browser():
    with chromium() as running:
        yield running


@pytest.fixture(scope="module")
def visitor(server, browser):
    """One visitor who sends photo after photo."""
    with visiting(browser, server.url) as page:
        yield page


def encoded(image, kind="JPEG", **options):
    out = io.BytesIO()
    image.save(out, kind, **options)
    return out.getvalue()


def photo():
    return Image.open(io.BytesIO(example()))


def heic(image):
    out = io.BytesIO()
    pillow_heif.from_pillow(image).save(out, quality=70)
    return out.getvalue()


@pytest.mark.parametrize("size", [PHONE, DESKTOP])
def test_the_example_is_scored_at_once(server, browser, size):
    with visiting(browser, server.url, size) as page:
        expected = score(EXAMPLE_HAND, Circumstances()).total
        assert total(page) == str(expected)
        assert page.locator("#fl-score").get_attribute("data-confirmed") == "true"
        assert page.locator(".fl-photo img").get_attribute("src").startswith("data:image/jpeg")
        melded = sum(len(meld.tiles) for meld in EXAMPLE_HAND.melds)
        laid = len(EXAMPLE_HAND.concealed) + melded + len(EXAMPLE_HAND.flowers)
        assert page.locator(".fl-box").count() == laid
        assert page.errors == []


@pytest.mark.parametrize("dark", [False, True])
def test_a_phone_never_scrolls_sideways_and_everything_to_tap_is_large_enough(
    server, browser, dark
):
    with visiting(browser, server.url, PHONE, dark=dark) as page:
        type_hand(page, HAND)
        page.locator(".fl-hand .fl-key").first.click()
        settled(page)
        for screen in ("Score", "Table", "Help"):
            choose(page, screen)
            assert page.evaluate("document.documentElement.scrollWidth") <= PHONE[0]
            small = page.evaluate(
                "[...document.querySelectorAll('.fl-key, .fl-word, .stButton button, "
                '[data-testid="stButtonGroup"] button\')]'
                ".map(e => [e.dataset.tap || e.textContent, e.getBoundingClientRect()])"
                ".filter(([, r]) => r.width && (r.height < 40 || r.width < 36)).map(([n]) => n)"
            )
            assert small == []
        dark_page = page.evaluate(
            "getComputedStyle(document.querySelector('[data-testid=\"stApp\"]')).backgroundColor"
        )
        assert (sum(map(int, re.findall(r"\d+", dark_page)[:3])) < 200) == dark


@pytest.mark.parametrize(
    ("name", "kind", "data"),
    [
        ("hand.jpg", "image/jpeg", lambda: encoded(photo(), quality=90)),
        ("hand.png", "image/png", lambda: encoded(photo().resize((1200, 900)), "PNG")),
        ("IMG_0001.HEIC", "image/heic", lambda: heic(photo())),
        ("turned.jpg", "image/jpeg", lambda: _marked_as_turned()),
    ],
)
def test_a_photo_is_read_whatever_its_format(visitor, name, kind, data):
    upload(visitor, (name, kind, data()))
    assert visitor.get_by_test_id("stAlert").count() == 0
    assert visitor.locator(".fl-box").count() >= 10
    ratio = visitor.locator(".fl-photo").evaluate("e => e.clientWidth / e.clientHeight")
    assert ratio == pytest.approx(4 / 3, abs=0.03)


def test_several_photos_are_read_at_once(visitor):
    pictures = [photo(), photo().crop((0, 0, 800, 600))]
    upload(visitor, *((f"{k}.jpg", "image/jpeg", encoded(p)) for k, p in enumerate(pictures)))
    choices = visitor.get_by_test_id("stButtonGroup").filter(has_text="2 photos").locator("button")
    assert choices.count() == 2
    first = visitor.locator(".fl-photo img").get_attribute("data-photo")
    choices.nth(1).click()
    settled(visitor)
    assert visitor.locator(".fl-photo img").get_attribute("data-photo") != first


def _marked_as_turned():
    """Stored lying on its side, with the mark that says how to turn it."""
    marks = Image.Exif()
    marks[0x0112] = 6
    return encoded(photo().rotate(90, expand=True), exif=marks)


def _dark():
    return photo().point(lambda v: v // 40)


@pytest.mark.parametrize(
    ("name", "data", "sentence"),
    [
        ("white.png", lambda: encoded(Image.new("RGB", (800, 600), "white"), "PNG"), "No tiles"),
        (
            "blurred.jpg",
            lambda: encoded(photo().filter(ImageFilter.GaussianBlur(22))),
            "too blurred",
        ),
        ("dark.jpg", lambda: encoded(_dark()), "too dark"),
        ("cut.jpg", lambda: encoded(photo().crop((240, 0, 1600, 1200))), "cut off at the edge"),
        ("hand.jpg", lambda: b"%PDF-1.7 " + bytes(500), "not a picture"),
        ("half.jpg", lambda: encoded(photo())[:60_000], "damaged or cut short"),
        ("half.heic", lambda: heic(photo())[:40_000], "HEIC cannot be read"),
        ("empty.jpg", lambda: b"", "is empty"),
        (
            "bomb.png",
            lambda: encoded(Image.new("1", (14_200, 14_200)), "PNG"),
            "too many pixels",
        ),
    ],
)
def test_every_cause_of_failure_has_its_sentence(visitor, name, data, sentence):
    upload(visitor, (name, "image/jpeg", data()))
    assert sentence in visitor.get_by_test_id("stAlert").first.inner_text()


def test_the_camera_says_that_it_needs_https(server, browser):
    with visiting(browser, f"http://{ELSEWHERE}:{server.port}/") as page:
        choose(page, "Camera")
        assert "HTTPS" in page.get_by_test_id("stAlert").first.inner_text()


def test_two_taps_correct_a_tile_and_the_score_follows(server, browser):
    with visiting(browser, server.url) as page:
        type_hand(page, HAND)
        assert total(page) == "15"
        page.locator(".fl-hand .fl-key").first.click()
        settled(page)
        page.locator('.fl-palette [data-tap="set:5m"]').click()
        settled(page)
        assert total(page) == "8"
        page.get_by_role("button", name="Undo").click()
        settled(page)
        assert total(page) == "15"


def test_a_tap_on_the_photo_opens_that_tile(server, browser):
    with visiting(browser, server.url) as page:
        page.locator(".fl-box").first.click(force=True)
        settled(page)
        assert page.locator(".fl-editor").count() == 1
        assert page.locator(".fl-key.fl-selected").count() == 1


def test_two_visitors_do_not_mix_their_hands(server, browser):
    with (
        visiting(browser, server.url) as one,
        visiting(browser, server.url, DESKTOP) as other,
    ):
        type_hand(one, HAND)
        type_hand(other, "[EEE,1][SSSS,1]55pWWWNNN|EE1000")
        one.get_by_role("button", name="Add tile").click()
        settled(one)
        assert total(other) == "98"
        assert total(one) == "15"
        assert "East" not in hand(one)


@pytest.mark.parametrize(
    ("locale", "word"), [("zh-CN", "撤销"), ("zh-TW", "復原"), ("en-GB", "Undo"), ("fr-FR", "Undo")]
)
def test_the_language_comes_from_the_browser(server, browser, locale, word):
    with visiting(browser, server.url, locale=locale) as page:
        assert page.get_by_role("button", name=word).count() == 1


def test_the_language_can_be_switched(server, browser):
    with visiting(browser, server.url) as page:
        page.get_by_test_id("stSelectbox").first.click()
        page.get_by_role("option", name="简体中文").click()
        settled(page)
        assert page.get_by_role("button", name="撤销").count() == 1


def test_a_hand_on_the_table_is_there_after_a_restart(tmp_path, browser):
    with serving(tmp_path) as server:
        with visiting(browser, server.url) as page:
            choose(page, "Table")
            names = {"East": "Anna", "South": "<b>Bo</b>", "West": "Cui", "North": "Dora"}
            for wind, name in names.items():
                page.get_by_label(f"starts {wind}").fill(name)
            page.get_by_role("button", name="Start", exact=True).click()
            settled(page)
            choose(page, "Score")
            type_hand(page, HAND)
            choose(page, "Anna")
            page.get_by_role("button", name="Add to the table").click()
            settled(page)
            assert page.locator(".fl-sum").inner_text().split() == [
                "Total",
                "+69",
                "-23",
                "-23",
                "-23",
            ]
            address = page.url
            assert page.locator(".fl-sheet th").nth(2).inner_text().strip() == "<b>Bo</b>"
        server.stop()
        server.start()
        with visiting(browser, address) as again:
            choose(again, "Table")
            assert "+69" in again.locator(".fl-sum").inner_text()
            with again.expect_download() as download:
                again.get_by_role("button", name="Export CSV").click()
            assert "[234s,1]" in download.value.path().read_text("utf-8")


def test_the_result_is_saved_as_a_picture(server, browser):
    with visiting(browser, server.url) as page:
        type_hand(page, HAND)
        with page.expect_download() as download:
            page.locator('[data-card="save"]').click()
        picture = Image.open(download.value.path())
        assert picture.width == 1080
        assert len(picture.convert("L").resize((64, 64)).getcolors(256)) > 30
