"""A picture and its half: what lies close together in a frame is read from it at half size.

Four pixels averaged carry half the noise of one, and a quarter of the memory is fetched for them.
"""

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.frame import Frame
from vision.sampling import Sampling

PixelMap = NDArray[np.float32]


@dataclass
class Halved:
    """Pixel indices in a whole frame at half size, ``map_px`` (h, w, 2), x and y, and in a part of it.

    What is prepared for one part is kept until another is asked for: the pictures of a view have the same.
    """

    map_px: PixelMap
    _between: tuple[tuple[int, int], Sampling] | None = None

    def within(self, left_px: int, top_px: int) -> Sampling:
        """Return where their samples (h, w) lie in the part that begins there."""
        at = left_px, top_px
        if self._between is None or self._between[0] != at:
            column = self.map_px[..., 0] - np.float32(left_px / 2)
            row = self.map_px[..., 1] - np.float32(top_px / 2)
            self._between = at, Sampling.at(column, row)
        return self._between[1]


@dataclass(frozen=True)
class Scales:
    """A frame, (h, w, 3) uint8 BGR, and a part of it at half size that begins at ``left_px``, ``top_px``."""

    full: Frame
    half: Frame
    left_px: int = 0
    top_px: int = 0

    def sample(self, halved: Halved) -> Frame:
        """Return the part at half size at some pixels of the whole frame halved, (h, w, 3) uint8 BGR."""
        return halved.within(self.left_px, self.top_px).of(self.half)


@dataclass(frozen=True)
class Window:
    """A part of the frame in pixels, its corners even."""

    left: int
    top: int
    right: int
    bottom: int


def scales(frame: Frame, window: Window | None = None) -> Scales:
    """Halve a frame, or a window of it (a quarter of a millisecond a megapixel; all parts share it)."""
    seen = window or Window(0, 0, frame.shape[1], frame.shape[0])
    part = frame[seen.top : seen.bottom, seen.left : seen.right]
    height, width = part.shape[:2]
    half = cv2.resize(part, (width // 2, height // 2), interpolation=cv2.INTER_AREA)
    return Scales(frame, np.asarray(half, dtype=np.uint8), seen.left, seen.top)
