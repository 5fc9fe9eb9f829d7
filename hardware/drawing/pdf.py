"""A drawing as PDF at true size, cut into tiles that fit a home printer's paper.

Every page carries a 100 mm check ruler, its place in the grid and cutting marks; neighbouring tiles
overlap, so that they can be glued edge to edge along the marks.
"""

import io
import math
from collections.abc import Iterator
from dataclasses import dataclass

from reportlab.lib.units import mm
from reportlab.pdfgen.canvas import Canvas

from hardware.drawing.shapes import Circle, Drawing, Layer, Path, Shape, Text

PAPERS_MM = {"a4": (210.0, 297.0), "a3": (297.0, 420.0), "letter": (215.9, 279.4)}

# Home printers leave about 5 mm white; 10 mm holds for all, and the ruler stands in the lower one.
MARGIN_MM = 10.0
FOOT_MM = 12.0
OVERLAP_MM = 8.0
RULER_MM = 100.0
_GREYS = {Layer.CUT: 0.0, Layer.HOLE: 0.0, Layer.RECESS: 0.35, Layer.MARK: 0.0, Layer.TEXT: 0.45}


@dataclass(frozen=True, slots=True)
class Tile:
    """One page's window onto the drawing: its lower left corner there, and its size."""

    row: int
    column: int
    x: float
    y: float
    width: float
    height: float

    @property
    def name(self) -> str:
        """Return the tile's name: row letter, column number."""
        return f"{chr(ord('A') + self.row)}{self.column + 1}"


def tiles(drawing: Drawing, paper: str) -> Iterator[Tile]:
    """Yield the tiles of a drawing, from the upper left one row by row."""
    width = PAPERS_MM[paper][0] - 2 * MARGIN_MM
    height = PAPERS_MM[paper][1] - 2 * MARGIN_MM - FOOT_MM
    columns = _count(drawing.width, width)
    rows = _count(drawing.height, height)
    left = -(columns * (width - OVERLAP_MM) + OVERLAP_MM) / 2
    top = (rows * (height - OVERLAP_MM) + OVERLAP_MM) / 2
    for row in range(rows):
        for column in range(columns):
            x = left + column * (width - OVERLAP_MM)
            y = top - row * (height - OVERLAP_MM) - height
            yield Tile(row, column, x, y, width, height)


def _count(length: float, window: float) -> int:
    return max(1, math.ceil((length - OVERLAP_MM) / (window - OVERLAP_MM)))


def to_pdf(drawing: Drawing, paper: str) -> bytes:
    """Return the tiled drawing as a PDF file."""
    stream = io.BytesIO()
    size = tuple(length * mm for length in PAPERS_MM[paper])
    # Invariant: the same drawing gives the same bytes, so that a build can be compared.
    canvas = Canvas(stream, pagesize=size, invariant=1)
    canvas.setTitle(drawing.title)
    for tile in tiles(drawing, paper):
        _page(canvas, drawing, tile)
        canvas.showPage()
    canvas.save()
    return stream.getvalue()


def _page(canvas: Canvas, drawing: Drawing, tile: Tile) -> None:
    canvas.saveState()
    canvas.scale(mm, mm)
    _foot(canvas, drawing, tile)
    canvas.translate(MARGIN_MM, MARGIN_MM + FOOT_MM)
    _cutting_marks(canvas, tile)
    window = canvas.beginPath()
    window.rect(0, 0, tile.width, tile.height)
    canvas.clipPath(window, stroke=0, fill=0)
    canvas.translate(-tile.x, -tile.y)
    for shape in drawing.shapes:
        _draw(canvas, shape)
    canvas.restoreState()


def _foot(canvas: Canvas, drawing: Drawing, tile: Tile) -> None:
    canvas.setLineWidth(0.25)
    canvas.setStrokeGray(0.0)
    y = MARGIN_MM + 3.0
    canvas.line(MARGIN_MM, y, MARGIN_MM + RULER_MM, y)
    for tick in range(0, int(RULER_MM) + 1, 10):
        canvas.line(MARGIN_MM + tick, y, MARGIN_MM + tick, y + (3.0 if tick % 50 == 0 else 1.8))
    canvas.setFont("Helvetica", 3.2)
    canvas.drawString(MARGIN_MM + RULER_MM + 3, y, "100 mm: print at 100 %, then measure")
    canvas.drawString(MARGIN_MM, y - 4.0, f"{drawing.title}   {tile.name}")


def _cutting_marks(canvas: Canvas, tile: Tile) -> None:
    canvas.setLineWidth(0.15)
    canvas.setStrokeGray(0.5)
    inset = OVERLAP_MM / 2
    for x in (inset, tile.width - inset):
        canvas.line(x, -3, x, 2)
        canvas.line(x, tile.height - 2, x, tile.height + 3)
    for y in (inset, tile.height - inset):
        canvas.line(-3, y, 2, y)
        canvas.line(tile.width - 2, y, tile.width + 3, y)


def _draw(canvas: Canvas, shape: Shape) -> None:
    canvas.setStrokeGray(_GREYS[shape.layer])
    canvas.setFillGray(_GREYS[shape.layer])
    canvas.setLineWidth(0.5 if shape.layer is Layer.MARK else 0.25)
    match shape:
        case Circle(x=x, y=y, radius=radius):
            canvas.circle(x, y, radius)
        case Path():
            _draw_path(canvas, shape)
        case Text(x=x, y=y, height=height, words=words):
            canvas.setFont("Times-Roman", height / 0.66)
            canvas.drawCentredString(x, y - height / 2, words)


def _draw_path(canvas: Canvas, path: Path) -> None:
    line = canvas.beginPath()
    line.moveTo(*path.points[0])
    for point in path.points[1:]:
        line.lineTo(*point)
    if path.closed:
        line.close()
    if path.pen:
        canvas.setLineWidth(path.pen)
        canvas.setLineCap(1)
        canvas.setLineJoin(1)
    canvas.drawPath(line, fill=int(path.filled), stroke=int(not path.filled))
