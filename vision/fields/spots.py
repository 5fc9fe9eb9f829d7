"""Where balls may lie that have no hole: spots of a round area that stand out from its ground.

Only a first, generous search by light and colour; a judge decides afterwards on a patch of each spot.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np

from referee.board import Place
from vision.camera import Points
from vision.fields.patches import Floats, Grid, Scales, face_camera, grid_axes, lay_grid
from vision.fields.profile import OPPONENT, log_values
from vision.frame import Frame
from vision.view import View

# Samples a ball radius: enough to place a ball within a sixth of its radius.
PER_RADIUS = 4
# Spots kept for each way of standing out (colour, brighter, darker) and area: more than four balls need.
SPOTS = 6
# Spots of one kind lie at least this far apart (ball radii); balls that touch lie two apart.
APART = 1.4
# A ball that leans on the rim of the recess has its centre this far inside (ball radii).
RIM = 0.4
# The picture of the area goes this far beyond the rim (ball radii).
BEYOND = 1.3


@dataclass(frozen=True)
class Area:
    """A round recess seen square to the line of sight, at the height of its balls' centres.

    ``grid`` cuts it; ``points_mm``: (size, size, 3), where a ball's centre is that appears at a sample;
    ``reach``, ``ground``, ``wood``: (size, size) bool, where a centre can be, the recess, and the board.
    """

    grid: Grid
    points_mm: Points
    reach: np.ndarray
    ground: np.ndarray
    wood: np.ndarray


def lay_area(view: View, place: Place, radius_mm: float) -> Area:
    """Lay a grid over a recess in which balls of ``radius_mm`` lie anywhere."""
    centre = np.array([[place.x_mm, place.y_mm, place.z_mm + radius_mm]])
    facing = face_camera(view, centre)
    span = place.radius_mm / radius_mm + BEYOND
    size = 2 * round(span * PER_RADIUS) + 1
    x, y = (axis[..., None] * radius_mm for axis in grid_axes(size, span))
    offset = x * facing.right + y * facing.up
    # Along the line of sight onto the plane of the balls' centres.
    offset = offset - facing.sight * (offset[..., 2:] / facing.sight[:, 2])
    away = np.linalg.norm(offset, axis=2)
    return Area(
        grid=lay_grid(view, centre, radius_mm, size=size, span=span),
        points_mm=centre + offset,
        reach=away < place.radius_mm - RIM * radius_mm,
        ground=away < place.radius_mm - 0.1 * radius_mm,
        wood=away > place.radius_mm + 0.4 * radius_mm,
    )


def stand_out(picture: Frame, ground: np.ndarray) -> tuple[Floats, Floats]:
    """Return how far each sample's light and colour are off the ground's: both (size, size) float32."""
    tones = log_values(picture) @ OPPONENT
    tones = tones - np.median(tones[ground], axis=0)
    return tones[..., 0], np.hypot(tones[..., 1], tones[..., 2])


def find_spots(picture: Frame, area: Area) -> Points:
    """Return centres (n, 3) millimetres at which a ball might lie, the same ball perhaps twice."""
    light, colour = stand_out(picture, area.ground)
    peaks = [
        peak
        for measure in (colour, light, -light)
        for peak in _peaks(cv2.GaussianBlur(measure, (0, 0), 0.6 * PER_RADIUS), area.reach)
    ]
    return area.points_mm[tuple(np.array(peaks, dtype=np.int64).reshape(-1, 2).T)]


def _peaks(measure: np.ndarray, reach: np.ndarray) -> list[tuple[int, int]]:
    """Return the strongest samples within reach that are ``APART``, strongest first."""
    left = np.where(reach, measure, -np.inf)
    rows, columns = np.indices(left.shape)
    found: list[tuple[int, int]] = []
    for _ in range(SPOTS):
        row, column = np.unravel_index(int(left.argmax()), left.shape)
        if not np.isfinite(left[row, column]):
            break
        found.append((int(row), int(column)))
        near = np.hypot(rows - row, columns - column) < APART * PER_RADIUS
        left[near] = -np.inf
    return found


def cut_area(picture: Scales, area: Area) -> Frame:
    """Return the area's picture (size, size, 3) uint8 BGR."""
    return np.asarray(area.grid.cut(picture)[0])


def apart(points_mm: Points, order: Sequence[int], distance_mm: float) -> list[int]:
    """Return the indices of ``order`` that are at least ``distance_mm`` from all before them."""
    kept: list[int] = []
    for i in order:
        if all(np.linalg.norm(points_mm[i] - points_mm[k]) >= distance_mm for k in kept):
            kept.append(i)
    return kept


def rim_wood(picture: Frame, area: Area) -> Floats:
    """Return the wood round the recess, log BGR (3,) float32."""
    return np.asarray(np.median(log_values(picture)[area.wood], axis=0), dtype=np.float32)
