"""Colours that drift with the evening: references follow what is certain, slowly and not too far."""

from dataclasses import replace
from itertools import combinations

import numpy as np

from vision.fields.appearance import Appearance
from vision.fields.colour import Reference, difference, reference

# With each picture a reference goes this part of the way to where the picture's own sure balls have it.
RATE = 0.1
# Colours are measured against the wood, so a lamp moves them little: by less than this (`colour.difference`).
FARTHEST = 0.5
# Two labels that come nearer to each other than this part of their distance at first stay where they are.
STILL_APART = 0.7
# So do an assumed one and another that come nearer than this.
NEVER_NEARER = 0.3
# An assumed colour is known once it has come this near to where its balls have it.
SETTLED = 0.05


def follow(now: Appearance, seen: Appearance, calibrated: Appearance) -> Appearance:
    """Return the references a little nearer to those ``seen`` in a picture, never far from the calibrated.

    All three have the same labels in the same order; a picture without sure balls of a label leaves it alone.
    """
    if not now.references or now.labels != seen.labels:
        return now
    stepped = [
        _step(mine, theirs, first)
        for mine, theirs, first in zip(
            now.references, seen.references, calibrated.references, strict=True
        )
    ]
    for i, k in combinations(range(len(stepped)), 2):
        one, other = calibrated.references[i], calibrated.references[k]
        least = STILL_APART * _apart(one, other)
        if one.assumed or other.assumed:
            least = NEVER_NEARER
        if _apart(stepped[i], stepped[k]) < least:
            stepped[i], stepped[k] = now.references[i], now.references[k]
    return replace(now, references=tuple(stepped))


def _step(mine: Reference, theirs: Reference, first: Reference) -> Reference:
    colour = mine.colour + np.float32(RATE) * (theirs.colour - mine.colour)
    there = reference(mine.label, colour)
    if mine.assumed and (theirs.assumed or _apart(there, theirs) > SETTLED):
        there = replace(there, assumed=True)
    return there if first.assumed or _apart(there, first) <= FARTHEST else mine


def _apart(a: Reference, b: Reference) -> float:
    return float(difference(a.colour[None], b.colour[None])[0, 0])
