"""The outer ring as a homography of the unit circle, grown from a chain of equally spaced spots.

The model: the field with running number j lies at the angle 2 pi j / 64 on a unit circle, clockwise as
seen, and the picture shows it at (c + a cos + b sin) / (1 + g cos + h sin). The eight numbers are fitted
linearly, drawn towards a plain circle while only a short arc speaks.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from vision.camera import Points
from vision.registration.arcs import find_arcs
from vision.registration.holes import Spots

FIELDS = 64

# A spot belongs to a predicted field within this part of the pitch.
_NEAR = 0.3
# How far fields are predicted beyond those found, each round.
_REACH = 4
# What is known before the first spot: by how much a circle may be drawn out and sheared by a slant (part of
# its radius), and the perspective terms, against spots that stray by _SPOT of the radius.
_OVAL, _PERSPECTIVE, _SPOT = 0.25, 0.15, 0.012
# An arc is no arc of this ring if its spots miss the circle by more than this part of the pitch (rms).
_ARC_MISS = 0.3
_SHORTEST_ARC = 6
# Nor is a ring one whose fields would overlap (in hole radii), or are spaced so unevenly (the least distance
# over the largest): that is a row of dots on a cloth, there and back. Boards at a slant of 35 degrees have
# about 0.6.
_OVERLAP, _UNEVEN = 1.3, 0.25
# A ring with so many of its fields is the one; other arcs need no look.
_CERTAIN = FIELDS / 2
_ARCS_TRIED = 8


@dataclass(frozen=True, slots=True)
class OuterRing:
    """A fitted outer ring: ``homography`` (3, 3) from (cos, sin, 1) to pixels, ``fields`` and ``points_px``
    found.
    """

    homography: Points
    fields: NDArray[np.intp]
    points_px: Points
    strength: Points
    radius_px: float

    @property
    def support(self) -> float:
        """How many of the 64 fields were found as spots; what chance would find counts nothing."""
        expected = self.project(self.fields.astype(np.float64))
        pitch = np.linalg.norm(
            self.project(self.fields.astype(np.float64) + 1.0) - expected, axis=1
        )
        miss = np.linalg.norm(self.points_px - expected, axis=1) / (_NEAR * pitch)
        return float(np.sum(1 - 2 * miss**2))

    def project(self, fields: Points) -> Points:
        """Return the pixels (n, 2) of running numbers (n,), fractions allowed."""
        return _project(self.homography, fields)


def find_rings(spots: Spots) -> list[OuterRing]:
    """Return the outer rings that the arcs among these spots grow into, best first."""
    rings: list[OuterRing] = []
    used = np.zeros(len(spots.points_px), dtype=bool)
    for arc in find_arcs(spots, _SHORTEST_ARC)[:_ARCS_TRIED]:
        if used[arc].mean() > 0.5:
            continue
        ring = _grow(spots, arc)
        if ring is not None:
            rings.append(ring)
            used |= _near_ring(spots.points_px, ring)
            if ring.support > _CERTAIN:
                break
    return sorted(rings, key=lambda ring: ring.support, reverse=True)


def _grow(spots: Spots, arc: NDArray[np.intp]) -> OuterRing | None:
    points = spots.points_px[arc]
    steps = np.diff(points, axis=0)
    turn = steps[:-1, 0] * steps[1:, 1] - steps[:-1, 1] * steps[1:, 0]
    if turn.sum() < 0:
        arc, points = arc[::-1], points[::-1]
    if len(arc) > FIELDS:
        arc, points = arc[:FIELDS], points[:FIELDS]
    fields = np.arange(len(arc))
    pitch = float(np.median(np.linalg.norm(steps, axis=1)))
    homography = fit_circle(fields, points, pitch)
    miss = np.linalg.norm(_project(homography, fields) - points, axis=1)
    if np.sqrt(np.mean(miss**2)) > _ARC_MISS * pitch:
        return None
    low, high = 0, len(arc) - 1
    for _ in range(FIELDS // _REACH):
        low, high = low - _REACH, high + _REACH
        if high - low >= FIELDS:
            low, high = 0, FIELDS - 1
        fields, found = _match(spots, homography, np.arange(low, high + 1))
        if len(fields) < _SHORTEST_ARC:
            return None
        homography = fit_circle(fields, spots.points_px[found], pitch)
        if (low, high) == (0, FIELDS - 1):
            break
        low, high = int(fields.min()), int(fields.max())
    fields, found = _match(spots, homography, np.arange(FIELDS))
    if len(fields) < _SHORTEST_ARC or _flat(homography, spots.radius_px):
        return None
    return OuterRing(
        homography, fields, spots.points_px[found], spots.strength[found], spots.radius_px
    )


def _flat(homography: Points, radius_px: float) -> bool:
    """Say whether a ring is no board's, but drawn out to a row."""
    places = _project(homography, np.arange(FIELDS + 1.0))
    gaps = np.linalg.norm(np.diff(places, axis=0), axis=1)
    return bool(gaps.min() < max(_OVERLAP * radius_px, _UNEVEN * gaps.max()))


