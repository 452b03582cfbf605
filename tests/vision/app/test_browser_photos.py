"""Taking a photo with the page's own camera, turning and cropping it, in a real browser."""

import io

import cv2
import numpy as np
import pytest
from PIL import Image

from datasets.synth.example import HAND
from scoring import Circumstances, score
from tests.vision.app.browsing import (
    DESKTOP,
    PHONE,
    choose,
    chromium,
    serving,
    settled,
    total,
    upload,
    visiting,
)
from vision.app.photos import example

pytestmark = pytest.mark.browser

POINTS = str(score(HAND, Circumstances()).total)
LAID = len(HAND.concealed) + sum(len(meld.tiles) for meld in HAND.melds) + len(HAND.flowers)


def photo():
    return Image.open(io.BytesIO(example()))


def film(picture, path):
    """A film of one picture, in the form that Chromium takes for what its camera sees."""
    planes = cv2.cvtColor(np.asarray(picture), cv2.COLOR_RGB2YUV_I420)
    head = f"YUV4MPEG2 W{picture.width} H{picture.height} F10:1 Ip A1:1 C420jpeg\nFRAME\n"
    path.write_bytes(head.encode() + planes.tobytes())
    return path


@pytest.fixture(scope="module")
def browser(tmp_path_factory):
    """One whose camera looks at the example."""
    seen = film(photo().resize((1280, 960)), tmp_path_factory.mktemp("camera") / "seen.y4m")
    with chromium(
        "--use-fake-ui-for-media-stream",
        "--use-fake-device-for-media-stream",
        f"--use-file-for-fake-video-capture={seen}",
    ) as running:
        yield running


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    with serving(tmp_path_factory.mktemp("data")) as running:
        yield running


@pytest.mark.parametrize("size", [PHONE, DESKTOP])
def test_a_hand_before_the_camera_is_photographed_and_scored(server, browser, size):
    with visiting(browser, server.url, size) as page:
        shown = page.locator(".fl-photo img").get_attribute("data-photo")
        choose(page, "Camera")
        assert page.get_by_test_id("stAlert").count() == 0
        shutter = page.get_by_test_id("stCameraInputButton")
        page.wait_for_function(
            "() => [...document.querySelectorAll('video')].some(v => v.videoWidth > 0)"
        )
        shutter.click()
        page.wait_for_function(
            "old => document.querySelector('.fl-photo img').dataset.photo !== old", arg=shown
        )
        settled(page)
        assert page.get_by_test_id("stAlert").count() == 0
        assert page.locator(".fl-box").count() == LAID
        assert total(page) == POINTS
        assert page.errors == []


def ratio(page):
    """Width by height of the photo on the page."""
    return page.locator(".fl-photo").evaluate("e => e.clientWidth / e.clientHeight")


def adjust(page, word):
    """Opens what turns and crops, unless it is open, and taps a word there."""
    button = page.get_by_role("button", name=word)
    if not button.is_visible():
        page.get_by_role("button", name="Rotate / crop").click()
    shown = page.locator(".fl-photo img").get_attribute("data-photo")
    button.click()
    page.wait_for_function(
        "old => document.querySelector('.fl-photo img').dataset.photo !== old", arg=shown
    )
    settled(page)


def test_a_photo_is_turned_and_read_again(server, browser):
    on_its_side = io.BytesIO()
    photo().rotate(90, expand=True).save(on_its_side, "JPEG", quality=92)
    with visiting(browser, server.url) as page:
        upload(page, ("side.jpg", "image/jpeg", on_its_side.getvalue()))
        assert ratio(page) == pytest.approx(3 / 4, abs=0.03)
        adjust(page, "Turn right")
        assert ratio(page) == pytest.approx(4 / 3, abs=0.03)
        assert page.locator(".fl-box").count() == LAID
        assert total(page) == POINTS
        adjust(page, "Turn left")
        assert ratio(page) == pytest.approx(3 / 4, abs=0.03)
        assert page.errors == []


def test_a_photo_is_cropped_and_read_again(server, browser):
    """The left half of the example; what is left out is shaded first."""
    with visiting(browser, server.url, DESKTOP) as page:
        assert page.locator(".fl-box").count() == LAID
        page.get_by_role("button", name="Rotate / crop").click()
        right = page.get_by_role("slider").nth(1)
        for _ in range(5):
            right.press("PageDown")
        settled(page)
        assert "H800V" in page.locator(".fl-shade").get_attribute("d").split("M")[2]
        adjust(page, "Read again")
        assert ratio(page) == pytest.approx(2 / 3, abs=0.03)
        assert 0 < page.locator(".fl-box").count() < LAID
        assert page.locator(".fl-shade").count() == 0
        assert page.errors == []
