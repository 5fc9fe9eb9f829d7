"""The outline of a whole die, or of a pile of two, as the dice area's window shows it."""

import math
from collections.abc import Sequence

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.dice.area import DiceArea, Mask
from vision.dice.evidence import Candidate

# Which corners lie opposite of the first two.
_OPPOSITE = np.array([[1.0], [1.0], [-1.0], [-1.0]])


def middle_mm(area: DiceArea, candidate: Candidate, dice_below: int = 0) -> NDArray[np.float64]:
    """Return where the middle of the upper face is on the board, (2,), if so many dice lie under it.

    The pose is measured in the window's plane; the face lies a little higher or lower.
    """
    x_mm, y_mm, _ = area.view.camera.centre_mm.tolist()
    top = area.floor_mm + candidate.edge_mm * (1 + dice_below)
    nearer, match = _nearer(area, top), candidate.match
    return np.array([x_mm + (match.x_mm - x_mm) * nearer, y_mm + (match.y_mm - y_mm) * nearer])


def corners_mm(area: DiceArea, candidate: Candidate, dice_below: int = 0) -> NDArray[np.float64]:
    """Return the upper face's four corners on the board, (4, 2) millimetres."""
    top = area.floor_mm + candidate.edge_mm * (1 + dice_below)
    half = candidate.edge_mm * _nearer(area, top) / 2
    turn = math.radians(candidate.match.turn_deg % 90)
    cos, sin = half * math.cos(turn), half * math.sin(turn)
    # From the middle to two corners; the others lie opposite.
    one, other = (cos - sin, cos + sin), (-cos - sin, cos - sin)
    corners: NDArray[np.float64] = np.array([one, other, one, other]) * _OPPOSITE
    return corners + middle_mm(area, candidate, dice_below)


def sides_seen(area: DiceArea, candidate: Candidate) -> NDArray[np.float64]:
    """Return where the window shows the middles of the sides that the camera sees, (n, 2) millimetres."""
    eye, edge = area.view.camera.centre_mm, candidate.edge_mm
    corners, middle = corners_mm(area, candidate), middle_mm(area, candidate)
    half_way = area.floor_mm + edge / 2
    sides = (corners + np.roll(corners, -1, axis=0)) / 2
    seen = np.einsum("ij,ij->i", sides - middle, eye[:2] - sides) > 0
    shown: NDArray[np.float64] = eye[:2] + (sides[seen] - eye[:2]) / _nearer(area, half_way)
    return shown


def covers(area: DiceArea, candidate: Candidate, dice_below: int = 0) -> Mask:
    """Return the window's pixels (n, n) that the die (with what lies under it, turned alike) hides."""
    top = area.floor_mm + candidate.edge_mm * (1 + dice_below)
    return _hull(area, corners_mm(area, candidate, dice_below), (top, area.floor_mm))


def upper_face(area: DiceArea, candidate: Candidate) -> Mask:
    """Return the window's pixels (n, n) that show the die's upper face."""
    return _hull(area, corners_mm(area, candidate), (area.floor_mm + candidate.edge_mm,))


def hull_px(area: DiceArea, candidate: Candidate) -> NDArray[np.float32]:
    """Return the outline (n, 1, 2) of the whole die in the window's pixels, columns and rows."""
    heights_mm = (area.floor_mm + candidate.edge_mm, area.floor_mm)
    return _outline(area, corners_mm(area, candidate), heights_mm)


def face_px(area: DiceArea, candidate: Candidate) -> NDArray[np.float32]:
    """Return the outline (n, 1, 2) of the upper face in the window's pixels, columns and rows."""
    return _outline(area, corners_mm(area, candidate), (area.floor_mm + candidate.edge_mm,))


def _hull(area: DiceArea, corners: NDArray[np.float64], heights_mm: Sequence[float]) -> Mask:
    """Return the pixels round corners (4, 2) of the board at each height."""
    mask = np.zeros((area.window.size, area.window.size), np.uint8)
    hull = _outline(area, corners, heights_mm)
    cv2.fillConvexPoly(mask, np.round(hull).astype(np.int32), 1)
    return mask.view(np.bool_)


def _outline(
    area: DiceArea, corners: NDArray[np.float64], heights_mm: Sequence[float]
) -> NDArray[np.float32]:
    """Return the hull (n, 1, 2) of corners (4, 2) of the board at each height, in the window's pixels."""
    x_mm, y_mm, _ = area.view.camera.centre_mm.tolist()
    seen = [
        area.window.to_px(x_mm + (x - x_mm) / nearer, y_mm + (y - y_mm) / nearer)
        for nearer in (_nearer(area, z_mm) for z_mm in heights_mm)
        for x, y in corners.tolist()
    ]
    return np.asarray(cv2.convexHull(np.array(seen, np.float32)), np.float32)


def _nearer(area: DiceArea, z_mm: float) -> float:
    """How much shorter distances at a height are than they look in the window's plane."""
    eye_mm = float(area.view.camera.centre_mm[2])
    return (eye_mm - z_mm) / (eye_mm - area.top_mm)
