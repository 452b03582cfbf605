"""Solids with rounded edges, drawn pixel by pixel: light, gloss, shadows, depth.

Colours are linear light, float32. A solid is a box; its silhouette is the hull of the spheres in
its corners, and each pixel inside it is met by the ray that looks there.
"""

from __future__ import annotations

from dataclasses import dataclass, field

import cv2
import numpy as np

from datasets.synth.camera import Camera

_SPHERE = np.array(
    [[np.cos(a) * np.cos(e), np.sin(a) * np.cos(e), np.sin(e)]
     for e in (-1.2, -0.6, 0, 0.6, 1.2) for a in np.arange(10) * np.pi / 5]
)  # fmt: skip
_SIGNS = np.array([[x, y, z] for x in (-1, 1) for y in (-1, 1) for z in (-1, 1)], float)
_SHIFT = 4

_TO_LINEAR = (np.arange(256, dtype=np.float32) / 255) ** 2.2
_STEPS = 4096
_TO_SRGB = np.round(255 * (np.arange(_STEPS + 1) / _STEPS) ** (1 / 2.2)).astype(np.uint8)


def linear(srgb: np.ndarray) -> np.ndarray:
    """uint8 sRGB to linear float32 in 0..1."""
    return _TO_LINEAR[srgb]


def srgb(light: np.ndarray) -> np.ndarray:
    """Linear float in 0..1 (clipped) to uint8 sRGB."""
    return _TO_SRGB[(np.clip(light, 0, 1) * _STEPS).astype(np.int32)]


@dataclass
class Solid:
    """A box in the world.

    `rotation` has the local axes as columns; local x is the face's right, y its top, z points out
    of the face. `face`, `reverse` are linear textures for z = +half and z = -half; the body is
    `front` above the local height `split` and `behind` below. `tag` names the solid for labels:
    0 and up, -1 for things without a label; `shown` is +1 when the label belongs to the face,
    -1 when to the back.
    """

    centre: np.ndarray
    rotation: np.ndarray
    half: np.ndarray
    radius: float
    front: np.ndarray
    behind: np.ndarray
    split: float = -9.0
    face: np.ndarray | None = None
    reverse: np.ndarray | None = None
    gloss: float = 0.04
    translucent: float = 0.0
    lean: np.ndarray = field(default_factory=lambda: np.zeros(3, np.float32))
    tag: int = -1
    shown: int = 1

    def corners(self) -> np.ndarray:
        """The eight corners in the world."""
        return self.centre + (_SIGNS * self.half) @ self.rotation.T

    def label_corners(self) -> np.ndarray:
        """The four corners of the labelled side, clockwise from its own top left, in the world."""
        inset = 0.3 * self.radius
        x, y, z = self.half - (inset, inset, 0)
        s = self.shown
        z = self.half[2] - inset if s > 0 else -(self.half[2] - inset)
        local = np.array([[-s * x, y, z], [s * x, y, z], [s * x, -y, z], [-s * x, -y, z]])
        return self.centre + local @ self.rotation.T

    def label_normal(self) -> np.ndarray:
        return self.rotation[:, 2] * self.shown


@dataclass
class Lamp:
    """Something bright mirrored in glossy sides: a round or square patch of the sky."""

    direction: np.ndarray
    size: float
    softness: float
    strength: np.ndarray
    square: bool = False


@dataclass
class Lighting:
    """Ambient and main light (RGB), the direction towards the main light, how wide it is."""

    ambient: np.ndarray
    sun: np.ndarray
    direction: np.ndarray
    spread: float
    lamps: list[Lamp] = field(default_factory=list)
    sky: np.ndarray = field(default_factory=lambda: np.full(3, 0.5, np.float32))
    bounce: np.ndarray = field(default_factory=lambda: np.full(3, 0.2, np.float32))


