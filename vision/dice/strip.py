"""A few spots seen near by, one below the other in one picture: each thing is computed once for all."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.dice.area import DiceArea, Grey, Window
from vision.dice.bank import Patches
from vision.dice.close_up import MARK_MM, CloseUp, Rows, face_grid, limited
from vision.dice.locate import Spot
from vision.frame import Frame

# Half side of what is seen of a spot: a die's half diagonal and as much as its middle may lie beside it.
HALF_MM = 18.0


@dataclass(frozen=True, eq=False)
class Strip:
    """Squares round spots, cut out of the area's window: ``colour`` (k side, side, 3) BGR.

    ``middles`` (k, 2) is where on the board, in millimetres, the middle of each square lies; squares with
    light marks (``light`` (k,)) are negated, so that marks are dark in all of them.
    """

    colour: Frame
    middles: NDArray[np.float64]
    light: NDArray[np.bool_]
    px_per_mm: float

    @property
    def side(self) -> int:
        """Side of a square in pixels."""
        return int(self.colour.shape[1])

    def with_dark_marks(self, of: NDArray[np.intp], light: NDArray[np.bool_]) -> "Strip":
        """Return squares ``of`` (k,) of this strip, negated where their marks are ``light`` (k,)."""
        squares = self.colour.reshape(-1, self.side, self.side, 3)[of]
        np.invert(squares, out=squares, where=light[:, None, None, None])
        return replace(
            self, colour=squares.reshape(-1, self.side, 3), light=light, middles=self.middles[of]
        )

    def one(self, square: int, z_mm: float) -> CloseUp:
        """Return one of the squares by itself as it was seen, in the plane at ``z_mm``."""
        x_mm, y_mm = self.middles[square]
        window = Window(x_mm, y_mm, self.side / 2 / self.px_per_mm, z_mm, self.px_per_mm)
        colour = self.colour[square * self.side : (square + 1) * self.side]
        return CloseUp(window, ~colour if self.light[square] else colour)

    @cached_property
    def grey(self) -> Grey:
        """The squares in grey."""
        return cv2.cvtColor(self.colour, cv2.COLOR_BGR2GRAY).astype(np.uint8, copy=False)

    @cached_property
    def half(self) -> Frame:
        """The squares at half their size."""
        return self._halved(self.colour)

    @cached_property
    def hat(self) -> Grey:
        """How much darker each pixel is than its surroundings without marks, which half the size tells."""
        side = round(MARK_MM * self.px_per_mm / 2) | 1
        ellipse = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (side, side))
        bare = cv2.morphologyEx(self._halved(self.grey), cv2.MORPH_CLOSE, ellipse)
        whole = cv2.resize(bare, self.grey.shape[::-1], interpolation=cv2.INTER_LINEAR)
        return cv2.subtract(whole, self.grey).astype(np.uint8, copy=False)

    def hats(
        self, rows: Rows, of: NDArray[np.intp], *, size: int, squares: NDArray[np.intp]
    ) -> Patches:
        """Return the marks (m, size, size) at poses (m, 4) as `CloseUp.hats` does.

        Each pose is in the one of some ``squares`` that ``of`` (m,) says.
        """
        return limited(self._sample(self.hat, rows, squares[of], size))

    def _halved(self, picture: Frame) -> Frame:
        size = (self.side // 2, len(self.colour) // 2)
        half = cv2.resize(picture, size, interpolation=cv2.INTER_AREA)
        return half.astype(np.uint8, copy=False)

    def _sample(self, picture: Grey, rows: Rows, of: NDArray[np.intp], size: int) -> Patches:
        right = (rows[:, 0] - self.middles[of, 0]) * self.px_per_mm
        up = (rows[:, 1] - self.middles[of, 1]) * self.px_per_mm
        turn, edge = np.radians(rows[:, 2]), rows[:, 3] * self.px_per_mm
        cos, sin, middle = np.cos(turn) * edge, np.sin(turn) * edge, (self.side - 1) / 2
        grid = face_grid(size)
        columns = np.stack([middle + right, cos, sin], axis=1).astype(np.float32) @ grid
        lines = (
            np.stack([self.side * of + middle - up, -sin, cos], axis=1).astype(np.float32) @ grid
        )
        patches = cv2.remap(
            picture, columns, lines, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE
        )
        return patches.reshape(-1, size, size).astype(np.float32)


def strip_of(picture: Frame, area: DiceArea, spots: Sequence[Spot]) -> Strip:
    """Cut the surroundings of spots out of a picture of the area's window, as they are."""
    half = round(HALF_MM * area.px_per_mm)
    squares, middles = [], []
    for spot in spots:
        column, row = (round(v) for v in area.window.to_px(spot.x_mm, spot.y_mm))
        squares.append(_cut(picture, row - half, column - half, 2 * half))
        middles.append(area.window.to_mm(column - 0.5, row - 0.5))
    colour = np.concatenate(squares)
    return Strip(colour, np.array(middles), np.zeros(len(spots), bool), area.px_per_mm)


def _cut(picture: Frame, top: int, left: int, side: int) -> Frame:
    """Return a square of the picture, its edge repeated where it reaches over the picture's."""
    rows, columns = picture.shape[:2]
    inside = picture[max(top, 0) : top + side, max(left, 0) : left + side]
    beyond = (
        max(-top, 0), max(top + side - rows, 0), max(-left, 0), max(left + side - columns, 0)
    )  # fmt: skip
    if not any(beyond):
        return inside
    whole = cv2.copyMakeBorder(inside, *beyond, cv2.BORDER_REPLICATE)
    return whole.astype(np.uint8, copy=False)
