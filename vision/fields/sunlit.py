"""Balls that may rise into the light beside wood in the shade: their colours are measured both ways.

What shades wood mostly shades a ball there as much. But the edge of a plate or of the board's rim, a hand or
another ball may shade the wood alone, and the ball above it lies in the sun: against that wood it seems too
light. One picture does not tell which it is: both are asked. It is the counterpart of `glare`.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from vision.fields.colour import Names, Reference, distances, named_by, plainly
from vision.fields.patches import Floats
from vision.fields.profile import OPPONENT, Contrast

# Wood that is darker than the board's usual by this (logarithm) may lie in a shade that a ball there does not
# lie in: violet balls beside a plate's edge, 0.38 to 0.52 darker, were up to 0.54 too light. Of painted balls
# beside wood that is 0.1 to 0.2 darker, 20 more have their own name by it, none another's.
DARKER = 0.1


@dataclass(frozen=True, slots=True)
class Sunlit:
    """The places (n,) bool whose wood may lie in a shade that a ball does not.

    ``more``: (n, 3), how the colour of all beside their own wood would change beside the board's usual.
    """

    places: np.ndarray
    more: Floats


def see_sunlit(seen: Contrast) -> Sunlit:
    """Find the wood that may lie in a shade that a ball there does not."""
    more = np.asarray((seen.wood - seen.usual_wood) @ OPPONENT, dtype=np.float32)
    return Sunlit(seen.light < seen.usual_light - DARKER, more)


def named_either_way(
    names: Names, rows: np.ndarray, sunlit: Floats, apart: Floats, references: Sequence[Reference]
) -> Names:
    """Name those ``rows`` (k,) of ``names`` anew that may be balls in the sun.

    ``sunlit``: (k, 3), their colours if they are; ``apart``: (k, labels), the `distances` of those beside
    their own wood. Each label is as far as the nearer of both ways says, so that the true one is near in
    either case. What the two ways do not call alike has no sure name.
    """
    lit = distances(sunlit, references)
    nearer = np.minimum(apart, lit)
    either = named_by(nearer, references)
    sure, relative = names.sure.copy(), names.relative.copy()
    sure[rows] |= either.sure | plainly(nearer, references)
    sure[rows] &= lit.argmin(axis=1) == apart.argmin(axis=1)
    relative[rows] = either.relative
    return replace(names, sure=sure, relative=relative)
