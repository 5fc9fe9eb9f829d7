"""Telling by an earlier picture that something in the dice area is no die, but the floor's grain or stain.

While both dice are read, all else that is to be seen there is floor. A die that has rolled off the board is
looked for in vain, and whatever stands out a little may then be taken for it.

Near the rim nothing is told: its edge, bright behind dark felt, is most of what is seen there whatever lies
before it. Of a painted table bare felt correlated by up to 0.89 with a black die that leant on its rim.
"""

import math
from dataclasses import dataclass

from referee.sighting import DieReading
from vision.dice import DiceSeen
from vision.dice_places import ALIKE, PATCH_MM, Box, lay, patch
from vision.frame import Frame
from vision.view import View

# How far from its middle a patch's corners are.
_CORNER_MM = math.sqrt(2) * PATCH_MM


@dataclass(frozen=True, slots=True, eq=False)
class BareFloor:
    """The part ``box`` of a picture, (h, w, 3) uint8 BGR, in which both ``dice`` were read."""

    box: Box
    picture: Frame
    dice: tuple[DieReading, ...]

    def shows(self, frame: Frame, view: View, x_mm: float, y_mm: float) -> bool:
        """Tell whether a place looks in a picture as it did when no die lay there or near to it."""
        if any(_away_mm(die, x_mm, y_mm) < 2 * PATCH_MM for die in self.dice):
            return False
        if _within_rim_mm(view, x_mm, y_mm) < _CORNER_MM:
            return False
        here = lay(frame, view, DieReading(self.dice[0].state, x_mm=x_mm, y_mm=y_mm))
        inside = None if here is None else _within(here.box, self.box)
        if here is None or inside is None:
            return False
        return float((here.patch * patch(self.picture, inside)).sum()) >= ALIKE


def bare_floor(frame: Frame, box: Box, seen: DiceSeen) -> BareFloor | None:
    """Remember a picture's dice area if both dice are read in it."""
    dice = tuple(seen.dice.values())
    if any(die.face is None or die.x_mm is None for die in dice):
        return None
    return BareFloor(box, frame[box].copy(), dice)


def _away_mm(die: DieReading, x_mm: float, y_mm: float) -> float:
    assert die.x_mm is not None
    assert die.y_mm is not None
    return math.hypot(die.x_mm - x_mm, die.y_mm - y_mm)


def _within_rim_mm(view: View, x_mm: float, y_mm: float) -> float:
    """Return how far inside the dice area's edge a place is."""
    (area,) = view.board.of_kind("dice")
    return area.radius_mm - math.hypot(x_mm - area.x_mm, y_mm - area.y_mm)


def _within(part: Box, whole: Box) -> Box | None:
    """Return where a part of the picture lies in another part, or None if it reaches beyond it."""
    if any(p.start < w.start or p.stop > w.stop for p, w in zip(part, whole, strict=True)):
        return None
    (top, bottom), (left, right) = (
        (p.start - w.start, p.stop - w.start) for p, w in zip(part, whole, strict=True)
    )
    return slice(top, bottom), slice(left, right)
