"""Where holes, or balls in them, may be: points to which the gradients of a circle's rim point.

A hole in wood is a bowl, dark on the lamp's side and bright on the other, and a ball in it may be of any
colour. What they have in common is a round rim, so every pixel of some contrast votes for the two points one
radius away along its gradient, before and behind it (Loy and Zelinsky, Fast radial symmetry, 2003). Grey is
taken as a logarithm: light that falls off over the table changes nothing.
"""

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.camera import Points
from vision.registration.log_picture import Grey

# Smoothing before the gradient, and where the rim votes to, in hole radii: balls look larger, far holes
# smaller.
_SMOOTH, _VOTES = 0.2, (0.8, 1.0)
# Votes are gathered over the first and compared with those around over the second, in hole radii.
_GATHER, _AROUND = 0.25, 1.0
# The part of all pixels that votes, and the contrast from which all votes are equal (a white die shouts).
_VOTERS, _LOUDEST = 0.3, 0.3
# A peak is compared with the usual height of the map within this many radii; so is an edge with those around
# it on a levelled look, where no surface counts as plainer than the plainest parts of a picture: a cloth may
# fill four fifths of it.
_USUAL, _PLAINEST = 6.0, 0.2
# On such a look all votes are equal from so many times the edges around.
_LOUDEST_OF_USUAL = 3.0


@dataclass(frozen=True, slots=True)
class Spots:
    """Spots of one size: ``points_px`` (n, 2) float64 and ``strength`` (n,) float64, strongest first."""

    radius_px: float
    points_px: Points
    strength: Points


@dataclass(frozen=True, slots=True)
class _Voters:
    """Pixels at strong edges: ``x``, ``y`` (n,), the direction across the edge and how much each counts."""

    x: NDArray[np.int32]
    y: NDArray[np.int32]
    ux: Grey
    uy: Grey
    weight: Grey


def spot_map(log: Grey, radius_px: float, *, levelled: bool = False) -> Grey:
    """Return how much each pixel looks like the centre of a round spot of this radius, (h, w) float32.

    ``levelled``: each edge is held against those around it, so that a cloth of strong stripes has no more
    of a say than pale holes in pale wood.
    """
    votes = _gather(log.shape, _voters(log, radius_px, levelled=levelled), radius_px)
    near = cv2.GaussianBlur(votes, (0, 0), max(0.8, radius_px * _GATHER))
    around = cv2.GaussianBlur(votes, (0, 0), radius_px * _AROUND)
    return np.asarray(near - around, dtype=np.float32)


def _voters(log: Grey, radius_px: float, *, levelled: bool) -> _Voters:
    dx, dy = _gradient(log, max(0.8, radius_px * _SMOOTH))
    contrast: Grey = np.asarray(cv2.magnitude(dx, dy), dtype=np.float32)
    strength, loudest = contrast, _LOUDEST
    if levelled:
        strength, loudest = _levelled(contrast, radius_px), _LOUDEST_OF_USUAL
    threshold = np.quantile(strength[::4, ::4], 1 - _VOTERS)
    y, x = (at.astype(np.int32) for at in np.nonzero(strength > threshold))
    loud, weight = contrast[y, x], np.minimum(strength[y, x], loudest)
    # A whole map less while the voters' own arrays are made.
    del contrast, strength
    return _Voters(x, y, dx[y, x] / loud, dy[y, x] / loud, weight)


def _levelled(contrast: Grey, radius_px: float) -> Grey:
    """Return how strong edges are beside those around them."""
    window = 2 * round(_USUAL * radius_px) + 1
    usual = cv2.blur(contrast, (window, window))
    return np.asarray(contrast / (usual + np.quantile(usual[::4, ::4], _PLAINEST) + 1e-6))


def _gradient(log: Grey, sigma_px: float) -> tuple[Grey, Grey]:
    """Return the slopes of a softened picture, rightwards and downwards."""
    smooth = cv2.GaussianBlur(log, (0, 0), sigma_px)
    dx: Grey = np.asarray(cv2.Sobel(smooth, cv2.CV_32F, 1, 0, ksize=3), dtype=np.float32)
    dy: Grey = np.asarray(cv2.Sobel(smooth, cv2.CV_32F, 0, 1, ksize=3), dtype=np.float32)
    return dx, dy


def _gather(shape: tuple[int, ...], voters: _Voters, radius_px: float) -> Grey:
    height, width = shape
    margin = int(radius_px) + 2
    stride = width + 2 * margin
    cells = stride * (height + 2 * margin)
    votes = np.zeros(cells, dtype=np.float64)
    for reach in (r * radius_px * sign for r in _VOTES for sign in (1, -1)):
        cell = (np.rint(voters.y + reach * voters.uy).astype(np.intp) + margin) * stride
        cell += np.rint(voters.x + reach * voters.ux).astype(np.int32) + margin
        votes += np.bincount(cell, voters.weight, minlength=cells)
    whole = votes.reshape(-1, stride).astype(np.float32)
    return whole[margin : margin + height, margin : margin + width]


def find_spots(response: Grey, radius_px: float, limit: int) -> Spots:
    """Return the ``limit`` clearest peaks of a ``spot_map``, to a part of a pixel (pixel centres at .5)."""
    size = 2 * round(0.8 * radius_px) + 1
    peak = (response >= cv2.dilate(response, np.ones((size, size), np.uint8))) & (response > 0)
    peak[[0, -1]], peak[:, [0, -1]] = False, False
    window = 2 * round(_USUAL * radius_px) + 1
    usual = cv2.blur(np.maximum(response, 0), (window, window))
    y, x = np.nonzero(peak)
    strength = response[y, x] / (usual[y, x] + 1e-4)
    best = np.argsort(-strength)[:limit]
    points = subpixel_peaks(response, x[best], y[best]) + 0.5
    return Spots(radius_px, points, strength[best].astype(np.float64))


def subpixel_peaks(a: Grey, x: NDArray[np.intp], y: NDArray[np.intp]) -> Points:
    """Refine peaks at whole pixels by parabolas through their neighbours: (n, 2) float64 array indices."""

    def offset(before: Grey, here: Grey, after: Grey) -> Grey:
        bend = np.minimum(before + after - 2 * here, -1e-9)
        part: Grey = np.clip((before - after) / (2 * bend), -0.5, 0.5)
        return part

    here = a[y, x]
    dx = offset(a[y, x - 1], here, a[y, x + 1])
    dy = offset(a[y - 1, x], here, a[y + 1, x])
    return np.stack([x + dx, y + dy], axis=1).astype(np.float64)
