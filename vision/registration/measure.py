"""Measuring a board in the picture where a first view expects it: holes, sides, round edges.

All of it is looked for in the view from above that the first view gives, where a hole is as large as any
other.
"""

from collections.abc import Sequence

import cv2
import numpy as np
from numpy.typing import NDArray

from referee.board import Board, Place, Variant, corner_to_board
from vision.camera import Points
from vision.registration.alike import TypicalHole
from vision.registration.holes import spot_map, subpixel_peaks
from vision.registration.marks import FieldMarks, Marks, PlaceMarks, RoundMarks, SideMarks
from vision.registration.rims import Rims
from vision.registration.top_view import TopView, on_ground
from vision.view import View

# How far a hole is looked for round its place, in parts of the outer pitch.
_HOLE_REACH = 0.36
# A peak below this part of the usual peak is no hole (covered, or lost in glare).
_HOLE_LEAST = 0.25
# Sides are measured in pieces of this length, by the mean of parallel profiles this far apart.
_PIECE_MM, _PROFILES_MM = 16.0, 1.0
# Round edges are measured at this many angles, each by the mean of profiles this far apart.
_ROUND, _ROUND_PROFILES = 36, 5
# The least contrast (logarithm a mm) that is an edge, and the part of the strongest edge near that counts
# too.
_EDGE_LEAST, _EDGE_PART = 0.012, 0.5
# Profiles are smoothed by this before their slope is taken.
_EDGE_SMOOTH_MM = 1.0
# A start area's edge is not looked for this near the board's side, nor beyond it: on bright wood before a
# dark table the side is so much clearer that it hides the felt's edge. Sides of which fewer pieces show tell
# nothing.
_BEFORE_SIDE_MM, _PIECES_LEAST = 3.0, 5


RINGS = ("outer", "inner", "target")


def measure(
    view: View,
    top: TopView,
    spots: TopView,
    rims: Rims | None,
    reach_mm: float,
    *,
    with_places: bool = True,
    hole: TypicalHole | None = None,
) -> Marks:
    """Measure all of a board in a picture's view from above and the map of spots in it.

    With a ``hole`` fields are measured where one looks like it, and not by their spots.
    """
    sides = measure_sides(view, top, reach_mm)
    return Marks(
        1,
        measure_fields(view, spots, rims, hole=hole),
        measure_places(view, spots, rims, view.board.of_kind("ball-place") if with_places else ()),
        sides,
        measure_circles(view, top, reach_mm, sides_at_mm(view, sides)),
    )


def spots_from_above(top: TopView, hole_radius_mm: float) -> TopView:
    """Return the map of spots of a hole's size in a view from above."""
    return TopView(spot_map(top.image, hole_radius_mm / top.mm), top.mm)


def measure_fields(
    view: View,
    spots: TopView,
    rims: Rims | None = None,
    reach: float = _HOLE_REACH,
    hole: TypicalHole | None = None,
) -> FieldMarks:
    """Measure the fields of all three rings in a map of spots laid out with ``view``'s camera.

    Spots lie beside the holes' rims by what ``rims`` says; with a ``hole`` what looks like it counts instead.
    """
    board, eye = view.board, view.camera.centre_mm
    parts = []
    for number, kind in enumerate(RINGS):
        ring = board.ring(kind)
        height = board.overlay.height_mm if ring.on_overlay else 0.0
        arc, place = np.divmod(np.arange(ring.count), ring.per_arc)
        steps = place - ((ring.per_arc - 1) / 2 if ring.centred else 0.0)
        base = ring.first_deg + ring.arc_step_deg * arc
        angle = np.radians(base + ring.step_deg * steps)
        points = ring.radius_mm * np.stack([np.cos(angle), np.sin(angle)], axis=1)
        expected = on_ground(points, height, eye)
        if hole is not None:
            shown, clear = hole.near(expected)
        else:
            shown, clear = _clear_peaks(spots, expected, reach * _pitch_mm(board))
            if rims is not None:
                shown = shown + rims.at(shown)
        whole = np.column_stack([shown, np.full(ring.count, number), base, steps,
                                 np.full(ring.count, height)])  # fmt: skip
        parts.append(whole[clear])
    rows = np.vstack(parts)
    return FieldMarks(
        _pixels(view, rows[:, :2]), rows[:, 2].astype(np.intp), rows[:, 3], rows[:, 4], rows[:, 5]
    )


def measure_places(
    view: View, spots: TopView, rims: Rims | None, places: Sequence[Place]
) -> PlaceMarks:
    """Measure Memory's ball places in the corners."""
    points = np.array([(p.x_mm, p.y_mm) for p in places]).reshape(-1, 2)
    height = np.array([p.z_mm for p in places], dtype=np.float64)
    if not places:
        return PlaceMarks(points, points, height)
    expected = on_ground(points, height[:, None], view.camera.centre_mm)
    shown, clear = _clear_peaks(spots, expected, _HOLE_REACH * _pitch_mm(view.board))
    if rims is not None:
        shown = shown + rims.at(shown)
    return PlaceMarks(_pixels(view, shown[clear]), points[clear], height[clear])


