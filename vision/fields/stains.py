"""Stains on the felt: what is as large as a ball and darker than the felt round it.

Dark glass of the felt's own hue is no more than that, and felt without a stain hides no ball. A stain has to
show in two ways, each of which is misled by something else: cloudy felt is darker over more than a ball's
disc, and the shadow of the rim is a crescent at the edge, which may mislead both (`vision.fields.crescents`).
"""

from dataclasses import dataclass
from functools import cached_property

import cv2
import numpy as np

from vision.camera import Points
from vision.fields.crescents import is_crescent
from vision.fields.discs import means_under
from vision.fields.patches import Floats
from vision.fields.profile import DARK, middle_of
from vision.fields.spots import PER_RADIUS, Areas, Relief, disc_of_ball, ring_of_ball
from vision.frame import Frame

# A stain (`darkest`) from here on may be such glass where it is in play, or nothing is known of the balls.
# Bare felt has none above 4.9 on photographs and 5.3 when painted; glass that was missed none below 5.5,
# but where balls lie close together.
STAIN = 5.2
# So much of the disc, or of the ring, must be felt or lie before it.
LEAST_DISC, LEAST_RING = 0.2, 0.05
# Round a ball that was found so far (ball radii) felt is neither taken for a stain nor measured.
NO_STAIN, NO_FELT = 1.7, 2.5
# If less than this part of an area is left, all of it is measured.
ENOUGH = 0.2
# The median of the distances from the middle is so much of the standard deviation, if these are normal.
OF_NORMAL = 0.67
# Where all balls of an area have a lamp's glint, of the first strength (logarithm, `Relief.glint`) within so
# many ball radii of their middles, another one has one, too, of so much of the faintest; a shadow has none.
# Of 16 balls of the felt's hue on painted tables those that cast shadows had 0.44 and more, shadows 0.25 at
# most.
BALLS_GLINT, MIDDLE, OF_FAINTEST = 0.4, 0.9, 0.5
# Added to how much discs usually differ from their rings (logarithm), which may be next to nothing.
USUAL = 0.005
_NEAR = np.ones((2 * round(PER_RADIUS) + 1,) * 2, dtype=np.uint8)
# A ball's stain is darkest in its own middle. What gets darker towards a ball that was found is that ball's,
# or its shadow: of 17 areas of felt and glass of one colour in which all balls had been found and a stain was
# seen 12 have no more than that. Of 34 such balls that were taken for missed 33 are seen.
_BESIDE = np.ones((2 * round(PER_RADIUS / 2) + 1,) * 2, dtype=np.uint8)


@dataclass(frozen=True)
class Stains:
    """How much darker than the felt round it a ball's disc is, measured in ``pictures`` when asked for.

    ``lower``: (areas, size, size) float32, as `Relief` has it. ``within``: bool, where balls' centres can be.
    """

    pictures: Frame
    areas: Areas
    lower: Floats
    within: np.ndarray

    @cached_property
    def darker(self) -> Floats:
        """The same as logarithms, (areas, size, size) float32."""
        return _darker(self.light, self.areas)

    @cached_property
    def light(self) -> Floats:
        """How bright the felt is at each sample (logarithm), 0 elsewhere: (areas, size * size) float32.

        It is the sum of the channels that counts, and so the dyed one most.
        """
        light = np.log(self.pictures.sum(axis=2, dtype=np.float32) + np.float32(3 * DARK))
        ground = self.areas.ground.middles(light).T
        return np.where(self.areas.felt, light - ground, np.float32(0))


def find_stains(pictures: Frame, relief: Relief, areas: Areas) -> Stains:
    """Look for stains in the areas' pictures (areas, size * size, 3) uint8 BGR."""
    return Stains(pictures, areas, -relief.light, areas.within)


def away_from(ball_mm: Points, points_mm: Points) -> Floats:
    """Return how far points (..., 3) on a level with balls (..., 3) are from these, in millimetres."""
    x = points_mm[..., 0] - ball_mm[..., 0]
    y = points_mm[..., 1] - ball_mm[..., 1]
    return np.asarray(np.sqrt(x * x + y * y), dtype=np.float32)


