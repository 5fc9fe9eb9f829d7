"""The board seen straight from above in small: what searches of the whole board work on."""

from dataclasses import dataclass
from functools import cached_property

import cv2
import numpy as np

from referee.board import Board
from vision.fields.patches import Floats
from vision.frame import Frame
from vision.scales import Halved, Scales, Window
from vision.view import View

# Samples along the board's side and the part of the side they span: 5 mm apart on a board of 450 mm, which
# shows fingers; a little more than the board, so that its edge is seen.
SAMPLES = 96
REACH = 1.06
# Balls at the rim reach beyond the board by less than this. A board smaller than the second is none.
STANDS_OUT_PX, LEAST_PX = 24, 32
# The camera is followed exactly at so many points a side and linearly between them.
_KNOTS = 13


@dataclass(frozen=True)
class TopAxes:
    """Which places of the board the view from above shows: rows from its far side (y up) to its near side.

    ``x_mm``, ``y_mm``: (SAMPLES,) board coordinates of columns and rows.
    """

    x_mm: Floats
    y_mm: Floats

    @property
    def step_mm(self) -> float:
        """The distance of two samples."""
        return float(self.x_mm[1] - self.x_mm[0])


@dataclass(frozen=True)
class TopGrid(TopAxes):
    """Where the samples of the view from above lie: ``map_px``, (SAMPLES, SAMPLES, 2) in the frame."""

    map_px: Floats

    @cached_property
    def _in_half(self) -> Halved:
        return Halved(self.map_px * np.float32(0.5) - np.float32(0.5))

    def cut(self, picture: Scales) -> Frame:
        """Return the view from above, (SAMPLES, SAMPLES, 3) uint8 BGR."""
        return picture.sample(self._in_half)

    def window(self, width_px: int, height_px: int) -> Window:
        """Return the part of a frame of this size that shows the board and what stands on it."""
        low = np.floor(self.map_px.min(axis=(0, 1)) - STANDS_OUT_PX).astype(int)
        high = np.ceil(self.map_px.max(axis=(0, 1)) + STANDS_OUT_PX).astype(int)
        left, top = (max(int(v) // 2 * 2, 0) for v in low)
        right, bottom = min(int(high[0]), width_px) // 2 * 2, min(int(high[1]), height_px) // 2 * 2
        if right - left < LEAST_PX or bottom - top < LEAST_PX:
            return Window(0, 0, width_px // 2 * 2, height_px // 2 * 2)
        return Window(left, top, right, bottom)


def axes_of(board: Board) -> TopAxes:
    """Return which places of a board the view from above shows."""
    side = board.side_mm * REACH
    middle = (((np.arange(SAMPLES) + 0.5) / SAMPLES - 0.5) * side).astype(np.float32)
    return TopAxes(middle, -middle)


def lay_top(view: View) -> TopGrid:
    """Lay the samples of the view from above over a picture."""
    side = view.board.side_mm * REACH
    ends = np.linspace(-0.5, 0.5, _KNOTS) * side
    x, y = np.meshgrid(ends, -ends)
    knots = np.stack([x, y, np.zeros_like(x)], axis=-1).reshape(-1, 3)
    pixels = view.camera.project(knots).reshape(_KNOTS, _KNOTS, 2).astype(np.float32)
    at = ((np.arange(SAMPLES) + 0.5) / SAMPLES * (_KNOTS - 1)).astype(np.float32)
    column, row = np.meshgrid(at, at)
    map_px = np.asarray(cv2.remap(pixels, column, row, cv2.INTER_LINEAR), dtype=np.float32)
    axes = axes_of(view.board)
    return TopGrid(axes.x_mm, axes.y_mm, map_px)
