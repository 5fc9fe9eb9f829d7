"""Shadows on the felt that look like dark glass: a ball's own beside it, and the rim's crescent.

Both have the felt's hue. The lamp that casts a shadow shines in every ball of glass; in a shadow it does not.
"""

from math import hypot

import numpy as np

from vision.fields.patches import Floats
from vision.fields.spots import Areas, Relief, Spots
from vision.fields.stains import away_from

# A shadow is darker than the felt, and than the ball that casts it, by more than this (logarithm), and of the
# felt's own hue within the second number: shadows taken for balls were darker by 0.4 and more.
DARKER, FELTS_HUE = 0.25, 0.5
# Spots likelier to be balls than this are believed: shadows were 0.92 at most.
BELIEVED = 0.97
# What may be a shadow is no likelier a ball than this: that is, nothing is said of it.
DOUBTED = np.float32(0.45)
# Glass shines by this much (`Relief.glint`) within so many ball radii of its middle: of 16 balls of felt's
# hue on painted tables those that cast such shadows had 0.44 and more, shadows 0.25 at most.
SHINING, MIDDLE = 0.3, 0.9
# A rim's crescent is so near to it, and a ball's shadow so near to the ball (ball radii).
AT_RIM, BESIDE = 1.0, 2.3


def shadows_doubted(
    p: Floats,
    tints: Floats,
    felt: Floats,
    spots: Spots,
    relief: Relief,
    areas: Areas,
    radius_mm: float,
) -> Floats:
    """Return how likely spots are balls, ``p`` (n,), where those that may be shadows are in doubt.

    ``tints``: (n, 3), their colours; ``felt``: (n, 3), that of the felt round each.
    """
    doubted = p
    for k in np.flatnonzero((p > DOUBTED) & (p < BELIEVED)).tolist():
        light, *hue = (tints[k] - felt[k]).tolist()
        if (
            light > -DARKER
            or hypot(*hue) > FELTS_HUE
            or _shines(k, spots, relief, areas, radius_mm)
        ):
            continue
        away = away_from(spots.points_mm[k], spots.points_mm)
        caster = (p > p[k]) & (tints[:, 0] > tints[k, 0] + DARKER) & (away < BESIDE * radius_mm)
        if spots.inside_mm[k] < AT_RIM * radius_mm or caster.any():
            doubted = doubted.copy()
            doubted[k] = DOUBTED
    return doubted


def _shines(k: int, spots: Spots, relief: Relief, areas: Areas, radius_mm: float) -> bool:
    """Say whether a spot has a lamp's glint."""
    area = int(spots.area[k])
    within = away_from(spots.points_mm[k], areas.points_mm[area]) < MIDDLE * radius_mm
    return float(relief.glint[area][within].max(initial=0)) > SHINING
