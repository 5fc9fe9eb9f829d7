"""Hues of one picture's balls: where those of a group fall into two, they may be two colours.

Shadow and reflections change how bright and how strong a colour is, and its hue only a little. Red and orange
glass of one brightness differ by less than a ball in shadow from one in the light, but by their hue.
"""

import numpy as np

from vision.fields.colour import NEUTRAL, YELLOW_BLUE
from vision.fields.patches import Floats
from vision.fields.profile import magnitude

# Among three balls and more of one colour in a picture no hue was missing for more than 17 degrees, between
# blue and turquoise or red and orange glass at least 20: from the first number on they are two colours, from
# the second on they may be. Two balls alone, which nothing links, may be so from the third on: of 68 pairs of
# one colour one differed by 23 degrees and the others by less than 10, red and orange glass by 14.
TWO_COLOURS_DEG, MAYBE_TWO_DEG, MAYBE_PAIR_DEG = 30.0, 18.0, 12.0
# Nor are they two if hues within either side are missing for more than this part of it.
WITHIN = 0.25
# Greys have no hue: colours that are so far from them have.
STRONG = 0.25


def sides_of(colours: Floats, least_deg: float) -> np.ndarray | None:
    """Tell on which side of a gap in the hues colours (n, 3) lie: (n,) bool, or None where there is none."""
    x, y = (colours[:, 1:] - NEUTRAL).T * np.array([[1.0], [YELLOW_BLUE]], dtype=np.float32)
    along, across = float(x.mean()), float(y.mean())
    if len(x) == 1 or float(magnitude(x, y).min()) < STRONG:
        return None
    hue = np.degrees(np.arctan2(along * y - across * x, along * x + across * y))
    order = np.sort(hue)
    gaps = np.diff(order)
    widest = int(gaps.argmax())
    rest = np.delete(gaps, widest)
    if gaps[widest] < least_deg or rest.max(initial=0.0) > WITHIN * gaps[widest]:
        return None
    return np.asarray(hue > order[widest])


def of_two(colours: Floats, nearest: np.ndarray, sure: np.ndarray) -> np.ndarray:
    """Tell which balls (n, 3) may be of another colour than others with the same ``nearest`` label (n,).

    That is the lesser side of a gap in the hues of the ``sure`` ones (n,), or both if neither is lesser.
    """
    doubtful = np.zeros(len(colours), dtype=bool)
    for label in np.unique(nearest[sure]):
        mine = np.flatnonzero(sure & (nearest == label))
        upper = sides_of(colours[mine], MAYBE_PAIR_DEG if len(mine) == 2 else MAYBE_TWO_DEG)
        if upper is not None:
            more = int(upper.sum()) - len(mine) / 2
            doubtful[mine] = (upper & (more <= 0)) | (~upper & (more >= 0))
    return doubtful
