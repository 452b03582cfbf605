"""Synthetic scenes: the same seed gives the same scene, labels fit the picture, hands are legal."""

from __future__ import annotations

import json
from collections import Counter

import cv2
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from datasets.synth import Config, ConfigError, example, faces, labels, load, scene
from datasets.synth.__main__ import main
from datasets.synth.camera import Lens, look_at
from datasets.synth.config import from_dict
from datasets.synth.hands import random_hand
from datasets.synth.layouts import Builder
from datasets.synth.scene import KINDS as SCENES
from datasets.synth.scene import choose_kind
from scoring import score
from scoring.hand import Hand
from scoring.notation import parse_hand
from scoring.status import HandStatus
from scoring.tiles import BACK, TILES, Tile
from vision import tile_art

SMALL = from_dict({"size": 256, "effects": {"letterbox": 0}})
KINDS = (*SCENES, "empty")
# Scenes as they are before the camera spoils them, for tests that look at colours.
CLEAR = from_dict(
    {
        "size": 480,
        "camera": {"elevation": [75, 90], "distortion": [0, 0], "flat": 0, "fill": [0.8, 0.9]},
        "light": {"ambient": [0.9, 1.0], "glare": 0, "shadow": 0, "dim": 0, "cast": 0},
        "face": {"recolour": 0, "mixed": 0},
        "effects": {
            "soft": 0, "motion": 0, "defocus": 0, "noise": [0, 0], "jpeg": [95, 96], "grey": 0,
            "overlay": 0, "hands": 0, "per_tile": 0, "stretch": 0, "letterbox": 0, "clutter": 0,
        },
    }
)  # fmt: skip


@pytest.fixture(scope="module")
def scenes():
    """A scene of each kind, and some more hands."""
    return [scene(5, SMALL, kind) for kind in KINDS] + [scene(6, SMALL, "hand")]


def test_a_seed_always_gives_the_same_scene():
    first, again, other = scene(11, SMALL), scene(11, SMALL), scene(12, SMALL)
    assert np.array_equal(first.image, again.image)
    assert first.tiles == again.tiles
    assert first.truth == again.truth
    assert first.image.shape != other.image.shape or not np.array_equal(first.image, other.image)


def test_the_order_of_making_does_not_matter():
    ahead = scene(21, SMALL)
    scene(22, SMALL)
    assert np.array_equal(ahead.image, scene(21, SMALL).image)


def test_pictures_are_rgb_of_the_size_asked_for(scenes):
    for made in scenes:
        assert made.image.dtype == np.uint8
        assert made.image.ndim == 3
        assert made.image.shape[2] == 3
        assert max(made.image.shape[:2]) == SMALL.size


def test_boxes_lie_inside_the_picture_and_are_not_tiny(scenes):
    for made in scenes:
        height, width = made.image.shape[:2]
        for label in made.tiles:
            x1, y1, x2, y2 = label.box
            assert 0 <= x1 < x2 <= width
            assert 0 <= y1 < y2 <= height
            assert min(x2 - x1, y2 - y1) >= 4


def test_boxes_are_round_the_corners_of_tiles_that_show_whole(scenes):
    checked = 0
    for made in scenes:
        height, width = made.image.shape[:2]
        for label in made.tiles:
            x1, y1, x2, y2 = label.box
            points = np.clip(np.array(label.corners), 0, (width, height))
            around = (*points.min(0), *points.max(0))
            if label.visible > 0.95:
                assert label.box == pytest.approx(around, abs=2.0)
                checked += 1
            else:
                assert x1 >= around[0] - 2
                assert y1 >= around[1] - 2
                assert x2 <= around[2] + 2
                assert y2 <= around[3] + 2
    assert checked > 50


def test_corners_go_clockwise_with_the_short_side_first(scenes):
    for made in scenes:
        for label in made.tiles:
            points = np.array(label.corners, np.float32)
            following = np.roll(points, -1, axis=0)
            turn = points[:, 0] * following[:, 1] - points[:, 1] * following[:, 0]
            assert turn.sum() > 0  # y points down, so clockwise is positive: nothing is mirrored


def test_labelled_tiles_show_at_least_as_much_as_configured(scenes):
    for made in scenes:
        for label in made.tiles:
            assert SMALL.labels.visible <= label.visible <= 1


def test_a_scene_without_tiles_has_no_labels():
    for seed in range(4):
        made = scene(seed, SMALL, "empty")
        assert made.tiles == ()
        assert made.truth["hand"] is None
        assert labels.yolo(made.tiles, 10, 10) == ""


def test_scenes_of_backs_hold_labelled_backs():
    found = Counter(t.tile for seed in range(4) for t in scene(seed, SMALL, "backs").tiles)
    assert found[BACK] > 10


