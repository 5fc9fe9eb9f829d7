"""A few spots seen near by, one below the other in one picture: each thing is computed once for all."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cache, cached_property

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.dice.area import DiceArea, Field, Grey, Window
from vision.dice.bank import Patches
from vision.dice.close_up import MARK_MM, from_own, limited
from vision.dice.laid import Complex, Laid, face_steps
from vision.dice.locate import Spot
from vision.frame import Frame

# Half side of what is seen of a spot: a die's half diagonal and as much as its middle may lie beside it.
HALF_MM = 18.0
# So much of its reach are the corners cut off a square that is nearly a circle.
_CORNER = 0.45


@dataclass(frozen=True, eq=False)
class Pictures:
    """Squares one below the other, ``colour`` (m side, side, 3) BGR, and what is computed once for all."""

    colour: Frame
    px_per_mm: float

    @property
    def side(self) -> int:
        """Side of a square in pixels."""
        return int(self.colour.shape[1])

    @cached_property
    def grey(self) -> Grey:
        """The squares in grey."""
        return cv2.cvtColor(self.colour, cv2.COLOR_BGR2GRAY).astype(np.uint8, copy=False)

    @cached_property
    def half(self) -> Frame:
        """The squares at half their size."""
        size = (self.side // 2, len(self.colour) // 2)
        half = cv2.resize(self.colour, size, interpolation=cv2.INTER_AREA)
        return half.astype(np.uint8, copy=False)

    @cached_property
    def bare(self) -> Frame:
        """The squares at half their size, without their marks."""
        octagon = _octagon(round(MARK_MM * self.px_per_mm / 2) // 2)
        return cv2.morphologyEx(self.half, cv2.MORPH_CLOSE, octagon).astype(np.uint8, copy=False)

    @cached_property
    def hat(self) -> Grey:
        """How much darker each pixel is than its surroundings without marks, which half the size tells."""
        bare = cv2.cvtColor(self.bare, cv2.COLOR_BGR2GRAY)
        whole = cv2.resize(bare, self.grey.shape[::-1], interpolation=cv2.INTER_LINEAR)
        return cv2.subtract(whole, self.grey).astype(np.uint8, copy=False)


@dataclass(frozen=True, eq=False)
class Strip:
    """Squares round spots, cut out of the area's window: those ``squares`` (k,) of some pictures.

    ``middles`` (k, 2) is where on the board, in millimetres, the middle of each square lies; squares with
    light marks (``light`` (k,)) are negated, so that marks are dark in all of them.
    """

    pictures: Pictures
    squares: NDArray[np.intp]
    middles: NDArray[np.float64]
    light: NDArray[np.bool_]

    @property
    def side(self) -> int:
        """Side of a square in pixels."""
        return self.pictures.side

    @property
    def px_per_mm(self) -> float:
        """Scale of the squares."""
        return self.pictures.px_per_mm

    def with_dark_marks(self, of: NDArray[np.intp], light: NDArray[np.bool_]) -> "Strip":
        """Return squares ``of`` (k,) of this strip, negated where their marks are ``light`` (k,)."""
        if not light.any() and of.tolist() == list(range(len(self.middles))):
            return self
        squares = self.pictures.colour.reshape(-1, self.side, self.side, 3)[self.squares[of]]
        for i in np.flatnonzero(light):
            np.invert(squares[i], out=squares[i])
        pictures = replace(self.pictures, colour=squares.reshape(-1, self.side, 3))
        return Strip(pictures, np.arange(len(of)), self.middles[of], light)

    def only(self, some: NDArray[np.intp]) -> "Strip":
        """Return some squares (k,) of this strip."""
        return Strip(self.pictures, self.squares[some], self.middles[some], self.light[some])

    def windows(self, z_mm: float) -> list[Window]:
        """Return the windows of the squares in the plane at ``z_mm``."""
        half_mm = self.side / 2 / self.px_per_mm
        return [Window(x, y, half_mm, z_mm, self.px_per_mm) for x, y in self.middles]

    def hats(self, faces: Laid, size: int, margin: int = 0) -> Patches:
        """Return the marks (k s, n, n) of faces (k, s), of so many squares, as `CloseUp.hats` does.

        ``n`` is the ``size`` without a ``margin`` of pixels on either side.
        """
        shown = self._shown(faces, face_steps(size, margin))
        return limited(_sampled(self.pictures.hat, shown, size - 2 * margin))

    def faces(
        self, faces: Laid, size: int, squares: Sequence[int] | None = None
    ) -> tuple[Patches, Patches]:
        """Return faces (k, s), of all or of so many ``squares``: grey and marks, (k s, size, size) each.

        The grey is this strip's; marks are as `CloseUp.marks` has them.
        """
        at = self._shown(faces, face_steps(size), squares)
        grey = _sampled(self.pictures.grey, at, size)
        return grey, from_own(grey, light=False) + limited(_sampled(self.pictures.hat, at, size))

    def bare_at(self, at: Complex, turns: Complex, steps: Complex) -> Frame:
        """Return what is seen without marks (k, n, 3) BGR at steps (n,) from middles (k,), one in a square.

        It is not negated. The steps are millimetres along directions (k,) of length 1; beyond its edge a
        square is repeated.
        """
        shown = self._shown(Laid(at[:, None], turns[:, None]), steps)
        # To divide complex numbers takes seven times as long.
        shown *= np.float32(0.5)
        shown -= np.complex64(0.25 + 0.25j)
        half = self.side // 2
        first = (half * self.squares).astype(np.float32)[:, None]
        last = np.float32(half - 1)
        columns = np.minimum(np.maximum(shown.real, np.float32(0)), last)
        lines = np.minimum(np.maximum(shown.imag, first), first + last)
        seen = cv2.remap(self.pictures.bare, columns, lines, cv2.INTER_LINEAR).astype(
            np.uint8, copy=False
        )
        for i in np.flatnonzero(self.light):
            np.invert(seen[i], out=seen[i])
        return seen

    @cached_property
    def _board_middle(self) -> Complex:
        """Where each square's board has its middle in this strip (k, 1), columns and rows."""
        inside, k = (self.side - 1) / 2, self.px_per_mm
        at = [
            complex(inside - k * x_mm, inside + k * y_mm + i * self.side)
            for i, (x_mm, y_mm) in zip(self.squares.tolist(), self.middles.tolist(), strict=True)
        ]
        return np.array(at, np.complex64)[:, None]

    def _shown(self, faces: Laid, steps: Complex, squares: Sequence[int] | None = None) -> Complex:
        """Return which pixels (k s, n) show steps (n,) from the middles of faces (k, s) along their edges."""
        k = np.float32(self.px_per_mm)
        middles = self._board_middle if squares is None else self._board_middle[squares]
        at, edges = middles + faces.at * k, faces.edges * k
        shown: Complex = edges.reshape(-1, 1) * steps
        shown += at.reshape(-1, 1)
        return shown


