"""Which spots of the start areas are worth a look: those that stand out, and those that only shine.

Glass of the felt's own colour may be no more than its glint, or than the wood that it hides.
"""

import cv2
import numpy as np

from vision.fields.over_rim import before_rim
from vision.fields.patches import Floats
from vision.fields.profile import magnitude
from vision.fields.spots import PER_RADIUS, Areas, Relief, Spots, peaks, spots_at

# A spot that stands out less than this by its colour and by its light (`Relief`) is not looked at.
FAINTEST = 2.0
# A spot with such a glint (logarithm) within so many ball radii is looked at however little it stands out.
SHINING, OF_GLINT = 0.4, 0.5
# A glint is the brightest one within a ball's radius.
_NEAR = np.ones((2 * round(PER_RADIUS) + 1,) * 2, dtype=np.uint8)


def worth_a_look(relief: Relief, areas: Areas, radius_mm: float) -> tuple[Spots, np.ndarray]:
    """Return the spots that stand out or shine, also those that only shine; and which shine, (n,) bool.

    What hides the rim stands out, too.
    """
    at = peaks(relief, areas)
    colour, light = relief.colour.reshape(-1)[at], relief.light.reshape(-1)[at]
    out = np.asarray(np.maximum(colour, np.abs(light)) >= FAINTEST)
    hiding = before_rim(relief, areas)
    at = np.concatenate([at, hiding])
    out = np.concatenate([out, np.ones(len(hiding), dtype=bool)])
    glints = _shining(relief, areas)
    if not len(glints):
        at = at[out]
        return spots_at(relief, areas, at), np.zeros(len(at), dtype=bool)
    near = _near(at, glints, areas, radius_mm)
    shining = np.asarray(near.any(axis=1))
    out |= shining
    alone = glints[~near[out].any(axis=0)]
    looked = spots_at(relief, areas, np.concatenate([at[out], alone]))
    return looked, np.concatenate([shining[out], np.ones(len(alone), dtype=bool)])


def _shining(relief: Relief, areas: Areas) -> np.ndarray:
    """Return where glints are brightest, (n,) indices into the samples of all areas."""
    glint = relief.glint.reshape(-1) * areas.surely_felt
    peak = glint > SHINING
    if not peak.any():
        return np.zeros(0, dtype=np.int64)
    # None reaches the edge of its picture: they may lie one below the other.
    highest = cv2.dilate(glint.reshape(-1, areas.size), _NEAR)
    peak &= glint == highest.reshape(-1)
    return np.flatnonzero(peak)


def _near(at: np.ndarray, glints: np.ndarray, areas: Areas, radius_mm: float) -> np.ndarray:
    """Tell which samples (n,) and which glints (m,) are near each other: (n, m) bool."""
    points, samples = areas.points_mm.reshape(-1, 3), areas.size * areas.size
    off: Floats = (points[at, None, :2] - points[glints, :2]).astype(np.float32)
    near = at[:, None] // samples == glints // samples
    near &= magnitude(off[..., 0], off[..., 1]) < OF_GLINT * radius_mm
    return np.asarray(near)
