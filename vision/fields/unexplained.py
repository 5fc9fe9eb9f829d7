"""What of a start area is neither felt nor near a ball that was found: another ball, or a finger over one."""

from functools import lru_cache
from itertools import combinations
from math import dist

import cv2
import numpy as np

from vision.camera import Points
from vision.fields.discs import disc, means_under
from vision.fields.lying import Lying
from vision.fields.patches import Floats
from vision.fields.spots import PER_RADIUS
from vision.fields.stains import away_from

# What lies this near to a likely spot (ball radii) belongs to that ball; if more than this part of a ball's
# disc is left over, a ball may have been overlooked, or a finger may hide one.
NEAR_BALL, UNEXPLAINED = 1.3, 0.3
# Beside a hand that much is usually a sleeve's or a finger's edge. A ball is hidden only where nearly all of
# its disc is: of eight edges of arms over photographed and painted areas those that no ball fits under
# measured 0.4 to 0.6, the others 0.97 and more. Glass of the felt's own colour is hidden as soon as its half
# is: of a painted ball with 0.49 under an arm no more than its glint showed.
HIDES_A_BALL = 0.75
# Two balls that touch may be taken for one between them. What is no felt measures no more than this many
# discs beyond the balls that were found: on photographs 0.55 at most, and 0.9 with a ball overlooked.
BEYOND_BALLS = 0.7
# Of several heaps of balls the smallest tells how large a ball looks, at most so many discs: one that glows
# on dark felt looks larger.
SEVERAL, LARGEST = 2, 1.35
# Balls that touch glow alike: so large looks each of them that all but the largest, which may be two, measure
# this much and more by what is near to them alone. Beside two that do not glow and were taken for one, a ball
# measures 1.15 at most.
GLOWING = 1.2
# A spot may lie beside its ball's middle, at its glint or off its shadow, by this part of a radius at most.
OFF_MIDDLE = 0.5
# Two balls' centres are two radii apart; two spots nearer than this with less than so many discs of what is
# no felt may be one ball's edges: of 45 pairs on photographs and painted tables those of one ball were 1.84
# and 1.88 apart and had 0.86 and 0.44 discs, of twelve so near to each other all but one had 1.04 and more.
TOO_NEAR, OF_ONE = 1.9, 1.0
_ALLOWED = BEYOND_BALLS - UNEXPLAINED


@lru_cache(maxsize=1)
def _ball() -> tuple[Floats, float]:
    """Return the weights of a ball's disc in samples, and the largest of them."""
    weights = disc(PER_RADIUS)
    return weights, float(weights.max())


def all_unexplained(strange: np.ndarray, lying: Lying, radius_mm: float) -> list[float]:
    """Return how much of each area is `unexplained`, given what is ``strange``, (areas, size, size) bool."""
    found, areas = np.flatnonzero(strange), len(strange)
    area, near = found // (strange.size // areas), lying.near(found, NEAR_BALL * radius_mm)
    whole, left = np.bincount(area, minlength=areas), np.bincount(area[~near], minlength=areas)
    rests = []
    for i, numbers in enumerate(zip(whole.tolist(), left.tolist(), strict=True)):
        balls = lying.balls_mm[i]
        rest = _by_number(*numbers, len(balls))
        if rest is None:
            rest = unexplained(strange[i], lying.points_mm[i], balls, radius_mm)
        rests.append(rest)
    return rests


def unexplained(
    strange: np.ndarray, points_mm: Points, balls_mm: Points, radius_mm: float
) -> float:
    """Return how much of one ball's disc is ``strange`` (size, size) but not by the balls (n, 3).

    That is the most that lies within any disc and not near them (at most, if it is too little for a ball), or
    more discs than they and their rims can cover; specks here and there are no ball.
    """
    left = found = np.flatnonzero(strange)
    if len(balls_mm):
        away = away_from(balls_mm[:, None], points_mm.reshape(-1, 3)[found])
        left = found[away.min(axis=0) > NEAR_BALL * radius_mm]
    rest = _by_number(len(found), len(left), len(balls_mm))
    if rest is not None:
        return rest
    weights, most_of_one = _ball()
    nearest, near = _nearest(points_mm, found, balls_mm, radius_mm)
    if len(balls_mm):
        balls_mm = _centred(
            points_mm.reshape(-1, 3)[found[near]], balls_mm, nearest[near], radius_mm
        )
        nearest, near = _nearest(points_mm, found, balls_mm, radius_mm)
        left = found[~near]
    within = len(left) * most_of_one
    if within > UNEXPLAINED:
        shown = np.zeros((1, strange.size), dtype=np.float32)
        shown[0, left] = 1
        within = float(means_under(weights, shown, len(strange)).max())
    if _more_discs(len(found), len(balls_mm)) <= within:
        return within
    return max(within, beyond_balls(strange, points_mm, balls_mm, radius_mm) - _ALLOWED)


