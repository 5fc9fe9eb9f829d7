"""The dice area seen square from above: where its pixels lie, and the maps that bring them there."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache

import cv2
import numpy as np
from numpy.typing import NDArray

from referee.board import Place
from vision.frame import Frame
from vision.view import View

Grey = NDArray[np.uint8]
Field = NDArray[np.float32]
Mask = NDArray[np.bool_]

# The map from millimetres to pixels is exact on a grid this fine and straight between its points:
# over 8 mm the bend of the worst lens seen is below 0.02 px.
_GRID_MM = 8.0
# The window's half side is a multiple of this, so that it has whole pixels at 2 and at 1 px/mm.
_EVEN_MM = 0.5
# A glance halves frames that have so many pixels for one of the window's.
_ENOUGH = 1.5


@dataclass(frozen=True, slots=True)
class Window:
    """A square of the plane at ``z_mm``: its middle, half side and scale; rows run towards -y."""

    x_mm: float
    y_mm: float
    half_mm: float
    z_mm: float
    px_per_mm: float

    @property
    def size(self) -> int:
        """Side in pixels."""
        return round(2 * self.half_mm * self.px_per_mm)

    def to_px(self, x_mm: float, y_mm: float) -> tuple[float, float]:
        """Return where a point lies in the window (pixel centres at whole numbers)."""
        k = self.px_per_mm
        return (
            (x_mm - self.x_mm + self.half_mm) * k - 0.5,
            (self.y_mm + self.half_mm - y_mm) * k - 0.5,
        )

    def to_mm(self, column: float, row: float) -> tuple[float, float]:
        """Undo `to_px`."""
        k = self.px_per_mm
        return (
            self.x_mm - self.half_mm + (column + 0.5) / k,
            self.y_mm + self.half_mm - (row + 0.5) / k,
        )

    def axes(self) -> tuple[Field, Field]:
        """Return x (size,) of the columns and y (size,) of the rows, millimetres."""
        steps = (np.arange(self.size, dtype=np.float32) + 0.5) / self.px_per_mm - self.half_mm
        return self.x_mm + steps, self.y_mm - steps

    def points(self) -> tuple[Field, Field]:
        """Return x and y (size, size) of every pixel, millimetres."""
        x, y = np.meshgrid(*self.axes())
        return x, y


def window_map(view: View, window: Window) -> tuple[Field, Field]:
    """Return the frame's pixels (columns, rows; both (size, size) float32) that show a window."""
    knots = max(4, int(np.ceil(2 * window.half_mm / _GRID_MM)) + 1)
    steps = np.linspace(-window.half_mm, window.half_mm, knots)
    plane = np.empty((knots, knots, 3))
    plane[..., 0], plane[..., 1] = window.x_mm + steps, (window.y_mm - steps)[:, None]
    plane[..., 2] = window.z_mm
    coarse = view.camera.project(plane.reshape(-1, 3)).astype(np.float32)
    coarse = coarse.reshape(knots, knots, 2)
    between = _between(window.size, knots)
    columns: Field = np.asarray(between @ coarse[..., 0] @ between.T, np.float32)
    rows: Field = np.asarray(between @ coarse[..., 1] @ between.T, np.float32)
    return columns, rows


@lru_cache(maxsize=8)
def _between(size: int, knots: int) -> Field:
    """Return the weights (size, knots) that lay ``size`` pixel centres linearly between knots."""
    at = (np.arange(size) + 0.5) / size * (knots - 1)
    weights: Field = np.maximum(0, 1 - np.abs(at[:, None] - np.arange(knots))).astype(np.float32)
    return weights


