"""How well a fitted view explains the picture, part by part, and whether that is enough."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from vision.registration.marks import Marks
from vision.registration.measure import circles
from vision.registration.refine import Refined
from vision.registration.squares import is_usual

# A mark within these distances of its place supports the fit, in mm.
_FIELD_NEAR_MM, _SIDE_NEAR_MM, _ROUND_NEAR_MM, _PLACE_NEAR_MM = 2.0, 1.5, 1.2, 2.0
# Target fields are few, and the balls in them stand out of place.
_TARGET_NEAR_MM = 3.0
_QUARTERS = 4
# Parts of which less than this shows are worth a remark.
_FULL = 0.8
# The least support of a good fit. On about 400 pictures and disturbed copies of them with up to four bars
# laid across, every fit that was off by more than a fifth of the pitch had less of one of these; hands
# leave 0.6 and more.
_FIELDS_LEAST, _TARGET_LEAST = 0.5, 0.33
# The least of sides and corners together; edges lie near enough by chance, too. In 563 painted pictures the
# clearest of 253 wrong layouts whose rings showed had 1.05, and one that was taken for the board 0.90. Right
# ones have 1.15 and more, a board of half the usual size in the picture 1.09; but for Memory's places in the
# dark or where they were measured wrongly, of which none may show: then clear sides alone do (wrong ones had
# 0.78).
_OUTSIDE_LEAST, _SIDES_CLEAR = 1.07, 0.8
# The same for a side of no usual length beside the outer ring, such as that of a tray below the board: its
# sides show to 1.0, and corners to 0.47 by chance.
_UNUSUAL_LEAST = 1.5


@dataclass(frozen=True, slots=True)
class Support:
    """Parts of the board that were found where the fit has them, each 0..1.

    ``target`` are the target fields among all ``fields``, ``corners`` the start areas' edges, with Memory
    the ball places. Of sides and corners the worst of four does not count: it may be covered or outside the
    picture. ``side_ratio`` is half the side over the outer ring's radius.
    """

    fields: float
    target: float
    sides: float
    corners: float
    side_ratio: float

    @property
    def total(self) -> float:
        """All parts together, 0..1."""
        return (self.fields + self.sides + self.corners) / 3

    @property
    def holes(self) -> float:
        """How well all three rings show, 0..1; they may do so in a layout that is turned by some fields."""
        return min(self.fields, self.target)

    @property
    def outside_and_holes(self) -> float:
        """How well the rings and what is outside them show together, for comparing layouts."""
        return self.holes + self.sides + self.corners

    def shortcomings(self, *, board_known: bool = False) -> tuple[str, ...]:
        """Return what is too little to use the fit; nothing if it is good.

        The target fields of a board that was fitted before are known and need not show, and its proportions
        are what they are.
        """
        found = []
        if self.fields < _FIELDS_LEAST:
            found.append(f"only {self.fields:.0%} of the fields show where they should")
        if self.target < _TARGET_LEAST and not board_known:
            found.append(f"only {self.target:.0%} of the target fields show")
        usual = board_known or is_usual(self.side_ratio)
        outside = self.sides + self.corners
        if outside < _UNUSUAL_LEAST and not usual:
            found.append(
                f"sides {self.side_ratio:.2f} times as long as the outer ring is wide need more to show than "
                f"{self.sides:.0%}, and {self.corners:.0%} of the corners"
            )
        elif outside < _OUTSIDE_LEAST and self.sides < _SIDES_CLEAR:
            found.append(
                f"the board's sides ({self.sides:.0%}) and its corners ({self.corners:.0%}) hardly show"
            )
        return tuple(found)

    @property
    def remarks(self) -> tuple[str, ...]:
        """What lowers the quality of a good fit."""
        parts = {"fields": self.fields, "sides": self.sides, "corners": self.corners}
        return tuple(
            f"{value:.0%} of the {name} show" for name, value in parts.items() if value < _FULL
        )


def support(refined: Refined, marks: Marks) -> Support:
    """Count how much of the board was found where the fit has it."""
    board = refined.view.board
    near = refined.field_miss_mm < _FIELD_NEAR_MM
    targets = len(board.of_kind("target"))
    target_near = refined.field_miss_mm[marks.fields.ring == 2] < _TARGET_NEAR_MM
    normal = marks.sides.normal
    side = np.rint(np.arctan2(normal[:, 1], normal[:, 0]) / (np.pi / 2)).astype(np.intp)
    return Support(
        fields=float(near.sum()) / len(board.fields) / marks.pictures,
        target=float(target_near.sum()) / targets / marks.pictures,
        sides=_by_quarter(side, refined.side_miss_mm < _SIDE_NEAR_MM, marks.sides.each),
        corners=_corners(refined, marks),
        side_ratio=board.side_mm / 2 / board.ring("outer").radius_mm,
    )


def _corners(refined: Refined, marks: Marks) -> float:
    board = refined.view.board
    places = len(board.of_kind("ball-place"))
    if places:
        return float(np.sum(refined.place_miss_mm < _PLACE_NEAR_MM)) / places / marks.pictures
    start = np.array([i for i, (kind, *_) in enumerate(circles(board)) if kind == "start"])
    near = (refined.round_miss_mm < _ROUND_NEAR_MM) & np.isin(marks.rounds.circle, start)
    return _by_quarter(marks.rounds.circle, near, marks.rounds.each)


def _by_quarter(quarter: NDArray[np.intp], near: NDArray[np.bool_], each: int) -> float:
    counts = np.bincount(quarter[near] % _QUARTERS, minlength=_QUARTERS) / each
    return float(np.sort(counts)[1:].mean())
