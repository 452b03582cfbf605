"""Films of tables: the same seed gives the same film, and the truth is what its frames show."""

from __future__ import annotations

import dataclasses
import json
from itertools import pairwise

import av
import cv2
import numpy as np
import pytest

from datasets.films import config as films_config
from datasets.films.__main__ import main, make
from datasets.films.config import FilmConfig
from datasets.films.filming import frame_times
from datasets.films.game import Table
from datasets.films.layers import SIDES, arm, stream_overlay
from datasets.films.planes import Layer, Planes
from datasets.films.shots import Cover, Fault, Shot, View, hidden, moved, smooth
from datasets.films.stills import ShownHand, Still, apart, content, framed, real_stills
from datasets.films.story import STREAM_SAFE, Quality, tell
from datasets.films.streams import stream_stories
from datasets.synth import ConfigError
from datasets.synth.config import from_dict
from scoring.tiles import Tile

SMALL = from_dict(
    {
        "minutes": [0.12, 0.12], "hands": [1, 1], "size": 640, "real": 0,
        "shots": {"show": [4.5, 5], "again": 0},
        "tables": {"four": 0, "two": 0, "racked": 0, "grown": 1},
        "quality": {"stream": 1, "small": 1, "fast": 0, "overlay": 0, "slow": [5, 5],
                    "stream_crf": [20, 20]},
        "synth": {"face": {"designs": 1}},
    },
    FilmConfig(),
)  # fmt: skip


@pytest.fixture(scope="module")
def film(tmp_path_factory):
    """A short film, and the folder it lies in."""
    folder = tmp_path_factory.mktemp("films")
    return make(0, 4, SMALL, None, folder), folder


def frames_of(path):
    with av.open(str(path)) as file:
        for frame in file.decode(video=0):
            yield frame.time, frame.to_ndarray(format="rgb24")


def test_the_truth_is_what_the_frames_show(film):
    truth, folder = film
    assert truth == json.loads((folder / truth["film"]).with_suffix(".json").read_text())
    (event,) = truth["events"]
    times, nearest = [], None
    for time, picture in frames_of(folder / truth["film"]):
        times.append(time)
        if abs(time - event["clean_time"]) < 0.01:
            nearest = picture
    assert picture.shape == (truth["size"][1], truth["size"][0], 3)
    assert times == sorted(set(times))
    assert times[-1] == pytest.approx(truth["seconds"], abs=0.01)
    assert 0 <= event["start"] < event["clean_time"] < event["end"] <= truth["seconds"]
    assert max(b - a for a, b in event["spans"]) >= 3.0
    clean = cv2.imread(str(folder / event["clean_still"]))[..., ::-1]
    assert np.abs(clean.astype(int) - nearest).mean() < 4
    x1, y1, x2, y2 = event["box"]
    assert 0 <= x1 < x2 <= truth["size"][0]
    assert 0 <= y1 < y2 <= truth["size"][1]
    shots = truth["shots"]
    assert [a["end"] for a in shots[:-1]] == [b["start"] for b in shots[1:]]


def test_a_seed_always_gives_the_same_film(film, tmp_path):
    truth, folder = film
    assert make(0, 4, SMALL, None, tmp_path) == truth
    name = truth["film"]
    assert (tmp_path / name).read_bytes() == (folder / name).read_bytes()


def test_another_film_of_the_set_is_another_one():
    stories = [tell(np.random.default_rng([k]), SMALL, k, None) for k in (1, 2)]
    shots = [[(shot.still.name, round(shot.seconds, 3)) for shot in s.shots] for s in stories]
    assert shots[0] != shots[1]


