"""Optional corner markers: AprilTags to print and lay beside the board's corners."""

from collections.abc import Iterator

import cv2
import numpy as np
from numpy.typing import NDArray

from hardware.drawing.shapes import BLACK, Drawing, Layer, Shape, Text, moved, rectangle

# 36h11: six by six cells and a black border of one; ids 0 to 3 are the corners of seats 0 to 3.
_DICTIONARY = cv2.aruco.DICT_APRILTAG_36h11
_CELLS = 8
MARKER_MM = 40.0
_QUIET_MM = 8.0
MARKER_SIDE_MM = MARKER_MM + 2 * _QUIET_MM
MARKER_PITCH_MM = MARKER_SIDE_MM + 6.0


def marker_sheet(words: str = "corner {seat}") -> Drawing:
    """Draw the four markers with a white border to cut along, and ``words`` under each."""
    shapes: list[Shape] = []
    for seat in range(4):
        shapes += (moved(shape, *marker_place_mm(seat)) for shape in marker(seat, words))
    return Drawing("corner markers", 2 * MARKER_PITCH_MM, 2 * MARKER_PITCH_MM, tuple(shapes))


def marker_place_mm(seat: int) -> tuple[float, float]:
    """Return where a seat's marker stands on the sheet: as round a board."""
    return (seat // 2 - 0.5) * MARKER_PITCH_MM, ((seat in (1, 2)) - 0.5) * MARKER_PITCH_MM


def marker(seat: int, words: str) -> Iterator[Shape]:
    """Yield one marker round the origin: filled cells, a line to cut along and words for the seat."""
    cell = MARKER_MM / _CELLS
    yield rectangle(Layer.CUT, MARKER_SIDE_MM, MARKER_SIDE_MM)
    yield Text(Layer.TEXT, 0, -MARKER_MM / 2 - _QUIET_MM * 0.6, 3.0, words.format(seat=seat))
    for row, column in np.argwhere(_cells(seat)):
        x = (column - (_CELLS - 1) / 2) * cell
        y = ((_CELLS - 1) / 2 - row) * cell
        yield rectangle(Layer.MARK, cell, cell, x, y, fill=BLACK)


def _cells(seat: int) -> NDArray[np.bool_]:
    dictionary = cv2.aruco.getPredefinedDictionary(_DICTIONARY)
    picture = cv2.aruco.generateImageMarker(dictionary, seat, _CELLS)
    return np.equal(np.asarray(picture), 0)
