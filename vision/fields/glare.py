"""Balls beside wood that may mirror a lamp: their colours are measured against that wood.

Where a lamp lights wood more, it lights a ball there as much more. Wood that mirrors the lamp is brighter,
too, but the ball beside it is not, and seems dark. One picture does not tell which it is: both are asked.
"""

from dataclasses import dataclass

import numpy as np

from vision.fields.colour import difference
from vision.fields.patches import Floats
from vision.fields.profile import OPPONENT, Contrast, middles

# Wood that is brighter than the board's usual by this (logarithm) may mirror a lamp. Lone blue balls beside a
# lamp's reflection on photographs were 0.7 too dark, white ones on painted tables 0.3 to 1.1.
BRIGHTER = 0.2


@dataclass(frozen=True, slots=True)
class Glare:
    """The places (k,) whose wood may mirror a lamp, and their colours (k, 3) if it does."""

    places: np.ndarray
    colours: Floats


def see_glare(seen: Contrast, tints: Floats) -> Glare:
    """Find the wood that may mirror a lamp; ``tints``: (n, 3), the colours as beside their own wood."""
    usual = middles(seen.wood)
    places = np.flatnonzero(seen.light > usual.mean() + BRIGHTER)
    more = (seen.wood[places] - usual) @ OPPONENT
    return Glare(places, np.asarray(tints[places] + more))


def seems_another(glare: Glare, tints: Floats, sure: np.ndarray) -> np.ndarray:
    """Tell which ``sure`` balls (n,) beside glare seem of a colour that they only have by it: (n,) bool.

    Such a ball is nearer to a ball elsewhere if the wood beside it is taken for a mirror.
    """
    false = np.zeros(len(tints), dtype=bool)
    mine = sure[glare.places]
    there = glare.places[mine]
    elsewhere = sure.copy()
    elsewhere[there] = False
    if len(there) and elsewhere.any():
        others = tints[elsewhere]
        plain = difference(tints[there], others).min(axis=1)
        false[there] = difference(glare.colours[mine], others).min(axis=1) < plain
    return false
