"""Where balls may lie that have no hole: spots of a round area that stand out from its ground.

Only a first, generous search by light and colour; a judge decides afterwards on a patch of each spot.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np

from referee.board import Place
from vision.camera import Points
from vision.fields.patches import Floats, Grid, face_camera, grid_axes, lay_grid
from vision.fields.profile import OPPONENT, log_values, middle_of
from vision.frame import Frame
from vision.view import View

# Samples a ball radius: enough to place a ball within a fifth of its radius.
PER_RADIUS = 3.5
# Spots kept of each area by colour, brighter and darker: enough for four balls of a kind.
SPOTS = (5, 4, 4)
# Spots of one kind lie at least this far apart (ball radii); balls that touch lie two apart.
APART = 1.4
# A ball that touches the rim of the recess has its centre 0.8 radii inside; less, as the fit is not exact.
RIM = 0.5
# Two blurs, in ball radii, whose difference stands out where a ball's disc is.
FINE, COARSE = 0.45, 1.3
# The picture of the area goes this far beyond the rim (ball radii).
BEYOND = 1.3
# Added to how much an area usually stands out from its own mean (logarithms), which may be next to nothing.
USUAL = 0.01
# The ground's own colour is the median of every so manieth sample.
EVERY = 4


@dataclass(frozen=True)
class Areas:
    """Round recesses of one size, seen square to the line of sight, at the height of their balls' centres.

    ``grid`` cuts them; ``points_mm``: (n, size, size, 3), where a ball's centre is that appears at a sample;
    ``reach``: (n, size, size) bool, where a centre can be. ``ground``, ``wood``, ``beyond``: for each area
    the indices of some samples of the recess and of the board round it, and of all beyond the rim.
    ``centres_mm``: (n, 3), ``rim_mm``: their radius.
    """

    grid: Grid
    points_mm: Points
    reach: np.ndarray
    ground: tuple[np.ndarray, ...]
    wood: tuple[np.ndarray, ...]
    beyond: tuple[np.ndarray, ...]
    centres_mm: Points
    rim_mm: float


def lay_areas(view: View, places: Sequence[Place], radius_mm: float) -> Areas:
    """Lay a grid over each recess (all of one radius) in which balls of ``radius_mm`` lie anywhere."""
    centres = np.array([(p.x_mm, p.y_mm, p.z_mm - p.depth_mm + radius_mm) for p in places])
    facing = face_camera(view, centres)
    rim = places[0].radius_mm
    span = rim / radius_mm + BEYOND
    size = 2 * round(span * PER_RADIUS) + 1
    x, y = (axis[None, :, :, None] * radius_mm for axis in grid_axes(size, span))
    right, up, sight = (axis[:, None, None] for axis in (facing.right, facing.up, facing.sight))
    offset = x * right + y * up
    # Along the line of sight onto the plane of the balls' centres.
    offset = offset - sight * (offset[..., 2:] / sight[..., 2:])
    away = np.linalg.norm(offset, axis=3).reshape(len(places), -1)
    return Areas(
        grid=lay_grid(view, centres, radius_mm, size=size, span=span),
        points_mm=centres[:, None, None] + offset,
        reach=(away < rim - RIM * radius_mm).reshape(offset.shape[:3]),
        ground=tuple(np.flatnonzero(row < rim - 0.1 * radius_mm)[::EVERY] for row in away),
        wood=tuple(np.flatnonzero(row > rim + 0.4 * radius_mm)[::EVERY] for row in away),
        beyond=tuple(np.flatnonzero(row > rim) for row in away),
        centres_mm=centres,
        rim_mm=rim,
    )


@dataclass(frozen=True)
class Relief:
    """How much every sample of the areas stands out, as a ball's disc would, in units of the usual.

    ``colour`` and ``light``: (areas, size, size) float32; ``wood``: (areas, 3), log BGR of the board round.
    """

    colour: Floats
    light: Floats
    wood: Floats


@dataclass(frozen=True)
class Spots:
    """Centres (n, 3) millimetres at which balls might lie, the same ball perhaps twice.

    ``area``: (n,) which recess; ``inside_mm``: (n,) how far from its rim; ``strength``: (n, 3) how much its
    colour and its light stand out, and its colour beside the most outstanding one of the area.
    """

    points_mm: Points
    area: np.ndarray
    inside_mm: Floats
    strength: Floats


def stand_out(pictures: Frame, areas: Areas) -> Relief:
    """Measure how the areas' pictures (n, size, size, 3) stand out from their ground."""
    both = np.empty((*pictures.shape[:3], 2), dtype=np.float32)
    woods = []
    for i, picture in enumerate(pictures):
        logs = log_values(picture).reshape(-1, 3)
        woods.append(middle_of(logs[areas.wood[i]].T))
        tones = (logs - middle_of(logs[areas.ground[i]].T)) @ OPPONENT
        # What lies beyond the rim must not hide a ball that leans on it.
        tones[areas.beyond[i]] = 0
        colour = np.hypot(tones[:, 1], tones[:, 2])
        plain = np.stack([colour, tones[:, 0]], axis=1).reshape(*picture.shape[:2], 2)
        fine, coarse = (cv2.GaussianBlur(plain, (0, 0), s * PER_RADIUS) for s in (FINE, COARSE))
        standing = fine - coarse
        usual = middle_of(np.abs(standing.reshape(-1, 2)[areas.ground[i]]).T)
        both[i] = standing / (usual + USUAL)
    return Relief(both[..., 0], both[..., 1], np.stack(woods))


