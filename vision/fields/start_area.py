"""What one start area of the base game shows, and how likely a ball has to be."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from vision.camera import Points
from vision.fields.patches import Floats
from vision.fields.twins import shows_none

# A spot is a ball from this probability on, and none below the second; between them nothing is said. Judged
# by models learned on other tables no area of 593 on photographs and of 319 on painted tables was wrong with
# any pair from 0.7 to 0.85 and from 0.25 to 0.5.
BALL_FROM = 0.75
NOTHING_BELOW = 0.4
# A spot is likely a ball from here on.
LIKELY = 0.5


@dataclass(frozen=True)
class StartArea:
    """What one start area shows: ``points_mm`` (n, 3), ``p_ball`` (n,) and ``tints`` (n, 3) of its spots.

    ``felt``: (3,) the felt's own tint; ``unexplained``: how much of the area is neither felt nor near a
    likely ball, in areas of a ball's disc; ``stain(hand)``: its darkest stain that is no sure ball, measured
    when it is asked for (a hand's shade takes balls their glint); ``glint``: its brightest that is on no
    likely ball. ``odd``: (m, 3), the tints of what stands out as balls do and is taken for none, if anything;
    ``twin``: whether something taken for none looks like its sure balls, or two of these may be one;
    ``lighter(colour, balls_mm)``: whether it shows a ball of a colour lighter than felt beside these;
    ``crushed``: whether much of its felt is black; ``like_felt``: which spots have its colour, if known.
    """

    seat: int
    points_mm: Points
    p_ball: Floats
    tints: Floats
    felt: Floats
    unexplained: float = 0.0
    stain: Callable[[bool], float] = float
    glint: float = 0.0
    odd: Floats | None = None
    twin: bool = False
    lighter: Callable[[Floats, Points], bool] = shows_none
    crushed: bool = False
    like_felt: Sequence[bool] | None = None
