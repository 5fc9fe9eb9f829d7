"""Balls of nearly the felt's own colour that no spot was found for, beside others of theirs.

Red balls on red felt hardly stand out: beside the wood that shows at the rim, in the sun above all, or beside
a shadow, none does. What they look like there is known from those that were found.
"""

from math import hypot

import numpy as np

from vision.camera import Points
from vision.fields.discs import disc, means_under
from vision.fields.patches import Floats
from vision.fields.profile import OPPONENT, log_values, middles
from vision.fields.spots import PER_RADIUS
from vision.fields.stains import away_from, where_lit
from vision.frame import Frame

# Balls whose hue is no farther from the felt's than this can hardly be told from it by their hue, and those
# that are darker than the second (logarithm) from shadows by their glint alone.
ALIKE, DARK = 0.15, -0.15
# A disc of so many ball radii shows a ball's hue, but for the samples that shine by so much (logarithm).
BODY, SHINES, LEAST = 0.7, 0.2, 0.2
# It is a ball's from the first to the second part of the way from the felt's hue to that of the balls, no
# farther beside that way than the third part, and as light as these (logarithm). On painted tables whose red
# balls were missed beside sunlit wood 6 to 18 samples were so at each of them, and none where all had been
# found.
PART, BEYOND, BESIDE, AS_LIGHT, SAMPLES = 0.5, 1.4, 0.5, 0.25, 4
# So far from a ball that was found lies the next one, or one that may be its shadow otherwise, and so near to
# it is all its own (ball radii).
NEXT, NO_SHADOW, OWN = 1.9, 2.6, 0.4


def shows_twin(
    picture: Frame,
    ground: Floats,
    wood: Floats,
    glint: Floats,
    points_mm: Points,
    reach: np.ndarray,
    balls_mm: Points,
    radius_mm: float,
) -> bool:
    """Say whether an area shows another ball like those that were found in it, (n, 3) millimetres, n > 0.

    ``picture``: (size * size, 3) uint8 BGR; ``ground``, ``wood``: (3,), log BGR of felt and board; ``glint``:
    (size, size), as `Relief` has it; ``points_mm``: (size, size, 3), where the samples are; ``reach``: where
    a centre can be.
    """
    light, hue = _body(picture, ground, glint)
    away = np.stack([away_from(ball, points_mm) for ball in balls_mm])
    near = away.min(axis=0) < max(OWN * radius_mm, float(away.min(axis=2).min(axis=1).max()))
    own_light, own = float(middles(light[near])), middles(hue[:, near].T)
    far = hypot(*own.tolist())
    # Those of a hue between the felt's and the wood's look as wood does that is half seen at the rim.
    between = float(own @ ((wood - ground) @ OPPONENT)[1:]) > 0
    if between or far < ALIKE:
        return False
    along = (hue[0] * own[0] + hue[1] * own[1]) / far**2
    beside = np.abs(hue[0] * own[1] - hue[1] * own[0]) / far**2
    alike = (along > PART) & (along < BEYOND) & (beside < BESIDE)
    alike &= np.abs(light - own_light) < AS_LIGHT
    beyond = NEXT
    if own_light < DARK:
        lit, beyond = where_lit(glint, points_mm, balls_mm, radius_mm), NO_SHADOW
        alike &= lit & ~lit.all()
    return bool((alike & reach & (away.min(axis=0) > beyond * radius_mm)).sum() >= SAMPLES)


def _body(picture: Frame, ground: Floats, glint: Floats) -> tuple[Floats, Floats]:
    """Return light (size, size) and hue (2, size, size) over the felt's of a disc at each sample."""
    dull = (glint.reshape(-1) < SHINES).astype(np.float32)
    off = ((log_values(picture) - ground) @ OPPONENT).T * dull
    sums = means_under(disc(BODY * PER_RADIUS), np.concatenate([off, dull[None]]), len(glint))
    light, *hue = sums[:3] / np.maximum(sums[3], LEAST)
    return light, np.stack(hue)
