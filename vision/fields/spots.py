"""Where balls may lie that have no hole: spots of a round area that stand out from its ground.

Only a first, generous search by light and colour; a judge decides afterwards on a patch of each spot.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from math import dist

import cv2
import numpy as np

from referee.board import Place
from vision.camera import Points
from vision.fields.blurs import Between, bell, box
from vision.fields.discs import disc, means_under, ring
from vision.fields.patches import (
    Axes,
    Floats,
    Grid,
    face_camera,
    grid_axes,
    grid_on,
    project_axes,
    square,
)
from vision.fields.profile import OPPONENT, log_values, magnitude, middle_of
from vision.fields.recess import look_into
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
# The ground so far inside the rim, and inside the ground that is seen (ball radii), is not mistaken for the
# wall of the recess: these are 3 to 5 mm deep. Where stains are looked for less is enough.
INNER, OFF_WALL, OF_STAINS = 0.8, 0.3, 0.2
# The wall is seen so far beyond the ground, and board up to so far beyond the rim (ball radii): most of what
# a ball at the rim hides, and nothing that lies there.
OFF_EDGE, EDGE = 0.1, 0.7
# A sample is strange if its colour is so far off the ground's and one of its channels is so much brighter
# (logarithms, blurred as the finer of the two: dim felt is full of noise). A shadow makes none brighter.
STRANGE, BRIGHTER = 0.5, 0.25
# All recesses of a board have the same ground: where the hue of one's is so far off the others', a hand may
# hide half of it, and what it hides is told from the others' ground instead.
OFF_GROUND = 0.15
# A glint is a point, blurred by so many samples, and is compared with a square of so many.
POINT, AROUND = 0.7, 7
# What no sample is: more than half of it is less than any.
NOWHERE = np.float32(-1e3)
# A ball's disc and the ring round it that it is compared with (ball radii); the ball's edge is neither's.
DISC, RING = 0.9, (1.15, 1.8)
# The ground's own colour is the median of every so manieth sample.
EVERY = 4
_APART = np.ones((2 * round(APART * PER_RADIUS / 2) + 3,) * 2, dtype=np.uint8)


@dataclass(frozen=True)
class Some:
    """Some samples of each area: ``index`` (n, k) into all areas' samples.

    ``fill``: (n, k) float32, 0 but where an area has fewer samples: what leaves the others' median alone.
    """

    index: np.ndarray
    fill: Floats

    def middles(self, planes: Floats) -> Floats:
        """Return their medians (m, n) in planes (m * n, s), those of all areas one after another."""
        count = len(self.index)
        flat = planes.reshape(len(planes) // count, -1)
        values = flat.take(self.index, axis=1)
        return middle_of(values + self.fill)


@dataclass(frozen=True)
class Areas:
    """Round recesses of one size, seen square to the line of sight, at the height of their balls' centres.

    ``grid`` cuts them and ``axes`` says how they lie in the frame; ``points_mm``: (n, size, size, 3), where a
    ball's centre is that appears at a sample; ``reach``: (n, size, size) bool, where a centre can be.
    ``ground``, ``wood``: some samples of each recess and of the board round it;
    ``beyond`` and ``inner``: (n, size * size) bool, beyond the rim, and surely on the ground; ``edge``: on
    the recess's wall, or on the board close behind it; ``inside_mm``: (n * size * size,) float32, how far
    inside the rim; ``seen_mm``: (n, size * size) float32, how far inside the ground that is seen. ``within``:
    (n, size, size) bool, where a stain can be, and ``felt``: (n, size * size) bool, what of the ground it is
    told from.
    ``felt_in_disc``, ``felt_in_ring``: (n, size, size), how much of a ball's disc round a sample, or of the
    ring round that, is seen ground. ``centres_mm``: (n, 3), ``rim_mm``: their radius.
    """

    grid: Grid
    points_mm: Points
    reach: np.ndarray
    ground: Some
    wood: Some
    beyond: np.ndarray
    edge: np.ndarray
    inner: np.ndarray
    inside_mm: Floats
    seen_mm: Floats
    within: np.ndarray
    felt: np.ndarray
    felt_in_disc: Floats
    felt_in_ring: Floats
    centres_mm: Points
    rim_mm: float
    size: int
    axes: Axes

    @cached_property
    def within_rim(self) -> Floats:
        """The samples that are not `beyond`, as weights: (n, size * size)."""
        return np.asarray(~self.beyond, dtype=np.float32)

    @cached_property
    def surely_felt(self) -> Floats:
        """The samples that are `inner`, as weights: (n * size * size,)."""
        return self.inner.reshape(-1).astype(np.float32)

    @cached_property
    def out_of_reach(self) -> Floats:
        """0 in `reach` and `NOWHERE` out of it: (n, 1, size, size)."""
        return np.where(self.reach, np.float32(0), NOWHERE)[:, None]


def disc_of_ball() -> Floats:
    """Return the weights of a ball's disc, but for its edge, in samples of an area."""
    return disc(DISC * PER_RADIUS)


