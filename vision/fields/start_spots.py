"""The spots of all start areas, and how likely each is a ball once edges, noise and shadows are doubted."""

from dataclasses import dataclass

import numpy as np

from vision.fields.felt_colour import differs_from_felt, much_brighter, of_felt
from vision.fields.felt_judge import DOUBT_TO, FeltJudge, relative_tints
from vision.fields.leaning import ODD, may_lean, standing
from vision.fields.patches import Floats
from vision.fields.profile import OPPONENT, magnitude
from vision.fields.shadows import shadows_doubted
from vision.fields.spots import Areas, Relief, Spots
from vision.fields.start_area import BALL_FROM, LIKELY, NOTHING_BELOW
from vision.fields.twins import twins_among
from vision.fields.walls import are_walls
from vision.fields.worth import worth_a_look

# Two balls' centres lie two radii apart; spots nearer than this, less exact as they are, are the same ball.
SAME_BALL = 1.7
# A doubtful spot that stands out by colour and light no more than this (`Relief`) and hardly differs from the
# felt is a freak of its noise: on photographs all balls that are seen stand out more.
FAINT = 3.25
# A ball's shadow is darker than the felt by this and more (logarithm).
SHADOW = 0.15


@dataclass(frozen=True, slots=True)
class AreasSeen:
    """How the pictures of all start areas stand out."""

    areas: Areas
    relief: Relief
    radius_mm: float


@dataclass(frozen=True, slots=True)
class StartSpots:
    """Spots of all areas, each with its ``p`` (n,) of being a ball and its ``tints`` (n, 3) beside the wood.

    ``felt``: (areas, 3), the tints of the felt; ``between_mm``: (n, n), how far spots lie apart.
    """

    spots: Spots
    p: Floats
    tints: Floats
    felt: Floats
    between_mm: Floats

    @property
    def felts(self) -> Floats:
        """The tint of the felt round each spot, (n, 3)."""
        return np.asarray(self.felt[self.spots.area])

    def differ(self) -> np.ndarray:
        """Tell which spots are of another colour than the felt, (n,) bool."""
        return differs_from_felt(self.tints, self.felts)

    def maybe(self) -> np.ndarray:
        """Tell which may be balls, (n,) bool."""
        return np.asarray(self.p > NOTHING_BELOW)

    def odd(self) -> np.ndarray:
        """Tell which stand out as balls do and are taken for none, (n,) bool."""
        return np.asarray(~self.maybe() & may_lean(self.p, self.tints, self.spots))

    def dismissed(self, differ: np.ndarray) -> np.ndarray:
        """Tell which are no felt and are taken for no ball, given which ``differ`` from felt: (n,) bool."""
        return np.asarray(~self.maybe() & (differ | much_brighter(self.tints, self.felts)))

    def darker(self, k: int) -> bool:
        """Say whether a spot is as much darker than the felt round it as shadows are."""
        return bool(self.tints[k, 0] < self.felts[k, 0] - SHADOW)

    def by_area(self, which: np.ndarray) -> list[list[int]]:
        """Return the indices of some spots (n,) bool, those of each area by themselves."""
        found: list[list[int]] = [[] for _ in self.felt]
        for k, (i, some) in enumerate(zip(self.spots.area.tolist(), which.tolist(), strict=True)):
            if some:
                found[i].append(k)
        return found

    def far_from(self, some: list[int], likely: list[int], reach_mm: float) -> list[int]:
        """Return those of some spots that are farther than that from all likely balls."""
        if not some or not likely:
            return some
        away = self.between_mm[some][:, likely].min(axis=1).tolist()
        return [k for k, far in zip(some, away, strict=True) if far > reach_mm]


def find_start_spots(seen: AreasSeen, judge: FeltJudge, tinge: Floats) -> StartSpots:
    """Find and judge the spots of all areas; ``tinge``: (3,), what the wood adds to all colours."""
    areas, relief, radius_mm = seen.areas, seen.relief, seen.radius_mm
    spots, shining = worth_a_look(relief, areas, radius_mm)
    felt = np.asarray((relief.ground - relief.wood) @ OPPONENT - tinge, dtype=np.float32)
    felts, between_mm = felt[spots.area], _between(spots)
    if not len(spots.area):
        none = np.zeros(0, dtype=np.float32)
        return StartSpots(spots, none, none.reshape(0, 3), felt, between_mm)
    p, looked = judge.look(spots)
    tints = relative_tints(looked.seen, relief.wood[spots.area]) - tinge
    p[are_walls(p > ODD, tints, felts, spots, relief, areas, radius_mm)] = 0
    faint = (standing(spots) < FAINT) & of_felt(tints, felts) & ~shining
    # What is of a sure ball is no other one, and no more looks make a ball of the felt's unlikely freaks.
    settled = ((between_mm < SAME_BALL * radius_mm) & (p >= DOUBT_TO)).any(axis=1)
    settled |= faint & (p < LIKELY)
    p = judge.look_again(p, ~settled, spots)
    p = np.where(faint & (p < BALL_FROM), np.float32(0), p)
    p = shadows_doubted(p, tints, felts, spots, relief, areas, radius_mm)
    return StartSpots(spots, p, tints, felt, between_mm)


def has_twin(
    seen: AreasSeen, found: StartSpots, dismissed: list[int], sure: list[int], area: int
) -> bool:
    """Say whether one of an area's spots that were taken for none is just of its sure balls' colour.

    A recess's wall, which is often as brown as balls are, is none.
    """
    if not dismissed or not sure:
        return False
    twins = twins_among(found.tints[dismissed], found.tints[sure], found.felt[area])
    if not twins.any():
        return False
    which = np.zeros(len(found.p), dtype=bool)
    which[np.array(dismissed)[twins]] = True
    walls = are_walls(
        which,
        found.tints,
        found.felts,
        found.spots,
        seen.relief,
        seen.areas,
        seen.radius_mm,
    )
    return bool((which & ~walls).any())


def _between(spots: Spots) -> Floats:
    """Return the distances between spots on their level: (n, n) millimetres."""
    x, y = (axis[:, None] - axis for axis in spots.points_mm[:, :2].T)
    return magnitude(x, y)
