"""Whether a die is smeared, because it moved while the picture was taken."""

from dataclasses import dataclass

import cv2
import numpy as np

from vision.dice.area import DiceArea, Field, Mask
from vision.dice.cube import covers
from vision.dice.evidence import Candidate
from vision.dice.ground import grown
from vision.frame import Frame

# The picture is softened by so many pixels, and the die looked at with so many millimetres round it.
_SOFT_PX, _ROUND_MM = 0.8, 1.5
# Directions in which edges are looked for, and how far from them (tangent) an edge's own direction may be.
_DIRECTIONS = np.radians(np.arange(0.0, 180.0, 15.0))
_NEAR = 0.7
# Twice so many: the part of a step along each direction, and across it.
_ALONG = np.concatenate([
    np.stack([np.cos(_DIRECTIONS), np.sin(_DIRECTIONS)], axis=1),
    np.stack([-np.sin(_DIRECTIONS), np.cos(_DIRECTIONS)], axis=1),
]).astype(np.float32)  # fmt: skip
# The steepest pixels of a die, in which its edges and its marks' edges are.
_STEEP = 0.97
# What is softened and compared reaches so many pixels beyond the die.
_BEYOND_PX = 8


@dataclass(frozen=True)
class StrokesConfig:
    """When a face that is not quite ``clear`` (log odds) moves along its strokes, which stay as they are.

    It is one of ``faces``, whose strokes all run one way: others are smeared whichever way they move, and
    black dice on dark felt, whose edges are hardly seen, must not be lost to it (a sharp IV was). It fits
    less well than ``fits`` and its edges are less even than ``even``: of 20 II that moved along their
    strokes, whose log odds were 3 and more, 9 did so, of 1,450 lying dice none.
    """

    faces: frozenset[str] = frozenset({"2"})
    clear: float = 7.0
    fits: float = 0.96
    even: float = 0.3


def may_move_along(die: Candidate, config: StrokesConfig | None = None) -> bool:
    """Tell whether a die's edges must be asked whether it moves along its strokes."""
    c = config or StrokesConfig()
    unclear = die.evidence < c.clear and die.match.quality < c.fits
    return unclear and die.match.label in c.faces


def moves_along(
    frame: Frame, area: DiceArea, die: Candidate, config: StrokesConfig | None = None
) -> bool:
    """Tell whether a die's edges say so; of the ``frame`` (h, w, 3) uint8 BGR only they are looked at."""
    c = config or StrokesConfig()
    return may_move_along(die, c) and frame_evenness(frame, area, die) < c.even


def evenness(picture: Frame, area: DiceArea, die: Candidate) -> float:
    """Return how steep a die's edges are at least beside those at right angles to them, 0 to 1.

    ``picture`` (n, n, 3) uint8 BGR is what the area's window shows. A cube has edges in at least two
    directions at right angles: twelve lying ones had 0.53 to 0.93, as a lens out of focus softens both. What
    moves is softened along its way alone: the same ones, smeared by 0.4 edges, had 0.31 to 0.82, half of them
    up to 0.56. So it may make a weak face doubtful and say no more.
    """
    rows, columns, inside = _own(area, die)
    return _evenness(picture[rows, columns], inside)


def frame_evenness(frame: Frame, area: DiceArea, die: Candidate) -> float:
    """Return the same of a ``frame`` (h, w, 3) uint8 BGR of which no more is looked at than the die."""
    rows, columns, inside = _own(area, die)
    return _evenness(area.part(frame, rows, columns), inside)


def _own(area: DiceArea, die: Candidate) -> tuple[slice, slice, Mask]:
    """Return the window's rows and columns round a die, and which pixels in them are its own."""
    inside = grown(covers(area, die), _ROUND_MM * area.px_per_mm) & area.inside
    rows, columns = _round(inside)
    return rows, columns, inside[rows, columns]


def _evenness(picture: Frame, inside: Mask) -> float:
    """Return the evenness of the edges of what is ``inside`` (h, w) of a picture (h, w, 3)."""
    if not inside.any():
        return 1.0
    grey = cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY)
    soft = cv2.GaussianBlur(grey.astype(np.float32), (0, 0), _SOFT_PX)
    right, down = (cv2.Sobel(soft, cv2.CV_32F, dx, 1 - dx)[inside] for dx in (1, 0))
    along, across = np.abs(_ALONG @ np.stack([right, down])).reshape(2, len(_DIRECTIONS), -1)
    along[across >= np.float32(_NEAR) * along] = 0.0
    steep = _share(along, _STEEP)
    beside = np.maximum(np.roll(steep, len(steep) // 2), 1e-6)
    return float((steep / beside).min())


def _round(mask: Mask) -> tuple[slice, slice]:
    """Return the rows and columns that hold a mask (n, n) and what is softened into it."""
    left, top, width, height = cv2.boundingRect(mask.view(np.uint8))
    return (
        slice(max(top - _BEYOND_PX, 0), top + height + _BEYOND_PX),
        slice(max(left - _BEYOND_PX, 0), left + width + _BEYOND_PX),
    )


def _share(values: Field, share: float) -> Field:
    """Return the value of each row (k, n) below which so large a share of it is, quicker than a quantile."""
    at = share * (values.shape[1] - 1)
    low = int(at)
    high = min(low + 1, values.shape[1] - 1)
    ordered = np.partition(values, (low, high), axis=1)
    value: Field = ordered[:, low] + (ordered[:, high] - ordered[:, low]) * np.float32(at - low)
    return value
