"""The crescent of shadow that a recess's wall throws on the felt below it.

It goes on along the rim and ends soon towards the middle. A ball does not: beside it there is felt, or the
gap to the next one, and it is as large inwards as along the rim.
"""

import numpy as np

from vision.camera import Points
from vision.fields.patches import Floats
from vision.fields.profile import middle_of

# All lengths are ball radii. Farther than this from the rim no stain is its shadow.
AT_RIM = 1.4
# So far along the rim, to either side, it is as dark as the least dark of what is found within so much.
ALONG, WITHIN = (-2.0, -1.0, 1.0, 2.0), 0.3
# Towards the middle it is as dark as that part of a ball's disc beyond the second, beside its outer half,
# compared with the felt so far in, in a strip of such a half width.
DISC, INWARDS, FELT, STRIP = 0.9, 0.3, (1.6, 2.8), 1.2
# A shadow goes on along the rim by this much more than by so much of how far it reaches inwards. Of 272 dark
# places along the rims of empty areas, on painted tables, 242 do. Of 48 balls of glass of the felt's colour
# that were laid into such shadows and missed none does by more than -0.05, nor do 228 found ones of all
# kinds.
MORE, OF_INWARDS = 0.1, 0.6


def is_crescent(
    darker: Floats, light: Floats, felt: np.ndarray, at: tuple[int, int], points: Points, rim: float
) -> bool:
    """Say whether a stain ``at`` (row, column) is the shadow of the rim.

    ``darker``: (size, size), how much darker a ball's disc is than what is round it; ``light``: (size, size),
    the samples' own (logarithm); ``felt``: (size, size) bool, what shows felt; ``points``: (size, size, 2),
    where the samples are from the recess's middle, and ``rim``: its radius, in ball radii.
    """
    x, y = points[at].tolist()
    far = float(np.hypot(x, y))
    if rim - far > AT_RIM:
        return False
    turns = np.array((0.0, *ALONG)) / far
    along = _darkest_near(darker, points, x * np.cos(turns) - y * np.sin(turns),
                          x * np.sin(turns) + y * np.cos(turns))  # fmt: skip
    out, aside = (points @ np.array([[x, -y], [y, x]]) / far).transpose(2, 0, 1)
    goes_on = float(along[1:].min() / along[0])
    return goes_on - OF_INWARDS * max(_reaches_in(light, felt, out - far, aside), 0.0) > MORE


def _darkest_near(darker: Floats, points: Points, x: Points, y: Points) -> Points:
    """Return how dark it is near places (n,), as dark as the darkest sample there."""
    away = np.hypot(points[..., 0] - x[:, None, None], points[..., 1] - y[:, None, None])
    return np.asarray(np.where(away < WITHIN, darker, -np.inf).max(axis=(1, 2)))


def _reaches_in(light: Floats, felt: np.ndarray, out: Points, aside: Points) -> float:
    """Return how dark the inner part of a ball's disc is beside its outer half, infinite if that is not.

    ``out`` and ``aside``: (size, size), how far samples lie from its middle, outwards and along the rim.
    """
    disc = felt & (np.hypot(out, aside) < DISC)
    outer, inner = disc & (out > 0), disc & (out < -INWARDS)
    strip = felt & (np.abs(aside) < STRIP) & (out < -FELT[0]) & (out > -FELT[1])
    if not (outer.any() and inner.any() and strip.any()):
        return np.inf
    plain = float(middle_of(light[strip]))
    shadow = float(light[outer].mean()) - plain
    return (float(light[inner].mean()) - plain) / shadow if shadow < 0 else np.inf
