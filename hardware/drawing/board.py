"""The board as a drawing: holes, recesses, outline and marks from the board file alone."""

import math
from collections.abc import Iterator

from hardware.drawing.shapes import Circle, Drawing, Layer, Path, Shape, rectangle, turned
from referee.board import Board, Place, corner_to_board
from vision.painter.glyphs import NUMERALS, Glyph, symbol_glyph, text_glyph

# How long and wide the strokes of an arrow are, in parts of a ball's diameter: large enough to be
# engraved by a 0.5 mm line, small enough to stay clear of the holes beside it.
_CHEVRON = 0.45
_GAP = 0.45
# Half the height of what is written beside holes, the width of its strokes, and how far outwards it stands.
_NUMERAL_MM, _SYMBOL_MM, _PEN_MM, _LABEL_MM = 1.7, 2.6, 0.5, 6.8


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


def _labels(board: Board) -> Iterator[Path]:
    """Write the numerals beside the counting fields and the symbols beside the memory fields, each for
    the player who sits there.
    """
    for corner in board.corners:
        if corner.variant not in ("", board.variant):
            continue
        for seat in range(board.seats):
            for i, point in enumerate(corner.points_mm):
                if corner.kind == "counter":
                    yield from numeral(i, seat, point)
                if corner.kind == "memory-lower":
                    yield from symbol(board.overlay.order[i], seat, point)


def numeral(number: int, seat: int, point: tuple[float, float]) -> Iterator[Path]:
    """Yield the strokes of a counting field's numeral, beyond the field at this point of its corner."""
    text = text_glyph(NUMERALS[str(number)], "strokes")
    return _written(text, seat, (point[0], point[1] + _LABEL_MM), _NUMERAL_MM)


def symbol(option: str, seat: int, point: tuple[float, float]) -> Iterator[Path]:
    """Yield the strokes of a memory option's symbol, beyond its lower hole."""
    drawn = symbol_glyph(option, "strokes")
    return _written(drawn, seat, (point[0], point[1] + _LABEL_MM), _SYMBOL_MM)


def _written(glyph: Glyph, seat: int, at: tuple[float, float], half_mm: float) -> Iterator[Path]:
    for stroke in glyph:
        points = (
            corner_to_board(seat, at[0] + x * half_mm, at[1] + y * half_mm)
            for x, y in stroke.points
        )
        yield Path(Layer.MARK, tuple(points), pen=_PEN_MM * stroke.weight)
