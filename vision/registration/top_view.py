"""The board's plane as seen from straight above, resampled from a picture through a camera."""

from dataclasses import dataclass
from typing import TypeVar

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.camera import Camera, Points
from vision.registration.log_picture import Grey, LogPicture

_Image = TypeVar("_Image", NDArray[np.float32], NDArray[np.uint8])

# The map from plane to picture is smooth: it is computed at every so-many-th pixel and interpolated between.
_STRIDE = 8


@dataclass(frozen=True)
class TopView:
    """A square picture of the plane z = 0: ``image`` (n, n) float32, x right, y up, the board's centre
    amid.
    """

    image: Grey
    mm: float

    @property
    def half_mm(self) -> float:
        """Half the width shown."""
        return float(self.image.shape[0] * self.mm / 2)

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


# cv2.remap takes at most 32767 rows: lists of points are laid out in rows of this length.
_ROW = 4096


def sample(image: Grey, index: Points) -> Grey:
    """Return an image's values at array indices (..., 2), column first, linear between pixels."""
    points = index.reshape(-1, 2)
    padded = np.zeros((-(-len(points) // _ROW) * _ROW, 2), dtype=np.float32)
    padded[: len(points)] = points
    values = resample(image, padded.reshape(-1, _ROW, 2)).ravel()
    return values[: len(points)].reshape(index.shape[:-1])


def resample(image: _Image, index: NDArray[np.float32]) -> _Image:
    """Return an image's values (h, w, …) at array indices (h, w, 2); outside, the border's value is
    repeated.
    """
    column, row = np.ascontiguousarray(index[..., 0]), np.ascontiguousarray(index[..., 1])
    values = cv2.remap(image, column, row, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(values, dtype=image.dtype)


def view_from_above(picture: LogPicture, camera: Camera, half_mm: float, mm: float) -> TopView:
    """Resample a picture to ``half_mm`` round the board's centre; beyond it, its border is repeated."""
    n = 2 * round(half_mm / mm)
    index = plane_map(camera, picture.scale, half_mm, n)
    return TopView(resample(picture.log, index), 2 * half_mm / n)


def plane_map(camera: Camera, scale: float, half_mm: float, n: int) -> NDArray[np.float32]:
    """Return the picture's array index (n, n, 2) for each pixel of the top view."""
    coarse = -(-n // _STRIDE) + 1
    at = np.arange(coarse) * _STRIDE
    mm = 2 * half_mm / n
    x = (at + 0.5) * mm - half_mm
    plane = np.stack([*np.meshgrid(x, -x), np.zeros((coarse, coarse))], axis=-1)
    pixels = camera.project(plane.reshape(-1, 3)).reshape(coarse, coarse, 2) * scale - 0.5
    fine = np.arange(n, dtype=np.float32) / _STRIDE
    between = np.stack(np.meshgrid(fine, fine), axis=-1).astype(np.float32)
    return np.stack(
        [resample(pixels[..., k].astype(np.float32), between) for k in range(2)], axis=-1
    )


def on_ground(points_mm: Points, height_mm: float | Points, eye_mm: Points) -> Points:
    """Return where points (..., 2) at a height show in the plane z = 0 to an eye at ``eye_mm`` (3,)."""
    stretch = eye_mm[2] / (eye_mm[2] - height_mm)
    return np.asarray(eye_mm[:2] + (points_mm - eye_mm[:2]) * stretch)
