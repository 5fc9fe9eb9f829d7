"""Fitting camera and board together to everything measured."""

from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np

from referee.board import Board
from vision.camera import Points
from vision.registration.least_squares import minimise
from vision.registration.marks import Marks
from vision.registration.measure import RINGS, circles
from vision.registration.pose import CAMERA_SCALE, CameraVector, Lens
from vision.view import View

# Standard deviations of the measurements in mm: hole spots, sides (rounded, shadowed), round edges.
_FIELD_MM, _SIDE_MM, _ROUND_MM = 0.7, 1.0, 0.8
# All pieces of a side err alike (the rounding, a shadow along it), so one piece weighs little; so do those
# of a start area's edge, and even less those of the dice area's, whose floor shows before its rim does.
_SIDE_WEIGHT, _START_WEIGHT, _DICE_WEIGHT = 0.06, 0.1, 0.02
# All of an owner's places may be off alike, too.
_PLACE_WEIGHT = 0.3
# The owner's places have a ruler's error on top.
_PLACE_MM = 1.5
# Holes are lit from one side: all of them may show by about this much beside their places, less once their
# rims were looked at.
_LEAN_MM, _RIM_LEAN_MM = 1.0, 0.3
# The numbers behind the camera's nine: side, three radii, target step (degrees), dice radius, start v and r,
# and by how much holes show aside (x, y).
_SIDE, _RADII, _STEP, _DICE, _START, _LEAN = 9, slice(10, 13), 13, 14, slice(15, 17), slice(17, 19)
_SCALE = np.concatenate([CAMERA_SCALE, [2, 2, 2, 2, 1, 2, 2, 2, 0.5, 0.5]])
# The numbers that change when the camera is pushed: its turn and place, and how holes show aside.
_MOVED = np.array([*range(6), 17, 18])
# The fit of so few numbers, from a place that is right to a millimetre, has ended after so many rounds.
_MOVED_ROUNDS = 4
# How far the board's lengths may be off: an owner's ruler (or the board file's side and start areas) to 1
# mm, what is fitted hardly bound; and on a board that was fitted before.
_SPREAD = np.array([1.0, 20.0, 20.0, 20.0, 5.0, 10.0, 1.0, 1.0])
_KNOWN_SPREAD = np.array([0.3, 0.3, 0.3, 0.3, 0.2, 0.5, 0.3, 0.3])


@dataclass(frozen=True, slots=True)
class Belief:
    """What is believed before the fit: about the lens, and whether the board's own lengths are known
    already.

    ``only_moved``: lens and board are what they were to the last bit, and only the camera's place is fitted.
    """

    lens: Lens
    board_known: bool = False
    only_moved: bool = False


@dataclass(frozen=True, slots=True)
class Refined:
    """A fitted view, and how far each measurement misses it (mm)."""

    view: View
    field_miss_mm: Points
    place_miss_mm: Points
    side_miss_mm: Points
    round_miss_mm: Points


def refine(view: View, marks: Marks, belief: Belief, *, rims_known: bool) -> Refined:
    """Fit camera, side, radii, target step, dice disc and start areas of a view to measurements."""
    problem = _Problem(view, marks, belief, _RIM_LEAN_MM if rims_known else _LEAN_MM)
    x = _moved(problem) if belief.only_moved else _fitted(problem)
    field, place, side, rounds = problem.misses(x)
    return Refined(
        problem.view(x), np.linalg.norm(field, axis=1), np.linalg.norm(place, axis=1),
        np.abs(side), np.abs(rounds),
    )  # fmt: skip


def _fitted(problem: "_Problem") -> Points:
    """Return the numbers that fit best."""
    return minimise(problem.residuals, problem.start, _SCALE, weight=problem.weight).x


def _moved(problem: "_Problem") -> Points:
    """Return the numbers of which those fit best that change with the camera's place."""
    whole = problem.start.copy()

    def residuals(moved: Points) -> Points:
        whole[_MOVED] = moved
        return problem.residuals(whole)

    fit = minimise(
        residuals, whole[_MOVED], _SCALE[_MOVED], weight=problem.weight, rounds=_MOVED_ROUNDS
    )
    whole[_MOVED] = fit.x
    return whole