def _pitch_mm(board: Board) -> float:
    ring = board.ring("outer")
    return 2 * np.pi * ring.radius_mm / ring.count


def _clear_peaks(
    spots: TopView, expected: Points, reach_mm: float
) -> tuple[Points, NDArray[np.bool_]]:
    shown, strength = _peaks(spots, expected, reach_mm)
    return shown, strength > _HOLE_LEAST * max(float(np.median(strength)), 1e-6)


def _peaks(spots: TopView, expected: Points, reach_mm: float) -> tuple[Points, Points]:
    """Return the strongest peak (n, 2) within reach of each expected point, and its strength (n,)."""
    image, n = spots.image, spots.image.shape[0]
    reach = max(2, round(reach_mm / spots.mm))
    middle = np.rint(spots.index(expected)).astype(int)
    offset = np.arange(-reach, reach + 1)
    column, row = np.meshgrid(offset, offset)
    inside = column**2 + row**2 <= reach**2
    column, row = column[inside], row[inside]
    x = np.clip(middle[:, :1] + column, 1, n - 2)
    y = np.clip(middle[:, 1:] + row, 1, n - 2)
    values = image[y, x]
    best = values.argmax(axis=1)
    each = np.arange(len(expected))
    x, y = x[each, best], y[each, best]
    return spots.points_mm(subpixel_peaks(image, x, y)), values[each, best].astype(np.float64)


def measure_sides(view: View, top: TopView, reach_mm: float) -> SideMarks:
    """Measure the four sides within reach of their places; Memory's corner plates raise their ends."""
    half = view.board.side_mm / 2
    count = int((2 * half - 20) / _PIECE_MM)
    centres = np.asarray((np.arange(count) - (count - 1) / 2) * _PIECE_MM, dtype=np.float64)
    within = (np.arange(_PIECE_MM / _PROFILES_MM) + 0.5) * _PROFILES_MM - _PIECE_MM / 2
    across = np.arange(-reach_mm, reach_mm + 0.26, 0.5)
    heights = side_height_mm(view.board, centres)
    rows = []
    for quarter in range(4):
        angle = np.pi / 2 * quarter
        normal = np.array([np.cos(angle), np.sin(angle)])
        tangent = np.array([-normal[1], normal[0]])
        along = (centres[:, None] + within)[:, :, None, None] * tangent
        grid = (half + across)[:, None] * normal + along
        grid = on_ground(grid, heights[:, None, None, None], view.camera.centre_mm)
        offset, found = nearest_edges(top.sample(grid).mean(axis=1), across)
        points = (half + offset)[:, None] * normal + centres[:, None] * tangent
        points = on_ground(points, heights[:, None], view.camera.centre_mm)
        whole = np.column_stack([points, np.tile(normal, (count, 1)), heights])
        rows.append(whole[found])
    marks = np.vstack(rows)
    return SideMarks(_pixels(view, marks[:, :2]), marks[:, 2:4], marks[:, 4], count)


def side_height_mm(board: Board, along_mm: Points) -> Points:
    """Return how high the board's side is at these distances (n,) from its middle: Memory's plates raise
    its ends.
    """
    if board.variant is not Variant.MEMORY:
        return np.zeros(len(along_mm))
    end = board.side_mm / 2 - np.abs(along_mm)
    plate = end < board.overlay.corner_width_mm * np.sqrt(2)
    return np.where(plate, board.overlay.height_mm, 0.0)


def _blocks(profiles: NDArray[np.float32], size: int) -> NDArray[np.float32]:
    count = len(profiles) // size
    return np.asarray(
        profiles[: count * size].reshape(count, size, -1).mean(axis=1), dtype=np.float32
    )


def nearest_edges(
    profiles: NDArray[np.float32], across: Points, where: NDArray[np.bool_] | None = None
) -> tuple[Points, NDArray[np.bool_]]:
    """Return where the edge nearest the expected place is in each profile, and whether there is one.

    ``profiles`` (n, m) are logarithms of grey at the distances ``across`` (m,) in mm, evenly spaced round
    zero. ``where``: (n, m), where an edge may be; None: anywhere.
    """
    step = float(across[1] - across[0])
    smooth = cv2.GaussianBlur(profiles, (7, 1), _EDGE_SMOOTH_MM / step)
    slope = np.abs(_steepness(np.asarray(smooth, dtype=np.float64), step))
    if where is not None:
        slope[~where] = 0
    least = np.maximum(_EDGE_LEAST, _EDGE_PART * slope.max(axis=1, keepdims=True))
    inside = slope[:, 1:-1]
    peak = (inside >= slope[:, :-2]) & (inside > slope[:, 2:]) & (inside > least)
    if where is not None:
        peak &= where[:, :-2] & where[:, 2:]
    distance = np.where(peak, np.abs(across[1:-1]), np.inf)
    best = distance.argmin(axis=1)
    each = np.arange(len(profiles))
    found = np.isfinite(distance[each, best])
    best += 1
    before, here, after = slope[each, best - 1], slope[each, best], slope[each, best + 1]
    bend = np.minimum(before + after - 2 * here, -1e-9)
    beside = np.minimum(np.maximum((before - after) / (2 * bend), -0.5), 0.5)
    return across[best] + step * beside, found


