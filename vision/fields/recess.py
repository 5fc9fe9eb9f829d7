"""Where the ground of a recess is seen.

A slanting sight shows the recess's wall behind it, which looks like wood, and hides ground before it.
"""

import numpy as np

from vision.camera import Points
from vision.fields.patches import Floats
from vision.fields.profile import magnitude


def ground_seen(
    points_mm: Points,
    sight: Points,
    centres_mm: Points,
    rim_mm: float,
    lift_mm: float,
    depth_mm: float,
) -> Floats:
    """Return how far within the ground that is seen samples lie, (n, s) millimetres, below 0 beyond it.

    ``points_mm``: (n, s, 3), the samples on a level ``lift_mm`` above the ground; ``sight``: (n, 3), the line
    of sight to each recess; ``centres_mm``: (n, 3). Along the sight a sample's ray must reach the ground
    within the walls, and pass within the rim ``depth_mm`` above it.
    """
    middle = (points_mm - centres_mm[:, None])[..., :2].astype(np.float32)
    slope = (sight[:, None, :2] / sight[:, None, 2:]).astype(np.float32)
    within = [
        rim_mm - magnitude(*np.moveaxis(middle + slope * np.float32(drop), -1, 0))
        for drop in (-lift_mm, depth_mm - lift_mm)
    ]
    return np.asarray(np.minimum(*within), dtype=np.float32)
