"""Telling by earlier pictures that something in the dice area is no die, but the floor's grain or stain.

While both dice are read, all else that is to be seen there is floor. A die that has rolled off the board is
looked for in vain, and whatever stands out a little may then be taken for it.
"""

import math
from collections.abc import Collection, Mapping
from dataclasses import dataclass, field

from referee.sighting import DieReading
from vision.dice import DiceSeen
from vision.dice_patch import Box, Grey, dice_patch, grey_of
from vision.dice_places import NEAR_MM
from vision.frame import Frame
from vision.view import View

# A die that cannot be read may still lie where it lay, and be taken to lie so far from there: 14 mm of a
# painted one. One that is read hides what is within `NEAR_MM`.
_ASTRAY_MM = 26.0
# Of so many pictures the floor is kept, each with the dice in other places: what one hides another shows.
_KEPT = 2

Place = tuple[float, float]


@dataclass(frozen=True, slots=True, eq=False)
class _Bare:
    """The part ``box`` of a picture in which both ``dice`` were read; (h, w) in grey, to keep less."""

    box: Box
    grey: Grey
    dice: Mapping[str, DieReading]

    def shows(self, frame: Frame, view: View, at_mm: Place, unread: Collection[str]) -> bool:
        """Tell whether a place looks in a picture as it did when no die lay there."""
        for name, die in self.dice.items():
            if math.dist(_place(die), at_mm) < (_ASTRAY_MM if name in unread else NEAR_MM):
                return False
        here = dice_patch(frame, view, *at_mm)
        inside = _within(here.box, self.box)
        return inside is not None and here.like(self.grey[inside])

    def lies_as(self, other: "_Bare") -> bool:
        """Tell whether both dice lie as in another picture, so that it shows no other floor."""
        return all(
            math.dist(_place(die), _place(other.dice[name])) < NEAR_MM
            for name, die in self.dice.items()
        )


@dataclass
class BareFloor:
    """What is known of the floor of one view's dice area, from pictures without a hand in it."""

    _kept: list[_Bare] = field(default_factory=list)

    def shows(self, frame: Frame, view: View, at_mm: Place, unread: Collection[str]) -> bool:
        """Tell whether a place looks in a picture (h, w, 3) uint8 BGR as it did without a die.

        ``unread``: the names of the dice that are not read in this picture.
        """
        return any(one.shows(frame, view, at_mm, unread) for one in self._kept)

    def learn(self, frame: Frame, box: Box, seen: DiceSeen) -> None:
        """Remember a picture's dice area, which is its part ``box``, if both dice are read in it."""
        if all(die.face is not None and die.x_mm is not None for die in seen.dice.values()):
            bare = _Bare(box, grey_of(frame, box), seen.dice)
            others = [one for one in self._kept if not one.lies_as(bare)]
            self._kept = [bare, *others[: _KEPT - 1]]

    def forget(self) -> None:
        """Know nothing: the board lies elsewhere."""
        self._kept = []


def _place(die: DieReading) -> Place:
    assert die.x_mm is not None
    assert die.y_mm is not None
    return die.x_mm, die.y_mm


def _within(part: Box, whole: Box) -> Box | None:
    """Return where a part of the picture lies in another part, or None if it reaches beyond it."""
    if any(p.start < w.start or p.stop > w.stop for p, w in zip(part, whole, strict=True)):
        return None
    (top, bottom), (left, right) = (
        (p.start - w.start, p.stop - w.start) for p, w in zip(part, whole, strict=True)
    )
    return slice(top, bottom), slice(left, right)
