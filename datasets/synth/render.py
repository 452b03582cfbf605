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
    return cv2.LUT(srgb, _TO_LINEAR) if srgb.shape[2:] == (3,) else _TO_LINEAR[srgb]


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
        self._on_top: np.ndarray | None = None
        self._top = 0.0

    # ---- shadows

    def cast_shadows(self, solids: list[Solid], top: float) -> None:
        """Shade the table under and beside `solids`, and remember what falls on height `top`."""
        if not solids:
            return
        corners = np.stack([s.corners() for s in solids])
        table = self._shadow(corners, 0.0)
        lit = self.lighting.ambient / (
            self.lighting.ambient + self.lighting.sun * max(self.lighting.direction[2], 0.05)
        )
        contact = self._contact(corners)
        height, width = self.depth.shape
        shade = (lit + (1 - lit) * table[..., None]) * contact[..., None]
        self.light *= cv2.resize(shade.astype(np.float32), (width, height))
        raised = corners[corners[:, :, 2].max(1) > top + 0.15]
        if len(raised):
            self._on_top = cv2.resize(self._shadow(raised, top), (width, height))
        self._top = top

    def _small_mask(self, outlines: np.ndarray) -> np.ndarray:
        """A half-size mask of the hulls of `outlines` (solids x 8 x 3, in the world)."""
        height, width = self.depth.shape
        mask = np.zeros((height // 2, width // 2), np.uint8)
        pixels, depth = self.camera.project(outlines.reshape(-1, 3))
        pixels = pixels.reshape(len(outlines), 8, 2) * 0.5
        usable = (depth.reshape(-1, 8).min(1) > 0.2) & (np.abs(pixels).max((1, 2)) < 4000)
        for outline in pixels[usable]:
            _fill(mask, outline)
        return mask

    def _shadow(self, corners: np.ndarray, z: float) -> np.ndarray:
        """Half size, 0..1: how much of the main light reaches the plane at height z."""
        direction, spread = self.lighting.direction, self.lighting.spread
        side = np.cross(direction, [0.0, 0.0, 1.0])
        side /= max(np.linalg.norm(side), 1e-6)
        other = np.cross(side, direction)
        samples = [(0.0, 0.0), (0.8, 0.5), (-0.8, 0.5), (0.1, -0.9)]
        samples = samples if spread > 0.08 else samples[:1]
        drop = np.maximum(corners[..., 2:] - z, 0)
        total = 0.0
        for a, b in samples:
            towards = direction + spread * (a * side + b * other)
            towards = towards / max(towards[2], 0.12)
            ground = corners - towards * drop
            ground[..., 2] = z
            total = total + self._small_mask(ground).astype(np.float32)
        total = total / (255.0 * len(samples))
        blur = max(0.6, spread * self.camera.focal / self._distance() * 0.18)
        return 1 - cv2.GaussianBlur(total, (0, 0), min(blur, 10))

    def _contact(self, corners: np.ndarray) -> np.ndarray:
        """Half size, 0..1: less light gets to the table close to what stands on it."""
        standing = corners[corners[..., 2].min(1) < 0.1]
        centre = standing.mean(1, keepdims=True)
        ground = (standing - centre) * 1.06 + centre
        ground[..., 2] = 0
        mask = self._small_mask(ground) if len(ground) else np.zeros((1, 1), np.uint8)
        sigma = np.clip(0.08 * self.camera.focal / self._distance(), 0.8, 14)
        soft = cv2.GaussianBlur(mask, (0, 0), sigma)
        return 1 - np.float32(0.6 / 255) * soft

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
        points = (_SIGNS[:, None] * (solid.half - solid.radius) + solid.radius * _SPHERE).reshape(
            -1, 3
        )
        pixels, depth = self.camera.project(solid.centre + points @ solid.rotation.T)
        if depth.min() < 0.2:
            return
        low, high = pixels.min(0), pixels.max(0)
        x0, y0 = max(int(low[0]) - 1, 0), max(int(low[1]) - 1, 0)
        x1, y1 = min(int(high[0]) + 2, width), min(int(high[1]) + 2, height)
        if x1 <= x0 or y1 <= y0:
            return
        mask = np.zeros((y1 - y0, x1 - x0), np.uint8)
        _fill(mask, pixels - (x0, y0))
        rows, columns = np.nonzero(mask)
        if not len(rows):
            return
        alpha = mask[rows, columns]
        spot = (rows + y0) * width + (columns + x0)
        turn = solid.rotation.astype(np.float32)
        d = self._rays(columns + x0, rows + y0, turn)
        origin = ((self.camera.position - solid.centre) @ solid.rotation).astype(np.float32)
        half = solid.half.astype(np.float32)
        # The box is entered through the farthest of the three planes that face the camera.
        entry = [(np.copysign(half[k], -d[k]) - origin[k]) / d[k] for k in range(3)]
        t = np.maximum(np.maximum(entry[0], entry[1]), entry[2])
        seen = t < self.depth.ravel()[spot] + 1e-3
        if not seen.all():
            if not seen.any():
                return
            d, t, alpha, spot = d[:, seen], t[seen], alpha[seen], spot[seen]
        p = np.clip(origin[:, None] + t * d, -half[:, None], half[:, None])
        inside = (half - np.float32(solid.radius))[:, None]
        n = p - np.clip(p, -inside, inside)
        n *= 1 / (np.sqrt(n[0] * n[0] + n[1] * n[1] + n[2] * n[2]) + np.float32(1e-9))
        size = float(self.camera.focal / max(float(t.min()), 0.2))  # pixels per tile width
        lit = self._lit(solid, turn, p, n, d, spot, _albedo(solid, p, size))
        light = self.light.reshape(-1, 3)
        whole = alpha == 255
        edge = ~whole
        light[spot[whole]] = lit.T[whole]
        part = alpha[edge].astype(np.float32)[:, None] / 255
        light[spot[edge]] = light[spot[edge]] * (1 - part) + lit.T[edge] * part
        most = alpha > 127
        self.depth.ravel()[spot[most]] = t[most]
        on_side = p[2, most] * solid.shown > half[2] - 0.6 * solid.radius - 1e-4
        self.tags.ravel()[spot[most]] = np.where(on_side, solid.tag, -1)

    def _rays(self, columns: np.ndarray, rows: np.ndarray, turn: np.ndarray) -> np.ndarray:
        """3 x N float32: where the pixels look, in the axes `turn` (columns)."""
        camera = self.camera
        local = (camera.rotation @ turn).astype(np.float32)
        u = (columns + np.float32(0.5 - camera.width / 2)).astype(np.float32) / np.float32(
            camera.focal
        )
        v = (rows + np.float32(0.5 - camera.height / 2)).astype(np.float32) / np.float32(
            camera.focal
        )
        d = local[0][:, None] * u + local[1][:, None] * v + local[2][:, None]
        d[np.abs(d) < 1e-6] = 1e-6
        return d

    def _lit(self, solid, turn, p, n, d, spot, colour) -> np.ndarray:
        """3 x N: the light that comes from the points p with normals n, seen along d."""
        light = self.lighting
        up = turn[2] @ n
        towards = (light.direction @ turn).astype(np.float32)
        facing = np.maximum(towards @ n, 0)
        if solid.translucent:
            facing = facing * np.float32(1 - solid.translucent) + np.float32(
                0.45 * solid.translucent
            )
        z = turn[2] @ p + np.float32(solid.centre[2])
        if self._on_top is not None and solid.centre[2] < self._top:
            reach = self._on_top.ravel()[spot]
            facing = np.where(z > 0.8 * self._top, facing * reach, facing)
        low = np.minimum(0.5 * (0.55 + 0.6 * z), 0.5)
        sky, ground = (1 + up) * low, (1 - up) * low
        out = np.empty_like(colour)
        for k in range(3):
            out[k] = colour[k] * (
                sky * light.ambient[k] + facing * light.sun[k] + ground * light.bounce[k]
            )
        if solid.gloss > 0.001:
            v = d / np.sqrt(d[0] * d[0] + d[1] * d[1] + d[2] * d[2])
            m = n + solid.lean.astype(np.float32)[:, None]
            cosine = m[0] * v[0] + m[1] * v[1] + m[2] * v[2]
            rim = np.clip(1 + cosine, 0, 1)
            rim *= rim * (rim * rim * rim)
            fresnel = np.float32(solid.gloss) + np.float32(0.55 * (1 - solid.gloss)) * rim
            r = turn @ (v - 2 * cosine * m)
            above = np.maximum(r[2] * np.float32(0.6) + np.float32(0.4), 0)
            shine = [above * light.sky[k] for k in range(3)]
            for lamp in light.lamps:
                patch = _seen_lamp(lamp, r)
                if patch.any():
                    shine = [shine[k] + patch * lamp.strength[k] for k in range(3)]
            for k in range(3):
                out[k] += fresnel * (shine[k] - out[k])
        return out


def _seen_lamp(lamp: Lamp, r: np.ndarray) -> np.ndarray:
    towards = lamp.direction.astype(np.float32)
    ahead = towards @ r
    if lamp.square:
        side = np.cross(lamp.direction, [0.0, 0.0, 1.0])
        side = (side / max(np.linalg.norm(side), 1e-6)).astype(np.float32)
        other = np.cross(side, lamp.direction).astype(np.float32)
        off = np.maximum(np.abs(side @ r), np.abs(other @ r) * np.float32(0.7))
        off[ahead < 0] = 9
    else:
        off = np.sqrt(np.maximum(2 - 2 * ahead, 0))
    near = np.clip((lamp.size + lamp.softness - off) / lamp.softness, 0, 1)
    return near * near


def _albedo(solid: Solid, p: np.ndarray, pixel: float) -> np.ndarray:
    """3 x N: the body's or texture's colour at local points."""
    blend = np.clip((p[2] - np.float32(solid.split)) * np.float32(pixel) + np.float32(0.5), 0, 1)
    change = (solid.front - solid.behind).astype(np.float32)
    colour = solid.behind.astype(np.float32)[:, None] + change[:, None] * blend
    for texture, side in ((solid.face, 1.0), (solid.reverse, -1.0)):
        if texture is None:
            continue
        on = np.flatnonzero(p[2] * side > solid.half[2] - 0.35 * solid.radius - 1e-4)
        if not len(on):
            continue
        h, w = texture.shape[:2]
        u = p[0, on] * np.float32(side * w / (2 * solid.half[0])) + np.float32(w / 2 - 0.5)
        v = p[1, on] * np.float32(-h / (2 * solid.half[1])) + np.float32(h / 2 - 0.5)
        colour[:, on] = _sample(texture, u, v).T
    return colour


def _sample(texture: np.ndarray, u: np.ndarray, v: np.ndarray) -> np.ndarray:
    n = len(u)
    columns = min(n, 1024)  # cv2.remap limits each side of its maps to 32767
    rows = -(-n // columns)
    if rows * columns != n:
        pad = rows * columns - n
        u, v = np.pad(u, (0, pad)), np.pad(v, (0, pad))
    u, v = u.reshape(rows, columns), v.reshape(rows, columns)
    out = cv2.remap(texture, u, v, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    return out.reshape(-1, 3)[:n]


def _fill(mask: np.ndarray, pixels: np.ndarray) -> None:
    """Fill the hull of `pixels` (pixel centres at .5) with smooth edges."""
    hull = cv2.convexHull(pixels.astype(np.float32))[:, 0] - 0.5
    cv2.fillConvexPoly(
        mask, np.round(hull * (1 << _SHIFT)).astype(np.int32), 255, cv2.LINE_AA, _SHIFT
    )