# -- tables ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(("racked", "grown"), [(1, 0), (0, 1)])
def test_a_hand_in_play_lacks_the_tile_that_finishes_it(racked, grown):
    knobs = dataclasses.replace(SMALL.tables, racked=racked, grown=grown, discards=0, walls=0)
    config = dataclasses.replace(SMALL, tables=knobs)
    table = Table(np.random.default_rng(3), config, 3, (640, 360))
    played = [table.round(f"round {k}") for k in range(2)]
    for one in played:
        (hand,) = one.finished.hands
        upright = [m for m in hand.melds if m[0] == "concealed_kong"]
        assert len(hand.corners) == hand.tiles.total()
        assert len(one.finished.corners) == hand.tiles.total()
        for before in one.before:
            assert not before.hands
            # a kong's backs are labelled, and so is all but the winning tile
            assert len(before.corners) <= hand.tiles.total() - 1 + len(upright)
            assert not np.array_equal(before.picture, one.finished.picture)
    hands = [one.finished.hands[0] for one in played]
    assert all(apart(a, b) >= config.different for a, b in pairwise(hands))


def shown(text: str, quads=None) -> ShownHand:
    tiles = tuple(map(Tile, text.split()))
    corners = np.zeros((len(tiles), 4, 2)) if quads is None else quads
    return ShownHand(tiles, (), (), None, corners)


@pytest.mark.parametrize(
    ("one", "other", "differ"),
    [
        ("1m 2m 3m", "1m 2m 3m", 0),
        ("1m 2m 3m", "3m 2m 1m", 0),
        ("1m 1m 3m", "1m 2m 3m", 1),
        ("1m 2m 3m a", "1m 2m 3m b", 0),
        ("1m 2m 3m", "1m 2m 3m 4m 5m", 2),
    ],
)
def test_how_far_hands_are_apart(one, other, differ):
    assert apart(shown(one), shown(other)) == differ


# -- stills ---------------------------------------------------------------------------------------


def square(x: float, y: float, side: float = 20.0) -> np.ndarray:
    return np.array([[x, y], [x + side, y], [x + side, y + side], [x, y + side]])


def test_black_bars_are_no_content():
    picture = np.full((100, 120, 3), 90, np.uint8)
    picture[:20], picture[90:], picture[:, :10] = 0, 8, 0
    assert content(picture) == (10, 20, 120, 90)
    assert content(np.zeros((30, 40, 3), np.uint8)) == (0, 0, 40, 30)


@pytest.mark.parametrize("place", [(0, 0), (180, 0), (90, 380), (180, 380)])
@pytest.mark.parametrize("safe", [(0.05, 0.05, 0.95, 0.95), STREAM_SAFE])
def test_a_still_is_framed_so_that_its_hand_fits(place, safe):
    quads = np.array([square(*place)])
    still = Still(np.full((400, 200, 3), 120, np.uint8), "a", "finished", (shown("1m", quads),))
    out = framed(still, (320, 180), safe)
    assert out.picture.shape == (180, 320, 3)
    parts = out.hands[0].corners.reshape(-1, 2) / (320, 180)
    assert (parts >= 0).all()
    assert (parts <= 1).all()
    view = View()
    assert np.allclose(moved(out.hands[0].corners, view.motion((320, 180), np.zeros(3))),
                       out.hands[0].corners.reshape(-1, 2))  # fmt: skip


def test_a_marked_place_stays_marked_when_it_is_framed():
    picture = np.zeros((400, 200, 3), np.uint8)
    picture[300:320, 40:60] = 255
    quads = np.array([square(40, 300)])
    out = framed(Still(picture, "a", "finished", (shown("1m", quads),)), (320, 180), STREAM_SAFE)
    x, y = out.hands[0].corners.mean((0, 1)).round().astype(int)
    assert out.picture[y, x].min() > 200
    left, top = out.hands[0].corners.min((0, 1)).round().astype(int)
    assert out.picture[max(0, top - 6), max(0, left - 6)].max() < 120


# -- shots ----------------------------------------------------------------------------------------


