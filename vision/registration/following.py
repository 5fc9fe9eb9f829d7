"""Is the board still where it was? A quick look at its edges, and finding it again if it is not.

The quick look samples the picture across the board's sides and its round edges, a few thousand pixels in
all. Where an edge shows at its place, the board is there; a hand hides some of them, a moved board has none
of them. What a nudge does is seen by the same edges: the view slides along until they lie at their places.
"""

import math
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import cached_property

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.camera import Camera, Points
from vision.frame import Frame
from vision.prepared import once_a_view
from vision.registration.finder import (
    Found,
    again,
    find_board,
    find_exactly,
    find_near,
    find_plain,
    find_pushed,
)
from vision.registration.log_picture import log_grey
from vision.registration.markers import find_markers, turn_to_markers
from vision.registration.measure import circles, nearest_edges, side_height_mm
from vision.registration.pushed import about
from vision.registration.seats import turn_camera, turn_like
from vision.sampling import Pixels
from vision.view import View

# How far each probe looks to both sides of its edge, and how far its parallel profiles are apart, in mm.
_REACH_MM, _APART_MM = 8.0, 2.0


@dataclass(frozen=True, slots=True)
class _Fineness:
    """How many probes along each ``side`` and ``round`` each circle, of how many ``profiles``."""

    side: int
    round: int
    profiles: int
    step_mm: float


# To see whether the board stays, and to slide it to about its place: a tenth of the samples.
_STAYING = _Fineness(side=16, round=24, profiles=4, step_mm=0.5)
_SLIDING = _Fineness(side=12, round=10, profiles=2, step_mm=1.0)
# An edge this near its place is there. Chance has a tenth there; with so many the board has not moved.
_NEAR_MM, _STILL = 1.5, 0.3
# Where a view slid to a wrong place there were fewer by chance.
_CLEAR = 0.55
# Edges say where the board is to about this, as light and shadows change; less is no movement.
_SWAY_MM, _SWAY_DEG = 1.2, 0.3
# By how much a board that nothing shows to have moved is held where it was.
_NO_MOTION = 1e-6 * np.eye(3)
# Turns below this are a push's; markers are asked about greater ones, which take longer than all the rest.
_PUSHED_DEG = 25.0
# A view slides so often at most; each slide brings it nearer by up to about half the reach.
_SLIDES = 6


@dataclass(frozen=True, slots=True)
class Tracked:
    """Where the board lies now: ``view``, and by how much its middle has shifted and the board has turned.

    ``shift_mm`` is along the table, ``turn_deg`` counter-clockwise, both since the view that was given.
    ``quality`` 0..1 is the part of the board seen at its place; not ``good`` means that the board is
    somewhere else, or hidden.
    """

    view: View
    shift_mm: float
    turn_deg: float
    quality: float
    good: bool = True


def track(frame: Frame, view: View) -> Tracked:
    """Look whether the board of a view is still there, in a BGR or grey picture of the same camera.

    The same view is returned as long as the board has not moved.
    """
    probes = _probes(view)
    offset, found = probes.offsets(frame)
    still = _part_at_place(offset, found)
    shift_mm, turn_deg = probes.movement(offset, found)
    good = still >= _STILL and shift_mm < _SWAY_MM and abs(turn_deg) < _SWAY_DEG
    return Tracked(view, shift_mm, turn_deg, still, good)


def reregister(frame: Frame, view: View, *, roughly: bool = False) -> Tracked:
    """Find the board of a view again, wherever it or the camera was moved; lens and board are known.

    A nudged board is fitted where its edges slid to, from its place or from where its holes seem to be; else
    it is looked for in the whole picture. A quarter turn cannot be seen by the board alone: corner markers
    tell, and where there are none, the least turn that explains the picture is returned.

    ``roughly``: a nudged board may be a millimetre off until it is `settled`; this takes half of the time,
    which matters while it is being pushed.

    Raises:
        NoBoardError: it is not in the picture, or not well enough to be seen.

    """
    near = _nudged(frame, view, roughly=roughly)
    if near is not None and abs(moved(view, near.view)[1]) < _PUSHED_DEG:
        return Tracked(near.view, *moved(view, near.view), near.support.total)
    found = near or find_board(frame, again(view))
    now = turn_to_markers(found.view, find_markers(frame)) or turn_like(found.view, view)
    return Tracked(now, *moved(view, now), found.support.total)


