"""What is of the felt's colour and what is not."""

import numpy as np

from vision.fields.colour import difference_of_each
from vision.fields.patches import Floats
from vision.fields.profile import magnitude

# What differs from another colour by more than this (`colour.difference`) is unlike it.
UNLIKE = 0.35
# So is what is brighter by more than this (logarithm): a red ball on red felt that the judge missed by 0.6,
# felt that was taken for one by 0.4 to 0.5.
MUCH_BRIGHTER = 0.5
# What differs from the felt by less than these, in light and in hue, is hardly to be told from it.
FELTS_LIGHT, FELTS_HUE = 0.3, 0.4


def of_felt(tints: Floats, felts: Floats) -> np.ndarray:
    """Tell which tints (n, 3) are hardly to be told from the felt's (n, 3): (n,) bool."""
    off = tints - felts
    return np.asarray(
        (np.abs(off[:, 0]) < FELTS_LIGHT) & (magnitude(off[:, 1], off[:, 2]) < FELTS_HUE)
    )


def differs_from_felt(tints: Floats, felts: Floats) -> np.ndarray:
    """Tell which tints (n, 3) are of another colour than the felt (n, 3), however bright: (n,) bool."""
    return np.asarray(difference_of_each(tints, felts) > UNLIKE)


def unlike_felt(tints: Floats, felts: Floats) -> np.ndarray:
    """Tell which tints (n, 3) are of another colour than the felt (n, 3), or much brighter: (n,) bool."""
    return np.asarray(much_brighter(tints, felts) | differs_from_felt(tints, felts))


def much_brighter(tints: Floats, felts: Floats) -> np.ndarray:
    """Tell which tints (n, 3) are much brighter than the felt (n, 3): (n,) bool."""
    return np.asarray(tints[:, 0] - felts[:, 0] > MUCH_BRIGHTER)
