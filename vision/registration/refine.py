"""Fitting camera and board together to everything measured."""

from dataclasses import dataclass, replace

import numpy as np

from referee.board import Board, corner_to_board
from vision.camera import Camera, Points
from vision.registration.least_squares import Fit, minimise
from vision.registration.measure import RINGS, Marks, circles
from vision.registration.pose import CameraVector
from vision.view import View

# Standard deviations of the measurements in mm: hole spots, sides (rounded, shadowed), round edges.
_FIELD_MM, _SIDE_MM, _ROUND_MM = 0.7, 1.0, 0.8
# All pieces of a side err alike (the rounding, a shadow along it), so one piece weighs little; so do those of a
# start area's edge, and even less those of the dice area's, whose floor shows before its rim does.
_SIDE_WEIGHT, _START_WEIGHT, _DICE_WEIGHT = 0.06, 0.1, 0.02
# The owner's places have a ruler's error on top.
_PLACE_MM = 1.5
# Holes are lit from one side: all of them may show by about this much beside their places, less once their rims
# were looked at.
_LEAN_MM, _RIM_LEAN_MM = 1.0, 0.3
# An owner's ruler (or the board file) is right to about this.
_RULER_MM = 1.0

# The numbers behind the camera's nine: side, three radii, target step (degrees), dice radius, start v and r,
# and by how much holes show aside (x, y).
_SIDE, _RADII, _STEP, _DICE, _START, _LEAN = 9, slice(10, 13), 13, 14, slice(15, 17), slice(17, 19)
_COUNT = 19
_SCALE = np.array(
    [0.01, 0.01, 0.01, 5, 5, 5, 0.05, 0.02, 0.01, 2, 2, 2, 2, 1, 2, 2, 2, 0.5, 0.5],
    dtype=np.float64,
)


@dataclass(frozen=True, slots=True)
class Refined:
    """A fitted view, the fit's numbers, and how far the measurements miss it (mm)."""

    view: View
    fit: Fit
    field_miss_mm: Points
    place_miss_mm: Points
    side_miss_mm: Points
    round_miss_mm: Points


def refine(view: View, marks: Marks, *, rims_known: bool) -> Refined:
    """Fit camera, side, radii, target step, dice disc and start areas of a view to measurements."""
    problem = _Problem(view, marks, _RIM_LEAN_MM if rims_known else _LEAN_MM)
    fit = minimise(problem.residuals, problem.start, _SCALE, weight=problem.weight)
    field, place, side, rounds = problem.misses(fit.x)
    return Refined(
        problem.view(fit.x), fit, np.linalg.norm(field, axis=1), np.linalg.norm(place, axis=1),
        np.abs(side), np.abs(rounds),
    )  # fmt: skip


