"""Whatever a phone or a browser hands over becomes an upright RGB photo, or one clear sentence."""

from __future__ import annotations

import io
import os
import struct
import subprocess
import sys
import zlib

import numpy as np
import pillow_heif
import pytest
from PIL import Image

from vision import images
from vision.images import ImageError, Photo, load_photo

LOSSLESS = {
    "png": ("PNG", {}),
    "webp": ("WEBP", {"lossless": True}),
    "bmp": ("BMP", {}),
    "tiff": ("TIFF", {"compression": "tiff_lzw"}),
    "tiff plain": ("TIFF", {}),
}
LOSSY = {
    "jpeg": ("JPEG", {"quality": 95, "subsampling": 0}),
    "progressive jpeg": ("JPEG", {"quality": 95, "progressive": True, "subsampling": 0}),
    "gif": ("GIF", {}),
    "avif": ("AVIF", {"quality": 95, "subsampling": "4:4:4"}),
    "heic": ("HEIF", {"quality": 95, "chroma": 444}),
}
FORMATS = LOSSLESS | LOSSY


def quarters(height: int = 48, width: int = 64) -> np.ndarray:
    """Red, green, blue and grey quarters: any turn, mirror or swapped channel shows."""
    pixels = np.empty((height, width, 3), np.uint8)
    h, w = height // 2, width // 2
    pixels[:h, :w], pixels[:h, w:] = (200, 30, 30), (30, 160, 40)
    pixels[h:, :w], pixels[h:, w:] = (30, 40, 190), (128, 128, 128)
    return pixels


def encoded(image: Image.Image | np.ndarray, kind: str = "PNG", **options) -> bytes:
    image = Image.fromarray(image) if isinstance(image, np.ndarray) else image
    file = io.BytesIO()
    image.save(file, kind, **options)
    return file.getvalue()


@pytest.mark.parametrize("name", LOSSLESS)
def test_lossless_formats_give_back_every_pixel(name):
    kind, options = LOSSLESS[name]
    photo = load_photo(encoded(quarters(), kind, **options))
    assert np.array_equal(photo.pixels, quarters())


@pytest.mark.parametrize("name", LOSSY)
def test_lossy_formats_give_back_the_picture(name):
    kind, options = LOSSY[name]
    photo = load_photo(encoded(quarters(), kind, **options))
    assert photo.size == (64, 48)
    assert np.abs(photo.pixels.astype(int) - quarters()).mean() < 4


def test_a_path_reads_like_its_bytes(tmp_path):
    path = tmp_path / "photo.png"
    path.write_bytes(encoded(quarters()))
    for source in (path, str(path), path.read_bytes(), bytearray(path.read_bytes())):
        assert np.array_equal(load_photo(source).pixels, quarters())


STORED = {  # EXIF orientation: how a camera stores the upright picture under this mark
    1: lambda upright: upright,
    2: lambda upright: upright[:, ::-1],
    3: lambda upright: upright[::-1, ::-1],
    4: lambda upright: upright[::-1],
    5: lambda upright: upright.transpose(1, 0, 2),
    6: lambda upright: np.rot90(upright, 1),
    7: lambda upright: upright[::-1, ::-1].transpose(1, 0, 2),
    8: lambda upright: np.rot90(upright, -1),
}


@pytest.mark.parametrize("kind", ["JPEG", "PNG", "WEBP", "TIFF"])
@pytest.mark.parametrize("orientation", STORED)
def test_exif_orientation_is_applied(orientation, kind):
    stored = Image.fromarray(np.ascontiguousarray(STORED[orientation](quarters())))
    exif = Image.Exif()
    exif[0x0112] = orientation
    options = {"quality": 95, "subsampling": 0} if kind == "JPEG" else {}
    photo = load_photo(encoded(stored, kind, exif=exif, **options))
    assert photo.size == (64, 48)
    assert np.abs(photo.pixels.astype(int) - quarters()).mean() < 4


def test_a_turned_heic_is_turned_once():
    exif = Image.Exif()
    exif[0x0112] = 6
    stored = Image.fromarray(np.ascontiguousarray(np.rot90(quarters(), 1)))
    file = io.BytesIO()
    heif = pillow_heif.from_pillow(stored)
    heif.save(file, quality=95, chroma=444, exif=exif.tobytes())
    photo = load_photo(file.getvalue())
    assert photo.size == (64, 48)
    assert np.abs(photo.pixels.astype(int) - quarters()).mean() < 4