def may_be_one(strange: np.ndarray, points_mm: Points, balls_mm: Points, radius_mm: float) -> bool:
    """Say whether two of an area's balls (n, 3) may be one that was found twice.

    ``strange``: (size, size) bool, what is no felt; ``points_mm``: (size, size, 3), where the samples are.
    """
    for (i, first), (k, second) in combinations(enumerate(balls_mm[:, :2].tolist()), 2):
        if dist(first, second) < TOO_NEAR * radius_mm:
            away = away_from(balls_mm[[i, k], None], points_mm[strange]).min(axis=0)
            disc = np.pi * PER_RADIUS**2
            if (away < NEAR_BALL * radius_mm).sum() < OF_ONE * disc:
                return True
    return False


def _nearest(
    points_mm: Points, found: np.ndarray, balls_mm: Points, radius_mm: float
) -> tuple[np.ndarray, np.ndarray]:
    """Return which ball (n, 3) is nearest to each sample that was found (m,), and whether it is near."""
    if not len(balls_mm):
        return np.zeros(len(found), dtype=np.intp), np.zeros(len(found), dtype=bool)
    away = away_from(balls_mm[:, None], points_mm.reshape(-1, 3)[found])
    return away.argmin(axis=0), away.min(axis=0) <= NEAR_BALL * radius_mm


def _centred(points_mm: Points, balls_mm: Points, nearest: np.ndarray, radius_mm: float) -> Points:
    """Return balls (n, 3) moved a little towards the middle of the samples (m, 3) near each."""
    moved = balls_mm.copy()
    for k in range(len(balls_mm)):
        mine = points_mm[nearest == k]
        if len(mine):
            step = mine.mean(axis=0) - balls_mm[k]
            far = float(np.hypot(step[0], step[1])) / (OFF_MIDDLE * radius_mm)
            moved[k] += step / max(far, 1.0)
    return moved


def _by_number(found: int, left: int, balls: int) -> float | None:
    """Return how much so many strange samples are, if it does not matter where they lie.

    ``left``: how many of them are not near one of the balls.
    """
    _, most_of_one = _ball()
    if found * most_of_one <= UNEXPLAINED:
        # It would not be enough even if all of it lay within one disc.
        return found * most_of_one
    within = left * most_of_one
    enough = within <= UNEXPLAINED and _more_discs(found, balls) <= within
    return within if not left or enough else None


def _more_discs(found: int, balls: int) -> float:
    """Return how many discs there can be at most beyond balls and what is allowed beside them."""
    return _discs(found) - balls - _ALLOWED


def _discs(samples: int) -> float:
    """Return how many balls' discs so many samples measure."""
    return samples / (np.pi * PER_RADIUS**2)


def beyond_balls(
    strange: np.ndarray, points_mm: Points, balls_mm: Points, radius_mm: float
) -> float:
    """Return how many discs of ``strange`` (size, size) there are more than balls (n, 3), heap by heap.

    Where balls lie by themselves a disc is as large as the smallest of them looks, and where all of them glow
    as large as all but one do. ``points_mm``: (size, size, 3), where the samples are, evenly spaced.
    """
    count, heaps = cv2.connectedComponents(strange.astype(np.uint8))
    samples = np.bincount(heaps.reshape(-1).astype(np.intp), minlength=count)[1:].tolist()
    balls = [0] * count
    for row, column in _samples_at(points_mm, balls_mm):
        balls[int(heaps[row, column])] += 1
    of_one = [_discs(n) / taken for n, taken in zip(samples, balls[1:], strict=True) if taken]
    total = _discs(sum(samples))
    size = _glowing(strange, points_mm, balls_mm, radius_mm)
    if len(of_one) >= SEVERAL:
        size = max(size, min(of_one))
    return total - min(size, LARGEST) * len(balls_mm)


def _glowing(strange: np.ndarray, points_mm: Points, balls_mm: Points, radius_mm: float) -> float:
    """Return how many discs all but the largest of several balls measure, 1 where they do not glow."""
    if len(balls_mm) < SEVERAL:
        return 1.0
    nearest, near = _nearest(points_mm, np.flatnonzero(strange), balls_mm, radius_mm)
    shares = np.bincount(nearest[near], minlength=len(balls_mm))
    second = _discs(int(np.sort(shares)[-2]))
    return second if second >= GLOWING else 1.0


def _samples_at(points_mm: Points, balls_mm: Points) -> list[tuple[int, int]]:
    """Return row and column of the sample nearest to each ball."""
    last = len(points_mm) - 1
    (x, y), (right_x, right_y), (down_x, down_y) = points_mm[[0, 0, -1], [0, -1, 0], :2].tolist()
    right_x, right_y, down_x, down_y = right_x - x, right_y - y, down_x - x, down_y - y
    whole = (right_x * down_y - right_y * down_x) / last
    found = []
    for ball_x, ball_y in (balls_mm[:, :2] - (x, y)).tolist():
        row = round((right_x * ball_y - right_y * ball_x) / whole)
        column = round((ball_x * down_y - ball_y * down_x) / whole)
        found.append((min(max(row, 0), last), min(max(column, 0), last)))
    return found
