"""Finding the board in a picture: camera, board and the quality of the fit."""

from dataclasses import dataclass, replace

import cv2
import numpy as np

from referee.board import Board, Variant
from vision.camera import Camera, Points
from vision.errors import NoBoardError
from vision.registration.holes import Grey, Picture, find_spots, log_grey, spot_map
from vision.registration.layout import Square, find_rings_inside, find_squares
from vision.registration.least_squares import minimise
from vision.registration.measure import (
    Marks,
    measure_circles,
    measure_fields,
    measure_places,
    measure_sides,
    spots_from_above,
)
from vision.registration.pose import CameraVector, camera_from_homography
from vision.registration.quality import Support, support
from vision.registration.refine import refine
from vision.registration.rims import find_rims
from vision.registration.ring import FIELDS, OuterRing, find_rings
from vision.registration.top_view import TopView, view_from_above
from vision.view import View

# Holes are looked for in a picture of this width with these radii: boards from a third of the picture up.
_SEARCH_WIDTH = 1000
_RADII_PX = (6.4, 4.5, 9.0, 3.2, 12.7)
_SPOTS = 400
# A ring with this many of its 64 fields needs no other radius tried.
_PLENTY = 58
# The fewest fields that make a ring.
_RING_LEAST = 30
_FINE_WIDTH = 1640
# Squares less clear than the clearest by this much are not tried, nor others of the same turn this near.
_SQUARE_MARGIN, _SQUARES_TRIED, _SIDES_APART_MM = 0.3, 4, 3.0


@dataclass(frozen=True, slots=True)
class Registration:
    """A found board: its ``view`` (camera and fitted board), ``quality`` 0..1, and what lowers it."""

    view: View
    quality: float
    reasons: tuple[str, ...] = ()


def register(
    frame: Picture, board: Board, *, seat0: str | None = None, variant: Variant | None = None
) -> Registration:
    """Find the board in a BGR or grey picture (h, w, 3) or (h, w) uint8.

    Raises:
        NoBoardError: there is no board, or what was found is not good enough to be used.

    """
    height, width = frame.shape[:2]
    search = _shrunk(frame, _SEARCH_WIDTH)
    ring = _find_ring(log_grey(search))
    start = _ring_camera(ring, board, width, height, search.shape[1] / width)
    fine = log_grey(_shrunk(frame, _FINE_WIDTH))
    scale = fine.shape[1] / width
    rounds = [
        _fit_round(view, fine, scale, 10.0)
        for view in _candidates(start, board, fine, scale, variant)
    ]
    best = max(rounds, key=lambda fit: fit.support.total)
    best = _fit_round(best.view, fine, scale, 5.0, fit_rims=True)
    return Registration(turn_to_seat(best.view, seat0), best.support.total)


@dataclass(frozen=True, slots=True)
class _Round:
    """One round of measuring and fitting."""

    view: View
    support: Support


def _shrunk(frame: Picture, width: int) -> Picture:
    if frame.shape[1] <= width:
        return frame
    height = round(frame.shape[0] * width / frame.shape[1])
    return np.asarray(cv2.resize(frame, (width, height), interpolation=cv2.INTER_AREA))


def _find_ring(log: Grey) -> OuterRing:
    best: OuterRing | None = None
    for radius in _RADII_PX:
        for ring in find_rings(find_spots(spot_map(log, radius), radius, _SPOTS))[:1]:
            if best is None or ring.support > best.support:
                best = ring
        if best is not None and best.support >= _PLENTY:
            break
    if best is None or best.support < _RING_LEAST:
        found = "no ring of holes" if best is None else f"a ring with {best.support} of 64 holes"
        raise NoBoardError(f"found {found}")
    return best


def _ring_angles(fields: Points) -> Points:
    return np.asarray(np.radians(-135.0) - 2 * np.pi * fields / FIELDS)


def _ring_camera(ring: OuterRing, board: Board, width: int, height: int, scale: float) -> Camera:
    """Fit a camera to the ring's holes, its first one taken for O0."""
    radius = board.ring("outer").radius_mm
    cos, sin = np.cos(np.radians(-135.0)), np.sin(np.radians(-135.0))
    to_plane = np.array(
        [[radius * cos, radius * sin, 0], [radius * sin, -radius * cos, 0], [0, 0, 1]]
    )
    homography = np.diag([1 / scale, 1 / scale, 1.0]) @ ring.homography @ np.linalg.inv(to_plane)
    vector = CameraVector(camera_from_homography(homography, width, height))
    angle = _ring_angles(ring.fields.astype(np.float64))
    plane = radius * np.stack([np.cos(angle), np.sin(angle), np.zeros(len(angle))], axis=1)
    pixels = ring.points_px / scale
    pitch = float(
        np.linalg.norm(np.diff(ring.project(np.arange(FIELDS + 1.0)), axis=0), axis=1).mean()
    )
    spread = 0.05 * pitch / scale

    def residuals(x: Points) -> Points:
        miss = (vector.camera(x).project(plane) - pixels) / spread
        return np.concatenate([miss.ravel(), vector.prior(x)])

    scales = np.array([0.01, 0.01, 0.01, 5, 5, 5, 0.05, 0.02, 0.01])
    return vector.camera(minimise(residuals, vector.zero, scales, weight=np.ones(2 * len(plane))).x)


