"""Where balls lie that the view from above shows: it is laid over the board's surface, they stand on it.

The middle of a ball is seen against the surface behind it, by up to its radius where the camera looks at the
board aslant.
"""

from dataclasses import dataclass

import cv2
import numpy as np

from vision.fields.patches import Floats
from vision.fields.top_view import SAMPLES, TopAxes
from vision.view import View

# Circles are drawn to so small a part of a sample.
_SHIFT = 4
_FINE = 1 << _SHIFT


@dataclass(frozen=True)
class Sight:
    """Brings samples of the view from above to the middles of balls there, and back.

    ``towards_mm``: (2,), where the camera stands, as far as it shifts what is ``part`` of its height up.
    """

    top: TopAxes
    towards_mm: np.ndarray
    part: float

    def balls_mm(self, at: Floats) -> np.ndarray:
        """Return where balls lie (n, 2) that are seen at rows and columns (n, 2)."""
        ground = np.empty((len(at), 2))
        ground[:, 0] = self.top.x_mm[0] + at[:, 1] * self.top.step_mm
        ground[:, 1] = self.top.y_mm[0] - at[:, 0] * self.top.step_mm
        return np.asarray(ground * (1 - self.part) + self.towards_mm)

    def at(self, balls_mm: np.ndarray) -> np.ndarray:
        """Return the rows and columns (n, 2) at which balls (n, 2) are seen, between samples."""
        ground = (balls_mm - self.towards_mm) / (1 - self.part)
        x, y = ground[:, 0] - self.top.x_mm[0], self.top.y_mm[0] - ground[:, 1]
        return np.asarray(np.stack([y, x], axis=1) / self.top.step_mm)

    def samples(self, balls_mm: np.ndarray) -> np.ndarray:
        """Return the indices (n,) of the samples, row by row, that show balls at (n, 2)."""
        row, column = np.clip(np.rint(self.at(balls_mm)), 0, SAMPLES - 1).astype(np.intp).T
        return np.asarray(row * SAMPLES + column)

    def free(self, half_mm: float, taken_mm: np.ndarray) -> np.ndarray:
        """Tell which samples show balls so far from the board's middle lines and in no circle ``taken``.

        Circles are (k, 3): x, y, radius. Returns (SAMPLES, SAMPLES) bool.
        """
        (top, left), (bottom, right) = np.rint(
            self.at(np.array([(-half_mm, half_mm), (half_mm, -half_mm)]))
        ).astype(int)
        free = np.zeros((SAMPLES, SAMPLES), dtype=np.uint8)
        free[max(top, 0) : max(bottom + 1, 0), max(left, 0) : max(right + 1, 0)] = 1
        scale = _FINE / ((1 - self.part) * self.top.step_mm)
        middles = np.rint(self.at(taken_mm[:, :2]) * _FINE).astype(int)
        for (row, column), radius_mm in zip(middles.tolist(), taken_mm[:, 2].tolist(), strict=True):
            cv2.circle(free, (column, row), round(radius_mm * scale), 0, -1, shift=_SHIFT)
        return free > 0


def sight_of(view: View, top: TopAxes) -> Sight:
    """Return how balls are seen in a view of the board."""
    x_mm, y_mm, height_mm = view.camera.centre_mm
    part = view.board.ball_mm / 2 / float(height_mm)
    return Sight(top, np.array([x_mm, y_mm]) * part, part)
