"""Colours that drift with the evening: references follow what is certain, slowly and not too far."""

from collections.abc import Sequence
from dataclasses import replace
from itertools import combinations

import numpy as np

from vision.fields.appearance import Appearance
from vision.fields.colour import (
    Reference,
    colours_of,
    difference,
    difference_of_each,
    reference,
)
from vision.fields.patches import Floats

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
    first = calibrated.references
    there = [_step(*pair) for pair in zip(now.references, seen.references, strict=True)]
    far = difference_of_each(colours_of(there), colours_of(first)).tolist()
    stepped = [
        step if begun.assumed or away <= FARTHEST else mine
        for mine, step, begun, away in zip(now.references, there, first, far, strict=True)
    ]
    apart, least = _all_apart(stepped), (STILL_APART * _all_apart(first)).tolist()
    for i, k in combinations(range(len(stepped)), 2):
        assumed = first[i].assumed or first[k].assumed
        if apart[i, k] < (NEVER_NEARER if assumed else least[i][k]):
            stepped[i], stepped[k] = now.references[i], now.references[k]
            apart = _all_apart(stepped)
    return replace(now, references=tuple(stepped))


def _step(mine: Reference, theirs: Reference) -> Reference:
    colour = mine.colour + np.float32(RATE) * (theirs.colour - mine.colour)
    there = reference(mine.label, colour)
    if mine.assumed and (theirs.assumed or _apart(there, theirs) > SETTLED):
        there = replace(there, assumed=True)
    return there


def _all_apart(references: Sequence[Reference]) -> Floats:
    """Return how different each two references are: (n, n)."""
    colours = colours_of(references)
    return difference(colours, colours)


def _apart(a: Reference, b: Reference) -> float:
    return float(difference(a.colour[None], b.colour[None])[0, 0])