def test_damaged_exif_leaves_the_picture_as_it_is_stored():
    data = encoded(quarters(), "PNG", exif=b"Exif\x00\x00II*\x00\xff\xff\xff\xff garbage")
    assert np.array_equal(load_photo(data).pixels, quarters())


def test_only_the_first_frame_counts():
    first, second = Image.fromarray(quarters()), Image.new("RGB", (64, 48), "white")
    for kind, options in (("GIF", {}), ("WEBP", {"lossless": True}), ("TIFF", {})):
        data = encoded(first, kind, save_all=True, append_images=[second], **options)
        assert np.abs(load_photo(data).pixels.astype(int) - quarters()).mean() < 4


GREY_RAMP = np.linspace(0, 255, 256).astype(np.uint8).reshape(16, 16)


@pytest.mark.parametrize(
    ("name", "data"),
    [
        ("8-bit grey", encoded(GREY_RAMP)),
        ("16-bit grey png", encoded(GREY_RAMP.astype(np.uint16) * 257)),
        ("16-bit grey tiff", encoded(GREY_RAMP.astype(np.uint16) * 257, "TIFF")),
        ("32-bit whole numbers", encoded(GREY_RAMP.astype(np.int32) * 257, "TIFF")),
        ("32-bit whole numbers of 8 bits", encoded(GREY_RAMP.astype(np.int32), "TIFF")),
        ("fractions", encoded(GREY_RAMP.astype(np.float32) / 255, "TIFF")),
        ("grey with alpha", encoded(Image.fromarray(GREY_RAMP).convert("LA"))),
        ("palette", encoded(Image.fromarray(GREY_RAMP).convert("P"))),
    ],
)
def test_grey_of_any_depth_becomes_eight_bit_rgb(name, data):
    pixels = load_photo(data).pixels
    assert pixels.shape == (16, 16, 3)
    assert np.abs(pixels.astype(int) - GREY_RAMP[..., None]).max() <= 1


def test_one_bit_pictures():
    bits = GREY_RAMP > 100
    assert np.array_equal(load_photo(encoded(bits)).pixels[..., 0] > 0, bits)


def png_of_16_bit_rgb(values: np.ndarray) -> bytes:
    """Pillow writes no 16-bit colour; a PNG of it is a header and one compressed block."""

    def chunk(name: bytes, body: bytes) -> bytes:
        return (
            struct.pack(">I", len(body)) + name + body + struct.pack(">I", zlib.crc32(name + body))
        )

    height, width, _ = values.shape
    rows = b"".join(b"\x00" + row.astype(">u2").tobytes() for row in values)
    header = struct.pack(">IIBBBBB", width, height, 16, 2, 0, 0, 0)
    return (
        b"\x89PNG\r\n\x1a\n"
        + chunk(b"IHDR", header)
        + chunk(b"IDAT", zlib.compress(rows))
        + chunk(b"IEND", b"")
    )


def test_16_bit_colour_keeps_its_brightness():
    data = png_of_16_bit_rgb(quarters().astype(np.uint16) * 257)
    assert np.array_equal(load_photo(data).pixels, quarters())


def test_cmyk_keeps_its_colours():
    data = encoded(Image.fromarray(quarters()).convert("CMYK"), "JPEG", quality=95)
    assert np.abs(load_photo(data).pixels.astype(int) - quarters()).mean() < 6


@pytest.mark.parametrize(("alpha", "expected"), [(0, 255), (255, 100), (128, 177)])
def test_transparent_places_become_white(alpha, expected):
    rgba = np.full((4, 4, 4), 100, np.uint8)
    rgba[..., 3] = alpha
    assert np.abs(load_photo(encoded(rgba)).pixels.astype(int) - expected).max() <= 1


def test_transparency_of_a_palette_becomes_white():
    image = Image.fromarray(np.array([[0, 1]], np.uint8))
    image = image.convert("P")
    image.putpalette([10, 20, 30, 40, 50, 60])
    pixels = load_photo(encoded(image, transparency=0)).pixels
    assert pixels.tolist() == [[[255, 255, 255], [40, 50, 60]]]