def test_kinds_are_chosen_by_their_weights():
    rng = np.random.default_rng(1)
    config = from_dict({"scenes": {**dict.fromkeys(KINDS, 0.0), "hand": 3.0, "empty": 1.0}})
    chosen = Counter(choose_kind(rng, config) for _ in range(400))
    assert set(chosen) == {"hand", "empty"}
    assert chosen["hand"] / 400 == pytest.approx(0.75, abs=0.08)


def test_every_kind_has_a_weight():
    assert set(vars(Config().scenes)) == set(KINDS)


@given(st.integers(0, 10**9), st.booleans())
def test_hands_are_legal(seed, waiting):
    hand = random_hand(np.random.default_rng(seed), waiting)
    assert max(Counter(hand.tiles).values()) <= 4
    assert max(Counter(hand.flowers).values(), default=0) <= 1
    if waiting:
        assert len(hand.concealed) + 3 * len(hand.melds) == 13
    else:
        assert hand.status() & ~HandStatus.NO_WINNING_TILE == HandStatus.OK


@given(st.integers(0, 10**6), st.sampled_from(["hand", "rack"]))
def test_a_layout_shows_exactly_the_tiles_of_its_hand(seed, kind):
    builder = Builder(np.random.default_rng(seed), 1.35, 0.75, 1.0)
    layout = SCENES[kind](builder)
    hand = layout.hand
    shown = Counter(p.tile for p in layout.placed if p.group is not None)
    assert shown == Counter(hand.tiles + hand.flowers)
    melds = [g for g in layout.groups if g.kind not in ("concealed", "winning", "flowers")]
    assert [(g.kind, g.tiles) for g in melds] == [(m.kind.value, m.tiles) for m in hand.melds]


@given(st.integers(0, 10**6))
def test_tiles_of_a_hand_do_not_lie_in_each_other(seed):
    builder = Builder(np.random.default_rng(seed), 1.35, 0.75, 0.3)
    layout = SCENES["hand"](builder)
    flat = [p for p in layout.placed if p.level == 0]
    near = [
        (a.tile, b.tile)
        for i, a in enumerate(flat)
        for b in flat[:i]
        if np.hypot(a.x - b.x, a.y - b.y) < 0.8
    ]
    assert near == []


def test_the_truth_reads_back_as_the_hand():
    truth = scene(3, SMALL, "hand").truth
    hand = parse_hand(truth["hand"]["notation"]).hand
    assert [t.code for t in hand.concealed] == truth["hand"]["concealed"]
    assert [m.kind.value for m in hand.melds] == [m["kind"] for m in truth["hand"]["melds"]]
    assert isinstance(hand, Hand)


def test_places_join_labels_to_groups():
    made = scene(8, SMALL, "hand")
    placed = {label.place: label.tile for label in made.tiles}
    for group in made.truth["groups"]:
        faces = [placed[i].code for i in group["places"] if i in placed and not placed[i].is_back]
        assert not Counter(faces) - Counter(group["tiles"])


def test_the_corners_lie_on_the_tile_as_it_is_read():
    """Faces pulled straight by their corners look like drawings, not turned and not mirrored."""
    best = Counter()
    for seed in (4, 5):
        made = scene(seed, CLEAR, "grid")
        for label in made.tiles:
            if label.tile.suit != "m" or label.visible < 0.98:
                continue
            target = np.array([(0, 0), (75, 0), (75, 100), (0, 100)], np.float32)
            matrix = cv2.getPerspectiveTransform(np.array(label.corners, np.float32), target)
            face = cv2.warpPerspective(made.image, matrix, (75, 100), flags=cv2.INTER_AREA)
            looks = {"as read": face, "upside down": face[::-1, ::-1], "mirrored": face[:, ::-1]}
            best[max(looks, key=lambda look: _likeness(looks[look], label.tile))] += 1
    assert best.total() >= 8
    assert best["as read"] >= 0.9 * best.total()


def _likeness(face: np.ndarray, tile: Tile) -> float:
    """How much ink stands on the 75 x 100 picture where our default design has ink."""
    ink = face.max() - face.min(-1).astype(float)
    art = tile_art.raster(tile, 100, body=False)[..., 3].astype(float)
    inner = np.s_[6:-6, 5:-5]
    ink, art = (cv2.GaussianBlur(x, (0, 0), 2.5)[inner].ravel() for x in (ink, art))
    return float(np.corrcoef(ink, art)[0, 1])


@pytest.mark.parametrize("k", [-0.09, 0.0, 0.07])
def test_lens_distortion_and_its_inverse_agree(k):
    lens = Lens(k, 640, 480)
    points = np.array([(0, 0), (320, 240), (640, 480), (100, 400)], float)
    assert lens.source(lens.distort(points)) == pytest.approx(points, abs=0.05)


