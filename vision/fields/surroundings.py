"""What an empty hole looks like where a place lies, learned from the other places of the same picture.

Most fields of a board are empty, and holes that are near each other and lit alike look alike: the lamp's
side is dark, the far side bright, a lacquered hole has its highlight. A place is compared with the mean of
such neighbours, so neither the wood nor the lamp has to be known beforehand.
"""

from dataclasses import dataclass

import numpy as np

from vision.fields.patches import Floats
from vision.fields.profile import Contrast

# Neighbours count by a bell curve of this width: about two pitches of the outer ring.
REACH_MM = 40.0
# The same for the difference of the wood's brightness (logarithm): shadow is compared with shadow.
LIGHT_REACH = 0.25
# Where nothing near is lit alike the whole board serves, with this weight.
FLOOR = 1e-4
# No place counts less than this, so that there always is somebody to learn from.
LEAST = 1e-3


@dataclass(frozen=True)
class Surroundings:
    """The expected empty patch of each place.

    ``hole``: (n, SIZE * SIZE, 3) float32 as `Contrast.samples`; ``support``: (n,) log of its evidence.
    """

    hole: Floats
    support: Floats


def board_wide(seen: Contrast) -> Surroundings:
    """Expect the median patch of the whole board."""
    hole = np.median(seen.samples, axis=0)[None]
    count = len(seen.samples)
    return Surroundings(np.repeat(hole, count, axis=0), np.zeros(count, dtype=np.float32))


def local(seen: Contrast, places_mm: np.ndarray, emptiness: Floats) -> Surroundings:
    """Expect what the neighbours show, each as far as it looks empty (``emptiness`` (n,), 0 to 1)."""
    light = seen.wood.mean(axis=1)
    apart = np.sum((places_mm[:, None] - places_mm[None]) ** 2, axis=2) / REACH_MM**2
    unlike = ((light[:, None] - light[None]) / LIGHT_REACH) ** 2
    weights = (np.exp(-(apart + unlike) / 2) + FLOOR) * np.maximum(emptiness, LEAST)[None]
    np.fill_diagonal(weights, 0.0)
    total = np.maximum(weights.sum(axis=1, keepdims=True), 1e-9)
    flat = seen.samples.reshape(len(light), -1)
    hole = ((weights / total).astype(np.float32) @ flat).reshape(seen.samples.shape)
    return Surroundings(hole, np.log(total[:, 0] + 1e-3).astype(np.float32))


def flat_ground(seen: Contrast) -> Surroundings:
    """Expect a flat ground without any hole, as on felt."""
    return Surroundings(np.zeros_like(seen.samples), np.zeros(len(seen.samples), dtype=np.float32))
