"""Two balls that touch: their spots may lie too near to each other for two."""

from collections.abc import Callable, Sequence

from vision.camera import Points
from vision.fields.patches import Floats
from vision.fields.spots import apart
from vision.fields.start_area import BALL_FROM, LIKELY
from vision.fields.unexplained import UNEXPLAINED

# Two likely balls so near to each other (ball radii) are two that touch if only both explain what is no felt.
TOUCHING = 1.1


def with_touching(
    points_mm: Points,
    p: Sequence[float] | Floats,
    some: Sequence[int],
    kept: list[int],
    rest: float,
    strange: Callable[[Points], float],
    radius_mm: float,
) -> tuple[list[int], float]:
    """Return which of some spots (n, 3) are balls of their own, and how much they leave ``strange``.

    ``p``: how likely each is a ball; ``kept``: those that lie two radii apart, which leave a ``rest``. Spots
    of two balls that touch may lie too near for that: they are two, if only both explain what is no felt.
    """
    if rest <= UNEXPLAINED or not any(p[k] > BALL_FROM for k in kept):
        return kept, rest
    closer = apart(points_mm.tolist(), sorted(some, key=lambda k: -p[k]), TOUCHING * radius_mm)
    beside = [k for k in closer if k not in kept and p[k] > BALL_FROM]
    if len(beside) == 1:
        likely = [k for k in kept if p[k] > LIKELY]
        left = strange(points_mm[likely + beside])
        if left <= UNEXPLAINED:
            return kept + beside, left
    return kept, rest