def where_lit(glint: Floats, away_mm: Floats, radius_mm: float) -> np.ndarray:
    """Tell where another ball can lie that shines as an area's sure balls do: (size, size) bool.

    ``away_mm``: (n, size, size), how far the samples are from each of these. It can lie anywhere if there are
    none, or not all of them have a ``glint`` (size, size).
    """
    of_balls = np.where(away_mm < MIDDLE * radius_mm, glint, np.float32(0))
    faintest = float(of_balls.max(axis=(1, 2), initial=0).min(initial=np.inf))
    if not BALLS_GLINT <= faintest < np.inf:
        return np.ones(glint.shape, dtype=bool)
    shining = (glint > OF_FAINTEST * faintest) & (away_mm > MIDDLE * radius_mm).all(axis=0)
    return np.asarray(cv2.dilate(shining.astype(np.uint8), _NEAR) > 0)


def stain_beside(
    stains: Stains, glint: Floats, area: int, balls_mm: Points, radius_mm: float, hand: bool
) -> float:
    """Return an area's darkest stain that is none of its sure balls, nor a shadow without their glint."""
    away_mm = away_from(balls_mm[:, None, None], stains.areas.points_mm[area])
    # Mostly nothing at all is so dark: what is measured of a stain is no more than this.
    left = _beside(stains, area, away_mm, NO_STAIN * radius_mm)
    most = float(stains.lower[area][left].max(initial=0))
    if most < STAIN:
        return most
    lit = None if hand else where_lit(glint, away_mm, radius_mm)
    return darkest(stains, area, away_mm, radius_mm, STAIN, lit)


def darkest(
    found: Stains,
    area: int,
    away_mm: Floats,
    radius_mm: float,
    least: float = 0.0,
    lit: np.ndarray | None = None,
) -> float:
    """Return the darkest stain of an area that is none of its balls, in units of the usual.

    ``away_mm``: (n, size, size), how far the samples are from each of these. A stain below ``least`` is not
    measured in full: what is returned for it is too much, but still below. The rim's shadow is none. ``lit``:
    (size, size) bool, where alone it can be.
    """
    within = found.within[area]
    left, felt = (_beside(found, area, away_mm, far * radius_mm) for far in (NO_STAIN, NO_FELT))
    if lit is not None:
        left &= lit
    if not left.any():
        return 0.0
    felt = felt if felt.sum() > ENOUGH * within.sum() else within
    lower = found.lower[area]
    of_relief = max(1.0, float(middle_of(np.abs(lower[felt]))))
    most = float(lower[left].max()) / of_relief
    if most < least:
        return most
    darker = found.darker[area]
    of_disc = float(middle_of(np.abs(darker[felt]))) / OF_NORMAL + USUAL
    shown = np.where(within, np.minimum(darker / of_disc, lower / of_relief), np.float32(0))
    own = shown >= cv2.dilate(shown, _BESIDE)
    stains = np.where(left, shown, np.float32(0))
    most = float(stains.max())
    return most if most < least else _darkest_of(stains, own, found, area, radius_mm, least)


def _beside(found: Stains, area: int, away_mm: Floats, reach_mm: float) -> np.ndarray:
    """Tell where an area can have a stain that is farther from all of its balls, (size, size) bool."""
    nearest = away_mm.min(axis=0, initial=np.inf)
    return np.asarray(found.within[area] & (nearest > reach_mm))


def _darkest_of(
    stains: Floats, own: np.ndarray, found: Stains, area: int, radius_mm: float, least: float
) -> float:
    """Return the darkest of an area's stains (size, size) from ``least`` on that is no shadow of its rim.

    ``own``: (size, size) bool, where one may have its middle.
    """
    peaks = own & (stains >= least) & (stains == cv2.dilate(stains, _NEAR)) & (stains > 0)
    areas, shape = found.areas, stains.shape
    light, felt = found.light[area].reshape(shape), areas.felt[area].reshape(shape)
    points = (areas.points_mm[area] - areas.centres_mm[area])[..., :2] / radius_mm
    rim, rows_columns = areas.rim_mm / radius_mm, np.argwhere(peaks).tolist()
    for row, column in sorted(rows_columns, key=lambda at: -float(stains[at[0], at[1]])):
        if not is_crescent(found.darker[area], light, felt, (row, column), points, rim):
            return float(stains[row, column])
    return 0.0


def _darker(light: Floats, areas: Areas) -> Floats:
    """Compare discs of ``light`` (areas, size * size) with the felt round them."""
    over = means_under(disc_of_ball(), light, areas.size)
    round_it = means_under(ring_of_ball(), light, areas.size)
    over /= np.maximum(areas.felt_in_disc, LEAST_DISC)
    round_it /= np.maximum(areas.felt_in_ring, LEAST_RING)
    return round_it - over
