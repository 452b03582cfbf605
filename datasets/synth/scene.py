"""One scene from a seed: layout, tile set, table, camera, light, picture, labels."""

from __future__ import annotations

import dataclasses
from dataclasses import dataclass

import cv2
import numpy as np

from datasets.synth import camera as cameras
from datasets.synth import (
    effects,
    hand_scenes,
    labelling,
    layouts,
    loose_scenes,
    overlays,
    people,
    props,
    room,
    tables,
    tilesets,
)
from datasets.synth.config import Config
from datasets.synth.labels import TileLabel, truth_of
from datasets.synth.render import Canvas, Solid


@dataclass(frozen=True)
class Scene:
    """`image`: H x W x 3 uint8 RGB; `tiles`: labels, each also a (tile, corners, visible) triple;
    `truth`: kind of scene, groups and hand as JSON values."""

    image: np.ndarray
    tiles: tuple[TileLabel, ...]
    truth: dict


def scene(seed: int, config: Config = Config(), kind: str | None = None) -> Scene:  # noqa: B008
    """The scene of a seed: the same seed and configuration always give the same scene."""
    rng = np.random.default_rng([2024, seed])
    cv2.setRNGSeed(seed & 0x7FFFFFFF)
    kind = kind or choose_kind(rng, config)
    flat = kind in _LYING and rng.random() < config.camera.flat
    if flat:
        config = _flattened(config)
    width, height = cameras.choose_size(rng, config.size)
    tile_set = tilesets.choose(rng, config, seed)
    layout, solids, labels = None, [], []
    if kind == "empty":
        layout_points = np.array([[-6, -4, 0], [6, 4, 0.5]])
        camera = cameras.choose(rng, config.camera, layout_points, width, height)
        clutter = props.empty_table(rng, config.fonts)
    else:
        layout = arrange(rng, config, kind, tile_set)
        camera = aim(rng, config, layout, tile_set, width, height)
        layout = labelling.without_unreadable(config.labels, layout, tile_set, camera)
        solids = tile_solids(rng, config, layout, tile_set, camera, seed)
        clutter = props.for_layout(rng, layout, tile_set, config.fonts)
        if rng.random() < config.effects.clutter:
            clutter += props.clutter(rng, solids, config.fonts)
    canvas = paint(rng, config, camera, solids, clutter, tile_set)
    picture, tags = canvas.light, canvas.tags
    if rng.random() < config.effects.hands:
        people.draw_hands(rng, canvas, solids)
    lens = cameras.Lens(rng.uniform(*config.camera.distortion), width, height)
    picture = effects.expose(rng, picture, config, _tile_light(picture, tags))
    x, y = lens.maps()
    picture = cv2.remap(picture, x, y, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    tags = cv2.remap(tags, x, y, cv2.INTER_NEAREST, borderMode=cv2.BORDER_REPLICATE)
    if rng.random() < config.effects.overlay:
        overlays.stream(rng, picture, tags, config.fonts)
    if layout is not None:
        labels = labelling.find(config.labels, layout, solids, camera, lens, tags)
        if rng.random() < config.effects.per_tile:
            _relight(rng, picture, labels)
    level = _level(picture, tags)
    picture = effects.degrade(rng, picture, config.effects, labelling.finest(labels), level)
    picture, frame = effects.frame(rng, picture, config.effects, config.size)
    labels = tuple(_framed(label, frame, picture.shape) for label in labels)
    shown = frozenset(label.place for label in labels)
    return Scene(picture, labels, truth_of(kind, layout, shown))


KINDS = {
    "hand": hand_scenes.hand_scene,
    "rack": hand_scenes.rack_scene,
    "table": hand_scenes.table_scene,
    "rows": loose_scenes.rows_scene,
    "grid": loose_scenes.grid_scene,
    "scatter": loose_scenes.scatter_scene,
    "few": loose_scenes.few_scene,
    "backs": loose_scenes.backs_scene,
}
_LYING = ("hand", "rows", "grid", "few")


def _flattened(config: Config) -> Config:
    """Seen from far above, evenly lit: pictures of charts and of games on screens."""
    camera = dataclasses.replace(
        config.camera, elevation=(89.8, 90.0), field_of_view=(4.0, 6.0), distortion=(0.0, 0.0)
    )
    light = dataclasses.replace(
        config.light, ambient=(0.97, 1.0), elevation=(85.0, 89.0), glare=0.0, shadow=0.0, dim=0.0
    )
    effects_ = dataclasses.replace(config.effects, clutter=0.0, hands=0.0, per_tile=0.0)
    return config.replace(camera=camera, light=light, effects=effects_)


def choose_kind(rng: np.random.Generator, config: Config) -> str:
    names = list(vars(config.scenes))
    weights = np.array([getattr(config.scenes, n) for n in names])
    return names[rng.choice(len(names), p=weights / weights.sum())]


def arrange(rng, config: Config, kind: str, tile_set) -> layouts.Layout:
    flip = 0.0
    if rng.random() < config.tiles.upside_down:
        flip = rng.uniform(0.1, 0.5)
    mess = config.tiles.unevenness * rng.choice([0.3, 1.0, 2.0], p=[0.35, 0.5, 0.15])
    builder = layouts.Builder(rng, tile_set.height, tile_set.depth, mess, flip)
    return KINDS[kind](builder)


def aim(rng, config: Config, layout, tile_set, width: int, height: int) -> cameras.Camera:
    seen = layout.placed if layout.view is None else [layout.placed[i] for i in layout.view]
    points = []
    for p in seen:
        reach = tile_set.height / 2
        high = tile_set.height if p.pose in ("standing", "away") else tile_set.depth
        points += [(p.x - reach, p.y - reach, 0), (p.x + reach, p.y + reach, high)]
    whole = 1.0 if layout.hand is not None else 0.0
    return cameras.choose(
        rng, config.camera, np.array(points), width, height, layout.elevation, layout.level, whole
    )


def tile_solids(rng, config: Config, layout, tile_set, camera, seed) -> list[Solid]:
    sets = [tile_set]
    if rng.random() < config.face.mixed:
        sets.append(tilesets.choose(rng, config, seed))
    solids = []
    for tag, placed in enumerate(layout.placed):
        distance = np.linalg.norm(camera.position - (placed.x, placed.y, 0))
        pixels = 1.1 * tile_set.height * camera.focal / max(distance, 0.5)
        chosen = sets[0] if len(sets) == 1 else sets[int(rng.random() < 0.4)]
        if chosen is not tile_set:
            chosen = tilesets.in_shape_of(chosen, tile_set)
        solids.append(chosen.solid(placed, tag, pixels, rng))
    return solids


def paint(rng, config: Config, camera, solids, clutter, tile_set) -> Canvas:
    """The table, what stands on it and its shadows."""
    light = effects.lighting(rng, config.light)
    table = tables.choose(rng, config.fonts)
    close = camera.focal / np.linalg.norm(camera.position)  # pixels per tile width
    size = min(rng.uniform(6, 24), 1.3 * tables.SIDE / close)
    ground = tables.paint(camera, table, size, rng.uniform(-np.pi, np.pi), rng.uniform(-20, 20, 2))
    tint = rng.uniform(0.6, 1.35) * rng.uniform(0.8, 1.2, 3)
    ground *= (tint * (light.ambient + light.sun * light.direction[2])).astype(np.float32)
    spots = np.array([t.centre[:2] for t in solids or clutter] or [(-6, -4), (6, 4)])
    ground, rims = room.surround(
        rng, camera, ground, spots.min(0) - 1.6, spots.max(0) + 1.6, light, config.fonts
    )
    canvas = Canvas(camera, light, ground)
    things = solids + clutter
    canvas.cast_shadows(things, tile_set.depth)
    canvas.draw_all(things + rims)
    return canvas


def _tile_light(picture: np.ndarray, tags: np.ndarray) -> float | None:
    on = picture[::4, ::4][tags[::4, ::4] >= 0]
    return float(np.quantile(on.max(-1), 0.8)) if len(on) > 12 else None


def _level(picture: np.ndarray, tags: np.ndarray) -> float:
    on = picture[::4, ::4][tags[::4, ::4] >= 0]
    return float(np.quantile(on.max(-1), 0.7)) / 255 if len(on) else 1.0


def _relight(rng, picture: np.ndarray, labels) -> None:
    """Single tiles brighter or darker, as some publishers of real photos did."""
    for label in labels:
        if rng.random() < 0.5:
            x1, y1, x2, y2 = (round(v) for v in label.box)
            part = picture[y1:y2, x1:x2]
            gain, shift = rng.uniform(0.6, 1.35), rng.uniform(-20, 20)
            picture[y1:y2, x1:x2] = np.clip(part * gain + shift, 0, 255)


def _framed(label: TileLabel, frame, shape) -> TileLabel:
    corners = frame.apply(np.array(label.corners))
    box = frame.apply(np.array(label.box).reshape(2, 2)).ravel()
    box = np.clip(box, 0, [shape[1], shape[0]] * 2)
    return TileLabel(
        label.tile,
        tuple((float(x), float(y)) for x, y in corners),
        label.visible,
        tuple(float(v) for v in box),
        label.place,
    )