def test_views_move_what_they_look_at_to_the_middle():
    motion = View(0.25, 0.75, zoom=2.0, turn=0.3).motion((640, 360), np.zeros(3))
    assert moved(np.array([[[160.0, 270.0]]]), motion)[0] == pytest.approx((320, 180))
    scale = np.sqrt(np.linalg.det(motion[:, :2]))
    assert scale == pytest.approx(2.0)


def test_shares_run_smoothly_from_0_to_1():
    assert [smooth(v) for v in (-1, 0, 0.5, 1, 2)] == [0, 0, 0.5, 1, 1]


@pytest.mark.parametrize(
    ("cover", "part"), [((0, 0), 0.0), ((0, 90), 0.0), ((90, 90), 1.0), ((100, 90), 0.5)]
)
def test_how_much_of_tiles_is_hidden(cover, part):
    layer = np.full((60, 60), 255, np.uint8)
    assert hidden(square(95, 100, 16), layer, cover) == pytest.approx(part, abs=0.12)


def test_what_is_covered_or_cut_off_is_not_shown():
    rng = np.random.default_rng(0)
    size = (320, 180)
    place = np.array([160.0, 90.0])
    cover = Cover(2.0, 4.0, place, place, arm(rng, size, "bottom"))
    still = Still(np.zeros((180, 320, 3), np.uint8), "a", "finished")
    shot = Shot(still, 6.0, View(), View(x=1.2), (4.5, 6.0), covers=(cover,))
    quads = np.array([square(150, 80)])
    whole = {t: shot.shows(quads, t, shot.motion(t, size, np.zeros(3)), size) for t in range(7)}
    assert whole == {0: True, 1: True, 2: True, 3: False, 4: True, 5: True, 6: False}


def test_faults_come_and_go():
    fault = Fault(1.0, 2.0, 4.0)
    assert [round(fault.at(t), 3) for t in (0.5, 1.0, 1.5, 2.0)] == [0, 0, 4.0, 0]


@pytest.mark.parametrize("side", SIDES)
def test_arms_reach_in_from_their_side(side):
    size = (320, 180)
    one = arm(np.random.default_rng(1), size, side)
    target = np.array([160.0, 90.0])
    field = Planes.of(np.full((180, 320, 3), 255, np.uint8))

    def covered(reach: float) -> np.ndarray:
        return one.layer.over(field, one.shift(target, reach, size)).luma < 230

    assert not covered(0.0).any()
    reached = covered(1.0)
    assert reached[84:96, 150:170].mean() > 0.9
    rims = {"bottom": reached[-1], "top": reached[0], "left": reached[:, 0],
            "right": reached[:, -1]}  # fmt: skip
    assert rims.pop(side).any()
    assert not any(rim.any() for rim in rims.values())


def test_overlays_leave_the_middle_free():
    rng = np.random.default_rng(5)
    made = [stream_overlay(rng, (320, 180), STREAM_SAFE, "/usr/share/fonts") for _ in range(4)]
    made = [layer for layer in made if layer is not None]
    assert made
    for layer in made:
        assert layer.cover.any()
        assert not layer.cover[18:151, 10:310].any()


@pytest.mark.parametrize("variable", [False, True])
def test_frames_follow_each_other(variable):
    quality = Quality("phone", (320, 180), 12.0, variable, 23.0, 0.0, False)
    times = [t for t, _ in frame_times(np.random.default_rng(0), quality, 60.0)]
    gaps = np.diff(times)
    assert times[0] == 0
    assert gaps.min() > 0
    assert len(times) == pytest.approx(720, rel=0.05)
    assert (gaps.std() > 0.01) == variable


# -- pictures -------------------------------------------------------------------------------------