class _Problem:
    """The least-squares problem of one picture."""

    def __init__(self, view: View, marks: Marks, lean_mm: float) -> None:
        self._view, self._marks, self._lean_mm = view, marks, lean_mm
        self._vector = CameraVector(view.camera)
        board = view.board
        self._kinds = np.array([kind == "start" for kind, *_ in circles(board)])
        start = next((c for c in board.corners if c.kind == "start"), None)
        self._start_v, self._start_r = (
            (start.points_mm[0][1], start.radius_mm) if start else (0.0, 0.0)
        )
        self.start = np.zeros(_COUNT)
        self.start[:9] = self._vector.zero
        self.start[_SIDE] = board.side_mm
        self.start[_RADII] = [board.ring(kind).radius_mm for kind in RINGS]
        self.start[_STEP] = board.ring("target").step_deg
        self.start[_DICE] = board.disc("dice").radius_mm
        self.start[_START] = self._start_v, self._start_r
        fields, places, sides, rounds = marks.fields, marks.places, marks.sides, marks.rounds
        self.weight = np.concatenate([
            np.ones(2 * len(fields.pixels) + 2 * len(places.pixels)), np.full(len(sides.pixels), _SIDE_WEIGHT),
            np.where(self._kinds[rounds.circle], _START_WEIGHT, _DICE_WEIGHT),
        ])  # fmt: skip
        self._pixels = np.vstack([fields.pixels, places.pixels, sides.pixels, rounds.pixels])
        self._height = np.concatenate(
            [fields.height_mm, places.height_mm, sides.height_mm, rounds.height_mm]
        )

    def misses(self, x: Points) -> tuple[Points, Points, Points, Points]:
        """Return by how much the marks miss the board (mm): fields, places (n, 2), sides, rounds (n,)."""
        marks = self._marks
        seen = _on_heights(self._vector.camera(x[:9]), self._pixels, self._height)
        cuts = np.cumsum(
            [len(marks.fields.pixels), len(marks.places.pixels), len(marks.sides.pixels)]
        )
        fields, places, sides, rounds = np.split(seen, cuts)
        steps = np.where(marks.fields.ring == 2, x[_STEP], self._own_step())
        angle = np.radians(marks.fields.angle_deg + steps * marks.fields.steps)
        radius = x[_RADII][marks.fields.ring]
        expected = radius[:, None] * np.stack([np.cos(angle), np.sin(angle)], axis=1)
        return (
            fields - expected - x[_LEAN],
            places - marks.places.places_mm - x[_LEAN],
            np.sum(sides * marks.sides.normal, axis=1) - x[_SIDE] / 2,
            self._round_miss(rounds, x),
        )

    def _own_step(self) -> Points:
        own = np.array([self._view.board.ring(kind).step_deg for kind in RINGS])
        return own[self._marks.fields.ring]

    def _round_miss(self, seen: Points, x: Points) -> Points:
        rounds = self._marks.rounds
        start = self._kinds[rounds.circle]
        stretch = np.where(start, x[_START][0] / max(self._start_v, 1e-9), 1.0)
        radius = np.where(start, x[_START][1], x[_DICE])
        return np.linalg.norm(seen - rounds.centre_mm * stretch[:, None], axis=1) - radius

    def residuals(self, x: Points) -> Points:
        """Return all residuals in standard deviations, measurements first."""
        fields, places, sides, rounds = self.misses(x)
        given = np.append(x[_START], x[_SIDE]) - np.append(self.start[_START], self.start[_SIDE])
        loose = (x[_RADII] - self.start[_RADII]) / 20
        return np.concatenate([
            fields.ravel() / _FIELD_MM, places.ravel() / _PLACE_MM, sides / _SIDE_MM, rounds / _ROUND_MM,
            self._vector.prior(x[:9]), given / _RULER_MM, x[_LEAN] / self._lean_mm, loose,
            [(x[_DICE] - self.start[_DICE]) / 10, (x[_STEP] - self.start[_STEP]) / 5],
        ])  # fmt: skip

    def view(self, x: Points) -> View:
        """Return the view that the numbers stand for."""
        return View(self._vector.camera(x[:9]), self._board(x))

    def _board(self, x: Points) -> Board:
        board = replace(self._view.board, side_mm=float(x[_SIDE]))
        for kind, radius in zip(RINGS, x[_RADII], strict=True):
            board = board.with_ring(kind, radius_mm=float(radius))
        board = board.with_ring("target", step_deg=float(x[_STEP]))
        board = board.with_disc("dice", radius_mm=float(x[_DICE]))
        v, r = x[_START]
        return board.with_corner("start", points_mm=((0.0, float(v)),), radius_mm=float(r))


def _on_heights(camera: Camera, pixels: Points, height_mm: Points) -> Points:
    rays = camera.rays(pixels)
    t = (height_mm - camera.centre_mm[2]) / rays[:, 2]
    return np.asarray(camera.centre_mm[:2] + t[:, None] * rays[:, :2])


def seat_point(board: Board, seat: int) -> tuple[float, float]:
    """Return where seat ``seat``'s start area lies (mm)."""
    start = next(c for c in board.corners if c.kind == "start")
    return corner_to_board(seat, *start.points_mm[0])