class Canvas:
    """The picture while it is drawn: light, depth, and the tag whose labelled side shows."""

    def __init__(self, camera: Camera, lighting: Lighting, background: np.ndarray) -> None:
        self.camera, self.lighting = camera, lighting
        self.light = background
        self.depth = np.full(background.shape[:2], np.inf, np.float32)
        self.tags = np.full(background.shape[:2], -1, np.int16)
        self._rays = camera.rays()
        self._shade: dict[str, np.ndarray] = {}

    # ---- shadows

    def cast_shadows(self, solids: list[Solid], top: float) -> None:
        """Shade the table under and beside `solids`, and remember what falls on height `top`."""
        table = self._shadow(solids, 0.0)
        contact = self._contact(solids)
        light = self.lighting
        full = light.ambient + light.sun * max(light.direction[2], 0.05)
        lit = light.ambient / full
        shade = table[..., None] + (1 - table[..., None]) * lit
        self.light *= shade * contact[..., None]
        raised = [s for s in solids if s.corners()[:, 2].max() > top + 0.15]
        if raised:
            self._shade["top"] = self._shadow(raised, top)
        self._top = top

    def _shadow(self, solids: list[Solid], z: float) -> np.ndarray:
        """Height x width in 0..1: how much of the main light reaches the plane at height z."""
        height, width = self.depth.shape
        scale = 0.5
        size = (int(height * scale), int(width * scale))
        direction, spread = self.lighting.direction, self.lighting.spread
        side = np.cross(direction, [0.0, 0.0, 1.0])
        side /= max(np.linalg.norm(side), 1e-6)
        other = np.cross(side, direction)
        samples = [(0.0, 0.0), (0.8, 0.5), (-0.8, 0.5), (0.5, -0.8), (-0.5, -0.8)]
        total = np.zeros(size, np.float32)
        for a, b in samples:
            towards = direction + spread * (a * side + b * other)
            towards = towards / max(towards[2], 0.12)
            mask = np.zeros(size, np.uint8)
            for solid in solids:
                corners = solid.corners()
                corners = corners[corners[:, 2] > z - 0.02] if z > 0 else corners
                if len(corners) < 3:
                    continue
                drop = np.maximum(corners[:, 2:] - z, 0)
                ground = corners - towards * drop
                ground[:, 2] = z
                pixels, depth = self.camera.project(ground)
                if depth.min() < 0.2 or np.abs(pixels).max() > 8000:
                    continue
                _fill(mask, pixels * scale)
            total += mask
        total = total / (255.0 * len(samples))
        blur = max(0.6, spread * self.camera.focal * scale / self._distance() * 0.35)
        total = cv2.GaussianBlur(total, (0, 0), min(blur, 12))
        return 1 - cv2.resize(total, (width, height), interpolation=cv2.INTER_LINEAR)

    def _contact(self, solids: list[Solid]) -> np.ndarray:
        height, width = self.depth.shape
        scale = 0.5
        mask = np.zeros((int(height * scale), int(width * scale)), np.uint8)
        for solid in solids:
            corners = solid.corners()
            if corners[:, 2].min() > 0.1:
                continue
            centre = corners.mean(0)
            ground = (corners - centre) * 1.06 + centre
            ground[:, 2] = 0
            pixels, depth = self.camera.project(ground)
            if depth.min() < 0.2 or np.abs(pixels).max() > 8000:
                continue
            _fill(mask, pixels * scale)
        sigma = np.clip(0.16 * self.camera.focal * scale / self._distance(), 0.8, 14)
        soft = cv2.GaussianBlur(mask, (0, 0), sigma)
        shade = 1 - 0.6 * (soft.astype(np.float32) / 255)
        return cv2.resize(shade, (width, height), interpolation=cv2.INTER_LINEAR)

    def _distance(self) -> float:
        forward = self.camera.rotation[2]
        return max(1.0, float(self.camera.position[2] / max(-forward[2], 0.2)))

    # ---- solids

    def draw_all(self, solids: list[Solid]) -> None:
        """Draw far to near; the depth of each pixel settles what the order leaves open."""
        key = [-np.linalg.norm(s.centre - self.camera.position) for s in solids]
        for i in np.argsort(key, kind="stable"):
            self.draw(solids[i])

    def draw(self, solid: Solid) -> None:
        height, width = self.depth.shape
        inner = solid.half - solid.radius
        points = (_SIGNS[:, None] * inner + solid.radius * _SPHERE).reshape(-1, 3)
        pixels, depth = self.camera.project(solid.centre + points @ solid.rotation.T)
        if depth.min() < 0.2:
            return
        low = np.floor(pixels.min(0)).astype(int) - 1
        high = np.ceil(pixels.max(0)).astype(int) + 2
        x0, y0 = max(low[0], 0), max(low[1], 0)
        x1, y1 = min(high[0], width), min(high[1], height)
        if x1 - x0 < 1 or y1 - y0 < 1:
            return
        mask = np.zeros((y1 - y0, x1 - x0), np.uint8)
        _fill(mask, pixels - (x0, y0))
        window = np.s_[y0:y1, x0:x1]
        rays = self._rays[window] @ solid.rotation.astype(np.float32)
        origin = ((self.camera.position - solid.centre) @ solid.rotation).astype(np.float32)
        half = solid.half.astype(np.float32)
        rays = np.where(np.abs(rays) < 1e-6, np.float32(1e-6), rays)
        inverse = 1 / rays
        near = (-np.sign(rays) * half - origin) * inverse
        t = near.max(-1)
        seen = (mask > 0) & (t < self.depth[window] + 1e-3)
        if not seen.any():
            return
        index = np.nonzero(seen)
        d, t, alpha = rays[index], t[index], mask[index].astype(np.float32)[:, None] / 255
        p = np.clip(origin + t[:, None] * d, -half, half)
        inside = (half - solid.radius).astype(np.float32)
        n = p - np.clip(p, -inside, inside)
        n /= np.sqrt((n * n).sum(-1, keepdims=True)) + 1e-9
        pixel = float(self.camera.focal / max(t.min(), 0.2))  # pixels per tile width here
        colour = _albedo(solid, p, pixel)
        lit = self._lit(solid, p, n, d, index, window, colour)
        target = self.light[window]
        target[index] = target[index] * (1 - alpha) + lit * alpha
        solid_pixels = mask[index] > 127
        inner_index = (index[0][solid_pixels], index[1][solid_pixels])
        self.depth[window][inner_index] = t[solid_pixels]
        on_side = p[solid_pixels, 2] * solid.shown > half[2] - 0.6 * solid.radius - 1e-4
        self.tags[window][inner_index] = np.where(on_side, solid.tag, -1)

    def _lit(self, solid, p, n, d, index, window, colour) -> np.ndarray:
        light = self.lighting
        rotation = solid.rotation.astype(np.float32)
        up = n @ rotation[2]
        towards = (light.direction @ solid.rotation).astype(np.float32)
        facing = np.clip(n @ towards, 0, None)
        if solid.translucent:
            facing = facing * (1 - solid.translucent) + solid.translucent * 0.45
        z = (p @ rotation[2]) + np.float32(solid.centre[2])
        if "top" in self._shade and solid.centre[2] < self._top:
            reach = self._shade["top"][window][index]
            facing = np.where(z > 0.8 * self._top, facing * reach, facing)
        low = np.clip(0.55 + 0.6 * z, 0, 1)
        sky = (0.5 + 0.5 * up) * low
        diffuse = (
            sky[:, None] * light.ambient
            + facing[:, None] * light.sun
            + ((0.5 - 0.5 * up) * low)[:, None] * light.bounce
        )
        out = colour * diffuse
        if solid.gloss > 0.001:
            m = n + solid.lean.astype(np.float32)
            length = np.sqrt((d * d).sum(-1, keepdims=True))
            v = d / length
            cosine = (m * v).sum(-1, keepdims=True)
            r = v - 2 * cosine * m
            fresnel = solid.gloss + (1 - solid.gloss) * np.clip(1 + cosine, 0, 1) ** 5 * 0.55
            world = r @ rotation.T
            shine = np.clip(world[:, 2:3] * 0.6 + 0.4, 0, 1) * light.sky
            for lamp in light.lamps:
                shine = shine + _seen_lamp(lamp, world)[:, None] * lamp.strength
            out = out * (1 - fresnel) + fresnel * shine
        return out


