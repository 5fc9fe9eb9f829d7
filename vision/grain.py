"""Which way round a board lies by its own face: the grain of its wood, which no two corners have alike.

What all eight ways to lie have in common (rings, arrows, the edge) is taken out of a board's face; what is
left is this piece of wood's own. Two pictures of it are compared in all eight ways.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import product

import cv2
import numpy as np
from numpy.typing import NDArray

from referee.board import Board
from vision.prepared import once_a_board, once_a_view
from vision.registration.log_picture import log_grey
from vision.registration.top_view import plane_map
from vision.scales import Halved, Scales
from vision.view import View

Face = NDArray[np.float32]

# Cells a side of the face; the board's rounded edge and what lies this near a hole (radii; balls throw
# shadows) or a recess (mm) is left out.
_CELLS = 176
_EDGE_MM, _HOLE_RADII, _RECESS_MM = 12.0, 1.7, 6.0
# Grain is what changes within so many cells; slower changes are the lamp's.
_FINE, _SLOW = 0.7, 3.0
# Changes beyond so many usual ones are balls, hands and shadows.
_MOST = 3.0
# Levels of a kept face, one digit a cell, and what one of them stands for.
_LEVELS, _LEVEL = 9, 0.7
# A board lies where its face is likest within so many cells all round (20 mm), to this part of a cell (1 mm).
# Grain runs in streaks: compared with one cell beside alone, boards that had been pushed along them by 6 to
# 15 mm seemed to have stayed on 17 of 36 painted pictures.
_ROUND, _ASIDE = 8, 0.4
QUARTERS = 4
WAYS: Sequence[tuple[int, bool]] = tuple(product(range(QUARTERS), (False, True)))
"""The eight ways to lie: quarter turns counter-clockwise, and whether mirrored."""


@dataclass(frozen=True)
class Grain:
    """A board's own face, (n, n) float32 in usual changes of brightness, far side first; 0 off the wood."""

    face: Face

    def to_rows(self) -> list[str]:
        """Return the face as rows of digits, which `from_rows` reads back; 4 is no change."""
        levels = np.rint(self.face / _LEVEL + _LEVELS // 2)
        rows = np.clip(levels, 0, _LEVELS - 1).astype(int)
        return ["".join(map(str, row)) for row in rows]

    @classmethod
    def from_rows(cls, rows: Sequence[str]) -> "Grain":
        """Undo `to_rows`.

        Raises:
            ValueError: the rows are no square of such digits.

        """
        levels = np.array([[int(digit) for digit in row] for row in rows], dtype=np.float32)
        if levels.ndim != 2 or levels.shape[0] != levels.shape[1] or levels.max() >= _LEVELS:
            raise ValueError(f"a board's face of shape {levels.shape} is no square of levels")
        return cls((levels - _LEVELS // 2) * np.float32(_LEVEL))

    def likeness(self, later: "Grain") -> NDArray[np.float64]:
        """Return how like a later picture is for each of `WAYS` that it may lie, (8,) from -1 to 1."""
        seen = later.face.ravel()
        length = max(float(np.sqrt(seen @ seen)), 1e-9)
        return np.asarray(self._known_ways @ seen, dtype=np.float64) / length

    @cached_property
    def _known_ways(self) -> Face:
        """The face in each of `WAYS`, as rows of length 1: (8, n * n)."""
        ways = np.stack([face.ravel() for face in _ways(self.face)])
        return np.asarray(ways / max(float(np.linalg.norm(self.face)), 1e-9), dtype=np.float32)

    def stays(self, later: "Grain") -> bool:
        """Say whether a later picture of the board at its place shows it there, and nowhere beside."""
        alike = _beside(self.face, later.face)
        middle = alike[_ROUND, _ROUND]
        if middle < alike.max():
            return False
        across = (alike[_ROUND, _ROUND - 1], alike[_ROUND, _ROUND + 1])
        along = (alike[_ROUND - 1, _ROUND], alike[_ROUND + 1, _ROUND])
        return all(_aside(middle, *pair) < _ASIDE for pair in (across, along))


def _beside(known: Face, later: Face) -> Face:
    """Return how like a later face is to the known one when moved by up to `_ROUND` cells.

    (2 * _ROUND + 1, 2 * _ROUND + 1) float32 from -1 to 1; only what is open in both is compared, so that no
    place gains by showing more.
    """
    inner = slice(_ROUND, -_ROUND)
    part = np.ascontiguousarray(known[inner, inner])
    shared = cv2.matchTemplate(later, part, cv2.TM_CCORR)
    open_known, open_later = ((face != 0).astype(np.float32) for face in (part, later))
    of_known = cv2.matchTemplate(open_later, part * part, cv2.TM_CCORR)
    of_later = cv2.matchTemplate(later * later, open_known, cv2.TM_CCORR)
    usual = np.sqrt(np.maximum(of_known * of_later, 1e-6))
    return np.asarray(shared / usual, dtype=np.float32)


def _aside(middle: float, before: float, after: float) -> float:
    """Return how far from the middle of three values in a row their parabola is highest, in their steps."""
    bend = 2 * middle - before - after
    return abs(after - before) / (2 * bend) if bend > 0 else 1.0


def see_grain(picture: Scales, view: View) -> Grain:
    """Return the board's own face in a picture, from one sample of its half for each cell.

    Samples lie between pixels: the nearest ones of streaks narrower than a cell make a pattern of the view's
    own, which stays where it is when the board is pushed.
    """
    cells = _cells(view)
    wood = log_grey(picture.sample(cells.halved)) * cells.open_
    changes = _blurred(wood, _FINE)
    changes *= cells.fine_share
    changes -= _blurred(wood, _SLOW) * cells.slow_share
    usual = cv2.norm(changes, cv2.NORM_L1) / cells.open_cells + 1e-6
    changes *= np.float32(1 / usual)
    face = changes.clip(-_MOST, _MOST, out=changes)
    return Grain(np.asarray(face - _common(face), dtype=np.float32))


def _common(face: Face) -> Face:
    """Return what all ways to lie have in common: the mean of them."""
    # cv2 turns pictures in a quarter of the time that numpy takes to read them aslant.
    both = face + cv2.transpose(face)
    halves = both + cv2.flip(both, -1)
    return np.asarray(
        (halves + cv2.rotate(halves, cv2.ROTATE_90_CLOCKWISE)) * np.float32(1 / len(WAYS)),
        dtype=np.float32,
    )


def _ways(face: Face) -> Iterator[Face]:
    """Yield how a face would be seen if it lay in each of `WAYS`: seats are numbered clockwise as seen."""
    for quarters, mirrored in WAYS:
        # Read at its angle a, a place is the board's own at a - 90 q, or in a mirror at 90 (q + 1) - a.
        yield np.rot90(np.rot90(face.T, 2) if mirrored else face, quarters)


@dataclass(frozen=True)
class _Cells:
    """Where each cell lies in the halved picture, and which are open wood, (n, n): 1, others 0.

    ``fine_share``, ``slow_share``: what undoes that a blur takes what is not open for 0.
    """

    halved: Halved
    open_: Face
    fine_share: Face
    slow_share: Face

    @cached_property
    def open_cells(self) -> float:
        """How many cells are open wood, at least one."""
        return max(float(self.open_.sum()), 1.0)


def _blurred(image: Face, sigma: float) -> Face:
    """Blur an image (n, n); by much at half its size, in a third of the time."""
    if sigma < 2:
        return np.asarray(cv2.GaussianBlur(image, (0, 0), sigma), dtype=np.float32)
    half = cv2.resize(image, None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA)
    slow = cv2.GaussianBlur(half, (0, 0), sigma / 2)
    size = (image.shape[1], image.shape[0])
    return np.asarray(cv2.resize(slow, size, interpolation=cv2.INTER_LINEAR), dtype=np.float32)


# For where a board was calibrated and where it lies since it was pushed.
@once_a_view(2)
def _cells(view: View) -> _Cells:
    half = view.board.side_mm / 2 - _EDGE_MM
    index = plane_map(view.camera, 1.0, half, _CELLS)
    x, y = index[..., 0], index[..., 1]
    inside = (np.minimum(x, y) > -0.5) & (x < view.camera.width_px - 0.5)
    inside &= y < view.camera.height_px - 0.5
    free = (inside * _open(view.board)).astype(np.float32)
    # What is hidden in one way to lie is left out in all, so that all are compared by the same cells.
    open_ = np.min(list(_ways(free)), axis=0).astype(np.float32)
    fine, slow = (
        (open_ / np.maximum(_blurred(open_, sigma), 1e-3)).astype(np.float32, copy=False)
        for sigma in (_FINE, _SLOW)
    )
    # cv2's indices begin at the middle of the first pixel, in the half as in the whole.
    return _Cells(Halved((index / 2 - 0.25).astype(np.float32)), open_, fine, slow)


@once_a_board(1)
def _open(board: Board) -> Face:
    """Return which cells are bare wood, (n, n): 1, others 0."""
    half = board.side_mm / 2 - _EDGE_MM
    cell = 2 * half / _CELLS
    free = np.ones((_CELLS, _CELLS), dtype=np.float32)
    for place in board.places.values():
        recess = place.holds == "balls" or place.kind == "dice"
        reach = place.radius_mm + _RECESS_MM if recess else place.radius_mm * _HOLE_RADII
        middle = ((place.x_mm + half) / cell - 0.5, (half - place.y_mm) / cell - 0.5)
        centre = (round(middle[0] * 16), round(middle[1] * 16))
        cv2.circle(free, centre, round(reach / cell * 16), 0.0, -1, shift=4)
    return free
