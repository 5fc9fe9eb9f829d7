"""Finding the counting fields: where an owner has not measured them, a board's own lie elsewhere than the
board file's.

At every corner they are a row of four small holes, two to the right of the diagonal and two to the left, all
corners alike. Places that are darker or redder than all about them at most corners and on both sides may be
such rows; that one is chosen whose holes are judged to be empty but for one ball at each corner.
"""

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from referee.board import Board, corner_to_board
from vision.camera import Points
from vision.fields.layout import lay_holes
from vision.fields.occupancy import BALL, EMPTY, shipped_judges
from vision.fields.reader import judge_alike
from vision.fields.top_view import lay_top
from vision.frame import Frame
from vision.scales import scales
from vision.view import View

_Map = NDArray[np.float32]

# From the centre to the row, and from its middle to the inner and the outer holes, over the side: 16 boards
# have 0.439 to 0.463, 0.011 to 0.027 and 0.036 to 0.060; and how far holes lie apart at least.
_ROW, _INNER, _OUTER, _APART_MM = (0.425, 0.475), (0.0085, 0.032), (0.032, 0.066), 7.0
# Samples lie so far apart. A hole is compared with small spots in so many directions so far from its middle.
_STEP_MM, _HOLE_MM, _SPOT_MM, _AROUND_MM, _AROUND = 0.5, 2.0, 1.0, 4.2, 8
# More contrast (logarithm) says no more. Each corner may miss the others by a sample's step.
_MOST = 0.3
# What lies within this of a row is the same row. The clearest rows are judged, and the ones they may number.
_SAME_MM, _CLEAREST = 2.0, 3
# Beyond the holes their numbers stand, so far away, and are often clearer than they are.
_NUMBERS_MM, _ALIGNED_MM = (3.5, 10.0), 0.6
# Log likelihoods: of a corner that has no ball, and the least of a corner, of which a hand may be the reason.
_NO_BALL, _LEAST = -3.0, -6.0
# The board file's places are left if others are likelier by this; rows less likely than the second are none:
# holes have 0 to -9.3, also with a hand over a corner or two seats without a ball, other places -11 and less.
_LIKELIER, _BELIEVED = 2.0, -10.5
# So many of the likeliest rows are moved by these lengths one after the other, where they become likelier by
# so much: all rows within a millimetre or so of the holes are about as likely.
_MOVED, _MOVES_MM, _GAIN = 2, (1.5, 1.5, 0.75, 0.75), 0.5


@dataclass(frozen=True, slots=True)
class Row:
    """A row of counting fields: how far out it lies, and its inner and outer holes from its middle."""

    v_mm: float
    inner_mm: float
    outer_mm: float

    @property
    def points_mm(self) -> tuple[tuple[float, float], ...]:
        """The four places in a corner's axes."""
        aside = (-self.outer_mm, -self.inner_mm, self.inner_mm, self.outer_mm)
        return tuple((u, self.v_mm) for u in aside)

    def beside(self, move_mm: float) -> Iterator["Row"]:
        """Yield the rows that differ from this one by a move."""
        for move in (-move_mm, move_mm):
            yield replace(self, v_mm=self.v_mm + move)
            yield replace(self, inner_mm=self.inner_mm + move)
            yield replace(self, outer_mm=self.outer_mm + move)


def with_measured_row(
    frame: Frame, view: View, measured: Board, measures: Mapping[str, Any]
) -> View:
    """Return a view with the counting fields where an owner measured them, or where the picture shows them.

    ``measured``: the board as its owner has it. A row that was measured and is out of proportion, so that the
    view has another one, may be an unusual board's, or wrong: the picture tells.
    """
    if "count_mm" in measures:
        found, owners = _row_of(view.board), _row_of(measured)
        if found == owners:
            return view
        if "side_mm" in measures:
            view = replace(view, board=view.board.with_corner("counter", points_mm=owners))
    return with_counting_row(frame, view)


def _row_of(board: Board) -> tuple[tuple[float, float], ...]:
    return next((c.points_mm for c in board.corners if c.kind == "counter"), ())


