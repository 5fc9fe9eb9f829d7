"""Where the dice area's rim is seen: a die's distance from it tells a leaning die from a lying one.

A view's radius of the area may be wrong by 2 mm, as a rim has an upper and a lower edge and its shadow a
third; that is more than lies between leaning and lying dice. Of 28 views fitted to shared photographs 8 were
wrong by more than 1 mm, up to 2.4 mm; with what is measured here 5 were, up to 1.5 mm (wood in wood). All
true views agreed with it.
"""

import statistics

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.dice.area import DiceArea, Field
from vision.frame import Frame
from vision.prepared import once_a_view
from vision.view import View

# The rim is looked for so far to either side of where the view has it, in so many directions, each
# the mean of a few rays.
_REACH_MM, _STEP_MM, _DIRECTIONS, _RAYS = 5.0, 0.5, 72, 4
_BEYOND_MM = np.arange(-_REACH_MM, _REACH_MM + _STEP_MM / 2, _STEP_MM)
# Half of the directions must agree to this; wood in wood with a lamp's shadow does not.
_SPREAD_MM = 0.75
# A view that is so near to what is measured is believed: it has the lens and all of the board behind it.
_AGREES_MM = 1.0


def rim_radius_mm(frame: Frame, area: DiceArea) -> float:
    """Return the radius at which the picture changes most along rays from the middle: the median of them.

    Where the directions do not agree, or agree with the view, it is the view's own radius.
    """
    radius = area.place.radius_mm
    rays = _along(frame, area.view)
    blue, green, red = cv2.split(cv2.absdiff(rays[:, 2:], rays[:, :-2]))
    steps = np.asarray(cv2.max(cv2.max(blue, green), red))
    seen = radius + _BEYOND_MM[1:-1][steps.argmax(axis=1)]
    middle = statistics.median(seen.tolist())
    clear = statistics.median(np.abs(seen - middle).tolist()) <= _SPREAD_MM
    return middle if clear and abs(middle - radius) > _AGREES_MM else radius


def _along(frame: Frame, view: View) -> Field:
    """Return the colours (directions, radii, 3) that are seen at distances from the middle."""
    columns, rows = _rays(view)
    colours = cv2.remap(frame, columns, rows, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    grouped = colours.reshape(_DIRECTIONS, _RAYS, -1, 3).astype(np.float32)
    soft: Field = np.asarray(cv2.blur(grouped.mean(axis=1), (3, 1)), dtype=np.float32)
    return soft


@once_a_view(1)
def _rays(view: View) -> tuple[Field, Field]:
    """Return the pixels (directions times rays, radii), columns and rows, that are seen along rays.

    A pixel counts as on the floor's or the board's surface, whichever it meets farther outside:
    towards the camera the rim's upper edge hides the lower one.
    """
    place = view.board.of_kind("dice")[0]
    radii = place.radius_mm + _BEYOND_MM
    angles = np.arange(_DIRECTIONS * _RAYS) * (2 * np.pi / (_DIRECTIONS * _RAYS))
    ray = np.stack([np.cos(angles), np.sin(angles)], axis=1)
    # Over so short a way the picture of a ray is straight, and even.
    ends = (radii[None, [0, -1], None] * ray[:, None, :]).reshape(-1, 2)
    between = (radii - radii[0]) / (radii[-1] - radii[0])
    floor, board = (
        _along_ray(view.camera.project(np.column_stack([ends, np.full(len(ends), z)])), between)
        for z in (place.z_mm, 0.0)
    )
    middle = view.camera.project(np.array([[0.0, 0.0, place.z_mm]]))
    nearer = np.square(board - middle).sum(axis=2) < np.square(floor - middle).sum(axis=2)
    pixels = np.where(nearer[..., None], board, floor).astype(np.float32)
    return np.ascontiguousarray(pixels[..., 0]), np.ascontiguousarray(pixels[..., 1])


def _along_ray(ends: NDArray[np.float64], between: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return points (rays, n, 2) ``between`` the ends of rays (2 rays, 2): 0 at the first, 1 at the last."""
    first, last = ends[0::2, None, :], ends[1::2, None, :]
    return first + (last - first) * between[None, :, None]
