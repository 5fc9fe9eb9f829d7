"""Where the rims of holes are beside the spots found for them.

A lamp from the side darkens one half of every bowl, and the spot map errs towards it, by up to a fifth of
the hole. All holes near one another err alike: the median picture of many holes, balls and hands outvoted,
shows the rim so clearly that a circle can be laid on it.
"""

from dataclasses import dataclass

import numpy as np

from vision.camera import Points
from vision.registration.log_picture import Grey
from vision.registration.top_view import TopView, sample

# The typical hole's picture: half its width and its pixel, in mm.
_HALF_MM, _PIXEL_MM = 13.0, 0.5
# Circles tried: offset up to and by, radius from, to and by, in mm (holes of 9.8 to 15.2 mm were seen).
_OFFSET_MM, _OFFSET_STEP_MM = 2.4, 0.3
_RADIUS_STEP_MM = 0.3
# A hole's radius over the diameter of the balls it is for: 0.395 to 0.49 on boards seen.
_RADIUS_MIN, _RADIUS_MAX = 0.37, 0.53
_ANGLES = 32
# Outside the rim the wood is even, inside there are shadows and reflections: how far outside, and how it
# counts.
_OUTSIDE_MM, _FLAT_PART = (1.5, 3.0), 0.9
# How much the offset may differ from direction to direction (a lamp close by), in mm.
_VARIES_MM = 1.2
# A rim fainter than this part of the strongest gradient is no rim there: every part of the circle must have
# one.
_FAINT = 0.6
# Directions on the board for which a typical hole is made, each of the holes within this angle (degrees).
_DIRECTIONS, _WITHIN_DEG = 4, 60.0
_FEWEST = 8


@dataclass(frozen=True, slots=True)
class Rims:
    """By how much rims lie beside spots in each of four directions, (4, 2) mm, and their radius in mm."""

    offset_mm: Points
    radius_mm: float

    def at(self, points_mm: Points) -> Points:
        """Return the offset (n, 2) for spots at these points (n, 2), blended between the directions."""
        part = np.arctan2(points_mm[:, 1], points_mm[:, 0]) / (2 * np.pi) * _DIRECTIONS - 0.5
        low = np.floor(part).astype(int)
        high_part = (part - low)[:, None]
        below, above = self.offset_mm[low % _DIRECTIONS], self.offset_mm[(low + 1) % _DIRECTIONS]
        return np.asarray((1 - high_part) * below + high_part * above)


def find_rims(top: TopView, spots_mm: Points, ball_mm: float) -> Rims | None:
    """Find the rims of holes for balls of ``ball_mm`` whose spots (n, 2) were found in a view from above.

    None if too few show.
    """
    angle = np.arctan2(spots_mm[:, 1], spots_mm[:, 0])
    directions = (np.arange(_DIRECTIONS) + 0.5) * 2 * np.pi / _DIRECTIONS
    near = np.cos(angle - directions[:, None]) > np.cos(np.radians(_WITHIN_DEG))
    if near.sum(axis=1).min() < _FEWEST:
        return None
    patches = _patches(top, spots_mm)
    typical = _typical(patches)
    radii = np.arange(_RADIUS_MIN * ball_mm, _RADIUS_MAX * ball_mm, _RADIUS_STEP_MM)
    around, radius = typical.circle(np.zeros(2), _OFFSET_MM, radii)
    offsets = [
        _typical(patches[group]).circle(around, _VARIES_MM, np.array([radius]))[0] for group in near
    ]
    return Rims(np.array(offsets), radius)


def _patches(top: TopView, spots_mm: Points) -> Grey:
    reach = np.arange(-_HALF_MM, _HALF_MM + _PIXEL_MM / 2, _PIXEL_MM)
    x, y = np.meshgrid(reach, reach)
    patches = top.sample(spots_mm[:, None, None] + np.stack([x, y], axis=-1))
    return patches - _median_of_rows(patches.reshape(len(patches), -1))[:, None, None]


def _typical(patches: Grey) -> "_Hole":
    """Return what most of some holes' pictures (n, m, m) look like."""
    by_pixel = np.ascontiguousarray(patches.reshape(len(patches), -1).T)
    return _Hole(_median_of_rows(by_pixel).reshape(patches.shape[1:]))


def _median_of_rows(rows: Grey) -> Grey:
    """Return each row's median, (n,), in half the time of `np.median`."""
    middle = rows.shape[1] // 2
    if rows.shape[1] % 2:
        return np.asarray(np.partition(rows, middle, axis=1)[:, middle])
    parted = np.partition(rows, (middle - 1, middle), axis=1)
    return np.asarray((parted[:, middle - 1] + parted[:, middle]) / 2)


class _Hole:
    """The picture of a typical hole, as gradients."""

    def __init__(self, patch: Grey) -> None:
        self._by_x: Grey = np.asarray(np.gradient(patch, axis=1), dtype=np.float32)
        self._by_y: Grey = np.asarray(np.gradient(patch, axis=0), dtype=np.float32)
        self._steep: Grey = np.hypot(self._by_x, self._by_y)
        self._faint = _FAINT * float(self._steep.max()) + 1e-9

    def circle(self, around: Points, reach: float, radii: Points) -> tuple[Points, float]:
        """Return the offset (2,) and radius of the circle on which the picture changes all round."""
        side = np.arange(-reach, reach + 1e-6, _OFFSET_STEP_MM)
        grids = (around[0] + side, around[1] + side, radii)
        angle = np.arange(_ANGLES) * 2 * np.pi / _ANGLES
        ray = np.stack([np.cos(angle), np.sin(angle)], axis=-1)
        centre = np.stack(np.meshgrid(grids[0], grids[1], indexing="ij"), axis=-1)
        rim = centre[:, :, None, None] + radii[:, None, None] * ray
        across = np.abs(_at(self._by_x, rim) * ray[:, 0] + _at(self._by_y, rim) * ray[:, 1])
        score = np.log(self._faint + across)
        for outside in _OUTSIDE_MM:
            steep = _at(self._steep, rim + outside * ray)
            score -= _FLAT_PART * np.log(self._faint + steep)
        total = score.mean(axis=-1)
        best = np.unravel_index(int(total.argmax()), total.shape)
        found = [_vertex(total, best, axis, grid) for axis, grid in enumerate(grids)]
        return np.array(found[:2]), found[2]


def _at(image: Grey, points_mm: Points) -> Grey:
    """Return a hole's picture at points (..., 2) round its middle."""
    return sample(image, (points_mm + _HALF_MM) / _PIXEL_MM)


def _vertex(score: Points, best: tuple[np.intp, ...], axis: int, grid: Points) -> float:
    """Refine the best grid value along one axis by a parabola."""
    i = int(best[axis])
    if not 0 < i < len(grid) - 1:
        return float(grid[i])
    before, here, after = (
        float(score[(*best[:axis], j, *best[axis + 1 :])]) for j in (i - 1, i, i + 1)
    )
    bend = min(before + after - 2 * here, -1e-12)
    return float(grid[i] + (grid[1] - grid[0]) * np.clip((before - after) / (2 * bend), -0.5, 0.5))
