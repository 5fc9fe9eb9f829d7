"""The camera: a pinhole with two radial distortion terms, and where it stands over the board.

Model (all in the board's axes, see `referee.board`): q = R (X - C); u = f q.xy / q.z; the final pixel d,
measured from the picture's centre, solves u = d (1 + k1 r² + k2 r⁴) with r = |d| / half diagonal.
"""

from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

Points = NDArray[np.float64]

# Newton steps from u to d; three reach 1e-6 px for |k1| up to 0.2.
_UNDISTORT_STEPS = 6


@dataclass(frozen=True, kw_only=True)
class Camera:
    """A camera over a board: ``rotation`` (3, 3) board to camera, ``centre_mm`` (3,), ``focal_px``."""

    width_px: int
    height_px: int
    focal_px: float
    rotation: Points
    centre_mm: Points
    k1: float = 0.0
    k2: float = 0.0

    @cached_property
    def half_diagonal_px(self) -> float:
        """Half the picture's diagonal, the unit of the distortion's radius."""
        return float(np.hypot(self.width_px, self.height_px) / 2)

    @cached_property
    def principal_px(self) -> Points:
        """The picture's centre, (2,) float64."""
        return np.array([self.width_px / 2, self.height_px / 2])

    def project(self, points_mm: Points) -> Points:
        """Project board points (n, 3) to pixels (n, 2), x right, y down."""
        q = (np.asarray(points_mm, dtype=np.float64) - self.centre_mm) @ self.rotation.T
        u = self.focal_px * q[:, :2] / q[:, 2:3]
        pixels: Points = self.principal_px + self._distort(u)
        return pixels

    def _distort(self, u: Points) -> Points:
        length = np.linalg.norm(u, axis=1) / self.half_diagonal_px
        r = length.copy()
        for _ in range(_UNDISTORT_STEPS):
            r2 = r * r
            value = r * (1 + self.k1 * r2 + self.k2 * r2 * r2) - length
            slope = 1 + 3 * self.k1 * r2 + 5 * self.k2 * r2 * r2
            r = r - value / np.where(np.abs(slope) < 1e-6, 1e-6, slope)
        scale = np.divide(r, length, out=np.ones_like(r), where=length > 1e-12)
        distorted: Points = u * scale[:, None]
        return distorted

    def rays(self, pixels: Points) -> Points:
        """Return the directions (n, 3) in board axes in which the pixels (n, 2) look."""
        return np.asarray(self.own_rays(pixels) @ self.rotation)

    def own_rays(self, pixels: Points) -> Points:
        """Return the same in the camera's own axes, which depend on its lens alone."""
        # By column: numpy is several times slower at rows of two.
        x, y = np.asarray(pixels, dtype=np.float64).T - self.principal_px[:, None]
        r2 = (x * x + y * y) / self.half_diagonal_px**2
        scale = 1 + self.k1 * r2 + self.k2 * r2 * r2
        return np.stack(
            [x * scale / self.focal_px, y * scale / self.focal_px, np.ones_like(x)], axis=1
        )

    def on_plane(self, pixels: Points, z_mm: float = 0.0) -> Points:
        """Return where the pixels (n, 2) meet the plane at height ``z_mm``: (n, 2) millimetres."""
        rays = self.rays(pixels)
        t = (z_mm - self.centre_mm[2]) / rays[:, 2:3]
        places: Points = self.centre_mm[:2] + t * rays[:, :2]
        return places