@dataclass(frozen=True)
class DiceArea:
    """The dice area of one view, looked at in the plane of the dice's upper faces."""

    view: View
    die_mm: float
    px_per_mm: float = 2.0

    @cached_property
    def place(self) -> Place:
        """The dice area of the board."""
        return self.view.board.of_kind("dice")[0]

    @property
    def floor_mm(self) -> float:
        """Height of the floor on which the dice lie."""
        return self.place.z_mm

    @property
    def top_mm(self) -> float:
        """Height of the upper face of a lying die."""
        return self.floor_mm + self.die_mm

    @cached_property
    def window(self) -> Window:
        """The whole area, in the plane of the upper faces."""
        half = np.ceil(self.place.radius_mm / _EVEN_MM) * _EVEN_MM
        return Window(0.0, 0.0, float(half), self.top_mm, self.px_per_mm)

    @cached_property
    def maps(self) -> tuple[Field, Field]:
        """Where the frame shows the window."""
        return window_map(self.view, self.window)

    def within(self, radius_mm: float, z_mm: float) -> Mask:
        """Return the pixels (n, n) whose rays pass ``z_mm`` nearer than this to the board's middle.

        Planes of two heights show each other shrunk about the point below the camera, so a circle of one is
        a circle in the window, too.
        """
        eye = self.view.camera.centre_mm
        nearer = (eye[2] - self.top_mm) / (eye[2] - z_mm)
        middle = eye[:2] * (1 - nearer)
        window = self.window
        steps = (np.arange(window.size, dtype=np.float32) + 0.5) / window.px_per_mm - window.half_mm
        across, down = np.square(steps - middle[0]), np.square(steps + middle[1])
        inside: Mask = (down[:, None] + across) < np.float32((radius_mm * nearer) ** 2)
        return inside

    @cached_property
    def rim(self) -> Mask:
        """Pixels behind which the area's rim lies, at the height of the floor, of the board or between."""
        outer, inner = self.place.radius_mm + 2.0, self.place.radius_mm - 2.0
        near = self.within(outer, self.floor_mm) | self.within(outer, 0.0)
        return near & ~(self.within(inner, self.floor_mm) & self.within(inner, 0.0))

    @cached_property
    def clear(self) -> Grey:
        """255 where there is no rim, 0 where it is."""
        return np.where(self.rim, np.uint8(0), np.uint8(255))

    @cached_property
    def floor(self) -> Mask:
        """Pixels behind which the floor lies, clear of the rim and its shadow."""
        return self.within(self.place.radius_mm - 8.0, self.floor_mm)

    @cached_property
    def some_floor(self) -> NDArray[np.intp]:
        """Every fifth pixel of the floor, enough to know it by, in a picture of every second pixel: (k,)."""
        return np.flatnonzero(self.floor[::2, ::2])[::5]

    @cached_property
    def halved_floor(self) -> NDArray[np.intp]:
        """Which pixels (k,) of a picture of every second pixel are floor."""
        return np.flatnonzero(self.floor[::2, ::2])

    @cached_property
    def halved_middles(self) -> Field:
        """The same picture (m, m): 1 where the middle of an upper face may be, else 0."""
        return self.middles[::2, ::2].astype(np.float32)

    @cached_property
    def floor_sample(self) -> NDArray[np.intp]:
        """Every thirty-first pixel of the floor, enough to know it by in one place: (k,)."""
        return np.flatnonzero(self.floor)[::31]

    @cached_property
    def bare(self) -> Grey:
        """1 behind which the floor lies and no rim, else 0."""
        return (self.inside & ~self.rim).view(np.uint8)

    @cached_property
    def inside(self) -> Mask:
        """Pixels behind which the floor lies, as far as its edge."""
        return self.within(self.place.radius_mm - 2.0, self.floor_mm)

    @cached_property
    def middles(self) -> Mask:
        """Pixels at which the middle of an upper face may be, lying or leaning."""
        return self.within(self.place.radius_mm - 0.35 * self.die_mm, self.top_mm)

    def look(self, frame: Frame) -> Frame:
        """Return the area seen square from above, (size, size, 3) BGR."""
        return cv2.remap(frame, *self.maps, cv2.INTER_LINEAR).astype(np.uint8, copy=False)

    def part(self, frame: Frame, rows: slice, columns: slice) -> Frame:
        """Return some of the same's rows and columns, (h, w, 3), in as much less time."""
        across, down = (np.ascontiguousarray(m[rows, columns]) for m in self.maps)
        return cv2.remap(frame, across, down, cv2.INTER_LINEAR).astype(np.uint8, copy=False)

    def near(
        self, frame: Frame, places_mm: Sequence[tuple[float, float]], reach_mm: float
    ) -> Frame:
        """Return the same as `look` within reach of some places, and black elsewhere."""
        at = np.array([self.window.to_px(*place) for place in places_mm])
        reach, last = reach_mm * self.px_per_mm + 1, self.window.size - 1
        first = np.clip(np.floor(at.min(axis=0) - reach), 0, last).astype(int)
        end = np.clip(np.ceil(at.max(axis=0) + reach), 0, last).astype(int) + 1
        columns, rows = (slice(*ends) for ends in zip(first.tolist(), end.tolist(), strict=True))
        shown = np.zeros((last + 1, last + 1, 3), np.uint8)
        shown[rows, columns] = self.part(frame, rows, columns)
        return shown

    def glance(self, frame: Frame) -> Frame:
        """Return the same in a hurry, from the frame at half its size if that has pixels enough."""
        (rows, columns), maps = self._cut
        cut = frame[rows, columns]
        if self._halves:
            size = cut.shape[1] // 2, cut.shape[0] // 2
            cut = cv2.resize(cut, size, interpolation=cv2.INTER_AREA).astype(np.uint8, copy=False)
        # A pixel of the halved frame is the mean of four already: the nearest one does, in half the time.
        way = cv2.INTER_NEAREST if self._halves else cv2.INTER_LINEAR
        return cv2.remap(cut, *maps, way).astype(np.uint8, copy=False)

    @cached_property
    def _halves(self) -> bool:
        """Whether the frame has so many pixels for one of the window's that half of them are enough."""
        columns, rows = self.maps
        across = np.hypot(columns[:, -1] - columns[:, 0], rows[:, -1] - rows[:, 0])
        return float(across.mean()) >= _ENOUGH * len(columns)

    @cached_property
    def _cut(self) -> tuple[tuple[slice, slice], tuple[NDArray[np.int16], NDArray[np.uint16]]]:
        """Return which rows and columns of the frame show the window, and the maps from that for a glance.

        Where the frame is halved the second map is empty, as the nearest pixels are taken.
        """
        columns, rows = self.maps
        camera = self.view.camera
        left, top = (max(int(m.min()) - 2, 0) for m in (columns, rows))
        # An even number of each, as halves are wanted.
        wide = (min(int(columns.max()) + 4, camera.width_px) - left) // 2 * 2
        high = (min(int(rows.max()) + 4, camera.height_px) - top) // 2 * 2
        part = slice(top, top + max(high, 2)), slice(left, left + max(wide, 2))
        across, down = columns - np.float32(left), rows - np.float32(top)
        if self._halves:
            across, down = ((m - np.float32(0.5)) / np.float32(2) for m in (across, down))
        # Whole pixels and parts of them, which is quicker to follow than fractions.
        whole = cv2.convertMaps(across, down, cv2.CV_16SC2, nninterpolation=self._halves)
        return part, whole  # type: ignore[return-value]

    def close_up(self, frame: Frame, window: Window) -> Frame:
        """Return a window of the frame, (size, size, 3) BGR."""
        columns, rows = window_map(self.view, window)
        return cv2.remap(frame, columns, rows, cv2.INTER_LINEAR).astype(np.uint8, copy=False)