def with_counting_row(frame: Frame, view: View) -> View:
    """Return a view with the counting fields where a picture (h, w, 3) uint8 BGR shows them.

    They stay where they are unless another row is clearly likelier, and are marked as unseen if no row
    is likely.
    """
    usual = _row_of(view.board)
    if len(usual) != 4:
        return view
    likely = _Likely(frame, view)
    rows = sorted(set(_candidates(frame, view)), key=likely.of_row, reverse=True)
    best = max((_moved(row, likely) for row in rows[:_MOVED]), key=likely.of_row)
    if max(likely.of_row(best), likely.of(usual)) < _BELIEVED:
        return replace(view, board=view.board.with_corner("counter", unseen=True))
    if likely.of_row(best) < likely.of(usual) + _LIKELIER:
        return view
    return replace(view, board=view.board.with_corner("counter", points_mm=best.points_mm))


def _moved(row: Row, likely: "_Likely") -> Row:
    """Return the likeliest row near this one."""
    for move_mm in _MOVES_MM:
        nearer = max(row.beside(move_mm), key=likely.of_row)
        if likely.of_row(nearer) > likely.of_row(row) + _GAIN:
            row = nearer
    return row


class _Likely:
    """Judges how likely counting fields are to lie in given places."""

    def __init__(self, frame: Frame, view: View) -> None:
        self._view, self._picture, self._top = view, scales(frame), lay_top(view)
        self._rows: dict[Row, float] = {}

    def of_row(self, row: Row) -> float:
        """Return how likely a row is; it is judged once."""
        if row not in self._rows:
            self._rows[row] = self.of(row.points_mm)
        return self._rows[row]

    def of(self, points_mm: Sequence[tuple[float, float]]) -> float:
        """Return the log likelihood that the four places of each corner hold one ball or none."""
        board = self._view.board.with_corner("counter", points_mm=tuple(points_mm))
        places = board.of_kind("counter")
        holes = lay_holes(View(self._view.camera, board), places, board.counter_mm / 2, self._top)
        log_p = judge_alike(self._picture, holes, shipped_judges().counter).log_p
        empty, ball = (log_p[:, kind].reshape(board.seats, 4) for kind in (EMPTY, BALL))
        none = empty.sum(axis=1)
        one = (none[:, None] - empty + ball).max(axis=1)
        return float(np.maximum(np.maximum(one, none + _NO_BALL), _LEAST).sum())


def _candidates(frame: Frame, view: View) -> list[Row]:
    """Return rows that stand out in a picture, the clearest first, and those that they may number."""
    v_mm, u_mm = _axes(view.board)
    corners = np.sort([_contrast(strip) for strip in _strips(frame, view, v_mm, u_mm)], axis=0)
    # The clearest corner may show something else, and a hand or the picture's edge may hide another.
    rows = _rows(corners[:-1].mean(axis=0), v_mm, u_mm, view.board.side_mm)
    left = np.ones(rows.contrast.shape, dtype=np.bool_)
    found: list[Row] = []
    for _ in range(_CLEAREST):
        best = rows.best(left)
        found += [best, rows.best(rows.numbered_by(best))]
        left &= ~rows.near(best)
    return found


@dataclass(frozen=True, slots=True)
class _Rows:
    """All rows that may be: ``v_mm`` (r,), ``inner_mm`` and ``outer_mm`` (p,), ``contrast`` (r, p)."""

    v_mm: Points
    inner_mm: Points
    outer_mm: Points
    contrast: _Map

    def best(self, among: NDArray[np.bool_]) -> Row:
        """Return the clearest of some of the rows, (r, p) bool."""
        contrast = np.where(among, self.contrast, -1)
        r, p = np.unravel_index(contrast.argmax(), contrast.shape)
        return Row(float(self.v_mm[r]), float(self.inner_mm[p]), float(self.outer_mm[p]))

    def numbered_by(self, row: Row) -> NDArray[np.bool_]:
        """Tell which rows may be those of the holes, if this one is that of their numbers: (r, p)."""
        nearest, farthest = _NUMBERS_MM
        inwards = row.v_mm - self.v_mm
        within = (inwards >= nearest) & (inwards <= farthest)
        return np.asarray(within[:, None] & (self._apart(row) <= _ALIGNED_MM))

    def near(self, row: Row) -> NDArray[np.bool_]:
        """Tell which rows are hardly another than this one: (r, p)."""
        beside = abs(self.v_mm - row.v_mm) <= _SAME_MM
        return np.asarray(beside[:, None] & (self._apart(row) <= _SAME_MM))

    def _apart(self, row: Row) -> Points:
        inner, outer = abs(self.inner_mm - row.inner_mm), abs(self.outer_mm - row.outer_mm)
        return np.asarray(np.maximum(inner, outer))