def ring_of_ball() -> Floats:
    """Return the weights of the ring round a ball's disc in samples of an area."""
    return ring(RING[0] * PER_RADIUS, RING[1] * PER_RADIUS)


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
    axes = project_axes(view, centres, radius_mm)
    pattern = square(size, span)
    # Along the line of sight onto the plane of the balls' centres.
    offset = offset - sight * (offset[..., 2:] / sight[..., 2:])
    away = np.linalg.norm(offset, axis=3).reshape(len(places), -1)
    points = centres[:, None, None] + offset
    recess = look_into(
        points.reshape(len(places), -1, 3),
        facing.sight,
        centres,
        rim,
        radius_mm,
        places[0].depth_mm,
    )
    seen_mm = recess.seen_mm
    felt = seen_mm > OF_STAINS * radius_mm
    within = away < rim - INNER * radius_mm
    return Areas(
        grid=grid_on(axes, pattern),
        points_mm=points,
        reach=(away < rim - RIM * radius_mm).reshape(offset.shape[:3]),
        ground=some_of(away < rim - 0.1 * radius_mm),
        wood=some_of(away > rim + 0.4 * radius_mm),
        beyond=away > rim,
        edge=(seen_mm < -OFF_EDGE * radius_mm) & (recess.rim_mm > -EDGE * radius_mm),
        inner=within & (seen_mm > OFF_WALL * radius_mm),
        inside_mm=np.asarray(rim - away.reshape(-1), dtype=np.float32),
        seen_mm=seen_mm,
        felt=felt,
        within=within.reshape(offset.shape[:3]),
        felt_in_disc=means_under(disc_of_ball(), felt, size),
        felt_in_ring=means_under(ring_of_ball(), felt, size),
        centres_mm=centres,
        rim_mm=rim,
        size=size,
        axes=axes,
    )


