"""Shadows on the felt that look like dark glass, a ball's own and the rim's, and the rim's edge itself.

Shadows have the felt's hue. The lamp that casts them shines in every ball of glass, but not in a shadow.
"""

from math import hypot

import numpy as np

from vision.fields.colour import LIKE_WOOD, off_wood
from vision.fields.patches import Floats
from vision.fields.spots import Areas, Relief, Spots
from vision.fields.stains import away_from

# A shadow is darker than the felt, and than the ball that casts it, by more than this (logarithm), and of the
# felt's own hue within the second number: shadows taken for balls were darker by 0.4 and more.
DARKER, FELTS_HUE = 0.25, 0.5
# Spots likelier to be balls than this are believed: shadows were 0.92 at most.
BELIEVED = 0.97
# What may be a shadow or an edge is no likelier a ball than this: that is, nothing is said of it.
DOUBTED = np.float32(0.45)
# Glass shines by this much (`Relief.glint`) within so many ball radii of its middle: of 16 balls of felt's
# hue on painted tables those that cast such shadows had 0.44 and more, shadows 0.25 at most.
SHINING, MIDDLE = 0.3, 0.9
# A rim's crescent is so near to it, and a ball's shadow so near to the ball (ball radii).
AT_RIM, BESIDE = 1.0, 2.3
# What has the wood's own hue and is so near to the rim (ball radii) may be its edge.
EDGE = 0.65


def shadows_doubted(
    p: Floats,
    tints: Floats,
    felt: Floats,
    spots: Spots,
    relief: Relief,
    areas: Areas,
    radius_mm: float,
) -> Floats:
    """Return how likely spots are balls, ``p`` (n,), where those that may be shadows or edges are in doubt.

    ``tints``: (n, 3), their colours; ``felt``: (n, 3), that of the felt round each.
    """
    doubted = p
    for k in np.flatnonzero((p > DOUBTED) & (p < BELIEVED)).tolist():
        inside = float(spots.inside_mm[k]) / radius_mm
        edge = inside < EDGE and float(off_wood(tints[k : k + 1])[0]) < LIKE_WOOD
        light, *hue = (tints[k] - felt[k]).tolist()
        dark = light < -DARKER and hypot(*hue) < FELTS_HUE
        if edge or (dark and not _shines(k, spots, relief, areas, radius_mm)):
            away = away_from(spots.points_mm[k], spots.points_mm)
            caster = (p > p[k]) & (tints[:, 0] > tints[k, 0] + DARKER) & (away < BESIDE * radius_mm)
            if inside < AT_RIM or caster.any():
                doubted = np.where(np.arange(len(p)) == k, DOUBTED, doubted)
    return doubted


def _shines(k: int, spots: Spots, relief: Relief, areas: Areas, radius_mm: float) -> bool:
    """Say whether a spot has a lamp's glint."""
    area = int(spots.area[k])
    within = away_from(spots.points_mm[k], areas.points_mm[area]) < MIDDLE * radius_mm
    return float(relief.glint[area][within].max(initial=0)) > SHINING