def _rows(contrast: _Map, v_mm: Points, u_mm: Points, side_mm: float) -> _Rows:
    """Weigh all rows by the contrast (h, w) that both sides of the diagonal have."""
    margin, middle = _margin(), len(u_mm) // 2
    right, left = contrast[:, middle:-margin], contrast[:, middle : margin - 1 : -1]
    u_mm, both = u_mm[middle:-margin], np.minimum(right, left)
    inner, outer = np.meshgrid(np.arange(len(u_mm)), np.arange(len(u_mm)), indexing="ij")
    may_be = (u_mm[outer] - u_mm[inner] >= _APART_MM) & (u_mm[inner] <= _INNER[1] * side_mm)
    may_be &= (u_mm[inner] >= _INNER[0] * side_mm) & (u_mm[outer] >= _OUTER[0] * side_mm)
    inner, outer = inner[may_be], outer[may_be]
    sums: _Map = (both[:, inner] + both[:, outer])[margin:-margin]
    return _Rows(v_mm[margin:-margin], u_mm[inner], u_mm[outer], sums)


def _margin() -> int:
    return math.ceil((_AROUND_MM + _SPOT_MM) / _STEP_MM)


def _axes(board: Board) -> tuple[Points, Points]:
    """Return v (h,) and u (w,) of the samples of a corner where its row may lie, with the margin."""
    margin = _margin() * _STEP_MM
    half = round(_OUTER[1] * board.side_mm / _STEP_MM) * _STEP_MM + margin
    first, last = (share * board.side_mm for share in _ROW)
    v_mm = np.arange(first - margin, last + margin, _STEP_MM)
    return v_mm, np.arange(-half, half + _STEP_MM / 2, _STEP_MM)


def _strips(frame: Frame, view: View, v_mm: Points, u_mm: Points) -> Iterator[_Map]:
    """Yield the logarithms of each corner's samples (h, w, channels)."""
    height_mm = view.board.of_kind("counter")[0].z_mm
    u, v = np.meshgrid(u_mm, v_mm)
    colour = frame if frame.ndim == 3 else cv2.cvtColor(frame, cv2.COLOR_GRAY2BGR)
    for seat in range(view.board.seats):
        right, out = corner_to_board(seat, 1.0, 0.0), corner_to_board(seat, 0.0, 1.0)
        points = [u * right[0] + v * out[0], u * right[1] + v * out[1], np.full_like(u, height_mm)]
        pixels = view.camera.project(np.stack(points, axis=-1).reshape(-1, 3)) - 0.5
        column, row = pixels.astype(np.float32).T.reshape(2, *u.shape)
        cut = cv2.remap(
            colour, np.ascontiguousarray(column), np.ascontiguousarray(row), cv2.INTER_LINEAR
        )
        yield np.log(cut.astype(np.float32) + 6)


def _contrast(strip: _Map) -> _Map:
    """Return by how much samples (h, w, 3) are darker or redder than all about them: (h, w)."""
    darker = _stands_out(-strip.mean(axis=2))
    redder = _stands_out(strip[..., 2] - strip[..., :2].mean(axis=2))
    clear = np.clip(np.maximum(darker, redder), 0, _MOST)
    return np.asarray(cv2.dilate(clear, np.ones((3, 3), np.uint8)), dtype=np.float32)


def _stands_out(values: _Map) -> _Map:
    """Return by how much a hole at each sample stands out of all but one of the spots about it: (h, w)."""
    holes, spots = (
        cv2.filter2D(values, -1, _disc(_HOLE_MM)),
        cv2.filter2D(values, -1, _disc(_SPOT_MM)),
    )
    turns = np.arange(_AROUND) * (2 * math.pi / _AROUND)
    steps = np.rint(_AROUND_MM / _STEP_MM * np.stack([np.sin(turns), np.cos(turns)])).astype(int)
    about = [np.roll(spots, shift, (0, 1)) for shift in steps.T]
    return np.asarray(holes - np.sort(about, axis=0)[-2], dtype=np.float32)


def _disc(radius_mm: float) -> _Map:
    """Return the weights of the samples within a radius, their sum 1."""
    reach = math.ceil(radius_mm / _STEP_MM)
    y, x = np.mgrid[-reach : reach + 1, -reach : reach + 1] * _STEP_MM
    inside = (np.hypot(x, y) <= radius_mm).astype(np.float32)
    return np.asarray(inside / inside.sum(), dtype=np.float32)
