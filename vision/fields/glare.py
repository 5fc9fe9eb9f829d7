"""Balls beside wood that may mirror a lamp: their colours are measured against that wood.

Where a lamp lights wood more, it lights a ball there as much more. Wood that mirrors the lamp is brighter,
too, but the ball beside it is not, and seems dark. One picture does not tell which it is: both are asked.
Clear glass there seems as dark as a hole, but not as brown.
"""

from dataclasses import dataclass

import numpy as np

from vision.fields.colour import difference
from vision.fields.occupancy import BALL, OTHER
from vision.fields.patches import Floats
from vision.fields.profile import OPPONENT, Contrast

# Wood that is brighter than the board's usual by this (logarithm) may mirror a lamp. Lone blue balls beside a
# lamp's reflection on photographs were 0.7 too dark, white ones on painted tables 0.3 to 1.1.
BRIGHTER = 0.2
# A hole there that is a ball with more than the first, while less than a quarter as much speaks for something
# over it, is not surely empty if its hue is farther than the second from that of holes near it beside such
# wood: clear glass on a painted table had 0.046 and 0.07 or more, no hole of 4,600 on photographs has both.
MAYBE_BALL, OFF_HOLES = 0.02, 0.05
# Wood is alike as far as its light (logarithm) is, by a bell curve of this width.
ALIKE = np.float32(0.25)
_FAR = np.float32(1e-6)


@dataclass(frozen=True, slots=True)
class Glare:
    """The places (k,) whose wood may mirror a lamp, and their colours (k, 3) if it does.

    ``light``: (n,), that of the wood of all places.
    """

    places: np.ndarray
    colours: Floats
    light: Floats


def see_glare(seen: Contrast, tints: Floats) -> Glare:
    """Find the wood that may mirror a lamp; ``tints``: (n, 3), the colours as beside their own wood."""
    places = np.flatnonzero(seen.light > seen.usual_light + BRIGHTER)
    more = (seen.wood[places] - seen.usual_wood) @ OPPONENT
    return Glare(places, np.asarray(tints[places] + more), seen.light)


def seems_another(glare: Glare, tints: Floats, sure: np.ndarray) -> np.ndarray:
    """Tell which ``sure`` balls (n,) beside glare seem of a colour that they only have by it: (n,) bool.

    Such a ball is nearer to a ball elsewhere if the wood beside it is taken for a mirror.
    """
    false = np.zeros(len(tints), dtype=bool)
    mine = sure[glare.places]
    there = glare.places[mine]
    if not len(there):
        return false
    elsewhere = sure.copy()
    elsewhere[there] = False
    if elsewhere.any():
        both = np.concatenate([tints[there], glare.colours[mine]])
        plain, mirrored = difference(both, tints[elsewhere]).min(axis=1).reshape(2, -1)
        false[there] = mirrored < plain
    return false


def in_doubt(glare: Glare, p: Floats, empty: np.ndarray, odd: np.ndarray) -> np.ndarray:
    """Return the places beside glare that look empty, but are ``odd`` in hue or a little like a ball.

    ``p``: (n, 3); ``empty``, ``odd``: (n,) bool.
    """
    there: np.ndarray = glare.places
    return np.asarray(there[empty[there] & (odd[there] | (p[there, BALL] > MAYBE_BALL))])


def holes_alike(
    glare: Glare, some: np.ndarray, tints: Floats, holes: np.ndarray, near: Floats
) -> Floats:
    """Return the mean colour of the holes near ``some`` places (k,) beside wood as bright: (k, 3).

    ``tints``: (n, 3); ``holes``: (n,) bool, which are surely empty; ``near``: (n, n), how near places are.
    """
    unlike = (glare.light[some, None] - glare.light) / ALIKE
    weights = (np.maximum(near[some], 0) * np.exp(-unlike * unlike / 2) + _FAR) * holes
    return np.asarray(weights @ tints / weights.sum(axis=1, keepdims=True))


def may_be_glass(p: Floats, off: np.ndarray) -> np.ndarray:
    """Tell which places beside glare may hold clear glass, however like a hole they are: (k,) bool.

    ``p``: (k, 3); ``off``: (k,), how far the hue is from that of `holes_alike`.
    """
    doubtful = (p[:, BALL] > MAYBE_BALL) & (p[:, OTHER] < p[:, BALL] / 4)
    return np.asarray(doubtful & (off > OFF_HOLES))
