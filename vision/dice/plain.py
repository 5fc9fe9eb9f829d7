"""Whether two clear dice plainly lie: what the judge would say, seen by a glance at half the size.

It looks at no more than the floor close round each die. Where that is not enough, because a die is near the
rim, beside something strange, or behind the other one, it says nothing and `vision.dice.verdict` judges.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.dice.area import DiceArea
from vision.dice.cube import hull_px, middle_mm
from vision.dice.evidence import Candidate
from vision.dice.floor import Floor, floor_of
from vision.frame import Frame

# Halving softens a picture less than the judge does; this makes up for it.
_SOFT_PX = 0.6


@dataclass(frozen=True)
class PlainConfig:
    """How plain it must be; lengths in die edges.

    A die nearer to the rim than ``near_rim`` may lean. Of the ``ring`` close round a die no more than
    ``strange`` (square edges) may be unlike the floor, for a face of a log odds below ``by_hand`` no
    more than ``little``. ``apart_mm``: a die's middle is so far outside of the other one's outline.
    """

    near_rim: float = 1.12
    ring: float = 0.24
    strange: float = 0.1
    little: float = 0.02
    by_hand: float = 5.0
    apart_mm: float = 2.0


def plainly_lie(
    small: Frame, half: DiceArea, dice: Sequence[Candidate], config: PlainConfig | None = None
) -> bool:
    """Tell whether two dice plainly lie in a picture of the area at half its scale (n, n, 3) BGR."""
    c = config or PlainConfig()
    if any(_near_rim(half, die, c) for die in dice):
        return False
    hulls = [hull_px(half, die) for die in dice]
    if any(_is_behind(half, die, hull, c) for die, hull in zip(dice, reversed(hulls), strict=True)):
        return False
    floor = floor_of(small.reshape(-1, 3)[half.floor_sample].astype(np.float32))
    return all(
        _strange(small, half, floor, die.edge_mm, pair, c)
        <= (c.strange if die.evidence >= c.by_hand else c.little)
        for die, pair in zip(dice, (hulls, hulls[::-1]), strict=True)
    )


def _near_rim(half: DiceArea, die: Candidate, config: PlainConfig) -> bool:
    away_mm = float(np.hypot(*middle_mm(half, die)))
    return half.place.radius_mm - away_mm < config.near_rim * die.edge_mm


def _is_behind(half: DiceArea, die: Candidate, other: NDArray[np.float32], c: PlainConfig) -> bool:
    """Whether a die's middle may be on the other one's side."""
    middle = half.window.to_px(die.match.x_mm, die.match.y_mm)
    return cv2.pointPolygonTest(other, middle, True) > -c.apart_mm * half.px_per_mm


def _strange(
    small: Frame,
    half: DiceArea,
    floor: Floor,
    edge_mm: float,
    hulls: Sequence[NDArray[np.float32]],
    config: PlainConfig,
) -> float:
    """Return how much close round the die of the first hull is neither die nor floor, in square edges."""
    edge_px = edge_mm * half.px_per_mm
    reach = round(config.ring * edge_px)
    left, top, width, height = cv2.boundingRect(hulls[0])
    first_row, first_column = max(top - reach - 1, 0), max(left - reach - 1, 0)
    rows = slice(first_row, top + height + reach + 1)
    columns = slice(first_column, left + width + reach + 1)
    ring = half.bare[rows, columns].copy()
    own, other = (
        np.round(hull).astype(np.int32) - np.array([first_column, first_row], np.int32)
        for hull in hulls
    )
    near = np.zeros_like(ring)
    cv2.polylines(near, [own], True, 1, 2 * reach + 1)
    for die in (own, other):
        cv2.fillConvexPoly(near, die, 0)
        cv2.polylines(near, [die], True, 0, 3)
    soft = cv2.GaussianBlur(small[rows, columns], (3, 3), _SOFT_PX)
    strange = floor.unlike(soft.astype(np.float32)) & (near & ring > 0)
    return float(np.count_nonzero(strange)) / edge_px**2
