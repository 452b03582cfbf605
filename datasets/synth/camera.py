"""The camera: where it stands, how the world falls on the picture, lens distortion.

World coordinates are in tile widths: x to the right, y away from the player, z up, the table at
z = 0. Pictures have x to the right and y down, in pixels.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from datasets.synth.config import CameraConfig


@dataclass(frozen=True)
class Camera:
    """A pinhole camera. `rotation` has the picture's right, down and forward as rows."""

    position: np.ndarray
    rotation: np.ndarray
    focal: float
    width: int
    height: int

    @property
    def matrix(self) -> np.ndarray:
        return np.array(
            [[self.focal, 0, self.width / 2], [0, self.focal, self.height / 2], [0, 0, 1.0]]
        )

    def project(self, points: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """Pixels N x 2 and depths N of world points N x 3."""
        local = (np.asarray(points, float) - self.position) @ self.rotation.T
        depth = local[:, 2]
        safe = np.where(depth > 1e-3, depth, 1e-3)
        middle = np.array([self.width / 2, self.height / 2])
        return local[:, :2] / safe[:, None] * self.focal + middle, depth

    def plane(self, z: float = 0.0) -> np.ndarray:
        """The homography from (x, y) on the plane at height z to pixels."""
        r = self.rotation
        offset = r @ (np.array([0, 0, z]) - self.position)
        return self.matrix @ np.column_stack([r[:, 0], r[:, 1], offset])


def look_at(
    target: np.ndarray, distance: float, elevation: float, azimuth: float, roll: float,
    focal: float, width: int, height: int,
) -> Camera:  # fmt: skip
    """A camera `distance` from `target`, angles in radians; azimuth 0 looks along +y."""
    forward = np.array(
        [
            np.cos(elevation) * np.sin(azimuth),
            np.cos(elevation) * np.cos(azimuth),
            -np.sin(elevation),
        ]
    )
    right = np.array([np.cos(azimuth), -np.sin(azimuth), 0.0])
    down = np.cross(forward, right)
    c, s = np.cos(roll), np.sin(roll)
    rotation = np.stack([c * right + s * down, -s * right + c * down, forward])
    return Camera(np.asarray(target) - distance * forward, rotation, focal, width, height)


def choose_size(rng: np.random.Generator, size: int) -> tuple[int, int]:
    """Width and height of a picture as phones and streams make them."""
    ratio = rng.choice([4 / 3, 3 / 4, 16 / 9, 9 / 16, 1.0], p=[0.36, 0.2, 0.2, 0.09, 0.15])
    if ratio >= 1:
        return size, max(64, round(size / ratio))
    return max(64, round(size * ratio)), size


def choose(
    rng: np.random.Generator,
    config: CameraConfig,
    points: np.ndarray,
    width: int,
    height: int,
    elevation: tuple[float, float] | None = None,
    level: bool = False,
    whole: float = 0.0,
) -> Camera:
    """A camera that sees the world `points` (N x 3) across `config.fill` of the picture.

    Where a tile would get too narrow for `config.closest`, it sees a part of them. `elevation`
    narrows the configured range, in degrees; `level` asks for an upright picture; `whole` (0..1)
    is how far this limit gives way to seeing them all.
    """
    low, high = elevation or config.elevation
    low, high = max(low, config.elevation[0]), min(high, config.elevation[1])
    if elevation is None and rng.random() < config.top_down and high > 70:
        low = max(low, 70)
    low = min(low, high)
    tilt = np.radians(min(rng.uniform(low, high), 89.9))
    chance = rng.random()
    if level or chance < config.level:
        roll = rng.normal(0, np.radians(config.tilt))
    elif chance < config.level + config.quarter_turn:
        roll = rng.choice([1, 2, 3]) * np.pi / 2 + rng.normal(0, np.radians(config.tilt))
    else:
        roll = rng.uniform(-np.pi, np.pi)
    azimuth = rng.normal(0, 0.35) if rng.random() < 0.7 else rng.normal(0, 0.05)
    if not level and rng.random() < 0.1:
        azimuth = rng.uniform(-np.pi, np.pi)
    across = np.radians(rng.uniform(*config.field_of_view))
    focal = max(width, height) / 2 / np.tan(across / 2)
    centre = (points.min(0) + points.max(0)) / 2
    fill = rng.uniform(*config.fill)
    if whole and rng.random() < 0.9:
        fill = min(fill, 0.96)
    distance = 3.0 + 2 * np.ptp(points[:, :2], axis=0).max()
    for _ in range(5):
        camera = look_at(centre, distance, tilt, azimuth, roll, focal, width, height)
        pixels, depth = camera.project(points)
        if depth.min() < 0.3:
            distance *= 1.5
            continue
        spans = np.ptp(pixels, axis=0) / (width, height)
        distance = max(distance * max(spans) / fill, 1.2)
        middle = (pixels.min(0) + pixels.max(0)) / 2 - (width / 2, height / 2)
        shift = camera.rotation[:2].T @ (middle / focal * distance)
        centre = centre + shift
    narrow = rng.uniform(*config.closest) * (1 - 0.3 * whole) * max(width, height) / 640
    narrow /= np.sqrt(np.sin(max(tilt, 0.3)))  # lying faces look flat from low down
    if focal / distance < narrow:
        distance = focal / narrow
        chosen = points[rng.integers(len(points))] * (1, 1, 0)
        centre = chosen + (centre - chosen) * rng.uniform(0.4 + 0.5 * whole, 1.0)
    slack = max(0.0, 1 - fill) * 0.42
    if fill > 0.98:
        slack = 0.06
    shift = rng.uniform(-slack, slack, 2) * (width, height) / focal * distance
    centre = centre + camera.rotation[:2].T @ shift
    return look_at(centre, distance, tilt, azimuth, roll, focal, width, height)


@dataclass(frozen=True)
class Lens:
    """Radial distortion: what is at radius r (1 at the corner) comes from r s (1 + k (r^2 - 1)).

    The scale s is 1 or just small enough that nothing comes from outside the picture.
    """

    k: float
    width: int
    height: int

    @property
    def _half(self) -> float:
        return float(np.hypot(self.width, self.height) / 2)

    @property
    def _scale(self) -> float:
        nearest = min(self.width, self.height) / 2 / self._half
        return 1 / max(1.0, 1 + self.k * (nearest**2 - 1))

    def source(self, points: np.ndarray) -> np.ndarray:
        """Where in the undistorted picture the distorted `points` (N x 2) come from."""
        middle = np.array([self.width / 2, self.height / 2])
        p = (np.asarray(points, float) - middle) / self._half
        r2 = (p**2).sum(-1, keepdims=True)
        return p * (self._scale * (1 + self.k * (r2 - 1))) * self._half + middle

    def distort(self, points: np.ndarray) -> np.ndarray:
        """The inverse of `source`."""
        middle = np.array([self.width / 2, self.height / 2])
        p = (np.asarray(points, float) - middle) / (self._half * self._scale)
        q = p
        for _ in range(12):
            q = p / (1 + self.k * ((q**2).sum(-1, keepdims=True) - 1))
        return q * self._half + middle

    def maps(self) -> tuple[np.ndarray, np.ndarray]:
        """The maps for cv2.remap that distort a picture."""
        half = np.float32(self._half)
        x = (np.arange(self.width, dtype=np.float32) + np.float32(0.5 - self.width / 2)) / half
        y = (np.arange(self.height, dtype=np.float32) + np.float32(0.5 - self.height / 2)) / half
        k, scale = np.float32(self.k), np.float32(self._scale)
        factor = scale * ((k * x * x)[None] + (1 - k + k * y * y)[:, None])
        return (
            factor * (x * half)[None] + np.float32(self.width / 2 - 0.5),
            factor * (y * half)[:, None] + np.float32(self.height / 2 - 0.5),
        )
