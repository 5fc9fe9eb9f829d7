"""The balls that were found in all start areas, and which samples of these are near one of them."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from vision.camera import Points


@dataclass(frozen=True, slots=True)
class Lying:
    """``balls_mm``: the balls (n, 3) of each area; ``points_mm``: (areas, size, size, 3), all samples.

    ``centres_mm``: (areas, k, 2) float64, where the balls lie, infinite where an area has fewer.
    """

    balls_mm: Sequence[Points]
    points_mm: Points
    centres_mm: Points

    @classmethod
    def of(cls, balls_mm: Sequence[Points], points_mm: Points) -> "Lying":
        """Take the balls of each area, on a level with its samples."""
        centres = np.full((len(balls_mm), max(1, *map(len, balls_mm)), 2), np.inf)
        for mine, balls in zip(centres, balls_mm, strict=True):
            mine[: len(balls)] = balls[:, :2]
        return cls(balls_mm, points_mm, centres)

    def near(self, at: np.ndarray, reach_mm: float) -> np.ndarray:
        """Tell which samples (n,), indices into all areas', are no farther from a ball of theirs: bool."""
        points = self.points_mm.reshape(-1, 3)
        area = at // (len(points) // len(self.balls_mm))
        off = points.take(at, axis=0)[:, None, :2] - self.centres_mm.take(area, axis=0)
        off *= off
        # Centre by centre: there are few, and numpy is slow along a short last axis.
        away = (off[..., 0] + off[..., 1]).T.copy()
        return np.asarray(away.min(axis=0) <= reach_mm * reach_mm)
