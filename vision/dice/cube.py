"""The outline of a whole die, or of a pile of two, as the dice area's window shows it."""

import math
from collections.abc import Sequence

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.dice.area import DiceArea, Mask
from vision.dice.evidence import Candidate


def middle_mm(area: DiceArea, candidate: Candidate, dice_below: int = 0) -> NDArray[np.float64]:
    """Return where the middle of the upper face is on the board, (2,), if so many dice lie under it.

    The pose is measured in the window's plane; the face lies a little higher or lower.
    """
    middle = _middle(area, candidate, dice_below)
    return np.array([middle.real, middle.imag])


def corners_mm(area: DiceArea, candidate: Candidate, dice_below: int = 0) -> NDArray[np.float64]:
    """Return the upper face's four corners on the board, (4, 2) millimetres."""
    corners = _corners(area, candidate, dice_below)
    return np.array([(corner.real, corner.imag) for corner in corners])


def sides_seen(area: DiceArea, candidate: Candidate) -> NDArray[np.float64]:
    """Return where the window shows the middles of the sides that the camera sees, (n, 2) millimetres."""
    eye, edge = area.view.camera.centre_mm, candidate.edge_mm
    corners, middle = corners_mm(area, candidate), middle_mm(area, candidate)
    half_way = area.floor_mm + edge / 2
    sides = (corners + np.roll(corners, -1, axis=0)) / 2
    seen = np.einsum("ij,ij->i", sides - middle, eye[:2] - sides) > 0
    shown: NDArray[np.float64] = eye[:2] + (sides[seen] - eye[:2]) / _nearer(area, half_way)
    return shown


def dice_behind(
    area: DiceArea, candidate: Candidate, edge_mm: float, aslant: float
) -> NDArray[np.float64]:
    """Return where dice of this edge would lie on the board that bear a face on a side: middles (n, 2).

    A side counts if the cosine between its normal and the way to the camera is at least ``aslant``.
    """
    eye, match = area.view.camera.centre_mm, candidate.match
    half_way = area.floor_mm + edge_mm / 2
    shown = np.array([match.x_mm, match.y_mm])
    side = eye[:2] + (shown - eye[:2]) * _nearer(area, half_way)
    away = np.array([*(eye[:2] - side), eye[2] - half_way])
    turns = np.radians(match.turn_deg % 90 + 90.0 * np.arange(4))
    normals = np.column_stack([np.cos(turns), np.sin(turns)])
    seen = normals @ away[:2] >= aslant * np.linalg.norm(away)
    middles: NDArray[np.float64] = side - normals[seen] * edge_mm / 2
    return middles


def tops_behind(
    area: DiceArea, candidate: Candidate, edge_mm: float, aslant: float
) -> list[tuple[float, float]]:
    """Return where the window shows the tops of the dice that `dice_behind` returns."""
    eye = area.view.camera.centre_mm
    middles = dice_behind(area, candidate, edge_mm, aslant)
    tops = eye[:2] + (middles - eye[:2]) / _nearer(area, area.floor_mm + edge_mm)
    return [(float(x_mm), float(y_mm)) for x_mm, y_mm in tops]


def covers(area: DiceArea, candidate: Candidate, dice_below: int = 0) -> Mask:
    """Return the window's pixels (n, n) that the die (with what lies under it, turned alike) hides."""
    top = area.floor_mm + candidate.edge_mm * (1 + dice_below)
    return _hull(area, _corners(area, candidate, dice_below), (top, area.floor_mm))


def upper_face(area: DiceArea, candidate: Candidate) -> Mask:
    """Return the window's pixels (n, n) that show the die's upper face."""
    return _hull(area, _corners(area, candidate), (area.floor_mm + candidate.edge_mm,))


def hull_px(area: DiceArea, candidate: Candidate) -> NDArray[np.float32]:
    """Return the outline (n, 1, 2) of the whole die in the window's pixels, columns and rows."""
    heights_mm = (area.floor_mm + candidate.edge_mm, area.floor_mm)
    return _outline(area, _corners(area, candidate), heights_mm)


def face_px(area: DiceArea, candidate: Candidate) -> NDArray[np.float32]:
    """Return the outline (n, 1, 2) of the upper face in the window's pixels, columns and rows."""
    return _outline(area, _corners(area, candidate), (area.floor_mm + candidate.edge_mm,))


def _hull(area: DiceArea, corners: Sequence[complex], heights_mm: Sequence[float]) -> Mask:
    """Return the pixels round corners of the board at each height."""
    mask = np.zeros((area.window.size, area.window.size), np.uint8)
    hull = _outline(area, corners, heights_mm)
    cv2.fillConvexPoly(mask, np.round(hull).astype(np.int32), 1)
    return mask.view(np.bool_)


def _outline(
    area: DiceArea, corners: Sequence[complex], heights_mm: Sequence[float]
) -> NDArray[np.float32]:
    """Return the hull (n, 1, 2) of corners of the board at each height, in the window's pixels."""
    eye, to_px = _eye(area), area.window.to_px
    seen = [
        eye + (corner - eye) / nearer
        for nearer in (_nearer(area, z_mm) for z_mm in heights_mm)
        for corner in corners
    ]
    pixels = np.array([to_px(point.real, point.imag) for point in seen], np.float32)
    return np.asarray(cv2.convexHull(pixels), np.float32)


def _middle(area: DiceArea, candidate: Candidate, dice_below: int = 0) -> complex:
    """Return the middle of the upper face on the board as a complex number, x and y in millimetres."""
    eye, match = _eye(area), candidate.match
    top = area.floor_mm + candidate.edge_mm * (1 + dice_below)
    return eye + (complex(match.x_mm, match.y_mm) - eye) * _nearer(area, top)


def _corners(area: DiceArea, candidate: Candidate, dice_below: int = 0) -> list[complex]:
    """Return the four corners of the upper face in the same form, one after the other round it."""
    top = area.floor_mm + candidate.edge_mm * (1 + dice_below)
    half_mm = candidate.edge_mm * _nearer(area, top) / 2
    turn = math.radians(candidate.match.turn_deg % 90)
    corner = half_mm * (1 + 1j) * complex(math.cos(turn), math.sin(turn))
    middle = _middle(area, candidate, dice_below)
    return [middle + corner, middle + 1j * corner, middle - corner, middle - 1j * corner]


def _eye(area: DiceArea) -> complex:
    """Return the point of the board below the camera in the same form."""
    x_mm, y_mm, _ = area.view.camera.centre_mm.tolist()
    return complex(x_mm, y_mm)


def _nearer(area: DiceArea, z_mm: float) -> float:
    """How much shorter distances at a height are than they look in the window's plane."""
    eye_mm = float(area.view.camera.centre_mm[2])
    return (eye_mm - z_mm) / (eye_mm - area.top_mm)
