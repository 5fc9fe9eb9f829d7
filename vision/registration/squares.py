"""Squares round a found outer ring, with start areas in their corners: which of its 64 fields is O0, and
how large the board is beside it.

All of it is looked for in the view from above, where the board's sides are parallel and its areas round. What
lies four quarter turns apart looks alike: that is left to where the players sit.
"""

from dataclasses import dataclass

import cv2
import numpy as np

from referee.board import Board, corner_to_board
from vision.camera import Points
from vision.registration.log_picture import Grey
from vision.registration.ring import FIELDS
from vision.registration.top_view import TopView

QUARTER = FIELDS // 4

# Half the side over the outer ring's radius: from and to where sides are looked for; 1.167 to 1.25 on
# boards seen. Outside the usual range sides must be clearer, by _UNUSUAL for each unit beyond it.
_SIDE_MIN, _SIDE_MAX = 1.10, 1.34
_USUAL, _UNUSUAL = (1.15, 1.27), 3.0
# On a board that is known the ratio is known to this.
_KNOWN_RATIO, _KNOWN_UNUSUAL = 0.015, 10.0
# A contrast of this much (logarithm a pixel of 2 mm) is a full edge: stronger ones say no more.
_FULL_EDGE = 0.08
# Edges are averaged along this many pixels before their strength is taken, and compared with those around.
_ALONG, _AROUND = 11, 25
# Start areas: how far beside its place their edge is looked for (mm), the mean contrast over 2 mm round the
# whole edge that is a full disc (felt on wood has 0.05 and more, grain 0.02), and what it counts against
# the sides.
_DISC_REACH_MM, _FULL_DISC, _DISC_COUNTS = 3.0, 0.045, 0.45
# The sides of each turn that are worth a look at the start areas.
_SIDES_TRIED = 4


@dataclass(frozen=True, slots=True)
class Square:
    """A square round the ring: its turn in fields, half its side in mm, and how clearly it shows."""

    turn: int
    half_mm: float
    strength: float


def is_usual(ratio: float) -> bool:
    """Tell whether half a side over the outer ring's radius is that of a usual board."""
    return _USUAL[0] <= ratio <= _USUAL[1]


def find_squares(top: TopView, board: Board, *, ratio: float | None = None) -> list[Square]:
    """Find squares with start areas in a view laid out for turn 0, for all 16 turns, clearest first.

    ``ratio``, if known, is half the side over the outer ring's radius.
    """
    n = top.image.shape[0]
    found = []
    for turn in range(QUARTER):
        centre = ((n - 1) / 2, (n - 1) / 2)
        matrix = cv2.getRotationMatrix2D(centre, -360.0 / FIELDS * turn, 1)
        turned = cv2.warpAffine(top.image, matrix, (n, n), borderMode=cv2.BORDER_REPLICATE)
        upright = TopView(np.asarray(turned, dtype=np.float32), top.mm)
        found += [Square(turn, half, strength) for strength, half in _sides(upright, board, ratio)]
    return sorted(found, key=lambda square: square.strength, reverse=True)


def _sides(top: TopView, board: Board, known: float | None) -> list[tuple[float, float]]:
    """Return how clear upright squares with start areas are, and half their sides in mm."""
    radius = board.ring("outer").radius_mm
    strength = _side_strength(top.image, radius / top.mm)
    half = np.asarray((np.arange(len(strength)) + 0.5) * top.mm, dtype=np.float64)
    ratio = half / radius
    strength -= _unusual(ratio, known)
    inside = (ratio[1:-1] >= _SIDE_MIN) & (ratio[1:-1] <= _SIDE_MAX)
    peak = inside & (strength[1:-1] >= strength[:-2]) & (strength[1:-1] >= strength[2:])
    peaks = np.flatnonzero(peak) + 1
    tried = peaks[np.argsort(-strength[peaks])[:_SIDES_TRIED]]
    return [
        (float(strength[i]) + _DISC_COUNTS * _disc_strength(top, board, half[i]), float(half[i]))
        for i in tried
    ]


def _unusual(ratio: Points, known: float | None) -> Points:
    low, high = (known - _KNOWN_RATIO, known + _KNOWN_RATIO) if known else _USUAL
    beyond = np.maximum(0.0, np.maximum(low - ratio, ratio - high))
    return np.asarray(beyond * (_KNOWN_UNUSUAL if known else _UNUSUAL))


def _disc_strength(top: TopView, board: Board, half_mm: float) -> float:
    """Return how clearly round start areas show where a board of this size has them (0..1)."""
    start = next((c for c in board.corners if c.kind == "start"), None)
    if start is None:
        return 0.0
    grow = 2 * half_mm / board.side_mm
    angle = np.radians(np.arange(0, 360, 6))
    ray = np.stack([np.cos(angle), np.sin(angle)], axis=1)
    across = start.radius_mm * grow + np.arange(-_DISC_REACH_MM - 1, _DISC_REACH_MM + 1.1)
    around = across[:, None, None] * ray
    middles = [corner_to_board(seat, *start.points_mm[0]) for seat in range(board.seats)]
    grid = np.array(middles)[:, None, None, :] * grow + around
    profile = top.sample(grid).mean(axis=2)
    contrast = np.abs(profile[:, 2:] - profile[:, :-2]).max(axis=1)
    clear = np.minimum(np.sort(contrast)[1:] / _FULL_DISC, 1.0)
    return float(clear.mean())


def _side_strength(image: Grey, radius_px: float) -> Points:
    """Return by distance from the centre (pixels) how strong the sides of an upright square are there.

    The weakest of the four sides does not count: it may be covered or outside the picture.
    """
    n = image.shape[0]
    low, high = int(n / 2 - radius_px), int(n / 2 + radius_px)
    sides = []
    for across in (image, np.ascontiguousarray(image.T)):
        gradient = cv2.Sobel(cv2.GaussianBlur(across, (0, 0), 0.8), cv2.CV_32F, 1, 0, ksize=3) / 8
        edge = np.minimum(np.abs(cv2.blur(gradient, (1, _ALONG))), _FULL_EDGE) / _FULL_EDGE
        profile = edge[low:high].mean(axis=0)
        sides += [profile[: n // 2][::-1], profile[n // 2 :]]
    profiles = np.array(sides, dtype=np.float32)
    clear = profiles - cv2.blur(profiles, (_AROUND, 1))
    near = np.maximum(clear, np.maximum(np.roll(clear, 1, axis=1), np.roll(clear, -1, axis=1)))
    return np.asarray(np.sort(near, axis=0)[1:].mean(axis=0), dtype=np.float64)
