"""How the light leans over a patch.

A ball is brightest on the lamp's side, and its shadow lies beyond it: inside and round it the light leans the
same way. Beside a shadow lies, on the lamp's side, the ball that casts it: the light leans as it likes there.
"""

from functools import lru_cache

import numpy as np

from vision.fields.patches import Floats, disc
from vision.fields.profile import Contrast, radii

# A ball's body, its edge and what is round it, in ball radii.
BORDERS = ((0.0, 0.85), (0.85, 1.2), (1.2, 1.7))
# Added to the slopes' sizes before directions are compared: what is flat has none.
FLAT = np.float32(0.02)


# Rings that are compared with each other.
_ONE, _OTHER = [0, 0, 1], [1, 2, 2]


@lru_cache(maxsize=1)
def _weights() -> Floats:
    """Return the weights (2 * rings, s) that measure the slope of each ring, along x and then along y."""
    rings = [(radii() >= least) & (radii() < most) for least, most in BORDERS]
    along = [np.where(ring, axis, np.float32(0)) for axis in (disc().x, disc().y) for ring in rings]
    return np.stack([w / np.abs(w).sum() for w in along]).astype(np.float32)


def slopes(seen: Contrast) -> Floats:
    """Return how steep the light of each ring is, and how far each two rings lean the same way: (n, 7)."""
    # A row for each ring: numpy is slow along a short last axis.
    both = (_weights() @ seen.samples[:, 0].T).reshape(2, len(BORDERS), -1)
    size = np.sqrt(np.add.reduce(both * both)) + FLAT
    shared = np.add.reduce(both[:, _ONE] * both[:, _OTHER])
    alike = shared / (size[_ONE] * size[_OTHER])
    return np.concatenate([size, alike, 4 * shared[1:2]], dtype=np.float32).T
