"""Quarter turns: the board looks alike after each of them, and where seat 0 is must be said or agreed on."""

from dataclasses import replace

import numpy as np

from vision.camera import Camera, Points
from vision.view import View

# The picture's corner nearest to seat 0's start area, as parts of width and height, by what people call it.
_CORNERS = {
    "lower-left": (0.0, 1.0),
    "lower-right": (1.0, 1.0),
    "upper-left": (0.0, 0.0),
    "upper-right": (1.0, 0.0),
    "left": (0.0, 1.0),
    "right": (1.0, 1.0),
}
SEAT0 = tuple(_CORNERS)
"""What ``seat0`` may be; "left" and "right" are the lower corners."""

# Two start areas are equally near if they differ by less than this part of the picture's width.
_EQUAL = 0.002


def turn_camera(camera: Camera, degrees: float) -> Camera:
    """Return the camera over a board whose points were turned by ``degrees`` about its centre."""
    angle = np.radians(degrees)
    cos, sin = np.cos(angle), np.sin(angle)
    turn = np.array([[cos, -sin, 0.0], [sin, cos, 0.0], [0.0, 0.0, 1.0]])
    return replace(camera, rotation=camera.rotation @ turn.T, centre_mm=turn @ camera.centre_mm)


def seat_corner(seat0: str | None) -> tuple[float, float]:
    """Return the named corner of the picture as parts of its width and height, the lower left one if None.

    Raises:
        ValueError: there is no such corner.

    """
    name = seat0 or "lower-left"
    if name not in _CORNERS:
        raise ValueError(f"seat0 is {seat0!r}; expected one of {', '.join(SEAT0)}")
    return _CORNERS[name]


def turn_to_seat(view: View, seat0: str | None) -> View:
    """Return the view with seat 0 nearest the named corner of the picture, the lower left one if None.

    Where two start areas are equally near, the left one is meant.

    Raises:
        ValueError: there is no such corner.

    """
    corner = seat_corner(seat0)
    turned = [View(turn_camera(view.camera, 90.0 * k), view.board) for k in range(4)]
    size = np.array([view.camera.width_px, view.camera.height_px])
    seats = np.array([_seat0_px(option) for option in turned])
    distance = np.linalg.norm(seats - np.array(corner) * size, axis=1)
    near = np.flatnonzero(distance <= distance.min() + _EQUAL * size[0])
    return turned[int(near[np.argmin(seats[near, 0])])]


def turn_like(view: View, before: View) -> View:
    """Return the view after the quarter turns that bring its corners nearest to where they were before."""
    turned = [View(turn_camera(view.camera, 90.0 * k), view.board) for k in range(4)]
    old = before.camera.project(_corners(before))
    return min(turned, key=lambda v: float(np.linalg.norm(v.camera.project(_corners(v)) - old)))


def _corners(view: View) -> Points:
    half = view.board.side_mm / 2
    return np.array([[-half, -half, 0], [-half, half, 0], [half, half, 0], [half, -half, 0]])


def _seat0_px(view: View) -> Points:
    """Return the pixel (2,) of seat 0's start area, or with Memory of the middle of its corner plate."""
    starts = view.board.of_kind("start") or view.board.of_kind("ball-place")
    return np.asarray(view.pixels(starts[: max(1, len(starts) // view.board.seats)]).mean(axis=0))
