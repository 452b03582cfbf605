"""Films that are given to the page: kept whole, or refused with the reason."""

import io
import shutil

import pytest

from scoring import PRESETS, Tile
from tests.vision.footage.games import game
from vision.app.films import sent
from vision.app.films.sent import Unsendable, forget, point_at, send, sent_of, terms_of
from vision.footage.opening import FootageError
from vision.footage.outlook import Known
from vision.footage.review import Terms


@pytest.fixture(autouse=True)
def data(tmp_path, monkeypatch):
    monkeypatch.setenv("FANLENS_DATA", str(tmp_path / "data"))
    return tmp_path / "data"


@pytest.fixture(scope="module")
def film(tmp_path_factory):
    return game(tmp_path_factory.mktemp("film") / "game.mp4", [], seconds=1)


def test_an_upload_is_kept_and_found_by_its_key(film):
    data = film.read_bytes()
    terms = Terms(Known(seat_wind=Tile("S")), "greenbook", ("minimum=6",), "zh-Hant")
    made = send(io.BytesIO(data), "牌局:1/2.MP4", len(data), terms)
    assert made.film.read_bytes() == data
    assert made.film.parent.parent == made.folder
    assert sent_of(made.key) == made
    forget(made)
    assert not made.folder.exists()
    assert sent_of(made.key) is None


def test_a_film_of_this_machine_stays_where_it_is(film):
    made = point_at(film, Terms())
    assert (made.film, made.name) == (film, "game.mp4")
    forget(made)
    assert film.exists()


@pytest.mark.parametrize("key", ["../..", "", "0123456789abcdef", "/etc", "0123456789ABCDEF"])
def test_nothing_else_is_a_key(key):
    assert sent_of(key) is None


@pytest.mark.parametrize(
    ("name", "data", "error", "key"),
    [
        ("game.mp4", b"", Unsendable, "film_empty"),
        ("game.txt", b"text", Unsendable, "film_unreadable"),
        ("game.mp4", b"no film at all", FootageError, None),
    ],
)
def test_what_is_no_film_leaves_nothing_behind(name, data, error, key):
    with pytest.raises(error) as refusal:
        send(io.BytesIO(data), name, len(data), Terms())
    assert key is None or refusal.value.key == key
    folder = sent.data_folder() / sent.FOLDER
    assert not folder.exists() or list(folder.iterdir()) == []


def test_a_cut_off_film_is_refused(film):
    data = film.read_bytes()[:200]
    with pytest.raises(FootageError):
        send(io.BytesIO(data), "game.mp4", len(data), Terms())


@pytest.mark.parametrize(
    ("limit", "value", "key"),
    [("MOST_MEGABYTES", 0, "film_too_large"), ("MOST_KEPT", 0, "films_full")],
)
def test_limits_are_kept(film, monkeypatch, limit, value, key):
    monkeypatch.setattr(sent, limit, value)
    with pytest.raises(Unsendable, match=key):
        send(io.BytesIO(film.read_bytes()), "game.mp4", film.stat().st_size, Terms())


def test_a_full_disk_is_told_before_it_is_full(film, monkeypatch, tmp_path):
    free = shutil.disk_usage(tmp_path).free
    monkeypatch.setattr(sent, "RESERVE", free + 1)
    with pytest.raises(Unsendable, match="films_no_room"):
        point_at(film, Terms())


@pytest.mark.parametrize("preset", PRESETS)
def test_the_page_s_rules_score_the_film(preset):
    rules = PRESETS[preset].replace(minimum=6, two_concealed_kongs=8, flowers=False)
    assert terms_of(preset, rules, Known(), "en").rules == rules
    assert terms_of(preset, PRESETS[preset], Known(), "en").options == ()
