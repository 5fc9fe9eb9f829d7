"""Small square pictures round places, all cut out of a frame at once.

A patch faces the camera: its plane goes through the centre of a ball that would lie there and is square to
the line of sight, so that a ball is a disc whose radius is one unit whatever the slant of the camera.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache

import numpy as np
from numpy.typing import NDArray

from referee.board import Place
from vision.camera import Points
from vision.frame import Frame
from vision.sampling import Sampling
from vision.scales import Halved, Scales
from vision.view import View

Floats = NDArray[np.float32]

# Samples along an edge and half the edge in ball radii: 16 samples lie about 1.6 mm apart, two pixels of a
# 1640 wide picture, and 1.7 radii reach the wood between a field and its neighbours.
SIZE = 16
SPAN = 1.7

# A ball sinks into its hole by a bit more than half its radius: its centre is this many radii above the board
# (0.3 to 0.7 measured on photographs of sixteen boards, counting balls alike).
LIFT = 0.42


def grid_axes(size: int = SIZE, span: float = SPAN) -> tuple[Floats, Floats]:
    """Return x (right) and y (up) of a square's samples in ball radii, each (size, size) float32."""
    steps = np.linspace(-span, span, size, dtype=np.float32)
    x, y = np.meshgrid(steps, -steps)
    return x, y


@dataclass(frozen=True)
class Pattern:
    """Where the samples of a patch lie about its middle: ``x`` (right), ``y`` (up), (s,) in ball radii.

    ``step``: the distance of neighbouring samples.
    """

    x: Floats
    y: Floats
    step: float

    @cached_property
    def basis(self) -> Floats:
        """What a patch's middle, a radius across and one upward count for in each sample: (3, s)."""
        return np.stack([np.ones_like(self.x), self.x, self.y])


def square(size: int = SIZE, span: float = SPAN) -> Pattern:
    """Return a square pattern, row by row from the upper left."""
    x, y = grid_axes(size, span)
    return Pattern(x.ravel(), y.ravel(), 2 * span / (size - 1))


@lru_cache(maxsize=1)
def disc() -> Pattern:
    """Return the samples of the square within `SPAN` from the middle outwards.

    The square's corners show nothing but neighbours.
    """
    whole = square()
    used = in_disc()
    return Pattern(whole.x[used], whole.y[used], whole.step)


@lru_cache(maxsize=1)
def in_disc() -> np.ndarray:
    """Return the indices of those samples of a square patch that belong to its `disc`, in its order."""
    whole = square()
    away = np.hypot(whole.x, whole.y)
    outwards = np.argsort(away, kind="stable")
    return np.asarray(outwards[away[outwards] < SPAN])


# Where samples lie further apart than this many pixels they are taken from the frame at half size: averaging
# four pixels halves the noise of dim pictures, which single pixels would carry in full.
HALVE_FROM_PX = 1.7


@dataclass(frozen=True)
class Grid:
    """Where the samples of patches lie in the frame, or in the frame at half size if ``halved``.

    ``map_px``: (n, s, 2) float32, pixel indices (x, y). ``radius_px``: (n,) a ball's radius there in pixels
    of the whole frame.
    """

    map_px: Floats
    radius_px: Floats
    halved: bool

    @cached_property
    def _in_half(self) -> Halved:
        return Halved(self.map_px)

    @cached_property
    def _in_full(self) -> Sampling:
        columns, rows = self.map_px.transpose(2, 0, 1)
        return Sampling.at(columns, rows)

    def cut(self, picture: Scales) -> Frame:
        """Return the patches' samples (n, s, 3) uint8 BGR."""
        if self.halved:
            return picture.sample(self._in_half)
        return self._in_full.of(picture.full)


@dataclass(frozen=True)
class Facing:
    """Axes of patches that face the camera, each (n, 3): ``right``, ``up``, ``sight``, about ``centres``."""

    centres: Points
    right: Points
    up: Points
    sight: Points


def face_camera(view: View, centres_mm: Points) -> Facing:
    """Turn a plane at each centre (n, 3) square to the line of sight, its right along the board's x."""
    sight = centres_mm - view.camera.centre_mm
    sight = sight / np.linalg.norm(sight, axis=1, keepdims=True)
    right = np.array([1.0, 0.0, 0.0]) - sight * sight[:, :1]
    right /= np.linalg.norm(right, axis=1, keepdims=True)
    # numpy's own cross product takes five times as long.
    (a, b, c), (d, e, f) = right.T, sight.T
    up = np.empty_like(right)
    up[:, 0], up[:, 1], up[:, 2] = b * f - c * e, c * d - a * f, a * e - b * d
    return Facing(centres_mm, right, up, sight)


def ball_centres(places: Sequence[Place], radius_mm: float, lift: float = LIFT) -> Points:
    """Return where the centres of balls in the places are: (n, 3) millimetres."""
    points = [(p.x_mm, p.y_mm, p.z_mm + lift * radius_mm) for p in places]
    return np.array(points, dtype=np.float64).reshape(-1, 3)


@dataclass(frozen=True)
class Axes:
    """Where patches lie in the frame, each (n, 2) pixels: ``middle``, and a radius ``across``, ``upward``."""

    middle: Floats
    across: Floats
    upward: Floats


def project_axes(view: View, centres_mm: Points, radius_mm: float) -> Axes:
    """Project patches for balls of ``radius_mm`` about centres (n, 3)."""
    facing = face_camera(view, centres_mm)
    reach = radius_mm * SPAN
    ends = [facing.centres + reach * axis for axis in (facing.right, facing.up)]
    starts = [facing.centres - reach * axis for axis in (facing.right, facing.up)]
    pixels = view.camera.project(np.concatenate([*ends, *starts])).reshape(4, -1, 2)
    pixels = pixels.astype(np.float32)
    across, upward = (pixels[0] - pixels[2]) / (2 * SPAN), (pixels[1] - pixels[3]) / (2 * SPAN)
    return Axes(pixels.mean(axis=0, dtype=np.float32), across, upward)


def grid_on(axes: Axes, pattern: Pattern) -> Grid:
    """Lay a pattern over patches: about its middle the camera is linear to a tenth of a pixel."""
    x, y = axes.across.T
    radius_px = np.sqrt(x * x + y * y)
    count = len(radius_px)
    halved = bool(count and float(radius_px.sum()) * pattern.step > HALVE_FROM_PX * count)
    # One product for each coordinate: a row for each patch.
    rows = np.empty((2, count, 3), dtype=np.float32)
    rows[:, :, 0], rows[:, :, 1], rows[:, :, 2] = axes.middle.T, axes.across.T, axes.upward.T
    if halved:
        rows *= np.float32(0.5)
    # A camera's pixel coordinates begin at the corner of the first pixel, cv2's at its middle.
    rows[:, :, 0] -= np.float32(0.5)
    return Grid((rows @ pattern.basis).transpose(1, 2, 0), radius_px, halved)


def lay_grid(
    view: View, centres_mm: Points, radius_mm: float, pattern: Pattern | None = None
) -> Grid:
    """Lay a pattern (the `disc` if none is given) for balls of ``radius_mm`` over every centre (n, 3)."""
    return grid_on(project_axes(view, centres_mm, radius_mm), pattern or disc())
