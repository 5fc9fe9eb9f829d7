"""Which faces are seen on the sides of dice: seen aslant, a side may be as clear as the top.

Where a die's sides are seen follows from its upper face, as the camera's pose is known and the die stands on
the floor.
"""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from vision.dice.area import DiceArea, Mask
from vision.dice.cube import covers, dice_behind, middle_mm, sides_seen
from vision.dice.evidence import Candidate
from vision.dice.ground import grown


@dataclass(frozen=True)
class SidesConfig:
    """When a face is on the side of another die.

    ``sure``: the log odds of a die within whose outline (and ``side_mm``) anything less likely is its side.
    ``behind``: those of a die that makes even a likelier face its side, where that face's own die would
    not hide it.
    From ``least`` on, what lies within ``off`` edges of where a die's side is seen and within ``turn_deg`` of
    its turn is that side if the die's outline is the clearer one and its log odds are at most ``less``
    lower: upper faces of black dice that mirror a lamp had up to 1.3 less than their sides, and nothing
    found behind upper faces, on photographs and seven painted tables, had as clear an outline as they.
    ``aslant``: the cosine between a side's normal and the way to the camera from which on it may be read.
    ``upon``: how far (in edges) beside the middle of a die the middle of one that lies upon it may be.
    """

    sure: float = 1.0
    behind: float = 2.0
    side_mm: float = 2.0
    least: float = 0.0
    off: float = 0.25
    turn_deg: float = 16.0
    less: float = 2.0
    aslant: float = 0.25
    upon: float = 0.35


class _Shown:
    """A die, and where its sides are seen, which is asked of it for many places and so kept."""

    def __init__(self, area: DiceArea, die: Candidate) -> None:
        self.die, self._area = die, area

    @cached_property
    def sides_mm(self) -> list[tuple[float, float]]:
        """The middles of the sides that the camera sees."""
        return [(x_mm, y_mm) for x_mm, y_mm in sides_seen(self._area, self.die).tolist()]


def without_sides(
    area: DiceArea, places: Sequence[Candidate], config: SidesConfig | None = None
) -> list[Candidate]:
    """Return explanations, the likeliest first, without those that are seen on the sides of other dice."""
    c = config or SidesConfig()
    shown = [_Shown(area, place) for place in places if place.evidence >= c.least]
    left = [p for p in places if not any(_lies_as_side(p, one, c) for one in shown)]
    hulls = {
        id(die): grown(covers(area, die), c.side_mm * area.px_per_mm)
        for die in left
        if die.evidence >= c.sure
    }
    dice = [die for die in left if id(die) in hulls]
    return [p for p in left if not any(_is_within(area, p, die, hulls, c) for die in dice)]


def is_under(
    area: DiceArea, face: Candidate, upper: Candidate, config: SidesConfig | None = None
) -> bool:
    """Tell whether a face is just where a side of a die is seen that lies under another one."""
    c = config or SidesConfig()
    dice = dice_behind(area, face, upper.edge_mm, c.aslant)
    off = np.hypot(*(dice - middle_mm(area, upper, 1)).T)
    return bool((off < c.upon * upper.edge_mm).any())


def _lies_as_side(place: Candidate, shown: _Shown, c: SidesConfig) -> bool:
    """Whether ``place`` lies just as one of a die's sides is seen; that die may be the less likely one."""
    die, match = shown.die, place.match
    if die.outline.support <= place.outline.support or die.evidence < place.evidence - c.less:
        return False
    turned = (match.turn_deg - die.match.turn_deg) % 90
    if min(turned, 90 - turned) > c.turn_deg:
        return False
    at_mm, near_mm = (match.x_mm, match.y_mm), c.off * die.edge_mm
    return any(math.dist(side_mm, at_mm) < near_mm for side_mm in shown.sides_mm)


def _is_within(
    area: DiceArea, place: Candidate, die: Candidate, hulls: Mapping[int, Mask], c: SidesConfig
) -> bool:
    """Whether what a die hides holds the middle of ``place``, which is less likely or would not hide it."""
    if place is die or not _middle_in(area, place, hulls[id(die)]):
        return False
    mutual = id(place) in hulls and _middle_in(area, die, hulls[id(place)])
    return die.evidence > place.evidence or (die.evidence >= c.behind and not mutual)


def _middle_in(area: DiceArea, place: Candidate, hull: Mask) -> bool:
    return is_in(area, place.match.x_mm, place.match.y_mm, hull)


def is_in(area: DiceArea, x_mm: float, y_mm: float, mask: Mask) -> bool:
    """Whether a place of the window's plane lies in some of the window's pixels (n, n)."""
    column, row = (round(v) for v in area.window.to_px(x_mm, y_mm))
    return 0 <= row < len(mask) and 0 <= column < len(mask) and bool(mask[row, column])
