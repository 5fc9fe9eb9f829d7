"""Small square pictures round places, all cut out of a frame at once.

A patch faces the camera: its plane goes through the centre of a ball that would lie there and is square to
the line of sight, so that a ball is a disc whose radius is one unit whatever the slant of the camera.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from referee.board import Place
from vision.camera import Points
from vision.frame import Frame
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
    """Return x (right) and y (up) of a patch's samples in ball radii, each (size, size) float32."""
    steps = np.linspace(-span, span, size, dtype=np.float32)
    x, y = np.meshgrid(steps, -steps)
    return x, y


# Where samples lie further apart than this many pixels they are taken from the frame at half size: averaging
# four pixels halves the noise of dim pictures, which single pixels would carry in full.
HALVE_FROM_PX = 1.7


@dataclass(frozen=True)
class Scales:
    """A frame, (h, w, 3) uint8 BGR, and the same at half size."""

    full: Frame
    half: Frame


def scales(frame: Frame) -> Scales:
    """Halve a frame (0.5 ms for two megapixels; every part of the reader shares the result)."""
    height, width = frame.shape[:2]
    half = cv2.resize(frame, (width // 2, height // 2), interpolation=cv2.INTER_AREA)
    return Scales(frame, np.asarray(half, dtype=np.uint8))


@dataclass(frozen=True)
class Grid:
    """Where the samples of every place's patch lie in the frame, or in the frame at half size if ``halved``.

    ``map_px``: (n * size, size, 2) float32, pixel indices (x, y). ``radius_px``: (n,) a ball's radius there
    in pixels of the whole frame.
    """

    map_px: Floats
    radius_px: Floats
    halved: bool
    size: int = SIZE

    def cut(self, picture: Scales) -> Frame:
        """Return the patches (n, size, size, 3) uint8 BGR."""
        source = picture.half if self.halved else picture.full
        across, down = (np.ascontiguousarray(self.map_px[:, :, axis]) for axis in (0, 1))
        cut = cv2.remap(source, across, down, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
        return np.asarray(cut, dtype=np.uint8).reshape(-1, self.size, self.size, 3)


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
    return Facing(centres_mm, right, np.cross(right, sight), sight)


def ball_centres(places: Sequence[Place], radius_mm: float, lift: float = LIFT) -> Points:
    """Return where the centres of balls in the places are: (n, 3) millimetres."""
    points = [(p.x_mm, p.y_mm, p.z_mm + lift * radius_mm) for p in places]
    return np.array(points, dtype=np.float64).reshape(-1, 3)


def lay_grid(
    view: View, centres_mm: Points, radius_mm: float, *, size: int = SIZE, span: float = SPAN
) -> Grid:
    """Lay a patch for balls of ``radius_mm`` over every centre (n, 3)."""
    facing = face_camera(view, centres_mm)
    reach = radius_mm * span
    ends = [facing.centres + reach * axis for axis in (facing.right, facing.up)]
    starts = [facing.centres - reach * axis for axis in (facing.right, facing.up)]
    # A patch is small against its distance: between its ends the camera is linear to a tenth of a pixel.
    pixels = view.camera.project(np.concatenate([*ends, *starts])).reshape(4, -1, 2)
    pixels = pixels.astype(np.float32)
    across, upward = (pixels[0] - pixels[2]) / 2, (pixels[1] - pixels[3]) / 2
    x, y = grid_axes(size, 1.0)
    map_px = (
        pixels.mean(axis=0)[:, None, None, :]
        + x[None, :, :, None] * across[:, None, None, :]
        + y[None, :, :, None] * upward[:, None, None, :]
    )
    radius_px = np.hypot(*across.T) / np.float32(span)
    halved = bool(radius_px.size and np.mean(radius_px) * 2 * span / (size - 1) > HALVE_FROM_PX)

    map_px = map_px.reshape(len(centres_mm) * size, size, 2) * np.float32(0.5 if halved else 1)
    return Grid(map_px - np.float32(0.5), radius_px.astype(np.float32), halved, size)
