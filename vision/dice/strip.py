"""A few spots seen near by, one below the other in one picture: each thing is computed once for all."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.dice.area import DiceArea, Field, Grey, Window
from vision.dice.bank import Patches
from vision.dice.close_up import MARK_MM, Rows, face_grid, from_own, limited
from vision.dice.locate import Spot
from vision.frame import Frame

# Half side of what is seen of a spot: a die's half diagonal and as much as its middle may lie beside it.
HALF_MM = 18.0
# So much of its reach are the corners cut off a square that is nearly a circle, and what cuts them.
_CORNER, _CROSS = 0.45, cv2.getStructuringElement(cv2.MORPH_CROSS, (3, 3))


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
        if not light.any() and of.tolist() == list(range(len(self.middles))):
            return self
        squares = self.colour.reshape(-1, self.side, self.side, 3)[of]
        for i in np.flatnonzero(light):
            np.invert(squares[i], out=squares[i])
        return replace(
            self, colour=squares.reshape(-1, self.side, 3), light=light, middles=self.middles[of]
        )

    def only(self, squares: NDArray[np.intp]) -> "Strip":
        """Return some squares (k,) of this strip by themselves."""
        if squares.tolist() == list(range(len(self.light))):
            return self
        colour = self.colour.reshape(-1, self.side, self.side, 3)[squares].reshape(-1, self.side, 3)
        return replace(
            self, colour=colour, light=self.light[squares], middles=self.middles[squares]
        )

    def bare_squares(self, z_mm: float) -> list[tuple[Frame, Window]]:
        """Return each square without its marks, as it was seen, and its window of the plane at ``z_mm``."""
        squares = self.bare.reshape(-1, self.side, self.side, 3)
        return [
            (~square if light else square, window)
            for square, light, window in zip(squares, self.light, self.windows(z_mm), strict=True)
        ]

    def windows(self, z_mm: float) -> list[Window]:
        """Return the windows of the squares in the plane at ``z_mm``."""
        half_mm = self.side / 2 / self.px_per_mm
        return [Window(x, y, half_mm, z_mm, self.px_per_mm) for x, y in self.middles]

    @cached_property
    def grey(self) -> Grey:
        """The squares in grey."""
        return cv2.cvtColor(self.colour, cv2.COLOR_BGR2GRAY).astype(np.uint8, copy=False)

    @cached_property
    def bare(self) -> Frame:
        """The squares without their marks."""
        reach = round(MARK_MM * self.px_per_mm) // 2
        return _closed(self.colour, reach)

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

    def hats(self, rows: Rows, of: NDArray[np.intp], size: int) -> Patches:
        """Return the marks (m, size, size) at poses (m, 4) in squares ``of`` (m,) as `CloseUp.hats` does."""
        return limited(_sampled(self.hat, self._at(rows, of, size)))

    def faces(self, rows: Rows, of: NDArray[np.intp], size: int) -> tuple[Patches, Patches]:
        """Return the faces at poses (m, 4) in squares ``of`` (m,): grey and marks, (m, size, size) each.

        The grey is this strip's; marks are as `CloseUp.marks` has them.
        """
        hat = cv2.subtract(cv2.cvtColor(self.bare, cv2.COLOR_BGR2GRAY), self.grey)
        at = self._at(rows, of, size)
        grey = _sampled(self.grey, at)
        darker = limited(_sampled(hat.astype(np.uint8, copy=False), at))
        return grey, from_own(grey, light=False) + darker

    def _halved(self, picture: Frame) -> Frame:
        size = (self.side // 2, len(self.colour) // 2)
        half = cv2.resize(picture, size, interpolation=cv2.INTER_AREA)
        return half.astype(np.uint8, copy=False)

    @cached_property
    def _board_middle(self) -> NDArray[np.float64]:
        """Where each square's board has its middle in this strip, (k, 2) columns and rows."""
        mirrored = self.middles * (-self.px_per_mm, self.px_per_mm) + (self.side - 1) / 2
        mirrored[:, 1] += self.side * np.arange(len(mirrored))
        return mirrored

    def _at(self, rows: Rows, of: NDArray[np.intp], size: int) -> Field:
        """Return the columns and rows (2, m, size, size) of the faces at poses (m, 4)."""
        turn, edge = rows[:, 2] * (np.pi / 180), rows[:, 3] * self.px_per_mm
        middle = self._board_middle[of]
        # Where each pose's middle lies, and what a step to the right and down on its face is.
        at = np.empty((2, len(rows), 3), np.float32)
        at[0, :, 0] = middle[:, 0] + rows[:, 0] * self.px_per_mm
        at[1, :, 0] = middle[:, 1] - rows[:, 1] * self.px_per_mm
        at[0, :, 1] = at[1, :, 2] = np.cos(turn) * edge
        at[0, :, 2] = sin = np.sin(turn) * edge
        at[1, :, 1] = -sin
        return (at.reshape(-1, 3) @ face_grid(size)).reshape(2, len(rows), size, size)


def strip_of(frame: Frame, area: DiceArea, spots: Sequence[Spot]) -> Strip:
    """Cut the surroundings of spots out of a frame as the area's window shows them."""
    half = round(HALF_MM * area.px_per_mm)
    at = [tuple(round(v) for v in area.window.to_px(spot.x_mm, spot.y_mm)) for spot in spots]
    maps = [_around(area.maps, column, row, half) for column, row in at]
    columns, rows = (np.concatenate(parts) for parts in zip(*maps, strict=True))
    colour = cv2.remap(frame, columns, rows, cv2.INTER_LINEAR).astype(np.uint8, copy=False)
    middles = [area.window.to_mm(column - 0.5, row - 0.5) for column, row in at]
    return Strip(colour, np.array(middles), np.zeros(len(spots), bool), area.px_per_mm)


def _sampled(picture: Grey, at: Field) -> Patches:
    """Return what a picture shows at columns and rows (2, m, size, size): (m, size, size)."""
    columns, rows = at.reshape(2, at.shape[1], -1)
    patches = cv2.remap(
        picture, columns, rows, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE
    )  # fmt: skip
    return patches.reshape(at.shape[1:]).astype(np.float32)


def _around(maps: tuple[Field, Field], column: int, row: int, half: int) -> tuple[Field, Field]:
    """Return the part (2 half, 2 half) of maps round a pixel; beyond their edge it is repeated."""
    last = len(maps[0]) - 1
    if half <= min(column, row) and max(column, row) <= last + 1 - half:
        columns, rows = maps
        inside = slice(row - half, row + half), slice(column - half, column + half)
        return columns[inside], rows[inside]
    across, down = (np.clip(np.arange(v - half, v + half), 0, last) for v in (column, row))
    return maps[0][np.ix_(down, across)], maps[1][np.ix_(down, across)]


def _closed(picture: Frame, reach: int) -> Frame:
    """Return a picture without what is dark and narrower than an octagon reaches, nearly a circle.

    It is a square and some crosses, which take a third of the time of a circle of pixels.
    """
    corner = round(reach * _CORNER)
    square = np.ones((2 * (reach - corner) + 1,) * 2, np.uint8)
    grown = cv2.dilate(cv2.dilate(picture, square), _CROSS, iterations=corner)
    shrunk = cv2.erode(cv2.erode(grown, square), _CROSS, iterations=corner)
    return shrunk.astype(np.uint8, copy=False)
