"""How well a fitted view explains the picture, part by part."""

from dataclasses import dataclass

import numpy as np

from vision.registration.measure import Marks, circles
from vision.registration.refine import Refined

# A mark within these distances of its place supports the fit, in mm.
_FIELD_NEAR_MM, _SIDE_NEAR_MM, _ROUND_NEAR_MM, _PLACE_NEAR_MM = 2.0, 1.5, 1.2, 2.0
# The outer parts count without the worst quarter: a hand or the picture's edge may hide it.
_QUARTERS = 4


@dataclass(frozen=True, slots=True)
class Support:
    """Parts of the board that lie where the fit says, each 0..1: fields, sides, and corners (areas or places)."""

    fields: float
    sides: float
    corners: float

    @property
    def total(self) -> float:
        """All parts together, 0..1."""
        return (self.fields + self.sides + self.corners) / 3


def support(refined: Refined, marks: Marks) -> Support:
    """Count how much of the board was found where the fit has it."""
    board = refined.view.board
    fields = float(np.sum(refined.field_miss_mm < _FIELD_NEAR_MM)) / len(board.fields)
    normal = marks.sides.normal
    side = np.rint(np.arctan2(normal[:, 1], normal[:, 0]) / (np.pi / 2)).astype(int) % _QUARTERS
    sides = _by_quarter(side, refined.side_miss_mm < _SIDE_NEAR_MM, marks.sides.each)
    places = board.of_kind("ball-place")
    if places:
        near = refined.place_miss_mm < _PLACE_NEAR_MM
        corners = float(near.sum()) / len(places)
    else:
        start = [i for i, (kind, *_) in enumerate(circles(board)) if kind == "start"]
        quarter = marks.rounds.circle - (start[0] if start else 0)
        near = (refined.round_miss_mm < _ROUND_NEAR_MM) & np.isin(marks.rounds.circle, start)
        corners = _by_quarter(np.where(near, quarter, 0), near, marks.rounds.each)
    return Support(fields, sides, corners)


def _by_quarter(quarter: np.ndarray, near: np.ndarray, each: int) -> float:
    counts = np.bincount(quarter[near], minlength=_QUARTERS)[:_QUARTERS] / each
    return float(np.sort(counts)[1:].mean())
