"""Balls of nearly the felt's own colour that no spot was found for, where it is known what they look like.

Red balls on red felt hardly stand out: beside the wood that shows at the rim, in the sun above all, or beside
a shadow, none does. What they look like there is known from those that were found, or from other places. A
sample at the rim shows felt and wood together; a ball that is lighter than any such mixture is told from it.
"""

from collections.abc import Sequence
from math import hypot

import cv2
import numpy as np

from vision.camera import Points
from vision.fields.colour import difference
from vision.fields.discs import disc, means_under
from vision.fields.felt_colour import unlike_felt
from vision.fields.patches import Floats
from vision.fields.profile import OPPONENT, middles
from vision.fields.spots import PER_RADIUS, Areas, Relief
from vision.fields.stains import away_from, where_lit

# What differs from a sure ball's colour by no more than this is of that colour.
TWIN = 0.1
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
# A colour is told by its light where it is lighter by the first (logarithm) than felt and wood of its hue
# together, no farther than the second from the felt's hue, which must differ from the wood's by the third.
LIGHTER, NEAR_FELT, FROM_WOOD = 0.2, 0.55, 0.25
# A sample is a ball's that is so much of that lighter, and whose hue is no farther from it than these: along
# the way from felt to wood as a part of it, and across. Of 4,425 areas of photographs and painted tables that
# were counted rightly five had any such sample; where a ball had been missed one to eight were so.
OF_LIGHTER, ALONG, ACROSS = 0.6, 0.35, 0.25
# Only where a square of about a body's size is roughly so much lighter is an area looked at so closely: that
# alone takes a third of the time.
ROUGHLY, _BODY = 0.5, 5


def twins_among(dismissed: Floats, balls: Floats, felt: Floats) -> np.ndarray:
    """Tell which tints that were taken for no ball's, (n, 3), are just a ball's (m, 3) and not the felt's.

    A ball that leans on the rim may look like no ball to the judge.
    """
    alike = np.asarray(difference(dismissed, balls).min(axis=1) < TWIN)
    if alike.any():
        alike &= unlike_felt(dismissed, np.broadcast_to(felt, dismissed.shape))
    return alike


def shows_twin(
    relief: Relief,
    area: int,
    points_mm: Points,
    reach: np.ndarray,
    balls_mm: Points,
    radius_mm: float,
) -> bool:
    """Say whether an area shows another ball like those that were found in it, (n, 3) millimetres, n > 0.

    ``points_mm``: (size, size, 3), where the samples are; ``reach``: where a centre can be.
    """
    body = _body(relief, area)
    light, hue = body[0], body[1:]
    away = away_from(balls_mm[:, None, None], points_mm)
    nearest = away.min(axis=0)
    near = nearest < max(OWN * radius_mm, float(away.min(axis=2).min(axis=1).max()))
    own_light, own = float(middles(light[near])), middles(hue[:, near].T)
    far = hypot(*own.tolist())
    # Those of a hue between the felt's and the wood's look as wood does that is half seen at the rim.
    between = float(own @ _to_wood(relief, area)[1:]) > 0
    if between or far < ALIKE:
        return False
    along = (hue[0] * own[0] + hue[1] * own[1]) / far**2
    beside = np.abs(hue[0] * own[1] - hue[1] * own[0]) / far**2
    alike = (along > PART) & (along < BEYOND) & (beside < BESIDE)
    alike &= np.abs(light - own_light) < AS_LIGHT
    beyond = NEXT
    if own_light < DARK:
        lit, beyond = where_lit(relief.glint[area], away, radius_mm), NO_SHADOW
        alike &= lit & ~lit.all()
    return bool((alike & reach & (nearest > beyond * radius_mm)).sum() >= SAMPLES)


def shows_lighter(
    felt: Floats,
    relief: Relief,
    areas: Areas,
    area: int,
    radius_mm: float,
    colour: Floats,
    balls_mm: Points,
) -> bool:
    """Say whether an area shows a ball of a colour (3,) lighter than its felt, beside its own (n, 3).

    ``felt``: (3,), the felt's colour.
    """
    own, to_wood = colour - felt, _to_wood(relief, area).tolist()
    if hypot(*own[1:].tolist()) > NEAR_FELT or hypot(*to_wood[1:]) < FROM_WOOD:
        return False
    own_part, own_aside, own_more = (float(value) for value in _mixed(own, to_wood))
    if own_more < LIGHTER:
        return False
    alike = areas.reach[area] & (areas.seen_mm[area] > 0).reshape(areas.size, -1)
    alike &= _roughly_lighter(relief.tones[:, area], to_wood) > ROUGHLY * own_more
    at = np.flatnonzero(alike)
    for ball in balls_mm:
        at = at[away_from(ball, areas.points_mm[area].reshape(-1, 3)[at]) > NEXT * radius_mm]
    if not len(at):
        return False
    body = _body(relief, area).reshape(3, -1)[:, at]
    part, aside, more = _mixed(body, to_wood)
    found = (more > OF_LIGHTER * own_more) & (np.abs(body[0] - own[0]) < AS_LIGHT)
    found &= (np.abs(part - own_part) < ALONG) & (np.abs(aside - own_aside) < ACROSS)
    return bool(found.any())


def _to_wood(relief: Relief, area: int) -> Floats:
    """Return the tones of the board's wood over an area's felt, (3,)."""
    return np.asarray((relief.wood[area] - relief.ground[area]) @ OPPONENT)


def _roughly_lighter(tones: Floats, to_wood: Sequence[float]) -> Floats:
    """Return how much lighter than felt and wood together a square of a ball's body is: (size, size)."""
    lighter, x, y = to_wood
    by_hue = lighter / (x * x + y * y)
    more = tones[0] - (x * by_hue) * tones[1] - (y * by_hue) * tones[2]
    return np.asarray(cv2.blur(more, (_BODY, _BODY)))


def shows_none(_colour: Floats, _balls_mm: Points) -> bool:
    """Say that an area that was not looked at shows no ball of a colour (3,)."""
    return False


def _mixed(
    over_felt: Floats, to_wood: Sequence[float]
) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Return where colours (3, ...) over the felt lie between it, 0, and the wood, ``to_wood`` over it.

    The part of the way from the felt's hue to the wood's, how far beside that way they are, and how much
    lighter than felt and wood are together there, each (...).
    """
    light, red_green, yellow_blue = over_felt
    lighter, x, y = to_wood
    far = hypot(x, y)
    part = (red_green * x + yellow_blue * y) / far**2
    aside = (red_green * y - yellow_blue * x) / far
    return part, aside, light - part * lighter


def _body(relief: Relief, area: int) -> Floats:
    """Return the tones over the felt's of a disc at each sample, but for its glint: (3, size, size)."""
    dull = (relief.glint[area] < SHINES).astype(np.float32)
    shown = np.concatenate([relief.tones[:, area] * dull, dull[None]])
    sums = means_under(disc(BODY * PER_RADIUS), shown, len(dull))
    return np.asarray(sums[:3] / np.maximum(sums[3], LEAST))