@pytest.mark.parametrize("name", FORMATS)
@pytest.mark.parametrize("part", [0.2, 0.5, 0.9])
def test_truncated_files_are_refused(name, part):
    kind, options = FORMATS[name]
    noise = np.random.default_rng(1).integers(0, 255, (96, 128, 3), dtype=np.uint8)
    data = encoded(noise, kind, **options)
    with pytest.raises(ImageError, match="damaged or cut off; send the whole photo again"):
        load_photo(data[: int(len(data) * part)])


def middle(data: bytes) -> int:
    """The middle of a JPEG's picture data."""
    start = data.index(b"\xff\xda")
    return start + (len(data) - start) // 2


NOISE = np.random.default_rng(2).integers(90, 160, (240, 320, 3), dtype=np.uint8)


@pytest.mark.parametrize(
    "stretch",
    [bytes(512), bytes(4096), b"\xff" * 512, np.random.default_rng(3).bytes(4096)],
    ids=["few zeros", "many zeros", "ones", "other data"],
)
@pytest.mark.parametrize(
    "options",
    [{}, {"progressive": True}, {"restart_marker_rows": 4}],
    ids=["baseline", "progressive", "restarts"],
)
def test_a_jpeg_with_an_overwritten_stretch_is_refused(options, stretch):
    data = encoded(NOISE, "JPEG", quality=90, **options)
    assert load_photo(data).size == (320, 240)
    at = middle(data)
    with pytest.raises(ImageError, match="damaged or cut off; send the whole photo again"):
        load_photo(data[:at] + stretch + data[at + len(stretch) :])


def test_a_jpeg_with_a_lost_stretch_is_refused():
    data = encoded(NOISE, "JPEG", quality=90)
    at = middle(data)
    with pytest.raises(ImageError, match="damaged or cut off"):
        load_photo(data[:at] + data[at + 5000 :])


@pytest.mark.parametrize("mode", ["L", "RGB", "CMYK"])
def test_stray_bytes_of_a_camera_do_not_matter(mode):
    data = encoded(Image.fromarray(NOISE).convert(mode), "JPEG", quality=90)
    assert data[-2:] == b"\xff\xd9"
    strayed = load_photo(data[:-2] + bytes(20) + data[-2:])
    assert np.array_equal(strayed.pixels, load_photo(data).pixels)


def test_real_photos_are_whole(shared):
    photos = sorted((shared / "photos").glob("*/images/*.jpg"))[::20]
    assert {load_photo(path).size for path in photos} == {(640, 640)}


@pytest.mark.parametrize(
    ("data", "sentence"),
    [
        (b"", "This file is empty (0 bytes); send the photo again."),
        (b"hello", "This file is no photo that can be read; send a JPEG"),
        (b"%PDF-1.7 ...", "This file is a PDF document, not a photo; send a JPEG"),
        (b"PK\x03\x04....", "This file is an archive or an office document, not a photo"),
        (b"  <svg xmlns='http://www.w3.org/2000/svg'/>", "This file is an SVG drawing"),
        (b"<!doctype html><img>", "This file is a web page, not a photo"),
        (b"\x00\x00\x00\x18ftypmp42....", "This file is a film, not a photo"),
        (b"\xff\xd8\xff\xe0", "This file is damaged or cut off; send the whole photo again."),
        (b"GIF89a/*\xff\xff\xff<script>*/=1;", "This file is damaged or cut off"),
        (b"\x89PNG\r\n\x1a\n", "This file is damaged or cut off"),
        (b"\x00" * 5000, "This file is no photo that can be read"),
    ],
)
def test_what_is_no_photo_is_refused_in_one_sentence(data, sentence):
    with pytest.raises(ImageError) as refusal:
        load_photo(data)
    assert str(refusal.value).startswith(sentence)
    assert "\n" not in str(refusal.value)


def test_bytes_after_a_photo_do_not_matter():
    data = encoded(quarters()) + b"PK\x03\x04 an archive behind the picture"
    assert np.array_equal(load_photo(data).pixels, quarters())


def test_other_decoders_of_the_library_stay_closed():
    with pytest.raises(ImageError, match="is no photo that can be read"):
        load_photo(encoded(quarters(), "PPM"))


def test_lab_colours_are_refused_with_a_remedy():
    with pytest.raises(ImageError, match="Lab colours; save it as JPEG or PNG"):
        load_photo(encoded(Image.new("LAB", (8, 8)), "TIFF"))


