"""Printed corner markers: AprilTags that lie beside the board and say which corner is whose.

The board's own marks say better where it lies; a marker's number says what they cannot: which of four equal
corners is which seat's, and that a picture is mirrored.
"""

from dataclasses import dataclass

import cv2
import numpy as np

from vision.camera import Points
from vision.frame import Frame
from vision.registration.seats import turn_camera
from vision.view import View

# The family of `hardware/drawing/markers.py`: the numbers 0 to 3 are the seats'.
_DICTIONARY = cv2.aruco.DICT_APRILTAG_36h11
_SEATS = 4
# A marker lies nearer to its own corner than to the next by at least this part of the board's side.
_NEARER = 0.2


@dataclass(frozen=True, slots=True)
class Markers:
    """The markers of a picture: ``seats`` (n,) int, their middles ``pixels`` (n, 2), whether ``mirrored``."""

    seats: np.ndarray
    pixels: Points
    mirrored: bool = False


def find_markers(frame: Frame) -> Markers:
    """Find the corner markers in a picture (h, w, 3) uint8 BGR or (h, w) grey; there may be none."""
    grey = frame if frame.ndim == 2 else np.asarray(cv2.cvtColor(frame, cv2.COLOR_BGR2GRAY))
    straight = _detect(grey)
    if len(straight.seats):
        return straight
    flipped = _detect(np.ascontiguousarray(grey[:, ::-1]))
    pixels = flipped.pixels * [-1, 1] + [grey.shape[1], 0]
    return Markers(flipped.seats, pixels, mirrored=bool(len(flipped.seats)))


def _detect(grey: np.ndarray) -> Markers:
    detector = cv2.aruco.ArucoDetector(cv2.aruco.getPredefinedDictionary(_DICTIONARY))
    corners, ids, _ = detector.detectMarkers(grey)
    if ids is None or not len(corners):
        return Markers(np.zeros(0, dtype=np.int64), np.zeros((0, 2)))
    seats = np.asarray(ids).ravel().astype(np.int64)
    middles = np.stack(
        [np.asarray(c, dtype=np.float64).reshape(4, 2).mean(axis=0) for c in corners]
    )
    known = seats < _SEATS
    return Markers(seats[known], middles[known] + 0.5)


def turn_to_markers(view: View, markers: Markers) -> View | None:
    """Return the view after the quarter turns that put each marker beside its own seat's corner.

    None where no marker is seen, where they contradict each other, or lie between two corners.
    """
    turns = {_quarters(view, seat, pixel) for seat, pixel in zip(
        markers.seats.tolist(), markers.pixels, strict=True)}  # fmt: skip
    turn = turns.pop() if len(turns) == 1 else None
    if turn is None or markers.mirrored:
        return None
    return View(turn_camera(view.camera, 90.0 * turn), view.board) if turn else view


def _quarters(view: View, seat: int, pixel: Points) -> int | None:
    """Return by how many quarters the board must be turned so that the marker lies at its seat's corner."""
    place = view.camera.on_plane(pixel[None])[0]
    corners = _corners(view)
    away = np.linalg.norm(corners - place, axis=1)
    nearest, next_one = np.argsort(away)[:2]
    if away[next_one] - away[nearest] < _NEARER * view.board.side_mm:
        return None
    return int(nearest - seat) % _SEATS


def _corners(view: View) -> Points:
    """The corners on the board's plane, (4, 2) mm, in the order of the seats."""
    starts = view.board.of_kind("start") or view.board.of_kind("ball-place")
    each = max(1, len(starts) // view.board.seats)
    middles = np.array([(p.x_mm, p.y_mm) for p in starts]).reshape(view.board.seats, each, 2)
    signs = np.sign(middles.mean(axis=1))
    corners: Points = signs * view.board.side_mm / 2
    return corners
