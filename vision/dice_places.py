"""Where dice lie in a picture, what of that a hand hides, and whether a die still lies where it was read."""

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from referee.sighting import DieReading
from vision.dice.reader import Covered
from vision.fields.top_view import REACH
from vision.frame import Frame
from vision.view import View

# So far round the dice area's edge is looked, in its radii: a die that leans on the rim stands up beyond it.
_REACH = 1.3
# A die's own patch: this far round its middle, so many cells a side; and how well it correlates while the die
# lies there, be it in a shadow (0.9 and more; 0.5 at most for bare floor, another die or a hand).
PATCH_MM, _PATCH_CELLS, ALIKE = 13.0, 24, 0.8
# The middle of a die stands about so high over the board's surface.
_MIDDLE_MM = 5.0

Box = tuple[slice, slice]
Cells = NDArray[np.bool_]
Patch = NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class Lay:
    """A die that lay somewhere when it was read last, and how its patch looked.

    ``left``: it was seen not to lie there any more. What lies there then was thrown anew, alike or not:
    another face in the same place was seen to correlate by 0.84.
    """

    reading: DieReading
    box: Box
    patch: Patch
    left: bool = False

    def still(self, frame: Frame) -> bool:
        """Tell whether the die lies there in a picture as it did."""
        if self.left:
            return False
        return float((patch(frame, self.box) * self.patch).sum()) >= ALIKE


def lay(frame: Frame, view: View, reading: DieReading) -> Lay | None:
    """Remember how a die looks in the picture in which it was read; None if it has no place."""
    if reading.x_mm is None or reading.y_mm is None:
        return None
    corners = [
        (reading.x_mm + dx, reading.y_mm + dy, _MIDDLE_MM)
        for dx in (-PATCH_MM, PATCH_MM)
        for dy in (-PATCH_MM, PATCH_MM)
    ]
    box = _box_of(frame, view.camera.project(np.array(corners)))
    return Lay(reading, box, patch(frame, box))


def patch(frame: Frame, box: Box) -> Patch:
    """Return a part of a picture in grey, in so many cells, of mean 0 and length 1."""
    size = (_PATCH_CELLS, _PATCH_CELLS)
    small = cv2.resize(frame[box], size, interpolation=cv2.INTER_AREA)
    grey = cv2.cvtColor(small, cv2.COLOR_BGR2GRAY).astype(np.float32)
    grey -= grey.mean()
    cells: Patch = grey / max(float(np.linalg.norm(grey)), 1e-6)
    return cells


@dataclass(frozen=True, slots=True)
class Hiding:
    """Tells what a hand hides of the cells (h, w) into which a part of the picture is divided.

    ``parts``: where on the board the cells lie (h, w, 2), in parts of the board's view from above.
    """

    parts: NDArray[np.float32]

    def cells(self, covered: Covered | None) -> Cells:
        """Return which cells a hand hides, with those beside it; ``covered`` as in `read_dice`."""
        if covered is None or callable(covered):
            return np.zeros(self.parts.shape[:2], dtype=bool)
        hidden = _looked_up(covered, self.parts)
        return np.asarray(cv2.dilate(hidden, np.ones((3, 3), np.uint8)) > 0)


def hiding(view: View, box: Box, shape: tuple[int, int]) -> Hiding:
    """Prepare for a part of the picture in so many rows and columns of cells."""
    rows, columns = box
    x = columns.start + (np.arange(shape[1]) + 0.5) / shape[1] * (columns.stop - columns.start)
    y = rows.start + (np.arange(shape[0]) + 0.5) / shape[0] * (rows.stop - rows.start)
    pixels = np.stack(np.meshgrid(x, y), axis=-1).reshape(-1, 2)
    places = view.camera.on_plane(pixels)[:, :2].reshape(*shape, 2)
    return Hiding(_on_board(places, view.board.side_mm))


def _on_board(places_mm: NDArray[np.float64], side_mm: float) -> NDArray[np.float32]:
    """Bring places (..., 2) into parts of a view of the board from above: columns, rows, from 0 to 1."""
    parts = places_mm * (1.0, -1.0) / (side_mm * REACH) + 0.5
    return np.asarray(parts, dtype=np.float32)


def _looked_up(covered: NDArray[np.uint8], parts: NDArray[np.float32]) -> NDArray[np.uint8]:
    at = np.clip((parts * len(covered)).astype(int), 0, len(covered) - 1)
    return np.asarray(covered[at[..., 1], at[..., 0]], dtype=np.uint8)


def is_hidden(view: View, covered: Covered | None, lay: Lay | None) -> bool:
    """Tell whether a hand is where a die lay last, or, if that is not known, over the dice area at all."""
    if covered is None or callable(covered):
        return False
    (area,) = view.board.of_kind("dice")
    if lay is not None and lay.reading.x_mm is not None and lay.reading.y_mm is not None:
        middle, radius_mm = (lay.reading.x_mm, lay.reading.y_mm), PATCH_MM / 2
    else:
        middle, radius_mm = (area.x_mm, area.y_mm), area.radius_mm
    steps = np.linspace(-radius_mm, radius_mm, 7)
    places = np.stack(np.meshgrid(steps, steps), axis=-1) + middle
    return bool(_looked_up(covered, _on_board(places, view.board.side_mm)).any())


def dice_box(frame: Frame, view: View) -> Box:
    """Return rows and columns of a picture in which dice can lie."""
    (area,) = view.board.of_kind("dice")
    angles = np.linspace(0, 2 * np.pi, 32, endpoint=False)
    radius_mm = _REACH * area.radius_mm
    rim_mm = np.column_stack(
        [
            area.x_mm + radius_mm * np.cos(angles),
            area.y_mm + radius_mm * np.sin(angles),
            np.zeros_like(angles),
        ]
    )
    return _box_of(frame, view.camera.project(rim_mm))


def _box_of(frame: Frame, pixels: NDArray[np.float64]) -> Box:
    height, width = frame.shape[:2]
    left, top = np.clip(np.floor(pixels.min(axis=0)), 0, (width - 1, height - 1)).astype(int)
    right, bottom = np.clip(np.ceil(pixels.max(axis=0)), 1, (width, height)).astype(int)
    return slice(top, max(bottom, top + 1)), slice(left, max(right, left + 1))
