"""Telling by an earlier picture that something in the dice area is no die, but the floor's grain or stain.

While both dice are read, all else that is to be seen there is floor. A die that has rolled off the board is
looked for in vain, and whatever stands out a little may then be taken for it.
"""

import math
from dataclasses import dataclass, replace

from referee.sighting import DieReading
from vision.dice import DiceSeen
from vision.dice_patch import Box, dice_patch
from vision.frame import Frame
from vision.view import View

# A die and its shadow hide no more than what is so near to its middle.
_DIE_MM = 26.0


@dataclass(frozen=True, slots=True, eq=False)
class BareFloor:
    """The part ``box`` of a picture, (h, w, 3) uint8 BGR, in which both ``dice`` were read."""

    box: Box
    picture: Frame
    dice: tuple[DieReading, ...]

    def shows(self, frame: Frame, view: View, x_mm: float, y_mm: float) -> bool:
        """Tell whether a place looks in a picture as it did when no die lay there or near to it."""
        if any(_away_mm(die, x_mm, y_mm) < _DIE_MM for die in self.dice):
            return False
        here = dice_patch(frame, view, x_mm, y_mm)
        inside = _within(here.box, self.box)
        return inside is not None and replace(here, box=inside).shown(self.picture)


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


def _within(part: Box, whole: Box) -> Box | None:
    """Return where a part of the picture lies in another part, or None if it reaches beyond it."""
    if any(p.start < w.start or p.stop > w.stop for p, w in zip(part, whole, strict=True)):
        return None
    (top, bottom), (left, right) = (
        (p.start - w.start, p.stop - w.start) for p, w in zip(part, whole, strict=True)
    )
    return slice(top, bottom), slice(left, right)
