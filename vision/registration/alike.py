"""Holes found by what most of them look like.

Spots are drawn aside by what runs beside a hole, such as a groove or a shadow, and are found on an arm, too.
With half of a board under one they no longer hold its fit where it belongs. But all holes of a board look
alike.
"""

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.camera import Points
from vision.registration.log_picture import Grey
from vision.registration.top_view import TopView

# Half the width of a hole's picture, and how far from where it is expected it is looked for, in pixels of the
# view from above (about a mm).
_HALF, _REACH = 9, 4
# What is like the typical hole by this much (correlation) helps to say what that is, if so many are; and from
# the last on it is a hole: in 69 photographs 97 % of 6,204 empty holes in sight are, and 2 % of 241 places
# under hands. There at least 67 helped.
_HELPS, _FEWEST, _ALIKE = 0.4, 12, 0.6


@dataclass(frozen=True, slots=True)
class TypicalHole:
    """What a board's holes look like in a view from above, (n, n) float32."""

    top: TopView
    image: Grey

    def near(self, expected_mm: Points) -> tuple[Points, NDArray[np.bool_]]:
        """Return where holes lie near the expected points (n, 2), and which of them are there (n,)."""
        windows = _cut(self.top, expected_mm, _HALF + _REACH)
        likeness = np.stack([
            cv2.matchTemplate(window, self.image, cv2.TM_CCOEFF_NORMED) for window in windows
        ])  # fmt: skip
        best = likeness.reshape(len(likeness), -1).argmax(axis=1)
        row, column = np.divmod(best, likeness.shape[2])
        most = likeness[np.arange(len(best)), row, column]
        inside = (np.minimum(row, column) > 0) & (np.maximum(row, column) < 2 * _REACH)
        offset = np.stack([column - _REACH, _REACH - row], axis=1) * self.top.mm
        return expected_mm + offset, np.asarray((most > _ALIKE) & inside)


def typical_hole(top: TopView, centres_mm: Points) -> TypicalHole | None:
    """Find out what holes look like of which most lie at these centres (n, 2); None if too few do."""
    patches = _cut(top, centres_mm, _HALF)
    patches -= np.median(patches, axis=(1, 2), keepdims=True)
    typical = np.median(patches, axis=0)
    for _ in range(2):
        alike = _correlation(patches, typical) > _HELPS
        if np.count_nonzero(alike) < _FEWEST:
            return None
        typical = np.median(patches[alike], axis=0)
    return TypicalHole(top, np.asarray(typical, dtype=np.float32))


def _cut(top: TopView, middles_mm: Points, half: int) -> Grey:
    """Return pictures round points (n, 2), as rows from above, (n, 2 * half + 1, 2 * half + 1)."""
    reach = np.arange(-half, half + 1.0) * top.mm
    around = np.stack(np.meshgrid(reach, -reach), axis=-1)
    return top.sample(middles_mm[:, None, None] + around)


def _correlation(patches: Grey, typical: Grey) -> Points:
    """Return how alike pictures (n, m, m) are to one (m, m), (n,) from -1 to 1."""
    flat = patches.reshape(len(patches), -1)
    flat = flat - flat.mean(axis=1, keepdims=True)
    one = (typical - typical.mean()).ravel()
    return np.asarray(flat @ one / (np.linalg.norm(flat, axis=1) * np.linalg.norm(one) + 1e-9))
