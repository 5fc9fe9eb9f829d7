"""Hues of one picture's balls: where those of a group fall into two, they may be two colours.

Shadow and reflections change how bright and how strong a colour is, and its hue only a little. Red and orange
glass of one brightness differ by less than a ball in shadow from one in the light, but by their hue. White
and wooden balls have hardly any, and differ by how far it lies from grey towards the wood's.
"""

import numpy as np

from vision.fields.colour import NEUTRAL, PALE, WOODEN, YELLOW_BLUE, off_wood
from vision.fields.patches import Floats
from vision.fields.profile import magnitude

# Among three balls and more of one colour in a picture no hue was missing for more than 19 degrees, between
# blue and turquoise or red and orange glass at least 20: from the first number on they are two colours, from
# the second on they may be. Two balls alone, which nothing links, may be so from the third on: of 68 pairs of
# one colour one differed by 23 degrees and the others by less than 10, red and orange glass by 14. Four and
# more may be two from the fourth on: in 30 groups of one colour none is aside by more than 8, an orange ball
# lay 12 beside four red ones; two red and two orange ones under a warm lamp were 16 apart, and in 180
# pictures no other four of one label fell into two sides by more than 9.
TWO_COLOURS_DEG, MAYBE_TWO_DEG, MAYBE_PAIR_DEG = 30.0, 18.0, 12.0
MANY, MAYBE_OF_MANY_DEG = 4, 10.0
# Nor are they two if hues within either side are missing for more than this part of it.
WITHIN = 0.25
# Greys have no hue: colours that are so far from them have.
STRONG = 0.25
# From grey to the wood's own hue, as a weight of red-green and yellow-blue.
_TO_WOOD = -NEUTRAL * (1.0, YELLOW_BLUE**2) / np.hypot(NEUTRAL[0], YELLOW_BLUE * NEUTRAL[1])
# Balls of one plain colour that is not as dark as the last number lie along the way from grey to the wood's
# hue without a gap wider than the first, where each is as much nearer to the wood as it is darker, times the
# second: wood beside them shines into their shadow. Of 227 groups of one colour none has a gap above 0.113,
# of four of white and natural balls three have 0.12, 0.16 and 0.21, one 0.09.
TWO_PLAIN, SHADED, TOO_DARK = 0.12, 0.2, -0.6
# Where all of them are lighter than their wood by more than the first (logarithm) none lies in shadow. There
# they are two without that correction, if they lie apart by more than the second and on either side no wider
# than the third part of it: four groups of white and natural balls on dark wood are 0.066 to 0.14 apart, of
# those of one colour one is.
LIT, TWO_LIT, WITHIN_LIT = 0.5, 0.06, 0.5
# Balls of one kind of wood differ in light (logarithm) by less than this from the next one: natural and brown
# ones did by 0.53 to 1.31 in seven pictures, the eight groups of one kind by 0.34 at most. White ones do by
# up to 0.84, as they mirror more.
TWO_WOODS = 0.4


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
        upper = sides_of(colours[mine], _least_deg(len(mine)))
        if upper is not None:
            doubtful[mine] = _lesser(upper)
    return doubtful


def _least_deg(count: int) -> float:
    """Return from which gap on so many balls of one label may be of two colours."""
    if count == 2:
        return MAYBE_PAIR_DEG
    return MAYBE_TWO_DEG if count < MANY else MAYBE_OF_MANY_DEG


def of_two_plain(
    colours: Floats, nearest: np.ndarray, sure: np.ndarray, plain: np.ndarray
) -> np.ndarray:
    """Tell which balls (n, 3) may be of another plain colour than others of their label, as `of_two` does.

    ``plain``: (labels,) bool, which of the labels are near to grey or to the wood's colour.
    """
    doubtful = np.zeros(len(colours), dtype=bool)
    for label in np.flatnonzero(plain):
        mine = np.flatnonzero(sure & (nearest == label))
        if len(mine) > 1 and float(np.median(colours[mine, 0])) > TOO_DARK:
            far, light = (colours[mine, 1:] - NEUTRAL) @ _TO_WOOD, colours[mine, 0]
            doubtful[mine] = _lesser_of(far + SHADED * light, TWO_PLAIN)
            if float(light.min()) > LIT:
                doubtful[mine] |= _lesser_of(far, TWO_LIT, WITHIN_LIT)
            if float(off_wood(colours[mine]).max()) < WOODEN and not _pale(colours[mine]).any():
                doubtful[mine] |= _lesser_of(light, TWO_WOODS)
    return doubtful


def _pale(colours: Floats) -> np.ndarray:
    """Tell which colours (n, 3) are near to grey, (n,) bool."""
    off = colours[:, 1:] - NEUTRAL
    return np.asarray(magnitude(off[:, 0], YELLOW_BLUE * off[:, 1]) < PALE)


def _lesser_of(values: Floats, least: float, within: float = 1.0) -> np.ndarray:
    """Tell which values (n,) are on the lesser side of their widest gap, none if it is below ``least``.

    ``within``: the part of it that no other gap may be wider than.
    """
    order = np.sort(values)
    gaps = np.diff(order)
    widest = int(gaps.argmax())
    if gaps[widest] <= least or np.delete(gaps, widest).max(initial=0) > within * gaps[widest]:
        return np.zeros(len(values), dtype=bool)
    return _lesser(values > order[widest])


def _lesser(upper: np.ndarray) -> np.ndarray:
    """Tell which balls (n,) are on the side that has fewer of them, or all if neither has."""
    more = int(upper.sum()) - len(upper) / 2
    return np.asarray((upper & (more <= 0)) | (~upper & (more >= 0)))
