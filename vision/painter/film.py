"""The picture while it is being painted: linear light per pixel, and what part each lamp gave."""

from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.camera import Camera
from vision.painter.colour import Floats
from vision.painter.empty import EmptyTable
from vision.painter.light import Light

# Pixels beside another surface are painted again with this many rays a side.
_FINE = 3
_BAND_PX = 50_000


@dataclass(frozen=True, slots=True)
class Film:
    """``total`` (h, w, 3) float32, linear, red first; ``shares`` (h, w, lamps) uint8, 255 = all of it."""

    total: Floats
    shares: NDArray[np.uint8]

    def copy(self) -> "Film":
        """Return a film that may be painted on."""
        return Film(self.total.copy(), self.shares.copy())

    def copy_part(self, other: "Film", part: tuple[slice, slice]) -> None:
        """Take over some rows and columns of another film, in place."""
        self.total[part] = other.total[part]
        self.shares[part] = other.shares[part]


def dim(light: Floats, factor: NDArray[Any]) -> None:
    """Multiply light (h, w, 3) by a factor (h, w) float32, in place."""
    # Merged to three channels first: numpy is five times slower at stretching the factor over them.
    light *= cv2.merge([factor, factor, factor])


def pixel_rays(camera: Camera, pixels: Floats) -> Floats:
    """Return unit rays (3, n) float32 of the pixels (n, 2)."""
    rays = camera.rays(pixels.astype(np.float64)).T.copy()
    x, y, z = rays
    rays /= np.sqrt(x * x + y * y + z * z)
    return rays.astype(np.float32)


def expose_empty(empty: EmptyTable, camera: Camera, light: Light) -> Film:
    """Paint the table without pieces; edges are smoothed by finer rays."""
    height, width = camera.height_px, camera.width_px
    film = Film(
        np.empty((height, width, 3), np.float32),
        np.empty((height, width, len(light.lamps)), np.uint8),
    )
    eye = camera.centre_mm.astype(np.float32)
    surface = np.empty((height, width), np.uint8)
    rows_per_band = max(1, _BAND_PX // width)
    for top in range(0, height, rows_per_band):
        rows = np.arange(top, min(top + rows_per_band, height))
        grid = np.stack(np.broadcast_arrays(np.arange(width), rows[:, None]))
        rays = pixel_rays(camera, grid.reshape(2, -1).T)
        hits = empty.relief.trace(eye, rays)
        radiance = empty.shade(hits, rays, light)
        surface[rows] = (hits.kind * 16 + hits.hole % 16).reshape(len(rows), width)
        film.total[rows] = radiance.total.reshape(len(rows), width, 3)
        film.shares[rows] = _to_bytes(radiance.shares).reshape(len(rows), width, -1)
    kernel = np.ones((3, 3), np.uint8)
    _refine(film, empty, camera, light, cv2.dilate(surface, kernel) != cv2.erode(surface, kernel))
    return film


def _refine(
    film: Film, empty: EmptyTable, camera: Camera, light: Light, edges: NDArray[np.bool_]
) -> None:
    rows, columns = np.nonzero(edges)
    eye = camera.centre_mm.astype(np.float32)
    steps = (np.arange(_FINE, dtype=np.float32) + 0.5) / _FINE - 0.5
    for start in range(0, len(rows), _BAND_PX // _FINE**2):
        part = slice(start, start + _BAND_PX // _FINE**2)
        centre = np.stack([columns[part], rows[part]], axis=1).astype(np.float32)
        offsets = np.stack(np.meshgrid(steps, steps), axis=-1).reshape(-1, 2)
        fine = (centre[:, None] + offsets[None]).reshape(-1, 2)
        rays = pixel_rays(camera, fine)
        radiance = empty.shade(empty.relief.trace(eye, rays), rays, light)
        # Very bright rays would leave stairs at the edges of highlights.
        total = np.minimum(radiance.total, 4.0).reshape(-1, _FINE**2, 3).mean(axis=1)
        shares = radiance.shares.reshape(len(centre), _FINE**2, -1).mean(axis=1)
        film.total[rows[part], columns[part]] = total
        film.shares[rows[part], columns[part]] = _to_bytes(shares)


def _to_bytes(shares: Floats) -> NDArray[np.uint8]:
    return np.asarray(np.clip(shares * 255 + 0.5, 0, 255), dtype=np.uint8)
