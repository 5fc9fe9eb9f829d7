"""Balls that lean on the rim of a start area, or far over it: the judge may take them for none."""

import numpy as np

from vision.fields.colour import LIKE_WOOD, off_wood
from vision.fields.patches import Floats
from vision.fields.spots import Spots

# A spot that is taken for none, but stands out this much by colour and by brightness, may be glass that leans
# far over the rim, from the third number on. Where no hand was over the board no area of 500 pictures had
# one, but where such a ball had been overlooked; edges of arms and sleeves are such spots.
OUTSTANDING, BRIGHT, ODD = 4.0, 3.0, 0.06
# So may one of any colour, the wood's own too, from the first number on that stands out by the second in
# either way: without a hand no area of 593 on photographs has one above 3.7, and four balls that were
# overlooked on painted tables had 5.0 to 7.3 (brown wood and red glass).
NEARLY, STANDING_OUT = 0.2, 4.5


def standing(spots: Spots) -> Floats:
    """Return how much each spot stands out by its colour or its light, whichever is more: (n,)."""
    return np.maximum(spots.strength[:, 0], np.abs(spots.strength[:, 1]))


def may_lean(p: Floats, tints: Floats, spots: Spots) -> np.ndarray:
    """Tell which spots stand out as balls do, though they are hardly likely to be any, ``p``: (n,) bool.

    ``tints``: (n, 3), their colours beside the wood's.
    """
    glass = (p > ODD) & (off_wood(tints) > LIKE_WOOD)
    glass &= (spots.strength[:, :2] > (OUTSTANDING, BRIGHT)).all(axis=1)
    return np.asarray(glass | ((p > NEARLY) & (standing(spots) > STANDING_OUT)))
