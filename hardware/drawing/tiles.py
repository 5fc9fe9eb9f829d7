"""Cutting a large drawing into pages that fit a home printer's paper."""

import math
from collections.abc import Iterator
from dataclasses import dataclass

from hardware.drawing.shapes import Drawing

PAPERS_MM = {"a4": (210.0, 297.0), "a3": (297.0, 420.0), "letter": (215.9, 279.4)}

# Home printers leave about 5 mm white; 10 mm holds for all. The ruler and the words stand in the foot.
MARGIN_MM = 10.0
FOOT_MM = 22.0
# The strip beside a page's window on which its neighbour is glued.
STRIP_MM = 8.0


@dataclass(frozen=True, slots=True)
class Tile:
    """One page's window onto the drawing: its lower left corner there, and its size.

    ``left``, ``above``, ``right`` and ``below`` name the neighbouring pages, where there are any.
    """

    row: int
    column: int
    x: float
    y: float
    width: float
    height: float
    rows: int
    columns: int

    @property
    def name(self) -> str:
        """Return the tile's name: row letter, column number."""
        return _name(self.row, self.column)

    @property
    def number(self) -> int:
        """Return the page's number, from 1."""
        return self.row * self.columns + self.column + 1

    @property
    def left(self) -> str:
        """Return the name of the page to the left, or nothing."""
        return _name(self.row, self.column - 1) if self.column else ""

    @property
    def above(self) -> str:
        """Return the name of the page above, or nothing."""
        return _name(self.row - 1, self.column) if self.row else ""

    @property
    def right(self) -> str:
        """Return the name of the page to the right, or nothing."""
        return _name(self.row, self.column + 1) if self.column + 1 < self.columns else ""

    @property
    def below(self) -> str:
        """Return the name of the page below, or nothing."""
        return _name(self.row + 1, self.column) if self.row + 1 < self.rows else ""


def _name(row: int, column: int) -> str:
    return f"{chr(ord('A') + row)}{column + 1}"


def tiles(drawing: Drawing, paper: str) -> tuple[Tile, ...]:
    """Return the tiles of a drawing, all of one size, from the upper left one row by row."""
    paper_width, paper_height = PAPERS_MM[paper]
    columns, width = _split(drawing.width, paper_width - 2 * MARGIN_MM)
    rows, height = _split(drawing.height, paper_height - 2 * MARGIN_MM - FOOT_MM)
    return tuple(_tiles(drawing, rows, columns, width, height))


def _split(length: float, room: float) -> tuple[int, float]:
    """Into how many windows a length is cut, and how long each is; one needs no strip."""
    if length <= room:
        return 1, length
    count = math.ceil(length / (room - STRIP_MM))
    return count, length / count


def _tiles(
    drawing: Drawing, rows: int, columns: int, width: float, height: float
) -> Iterator[Tile]:
    for row in range(rows):
        for column in range(columns):
            x = -drawing.width / 2 + column * width
            y = drawing.height / 2 - (row + 1) * height
            yield Tile(row, column, x, y, width, height, rows, columns)
