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


@lru_cache(maxsize=1)
def _weights() -> Floats:
    """Return the weights (s, 2 * rings) that measure the slope of each ring along x and y."""
    rings = [(radii() >= least) & (radii() < most) for least, most in BORDERS]
    along = [np.where(ring, axis, np.float32(0)) for ring in rings for axis in (disc().x, disc().y)]
    return np.stack([w / np.abs(w).sum() for w in along], axis=1).astype(np.float32)


def slopes(seen: Contrast) -> Floats:
    """Return how steep the light of each ring is, and how far each two rings lean the same way: (n, 7)."""
    x, y = (seen.samples[:, 0] @ _weights()).reshape(-1, len(BORDERS), 2).transpose(2, 0, 1)
    size = np.sqrt(x * x + y * y) + FLAT
    shared = [x[:, i] * x[:, k] + y[:, i] * y[:, k] for i, k in ((0, 1), (0, 2), (1, 2))]
    alike = [
        both / (size[:, i] * size[:, k])
        for both, (i, k) in zip(shared, ((0, 1), (0, 2), (1, 2)), strict=True)
    ]
    return np.concatenate(
        [size, np.stack([*alike, 4 * shared[1]], axis=1)], axis=1, dtype=np.float32
    )
