"""The board as a drawing: holes, recesses, outline and marks from the board file alone."""

import math
from collections.abc import Iterator

from hardware.drawing.shapes import Circle, Drawing, Layer, Path, Shape, Text, rectangle, turned
from referee.board import Board, Place, corner_to_board

# How long and wide the strokes of an arrow are, in parts of a ball's diameter: large enough to be
# engraved by a 0.5 mm line, small enough to stay clear of the holes beside it.
_CHEVRON = 0.45
_GAP = 0.45
_NUMERALS = ("0", "I", "II", "III")
_LETTERS = {
    "half": "I/II", "double": "xII", "swap-ball": "B", "swap-ring": "R",
    "direction": "D", "hole-in": ">>", "exit": "»",
}  # fmt: skip


def draw(board: Board) -> Drawing:
    """Draw the board from above at its true size."""
    side = board.side_mm
    shapes = (
        rectangle(Layer.CUT, side, side),
        *_places(board),
        *_marks(board),
        *_labels(board),
    )
    return Drawing(f"{board.id} ({board.variant})", side, side, shapes)


def _places(board: Board) -> Iterator[Shape]:
    for place in board.places.values():
        flat = place.holds in ("balls", "dice")
        yield Circle(Layer.RECESS if flat else Layer.HOLE, place.x_mm, place.y_mm, place.radius_mm)


def _marks(board: Board) -> Iterator[Shape]:
    for mark in board.marks:
        match mark["kind"]:
            case "start-arrow":
                yield from _inwards(board, mark["at"], board.ring("inner").radius_mm, 2)
            case "target-arrow":
                yield from _inwards(board, mark["at"], board.ring("target").radius_mm, 3)
            case "ring-change":
                yield from (_double_arrow(board, *pair) for pair in mark["between"])


def _inwards(board: Board, names: list[str], inner_mm: float, count: int) -> Iterator[Path]:
    """Draw chevrons that point to the centre, in the middle between fields and the circle inside."""
    size = board.ball_mm * _CHEVRON
    for name in names:
        place = board.places[name]
        middle = (math.hypot(place.x_mm, place.y_mm) + inner_mm) / 2
        for i in range(count):
            offset = (i - (count - 1) / 2) * board.ball_mm * _GAP
            yield _chevron(place, middle + offset, size)


def _chevron(place: Place, radius: float, size: float) -> Path:
    angle = math.atan2(place.y_mm, place.x_mm)
    tip = ((radius + size / 2, size), (radius - size / 2, 0.0), (radius + size / 2, -size))
    return Path(Layer.MARK, tuple(turned(tip, math.cos(angle), math.sin(angle))))


def _double_arrow(board: Board, outer: str, inner: str) -> Path:
    """Draw the arrow between two facing fields of a ring change (B3) with one stroke."""
    a, b = board.places[outer], board.places[inner]
    angle = math.atan2(a.y_mm, a.x_mm)
    low = math.hypot(b.x_mm, b.y_mm) + b.radius_mm + board.ball_mm * 0.2
    high = math.hypot(a.x_mm, a.y_mm) - a.radius_mm - board.ball_mm * 0.2
    wing = min(board.ball_mm * 0.25, (high - low) / 3)
    stroke = (
        (low + wing, wing), (low, 0.0), (low + wing, -wing), (low, 0.0),
        (high, 0.0), (high - wing, wing), (high, 0.0), (high - wing, -wing),
    )  # fmt: skip
    return Path(Layer.MARK, tuple(turned(stroke, math.cos(angle), math.sin(angle))))


def _labels(board: Board) -> Iterator[Text]:
    """Write the numerals beside the counting fields and the options beside the memory fields."""
    for corner in board.corners:
        if corner.variant not in ("", board.variant):
            continue
        for seat in range(board.seats):
            for i, (u, v) in enumerate(corner.points_mm):
                if corner.kind == "counter":
                    x, y = corner_to_board(seat, u, v + 7.0)
                    yield Text(Layer.MARK, x, y, 3.0, _NUMERALS[i])
                if corner.kind == "memory-lower":
                    x, y = corner_to_board(seat, u, v + 5.5)
                    yield Text(Layer.MARK, x, y, 2.2, _LETTERS[board.overlay.order[i]])
