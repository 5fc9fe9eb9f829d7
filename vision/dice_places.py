"""Where dice lie in a picture, what of that a hand hides, and whether a die still lies where it was read."""

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from referee.sighting import DieReading
from vision.dice.reader import Covered
from vision.dice_patch import Box, DicePatch, box_round, dice_patch
from vision.fields.top_view import REACH
from vision.frame import Frame
from vision.view import View

# So far round the dice area's edge is looked, in its radii: a die that leans on the rim stands up beyond it.
_REACH = 1.3
# What lies within so much of a die's middle is that die.
NEAR_MM = 13.0

Cells = NDArray[np.bool_]


@dataclass(frozen=True, slots=True)
class Lay:
    """A die that lay somewhere when it was read last, and how it looked.

    ``left``: it was seen not to lie there any more. What lies there then was thrown anew, alike or not.
    """

    reading: DieReading
    patch: DicePatch
    left: bool = False

    def still(self, frame: Frame) -> bool:
        """Tell whether the die lies there in a picture as it did."""
        return not self.left and self.patch.shown(frame)


def lay(frame: Frame, view: View, reading: DieReading) -> Lay | None:
    """Remember how a die looks in the picture in which it was read; None if it has no place."""
    if reading.x_mm is None or reading.y_mm is None:
        return None
    return Lay(reading, dice_patch(frame, view, reading.x_mm, reading.y_mm))


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
        middle, radius_mm = (lay.reading.x_mm, lay.reading.y_mm), NEAR_MM / 2
    else:
        middle, radius_mm = (area.x_mm, area.y_mm), area.radius_mm
    steps = np.linspace(-radius_mm, radius_mm, 7)
    places = np.stack(np.meshgrid(steps, steps), axis=-1) + middle
    return bool(_looked_up(covered, _on_board(places, view.board.side_mm)).any())


def dice_box(frame: Frame, view: View) -> Box:
    """Return rows and columns of a picture in which dice can lie."""
    (area,) = view.board.of_kind("dice")
    return box_round(frame, view, (area.x_mm, area.y_mm, 0.0), _REACH * area.radius_mm)