def test_planes_keep_a_picture():
    picture = cv2.GaussianBlur(
        np.random.default_rng(0).integers(0, 256, (80, 120, 3)).astype(np.uint8), (0, 0), 4
    )
    planes = Planes.of(picture)
    assert np.abs(planes.rgb().astype(int) - picture).max() < 12
    assert np.array_equal(Planes.split(planes.packed()).u, planes.u)
    still = planes.moved(np.array([[1.0, 0, 0], [0, 1.0, 0]]), planes.size)
    assert np.array_equal(still.luma, planes.luma)
    right = planes.moved(np.array([[1.0, 0, 8], [0, 1.0, 0]]), planes.size)
    assert np.array_equal(right.luma[:, 8:], planes.luma[:, :-8])
    assert np.array_equal(right.v[:, 4:], planes.v[:, :-4])


def test_layers_lie_over_a_picture():
    rgba = np.zeros((20, 20, 4), np.uint8)
    rgba[:, 10:] = 255
    field = Planes.of(np.zeros((40, 60, 3), np.uint8))
    out = Layer.of(rgba).over(field, (50, -10))
    bright = np.argwhere(out.luma > 200)
    assert len(bright) == 0
    out = Layer.of(rgba).over(field, (20, 30))
    rows, columns = np.nonzero(out.luma > 200)
    assert (rows.min(), rows.max(), columns.min(), columns.max()) == (30, 39, 30, 39)


# -- real photos, the command ---------------------------------------------------------------------


@pytest.mark.slow
def test_real_photos_with_their_hands(shared):
    finished, others = real_stills(shared / "photos" / "val", shared / "hands")
    assert len(finished) == 37
    assert len(others) > 20
    for still in finished:
        (hand,) = still.hands
        # two photos lack a box each, see datasets/README.md
        assert hand.tiles.total() - 2 <= len(hand.corners) <= hand.tiles.total()


@pytest.mark.slow
def test_frames_of_streams_by_table(shared):
    films = list(stream_stories(shared / "photos" / "val", 0, FilmConfig()))
    frames = [facts["frames"] for _, _, facts in films]
    assert [len(table) for table in frames] == [1, 2, 20]
    finished = [s.still.name for _, story, _ in films for s in story.shots if s.still.hands]
    assert finished == ["A_stream4_0657"]
    for table in frames:
        assert [f["photo"] for f in table] == sorted(f["photo"] for f in table)
        assert all(len(frame["tiles"]) >= 12 for frame in table)
        boxes = np.array([tile["box"] for frame in table for tile in frame["tiles"]])
        assert boxes.min() >= 0
        assert (boxes[:, 2:] <= (1280, 720)).all()


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--n", "0"], "at least 1"),
        (["--minutes", "2", "1"], "the lower first"),
        (["--photos", "nowhere"], "go together"),
        (["--photos", "nowhere", "--hands", "nowhere"], "truth.json"),
        (["--streams", "nowhere"], "manifest.csv"),
        (["--config", "nowhere.toml"], "cannot read"),
        (["--faces", "nowhere"], "nowhere"),
        (["--out", "file"], "--out file cannot be a folder (File exists); name another"),
        (["--faces", "faces", "--out", "faces/new"], "--out faces/new lies in faces, which is"),
    ],
)
def test_what_cannot_be_made_is_said_in_a_sentence(arguments, said, tmp_path, capsys, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "file").write_text("")
    (tmp_path / "faces").mkdir()
    cv2.imwrite("faces/1m_01.jpg", np.full((32, 24, 3), 200, np.uint8))
    with pytest.raises(SystemExit) as ended:
        main(["--out", str(tmp_path), *arguments])
    assert ended.value.code == 2
    assert said in capsys.readouterr().err
    assert not list(tmp_path.glob("*.mp4"))


def test_a_configuration_from_a_file(tmp_path):
    path = tmp_path / "films.toml"
    path.write_text("minutes = [0.5, 1]\n[shots]\ncover = 0.5\n[synth]\nsize = 320\n")
    read = films_config.load(path)
    assert (read.minutes, read.shots.cover, read.synth.size) == ((0.5, 1.0), 0.5, 320)
    path.write_text("[shots]\nzooming = 2\n")
    with pytest.raises(ConfigError, match="zooming"):
        films_config.load(path)
