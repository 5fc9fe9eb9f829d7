"""What an empty hole looks like where a place lies, learned from the other places of the same picture.

Most fields of a board are empty, and holes that are near each other and lit alike look alike: the lamp's
side is dark, the far side bright, a lacquered hole has its highlight. A place is compared with the mean of
such neighbours, so neither the wood nor the lamp has to be known beforehand.
"""

from dataclasses import dataclass

import numpy as np

from vision.fields.patches import Floats
from vision.fields.profile import Contrast, middle_of, middles, within

# Neighbours count by a bell curve of this width: about two pitches of the outer ring.
REACH_MM = 40.0
# The same for the difference of the wood's brightness (logarithm): shadow is compared with shadow.
LIGHT_REACH = 0.25
# Where nothing near is lit alike the whole board serves, with this weight.
FLOOR = 1e-4
# No place counts less than this, so that there always is somebody to learn from.
LEAST = 1e-3
# The board's median patch is taken over every third place: balls are far from half of them.
EVERY = 3
# A place that differs this many times as much from the board's median as the typical one counts half.
ODD = 1.6
_NO_HOLE = np.zeros((1, 1, 1), dtype=np.float32)


@dataclass(frozen=True)
class Surroundings:
    """The expected empty patch of each place.

    ``hole``: (n, 3, s) float32 as `Contrast.samples`; ``evidence``: (n, k) float32, what else is known.
    ``flat``: whether no hole is expected; then one 0 stands for all of ``hole``.
    """

    hole: Floats
    evidence: Floats
    flat: bool = False


def nearness(places_mm: np.ndarray) -> Floats:
    """Return how much places (n, 2) count for each other by their distance alone: (n, n), none for itself."""
    apart = np.sum((places_mm[:, None] - places_mm[None]) ** 2, axis=2) / REACH_MM**2
    weights: Floats = np.exp(-apart / 2).astype(np.float32)
    np.fill_diagonal(weights, -np.inf)
    return weights


def emptiness(seen: Contrast) -> Floats:
    """Guess how much each place looks like most others, 0 to 1: (n,) float32."""
    samples = seen.samples.take(within(1.15, 3), axis=2).reshape(len(seen.wood), -1)
    typical = middle_of(np.ascontiguousarray(samples[::EVERY].T))
    samples -= typical
    # A product with ones takes a quarter of the time of a sum along the last axis.
    off = np.abs(samples, out=samples) @ np.ones(samples.shape[1], dtype=np.float32)
    off /= ODD * middles(off) + 1e-6
    off *= off
    return np.asarray(1 / (1 + off * off), dtype=np.float32)


def local(seen: Contrast, near: Floats, empty: Floats, hole: Floats | None = None) -> Surroundings:
    """Expect what the neighbours (`nearness`) show, each as far as it looks empty (`emptiness`).

    It is written to ``hole``, which is as `Contrast.samples`, if that is given.
    """
    light = seen.light * np.float32(1 / LIGHT_REACH)
    weights = light[:, None] - light
    weights *= weights
    weights *= np.float32(-0.5)
    np.exp(weights, out=weights)
    weights *= near
    weights += np.float32(FLOOR)
    np.maximum(weights, 0, out=weights)
    weights *= np.maximum(empty, np.float32(LEAST))
    total = np.maximum(weights.sum(axis=1, keepdims=True), np.float32(1e-9))
    weights /= total
    hole = np.empty_like(seen.samples) if hole is None else hole
    np.matmul(weights, seen.samples.reshape(len(light), -1), out=hole.reshape(len(light), -1))
    return Surroundings(hole, np.log(total + np.float32(1e-3)))


def partners(seen: Contrast, partner: np.ndarray, hole: Floats | None = None) -> Surroundings:
    """Expect what the partner (n,) of each place shows; it is written to ``hole`` as `local` does."""
    hole = np.empty_like(seen.samples) if hole is None else hole
    # Without a mode numpy writes to a copy first.
    seen.samples.take(partner, axis=0, out=hole, mode="clip")
    return Surroundings(hole, np.zeros((len(partner), 1), dtype=np.float32))


def flat_ground(evidence: Floats) -> Surroundings:
    """Expect a flat ground without any hole; ``evidence`` (n, k) is all that is known of it."""
    return Surroundings(_NO_HOLE, evidence, flat=True)
