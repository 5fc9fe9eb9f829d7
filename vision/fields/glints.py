"""Glints on felt that are on no ball: a lamp's in glass of the felt's own colour, which hardly shows else."""

import cv2
import numpy as np

from vision.camera import Points
from vision.fields.lying import Lying
from vision.fields.patches import Floats
from vision.fields.spots import Areas
from vision.fields.stains import away_from

# Felt does not shine: a glint from here on (logarithm) that is this far from likely balls (ball radii) may be
# a lamp's in glass of the felt's own colour. Bare felt has none above 0.45 on photographs and 0.51 on painted
# tables but beside its rim, which may shine; glass that was missed there had 0.55 and more, but for one ball
# in a dozen.
GLINT, NO_GLINT = 0.53, 1.5


def brightest_glint(
    glint: Floats, areas: Areas, area: int, balls_mm: Points, radius_mm: float
) -> float:
    """Return the brightest ``glint`` (size, size) of an area that is on none of its balls (n, 3).

    A glint is on a ball with all of it where any of it is. It is 0 if none is as bright as `GLINT`.
    """
    bright = (glint > GLINT) & areas.inner[area].reshape(glint.shape)
    at = np.flatnonzero(bright)
    if not len(at):
        return 0.0
    values = glint.reshape(-1)[at]
    if not len(balls_mm):
        return float(values.max())
    count, blobs = cv2.connectedComponents(bright.astype(np.uint8))
    of, points = blobs.reshape(-1)[at], areas.points_mm[area].reshape(-1, 3)[at]
    near = away_from(balls_mm[:, None], points).min(axis=0) <= NO_GLINT * radius_mm
    on_ball = np.zeros(count, dtype=bool)
    on_ball[of[near]] = True
    return float(values[~on_ball[of]].max(initial=0))


def may_shine(glint: Floats, areas: Areas, lying: Lying, radius_mm: float) -> list[bool]:
    """Tell which areas have a glint as bright as `GLINT` that is not all near their balls."""
    count = len(areas.inner)
    bright = np.flatnonzero((glint.reshape(count, -1) > GLINT) & areas.inner)
    if not len(bright):
        return [False] * count
    alone = bright[~lying.near(bright, NO_GLINT * radius_mm)]
    return [
        some > 0 for some in np.bincount(alone // areas.inner.shape[1], minlength=count).tolist()
    ]