def _steepness(profiles: Points, step: float) -> Points:
    """Return the slopes of profiles (n, m) along them: those of `np.gradient`, in a third of the time."""
    slope = np.empty_like(profiles)
    slope[:, 1:-1] = (profiles[:, 2:] - profiles[:, :-2]) / (2 * step)
    slope[:, 0] = (profiles[:, 1] - profiles[:, 0]) / step
    slope[:, -1] = (profiles[:, -1] - profiles[:, -2]) / step
    return slope


def circles(board: Board) -> tuple[tuple[str, float, float, float, float], ...]:
    """Return the board's round edges: (kind, x, y, radius, height) in mm; the dice disc and the start
    areas.
    """
    memory = board.variant is Variant.MEMORY
    dice = board.disc("dice")
    found = [("dice", 0.0, 0.0, dice.radius_mm, board.overlay.height_mm if memory else 0.0)]
    for corner in board.corners:
        if corner.kind == "start" and not memory:
            for seat in range(board.seats):
                x, y = corner_to_board(seat, *corner.points_mm[0])
                found.append(("start", x, y, corner.radius_mm, 0.0))
    return tuple(found)


def sides_at_mm(view: View, sides: SideMarks) -> Points:
    """Return how far from the board's centre its right, upper, left and lower side show: (4,) mm.

    One that hardly shows is where the view has it.
    """
    quarter = np.rint(np.arctan2(sides.normal[:, 1], sides.normal[:, 0]) / (np.pi / 2)) % 4
    away = np.sum(view.camera.on_plane(sides.pixels) * sides.normal, axis=1)
    half = view.board.side_mm / 2
    shown = [away[quarter == number] for number in range(4)]
    return np.array([np.median(one) if len(one) >= _PIECES_LEAST else half for one in shown])


def measure_circles(view: View, top: TopView, reach_mm: float, sides_mm: Points) -> RoundMarks:
    """Measure the dice disc's and the start areas' edges within reach of where they should be.

    ``sides_mm``: (4,), how far from the centre the right, upper, left and lower side show.
    """
    across = np.arange(-reach_mm, reach_mm + 0.26, 0.5)
    fine = 2 * np.pi * (np.arange(_ROUND * _ROUND_PROFILES) + 0.5) / (_ROUND * _ROUND_PROFILES)
    angle = fine.reshape(_ROUND, -1).mean(axis=1)
    eye = view.camera.centre_mm
    rows = []
    for number, (_, x, y, radius, height) in enumerate(circles(view.board)):
        ray = np.stack([np.cos(fine), np.sin(fine)], axis=1)
        grid = np.array([x, y]) + (radius + across)[None, :, None] * ray[:, None, :]
        profile = _blocks(top.sample(on_ground(grid, height, eye)), _ROUND_PROFILES)
        middle = np.stack([np.cos(angle), np.sin(angle)], axis=1)
        at = np.array([x, y]) + (radius + across)[:, None] * middle[:, None]
        offset, found = nearest_edges(profile, across, _inside(at, sides_mm))
        points = on_ground(np.array([x, y]) + (radius + offset)[:, None] * middle, height, eye)
        rows.append(np.column_stack([
            points, np.full((_ROUND, 4), (x, y, number, height))
        ])[found])  # fmt: skip
    whole = np.vstack(rows)
    return RoundMarks(
        _pixels(view, whole[:, :2]), whole[:, 2:4], whole[:, 4].astype(np.intp), whole[:, 5], _ROUND
    )


def _inside(points_mm: Points, sides_mm: Points) -> NDArray[np.bool_]:
    """Tell which points (n, m, 2) lie well inside the board's sides: (n, m)."""
    least, most = -sides_mm[2:] + _BEFORE_SIDE_MM, sides_mm[:2] - _BEFORE_SIDE_MM
    return np.asarray(((points_mm > least) & (points_mm < most)).all(axis=-1))


def _pixels(view: View, ground_mm: Points) -> Points:
    return view.camera.project(np.column_stack([ground_mm, np.zeros(len(ground_mm))]))
