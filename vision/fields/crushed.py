"""Felt that a camera of steep contrast crushes to black: what lies there has lost its light and colour."""

import numpy as np

from vision.fields.spots import Areas
from vision.frame import Frame

# A value of up to the first number in any channel is crushed; an area with more than the second part of such
# samples is told nothing of. Of 593 areas of photographs at most 0.010 was so, of the same ones dimmed to a
# third at most 0.015, and of 3,782 painted ones, sure to be read, at most 0.080; on 20 tables more two areas
# that a hand leaves in the dark had more. Of 270 areas of photographs that were made darker by 20 or steeper
# by 1.15, 1.3 and 1.5 the 20 that were read wrong had 0.085 and more.
CRUSHED, PART = 1, 0.09


def are_crushed(cut: Frame, areas: Areas) -> list[bool]:
    """Tell in which areas' pictures (areas, size * size, 3) uint8 BGR much of the felt is crushed."""
    low = cut <= CRUSHED
    return [_much_of(*one) for one in zip(low, areas.inner, strict=True)]


def _much_of(low: np.ndarray, felt: np.ndarray) -> bool:
    """Say whether many samples of the felt (s,) bool have a ``low`` channel, (s, 3) bool."""
    enough = PART * np.count_nonzero(felt)
    # There are no more such samples than low values: mostly that is settled in a tenth of the time.
    if np.count_nonzero(low) <= enough:
        return False
    return bool(np.count_nonzero(low.any(axis=1) & felt) > enough)
