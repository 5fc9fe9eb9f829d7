"""A board before a camera: where each place, ball and die appears in the picture."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from referee.board import Board, Place
from vision.camera import Camera, Points

_RIGHT = np.array([1.0, 0.0, 0.0])
_UP = np.array([0.0, 1.0, 0.0])


@dataclass(frozen=True)
class View:
    """How one board lies before one camera; all geometry of reading goes through here."""

    camera: Camera
    board: Board

    def pixels(self, places: Sequence[Place], lift_mm: float = 0.0) -> Points:
        """Return the pixels (n, 2) of the places' centres, ``lift_mm`` above their surface."""
        points = np.array([(p.x_mm, p.y_mm, p.z_mm + lift_mm) for p in places], dtype=np.float64)
        return self.camera.project(points.reshape(-1, 3))

    def px_per_mm(self, places: Sequence[Place]) -> Points:
        """Return the local scale (n,) in pixels a millimetre at each place (the mean of both axes)."""
        points = np.array([(p.x_mm, p.y_mm, p.z_mm) for p in places], dtype=np.float64)
        points = points.reshape(-1, 3)
        here = self.camera.project(points)
        right = self.camera.project(points + _RIGHT) - here
        up = self.camera.project(points + _UP) - here
        area = np.abs(right[:, 0] * up[:, 1] - right[:, 1] * up[:, 0])
        scale: Points = np.sqrt(area)
        return scale
