"""Shade that looks like a hand: where holes are seen in it, wood of its tone is the board's elsewhere, too.

A window's bar throws a streak of shade over a board. Where the sun bleaches the wood around, the streak's
colour differs from it as much as a hand's. But there are holes in the streak, and they are seen.
"""

import numpy as np

from vision.fields.occupancy import EMPTY
from vision.fields.patches import Floats
from vision.fields.profile import OPPONENT

# A place from this probability on is surely an empty hole, and a cell from this one on looks covered.
EMPTY_FROM, LOOKS_COVERED = 0.9, 0.4
# So many holes must be seen where their cells look covered before the looks are doubted. Of 890 pictures
# without a hand one had so many, of 335 with one 22; under a bar's streak, over which the looks are wrong,
# there were 11 to 22.
DOUBTFUL = 6
# How near a tone must be to that of the wood round one of these holes, (light, colour, colour) in log ratios.
# From 0.05 to 0.1 the same is read: the board's own grain varies by less, and hands are unlike it by more.
ALIKE = np.array([0.07, 0.04, 0.04], dtype=np.float32)


def doubted(looks: Floats, log_p: Floats) -> np.ndarray | None:
    """Return which places (n,) speak against what cells look like, or None if they are too few.

    ``looks``: (n,), how likely the places' cells look covered; ``log_p``: (n, 3), what the places show.
    """
    against = looks > LOOKS_COVERED
    against &= log_p[:, EMPTY] > np.log(EMPTY_FROM)
    return against if np.count_nonzero(against) >= DOUBTFUL else None


def like_board(tones: Floats, wood: Floats) -> np.ndarray:
    """Tell which tones (n, 3) are like any piece of wood (m, 3), in opponent log values: (n,) bool."""
    alike = np.abs(tones[:, None] - wood) < ALIKE
    return np.asarray(alike.all(axis=2).any(axis=1))


def tones_of(log_bgr: Floats) -> Floats:
    """Return the opponent log values (n, 3) of logarithms of blue, green and red (n, 3)."""
    return np.asarray(log_bgr @ OPPONENT)
