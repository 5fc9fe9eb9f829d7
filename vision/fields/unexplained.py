"""What of a start area is neither felt nor near a ball that was found: another ball, or a finger over one."""

from functools import lru_cache

import cv2
import numpy as np

from vision.camera import Points
from vision.fields.discs import disc, means_under
from vision.fields.patches import Floats
from vision.fields.spots import PER_RADIUS
from vision.fields.stains import away_from

# What lies this near to a likely spot (ball radii) belongs to that ball; if more than this part of a ball's
# disc is left over, a ball may have been overlooked, or a finger may hide one.
NEAR_BALL, UNEXPLAINED = 1.3, 0.3
# Two balls that touch may be taken for one between them. What is no felt measures no more than this many
# discs beyond the balls that were found: on photographs 0.55 at most, and 0.9 with a ball overlooked.
BEYOND_BALLS = 0.7
# Of several heaps of balls the smallest tells how large a ball looks, at most so many discs: one that glows
# on dark felt looks larger.
SEVERAL, LARGEST = 2, 1.35


@lru_cache(maxsize=1)
def _ball() -> tuple[Floats, float]:
    """Return the weights of a ball's disc in samples, and the largest of them."""
    weights = disc(PER_RADIUS)
    return weights, float(weights.max())


def unexplained(
    strange: np.ndarray, points_mm: Points, balls_mm: Points, radius_mm: float
) -> float:
    """Return how much of one ball's disc is ``strange`` (size, size) but not by the balls (n, 3).

    That is the most that lies within any disc and not near them (at most, if it is too little for a ball), or
    more discs than they and their rims can cover; specks here and there are no ball.
    """
    found, (weights, most_of_one) = np.flatnonzero(strange), _ball()
    most = len(found) * most_of_one
    if most <= UNEXPLAINED:
        # It would not be enough even if all of it lay within one disc.
        return most
    left, flat = found, points_mm.reshape(-1, 3)
    for ball in balls_mm:
        left = left[away_from(ball, flat[left]) > NEAR_BALL * radius_mm]
    if not len(left):
        return 0.0
    rest = np.zeros((1, strange.size), dtype=np.float32)
    rest[0, left] = 1
    within = float(means_under(weights, rest, len(strange)).max())
    return max(within, beyond_balls(strange, points_mm, balls_mm) - (BEYOND_BALLS - UNEXPLAINED))


def beyond_balls(strange: np.ndarray, points_mm: Points, balls_mm: Points) -> float:
    """Return how many discs of ``strange`` (size, size) there are more than balls (n, 3), heap by heap.

    Where balls lie by themselves a disc is as large as the smallest of them looks.
    """
    count, heaps = cv2.connectedComponents(strange.astype(np.uint8))
    discs = np.bincount(heaps.reshape(-1), minlength=count)[1:] / (np.pi * PER_RADIUS**2)
    balls = np.zeros(count, dtype=np.int64)
    for ball in balls_mm:
        at = int(away_from(ball, points_mm).argmin())
        balls[heaps.reshape(-1)[at]] += 1
    balls = balls[1:]
    taken = balls > 0
    if int(taken.sum()) < SEVERAL:
        return float(discs.sum()) - len(balls_mm)
    size = min(max(float((discs[taken] / balls[taken]).min()), 1.0), LARGEST)
    return float(discs.sum()) - size * len(balls_mm)