def _candidates(
    camera: Camera, board: Board, log: Grey, scale: float, variant: Variant | None
) -> list[View]:
    """Lay the board out for each square that may be the right one."""
    radius = board.ring("outer").radius_mm
    squares = find_squares(view_from_above(log, scale, camera, 1.6 * radius, 2.0), board)
    likely: list[Square] = []
    for square in squares:
        apart = all(
            square.turn != s.turn or abs(square.half_mm - s.half_mm) > _SIDES_APART_MM
            for s in likely
        )
        if apart and square.strength > squares[0].strength - _SQUARE_MARGIN:
            likely.append(square)
    return [
        _lay_out(*_squared(camera, board, square), log, scale, variant)
        for square in likely[:_SQUARES_TRIED]
    ]


def _lay_out(
    camera: Camera, board: Board, log: Grey, scale: float, variant: Variant | None
) -> View:
    """Find the inner rings and the variant."""
    outer = board.ring("outer").radius_mm
    top = view_from_above(log, scale, camera, 1.05 * outer, 1.0)
    spots = spots_from_above(top, board.ring("outer").hole_mm / 2)
    rings = find_rings_inside(spots, camera.centre_mm, board, variant)
    board = board.with_variant(rings.variant)
    board = board.with_ring("inner", radius_mm=rings.inner_mm)
    board = board.with_ring("target", radius_mm=rings.target_mm, step_deg=-rings.step_deg)
    return View(camera, board)


def _squared(camera: Camera, board: Board, square: Square) -> tuple[Camera, Board]:
    grow = board.side_mm / 2 / square.half_mm
    turned = turn_camera(camera, -360.0 / FIELDS * square.turn)
    outer = board.ring("outer").radius_mm * grow
    return (
        replace(turned, centre_mm=turned.centre_mm * grow),
        board.with_ring("outer", radius_mm=outer),
    )


def turn_camera(camera: Camera, degrees: float) -> Camera:
    """Return the camera after the board's axes were turned back by ``degrees``: points turn by ``degrees``."""
    angle = np.radians(degrees)
    turn = np.array(
        [[np.cos(angle), -np.sin(angle), 0], [np.sin(angle), np.cos(angle), 0], [0, 0, 1]]
    )
    return replace(camera, rotation=camera.rotation @ turn.T, centre_mm=turn @ camera.centre_mm)


def turn_to_seat(view: View, seat0: str | None) -> View:
    """Return the view with seat 0 where it is asked for: nearest the lower left corner, if None."""
    options = [replace_camera(view, turn_camera(view.camera, 90.0 * k)) for k in range(4)]
    height, width = view.camera.height_px, view.camera.width_px
    corner = {None: (0, height), "left": (0, height), "right": (width, height)}[seat0]

    def distance(option: View) -> float:
        corner0 = option.board.side_mm * 0.4
        point = option.camera.project(np.array([[-corner0, -corner0, 0.0]]))[0]
        return float(np.hypot(*(point - corner)))

    return min(options, key=distance)


def replace_camera(view: View, camera: Camera) -> View:
    """Return the same board before another camera."""
    return View(camera, view.board)


def _fit_round(
    view: View, log: Grey, scale: float, reach_mm: float, *, fit_rims: bool = False
) -> _Round:
    """Measure what a view expects, within reach, and fit the view to it."""
    top = view_from_above(log, scale, view.camera, view.board.side_mm / 2 + 2 * reach_mm, 1.0)
    spots = spots_from_above(top, view.board.ring("outer").hole_mm / 2)
    rims = find_rims(top, _flat_holes(view, spots)) if fit_rims else None
    marks = Marks(
        measure_fields(view, spots, rims),
        measure_places(view, spots, rims),
        measure_sides(view, top, reach_mm),
        measure_circles(view, top, reach_mm),
    )
    refined = refine(view, marks, rims_known=rims is not None)
    return _Round(refined.view, support(refined, marks))


def _flat_holes(view: View, spots: TopView) -> Points:
    """Return where the outer and inner rings' holes show in a map of spots (n, 2) mm."""
    marks = measure_fields(view, spots)
    return view.camera.on_plane(marks.pixels[marks.ring < 2])
