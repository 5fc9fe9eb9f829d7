"""Where the ground of a recess is seen, and where its rim.

A slanting sight shows the recess's wall behind it, which looks like wood, and hides ground before it.
"""

from dataclasses import dataclass

import numpy as np

from vision.camera import Points
from vision.fields.patches import Floats
from vision.fields.profile import magnitude


@dataclass(frozen=True, slots=True)
class Recess:
    """How far within the walls rays reach the ground, and within the rim above it: (n, s) millimetres each.

    Both are below 0 beyond them.
    """

    ground_mm: Floats
    rim_mm: Floats

    @property
    def seen_mm(self) -> Floats:
        """How far within the ground that is seen they are, (n, s): they must reach it, and pass the rim."""
        return np.asarray(np.minimum(self.ground_mm, self.rim_mm))


def look_into(
    points_mm: Points,
    sight: Points,
    centres_mm: Points,
    rim_mm: float,
    lift_mm: float,
    depth_mm: float,
) -> Recess:
    """Follow the rays of samples into their recess.

    ``points_mm``: (n, s, 3), the samples on a level ``lift_mm`` above the ground; ``sight``: (n, 3), the line
    of sight to each recess; ``centres_mm``: (n, 3). The rim is ``depth_mm`` above the ground.
    """
    middle = (points_mm - centres_mm[:, None])[..., :2].astype(np.float32)
    slope = (sight[:, None, :2] / sight[:, None, 2:]).astype(np.float32)
    ground, rim = (
        rim_mm - magnitude(*np.moveaxis(middle + slope * np.float32(drop), -1, 0))
        for drop in (-lift_mm, depth_mm - lift_mm)
    )
    return Recess(ground.astype(np.float32), rim.astype(np.float32))