def test_missing_files_and_folders(tmp_path):
    with pytest.raises(ImageError, match="There is no file"):
        load_photo(tmp_path / "none.jpg")
    with pytest.raises(ImageError, match="is a folder; name a photo in it"):
        load_photo(tmp_path)


@pytest.mark.parametrize("name", ["x" * 300, "nul\0", "photo.png/inside"])
def test_names_that_no_file_can_have(name, tmp_path):
    (tmp_path / "photo.png").write_bytes(encoded(quarters()))
    with pytest.raises(ImageError, match=r"cannot be read \(.+\); name a photo\."):
        load_photo(tmp_path / name)


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="this system has no named pipes")
def test_a_pipe_is_not_waited_for(tmp_path):
    os.mkfifo(tmp_path / "pipe.jpg")
    with pytest.raises(ImageError, match="is no file; save the photo as one"):
        load_photo(tmp_path / "pipe.jpg")


def test_too_many_pixels_are_refused_before_decoding():
    image = Image.new("1", (10_001, 10_000))
    data = encoded(image)
    # The header alone is enough: the rest of the file is not there to be decoded.
    with pytest.raises(ImageError, match="more than 100 megapixels; send a smaller copy"):
        load_photo(data[:100])
    with pytest.raises(ImageError, match="more than 100 megapixels"):
        load_photo(encoded(Image.new("1", (30_000, 30_000)))[:100])


@pytest.mark.parametrize("name", [*FORMATS, "16-bit", "alpha"])
def test_big_photos_are_reduced_by_a_whole_number(name, monkeypatch):
    monkeypatch.setattr(images, "WORKING_PIXELS", 64 * 48)
    big = quarters(96, 128)
    if name == "16-bit":
        data = encoded(big[..., 0].astype(np.uint16) * 257)
        expected = np.repeat(quarters()[..., :1], 3, axis=2)
    elif name == "alpha":
        data = encoded(np.dstack([big, np.full((96, 128), 255, np.uint8)]), "WEBP", lossless=True)
        expected = quarters()
    else:
        kind, options = FORMATS[name]
        data, expected = encoded(big, kind, **options), quarters()
    photo = load_photo(data)
    assert photo.size == (64, 48)
    assert np.abs(photo.pixels.astype(int) - expected).mean() < 5


PEAK_OF_LOADING = """
import pathlib, re, sys
from vision.images import load_photo
size = load_photo(sys.argv[1]).size
status = pathlib.Path("/proc/self/status").read_text()
print(size, re.search(r"VmHWM:\\s+(\\d+)", status)[1])
"""


@pytest.mark.skipif(sys.platform != "linux", reason="the peak is read from Linux's /proc")
@pytest.mark.parametrize(
    "kind",
    [
        "JPEG",
        pytest.param("WEBP", marks=pytest.mark.slow),
        pytest.param("BMP", marks=pytest.mark.slow),
    ],
)
def test_a_hundred_megapixels_fit_in_a_gigabyte(kind, tmp_path):
    path = tmp_path / "big"
    options = {"WEBP": {"quality": 0, "method": 0}}.get(kind, {})
    Image.new("RGB", (10_000, 10_000), (90, 120, 60)).save(path, kind, **options)
    run = subprocess.run(
        [sys.executable, "-c", PEAK_OF_LOADING, path], capture_output=True, text=True, check=True
    )
    size, kilobytes = run.stdout.rsplit(maxsplit=1)
    assert size == "(5000, 5000)"
    assert int(kilobytes) < 950_000


@pytest.mark.parametrize(
    "pixels",
    [
        np.zeros((4, 4), np.uint8),
        np.zeros((4, 4, 4), np.uint8),
        np.zeros((4, 4, 3), np.float32),
        np.zeros((0, 4, 3), np.uint8),
        None,
    ],
)
def test_a_photo_holds_rgb_bytes_only(pixels):
    with pytest.raises(ImageError, match="8-bit RGB"):
        Photo(pixels)


def test_a_photo_cannot_be_painted_over():
    source = quarters()
    photo = Photo(source)
    with pytest.raises(ValueError, match="read-only"):
        photo.pixels[0, 0] = 0
    source[0, 0] = 7
    assert (photo.width, photo.height) == (64, 48)