def some_of(masks: np.ndarray) -> Some:
    """Choose every so manieth sample that each mask (n, s) lets through."""
    indices = [np.flatnonzero(mask)[::EVERY] for mask in masks]
    most = max(len(some) for some in indices)
    index = np.zeros((len(masks), most), dtype=np.int64)
    fill = np.zeros((len(masks), most), dtype=np.float32)
    for row, some in enumerate(indices):
        index[row, : len(some)] = some
        fill[row, len(some) :] = np.inf
        fill[row, len(some) :][: most // 2 - len(some) // 2] = -np.inf
    return Some(index + np.arange(len(masks))[:, None] * masks.shape[1], fill)


@dataclass(frozen=True)
class Relief:
    """How much every sample of the areas stands out, as a ball's disc would, in units of the usual.

    ``colour`` and ``light``: (areas, size, size) float32; ``wood`` and ``ground``: (areas, 3), log BGR of the
    board round and of the recess.
    ``strange``: (areas, size, size) bool, of quite another colour than the ground, and no shadow on it.
    ``glint``: (areas, size, size) float32, how much brighter and whiter than what is round it (logarithm).
    ``most``: (areas,), how much the most coloured sample within reach stands out. ``tones``: (3, areas, size,
    size) float32, opponent log ratios to the ground.
    """

    colour: Floats
    light: Floats
    wood: Floats
    ground: Floats
    strange: np.ndarray
    glint: Floats
    most: Floats
    tones: Floats


@dataclass(frozen=True)
class Spots:
    """Centres (n, 3) millimetres at which balls might lie, the same ball perhaps twice.

    ``area``: (n,) which recess; ``inside_mm``: (n,) how far from its rim; ``middle_px``: (n, 2) in the
    frame. ``strength``: (n, 3) how much its colour and its light stand out, and its colour beside the most
    outstanding one of the area.
    """

    points_mm: Points
    area: np.ndarray
    inside_mm: Floats
    strength: Floats
    middle_px: Floats


def stand_out(pictures: Frame, areas: Areas) -> Relief:
    """Measure how the areas' pictures (n, size * size, 3) stand out from their ground."""
    count, size = len(pictures), areas.size
    # Planes: a row for each channel and area.
    logs = log_values(np.ascontiguousarray(pictures.transpose(2, 0, 1))).reshape(3 * count, -1)
    wood, ground = (
        np.ascontiguousarray(some.middles(logs).T) for some in (areas.wood, areas.ground)
    )
    logs -= ground.T.reshape(-1, 1)
    strange = _strange(logs, size, _off_ground(ground - wood)) & areas.inner
    glint = _glints(logs, size)
    tones = _tones(logs)
    light, colour = tones[0], magnitude(tones[1], tones[2])
    # What lies beyond the rim must not hide a ball that leans on it.
    plain = np.concatenate([colour * areas.within_rim, light * areas.within_rim])
    standing = _standing(size).of(plain.reshape(-1, size, size)).reshape(2 * count, -1)
    standing /= areas.ground.middles(np.abs(standing)).reshape(-1, 1) + np.float32(USUAL)
    colour, light = standing.reshape(2, count, size, size)
    most = (colour + areas.out_of_reach[:, 0]).reshape(count, -1).max(axis=1)
    strange, tones = strange.reshape(count, size, size), tones.reshape(3, count, size, size)
    return Relief(colour, light, wood, ground, strange, glint, most, tones)


@lru_cache(maxsize=2)
def _standing(size: int) -> Between:
    """Return what tells discs of a ball's size in pictures of so many samples a side."""
    return Between(bell(size, FINE * PER_RADIUS), bell(size, COARSE * PER_RADIUS))


@lru_cache(maxsize=2)
def _points(size: int) -> Between:
    """Return what tells points in pictures of so many samples a side."""
    return Between(bell(size, POINT), box(size, AROUND))


def _tones(planes: Floats) -> Floats:
    """Return the opponent values (3, n, s) of planes of log BGR (3 n, s)."""
    return np.asarray((OPPONENT.T @ planes.reshape(3, -1)).reshape(3, -1, planes.shape[1]))


def _glints(planes: Floats, size: int) -> Floats:
    """Measure where the darker of blue and green, which red felt swallows, stands out as a point."""
    blue, green, _ = planes.reshape(3, -1, size, size)
    return _points(size).of(np.minimum(blue, green))


def _off_ground(grounds: Floats) -> Floats:
    """Return how far grounds (n, 3), log BGR over the wood's, are off all areas' if their hue is: (n, 3)."""
    off = grounds - middle_of(grounds.T)
    _, red_green, yellow_blue = (off @ OPPONENT).T
    off[magnitude(red_green, yellow_blue) < OFF_GROUND] = 0
    return np.asarray(off)


def _strange(above: Floats, size: int, off: Floats) -> np.ndarray:
    """Tell which samples, planes of log BGR over the ground's, are of another colour and no shadow.

    ``off``: (n, 3) log BGR, how far each area's ground is off the true one.
    """
    calm = bell(size, FINE * PER_RADIUS).of(above.reshape(-1, size, size))
    planes = calm.reshape(above.shape)
    planes += off.T.reshape(-1, 1)
    _, red_green, yellow_blue = _tones(planes)
    colour = magnitude(red_green, yellow_blue)
    blue, green, red = planes.reshape(3, -1, size * size)
    brightest = np.maximum(np.maximum(blue, green), red)
    return np.asarray((colour > STRANGE) & (brightest > BRIGHTER))


def spots_at(relief: Relief, areas: Areas, at: np.ndarray) -> Spots:
    """Return the spots at the samples ``at`` (n,), indices into those of all areas, one after another."""
    area = at // (areas.size * areas.size)
    most = np.maximum(relief.most, np.float32(1e-3))
    strength = np.empty((3, len(at)), dtype=np.float32)
    relief.colour.reshape(-1).take(at, out=strength[0])
    relief.light.reshape(-1).take(at, out=strength[1])
    np.divide(strength[0], most[area], out=strength[2])
    middle = areas.grid.map_px.reshape(-1, 2)[at] + np.float32(0.5)
    return Spots(
        areas.points_mm.reshape(-1, 3)[at],
        area,
        areas.inside_mm[at],
        strength.T,
        middle * np.float32(2) if areas.grid.halved else middle,
    )


def find_spots(relief: Relief, areas: Areas) -> Spots:
    """Find in every area the most coloured, the brightest and the darkest samples within reach.

    Only samples count that no stronger one of the same sort is near.
    """
    return spots_at(relief, areas, peaks(relief, areas))


def peaks(relief: Relief, areas: Areas) -> np.ndarray:
    """Return where the spots of `find_spots` lie, (n,) indices into the samples of all areas."""
    count, size = len(relief.wood), areas.size
    sorts = np.empty((count, 3, size, size), dtype=np.float32)
    sorts[:, 0], sorts[:, 1] = relief.colour, relief.light
    np.negative(relief.light, out=sorts[:, 2])
    sorts += areas.out_of_reach
    layers = sorts.reshape(-1)
    # No layer reaches its edges by this width: they may lie one below the other.
    highest = cv2.dilate(layers.reshape(-1, size), _APART)
    # numpy finds them in one dimension in a fraction of the time.
    at = np.flatnonzero(layers == highest.reshape(-1))
    height = layers[at]
    within = height > NOWHERE / 2
    at, height = at[within], height[within]
    layer, sample = np.divmod(at, size * size)
    order = np.lexsort((-height, layer))
    layer = layer[order]
    rank = np.arange(len(order)) - np.searchsorted(layer, np.arange(3 * count))[layer]
    best = rank < np.array(SPOTS * count)[layer]
    return np.asarray((layer[best] // 3) * (size * size) + sample[order[best]])


def apart(
    points_mm: Sequence[Sequence[float]], order: Sequence[int], distance_mm: float
) -> list[int]:
    """Return the indices of ``order`` whose points are at least ``distance_mm`` from all before them."""
    kept: list[int] = []
    for i in order:
        if all(dist(points_mm[i], points_mm[k]) >= distance_mm for k in kept):
            kept.append(i)
    return kept
