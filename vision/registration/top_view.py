"""The board's plane as seen from straight above, resampled from a picture through a camera."""

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.camera import Camera, Points
from vision.registration.holes import Grey

# The map from plane to picture is smooth: it is computed at every so-many-th pixel and interpolated between.
_STRIDE = 8


@dataclass(frozen=True)
class TopView:
    """A square picture of the plane z = 0: ``image`` (n, n) float32, x right, y up, the board's centre amid."""

    image: Grey
    mm: float

    @property
    def half_mm(self) -> float:
        """Half the width shown."""
        return self.image.shape[0] * self.mm / 2

    def index(self, points_mm: Points) -> Points:
        """Return the array indices (n, 2), column first, of plane points (n, 2)."""
        x, y = points_mm[..., 0], points_mm[..., 1]
        return np.stack([x + self.half_mm, self.half_mm - y], axis=-1) / self.mm - 0.5

    def points_mm(self, index: Points) -> Points:
        """Return the plane points (n, 2) of array indices (n, 2), column first."""
        at = (np.asarray(index) + 0.5) * self.mm - self.half_mm
        return np.stack([at[..., 0], -at[..., 1]], axis=-1)

    def sample(self, points_mm: Points) -> Grey:
        """Return the image's values at plane points (..., 2), linear between pixels."""
        return sample(self.image, self.index(points_mm))


def sample(image: Grey, index: Points) -> Grey:
    """Return an image's values at array indices (..., 2), column first, linear between pixels."""
    shape = index.shape[:-1]
    at = np.ascontiguousarray(index.reshape(-1, 1, 2), dtype=np.float32)
    width = 4096  # cv2.remap takes at most 32767 rows
    rows = -(-len(at) // width)
    padded = np.zeros((rows * width, 1, 2), dtype=np.float32)
    padded[: len(at)] = at
    grid = padded.reshape(rows, width, 2)
    values = cv2.remap(image, grid, None, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(values.reshape(-1)[: len(at)].reshape(shape), dtype=np.float32)


def view_from_above(log: Grey, scale: float, camera: Camera, half_mm: float, mm: float) -> TopView:
    """Resample a picture that is ``scale`` times the camera's size; what it does not show repeats its border."""
    n = 2 * round(half_mm / mm)
    index = plane_map(camera, scale, half_mm, n)
    image = cv2.remap(log, index, None, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    return TopView(np.asarray(image, dtype=np.float32), 2 * half_mm / n)


def plane_map(camera: Camera, scale: float, half_mm: float, n: int) -> NDArray[np.float32]:
    """Return the picture's array index (n, n, 2) for each pixel of the top view."""
    coarse = -(-n // _STRIDE) + 1
    at = np.arange(coarse) * _STRIDE
    mm = 2 * half_mm / n
    x = (at + 0.5) * mm - half_mm
    plane = np.stack([*np.meshgrid(x, -x), np.zeros((coarse, coarse))], axis=-1)
    pixels = camera.project(plane.reshape(-1, 3)).reshape(coarse, coarse, 2) * scale - 0.5
    fine = np.arange(n, dtype=np.float32) / _STRIDE
    column, row = np.meshgrid(fine, fine)
    return np.asarray(
        cv2.remap(pixels.astype(np.float32), column, row, cv2.INTER_LINEAR), dtype=np.float32
    )
