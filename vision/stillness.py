"""Has anything changed since the last picture? A glance at it in cells, far cheaper than reading it."""

from dataclasses import dataclass, field

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.frame import Frame

# Every so many pixels across and down are looked at, and so many of these along each side make a cell: 16
# pixels of a 1640 wide picture, a little less than a ball is wide, so that a ball fills a quarter of a cell.
_EVERY, _CELL = 4, 4
# A scene is still while no cell's mean differs by more than this (8 bit values), or by so many times what the
# middle one does: cameras in the dark are noisy, and the largest of 48,000 differences of normal noise is 6.5
# times their median. A ball or a pip that comes or goes changes a cell by 10 to 60. A still scene that is
# taken for a changed one is only read once more. Where a hand fills half of what is looked at, the middle
# difference is no noise: from the third value on it counts as a change in any case.
_LEAST, _TIMES, _MOST = 4.0, 7.0, 10.0
# Means of so many pictures, the latest ones and those before, have less noise: they show what is fainter.
# They are compared with every picture, so that noise has many chances.
_LATEST, _BEFORE, _LEAST_OF_MEANS, _TIMES_OF_MEANS = 5, 40, 1.2, 10.0


@dataclass(frozen=True)
class Glance:
    """A picture in cells: ``means`` (rows, columns, 3) BGR, uint8 of one picture or float32 of several."""

    means: NDArray[np.uint8] | NDArray[np.float32]

    def differs(self, other: "Glance", *, least: float = _LEAST, times: float = _TIMES) -> bool:
        """Say whether something changed between the two.

        A cell's mean has changed if by ``least`` or more, and by so many ``times`` the middle one's change.
        """
        if self.means.shape != other.means.shape:
            return True
        off = np.subtract(self.means, other.means, dtype=np.float32)
        some = off[::3, ::3].reshape(-1, 3)
        noise = float(np.median(np.abs(some - np.median(some, axis=0))))
        return bool(np.abs(off).max() > min(max(least, times * noise), _MOST))


@dataclass
class Stillness:
    """Tells of picture after picture whether the scene is still, seen from the one that was ``read`` last.

    What changes a cell by less than its noise, as a dark ball does in the dark, is no change from one picture
    to the next; it is noticed after half a second as the means drift apart.
    """

    read: Glance
    _latest: Glance = field(init=False)
    _before: Glance = field(init=False)
    _count: int = field(init=False, default=1)

    def __post_init__(self) -> None:
        """Begin with one picture."""
        self._latest = self._before = self.read

    def keeps(self, now: Glance) -> bool:
        """Say whether nothing has changed in the next picture."""
        if now.differs(self.read):
            return False
        self._count += 1
        self._latest = _towards(self._latest, now, min(self._count, _LATEST))
        self._before = _towards(self._before, now, min(self._count, _BEFORE))
        return not self._latest.differs(self._before, least=_LEAST_OF_MEANS, times=_TIMES_OF_MEANS)


def _towards(mean: Glance, now: Glance, count: int) -> Glance:
    step = np.subtract(now.means, mean.means, dtype=np.float32) * np.float32(1 / count)
    return Glance(mean.means + step)


def glance(frame: Frame) -> Glance:
    """Look at a picture (h, w, 3) uint8 BGR in passing."""
    rows, columns = (max(side // (_EVERY * _CELL), 1) for side in frame.shape[:2])
    # Means over whole pixels take half the time of those over parts of them.
    few = (columns * _CELL, rows * _CELL)
    looked_at = cv2.resize(frame, few, interpolation=cv2.INTER_NEAREST)
    means = cv2.resize(looked_at, (columns, rows), interpolation=cv2.INTER_AREA)
    return Glance(np.asarray(means, dtype=np.uint8))
