"""Reading the dice only where something has changed at them: they lie still for most of an evening."""

from dataclasses import dataclass

import numpy as np

from vision.dice import DiceFaces, DiceReader, DiceSeen
from vision.dice.reader import Covered
from vision.frame import Frame
from vision.stillness import Glance, glance
from vision.view import View

# So far round the dice area's edge is looked, in its radii: a die that leans on the rim stands up beyond it.
_REACH = 1.3


@dataclass
class DiceWatch:
    """Reads the dice of one table picture by picture; ``faces`` as in `read_dice`.

    What was read before holds while the part of the picture in which the dice lie looks as it did then.
    """

    faces: DiceFaces | None
    _reader: DiceReader | None = None
    _view: View | None = None
    _box: tuple[slice, slice] | None = None
    _last: tuple[Glance, DiceSeen] | None = None

    def read(self, frame: Frame, view: View, covered: Covered | None) -> DiceSeen:
        """Return what the dice show in a picture (h, w, 3) uint8 BGR; parameters as in `read_dice`."""
        if self._last is not None and self._box is not None:
            before, seen = self._last
            if not glance(frame[self._box]).differs(before):
                return seen
        if self._reader is None or self._view is not view:
            self._reader, self._view = DiceReader(view, self.faces), view
            self._box = dice_box(frame, view)
        seen = self._reader.read(frame, covered=covered)
        assert self._box is not None
        self._last = glance(frame[self._box]), seen
        return seen


def dice_box(frame: Frame, view: View) -> tuple[slice, slice]:
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
    pixels = view.camera.project(rim_mm)
    height, width = frame.shape[:2]
    left, top = np.clip(np.floor(pixels.min(axis=0)), 0, (width - 1, height - 1)).astype(int)
    right, bottom = np.clip(np.ceil(pixels.max(axis=0)), 1, (width, height)).astype(int)
    return slice(top, max(bottom, top + 1)), slice(left, max(right, left + 1))