class _Problem:
    """The least-squares problem of one view."""

    def __init__(self, view: View, marks: Marks, belief: Belief, lean_mm: float) -> None:
        self._view, self._marks, self._only_moved = view, marks, belief.only_moved
        self._vector = CameraVector(view.camera, belief.lens)
        board = view.board
        self._kinds = np.array([kind == "start" for kind, *_ in circles(board)])
        start = next((c for c in board.corners if c.kind == "start"), None)
        self._start_v = start.points_mm[0][1] if start else 1.0
        self.start = np.concatenate([
            self._vector.zero, [board.side_mm], [board.ring(kind).radius_mm for kind in RINGS],
            [board.ring("target").step_deg, board.disc("dice").radius_mm],
            [self._start_v, start.radius_mm if start else 1.0, 0.0, 0.0],
        ])  # fmt: skip
        spread = _KNOWN_SPREAD if belief.board_known else _SPREAD
        self._spread = np.append(spread, [lean_mm, lean_mm])
        parts = (marks.fields, marks.places, marks.sides, marks.rounds)
        self._pixels = np.vstack([part.pixels for part in parts])
        self._height = np.concatenate([part.height_mm for part in parts])
        # Where the pixels look from a camera that keeps its lens, in its own axes.
        self._rays = view.camera.own_rays(self._pixels) if self._only_moved else None
        self._cuts = np.cumsum([len(part.pixels) for part in parts])[:-1]
        self.weight = np.concatenate([
            np.ones(2 * len(marks.fields.pixels)),
                np.full(2 * len(marks.places.pixels), _PLACE_WEIGHT),
            np.full(len(marks.sides.pixels), _SIDE_WEIGHT),
            np.where(self._kinds[marks.rounds.circle], _START_WEIGHT, _DICE_WEIGHT),
        ])  # fmt: skip

    def misses(self, x: Points) -> tuple[Points, Points, Points, Points]:
        """Return by how much the marks miss the board (mm): fields, places (n, 2), sides, rounds (n,)."""
        marks = self._marks
        fields, places, sides, rounds = np.split(self._on_board(x), self._cuts)
        steps = np.where(marks.fields.ring == 2, x[_STEP], self._own_step)
        angle = np.radians(marks.fields.angle_deg + steps * marks.fields.steps)
        radius = x[_RADII][marks.fields.ring]
        expected = radius[:, None] * np.stack([np.cos(angle), np.sin(angle)], axis=1)
        return (
            fields - expected - x[_LEAN],
            places - marks.places.places_mm - x[_LEAN],
            np.sum(sides * marks.sides.normal, axis=1) - x[_SIDE] / 2,
            self._round_miss(rounds, x),
        )

    def _on_board(self, x: Points) -> Points:
        """Return where the marks lie on the board at their heights, (n, 2) mm."""
        camera = self._vector.camera(x[:9])
        rays = camera.rays(self._pixels) if self._rays is None else self._rays @ camera.rotation
        t = (self._height - camera.centre_mm[2]) / rays[:, 2]
        return np.asarray(camera.centre_mm[:2] + t[:, None] * rays[:, :2])

    @cached_property
    def _own_step(self) -> Points:
        own = np.array([self._view.board.ring(kind).step_deg for kind in RINGS], dtype=np.float64)
        return np.asarray(own[self._marks.fields.ring])

    def _round_miss(self, seen: Points, x: Points) -> Points:
        rounds = self._marks.rounds
        start = self._kinds[rounds.circle]
        stretch = np.where(start, x[_START][0] / max(self._start_v, 1e-9), 1.0)
        radius = np.where(start, x[_START][1], x[_DICE])
        distance = np.linalg.norm(seen - rounds.centre_mm * stretch[:, None], axis=1)
        return np.asarray(distance - radius)

    def residuals(self, x: Points) -> Points:
        """Return all residuals in standard deviations, measurements first."""
        fields, places, sides, rounds = self.misses(x)
        return np.concatenate([
            fields.ravel() / _FIELD_MM, places.ravel() / _PLACE_MM, sides / _SIDE_MM,
            rounds / _ROUND_MM, self._vector.prior(x[:9]), (x - self.start)[9:] / self._spread,
        ])  # fmt: skip

    def view(self, x: Points) -> View:
        """Return the view that the numbers stand for."""
        board = self._view.board if self._only_moved else self._board(x)
        return View(self._vector.camera(x[:9]), board)

    def _board(self, x: Points) -> Board:
        board = replace(self._view.board, side_mm=float(x[_SIDE]))
        for kind, radius in zip(RINGS, x[_RADII], strict=True):
            board = board.with_ring(kind, radius_mm=float(radius))
        board = board.with_ring("target", step_deg=float(x[_STEP]))
        board = board.with_disc("dice", radius_mm=float(x[_DICE]))
        v, r = x[_START]
        return board.with_corner("start", points_mm=((0.0, float(v)),), radius_mm=float(r))
