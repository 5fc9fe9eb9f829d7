"""The outer ring in a picture, and the camera that sees it so."""

from dataclasses import dataclass

import numpy as np

from referee.board import Board
from vision.camera import Camera, Points
from vision.registration.holes import find_spots, spot_map
from vision.registration.least_squares import minimise
from vision.registration.log_picture import LogPicture
from vision.registration.pose import CAMERA_SCALE, CameraVector, Lens, camera_from_homography
from vision.registration.ring import FIELDS, OuterRing, find_rings


@dataclass(frozen=True, slots=True)
class Search:
    """How holes are looked for: in a picture of this width, of these radii, so many spots of each.

    ``levelled`` as in `spot_map`.
    """

    width_px: int
    radii_px: tuple[float, ...]
    spots: int
    levelled: bool = False


# In a picture 1000 pixels wide holes have 3 to 12 pixels of radius, from boards a third as wide as the
# picture to those that fill it; the commonest sizes come first. Small boards of strong grain show only on
# the second, closer look: more pixels a hole, sizes between, and more spots, as many of them are grain. Pale
# holes beside a loud cloth show only on the third.
SEARCHES = (
    Search(1000, (6.4, 4.5, 9.0, 3.2, 12.7), 400),
    Search(1640, (9.0, 7.6, 10.7, 5.4), 800),
    Search(1000, (6.4, 4.5, 9.0), 400, levelled=True),
)
# A ring with this many of its 64 fields needs no other radius tried.
_PLENTY = 54
# How far a hole's spot strays from its place, in pitches.
_STRAY = 0.05


def find_outer_rings(picture: LogPicture, search: Search) -> list[OuterRing]:
    """Return the outer rings found in a picture (in its own pixels), the best of each hole size, best
    first.
    """
    rings: list[OuterRing] = []
    for radius in search.radii_px:
        seen = spot_map(picture.log, radius, levelled=search.levelled)
        rings += find_rings(find_spots(seen, radius, search.spots))[:1]
        if any(ring.support >= _PLENTY for ring in rings):
            break
    return sorted(rings, key=lambda ring: ring.support, reverse=True)


def ring_camera(ring: OuterRing, picture: LogPicture, board: Board, lens: Lens) -> Camera:
    """Fit a camera to a ring's holes, the ring's first one taken for O0."""
    outer = board.ring("outer")
    first = np.radians(outer.first_deg)
    cos, sin = outer.radius_mm * np.cos(first), outer.radius_mm * np.sin(first)
    from_circle = np.array([[cos, sin, 0.0], [sin, -cos, 0.0], [0.0, 0.0, 1.0]])
    to_camera = np.diag([1 / picture.scale, 1 / picture.scale, 1.0])
    homography = to_camera @ ring.homography @ np.linalg.inv(from_circle)
    start = camera_from_homography(homography, picture.width_px, picture.height_px, lens)
    return _fit(CameraVector(start, lens), ring, picture.scale, outer.radius_mm, float(first))


def _fit(
    vector: CameraVector, ring: OuterRing, scale: float, radius_mm: float, first: float
) -> Camera:
    angle = first - 2 * np.pi * ring.fields / FIELDS
    plane = radius_mm * np.stack([np.cos(angle), np.sin(angle), np.zeros(len(angle))], axis=1)
    pixels = ring.points_px / scale
    gaps = np.diff(ring.project(np.arange(FIELDS + 1.0)), axis=0)
    stray = _STRAY * float(np.linalg.norm(gaps, axis=1).mean()) / scale

    def residuals(x: Points) -> Points:
        miss = (vector.camera(x).project(plane) - pixels) / stray
        return np.concatenate([miss.ravel(), vector.prior(x)])

    fit = minimise(residuals, vector.zero, CAMERA_SCALE, weight=np.ones(2 * len(plane)))
    return vector.camera(fit.x)
