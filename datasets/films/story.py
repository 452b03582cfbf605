"""What happens in a film: which stills follow each other, for how long, and how they are filmed."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from datasets.films import layers
from datasets.films.config import FilmConfig
from datasets.films.game import Table
from datasets.films.layers import SIDES
from datasets.films.planes import Layer
from datasets.films.shots import Cover, Fault, Shake, Shot, View, moved
from datasets.films.stills import Still, apart, framed

SAFE = (0.03, 0.04, 0.97, 0.96)
# What a stream lays over its film stays outside this part of the picture.
STREAM_SAFE = (0.03, 0.1, 0.97, 0.84)
# How fine the time is in which a shot is checked for what it shows.
STEP = 0.1
EFFORTS = 12


@dataclass(frozen=True)
class Quality:
    """How a film is written. rate: frames a second, on the average where they vary."""

    name: str
    size: tuple[int, int]
    rate: float
    variable: bool
    crf: float
    noise: float
    handheld: bool


@dataclass(frozen=True, eq=False)
class Story:
    """A whole film before it is filmed."""

    source: str
    quality: Quality
    shots: tuple[Shot, ...]
    overlay: Layer | None
    shake: Shake | None

    @property
    def seconds(self) -> float:
        return sum(shot.seconds for shot in self.shots)


@dataclass(frozen=True)
class _Part:
    """A still to be shown. kept: the camera has not moved since the part before."""

    still: Still
    seconds: float
    kept: bool
    behind_a_hand: bool = False


def tell(
    rng: np.random.Generator,
    config: FilmConfig,
    seed: int,
    photos: tuple[list[Still], list[Still]] | None,
) -> Story:
    """A film; photos: finished and other stills of real photos, None for drawn ones."""
    low, high = np.log(config.minutes)
    seconds = 60 * float(np.exp(rng.uniform(low, high)))
    fewest, most = (int(n) for n in config.hands)
    hands = int(rng.integers(fewest, max(fewest, min(most, int(seconds / config.least))) + 1))
    quality = _quality(rng, config, seconds)
    overlay, safe = None, SAFE
    if quality.name == "stream" and rng.random() < config.quality.overlay:
        overlay = layers.stream_overlay(rng, quality.size, STREAM_SAFE, config.synth.fonts)
        safe = STREAM_SAFE if overlay else SAFE
    if photos is None:
        parts = _game(rng, config, seed, hands, quality)
    else:
        parts = _slides(rng, config, photos, hands)
    parts = _timed(rng, config, parts, seconds)
    shake = Shake(rng, quality.size, rng.uniform(0.4, 1.3)) if quality.handheld else None
    shots: list[Shot] = []
    ready: dict[int, Still] = {}
    for part in parts:
        still = ready.setdefault(id(part.still), framed(part.still, quality.size, safe))
        shots.append(_shot(rng, config, part, still, shots, quality, safe, shake))
    source = "synth" if photos is None else "real"
    return Story(source, quality, tuple(shots), overlay, shake)


def _quality(rng: np.random.Generator, config: FilmConfig, seconds: float) -> Quality:
    knobs = config.quality
    stream = rng.random() < knobs.stream
    rate = rng.uniform(*knobs.slow)
    short = seconds < 60 * np.sqrt(np.prod(config.minutes))
    fast = bool(short and rng.random() < 2 * knobs.fast)
    if stream:
        size = (854, 480) if rng.random() < knobs.small else (1280, 720)
        rate = 25.0 if fast else 15.0 if rng.random() < 0.4 else round(rate)
        # 854 and its half are no multiples that chroma planes can have.
        size = (size[0] // 4 * 4, size[1])
        return Quality("stream", size, rate, False, rng.uniform(*knobs.stream_crf), 0.0, False)
    size = (1920, 1080) if rng.random() < knobs.full_hd else (1280, 720)
    rate = 30.0 if fast else round(rate, 2)
    return Quality(
        "phone", size, rate, bool(rng.random() < knobs.variable), rng.uniform(*knobs.phone_crf),
        rng.uniform(*knobs.noise), bool(rng.random() < knobs.handheld),
    )  # fmt: skip


# -- what is shown


def _game(rng, config: FilmConfig, seed: int, hands: int, quality: Quality) -> list[_Part]:
    """Rounds at one table, seen by one camera."""
    knobs = config.shots
    height = round(config.size * quality.size[1] / quality.size[0] / 4) * 4
    table = Table(rng, config, seed, (config.size, height))
    parts, count = [], 0
    while count < hands:
        name = f"round {count + 1}"
        between = _seconds(rng, knobs.between)
        if rng.random() < 0.75 or not parts:
            parts.append(_Part(table.between(name), between, False))
        played = table.round(name)
        for k, still in enumerate(played.before):
            parts.append(_Part(still, _seconds(rng, knobs.between), k > 0, k > 0))
        behind = bool(played.before) and rng.random() < 0.7
        parts.append(_Part(played.finished, _seconds(rng, knobs.show), behind, behind))
        count += len(played.finished.hands)
        if rng.random() < knobs.again:
            shown = parts[-1]
            if rng.random() < knobs.resumed:
                parts.append(replace(shown, kept=True, behind_a_hand=True))
            else:
                parts.append(_Part(table.between(f"{name} aside"), rng.uniform(2, 5), False))
                parts.append(replace(shown, kept=False, behind_a_hand=False))
    if rng.random() < 0.5:
        parts.append(_Part(table.between("the end"), _seconds(rng, knobs.between), False))
    return parts


def _slides(rng, config: FilmConfig, photos, hands: int) -> list[_Part]:
    """Real photos in turn, no hand twice."""
    finished, others = photos
    knobs = config.shots
    chosen: list[Still] = []
    for k in rng.permutation(len(finished)):
        one = finished[k].hands[0]
        if len(chosen) < hands and all(
            apart(one, other.hands[0]) >= config.different for other in chosen
        ):
            chosen.append(finished[k])
    parts = []
    for still in chosen:
        if rng.random() < 0.7 or not parts:
            filler = others[rng.integers(len(others))]
            parts.append(_Part(filler, _seconds(rng, knobs.between), False))
        parts.append(_Part(still, _seconds(rng, knobs.show), False))
        if rng.random() < knobs.again:
            filler = others[rng.integers(len(others))]
            parts.append(_Part(filler, rng.uniform(2, 5), False))
            parts.append(_Part(still, _seconds(rng, knobs.show), False))
    parts.append(_Part(others[rng.integers(len(others))], _seconds(rng, knobs.between), False))
    return parts


def _seconds(rng, knob) -> float:
    return float(rng.uniform(*knob))


def _timed(rng, config: FilmConfig, parts: list[_Part], seconds: float) -> list[_Part]:
    """The parts without finished hands made longer or shorter, or shown several times, so that the
    film has its length; finished hands keep theirs."""
    shown = sum(part.seconds for part in parts if part.still.hands)
    fillers = [k for k, part in enumerate(parts) if not part.still.hands]
    longest = config.shots.between[1]
    left = max(seconds - shown, 1.5 * len(fillers))
    while fillers and left / len(fillers) > 0.8 * longest:
        k = int(fillers[rng.integers(len(fillers))])
        parts.insert(k, replace(parts[k], kept=False, behind_a_hand=False))
        fillers = [k for k, part in enumerate(parts) if not part.still.hands]
    total = sum(parts[k].seconds for k in fillers)
    return [
        part if part.still.hands else replace(part, seconds=max(1.2, part.seconds * left / total))
        for part in parts
    ]


# -- how it is filmed


def _shot(rng, config, part, still, before, quality, safe, shake) -> Shot:
    """A shot of a part; where a finished hand is to be seen, one that shows it long enough."""
    for effort in range(EFFORTS):
        calm = effort == EFFORTS - 1
        shot = _try(rng, config, part, still, before, quality, safe, calm)
        if not still.hands or _clear(shot, quality.size, shake, config) or calm:
            return shot
    raise AssertionError("the last effort returns")


def _clear(shot: Shot, size, shake: Shake | None, config: FilmConfig) -> bool:
    """Whether every finished hand is to be seen for long enough at a stretch."""
    still_air = np.zeros(3)
    margin = 0.006 * size[0] if shake else 0.0
    run = best = 0.0
    for time in np.arange(shot.entry_seconds, shot.seconds, STEP):
        motion = shot.motion(time, size, still_air)
        seen = shot.blur(time) < 1.0 and all(
            shot.shows(hand.corners, time, motion, size) and _within(hand, motion, size, margin)
            for hand in shot.still.hands
        )
        run = run + STEP if seen else 0.0
        best = max(best, run)
    return best >= config.shots.clear


def _within(hand, motion, size, margin: float) -> bool:
    points = moved(hand.corners, motion)
    return bool((points >= margin).all() and (points <= np.array(size) - margin).all())


def _try(rng, config, part, still, before, quality, safe, calm) -> Shot:
    knobs = config.shots
    seconds = max(part.seconds, knobs.clear + 1.0) if still.hands else part.seconds
    entry, entry_seconds = "cut", 0.0
    covers: list[Cover] = []
    size = np.array(quality.size)
    if before:
        entry = "sweep" if part.behind_a_hand else _entry(rng, knobs)
        if entry == "fade":
            entry_seconds = min(_seconds(rng, knobs.fade_seconds), 0.4 * seconds)
        elif entry == "sweep":
            entry_seconds = 0.25
            covers.append(_cover(rng, still, quality, -0.9, rng.uniform(0.6, 1.2)))
    kept = part.kept and before
    first = before[-1].last if kept else _view(rng, knobs, still, quality, safe, calm)
    last, moving = first, (0.0, 1.0)
    if rng.random() < knobs.pan and not calm:
        last = _view(rng, knobs, still, quality, safe, calm)
        start = rng.uniform(0, 0.5) * seconds
        moving = (start, min(seconds, start + rng.uniform(0.25, 1.0) * seconds))
    if calm:
        first = last = _view(rng, knobs, still, quality, safe, True)
        return Shot(still, max(seconds, entry_seconds + knobs.clear + 2.0), first, last, moving,
                    entry, entry_seconds, tuple(covers))  # fmt: skip
    if rng.random() < knobs.cover:
        long = min(rng.uniform(1.0, 2.6), 0.4 * seconds)
        start = rng.choice([rng.uniform(0, 0.15), rng.uniform(0.6, 0.9)]) * (seconds - long)
        covers.append(_cover(rng, still, quality, start, start + long))
    refocusing, jolts = (), ()
    if rng.random() < knobs.refocus:
        long = min(rng.uniform(0.5, 1.5), 0.3 * seconds)
        start = rng.choice([0.0, 0.75, 1.0]) * (seconds - long)
        refocusing = (Fault(start, start + long, rng.uniform(0.004, 0.01) * size[0]),)
    if quality.handheld and rng.random() < knobs.jolt:
        long = min(rng.uniform(0.3, 0.9), 0.2 * seconds)
        start = rng.choice([0.05, 0.8]) * (seconds - long)
        jolts = (Fault(start, start + long, rng.uniform(0.01, 0.03) * size[0]),)
    return Shot(
        still, seconds, first, last, moving, entry, entry_seconds, tuple(covers), refocusing, jolts
    )


def _entry(rng, knobs) -> str:
    weights = np.array([knobs.cut, knobs.fade, knobs.sweep])
    return str(rng.choice(["cut", "fade", "sweep"], p=weights / weights.sum()))


def _view(rng, knobs, still: Still, quality: Quality, safe, whole: bool) -> View:
    """A view with the finished hands, or tiles, in the part of the picture that stays free."""
    size = np.array(quality.size, float)
    boxes = [hand.corners for hand in still.hands] or [still.corners]
    points = np.concatenate([box.reshape(-1, 2) for box in boxes])
    if not len(points):
        points = np.array([[0.3, 0.3], [0.7, 0.7]]) * size
    low, high = points.min(0) / size, points.max(0) / size
    corner, opposite = np.array(safe[:2]), np.array(safe[2:])
    fits = float(((opposite - corner) / np.maximum(high - low, 0.05)).min())
    zoom = 1.0 if whole else float(np.clip(rng.uniform(*knobs.zoom), 1.0, max(1.0, 0.96 * fits)))
    turn = 0.0 if not quality.handheld or whole else rng.normal(0, 0.01)
    # The middle may lie so that what is to be seen is between `corner` and `opposite`.
    least, most = high - (opposite - 0.5) / zoom, low + (0.5 - corner) / zoom
    edge = 0.5 / zoom
    least, most = np.clip(least, edge, 1 - edge), np.clip(most, edge, 1 - edge)
    x, y = np.where(least <= most, rng.uniform(np.minimum(least, most), np.maximum(least, most)),
                    (least + most) / 2)  # fmt: skip
    return View(float(x), float(y), zoom, turn)


def _cover(rng, still: Still, quality: Quality, start: float, end: float) -> Cover:
    """A hand that passes over the tiles."""
    size = np.array(quality.size)
    side = str(rng.choice(list(SIDES), p=[0.4, 0.22, 0.16, 0.22]))
    first = rng.uniform(0.25, 0.75, 2) * size
    if len(still.corners):
        middles = still.corners.mean(axis=1)
        first = middles[rng.integers(len(middles))]
    last = first + rng.uniform(-0.2, 0.2, 2) * size
    arm = layers.arm(rng, quality.size, side)
    return Cover(start, end, np.clip(first, 0, size), np.clip(last, 0, size), arm)
