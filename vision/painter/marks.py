"""What is drawn on the wood: arrows, counting numerals, memory symbols and thin lines."""

import math

import cv2
import numpy as np
from numpy.typing import NDArray

from referee.board import Board, Place, Variant, corner_to_board
from vision.painter.glyphs import NUMERALS, Glyph, Pen, draw_strokes, symbol_glyph, text_glyph

_PEN_MM = 1.1
_FINE_PEN_MM = 0.65
_NUMERAL_MM = 1.7
_SYMBOL_MM = 2.6


class _Sheet:
    """An ink map under construction; all its lengths are board millimetres."""

    def __init__(self, side_mm: float, px_per_mm: float) -> None:
        self._half_mm, self._scale = side_mm / 2, px_per_mm
        size = round(side_mm * px_per_mm)
        self.ink: NDArray[np.uint8] = np.zeros((size, size), np.uint8)

    def _px(self, x_mm: float, y_mm: float) -> tuple[float, float]:
        return ((x_mm + self._half_mm) * self._scale, (self._half_mm - y_mm) * self._scale)

    def line(
        self, points_mm: list[tuple[float, float]], pen_mm: float, filled: bool = False
    ) -> None:
        px = np.round(np.array([self._px(x, y) for x, y in points_mm]) * 16).astype(np.int32)
        if filled:
            cv2.fillPoly(self.ink, [px.reshape(-1, 1, 2)], 255, cv2.LINE_AA, 4)
        else:
            width = max(1, round(pen_mm * self._scale))
            cv2.polylines(self.ink, [px.reshape(-1, 1, 2)], False, 255, width, cv2.LINE_AA, 4)

    def circle(self, radius_mm: float, pen_mm: float) -> None:
        turns = [math.radians(i) for i in range(361)]
        self.line([(radius_mm * math.cos(a), radius_mm * math.sin(a)) for a in turns], pen_mm)

    def glyph(
        self, glyph: Glyph, at_mm: tuple[float, float], half_mm: float, up_deg: float
    ) -> None:
        pen = Pen(self._px(*at_mm), half_mm * self._scale, 90 - up_deg, _FINE_PEN_MM * self._scale)
        draw_strokes(self.ink, glyph, pen)

    def arrow(
        self, tail: tuple[float, float], head: tuple[float, float], style: str, double: bool = False
    ) -> None:
        """Draw an arrow as "line", "solid" or as a row of "chevron"s."""
        length = math.dist(tail, head)
        along = ((head[0] - tail[0]) / length, (head[1] - tail[1]) / length)
        size = min(4.2, length * 0.4)
        if style == "chevron" and not double:
            count = max(2, round(length / 4.5))
            for i in range(count):
                share = (i + 1) / count
                at = (tail[0] + share * length * along[0], tail[1] + share * length * along[1])
                self._barbs(at, along, size, filled=False)
            return
        self.line([tail, head], _PEN_MM)
        self._barbs(head, along, size, filled=style == "solid")
        if double:
            self._barbs(tail, (-along[0], -along[1]), size, filled=style == "solid")

    def _barbs(
        self, at: tuple[float, float], along: tuple[float, float], size: float, *, filled: bool
    ) -> None:
        back = (at[0] - size * along[0], at[1] - size * along[1])
        side = (-along[1] * size * 0.75, along[0] * size * 0.75)
        left, right = (back[0] + side[0], back[1] + side[1]), (back[0] - side[0], back[1] - side[1])
        self.line([left, at, right], _PEN_MM, filled)


def ink_maps(
    board: Board, arrow_style: str, start_arrow: str, px_per_mm: float
) -> tuple[NDArray[np.uint8], NDArray[np.uint8]]:
    """Return how much ink (255: all) lies on the board's top and on the Memory plates.

    Both are (n, n) uint8, row 0 at the board's far side (y up).
    """
    top, plate = (_Sheet(board.side_mm, px_per_mm) for _ in range(2))
    for mark in board.marks:
        for ends in mark.get("between", ()):
            _between(top, board, ends, arrow_style)
        way = "target" if mark["kind"] == "target-arrow" else start_arrow
        for name in mark.get("at", ()):
            _pointing(top, board, board.places[name], arrow_style, way)
    memory = board.variant is Variant.MEMORY
    _numerals(plate if memory else top, board)
    if memory:
        top.circle(board.overlay.corner_inner_mm, 0.5)
        _memory_signs(plate, board)
    return _soft(top.ink), _soft(plate.ink)


def _soft(ink: NDArray[np.uint8]) -> NDArray[np.uint8]:
    return np.asarray(cv2.GaussianBlur(ink, (0, 0), 0.8), dtype=np.uint8)


def _between(sheet: _Sheet, board: Board, ends: list[str], style: str) -> None:
    a, b = (board.places[name] for name in ends)
    dx, dy = b.x_mm - a.x_mm, b.y_mm - a.y_mm
    length = math.hypot(dx, dy)
    gap = (a.radius_mm + 2.0) / length
    sheet.arrow((a.x_mm + gap * dx, a.y_mm + gap * dy), (b.x_mm - gap * dx, b.y_mm - gap * dy),
                style, double=True)  # fmt: skip


def _pointing(sheet: _Sheet, board: Board, place: Place, style: str, way: str) -> None:
    """An arrow beside a field on the diagonal: to the start field, or from the inner ring way."""
    r = math.hypot(place.x_mm, place.y_mm)
    out = (place.x_mm / r, place.y_mm / r)
    near = place.radius_mm + 2.0
    if way == "target":
        room = r - board.ring("target").radius_mm - board.ring("target").hole_mm / 2 - 2
        ends = (r - near, r - near - min(16.0, max(room - near, 6.0)))
    elif way == "out":
        room = r - board.ring("inner").radius_mm - 2 * near
        ends = (r - near - max(min(9.0, room), 3.0), r - near)
    else:
        ends = (r + near + 7.0, r + near)
    tail, head = ((end * out[0], end * out[1]) for end in ends)
    sheet.arrow(tail, head, style)


def _numerals(sheet: _Sheet, board: Board) -> None:
    counters = next(corner for corner in board.corners if corner.kind == "counter")
    for seat in range(board.seats):
        for i, (u, v) in enumerate(counters.points_mm):
            at = corner_to_board(seat, u, v + 6.5)
            sheet.glyph(text_glyph(NUMERALS[str(i)], "strokes"), at, _NUMERAL_MM, 45 - 90 * seat)


def _memory_signs(sheet: _Sheet, board: Board) -> None:
    lower = next(corner for corner in board.corners if corner.kind == "memory-lower")
    upper = next(corner for corner in board.corners if corner.kind == "memory-upper")
    for seat in range(board.seats):
        for i, option in enumerate(board.overlay.order):
            (u, v), (u2, v2) = lower.points_mm[i], upper.points_mm[i]
            glyph = symbol_glyph(option, "strokes")
            at = corner_to_board(seat, u, v + 7.0)
            sheet.glyph(glyph, at, _SYMBOL_MM, 45 - 90 * seat)
            ends = [corner_to_board(seat, u, v - 2.6), corner_to_board(seat, u2, v2 + 2.6)]
            sheet.line(ends, _FINE_PEN_MM)
