"""Whether a die is smeared, because it moved while the picture was taken."""

import cv2
import numpy as np

from vision.dice.area import DiceArea
from vision.dice.cube import covers
from vision.dice.evidence import Candidate
from vision.dice.ground import grown
from vision.frame import Frame

# The picture is softened by so many pixels, and the die looked at with so many millimetres round it.
_SOFT_PX, _ROUND_MM = 0.8, 1.5
# Directions in which edges are looked for, and how far from them (tangent) an edge's own direction may be.
_DIRECTIONS = np.radians(np.arange(0.0, 180.0, 15.0))
_NEAR = 0.7
# The steepest pixels of a die, in which its edges and its marks' edges are.
_STEEP = 0.97


def evenness(picture: Frame, area: DiceArea, die: Candidate) -> float:
    """Return how steep a die's edges are at least beside those at right angles to them, 0 to 1.

    ``picture`` (n, n, 3) uint8 BGR is what the area's window shows. A cube has edges in at least two
    directions at right angles: twelve lying ones had 0.53 to 0.93, as a lens out of focus softens both. What
    moves is softened along its way alone: the same ones, smeared by 0.4 edges, had 0.31 to 0.82, half of them
    up to 0.56. So it may make a weak face doubtful and say no more.
    """
    grey = cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY)
    soft = cv2.GaussianBlur(grey.astype(np.float32), (0, 0), _SOFT_PX)
    inside = grown(covers(area, die), _ROUND_MM * area.px_per_mm) & area.inside
    if not inside.any():
        return 1.0
    right, down = (cv2.Sobel(soft, cv2.CV_32F, dx, 1 - dx)[inside] for dx in (1, 0))
    steep = np.empty(len(_DIRECTIONS))
    for i, (cos, sin) in enumerate(zip(np.cos(_DIRECTIONS), np.sin(_DIRECTIONS), strict=True)):
        along, across = np.abs(right * cos + down * sin), np.abs(down * cos - right * sin)
        steep[i] = np.quantile(np.where(across < _NEAR * along, along, 0.0), _STEEP)
    beside = np.maximum(np.roll(steep, len(steep) // 2), 1e-6)
    return float((steep / beside).min())