def spots_at(relief: Relief, areas: Areas, area: int, at: tuple[np.ndarray, np.ndarray]) -> Spots:
    """Return the spots of one area at the samples ``at`` (rows, columns)."""
    points = areas.points_mm[area][at]
    colour, light = relief.colour[area], relief.light[area]
    most = max(float(colour[areas.reach[area]].max(initial=0.0)), 1e-3)
    return Spots(
        points,
        np.full(len(points), area),
        areas.rim_mm - np.linalg.norm((points - areas.centres_mm[area])[:, :2], axis=1),
        np.stack([colour[at], light[at], colour[at] / most], axis=1).astype(np.float32),
    )


def joined(spots: Sequence[Spots]) -> Spots:
    """Put spots together."""
    return Spots(
        np.concatenate([s.points_mm for s in spots]),
        np.concatenate([s.area for s in spots]),
        np.concatenate([s.inside_mm for s in spots]),
        np.concatenate([s.strength for s in spots]),
    )


def find_spots(relief: Relief, areas: Areas) -> Spots:
    """Find what stands out most in every area."""
    return joined(
        [spots_at(relief, areas, i, _peaks(relief, areas, i)) for i in range(len(relief.wood))]
    )


def _peaks(relief: Relief, areas: Areas, area: int) -> tuple[np.ndarray, np.ndarray]:
    """Return rows and columns of the most coloured, brightest and darkest samples within reach.

    Only samples count that no stronger one of the same sort is near.
    """
    reach = areas.reach[area]
    colour, light = relief.colour[area], relief.light[area]
    sorts = np.stack([colour, light, -light], axis=2)
    sorts[~reach] = -1e3
    width = 2 * round(APART * PER_RADIUS / 2) + 3
    highest = np.asarray(cv2.dilate(sorts, np.ones((width, width), dtype=np.uint8)))
    rows, columns, sort = np.nonzero((sorts == highest) & reach[:, :, None])
    order = np.argsort(-sorts[rows, columns, sort])
    best = np.concatenate([order[sort[order] == k][:most] for k, most in enumerate(SPOTS)])
    return rows[best], columns[best]


def apart(points_mm: Points, order: Sequence[int], distance_mm: float) -> list[int]:
    """Return the indices of ``order`` that are at least ``distance_mm`` from all before them."""
    kept: list[int] = []
    for i in order:
        if all(np.linalg.norm(points_mm[i] - points_mm[k]) >= distance_mm for k in kept):
            kept.append(i)
    return kept
