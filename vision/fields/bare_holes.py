"""Telling by earlier pictures that a hole is not as bare as it was: a ball like the wood has come into it.

A wooden ball on wood, or one in the shade, looks much like an empty hole - but not like this very hole a
while ago, in the same light. What falls on a hole from beside it, a neighbour's shadow, changes the wood
round it as much; a ball changes the inside.
"""

from dataclasses import dataclass, field
from functools import lru_cache

import numpy as np

from vision.fields.occupancy import BALL, EMPTY
from vision.fields.patches import Floats
from vision.fields.profile import Contrast, middle_of, middles, radii, within
from vision.prepared import once_each
from vision.view import View

# A hole looks as it does now when it is bare by the judge alone; on pale wood no hole is surely so beside
# white balls. Should a ball be taken for a bare hole, the hole is in doubt when it has left, and no more.
BARE, NO_BALL = 0.9, 0.05
# What holds no ball by the judge's word needs no second one.
MAY_HOLD = 0.001
# The inside of a hole or ball and the wood just round it (ball radii).
INSIDE, AROUND = 1.0, 1.35
# Every second sample tells as much.
EVERY = 2
# With fewer bare holes to compare with it is not known how much a picture differs from an earlier one.
FEW = 12
# Where the bare holes' light has changed more than this (logarithm) it is another light: all begins anew.
# Of 71 photographs of four sessions all but one are within 0.026 of the first ones since the board was moved,
# that one is 0.055 away.
OTHER_LIGHT = 0.03
# A passer's shadow or a lamp changes holes that lie near each other alike: so many of them tell how much bare
# ones have changed there.
BESIDE = 7
# No picture has less noise than this (logarithm).
NOISE = 0.005
# Log odds that a ball has come into a hole: by how many times as much its inside has changed as bare holes
# do (logarithm), by how much the wood round it has changed for its inside, by how little the pattern is like
# the hole's, and a constant. Fitted to 12,840 looks at balls and 389,250 at bare holes of 27 painted rounds,
# where a change and no change of bare holes weigh alike; the holes above 0 have a loose ball beside them.
# They were bare by more than 0.98 then, with less than 0.002 for a ball.
MORE, AROUND_IT, UNLIKE, BIAS = 4.4, -17.5, 2.0, 0.2
# Changes and their limits beyond which they say no more.
MOST_MORE, MOST_AROUND = 3.0, 1.5
# A change never says more than this (odds of twenty to one): what misleads the judge may be new as well. That
# nothing has changed says nothing: where all looks a little otherwise a pale ball's change is no more.
MOST = 3.0


@dataclass
class BareHoles:
    """What is known of one view's holes, from pictures without a hand: their light when they were bare.

    ``_light``: (n, s) float32, and ``_known``: (n,) bool, of which it is known.
    """

    _view: View | None = None
    _light: Floats = field(default_factory=lambda: np.zeros((0, 0), dtype=np.float32))
    _known: np.ndarray = field(default_factory=lambda: np.zeros(0, dtype=bool))

    def weigh(self, p: Floats, seen: Contrast, view: View, near: Floats) -> Floats:
        """Return the probabilities (n, 3) of places, weighed by how each looked when it was bare.

        Learns from this picture, in which no hand may be over the board. ``near``: their `nearness` (n, n).
        """
        light = seen.samples[:, 0].take(within(AROUND, EVERY), axis=1)
        bare = (p[:, EMPTY] > BARE) & (p[:, BALL] < NO_BALL)
        if view is not self._view:
            self._begin(light, bare, view)
            return p
        off = light - self._light
        usual = bare & self._known
        if np.count_nonzero(usual) < FEW or _brighter(off[usual]) > OTHER_LIGHT:
            self._begin(light, bare, view)
            return p
        changed = np.abs(off) @ _over()
        some = np.flatnonzero(self._known & (p[:, BALL] > MAY_HOLD))
        noise = _usual(changed[:, 0], usual, _beside(near)[some])
        odds = _odds(changed[some], noise, light[some], self._light[some])
        self._learn(light, bare & ~self._known)
        return _weighed(p, some, odds)

    def _begin(self, light: Floats, bare: np.ndarray, view: View) -> None:
        self._view, self._light, self._known = view, light, bare

    def _learn(self, light: Floats, which: np.ndarray) -> None:
        # The first look stays, as long as the light does: all are compared with the same time.
        self._light[which] = light[which]
        self._known = self._known | which


@lru_cache(maxsize=1)
def _over() -> Floats:
    """Return the averaging weights (s, 2) of the inside and of the wood just round it."""
    radius = radii()[within(AROUND, EVERY)]
    parts = np.stack([radius < INSIDE, radius >= INSIDE], axis=1).astype(np.float32)
    return np.asarray(parts / parts.sum(axis=0))


def _brighter(off: Floats) -> float:
    """Return by how much the insides of typical places have become brighter or darker, (n, s) of them."""
    return float(middles(np.abs(off @ _over()[:, 0])))


@once_each(1)
def _beside(near: Floats) -> np.ndarray:
    """Return the places that lie nearest to each place, (n, BESIDE)."""
    return np.argsort(-near, axis=1)[:, :BESIDE]


def _usual(inside: Floats, bare: np.ndarray, beside: np.ndarray) -> Floats:
    """Return how much the insides (n,) of ``bare`` holes change here and near places (m, BESIDE): (m,)."""
    most = max(float(middles(inside[bare])), NOISE)
    there = middle_of(np.where(bare, inside, most)[beside])
    return np.asarray(np.maximum(there, np.float32(most)))


def _odds(changed: Floats, noise: Floats, light: Floats, bare: Floats) -> Floats:
    """Return the log odds (n,) that a ball has come, by the changes (n, 2) and those of bare holes (n,)."""
    inside, around = changed.T
    more = np.log(np.maximum(inside, NOISE) / noise).clip(0, MOST_MORE)
    beside = (around / np.maximum(inside, NOISE)).clip(0, MOST_AROUND)
    unlike = (1 - _likeness(light, bare)).clip(0, 1)
    return np.asarray(MORE * more + AROUND_IT * beside + UNLIKE * unlike + BIAS)


def _likeness(light: Floats, bare: Floats) -> Floats:
    """Return how much the patterns inside correlate, (n,)."""
    a, b = (each[:, _over()[:, 0] > 0] for each in (light, bare))
    a, b = (each - each.mean(axis=1, keepdims=True) for each in (a, b))
    powers = (a * a).sum(axis=1) * (b * b).sum(axis=1)
    return np.asarray((a * b).sum(axis=1) / np.sqrt(np.maximum(powers, 1e-12)))


def _weighed(p: Floats, some: np.ndarray, odds: Floats) -> Floats:
    """Return the probabilities where those of ``some`` places being empty count less by these odds."""
    weighed = p.copy()
    weighed[some, EMPTY] *= np.exp(-odds.clip(0, MOST))
    return np.asarray(weighed / weighed.sum(axis=1, keepdims=True))
