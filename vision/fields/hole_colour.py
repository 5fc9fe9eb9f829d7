"""Holes that look raised, as on pale wood in full light: their colour, which no ball has, tells that they are
empty.

How likely a place is by its shape is weighed by its colour: a ball's is near its player's, a hole's near that
of the empty holes round it. That tells only where all balls' colours are known and of other hues than holes.
"""

from collections.abc import Sequence

import numpy as np

from referee.sighting import Look, Reading
from vision.fields.colour import difference, difference_of_each, hue_off, log_likelihood
from vision.fields.decision import SURELY_EMPTY, holes_near
from vision.fields.half_seen import OWN_HUE
from vision.fields.occupancy import BALL, EMPTY, OTHER
from vision.fields.patches import Floats

# A place is empty from this probability on, if its colour is no nearer than the second to any ball's, no
# farther than the third from that of the holes near it, and its hue no farther than the fourth. Of 1,925
# visible balls of photographs and of 44 painted tables none is so, whatever its shape; of 795 empty fields in
# doubt, many of them on two tables, 344 are empty by this.
EMPTY_FROM, FAR, NEAR, HOLES_HUE = 0.7, 0.2, 0.1, 0.12
# Something else has any colour: just a hole's is so unlikely (logarithm, as `log_likelihood`).
OTHERS = -3.0


def open_to_doubt(
    readings: Sequence[Reading], mirrors: np.ndarray, shaded: np.ndarray | None
) -> np.ndarray:
    """Return the indices of places that are not sure and whose colour can be trusted.

    ``mirrors``: the indices of those where the wood may mirror a lamp; ``shaded``: (n,) bool, which lie
    beside a hand, None if there is none.
    """
    doubtful = np.array([reading.look is Look.UNSURE for reading in readings], dtype=bool)
    doubtful[mirrors] = False
    if shaded is not None:
        doubtful &= ~shaded
    return np.flatnonzero(doubtful)


def empty_by_colour(
    some: np.ndarray, p: Floats, tints: Floats, near: Floats, colours: Floats
) -> np.ndarray:
    """Return those of ``some`` places (k,), indices into all, whose colour shows that they are empty.

    ``p``: (n, 3) and ``tints``: (n, 3) of all places, ``near``: (n, n), their `nearness`; ``colours``:
    (m, 3), those that balls may have.
    """
    holes = p[:, EMPTY] > SURELY_EMPTY
    if not len(some) or not holes.any():
        return some[:0]
    here, seen = holes_near(tints, holes, near)[some], tints[some]
    away, of_hole = difference(seen, colours).min(axis=1), difference_of_each(seen, here)
    tells = (away > FAR) & (of_hole < NEAR) & (hue_off(seen, here) < HOLES_HUE)
    tells &= hue_off(here[:, None], colours).min(axis=1) > OWN_HUE
    likely = p[some].copy()
    likely[:, EMPTY] *= np.exp(log_likelihood(of_hole))
    likely[:, BALL] *= np.exp(log_likelihood(away))
    likely[:, OTHER] *= np.exp(OTHERS)
    return np.asarray(some[tells & (likely[:, EMPTY] > EMPTY_FROM * likely.sum(axis=1))])