def _nudged(frame: Frame, view: View, *, roughly: bool) -> Found | None:
    """Fit a board that was nudged; None if it does not lie near."""
    exact = None if roughly else _near(frame, view, find_plain, _CLEAR)
    if exact is not None:
        return exact
    near = _near(frame, view, find_pushed, _CLEAR) or _near(
        frame, about(frame, view), find_pushed, _STILL
    )
    if near is None:
        return _near(frame, view, find_near, _STILL)
    return near if roughly else find_exactly(frame, near.view) or near


def settled(frame: Frame, view: View) -> View | None:
    """Return exactly where a board lies that was found roughly; None if too little shows."""
    found = find_exactly(frame, view)
    return None if found is None else found.view


def _near(
    frame: Frame, view: View, fit: Callable[[Frame, View], Found | None], least: float
) -> Found | None:
    """Fit the board where the edges of a view slide to, if the ``least`` part of them shows there."""
    slid = _slid(frame, view, least)
    return fit(frame, slid) if slid is not None else None


def _slid(frame: Frame, view: View, least: float) -> View | None:
    """Slide a view over the table until the ``least`` part of the edges is at its place; None if none is."""
    for _ in range(_SLIDES):
        probes = _probes_of(view, _SLIDING)
        offset, found = probes.offsets(frame)
        x_mm, y_mm, turn_deg = probes.motion(offset, found)
        if np.hypot(x_mm, y_mm) < _SWAY_MM and abs(turn_deg) < _SWAY_DEG:
            return view if _part_at_place(offset, found) >= least else None
        camera = turn_camera(view.camera, -turn_deg)
        to_board = np.array([x_mm, y_mm, 0.0])
        view = View(replace(camera, centre_mm=camera.centre_mm - to_board), view.board)
    return None


def _part_at_place(offset: Points, found: NDArray[np.bool_]) -> float:
    """Return the part of the edges that show near their places."""
    return np.count_nonzero(found & (np.abs(offset) < _NEAR_MM)) / max(len(offset), 1)


def moved(before: View, now: View) -> tuple[float, float]:
    """Return by how much the board's middle has shifted on the table (mm) and the board turned (degrees)."""
    reach = before.board.side_mm / 4
    points = now.camera.project(np.array([[0.0, 0.0, 0.0], [reach, 0.0, 0.0], [-reach, 0.0, 0.0]]))
    middle, right, left = before.camera.on_plane(points)
    x, y = right - left
    return float(np.hypot(*middle)), float(np.degrees(np.arctan2(y, x)))


