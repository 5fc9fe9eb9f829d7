"""Spots of a start area that are its rim or its wall: bright edges of wood that hide none of the felt."""

from math import hypot

import numpy as np

from vision.camera import Points
from vision.fields.colour import off_wood
from vision.fields.patches import Floats
from vision.fields.spots import DISC, OFF_WALL, Areas, Relief, Spots
from vision.fields.stains import away_from

# A spot's hue is the wood's if it is nearer to that than this part of the felt's own hue is.
NEARER = 0.5
# The felt that is seen before an edge of wood has the felt's hue within this, and a ball of that hue hides
# felt: of 198 such edges on photographs and painted tables the disc's part over the felt was up to 0.25 off
# for all but ten, on walls deeper than is known; for 40 balls of the wood's hue there 0.49 and more.
HIDES_NONE = 0.25
# So much of the felt, in samples, must be seen.
LEAST_SEEN = 3
# Edges are so near to the rim (ball radii).
AT_RIM = 1.0
# The centre of a ball that touches the rim is so far inside it (ball radii).
TOUCHES = 0.8


def are_walls(
    which: np.ndarray,
    tints: Floats,
    felt: Floats,
    spots: Spots,
    relief: Relief,
    areas: Areas,
    radius_mm: float,
) -> np.ndarray:
    """Tell which of the spots asked for (n,) bool look like wood and hide no felt: (n,) bool.

    ``tints``: (n, 3), their colours; ``felt``: (n, 3), that of the felt round each.
    """
    walls = np.zeros(len(which), dtype=bool)
    wooden = which & (spots.inside_mm < AT_RIM * radius_mm)
    wooden &= off_wood(tints) < NEARER * off_wood(felt)
    for k in np.flatnonzero(wooden).tolist():
        area = int(spots.area[k])
        away = away_from(_inside(spots, k, areas, radius_mm), areas.points_mm[area].reshape(-1, 3))
        over = (away < DISC * radius_mm) & (areas.seen_mm[area] > OFF_WALL * radius_mm)
        if over.sum() >= LEAST_SEEN:
            tones = relief.tones[:, area].reshape(3, -1)[:, over]
            _, red_green, yellow_blue = tones.mean(axis=1).tolist()
            walls[k] = hypot(red_green, yellow_blue) < HIDES_NONE
    return walls


def _inside(spots: Spots, k: int, areas: Areas, radius_mm: float) -> Points:
    """Return a spot's centre (3,), moved inwards to where a ball's centre can be."""
    centre, point = areas.centres_mm[spots.area[k]], spots.points_mm[k]
    nearest = areas.rim_mm - TOUCHES * radius_mm
    far = areas.rim_mm - float(spots.inside_mm[k])
    return np.asarray(centre + (point - centre) * min(1.0, nearest / max(far, nearest)))
