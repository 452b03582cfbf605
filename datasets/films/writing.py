"""Writes a film as H.264 in MP4 and, beside it, what it truly shows."""

from __future__ import annotations

import json
from collections.abc import Iterable
from fractions import Fraction
from pathlib import Path

import av
import cv2
import numpy as np

from datasets.films.filming import Camera, Showing
from datasets.films.planes import Planes
from datasets.films.story import Quality, Story

# Time stamps are counted in these parts of a second.
TICKS = 10_000
# FFmpeg's codes: BT.601 colours in the limited range, as `Planes` holds them.
SMPTE_170M, LIMITED = 6, 1
# A clean still shows a hand that has been in the picture for so long, in seconds.
SETTLED = 1.5


def write_film(story: Story, rng: np.random.Generator, path: Path, facts: dict) -> dict:
    """Film the story to `path` (.mp4); the truth goes to path.json, a clean still of every finished
    hand to path-eN.png. facts: what else the truth is to say. Returns the truth.

    A hand is on show from the first to the last frame that has it wholly in the picture.
    """
    camera = Camera(story, rng)
    gap = 3.2 / story.quality.rate
    clean: dict[int, tuple[float, Planes, np.ndarray]] = {}

    def frames() -> Iterable[tuple[float, Planes]]:
        for moment in camera.film():
            for showing, corners in moment.showing:
                showing.seen(moment.time, gap)
                long = moment.time - showing.spans[-1][0] >= SETTLED
                if id(showing) not in clean and moment.sharp and long:
                    clean[id(showing)] = moment.time, moment.picture, corners
            yield moment.time, camera.noisy(moment.picture)

    duration = encode(frames(), path, story.quality)
    events = []
    for number, showing in enumerate(camera.showings, 1):
        name = f"e{number}"
        event = {"id": name, **_event(showing)}
        if id(showing) in clean:
            time, picture, corners = clean[id(showing)]
            file = path.with_name(f"{path.stem}-{name}.png")
            cv2.imwrite(str(file), picture.rgb()[..., ::-1])
            low, high = corners.min((0, 1)), corners.max((0, 1))
            event |= {
                "clean_still": file.name,
                "clean_time": round(time, 3),
                "box": [round(float(v), 1) for v in (*low, *high)],
            }
        events.append(event)
    quality = story.quality
    truth = {
        "film": path.name,
        "source": story.source,
        "quality": quality.name,
        "size": list(quality.size),
        "rate": quality.rate,
        "variable": quality.variable,
        "crf": round(quality.crf, 1),
        "handheld": quality.handheld,
        "overlay": story.overlay is not None,
        "seconds": round(duration, 3),
        **facts,
        "events": events,
        "shots": _shots(story),
    }
    path.with_suffix(".json").write_text(json.dumps(truth, ensure_ascii=False, indent=1) + "\n")
    return truth


def _event(showing: Showing) -> dict:
    spans = [[round(a, 3), round(b, 3)] for a, b in showing.spans]
    return {
        "start": spans[0][0],
        "end": spans[-1][1],
        "spans": spans,
        **showing.hand.to_dict(),
        "still": showing.still,
        "traits": sorted(showing.traits),
    }


def _shots(story: Story) -> list[dict]:
    shots, start = [], 0.0
    for shot in story.shots:
        end = start + shot.seconds
        shots.append(
            {
                "start": round(start, 3),
                "end": round(end, 3),
                "still": shot.still.name,
                "kind": shot.still.kind,
                "traits": sorted(shot.traits),
            }
        )
        start = end
    return shots


def encode(frames: Iterable[tuple[float, Planes]], path: Path, quality: Quality) -> float:
    """H.264 from pictures with their times in seconds; returns the time of the last one."""
    last = 0.0
    with av.open(str(path), "w", options={"movflags": "+faststart"}) as file:
        stream = file.add_stream("libx264", rate=Fraction(round(quality.rate)))
        stream.width, stream.height = quality.size
        stream.pix_fmt = "yuv420p"
        context = stream.codec_context
        context.time_base = Fraction(1, TICKS)
        context.colorspace, context.color_range = SMPTE_170M, LIMITED
        context.thread_count = 1
        stream.options = {
            "preset": "superfast" if quality.name == "stream" else "ultrafast",
            "crf": f"{quality.crf:.1f}",
            "g": str(round(4 * quality.rate)),
        }
        for time, picture in frames:
            frame = av.VideoFrame.from_ndarray(picture.packed(), format="yuv420p")
            frame.time_base, frame.pts = Fraction(1, TICKS), round(time * TICKS)
            file.mux(stream.encode(frame))
            last = time
        file.mux(stream.encode())
    return last