def strip_of(frame: Frame, area: DiceArea, spots: Sequence[Spot]) -> Strip:
    """Cut the surroundings of spots out of a frame as the area's window shows them."""
    half = round(HALF_MM * area.px_per_mm)
    at = [tuple(round(v) for v in area.window.to_px(spot.x_mm, spot.y_mm)) for spot in spots]
    squares = np.empty((len(at), 2 * half, 2 * half, 3), np.uint8)
    for square, (column, row) in zip(squares, at, strict=True):
        cv2.remap(frame, *_around(area.maps, column, row, half), cv2.INTER_LINEAR, dst=square)
    middles = [area.window.to_mm(column - 0.5, row - 0.5) for column, row in at]
    colour = squares.reshape(-1, 2 * half, 3)
    pictures = Pictures(colour, area.px_per_mm)
    return Strip(pictures, np.arange(len(at)), np.array(middles), np.zeros(len(at), bool))


def _sampled(picture: Grey, at: Complex, size: int) -> Patches:
    """Return what a picture shows at columns and rows (m, size²): (m, size, size)."""
    patches: Patches = _seen(picture, at.view(np.float32)).astype(np.float32)
    return patches.reshape(-1, size, size)


def _seen(picture: Frame, points: Field) -> Frame:
    """Return what a picture shows at points (m, 2 n), columns and rows by turns: (m, n) of its pixels."""
    pairs = points.reshape(len(points), -1, 2)
    seen: Frame = cv2.remap(
        picture, pairs, None, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE
    ).astype(np.uint8, copy=False)  # type: ignore[call-overload]  # fmt: skip
    return seen


def _around(maps: tuple[Field, Field], column: int, row: int, half: int) -> tuple[Field, Field]:
    """Return the part (2 half, 2 half) of maps round a pixel; beyond their edge it is repeated."""
    last = len(maps[0]) - 1
    if half <= min(column, row) and max(column, row) <= last + 1 - half:
        columns, rows = maps
        inside = slice(row - half, row + half), slice(column - half, column + half)
        # In one piece they are followed in three quarters of the time.
        return np.ascontiguousarray(columns[inside]), np.ascontiguousarray(rows[inside])
    across, down = (np.clip(np.arange(v - half, v + half), 0, last) for v in (column, row))
    return maps[0][np.ix_(down, across)], maps[1][np.ix_(down, across)]


@cache
def _octagon(reach: int) -> Grey:
    """Return a square that reaches so many pixels to each side, its corners cut off."""
    away = np.abs(np.arange(-reach, reach + 1))
    within = away[:, None] + away <= 2 * reach - round(reach * _CORNER)
    return within.astype(np.uint8)
