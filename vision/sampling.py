"""Values of pictures at places between their pixels, prepared once for all pictures of one camera."""

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.frame import Frame

# `cv2.remap` begins every row anew, and so costs up to three times as much on many short ones as on a long
# one, which may have no more places than this.
_LONGEST = 32766


@dataclass(frozen=True, slots=True)
class Sampling:
    """Where to take samples: ``whole`` pixels (1, n, 2), x and y, and ``parts`` of them, in 32nds (1, n).

    `cv2.remap` takes three quarters of the time with these that it takes with floating-point numbers.
    ``shape``: (h, w), that of the samples, which are laid out in one row here.
    """

    whole: NDArray[np.int16]
    parts: NDArray[np.uint16]
    shape: tuple[int, ...]

    @classmethod
    def at(cls, columns: NDArray[np.float32], rows: NDArray[np.float32]) -> "Sampling":
        """Prepare pixel indices (h, w)."""
        whole, parts = cv2.convertMaps(_laid_out(columns), _laid_out(rows), cv2.CV_16SC2)
        return cls(
            np.asarray(whole, dtype=np.int16), np.asarray(parts, dtype=np.uint16), columns.shape
        )

    def of(self, picture: Frame) -> Frame:
        """Return a picture's values there, (h, w, …) uint8; outside, the border's value is repeated."""
        values = cv2.remap(
            picture, self.whole, self.parts, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE
        )
        return np.asarray(values, dtype=np.uint8).reshape(self.shape + picture.shape[2:])


@dataclass(frozen=True, slots=True)
class Pixels:
    """Pixels ``at`` (1, n, 2), x and y: half the work of samples between them, with a pixel's noise.

    ``shape``: as that of `Sampling`.
    """

    at: NDArray[np.int16]
    shape: tuple[int, ...]

    @classmethod
    def nearest(cls, columns: NDArray[np.float32], rows: NDArray[np.float32]) -> "Pixels":
        """Choose the pixels nearest to pixel indices (h, w)."""
        whole, _ = cv2.convertMaps(
            _laid_out(columns), _laid_out(rows), cv2.CV_16SC2, nninterpolation=True
        )
        return cls(np.asarray(whole, dtype=np.int16), columns.shape)

    def of(self, picture: Frame) -> Frame:
        """Return a picture's values there, (h, w, …) uint8; outside, the border's value is repeated."""
        nothing = np.zeros(0, dtype=np.uint16)
        values = cv2.remap(
            picture, self.at, nothing, cv2.INTER_NEAREST, borderMode=cv2.BORDER_REPLICATE
        )
        return np.asarray(values, dtype=np.uint8).reshape(self.shape + picture.shape[2:])


def _laid_out(each: NDArray[np.float32]) -> NDArray[np.float32]:
    """Return a map (h, w) in one row if that is not too long."""
    return np.ascontiguousarray(each.reshape(1, -1) if each.size <= _LONGEST else each)