@dataclass(frozen=True)
class _Probes:
    """Where to sample a picture for each edge, and what an offset of the edge means for the board."""

    pixels: Pixels
    across: Points
    normal: Points
    place_mm: Points

    @cached_property
    def _outwards(self) -> Points:
        """How far outwards each edge goes with the board's x and y, and its turn in hundredths: (n, 3)."""
        (right, up), (x, y) = self.normal.T, self.place_mm.T
        return np.column_stack([self.normal, (up * x - right * y) / 100])

    def offsets(self, frame: Frame) -> tuple[Points, NDArray[np.bool_]]:
        """Return how far (mm) outside its place each probe's nearest edge shows, and whether one does."""
        shape = len(self.normal), -1, len(self.across)
        log = log_grey(self.pixels.of(frame)).reshape(shape)
        profiles = log.shape[1]
        total = log[:, 0].copy()
        for profile in range(1, profiles):
            total += log[:, profile]
        return nearest_edges(total / np.float32(profiles), self.across)

    def movement(self, offset: Points, found: NDArray[np.bool_]) -> tuple[float, float]:
        """Return the shift (mm) and turn (degrees) that most of the edges' offsets agree on."""
        x_mm, y_mm, turn_deg = self.motion(offset, found)
        return math.hypot(x_mm, y_mm), turn_deg

    def motion(self, offset: Points, found: NDArray[np.bool_]) -> tuple[float, float, float]:
        """Return the shift (x and y in mm) and turn (degrees) that most of the edges' offsets agree on."""
        if found.sum() < 3:
            return 0.0, 0.0, 0.0
        matrix = self._outwards[found]
        weight = np.ones(len(matrix))
        seen = offset[found][:, None]
        for _ in range(5):
            weighed = matrix.T * weight
            # A little is added for edges that are all parallel: they do not say how the board moved along.
            # cv2 solves three equations in a quarter of the time that numpy takes.
            _, solved = cv2.solve(weighed @ matrix + _NO_MOTION, weighed @ seen)
            motion = np.asarray(solved, dtype=np.float64)
            miss = (seen - matrix @ motion)[:, 0] / _NEAR_MM
            weight = 1 + miss * miss
            weight = 1 / (weight * weight)
        x_mm, y_mm, turn = motion[:, 0].tolist()
        return x_mm, y_mm, math.degrees(turn / 100)


@once_a_view(2)
def _probes(view: View) -> _Probes:
    return _probes_of(view, _STAYING)


def _probes_of(view: View, fine: _Fineness) -> _Probes:
    across = np.arange(-_REACH_MM, _REACH_MM + fine.step_mm / 2, fine.step_mm)
    rows = np.vstack([*_side_probes(view, fine.side), *_round_probes(view, fine.round)])
    normal, place, height = rows[:, :2], rows[:, 2:4], rows[:, 4]
    tangent = np.column_stack([-normal[:, 1], normal[:, 0]])
    beside = (np.arange(fine.profiles) - (fine.profiles - 1) / 2) * _APART_MM
    points = (
        place[:, None, None]
        + beside[:, None, None] * tangent[:, None, None]
        + across[:, None] * normal[:, None, None]
    )
    heights = np.broadcast_to(height[:, None, None, None], (*points.shape[:3], 1))
    whole = np.concatenate([points, heights], axis=-1).reshape(-1, 3)
    pixels = view.camera.project(whole) - 0.5
    index = pixels.astype(np.float32).reshape(len(rows) * fine.profiles, len(across), 2)
    seen = _in_picture(view.camera, view.camera.project(np.column_stack([place, height])))
    keep = np.repeat(seen, fine.profiles)
    shown = Pixels.nearest(index[keep, :, 0], index[keep, :, 1])
    return _Probes(shown, across, normal[seen], place[seen])


def _in_picture(camera: Camera, pixels: Points) -> NDArray[np.bool_]:
    x, y = pixels.T
    return np.asarray((x > 0) & (x < camera.width_px) & (y > 0) & (y < camera.height_px))


def _side_probes(view: View, count: int) -> list[Points]:
    """Return for each side its probes' normal, place and height: (n, 5)."""
    half = view.board.side_mm / 2
    along = ((np.arange(count) + 0.5) / count * 2 - 1) * half
    height = side_height_mm(view.board, along)
    found = []
    for quarter in range(4):
        normal = np.array([np.cos(np.pi / 2 * quarter), np.sin(np.pi / 2 * quarter)])
        place = half * normal + along[:, None] * np.array([-normal[1], normal[0]])
        found.append(np.column_stack([np.tile(normal, (len(along), 1)), place, height]))
    return found


def _round_probes(view: View, count: int) -> list[Points]:
    angle = 2 * np.pi * np.arange(count) / count
    normal = np.stack([np.cos(angle), np.sin(angle)], axis=1)
    return [
        np.column_stack([
            normal, np.array([x, y]) + radius * normal, np.full(len(angle), height)
        ])
        for kind, x, y, radius, height in circles(view.board)
        if kind == "start"
    ]  # fmt: skip