def test_a_camera_sees_right_to_the_right_and_far_above():
    camera = look_at(np.zeros(3), 20, 0.8, 0.0, 0.0, 500, 640, 480)
    pixels, depth = camera.project(np.array([(0, 0, 0), (1, 0, 0), (0, 1, 0), (0, 0, 1)]))
    assert pixels[0] == pytest.approx((320, 240))
    assert depth[0] == pytest.approx(20)
    assert pixels[1][0] > 320
    assert pixels[2][1] < 240
    assert pixels[3][1] < 240


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("sise = 640", "unknown knob 'sise'"),
        ("[camera]\nelevation = [90, 20]", "the lower first"),
        ("[camera]\nelevation = 45", "give two numbers"),
        ("size = 0", "at least 1"),
        ("camera = 3", "write its knobs under [camera]"),
        ("faces = 3", "is a path"),
        ("[light]\ndim = -1", "at least 0"),
        ("size = = 3", "no TOML file"),
    ],
)
def test_bad_configurations_are_refused_in_one_sentence(tmp_path, text, words):
    file = tmp_path / "scenes.toml"
    file.write_text(text)
    with pytest.raises(ConfigError, match=r"(?s).+") as caught:
        load(file)
    assert words in str(caught.value)


def test_a_configuration_file_changes_what_it_names(tmp_path):
    file = tmp_path / "scenes.toml"
    file.write_text("size = 200\n[scenes]\nhand = 0\n")
    config = load(file)
    assert config.size == 200
    assert config.scenes.hand == 0
    assert config.scenes.rack == Config().scenes.rack
    assert config.camera == Config().camera


def test_the_command_writes_a_data_set_and_a_sheet(tmp_path, capsys):
    out, sheet = tmp_path / "out", tmp_path / "sheet.png"
    arguments = ["--n", "3", "--size", "200", "--workers", "1", "--seed", "40"]
    assert main([*arguments, "--out", str(out), "--sheet", str(sheet)]) == 0
    assert "3 scenes" in capsys.readouterr().out
    assert cv2.imread(str(sheet)) is not None
    for seed in (40, 41, 42):
        name = f"{seed:08d}"
        picture = cv2.imread(str(out / "images" / f"{name}.jpg"))
        truth = json.loads((out / "truth" / f"{name}.json").read_text())
        assert picture.shape[:2] == (truth["height"], truth["width"])
        boxes = (out / "labels" / f"{name}.txt").read_text().splitlines()
        corners = (out / "labels_obb" / f"{name}.txt").read_text().splitlines()
        assert len(boxes) == len(corners) == len(truth["tiles"])
        for line, tile in zip(boxes, truth["tiles"], strict=True):
            number, *box = line.split()
            assert TILES[int(number)].code == tile["tile"]
            assert all(0 <= float(v) <= 1 for v in box)
    assert '"42": "back"' in (out / "data.yaml").read_text()


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ([], "say where to write"),
        (["--out", "x", "--kind", "picnic"], "unknown kind 'picnic'"),
        (["--out", "x", "--faces", "no-such-folder"], "holds no face"),
        (["--out", "x", "--config", "no-such-file.toml"], "cannot read no-such-file.toml"),
        (["--out", "x", "--n", "0"], "at least 1"),
        (["--out", "x", "--size", "0"], "at least 1"),
        (["--out", "x", "--seed", "-1"], "at least 0"),
        (["--out", "x", "--sets", ""], "--sets is empty: name a folder, or leave it out"),
        (["--out", "x", "--sets", "sets"], "cannot read the face sets/torn/1m.png: give a folder"),
        (["--out", "x", "--faces", "sets/torn"], "cannot read the face sets/torn/1m.png: give a"),
        (["--out", "file"], "--out file/images cannot be a folder (Not a directory); name another"),
        (["--sheet", "sheet.foo"], "--sheet sheet.foo does not end in .png or .jpg or .jpeg; name"),
        (["--faces", "faces", "--out", "faces"], "--out faces is the same as faces, which is"),
        (["--faces", "faces", "--out", "faces/x"], "--out faces/x lies in faces, which is to be"),
        (["--faces", "faces", "--sheet", "faces/1m_01.jpg"], "--sheet faces/1m_01.jpg lies in"),
        (["--sheet", "file/sheet.png"], "--sheet file cannot be a folder (File exists); name"),
    ],
)
def test_the_command_refuses_bad_options_in_one_sentence(
    arguments, words, capsys, tmp_path, monkeypatch
):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "file").write_text("")
    (tmp_path / "sets/torn").mkdir(parents=True)
    (tmp_path / "sets/torn/1m.png").write_text("torn")
    (tmp_path / "faces").mkdir()
    cv2.imwrite("faces/1m_01.jpg", np.full((32, 24, 3), 200, np.uint8))
    with pytest.raises(SystemExit) as stopped:
        main(arguments)
    assert stopped.value.code == 2
    assert words in capsys.readouterr().err.splitlines()[-1]
    assert not (tmp_path / "x").exists()


