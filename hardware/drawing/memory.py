"""Memory's plates to make: the corner plate, of which four are needed, and the target ring's plate."""

import math
from collections.abc import Iterator
from dataclasses import replace

from hardware.drawing.board import numeral, symbol
from hardware.drawing.shapes import Circle, Drawing, Layer, Path, Shape, moved
from referee.board import Board, corner_to_board

_ARC_STEPS = 48


def corner_plate(board: Board) -> Drawing:
    """Draw one corner plate (Memory's board), its corner down as its player sees it."""
    outline = tuple(_corner_outline(board))
    shapes: list[Shape] = [Path(Layer.CUT, outline, closed=True)]
    for corner in board.corners:
        if not corner.on_overlay:
            continue
        for i, (u, v) in enumerate(corner.points_mm):
            shapes.append(Circle(Layer.HOLE, u, -v, corner.radius_mm))
            if corner.kind == "counter":
                shapes += map(_own_axes, numeral(i, 0, (u, v)))
            if corner.kind == "memory-lower":
                shapes += map(_own_axes, symbol(board.overlay.order[i], 0, (u, v)))
    xs, ys = zip(*outline, strict=True)
    middle = (max(ys) + min(ys)) / 2
    shapes = [moved(shape, 0.0, -middle) for shape in shapes]
    size = (max(xs) - min(xs), max(ys) - min(ys))
    return Drawing("memory corner plate", *size, tuple(shapes), copies=board.seats)


def _own_axes(shape: Path) -> Path:
    """Turn strokes written at seat 0 from board axes into the plate's: u to the right, v downwards."""
    out_x, out_y = corner_to_board(0, 0.0, 1.0)
    points = tuple((y * out_x - x * out_y, -x * out_x - y * out_y) for x, y in shape.points)
    return replace(shape, points=points)


def _corner_outline(board: Board) -> Iterator[tuple[float, float]]:
    """The plate's edge: an arc beside the outer ring, two sides, the tip."""
    width, inner = board.overlay.corner_width_mm, board.overlay.corner_inner_mm
    tip = board.side_mm / math.sqrt(2)
    widest = math.asin(width / inner)
    for i in range(_ARC_STEPS + 1):
        angle = widest * (1 - 2 * i / _ARC_STEPS)
        yield inner * math.sin(angle), -inner * math.cos(angle)
    yield -width, width - tip
    yield 0.0, -tip
    yield width, width - tip


def target_plate(board: Board) -> Drawing:
    """Draw the plate of the target ring (Memory's board): a ring with its sixteen holes."""
    outer = board.overlay.ring_outer_mm
    shapes: list[Shape] = [
        Circle(Layer.CUT, 0.0, 0.0, outer),
        Circle(Layer.CUT, 0.0, 0.0, board.disc("dice").radius_mm),
    ]
    for place in board.of_kind("target"):
        shapes += [Circle(Layer.HOLE, place.x_mm, place.y_mm, place.radius_mm)]
    return Drawing("memory target plate", 2 * outer, 2 * outer, tuple(shapes))