def _match(
    spots: Spots, homography: Points, fields: NDArray[np.intp]
) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
    """Return the fields that have a spot near their predicted place, and those spots."""
    places = _project(homography, fields)
    pitch = np.linalg.norm(_project(homography, fields + 1) - places, axis=1)
    gap = np.linalg.norm(places[:, None] - spots.points_px[None], axis=2)
    nearest = np.argmin(gap, axis=1)
    near = gap[np.arange(len(fields)), nearest] < _NEAR * pitch
    return fields[near], nearest[near]


def fit_circle(fields: NDArray[np.intp], points: Points, pitch: float) -> Points:
    """Fit the homography (3, 3) of the unit circle to fields (n,) seen at points (n, 2)."""
    angle = 2 * np.pi * fields / FIELDS
    cos, sin = np.cos(angle), np.sin(angle)
    radius = FIELDS * pitch / (2 * np.pi)
    middle = points.mean(axis=0)
    u = (points - middle) / radius
    one, zero = np.ones_like(cos), np.zeros_like(cos)
    rows_x = np.stack([one, zero, cos, zero, sin, zero, -u[:, 0] * cos, -u[:, 0] * sin], axis=1)
    rows_y = np.stack([zero, one, zero, cos, zero, sin, -u[:, 1] * cos, -u[:, 1] * sin], axis=1)
    # Clockwise in a picture with y down: b is a turned by a right angle, b = (-a.y, a.x).
    oval = _SPOT / _OVAL * np.array([[0, 0, 1, 0, 0, -1, 0, 0], [0, 0, 0, 1, 1, 0, 0, 0]])
    flat = _SPOT / _PERSPECTIVE * np.array([[0, 0, 0, 0, 0, 0, 1, 0], [0, 0, 0, 0, 0, 0, 0, 1]])
    matrix = np.vstack([rows_x, rows_y, oval, flat])
    target = np.concatenate([u[:, 0], u[:, 1], np.zeros(4)])
    c_x, c_y, a_x, a_y, b_x, b_y, g, h = _robust(matrix, target, 2 * len(fields))
    unit = np.array([[a_x, b_x, c_x], [a_y, b_y, c_y], [g, h, 1.0]])
    scale = np.array([[radius, 0, middle[0]], [0, radius, middle[1]], [0, 0, 1.0]])
    return np.asarray(scale @ unit)


def _robust(matrix: Points, target: Points, data: int) -> Points:
    weight = np.ones(len(target))
    solution: Points = np.zeros(matrix.shape[1])
    for _ in range(3):
        fit = np.linalg.lstsq(matrix * weight[:, None], target * weight, rcond=None)
        solution = np.asarray(fit[0], dtype=np.float64)
        miss = (matrix @ solution - target)[:data]
        weight[:data] = 1 / np.sqrt(1 + (miss / (2 * _SPOT)) ** 2)
    return solution


def _project(homography: Points, fields: Points | NDArray[np.intp]) -> Points:
    angle = 2 * np.pi * np.asarray(fields) / FIELDS
    q = np.stack([np.cos(angle), np.sin(angle), np.ones_like(angle)], axis=1) @ homography.T
    return np.asarray(q[:, :2] / q[:, 2:])


def _near_ring(points: Points, ring: OuterRing) -> NDArray[np.bool_]:
    on_ring = ring.project(np.arange(0, FIELDS, 0.5))
    gap = np.linalg.norm(points[:, None] - on_ring[None], axis=2).min(axis=1)
    return np.asarray(gap < ring.radius_px)