def test_faces_are_taken_from_a_folder_and_drawn_where_it_lacks_one(tmp_path):
    picture = np.full((320, 240, 3), (200, 220, 230), np.uint8)
    picture[100:220, 80:160] = (10, 10, 200)  # BGR: a red block on an ivory tile
    cv2.imwrite(str(tmp_path / "3m_01.png"), picture)
    config = Config(faces=str(tmp_path), face=from_dict({"face": {"drawn": 0}}).face)
    design = faces.choose(np.random.default_rng(1), config, 0)
    face = design.face(Tile("3m")).through
    middle, rim = face[face.shape[0] // 2, face.shape[1] // 2].astype(int), face[3, 3].astype(int)
    assert middle[0] > middle[1] + 60
    assert rim == pytest.approx((255, 255, 255), abs=3)  # the tile's own colour counts as none
    assert not np.array_equal(design.face(Tile("4m")).through, face)


def test_the_faces_of_a_scene_come_from_one_set_of_a_folder_of_sets(tmp_path):
    colours = {"one": (10, 10, 200), "two": (10, 150, 10)}
    for name, ink in colours.items():
        (tmp_path / name).mkdir()
        picture = np.full((320, 240, 3), 255, np.uint8)
        picture[100:220, 80:160] = ink
        for code in ("3m", "4m"):
            cv2.imwrite(str(tmp_path / name / f"{code}.png"), picture)
    config = Config(sets=str(tmp_path), face=from_dict({"face": {"drawn": 0}}).face)
    seen = set()
    for seed in range(8):
        design = faces.choose(np.random.default_rng(seed), config, 0)
        inks = [design.face(Tile(code)).through[100, 75].astype(int) for code in ("3m", "4m")]
        assert (inks[0] == inks[1]).all()
        seen.add(int(inks[0].argmax()))
    assert seen == {0, 1}  # red, green


def test_a_folder_of_sets_without_a_set_is_refused(tmp_path, capsys):
    with pytest.raises(SystemExit) as stopped:
        main(["--sets", str(tmp_path), "--out", str(tmp_path / "out")])
    assert stopped.value.code == 2
    assert "every tile set has a folder of its own" in capsys.readouterr().err


def test_a_scene_whose_tiles_are_all_unreadable_has_no_tiles():
    wanting = {"labels": {"smallest": 5000}, "effects": {"clutter": 1}}
    assert scene(1, from_dict(wanting, SMALL), "few").tiles == ()


@pytest.mark.parametrize(("share", "blank"), [(0.0, False), (1.0, True)])
def test_the_white_dragon_of_a_share_of_the_sets_bears_nothing(share, blank):
    config = from_dict({"face": {"blank": share}})
    numbers = [n for n in range(9) if _white_has_ink(n)]
    for number in numbers:
        design = faces.choose(np.random.default_rng(1), config, number * config.face.block)
        assert design.face(Tile("P")).is_blank() is blank
        assert not design.face(Tile("C")).is_blank()


def _white_has_ink(number: int) -> bool:
    config = from_dict({"face": {"blank": 0.0}})
    design = faces.choose(np.random.default_rng(1), config, number * config.face.block)
    return not design.face(Tile("P")).is_blank()


def test_real_faces_give_scenes(shared):
    config = SMALL.replace(faces=str(shared / "faces"), face=from_dict({"face": {"drawn": 0}}).face)
    assert scene(4, config, "grid").tiles


def test_the_example_photo_is_drawn_from_a_legal_hand_that_scores():
    assert example.HAND.status() == HandStatus.OK
    assert score(example.HAND).reaches_minimum
    assert example.picture().shape == (example.HEIGHT, example.WIDTH, 3)


@pytest.mark.parametrize(
    ("out", "words"),
    [
        ("hand.gif", "OUT hand.gif does not end in .jpg or .jpeg; name it so."),
        ("file/hand.jpg", "OUT file cannot be a folder (File exists); name another."),
    ],
)
def test_the_example_photo_goes_to_a_jpeg_file(out, words, tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "file").write_text("")
    with pytest.raises(SystemExit) as stopped:
        example.main([out])
    assert stopped.value.code == 2
    assert words in capsys.readouterr().err.splitlines()[-1]
