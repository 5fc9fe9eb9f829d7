"""How a place in the dice area looks, and whether it looks so in another picture.

It answers two questions: whether a die lies where it was read, and whether there is bare floor as before.
Only as much is compared as a die hides itself. Round it rim, felt and shadows look alike with and without
it: in squares of 26 mm bare felt correlated by up to 0.87 with a black die that had leant on the rim.
"""

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.frame import Frame
from vision.view import View

# A die hides what is so near to its middle, which stands about so high over the board's surface.
_OWN_MM, _MIDDLE_MM = 9.0, 5.0
# So many cells a side are compared, and so well they correlate while the same lies there. On the photographs
# 534 pairs of looks at a die that lay on had 0.77 and more (0.87 but for two moments: another lamp, a hand),
# 333 at a place that it had left 0.35 at most. Of 40 painted tables dice at the rim had 0.89 and more, also
# in fading light or a hand's shadow, bare floor there 0.43 at most, 6 mm beside the die 0.78. Of dice painted
# with another face just where they lay, alike in turn, one in five reaches the limit.
_CELLS, _ALIKE = 24, 0.75

Box = tuple[slice, slice]
Cells = NDArray[np.float32]
Grey = NDArray[np.uint8]

_middles = np.arange(_CELLS) + 0.5 - _CELLS / 2
_OWN = np.hypot(*np.meshgrid(_middles, _middles)) < _CELLS / 2


@dataclass(frozen=True, slots=True, eq=False)
class DicePatch:
    """What a die hides, or would, in the part ``box`` of a picture: ``cells`` (n,), mean 0 and length 1."""

    box: Box
    cells: Cells

    def shown(self, frame: Frame) -> bool:
        """Tell whether a picture shows the same in the same part of it."""
        return self.like(grey_of(frame, self.box))

    def like(self, grey: Grey) -> bool:
        """Tell whether a part (h, w) of a grey picture looks the same."""
        return float(self.cells @ _cells(grey)) >= _ALIKE


def dice_patch(frame: Frame, view: View, x_mm: float, y_mm: float) -> DicePatch:
    """Look at a place on the board in a picture (h, w, 3) uint8 BGR."""
    box = box_round(frame, view, (x_mm, y_mm, _MIDDLE_MM), _OWN_MM)
    return DicePatch(box, _cells(grey_of(frame, box)))


def box_round(
    frame: Frame, view: View, middle_mm: tuple[float, float, float], radius_mm: float
) -> Box:
    """Return the rows and columns of a picture that a level circle reaches."""
    angles = np.linspace(0, 2 * np.pi, 32, endpoint=False)
    circle = np.column_stack([np.cos(angles), np.sin(angles), np.zeros_like(angles)])
    pixels = view.camera.project(np.array(middle_mm) + radius_mm * circle)
    height, width = frame.shape[:2]
    left, top = np.clip(np.floor(pixels.min(axis=0)), 0, (width - 1, height - 1)).astype(int)
    right, bottom = np.clip(np.ceil(pixels.max(axis=0)), 1, (width, height)).astype(int)
    return slice(top, max(bottom, top + 1)), slice(left, max(right, left + 1))


def grey_of(frame: Frame, box: Box) -> Grey:
    """Return a part of a picture in grey, (h, w)."""
    return np.asarray(cv2.cvtColor(frame[box], cv2.COLOR_BGR2GRAY), dtype=np.uint8)


def _cells(grey: Grey) -> Cells:
    small = cv2.resize(grey, (_CELLS, _CELLS), interpolation=cv2.INTER_AREA)[_OWN].astype(
        np.float32
    )
    small -= small.mean()
    cells: Cells = small / max(float(np.linalg.norm(small)), 1e-6)
    return cells