def _seen_lamp(lamp: Lamp, r: np.ndarray) -> np.ndarray:
    if lamp.square:
        side = np.cross(lamp.direction, [0.0, 0.0, 1.0])
        side = (side / max(np.linalg.norm(side), 1e-6)).astype(np.float32)
        other = np.cross(side, lamp.direction).astype(np.float32)
        off = np.maximum(np.abs(r @ side), np.abs(r @ other) * 0.7)
        off = np.where(r @ lamp.direction.astype(np.float32) > 0, off, 9)
    else:
        off = np.sqrt(np.clip(2 - 2 * (r @ lamp.direction.astype(np.float32)), 0, None))
    return np.clip((lamp.size + lamp.softness - off) / lamp.softness, 0, 1) ** 2


def _albedo(solid: Solid, p: np.ndarray, pixel: float) -> np.ndarray:
    """The body's or texture's colour at local points."""
    blend = np.clip((p[:, 2:3] - solid.split) * pixel + 0.5, 0, 1)
    colour = solid.behind + (solid.front - solid.behind) * blend
    for texture, side in ((solid.face, 1.0), (solid.reverse, -1.0)):
        if texture is None:
            continue
        on = p[:, 2] * side > solid.half[2] - 0.35 * solid.radius - 1e-4
        if not on.any():
            continue
        h, w = texture.shape[:2]
        q = p[on]
        u = (side * q[:, 0] / (2 * solid.half[0]) + 0.5) * w - 0.5
        v = (0.5 - q[:, 1] / (2 * solid.half[1])) * h - 0.5
        colour[on] = _sample(texture, u.astype(np.float32), v.astype(np.float32))
    return colour


def _sample(texture: np.ndarray, u: np.ndarray, v: np.ndarray) -> np.ndarray:
    n = len(u)
    columns = 1024  # cv2.remap limits each side of its maps to 32767
    rows = -(-n // columns)
    pad = rows * columns - n
    u = np.pad(u, (0, pad)).reshape(rows, columns)
    v = np.pad(v, (0, pad)).reshape(rows, columns)
    out = cv2.remap(texture, u, v, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    return out.reshape(-1, 3)[:n]


def _fill(mask: np.ndarray, pixels: np.ndarray) -> None:
    """Fill the hull of `pixels` (pixel centres at .5) with smooth edges."""
    hull = cv2.convexHull(pixels.astype(np.float32))[:, 0] - 0.5
    cv2.fillConvexPoly(
        mask, np.round(hull * (1 << _SHIFT)).astype(np.int32), 255, cv2.LINE_AA, _SHIFT
    )
